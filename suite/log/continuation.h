// Whether a behaviour can go on after the last line of a log. Behaviours are infinite: no behaviour has a state from which all
// paths end.
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
#include "suite/steps/looks.h"
#include "support/budget.h"

namespace aunit::suite::log {

class Continuation {
 public:
  enum class Answer : std::uint8_t { goesOn, ends, unknown };

  /// All must outlive this.
  Continuation(const model::Model& model, const RelationNumbers& numbers, LooksOf& looks, const model::Instance& frame,
               const Facts& facts, evaluator::Options evaluation, const support::Budget& budget);

  /// Searches depth first, from a state, for a state that comes again; states that differ only by a renaming of atoms are the
  /// same. Formulas of `first` hold for the first step. `unknown`: a relation has too many possible values after one step. Throws
  /// support::Exhausted if the budget ends.
  Answer behind(const Values& state, std::span<const StepFormula> first);

 private:
  enum class Mark : std::uint8_t { onPath, goesOn, ends };
  struct Node {
    std::string key;
    Values state;
    std::vector<Values> next;  // possible next states; the first `taken` of them were entered
    std::size_t taken = 0;
    enum class Next : std::uint8_t { none, first, all } known = Next::none;
  };

  void expand(Node& node);
  bool isStep(const Values& before, const Values& after, std::span<const StepFormula> asked);
  std::string keyOf(const Values& state) const;

  const RelationNumbers& numbers_;
  std::vector<bool> named_;  // all false: every atom may be renamed
  CanonicalKeys keys_;
  Successors successors_;
  std::unordered_map<std::string, Mark> marks_;
};

}  // namespace aunit::suite::log
