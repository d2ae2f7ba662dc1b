// Finds the states that may follow a state. Propagation determines most of the next state from an action's conjuncts, so that few
// choices remain. Handles only formulas about a state and the next one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "evaluator/evaluator.h"
#include "suite/log/facts.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// A formula about a step. The variables in `given` have values. The variables in `open` may have any value that their
/// declarations allow.
struct StepFormula {
  model::ExprId formula = model::noId;
  std::vector<evaluator::Binding> given;
  std::vector<model::Decl> open;
  model::FuncId predicate = model::noId;  // if the formula is the body of an event's predicate: this predicate
};

/// By relation: its value in the next state, if known in advance.
using KnownRelations = std::vector<std::optional<model::TupleSet>>;

/// Which atoms of a state are alike. Two atoms are alike if exchanging them, together with all other atoms of their parts, does
/// not change the state. A part is a set of atoms that tuples connect.
struct Orbits {
  std::vector<std::uint32_t> of;  // by atom: a number that is equal for atoms that are alike
  /// By atom: number of its part. If a choice makes an atom unlike all others, the other atoms of its part become unlike all
  /// others, too.
  std::vector<std::uint32_t> part;
};

class Successors {
 public:
  /// `frame` has the atoms and the static relations. The arguments must outlive this object.
  Successors(const model::Model& model, const RelationNumbers& numbers, StateReadsOf& looks, const model::Instance& frame,
             const Facts& facts, evaluator::Options evaluation, const support::Budget& budget);
  ~Successors();
  Successors(const Successors&) = delete;
  Successors& operator=(const Successors&) = delete;

  /// Calls `visit` for each next state, until it returns false. May visit a state twice. If several states differ only in atoms
  /// that are alike, visits at least one of them; calls `orbits` if it needs to know which atoms are alike. Throws
  /// support::Exhausted.
  void forEach(const Values& before, std::span<const StepFormula> asked, const KnownRelations& known,
               const std::function<Orbits()>& orbits, const std::function<bool(Values)>& visit);
  /// Whether the calls of forEach() so far have visited all next states. False if a relation had too many possible values.
  bool complete() const;

  /// Restricts the search to `relations`. Ignores the parts of formulas that read other relations, so there may be more next
  /// states.
  void project(const Relations& relations);
  /// Makes the search try values in an order that `seed` determines; if `seed` is 0, in the order of the atoms.
  void shuffle(std::uint64_t seed);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace aunit::suite::log
