// Decides whether a behaviour can continue after the last line of a log. Behaviours are infinite, so a state from which all paths
// end belongs to no behaviour.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "evaluator/evaluator.h"
#include "suite/log/canonical.h"
#include "suite/log/facts.h"
#include "suite/log/successors.h"
#include "suite/steps/state_reads.h"
#include "support/budget.h"

namespace aunit::suite::log {

class Continuation {
 public:
  enum class Answer : std::uint8_t { goesOn, ends, unknown };

  /// The arguments must outlive this object.
  Continuation(const model::Model& model, const RelationNumbers& numbers, StateReadsOf& looks, const model::Instance& frame,
               const Facts& facts, evaluator::Options evaluation, const support::Budget& budget);

  /// Whether a behaviour can continue after `state`. Searches depth first for a state that repeats; states count as the same if
  /// they differ only in names of atoms. The formulas `first` must hold for the first step. Returns `unknown` if a relation has
  /// too many possible values after one step. Throws support::Exhausted if the budget is used up.
  Answer behind(const Values& state, std::span<const StepFormula> first);

 private:
  enum class Mark : std::uint8_t { onPath, goesOn, ends };
  struct Node {
    std::string key;
    Values state;
    std::vector<Values> next;  // next states; the search has entered the first `taken` of them
    std::size_t taken = 0;
    enum class Extent : std::uint8_t { none, first, all } known = Extent::none;
  };

  void expand(Node& node);
  bool isStep(const Values& before, const Values& after, std::span<const StepFormula> asked);
  std::string keyOf(const Values& state) const;

  const RelationNumbers& numbers_;
  std::vector<bool> named_;  // by atom: false, since every atom may be renamed
  CanonicalKeys keys_;
  Successors successors_;
  std::unordered_map<std::string, Mark> marks_;
};

}  // namespace aunit::suite::log
