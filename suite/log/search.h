// Searches state by state for a behaviour that begins as a log does.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "suite/log/canonical.h"
#include "suite/log/continuation.h"
#include "suite/log/reading/mapping.h"
#include "suite/log/reading/records.h"
#include "suite/log/successors.h"

namespace aunit::suite::log {

/// A state of a behaviour, and the record whose step led to it.
struct PathStep {
  static constexpr std::size_t none = ~std::size_t{0};
  Values state;
  std::size_t record = none;  // index of the record that the step explains; none: a first state, or the state after a hidden step
  bool whole = true;          // the step is the record's last one
};

struct SearchResult {
  enum class Outcome : std::uint8_t { fits, doesNotFit, undecided } outcome = Outcome::undecided;
  std::size_t explained = 0;   // number of records in the longest beginning of the log that some behaviour explains
  std::string why;             // if undecided: why
  std::vector<Values> states;  // states in which the explained records can end
  bool allStates = false;      // whether `states` has all states in which the explained records can end
  std::size_t part = 0;        // number of explained steps of the next record, if it stands for several steps
  Values partState;            // if `part` is not 0: the state after the first `part` steps of the next record
  std::vector<PathStep> path;  // the behaviour that explains the first `explained` records, without steps that were discarded
  std::uint64_t visited = 0;   // number of visited states
  bool endsDead = false;       // all records are explained, but no behaviour continues from the states after them
  /// Only for a log of several files: `beginnings[n]` says whether the first n records can be explained in some order. Empty if
  /// unknown.
  std::vector<bool> beginnings;
};

/// Searches depth first. This is one class, because the children of a node, its key, and whether it is accepted depend on how
/// many records were read, explained and discarded. Each visited node can change these numbers.
class LogSearch {
 public:
  /// The arguments must outlive this object.
  LogSearch(const model::Model& model, const model::Log& log, const RelationNumbers& numbers, const model::Instance& frame,
            Successors& successors, const Mapping& mapping, const support::Budget& budget);

  /// Makes the search call `forgotten` for each step that can no longer change, before the search discards the step.
  void handOver(std::function<void(const PathStep&)> forgotten) { handOver_ = std::move(forgotten); }
  /// Sets a condition for a behaviour that explains all records: the search accepts it only if `accept` returns true. After this
  /// call, no steps are discarded.
  void accept(std::function<bool(const std::vector<const PathStep*>&)> accept) { accept_ = std::move(accept); }

  /// Sets a condition for a behaviour that explains the last record: the search accepts it only if `goesOn` says that the
  /// behaviour can continue after its last state. `first`: no step was taken so far.
  using GoesOn = std::function<Continuation::Answer(const Values& last, bool first)>;
  void askBehindLast(GoesOn goesOn) { goesOn_ = std::move(goesOn); }

  /// Judges a log that this search cannot decide. The search calls `help` at most once: after `seconds` of CPU time without
  /// progress, or at its end if it could not search all states. `front`: the state after the discarded steps; null if no steps
  /// were discarded. `count`: the argument of run(). `last`: no further search follows. `help` returns nothing if it cannot
  /// decide.
  using Help = std::function<std::optional<SearchResult>(const PathStep* front, std::size_t count, bool last)>;
  void askForHelp(Help help, double seconds) { help_ = std::move(help), helpAfter_ = seconds; }

  /// Sets formulas that must hold for the first step of a behaviour.
  void askOfFirstStep(std::vector<StepFormula> asked) { ofFirstStep_ = std::move(asked); }

  /// Explains the first `count` records, or all if there are fewer, by a behaviour that begins in one of `starts`.
  SearchResult run(Records& records, const std::vector<Values>& starts, std::size_t count);

 private:
  struct Child {
    std::size_t record = 0;
    bool hidden = false;
    Values state;
    bool partial = false;  // further steps of the same record follow
    bool isStep = true;    // true: the model takes a step; false: it takes none, and the state does not change
  };
  struct Node {
    std::vector<std::size_t> done;  // if records have no fixed order: explained records after `position`, ascending
    std::size_t position = 0;       // all records before this number are explained
    PathStep step;
    int hidden = 0;
    bool first = true;            // no step was taken so far
    std::size_t part = 0;         // number of explained steps of `step.record`; 0 if all or none are explained
    std::optional<Values> entry;  // if `part` is not 0: the state before the first step of `step.record`
    bool all = false;             // whether `children` is complete
    bool unique = false;          // the node can have only one child
    std::vector<Child> children;
    std::size_t next = 0;
    std::size_t horizon = 0;  // number of records that were known to be explained when the children were computed
    std::optional<std::string> key;
    std::size_t keyHorizon = 0;  // number of records that were known to be explained when `key` was computed
  };

  bool expand(Node& node, bool firstOnly);
  bool isReady(const Node& node, std::size_t record) const;
  Node childOf(const Node& node, Child& child) const;
  std::string keyOf(const Node& node);
  std::vector<bool> namedBehind(const Node& node);
  std::size_t doneIn(const Node& node) const { return node.position + node.done.size(); }
  void note(const Node& node);
  bool beginsAt(const Values& start);
  bool accepted(const std::deque<Node>& stack);
  std::optional<SearchResult> helped(bool last);
  void keepPath(const std::deque<Node>& stack);
  bool refuted(std::size_t goal, std::uint64_t most);
  bool projectedReaches(const Relations& relations, std::size_t goal, std::uint64_t most);

  const model::Log& log_;
  const RelationNumbers& numbers_;
  const model::Instance& frame_;
  Successors& successors_;
  const Mapping& mapping_;
  CanonicalKeys keys_;
  const support::Budget& budget_;
  Relations counted_;

  // Callbacks of the caller.
  std::function<void(const PathStep&)> handOver_;
  std::function<bool(const std::vector<const PathStep*>&)> accept_;
  GoesOn goesOn_;
  bool mayGoOn_ = false;  // for some state after all records, it is unknown whether a behaviour continues

  std::vector<StepFormula> ofFirstStep_;
  Help help_;
  double helpAfter_ = 0;
  bool helpAsked_ = false;
  std::optional<PathStep> front_;  // the state after the discarded steps

  // Arguments and intermediate results of run().
  Records* records_ = nullptr;
  const std::vector<Values>* starts_ = nullptr;
  Values initial_;
  std::size_t count_ = 0;
  SearchResult found_;
  std::vector<std::size_t> lastMention_;  // by atom: one more than the index of the last record that names it; 0 if none does
  std::size_t mentioned_ = 0;             // number of records that `lastMention_` takes into account
  std::size_t forgotten_ = 0;             // number of discarded records
  std::size_t pathOf_ = PathStep::none;   // number of records that found_.path explains
};

}  // namespace aunit::suite::log
