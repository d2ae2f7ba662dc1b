// Finds out why no step of the model explains a line: which actions the line may stand for, and which of their conjuncts are
// false.
#pragma once

#include <vector>

#include "suite/log/judge.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/subject.h"

namespace aunit::suite::log {

class Explanation {
 public:
  Explanation(const Subject& subject, const RelationNumbers& numbers, StateReadsOf& looks, const model::Instance& frame,
              evaluator::Options evaluation, const support::Budget& budget)
      : subject_(subject),
        model_(subject.model),
        numbers_(numbers),
        looks_(looks),
        frame_(frame),
        evaluation_(evaluation),
        budget_(budget) {}

  /// The actions that the line may stand for, fewest false conjuncts first. `after`: the values that the line states for the next
  /// state.
  std::vector<PossibleAction> meant(const Values& before, const Observation& line, const KnownRelations& after) const;

 private:
  const Subject subject_;
  const model::Model& model_;
  const RelationNumbers& numbers_;
  StateReadsOf& looks_;
  const model::Instance& frame_;
  evaluator::Options evaluation_;
  const support::Budget& budget_;
};

}  // namespace aunit::suite::log
