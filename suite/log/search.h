// The search for a behaviour that a log may be the beginning of.
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

/// A state of a behaviour, and what led to it.
struct PathStep {
  static constexpr std::size_t none = ~std::size_t{0};
  Values state;
  std::size_t record = none;  // the record that the step explains; none: the first state, or a hidden step
  bool whole = true;          // it is the record's last step
};

struct Found {
  enum class Outcome : std::uint8_t { fits, doesNotFit, undecided } outcome = Outcome::undecided;
  std::size_t explained = 0;   // records of the longest beginning that some behaviour explains
  std::string why;             // undecided: why
  std::vector<Values> states;  // states in which the longest beginning may end; for a single log
  bool allStates = false;      // these are all
  std::size_t part = 0;        // the number of steps of the next record that are explained, too, if it has several
  Values partState;            // then: the state after them
  std::vector<PathStep> path;  // a behaviour that explains the longest beginning, without what was discarded of it
  std::uint64_t visited = 0;   // states
  bool endsDead = false;       // all records are explained, but the model does not go on behind a state in which they end
  /// For several files that do not fit: by number n, whether some order explains exactly the first n records. Empty: unknown.
  std::vector<bool> beginnings;
};

class LogSearch {
 public:
  /// All must outlive this.
  LogSearch(const model::Model& model, const model::Log& log, const RelationNumbers& numbers, const model::Instance& frame,
            Successors& successors, const Mapping& mapping, const support::Budget& budget);

  /// Calls `discarded` for each step that can no longer change, before the step is discarded.
  void handOver(std::function<void(const PathStep&)> forgotten) { handOver_ = std::move(forgotten); }
  /// Behaviours that explain all records count only if this accepts them. Nothing is discarded then.
  void accept(std::function<bool(const std::vector<const PathStep*>&)> accept) { accept_ = std::move(accept); }

  /// Behaviours that explain the last record count only if this says that they go on; `first`: no step was taken so far.
  using GoesOn = std::function<Continuation::Answer(const Values& last, bool first)>;
  void askBehindLast(GoesOn goesOn) { goesOn_ = std::move(goesOn); }

  /// Fallback for logs that state-by-state search cannot decide. Called at most once: after some seconds of CPU time without
  /// progress, or if not all states were searched. `front`: the only state in which the records consumed so far can end; null if
  /// no prefix has been discarded. Returns nothing if it cannot decide either. `last`: no further search follows.
  using Help = std::function<std::optional<Found>(const PathStep* front, std::size_t count, bool last)>;
  void askForHelp(Help help, double seconds) { help_ = std::move(help), helpAfter_ = seconds; }

  /// Formulas that hold for the first step of a behaviour.
  void askOfFirstStep(std::vector<StepFormula> asked) { ofFirstStep_ = std::move(asked); }

  /// Explains the first `count` records (all when there are fewer) from any of the starts.
  Found run(Records& records, const std::vector<Values>& starts, std::size_t count);

 private:
  struct Child {
    std::size_t record = 0;
    bool hidden = false;
    Values state;
    bool partial = false;  // further steps of the record follow
    bool isStep = true;    // false: nothing happens in the model
  };
  struct Node {
    std::vector<std::size_t> done;  // with predecessors: records behind `position` that are done, ascending
    std::size_t position = 0;       // all records before it are done
    PathStep step;
    int hidden = 0;
    bool first = true;            // no step was taken so far
    std::size_t part = 0;         // the number of done steps of `step.record`, if it has several and not all are done
    std::optional<Values> entry;  // then: the state before the first of them
    bool all = false;             // `children` are all
    bool unique = false;          // there is only one child
    std::vector<Child> children;
    std::size_t next = 0;
    std::size_t horizon = 0;  // how many records were known to be explained when the children were computed
    std::optional<std::string> key;
    std::size_t keyHorizon = 0;  // the same when the key was computed
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
  std::optional<Found> helped(bool last);
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

  std::function<void(const PathStep&)> handOver_;
  std::function<bool(const std::vector<const PathStep*>&)> accept_;
  GoesOn goesOn_;
  bool mayGoOn_ = false;  // it is unknown whether the model goes on from some state in which all records may end

  std::vector<StepFormula> ofFirstStep_;
  Help help_;
  double helpAfter_ = 0;
  bool helpAsked_ = false;
  std::optional<PathStep> front_;  // the state after the discarded steps

  Records* records_ = nullptr;
  const std::vector<Values>* starts_ = nullptr;
  Values initial_;
  std::size_t count_ = 0;
  Found found_;
  std::vector<std::size_t> lastMention_;  // by atom: one more than the number of the last record that names it
  std::size_t mentioned_ = 0;             // records whose atoms are in lastMention_
  std::size_t forgotten_ = 0;             // the number of discarded records
  std::size_t pathOf_ = PathStep::none;   // how many records found_.path explains
};

}  // namespace aunit::suite::log
