// A log problem: all that a search by a solver is about, and where it begins.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/log.h"
#include "suite/log/facts.h"
#include "suite/log/search.h"

namespace aunit::suite::log {

/// A log and the model. All references must outlive the users of the problem.
struct LogProblem {
  const model::Model& model;
  const model::Log& log;
  const RelationNumbers& numbers;
  LooksOf& looks;
  const model::Instance& frame;  // the atoms, and what never changes
  const Facts& facts;
  const Mapping& mapping;
  evaluator::Options evaluation;
  const support::Budget& budget;
  std::size_t window;        // the number of records in a window; 0: chosen to fit the log
  LogSearch::GoesOn goesOn;  // whether the model goes on behind a state; may be empty
};

/// The state before the first record.
struct Outset {
  std::vector<Values> states;  // it is one of these; empty: any that the facts allow of a first state
  std::size_t record = 0;      // the first to be explained
};

/// Whether the first record is a state, which no step led to.
inline bool beginsWithState(const LogProblem& problem, const Outset& outset) {
  return problem.log.states && outset.record == 0;
}

}  // namespace aunit::suite::log
