// A window: successive places of a log's records, with all ways in which a behaviour explains the records that may stand there,
// from any boundary on.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "suite/log/symbolic/places.h"
#include "suite/log/symbolic/transitions.h"

namespace aunit::suite::log {

/// The boundary between two windows: the state, and which records with an open order come before it.
struct Boundary {
  Values state;
  std::vector<std::size_t> done;
};
/// A part of a boundary: that a tuple is in a relation, or is not; that a record stands before it, or does not.
struct BoundaryPart {
  std::optional<std::size_t> record;  // else:
  std::size_t relation = 0;
  solver::TupleCode tuple = 0;
  bool is = false;
};
/// A set of boundaries: those that satisfy all of these literals.
using Cube = std::vector<BoundaryPart>;

class Window {
 public:
  /// Begins with the place `first`; `isFirst`: in the outset's state. All references must outlive this.
  Window(const LogProblem& problem, const Places& places, const Outset& outset, std::size_t first, bool isFirst);
  /// For all places and the loop behind them. Equal states are not merged.
  Window(const LogProblem& problem, const Places& places, const Outset& outset, solver::Beginning::Loop loop);

  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }
  /// Whether the window should take no more places.
  bool isFull() const;

  /// Requires that the first state is what a line states.
  void beginAt(const Observation& line);
  /// Takes the next place, at which one of these records stands.
  void add(const std::vector<std::size_t>& records);
  /// With a loop, when all places are taken: requires that the facts hold of the whole behaviour.
  void close();
  /// Excludes boundaries at the end of the window. The list only grows from call to call.
  void refute(const std::vector<Cube>& refuted);

  /// Excludes states at the end of the window. The list only grows from call to call.
  void avoidEnds(const std::vector<Values>& ends);

  /// Whether the first `count` places are explained from a boundary on; null: from the log's first.
  bool explains(const Boundary* boundary, std::size_t count, int also = 0);
  /// After explains() was false: the part of the boundary that is to blame.
  Cube blamed() const;
  /// After explains() was true: the first state, and the path behind it, each step evaluated. `initial`: the log's first state.
  /// Throws Unsupported if the evaluator does not agree.
  Values firstState();
  std::vector<PathStep> path(std::size_t count, const Values& initial);
  /// Then, if all places are explained: the records that may stand on either side of the window's end, and stand before it.
  std::vector<std::size_t> doneAtEnd();
  /// At most `most` further states in which the first `count` places may end; after a path that ends in `end`.
  std::vector<Values> otherEnds(const Boundary* boundary, std::size_t count, const Values& end, const Values& initial,
                                std::size_t most);

 private:
  void addNothing(std::size_t record);
  void addRecord(std::size_t record, std::vector<solver::Lit>& parts);
  void addSteps(const Observation& line, std::size_t record, std::vector<solver::Lit>& parts);
  void addChoice(const std::vector<std::size_t>& records, std::vector<solver::Lit>& parts);
  void addHidden(std::vector<solver::Lit>& parts);
  solver::Lit explainsAt(std::size_t record, int entry, std::span<const solver::Lit> step, std::span<const solver::Lit> same,
                         solver::Lit taken);
  solver::Lit isDone(std::size_t record);
  std::vector<solver::Lit> differs(const Values& values, int state);

  const LogProblem& problem_;
  const Places& places_;
  mutable Conditions conditions_;
  TransitionCheck check_;
  std::size_t first_, end_;
  std::size_t widest_ = 0;  // the number of records that may stand at the same place, if lines have several
  std::vector<Transition> transitions_;
  std::vector<int> selectors_;       // by place
  std::vector<std::size_t> counts_;  // of transitions up to a place's end
  std::vector<int> ends_;            // the states behind the places
  std::map<std::size_t, solver::Lit>
      done_;  // by record that is not fixed: whether it stands at a place that was taken, or before
  std::map<std::size_t, solver::Lit> before_;  // by record that may stand before the window or in it: whether it stands before
  std::size_t applied_ = 0, avoided_ = 0;      // the numbers of refuted cubes and of ends that are excluded already
  std::vector<int> assumed_;
  std::map<int, BoundaryPart> meaning_;  // of assumed literals
};

}  // namespace aunit::suite::log
