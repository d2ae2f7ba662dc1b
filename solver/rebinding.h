// Bindings of variables for the length of a C++ scope. Part of the translator, for its source files only.
#pragma once

#include <utility>
#include <vector>

#include "solver/translator.h"

namespace aunit::solver {

class Translator::Rebinding {
 public:
  explicit Rebinding(Translator& translator) : translator_(translator), frame_(translator.frameVariables_) {}
  ~Rebinding() {
    for (std::size_t i = saved_.size(); i-- > 0;) translator_.environment_[saved_[i].first] = std::move(saved_[i].second);
    translator_.frameVariables_ = frame_;
  }
  Rebinding(const Rebinding&) = delete;
  Rebinding& operator=(const Rebinding&) = delete;

  void bind(model::VarId variable, Binding binding) {
    saved_.emplace_back(variable, std::exchange(translator_.environment_[variable], std::move(binding)));
  }
  /// A variable that the surrounding body declares.
  void bindNew(model::VarId variable, Binding binding) {
    bind(variable, std::move(binding));
    ++translator_.frameVariables_;
  }
  /// From here on a body is translated that sees only so many variables.
  void enterFrame(std::size_t variables) { translator_.frameVariables_ = variables; }

 private:
  Translator& translator_;
  std::size_t frame_;
  std::vector<std::pair<model::VarId, Binding>> saved_;
};

}  // namespace aunit::solver
