// The states that may follow a state, by propagation: an action's conjuncts guard it and determine the relations, so that hardly
// anything is left to try. No formulas about time beyond one step are handled here.
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
  model::FuncId predicate = model::noId;  // the predicate whose body the formula is
};

/// What is known of the next state in advance, by relation; nothing: the relation may have any value.
using Known = std::vector<std::optional<model::TupleSet>>;

/// Which atoms are alike, and which parts of a state move together when they are exchanged.
struct Orbits {
  std::vector<std::uint32_t> of;    // by atom: equal for atoms that may take each other's place
  std::vector<std::uint32_t> part;  // by atom: its part; an atom that is distinguished from others distinguishes all of its part
};

class Successors {
 public:
  /// `frame` has the atoms and the static relations. All must outlive this object.
  Successors(const model::Model& model, const RelationNumbers& numbers, LooksOf& looks, const model::Instance& frame,
             const Facts& facts, evaluator::Options evaluation, const support::Budget& budget);
  ~Successors();
  Successors(const Successors&) = delete;
  Successors& operator=(const Successors&) = delete;

  /// Visits the states that may follow until `visit` returns false; some may be visited twice. Throws support::Exhausted. One is
  /// enough among states that differ only in atoms that are alike; `orbits` is called if that is needed.
  void forEach(const Values& before, std::span<const StepFormula> asked, const Known& known,
               const std::function<Orbits()>& orbits, const std::function<bool(Values)>& visit);
  /// Whether all states were visited so far; false if a relation had too many possible values.
  bool complete() const;

  /// From now on only these relations count: parts of formulas about others are left out, so more states may follow.
  void project(const Relations& relations);
  /// Tries values in another order from now on; 0: in that of the atoms.
  void shuffle(std::uint64_t seed);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace aunit::suite::log
