// The states that may follow a state, by propagation: an action's conjuncts guard it and say what becomes of the relations, so
// that hardly anything is left to try. Nothing here is about time beyond one step.
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

/// A formula about a step. Variables of `open` have any values that their declarations allow.
struct StepFormula {
  model::ExprId formula = model::noId;
  std::vector<evaluator::Binding> given;
  std::vector<model::Decl> open;
  model::FuncId predicate = model::noId;  // of which the formula is the body
};

/// Knowledge of the next state beforehand; nothing of a relation that may become anything.
using Known = std::vector<std::optional<model::TupleSet>>;

/// Which atoms are alike, and which parts of a state move together when they are exchanged.
struct Orbits {
  std::vector<std::uint32_t> of;    // by atom: equal for atoms that may take each other's place
  std::vector<std::uint32_t> part;  // by atom: with an atom all of its part are told apart from others
};

class Successors {
 public:
  /// `frame` has the atoms and what never changes. All must outlive this.
  Successors(const model::Model& model, const RelationNumbers& numbers, LooksOf& looks, const model::Instance& frame,
             const Facts& facts, evaluator::Options evaluation, const support::Budget& budget);
  ~Successors();
  Successors(const Successors&) = delete;
  Successors& operator=(const Successors&) = delete;

  /// Visits the states that may follow until `visit` returns false; some may be visited twice. Throws support::Exhausted. Among
  /// states that are equal but for atoms that are alike, one is enough: `orbits` says which are, if that is asked.
  void forEach(const Values& before, std::span<const StepFormula> asked, const Known& known,
               const std::function<Orbits()>& orbits, const std::function<bool(Values)>& visit);
  /// Whether all was visited so far: false if a relation could have become too many things.
  bool complete() const;

  /// Only these relations count from now on: what says something of another is left out, so that more may follow.
  void project(const Relations& relations);
  /// Tries values in another order from now on; 0: in that of the atoms.
  void shuffle(std::uint64_t seed);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace aunit::suite::log
