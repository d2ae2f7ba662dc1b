// A window: consecutive places of a log's records (places.h). A circuit describes all ways in which a behaviour can explain the
// records that may be at these places. The behaviour may begin at any boundary.
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
/// Stands for all boundaries that satisfy each condition in the vector.
using Cube = std::vector<BoundaryPart>;

/// The circuit of a window. The class is not divided, because its members share literals: the literals for the state at the end
/// of a place, and for the records that come before that end. `add` encodes the next place with these literals. `path` uses them
/// to read a solution, and `blamed` to read a conflict.
class Window {
 public:
  /// Makes a window that begins with place `first` and has no places yet. `isFirst`: whether the window begins in a state of
  /// `outset`. The arguments must outlive this object.
  Window(const LogProblem& problem, const Places& places, const SearchStart& outset, std::size_t first, bool isFirst);
  /// Makes a window for all places and the loop after them. A record that changes nothing adds a state that equals the previous
  /// state.
  Window(const LogProblem& problem, const Places& places, const SearchStart& outset, solver::Beginning::Loop loop);

  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }
  /// Whether the window has enough places, so that the caller should add no more.
  bool isFull() const;

  /// Requires that the first state has the values that `line` states.
  void beginAt(const Observation& line);
  /// Adds the next place. Exactly one of `records` is at this place.
  void add(const std::vector<std::size_t>& records);
  /// Requires that the whole behaviour satisfies all facts. Call it for a window with a loop, after all places are added.
  void close();
  /// Requires that no cube in `refuted` stands for the boundary at the end of the window. Between calls, the caller may only
  /// append to `refuted`.
  void refute(const std::vector<Cube>& refuted);

  /// Excludes the states in `ends` at the end of the window. Between calls, the caller may only append to `ends`.
  void avoidEnds(const std::vector<Values>& ends);

  /// Whether the first `count` places can be explained from `boundary` on. If `boundary` is null, the window must begin with the
  /// first state of the log. `also`: a literal that must be true, too; 0: none.
  bool explains(const Boundary* boundary, std::size_t count, int also = 0);
  /// Returns the conditions on the boundary that made the last call of explains() return false.
  Cube blamed() const;
  /// firstState() and path() require that explains() returned true. firstState() returns the first state of the window. path()
  /// returns the steps that explain the first `count` places, each checked by the evaluator. `initial` is the first state of the
  /// log. path() throws solver::Unsupported if the evaluator does not agree with the solver.
  Values firstState();
  std::vector<PathStep> path(std::size_t count, const Values& initial);
  /// Requires that explains() returned true for all places. Returns the records that come before the window's end in this
  /// solution and could also come after it.
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
  std::vector<int> selectors_;       // by place: a literal that makes the solver require the conditions of the place
  std::vector<std::size_t> counts_;  // by place: number of transitions up to its end
  std::vector<int> ends_;            // by place: the state after it
  /// For each record without a fixed place: a literal that is true if the record is before or in the window.
  std::map<std::size_t, solver::Lit> done_;
  /// For each record that can come before or after the window's beginning: a literal that is true if it comes before it.
  std::map<std::size_t, solver::Lit> before_;
  /// How many cubes of refute(), and how many states of avoidEnds(), are already excluded.
  std::size_t applied_ = 0, avoided_ = 0;
  std::vector<int> assumed_;
  std::map<int, BoundaryPart> meaning_;  // meaning of literals in `assumed_`
};

}  // namespace aunit::suite::log
