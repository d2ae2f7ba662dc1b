// Judges a log: whether some behaviour of the model begins as the log does and, if not, the first line that does not fit.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/instances/instance.h"
#include "model/log.h"
#include "parser/front_end.h"
#include "solver/options.h"
#include "suite/log/facts.h"
#include "suite/log/reading/runs.h"
#include "suite/outcome.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// A step of a behaviour that explains a log, for the callback LogOptions::watch.
struct WatchedStep {
  /// The state before the step and the state after it; for the first call only the first state.
  const model::Instance& states;
  const std::vector<Condition>& conditions;  // the conditions that hold in the first of `states`
};

/// How to search for a behaviour. `states`: state by state. `solver`: with the SAT solver (symbolic/). `both`: state by state,
/// with the SAT solver as a fallback.
enum class LogEngine : std::uint8_t { both, states, solver };

struct LogOptions {
  std::map<std::string, std::vector<std::string>> atoms = {};  // all atoms of a signature, by the signature's name
  evaluator::Options evaluation = {};
  solver::Options solving = {};
  support::Budget budget = {};
  LogEngine engine = LogEngine::both;
  /// How many records the SAT solver handles together; if 0, the search chooses the number.
  std::size_t window = 0;
  std::size_t states = 0;                              // how many of the last states Behaviour contains
  std::function<void(const WatchedStep&)> watch = {};  // called for each step that explains the log, in order
};

/// The last states of a behaviour. The behaviour explains the log or, if the log does not fit, the log's longest beginning that
/// fits.
struct Behaviour {
  std::shared_ptr<const model::Instance> instance;  // null if LogOptions::states is 0
  std::vector<std::uint64_t> lines;                 // by state: the line that led to it; 0: none
  std::size_t dropped = 0;                          // number of earlier states, which `instance` does not have
  bool claimed = false;  // whether the last state has the values in the unexplained line, although no step leads to it
};

/// An action that a line may stand for, with its arguments and its conjuncts that are false.
struct PossibleAction {
  std::string action;                      // "TMCommit", "RMPrepare[rm-0]"
  model::FuncId function = model::noId;    // noId if the action is not a predicate
  std::vector<model::TupleSet> arguments;  // values of the predicate's parameters
  Place place;
  struct Part {
    std::string text;
    Place place;
    std::vector<NamedValue> values;
  };
  std::vector<Part> failing;
};

/// The value of a relation before the unexplained line, and how the last explained line changed it.
struct Change {
  std::string relation;
  std::string value;
  std::string was;                  // the value before the last explained line; empty if that line did not change it
  std::string added, removed;       // the tuples that the last explained line added and removed
  std::vector<std::string> others;  // other possible values, if the explained lines can end in several states
};

/// The first line of a log that is not explained, and the reason.
struct Fault {
  std::string file;  // the file that contains the line
  /// The first line that cannot be read, that is not explained, or at which the search ended undecided; 0: none.
  std::uint64_t line = 0;
  bool malformed = false;             // the line cannot be read
  std::string event;                  // event of the line
  std::string message;                // a sentence for the user
  std::vector<PossibleAction> meant;  // actions that the line may stand for, likeliest first
  std::vector<Change> before;         // the state before the line
  std::size_t otherStates = 0;        // number of other states in which the explained lines can end
  bool allStates = false;             // whether `otherStates` counts all of them
  bool allExplained = false;          // each line is explained; `line` is the last one, and `before` is the state after it
  Behaviour behaviour;
};

struct LogVerdict : Fault {
  enum class Outcome : std::uint8_t {
    fits,
    doesNotFit,
    undecided,
    malformed,
    empty,  // no line states anything about the model
  } outcome = Outcome::undecided;
  std::string text;             // text of the line, cut if it is long; empty if it cannot be read again
  std::uint64_t explained = 0;  // number of explained lines
  std::uint64_t lines = 0;      // if the log fits: number of lines
  bool countsStates = false;    // `line` is the index of a state in a document, from 0
  std::vector<std::string> warnings;
  struct UnreadField {
    std::string field;  // ".state.Waitng"
    std::string near;   // a similar name of a relation, or of a field that the `log` paragraph reads; empty if there is none
  };
  std::vector<UnreadField> passedBy;          // fields that the `log` paragraph does not read
  std::vector<std::string> withoutArguments;  // actions that have parameters, but for which no line gives an argument
  std::vector<Place> unjudged;                // facts that are not checked (Facts::unjudged)
  std::uint64_t visited = 0;                  // number of states that the search visited
};

/// An outcome in words: "fits", "does not fit", "undecided", "malformed", "empty".
const char* name(LogVerdict::Outcome outcome);

/// Judges the files of a run. Throws std::runtime_error if a file cannot be read, and solver::Unsupported.
LogVerdict judge(const parser::Loaded& loaded, const model::Log& log, const Run& run, const LogOptions& options);

}  // namespace aunit::suite::log
