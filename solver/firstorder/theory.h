// A problem as a set of first-order formulas, each of which holds in every finite instance of any scope. If they contradict each
// other, no scope has an instance.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/source.h"
#include "solver/firstorder/formulas.h"

namespace aunit::solver::firstorder {

struct Assertion {
  /// The origin of the formula. `background`: declarations, facts and orders; `question`: the question; `axiom`: axioms of
  /// closures, numbers and time; `lemma`: lemmas (axioms.h, rings.h).
  enum class Role : std::uint8_t { background, question, axiom, lemma };
  FormulaId formula = 0;
  Role role = Role::background;
  model::Span span;  // set for the roles `background` and `question`
  std::string name;  // set for the roles `axiom` and `lemma`
};

/// The transitive closure of a relation over one or more sorts. The formulas in `steps` define the relation.
struct Closure {
  using Pair = std::pair<SortId, SortId>;
  struct Step {
    TermId from = 0, to = 0;  // the variables for the ends of a step
    FormulaId formula = 0;    // true if there is a step from `from` to `to`
  };
  std::vector<SortId> sorts;
  Terms parameters;                    // the free variables of the formulas in `steps`, without `from` and `to`
  std::map<Pair, Step> steps;          // by the sorts of both ends
  std::map<Pair, SymbolId> predicate;  // predicate(parameters, from, to), by the sorts of both ends
};

/// A total function that represents a field of a signature.
struct FieldFunction {
  std::uint32_t field = 0;
  std::uint32_t signature = 0;
  SymbolId symbol = 0;
};

/// The meaning of a symbol. A symbol has no meaning if it stands for a closure, for an expression without a translation, or for
/// the value of a quantified variable over relations.
struct Meaning {
  enum class Kind : std::uint8_t { signature, field, nextInt, literal, history, between } kind = Kind::signature;
  // `signature`, `field`: its ID; `literal`: its value; `history`: ID of the past operator; `between`: index of the ring's
  // closure
  std::uint32_t id = 0;
};

/// Moments that follow each other: the states of a trace, or the atoms of an ordered signature.
struct Timeline {
  static constexpr SymbolId none = 0xffffffff;
  SortId sort = 0;
  TermId from = 0, to = 0;                  // variables of the formulas below
  FormulaId first = 0, next = 0, less = 0;  // atomic formulas: first(from), next(from, to), less(from, to)
  FormulaId in = 0;                         // true if `from` is a moment; constant `true` if all atoms of the sort are moments
  SymbolId start = none, successor = none;  // for traces: the constant for the first state, the function to the next state
};

/// A relation that is a ring if `condition` holds. In a ring, each atom of a set has one successor, and reaches all other atoms
/// of the set.
struct RingOrder {
  TermId from = 0, to = 0;  // the variables of `next`
  FormulaId next = 0;       // true if there is a step from `from` to `to`
  FormulaId condition = 0;
  SymbolId between = 0;  // between(a, b, c): the steps from a along the ring reach b before c; a, b and c are different
  // indices of the closures that the ring defines: those of the ring's relation and of parts of the relation
  std::vector<std::size_t> defined;
};

struct Theory {
  /// The budget must outlive this object.
  explicit Theory(const support::Budget& budget) : formulas(budget) {}

  Formulas formulas;
  std::vector<std::string> sortNames;      // by SortId: its name
  std::vector<std::uint32_t> signatureOf;  // by SortId: the top-level signature, or Int
  std::vector<Assertion> assertions;       // all formulas of the problem, except the definitions of closures
  std::vector<FormulaId> claims;  // for each translatable assertion of the model: a formula that is true in its counterexamples
  std::vector<Closure> closures;
  std::vector<FieldFunction> functions;
  // by signature and sort: a variable x and the formula `x in sig`
  std::map<std::pair<std::uint32_t, SortId>, std::pair<TermId, FormulaId>> domains;
  std::map<SymbolId, Meaning> meanings;
  std::vector<Timeline> timelines;
  /// A function for the number of tuples that satisfy `member`, as a value of Int.
  struct Number {
    SymbolId symbol = 0;
    Terms parameters, tuple;
    FormulaId member = 0;
  };
  std::vector<Number> numbers;
  std::vector<RingOrder> rings;    // the recognised rings (rings.h)
  SymbolId less = Timeline::none;  // the symbol for `<` on numbers; `none` if no formula compares them
  bool exact = true;               // nothing was weakened: the formulas are equivalent to the problem
  bool integers = false;           // integers were abstracted
  bool ordered = false;            // orders were axiomatised
  bool leastFirst = false;         // the question asks for the least atom in an order, which exists in finite orders only
};

/// The error for a part of the problem that has no translation to first-order logic.
class Untranslatable : public std::runtime_error {
 public:
  Untranslatable(const std::string& what, model::Span span) : std::runtime_error(what), span_(span) {}
  model::Span span() const { return span_; }

 private:
  model::Span span_;
};

}  // namespace aunit::solver::firstorder
