// The inputs of a search with the SAT solver.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/log.h"
#include "suite/log/facts.h"
#include "suite/log/search.h"

namespace aunit::suite::log {

/// A log and the model. All referenced objects must outlive the users of the problem.
struct LogProblem {
  const model::Model& model;
  const model::Log& log;
  const RelationNumbers& numbers;
  StateReadsOf& looks;
  const model::Instance& frame;  // the atoms and the static relations
  const Facts& facts;
  const Mapping& mapping;
  evaluator::Options evaluation;
  const support::Budget& budget;
  std::size_t window;        // number of records in a window; 0: chosen to fit the log
  LogSearch::GoesOn goesOn;  // says whether a behaviour continues after a state; may be empty
};

/// Where a search begins.
struct SearchStart {
  std::vector<Values> states;  // possible states before the first record; empty: all that the facts allow as first states
  std::size_t record = 0;      // index of the first record that must be explained
};

/// Whether the search begins with a record that states the first state of the behaviour. No step leads to that state.
inline bool beginsWithState(const LogProblem& problem, const SearchStart& outset) {
  return problem.log.states && outset.record == 0;
}

}  // namespace aunit::suite::log
