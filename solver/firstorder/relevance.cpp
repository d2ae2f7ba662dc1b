#include "solver/firstorder/relevance.h"

#include <algorithm>
#include <functional>
#include <set>

namespace aunit::solver::firstorder {

namespace {

using Symbols = std::set<SymbolId>;

class Relevance {
 public:
  Relevance(const Theory& theory, const std::vector<Assertion>& assertions) : theory_(theory), assertions_(assertions) {
    for (const Closure& c : theory.closures)
      for (const auto& [pair, symbol] : c.predicate) closures_.insert(symbol);
    for (const Assertion& a : assertions) {
      Symbols symbols;
      visit(a.formula, symbols);
      symbols_.push_back(std::move(symbols));
    }
  }

  std::vector<Assertion> run(int steps) {
    for (std::size_t i = 0; i < assertions_.size(); ++i)
      if (assertions_[i].role == Assertion::Role::question) wanted_.insert(symbols_[i].begin(), symbols_[i].end());
    addOfClosures();
    for (int step = 0; step < steps; ++step) {
      const Symbols before = wanted_;
      for (std::size_t i = 0; i < assertions_.size(); ++i)
        if (assertions_[i].role == Assertion::Role::background && std::ranges::any_of(symbols_[i], isIn(before)))
          wanted_.insert(symbols_[i].begin(), symbols_[i].end());
      addOfClosures();
    }
    std::vector<Assertion> kept;
    for (std::size_t i = 0; i < assertions_.size(); ++i)
      if (std::ranges::all_of(symbols_[i], isIn(wanted_))) kept.push_back(assertions_[i]);
    return kept;
  }

 private:
  static std::function<bool(SymbolId)> isIn(const Symbols& set) {
    return [&set](SymbolId s) { return set.contains(s); };
  }

  /// Collects the symbols of a formula. Omits signatures, because nearly every formula mentions a signature.
  void visit(FormulaId id, Symbols& symbols) const {
    const Formula& f = theory_.formulas.formula(id);
    if (f.kind == Kind::predicate) add(f.symbol, symbols);
    const std::function<void(TermId)> visitTerm = [&](TermId t) {
      const Term& term = theory_.formulas.term(t);
      if (!term.isVariable && !term.arguments.empty()) add(term.symbol, symbols);
      for (const TermId argument : term.arguments) visitTerm(argument);
    };
    for (const TermId t : f.terms) visitTerm(t);
    for (const FormulaId part : f.parts) visit(part, symbols);
  }

  void add(SymbolId symbol, Symbols& symbols) const {
    const auto meaning = theory_.meanings.find(symbol);
    if (meaning == theory_.meanings.end() || meaning->second.kind != Meaning::Kind::signature) symbols.insert(symbol);
  }

  /// For each axiom that mentions closures: if `wanted_` contains all these closures, adds all symbols of the axiom to `wanted_`.
  void addOfClosures() {
    for (bool more = true; more;) {
      const std::size_t before = wanted_.size();
      for (std::size_t i = 0; i < assertions_.size(); ++i) {
        if (assertions_[i].role != Assertion::Role::axiom && assertions_[i].name != "ring") continue;
        std::size_t closures = 0, missing = 0;
        for (const SymbolId s : symbols_[i]) {
          if (!closures_.contains(s)) continue;
          ++closures;
          missing += wanted_.contains(s) ? 0 : 1;
        }
        if (closures != 0 && missing == 0) wanted_.insert(symbols_[i].begin(), symbols_[i].end());
      }
      more = wanted_.size() != before;
    }
  }

  const Theory& theory_;
  const std::vector<Assertion>& assertions_;
  Symbols closures_, wanted_;
  std::vector<Symbols> symbols_;  // for each assertion: the symbols that it mentions
};

}  // namespace

std::vector<Assertion> relevantOf(const Theory& theory, const std::vector<Assertion>& assertions, int steps) {
  return Relevance(theory, assertions).run(steps);
}

}  // namespace aunit::solver::firstorder
