// The verdict on a log: whether some behaviour of the model begins with it, and if not, the first line that does not fit.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
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

/// A step of a behaviour that explains a log, for callers that want all steps.
struct WatchedStep {
  const model::Instance& states;             // the state and the next one; of the first: itself alone
  const std::vector<Condition>& conditions;  // those that hold in the first of the states
};

/// The engines that explain a log: states one by one, a SAT solver (symbolic/), or the first with the second as its help.
enum class LogEngine : std::uint8_t { both, states, solver };

struct LogOptions {
  std::map<std::string, std::vector<std::string>> atoms = {};  // all atoms of signatures, by their names
  evaluator::Options evaluation = {};
  solver::Options solving = {};
  support::Budget budget = {};
  LogEngine engine = LogEngine::both;
  std::size_t window = 0;                              // the records that a solver handles together; 0: chosen to fit the log
  std::size_t states = 0;                              // how many of the behaviour's last states are kept
  std::function<void(const WatchedStep&)> watch = {};  // sees each step that explains the log, in order
};

/// A behaviour that explains the longest beginning of a log.
struct Behaviour {
  std::shared_ptr<const model::Instance> instance;  // null: none was asked for
  std::vector<std::uint64_t> lines;                 // by state: the line (of its file) after which the state is reached; 0: none
  std::size_t dropped = 0;                          // how many states came before them
  bool claimed = false;                             // the last state is what the unexplained line states
};

/// An action that a line could have meant: its arguments, and the parts of it that do not hold.
struct PossibleAction {
  std::string action;                      // "TMCommit", "RMPrepare[rm-0]"
  model::FuncId function = model::noId;    // noId: the action is no predicate
  std::vector<model::TupleSet> arguments;  // of it
  Place place;
  struct Part {
    std::string text;
    Place place;
    std::vector<NamedValue> values;
  };
  std::vector<Part> failing;
};

/// The value of a relation, and its value before the last line.
struct Change {
  std::string relation;
  std::string value;
  std::string was;                  // before the last line; empty: it did not change
  std::string added, removed;       // then: the tuples that came, and the tuples that went
  std::vector<std::string> others;  // other values that the lines allow
};

/// The line up to which a log was explained.
struct Fault {
  std::string file;                   // of the line
  std::uint64_t line = 0;             // the first that nothing explains, that cannot be read, or that was not decided; 0: none
  bool malformed = false;             // it cannot be read
  std::string event;                  // of the line
  std::string message;                // a sentence
  std::vector<PossibleAction> meant;  // the likeliest first
  std::vector<Change> before;         // the state that the line does not explain
  std::size_t otherStates = 0;        // the number of further states in which the lines before may end
  bool allStates = false;             // these states are all
  Behaviour behaviour;
};

struct LogVerdict : Fault {
  enum class Outcome : std::uint8_t {
    fits,
    doesNotFit,
    undecided,
    malformed,
    empty,  // no line says anything of the model
  } outcome = Outcome::undecided;
  std::string text;             // the line itself, cut if it is long; empty if it cannot be read again
  std::uint64_t explained = 0;  // the number of explained lines
  std::uint64_t lines = 0;      // with `fits`: the number of all lines
  bool countsStates = false;    // `line` is a state of a document, from 0
  std::vector<std::string> warnings;
  struct PassedBy {
    std::string field;  // ".state.Waitng"
    std::string near;   // a name that is read and may be meant, or empty
  };
  std::vector<PassedBy> passedBy;             // fields that nothing reads
  std::vector<std::string> withoutArguments;  // actions with parameters for which no line gives an argument
  std::vector<Place> unjudged;                // facts that a beginning cannot break
  std::uint64_t visited = 0;                  // the number of visited states
};

/// The word for an outcome: "fits", "does not fit", "undecided", "malformed", "empty".
const char* name(LogVerdict::Outcome outcome);

/// Judges the files of one run. Throws std::runtime_error when one cannot be read, solver::Unsupported.
LogVerdict judge(const parser::Loaded& loaded, const model::Log& log, const Run& run, const LogOptions& options);

/// The paragraph of this name; without a name the only one, or if there is none plainLog(). Nothing: `error` says why.
std::optional<model::Log> logFor(const parser::Loaded& loaded, const std::string& name, std::string& error);

/// The `log` paragraph for a model that has none: events name predicates, and fields name relations.
model::Log plainLog(const model::Model& model);

}  // namespace aunit::suite::log
