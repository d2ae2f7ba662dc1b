// Many-sorted first-order logic with equality: terms and formulas, each made once and simplified as it is made.
//
// Sorts are never empty. Formulas are in negation normal form: only predicates and equations are negated. Quantifiers are pushed
// inwards, and disappear if an equation fixes the value of their variable.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "support/budget.h"

namespace aunit::solver::firstorder {

using SortId = std::uint32_t;
using SymbolId = std::uint32_t;
using TermId = std::uint32_t;
using FormulaId = std::uint32_t;
using Sorts = std::vector<SortId>;
using Terms = std::vector<TermId>;
using Substitution = std::map<TermId, TermId>;  // by variable: the term that replaces it

/// The result sort of a predicate.
inline constexpr SortId truthSort = 0xffffffff;

/// A predicate, function or constant.
struct Symbol {
  std::string name;  // unique; letters, digits and underscores, with a letter first
  Sorts arguments;
  SortId result = truthSort;
};

/// A variable (`symbol` is then its number) or an application.
struct Term {
  bool isVariable = false;
  std::uint32_t symbol = 0;
  SortId sort = 0;
  Terms arguments;
  friend bool operator<(const Term& a, const Term& b) {
    return std::tie(a.isVariable, a.symbol, a.sort, a.arguments) < std::tie(b.isVariable, b.symbol, b.sort, b.arguments);
  }
};

enum class Kind : std::uint8_t { true_, false_, predicate, equal, not_, and_, or_, forAll, exists };

struct Formula {
  Kind kind = Kind::true_;
  SymbolId symbol = 0;           // with `predicate`
  TermId variable = 0;           // with `forAll` and `exists`
  Terms terms;                   // with `predicate` and `equal`
  std::vector<FormulaId> parts;  // with the other kinds: the operands, each once
  friend bool operator<(const Formula& a, const Formula& b) {
    return std::tie(a.kind, a.symbol, a.variable, a.terms, a.parts) < std::tie(b.kind, b.symbol, b.variable, b.terms, b.parts);
  }
};

/// The store of all terms and formulas. Members that make formulas throw support::Exhausted when the budget is used up.
class Formulas {
 public:
  explicit Formulas(const support::Budget& budget);

  /// Makes a symbol with this name, or with a new name derived from `name` if another symbol has it.
  SymbolId symbol(const std::string& name, Sorts arguments, SortId result = truthSort);
  const std::vector<Symbol>& symbols() const { return symbols_; }

  // Terms.
  TermId variable(SortId sort);
  TermId apply(SymbolId symbol, Terms arguments);
  const Term& term(TermId id) const { return terms_[id]; }
  SortId sortOf(TermId id) const { return terms_[id].sort; }
  Sorts sortsOf(std::span<const TermId> terms) const;

  // Formulas.
  const Formula& formula(FormulaId id) const { return formulas_[id]; }
  FormulaId truth(bool value) const { return value ? 0 : 1; }
  FormulaId predicate(SymbolId symbol, Terms arguments);
  /// The equation of two terms; the formula `false` if the terms have different sorts.
  FormulaId equal(TermId a, TermId b);
  FormulaId negation(FormulaId f);
  FormulaId conjunction(const std::vector<FormulaId>& parts) { return junction(Kind::and_, parts); }
  FormulaId disjunction(const std::vector<FormulaId>& parts) { return junction(Kind::or_, parts); }
  FormulaId both(FormulaId a, FormulaId b) { return conjunction({a, b}); }
  FormulaId either(FormulaId a, FormulaId b) { return disjunction({a, b}); }
  FormulaId implies(FormulaId a, FormulaId b) { return either(negation(a), b); }
  FormulaId iff(FormulaId a, FormulaId b) { return both(implies(a, b), implies(b, a)); }
  FormulaId exists(TermId variable, FormulaId f) { return quantified(Kind::exists, variable, f); }
  FormulaId forAll(TermId variable, FormulaId f) { return quantified(Kind::forAll, variable, f); }
  FormulaId exists(std::span<const TermId> variables, FormulaId f);
  FormulaId forAll(std::span<const TermId> variables, FormulaId f);

  /// Counts a step of work with formulas against the budget.
  void step() { meter_.step(8); }

  /// The free variables, ascending.
  const Terms& freeIn(FormulaId f) const { return free_[f]; }
  void addVariablesOf(TermId term, Terms& variables) const;
  bool occursFree(TermId variable, FormulaId f) const;
  FormulaId substitute(FormulaId f, const Substitution& by);
  TermId substituteIn(TermId term, const Substitution& by);
  /// An equivalent formula without the parts that the surrounding literals decide: `p or (p and q)` is `p`, `not p or (p and q)`
  /// is `not p or q`.
  FormulaId simplified(FormulaId f);
  /// Formulas that are satisfiable together if the formula is satisfiable. They are universally quantified disjunctions. A part
  /// is not multiplied out if this would give too many disjunctions. Constants replace outermost existential variables.
  std::vector<FormulaId> clauses(FormulaId f);
  /// A text that is equal for formulas that differ only in the names of bound variables and of `parameters`.
  std::string canonical(FormulaId f, std::span<const TermId> parameters) const;

 private:
  FormulaId junction(Kind kind, const std::vector<FormulaId>& parts);
  using Known = std::map<FormulaId, bool>;  // by atomic formula (predicate or equation): whether it holds
  FormulaId simplified(FormulaId f, const Known& known);
  struct Clause {
    Terms variables;
    std::vector<FormulaId> parts;
  };
  std::vector<Clause> clausesOf(FormulaId f, bool withinAll);
  FormulaId quantified(Kind kind, TermId variable, FormulaId f);
  FormulaId kept(Formula formula);
  TermId keptTerm(Term term);
  bool solvedFor(TermId variable, FormulaId part, bool negated, TermId& value) const;
  bool occurs(TermId variable, TermId term) const;

  support::Meter meter_;
  std::vector<Symbol> symbols_;
  std::map<std::string, std::uint32_t> names_;
  std::vector<Term> terms_;
  std::map<Term, TermId> termIds_;
  std::vector<Formula> formulas_;
  std::map<Formula, FormulaId> formulaIds_;
  std::vector<Terms> free_;  // by FormulaId: its free variables, ascending
  std::uint32_t variables_ = 0;
};

}  // namespace aunit::solver::firstorder
