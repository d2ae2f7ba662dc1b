// A window: a sequence of places of a log's records. A circuit describes all ways in which a behaviour can explain the records
// that may be at these places, from any boundary on.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "suite/log/symbolic/places.h"
#include "suite/log/symbolic/transitions.h"

namespace aunit::suite::log {

/// The boundary between two windows: the state there, and which of the records without a fixed order come before it.
struct Boundary {
  Values state;
  std::vector<std::size_t> done;
};
/// A condition on a boundary: that a tuple is in a relation, or that a record comes before the boundary; or the negation of one
/// of these.
struct BoundaryPart {
  std::optional<std::size_t> record;  // if not set, the condition is about the tuple
  std::size_t relation = 0;
  solver::TupleCode tuple = 0;
  bool is = false;
};
/// The boundaries that satisfy all of these conditions.
using Cube = std::vector<BoundaryPart>;

/// One class, because each new place is encoded by literals of the places before it: the state at their end, and which records
/// are done by then. `blamed` and `path` read the solution by the same literals.
class Window {
 public:
  /// Makes a window that begins with place `first` and has no places yet. `isFirst`: it begins in a state of `outset`. The
  /// arguments must outlive this object.
  Window(const LogProblem& problem, const Places& places, const SearchStart& outset, std::size_t first, bool isFirst);
  /// Makes a window for all places and the loop after them. Equal states are not merged.
  Window(const LogProblem& problem, const Places& places, const SearchStart& outset, solver::Beginning::Loop loop);

  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }
  /// Whether the window is large enough, so that no more places should be added.
  bool isFull() const;

  /// Requires that the first state has the values that a line states.
  void beginAt(const Observation& line);
  /// Adds the next place. Exactly one of these records is at this place.
  void add(const std::vector<std::size_t>& records);
  /// For a window with a loop, after all places are added: requires all facts of the whole behaviour.
  void close();
  /// Excludes boundaries at the end of the window. Each call may only append to the list of the call before.
  void refute(const std::vector<Cube>& refuted);

  /// Excludes states at the end of the window. Each call may only append to the list of the call before.
  void avoidEnds(const std::vector<Values>& ends);

  /// Whether the first `count` places can be explained from `boundary` on or, if it is null, from the first state of the log on.
  /// `also`: a literal that must be true, too; 0: none.
  bool explains(const Boundary* boundary, std::size_t count, int also = 0);
  /// Returns the conditions on the boundary that made the last call of explains() return false.
  Cube blamed() const;
  /// After explains() returned true: the first state of the window, and the path from it. The evaluator checks each step.
  /// `initial` is the first state of the log. Throw solver::Unsupported if the evaluator does not agree with the solver.
  Values firstState();
  std::vector<PathStep> path(std::size_t count, const Values& initial);
  /// After explains() returned true for all places: the records before the window's end that could also come after its end.
  std::vector<std::size_t> doneAtEnd();
  /// Up to `most` other states in which the first `count` places can end. Call it after path() returned a path that ends in
  /// `end`.
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
  std::size_t widest_ = 0;  // largest number of records that may be at the same place; 0 if each place has one record
  std::vector<Transition> transitions_;
  std::vector<int> selectors_;       // by place: a literal that switches the place on
  std::vector<std::size_t> counts_;  // by place: number of transitions up to its end
  std::vector<int> ends_;            // by place: the state after it
  std::map<std::size_t, solver::Lit>
      done_;  // by record without a fixed place: true if it is before the window or at one of its places
  std::map<std::size_t, solver::Lit> before_;  // by record that may be before the window or not: true if it is before
  /// How many cubes of refute(), and how many states of avoidEnds(), are already excluded.
  std::size_t applied_ = 0, avoided_ = 0;
  std::vector<int> assumed_;
  std::map<int, BoundaryPart> meaning_;  // meaning of literals in `assumed_`
};

}  // namespace aunit::suite::log
