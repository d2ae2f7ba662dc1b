// Bindings of variables within a C++ scope. Part of the translator, for its source files only.
#pragma once

#include <utility>
#include <vector>

#include "solver/translation/translator.h"

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
  /// Binds a variable that the translated body itself declares. From then on, the body sees one more variable.
  void bindNew(model::VarId variable, Binding binding) {
    bind(variable, std::move(binding));
    ++translator_.frameVariables_;
  }
  /// Begins the translation of a body. The body sees only the variables that were bound last; `variables` is
  /// their number.
  void enterFrame(std::size_t variables) { translator_.frameVariables_ = variables; }

 private:
  Translator& translator_;
  std::size_t frame_;
  std::vector<std::pair<model::VarId, Binding>> saved_;
};

/// While this object exists, no-overflow mode treats formulas as if one more negation enclosed them.
class Translator::Negation {
 public:
  explicit Negation(Translator& translator, bool active = true) : translator_(translator), before_(translator.negated_) {
    if (active && translator.semantics_.noOverflow) translator.negated_ = !before_;
  }
  ~Negation() { translator_.negated_ = before_; }
  Negation(const Negation&) = delete;
  Negation& operator=(const Negation&) = delete;

 private:
  Translator& translator_;
  bool before_;
};

/// While this object exists, no-overflow mode ignores the negations that were entered before this object was made.
class Translator::Afresh {
 public:
  explicit Afresh(Translator& translator) : translator_(translator), before_(std::exchange(translator.negated_, false)) {}
  ~Afresh() { translator_.negated_ = before_; }
  Afresh(const Afresh&) = delete;
  Afresh& operator=(const Afresh&) = delete;

 private:
  Translator& translator_;
  bool before_;
};

/// In no-overflow mode, tells the translator which variables range over `Int` itself. The destructor removes these variables.
class Translator::IntegerVariables {
 public:
  explicit IntegerVariables(Translator& translator) : translator_(translator), outer_(translator.integerVariables_.size()) {}
  ~IntegerVariables() {
    translator_.integerVariables_.resize(outer_);
    translator_.dependence_.anywhere &= bitAt(outer_) - 1;
    translator_.dependence_.inInteger &= bitAt(outer_) - 1;
  }
  IntegerVariables(const IntegerVariables&) = delete;
  IntegerVariables& operator=(const IntegerVariables&) = delete;

  /// Adds a variable if `decl`, its declaration, lets it range over Int itself. `binding` is the value of the variable.
  void add(const model::Decl& decl, bool universal, Binding& binding) {
    const model::Expr& bound = translator_.model_.expr(decl.bound);
    const std::size_t depth = translator_.integerVariables_.size();
    if (!translator_.semantics_.noOverflow || decl.multiplicity != model::Multiplicity::one || bound.op != model::Op::sig ||
        bound.payload != model::builtin::integers || depth >= deepest) {
      return;
    }
    translator_.integerVariables_.push_back(universal);
    binding.value.dependence.anywhere = bitAt(depth);
    binding.key = translator_.keyOf({6, binding.key, static_cast<std::uint32_t>(depth), universal ? 1u : 0u});
  }

 private:
  static constexpr std::size_t deepest = 63;
  static std::uint64_t bitAt(std::size_t depth) { return std::uint64_t{1} << depth; }

  Translator& translator_;
  std::size_t outer_;
};

}  // namespace aunit::solver
