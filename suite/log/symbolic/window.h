// A window: some records of a log, one behind the other, with all ways in which a behaviour explains them from any state on.
#pragma once

#include <map>
#include <vector>

#include "suite/log/symbolic/transitions.h"

namespace aunit::suite::log {

/// A part of a state: that a tuple is in a relation, or is not.
struct StatePart {
  std::size_t relation = 0;
  solver::TupleCode tuple = 0;
  bool in = false;
};
/// A set of states: those of which all of this is true.
using Cube = std::vector<StatePart>;

class Window {
 public:
  /// Begins with the record `first`; `isFirst`: in the outset's state. Both references must outlive this.
  Window(const LogProblem& problem, const Outset& outset, std::size_t first, bool isFirst);

  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }
  /// Whether it had better take no more records.
  bool isFull() const;

  /// Says that the first state is what a line says.
  void beginAt(const Observation& line);
  void add(const Observation& line);
  /// Keeps states out in which the window must not end; of a list that only grows.
  void refute(const std::vector<Cube>& refuted);

  /// Whether the first `count` records are explained from a state on; null: from the log's first.
  bool explains(const Values* boundary, std::size_t count, int also = 0);
  /// After explains() was false: the part of the boundary that is to blame.
  Cube blamed() const;
  /// After explains() was true: the first state, and the path behind it, each step evaluated. `initial`: the log's first state.
  /// Throws Unsupported where the evaluator does not agree.
  Values firstState();
  std::vector<PathStep> path(std::size_t count, const Values& initial);
  /// Further states in which the first `count` records may end, at most so many; after a path that ends in `end`.
  std::vector<Values> otherEnds(const Values* boundary, std::size_t count, const Values& end, const Values& initial,
                                std::size_t most);

 private:
  void addSteps(const Observation& line, std::size_t record, std::vector<solver::Lit>& parts);

  const LogProblem& problem_;
  mutable Conditions conditions_;
  TransitionCheck check_;
  std::size_t first_, end_;
  std::vector<Transition> transitions_;
  std::vector<int> selectors_;       // by record
  std::vector<std::size_t> counts_;  // of transitions up to a record's end
  std::size_t applied_ = 0;          // refuted cubes that are said
  std::vector<int> assumed_;
  std::map<int, StatePart> meaning_;  // of assumed literals
};

}  // namespace aunit::suite::log
