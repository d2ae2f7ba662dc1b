// Records of several files in any order that their clocks allow, explained in one window: which record stands at which place is a
// variable like the others.
#pragma once

#include <cstddef>
#include <vector>

#include "suite/log/symbolic/transitions.h"

namespace aunit::suite::log {

class AnyOrder {
 public:
  /// The first `count` records, which must name those that come before them. All must outlive this.
  AnyOrder(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count);

  /// Throws solver::Unsupported, support::Exhausted.
  Found run();

 private:
  struct Place {
    int entry = 0;                        // the state before it
    std::vector<solver::Lit> step, same;  // by step of the place: whether the model has it, whether nothing changes
  };

  void placeRecords();
  void addPlace(std::size_t place);
  Place statesOf(std::size_t place);
  solver::Lit explains(std::size_t record, const Place& place, solver::Lit taken);
  Found found();

  const LogProblem& problem_;
  Records& records_;
  const Outset& outset_;
  std::size_t count_;
  Conditions conditions_;
  std::vector<std::vector<solver::Lit>> at_;  // by record and place: whether it stands there
  std::vector<solver::Lit> done_;             // by record: whether it stands at a place that was added
  std::vector<Transition> transitions_;
};

}  // namespace aunit::suite::log
