// The search for a behaviour by a SAT solver, where states one by one are too many: hidden relations, the arguments that are left
// out, steps that are not logged and the order of several logs are variables of one search.
//
// A log of one order is looked at through windows of some records each. A window begins with one state, its boundary, which the
// window before found. Where no behaviour goes on from it far enough, the literals of the boundary that the solver's conflict
// needs are refuted: a clause at the end of the window before keeps such states out, and the search steps back only so far as
// no other state is left. So the clauses at a boundary are a formula that holds all states from which the log may go on, in the
// way of property directed reachability (Bradley, VMCAI 2011). The records of several files are looked at through one window.
//
// A behaviour that is found is evaluated before it counts.
#pragma once

#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/log.h"
#include "suite/log/facts.h"
#include "suite/log/search.h"

namespace aunit::suite::log {

/// The state before the first record.
struct Outset {
  std::vector<Values> states;  // it is one of these; empty: any that the facts allow of a first state
  std::size_t record = 0;      // the first to be explained
};

class SymbolicSearch {
 public:
  /// All must outlive this.
  SymbolicSearch(const model::Model& model, const model::Log& log, const RelationNumbers& numbers, LooksOf& looks,
                 const model::Instance& frame, const Facts& facts, const Mapping& mapping, evaluator::Options evaluation,
                 const support::Budget& budget)
      : model_(model),
        log_(log),
        numbers_(numbers),
        looks_(looks),
        frame_(frame),
        facts_(facts),
        mapping_(mapping),
        evaluation_(evaluation),
        budget_(budget) {}

  /// Explains records from the outset on up to the one of number `count`. Throws solver::Unsupported.
  Found run(Records& records, const Outset& outset, std::size_t count);

 private:
  class Window;
  class Conditions;
  void inOrder(Records& records, const Outset& outset, std::size_t count, Found& found);
  Found inAnyOrder(Records& records, const Outset& outset, std::size_t count);

  const model::Model& model_;
  const model::Log& log_;
  const RelationNumbers& numbers_;
  LooksOf& looks_;
  const model::Instance& frame_;
  const Facts& facts_;
  const Mapping& mapping_;
  evaluator::Options evaluation_;
  const support::Budget& budget_;
};

}  // namespace aunit::suite::log
