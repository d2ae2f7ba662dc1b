// The axioms and lemmas of a theory, in the order in which they were made.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

class AxiomList {
 public:
  /// `formulas` must outlive this object.
  explicit AxiomList(Formulas& formulas) : all_(formulas) {}

  /// Adds a formula after simplification. Omits `true`. Omits lemmas if the list already has `mostLemmas` formulas.
  void add(const std::string& name, FormulaId said) {
    const FormulaId f = all_.simplified(said);
    if (f == all_.truth(true) || (role_ == Assertion::Role::lemma && out_.size() >= mostLemmas)) return;
    out_.push_back({f, role_, {}, name});
  }
  /// Adds an assertion unchanged.
  void take(Assertion assertion) { out_.push_back(std::move(assertion)); }
  /// All formulas added from now on are lemmas.
  void beginLemmas() { role_ = Assertion::Role::lemma; }

  const std::vector<Assertion>& all() const { return out_; }
  std::vector<Assertion> result() { return std::move(out_); }

 private:
  static constexpr std::size_t mostLemmas = 600;

  Formulas& all_;
  std::vector<Assertion> out_;
  Assertion::Role role_ = Assertion::Role::axiom;
};

}  // namespace aunit::solver::firstorder
