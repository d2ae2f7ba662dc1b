// Translates a transition system of first-order logic into clauses, for a few atoms of each sort. Predicates applied to atoms
// become variables, quantifiers are expanded, and closures are computed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "solver/firstorder/states.h"
#include "solver/modelcheck/query.h"
#include "support/budget.h"

namespace aunit::solver {

/// A predicate applied to atoms. Atoms are numbered from 0 in each sort.
struct GroundAtom {
  firstorder::SymbolId symbol = 0;
  std::vector<int> atoms;
  friend bool operator==(const GroundAtom&, const GroundAtom&) = default;
  friend bool operator<(const GroundAtom& a, const GroundAtom& b) {
    return std::tie(a.symbol, a.atoms) < std::tie(b.symbol, b.atoms);
  }
};

/// Thrown if a system cannot be described by ground atoms alone, because it has functions or needs too many ground atoms.
class NotGround : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Makes the literals of formulas. This is one class, because the literal of a formula is made from literals of ground atoms,
/// closures and gates, and the literal of a closure from literals of formulas. All these literals are cached, and their clauses
/// go to one query.
class FiniteStates {
 public:
  /// Makes the moments 0 ... `last`, and the atoms of each sort: one for a `one sig`; otherwise `size`, or the number of the
  /// sort's constants if that is larger. `states` and `budget` must outlive this object. Throws NotGround and support::Exhausted.
  FiniteStates(firstorder::States& states, int size, std::size_t last, const support::Budget& budget);

  /// A literal of the solver that is true if the formula holds for these values of its free variables.
  using Values = std::map<firstorder::TermId, int>;
  int literal(firstorder::FormulaId f, const Values& values = {});
  int literal(const GroundAtom& atom);

  // Literals to assume. state(): moment 0 satisfies the assertions about one moment. step(): moments 0 and 1 follow each other.
  // moments(last): moments 0 to `last` follow each other. first(): moment 0 is the first moment of the timeline.
  int state() const { return moments_[0]; }
  int step() const { return moments_[1]; }
  int moments(std::size_t last) const { return moments_[last]; }
  int first() const { return first_; }

  int newVariable() { return query_.newVariable(); }
  void add(std::span<const int> clause) { query_.add(clause); }
  bool satisfiable(std::span<const int> assumptions) { return query_.satisfiable(assumptions); }
  bool satisfiableWith(std::span<const int> clause, std::span<const int> assumptions) {
    return query_.satisfiableWith(clause, assumptions);
  }
  bool satisfiableWithAll(std::span<const int> clauses, std::span<const int> assumptions) {
    return query_.satisfiableWithAll(clauses, assumptions);
  }
  bool value(int literal) const { return query_.value(literal); }
  std::vector<int> blamed(std::span<const int> names, std::span<const int> assumptions) {
    return query_.blamed(names, assumptions);
  }

  /// The ground atoms that describe the state at moment 0, including those of rigid relations.
  const std::vector<GroundAtom>& vocabulary() const { return vocabulary_; }
  bool isRigid(const GroundAtom& atom) const { return !states_.at.contains(atom.symbol); }
  /// The same ground atom at moment 1.
  GroundAtom next(const GroundAtom& atom) const;
  int sizeOf(firstorder::SortId sort) const { return sizes_[sort]; }
  /// The constant that denotes an atom, if there is one.
  std::optional<firstorder::TermId> constantOf(firstorder::SortId sort, int atom) const;

 private:
  int value(firstorder::TermId term, const Values& values) const;
  int junction(std::vector<int> parts, bool conjunction);
  int closed(std::size_t closure, const std::vector<int>& parameters, firstorder::SortId from, int a, firstorder::SortId to,
             int b);
  void collect(firstorder::FormulaId f, std::set<firstorder::FormulaId>& seen);
  void makeVocabulary();

  firstorder::States& states_;
  firstorder::Formulas& all_;
  support::Meter meter_;
  modelcheck::Query query_;
  std::vector<int> sizes_;  // by sort: number of atoms
  std::map<firstorder::SymbolId, int> constants_;
  std::set<firstorder::SymbolId> guards_, symbols_;
  std::map<firstorder::SymbolId, std::size_t> closureOf_;
  using Matrix = std::map<std::pair<std::pair<firstorder::SortId, int>, std::pair<firstorder::SortId, int>>, int>;
  std::map<std::pair<std::size_t, std::vector<int>>, Matrix> closures_;
  std::map<std::pair<firstorder::FormulaId, std::vector<int>>, int> memo_;
  std::map<GroundAtom, int> atoms_;
  std::map<std::vector<int>, int> gates_;
  std::vector<GroundAtom> vocabulary_;
  std::vector<int> moments_;
  int true_ = 0, first_ = 0;
};

}  // namespace aunit::solver
