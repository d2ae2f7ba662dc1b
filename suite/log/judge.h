// The verdict on a log: whether some behaviour of the model begins so, and if not, from which line on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/log.h"
#include "parser/front_end.h"
#include "solver/grounding/options.h"
#include "suite/outcome.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct LogOptions {
  std::map<std::string, std::vector<std::string>> atoms;  // all atoms of signatures, by their names
  evaluator::Options evaluation;
  solver::Options solving;
  support::Budget budget;
};

/// An action that a line could have meant: with which arguments, and what of it does not hold.
struct Meant {
  std::string action;  // "TMCommit", "RMPrepare[rm-0]"
  Place place;
  struct Part {
    std::string text;
    Place place;
    std::vector<NamedValue> values;
  };
  std::vector<Part> failing;
};

/// How a relation changed, or what it is.
struct Change {
  std::string relation;
  std::string value;
};

struct LogVerdict {
  enum class Outcome : std::uint8_t { fits, doesNotFit, undecided, malformed } outcome = Outcome::undecided;
  std::string file;             // of the line
  std::uint64_t line = 0;       // the first that nothing explains, that cannot be read, or that was not decided; 0: none
  std::string event;            // of the line
  std::string message;          // a sentence
  std::uint64_t explained = 0;  // lines
  std::uint64_t lines = 0;      // with `fits`: all
  std::vector<Meant> meant;     // the likeliest first
  std::vector<Change> before;   // the state that the line does not explain
  std::size_t otherStates = 0;  // in which the lines before may have ended, too
  std::vector<std::string> warnings;
  std::vector<Place> unjudged;  // facts that a beginning cannot break
  std::uint64_t visited = 0;    // states
};

/// The word for an outcome: "fits", "does not fit", "undecided", "malformed".
const char* name(LogVerdict::Outcome outcome);

/// Judges the files of one run. Throws std::runtime_error when one cannot be read, solver::Unsupported.
LogVerdict judge(const parser::Loaded& loaded, const model::Log& log, const std::vector<std::string>& files,
                 const LogOptions& options);

/// The `log` paragraph that a model without one stands for: events are predicates, and fields are relations of their names.
model::Log plainLog(const model::Model& model);

}  // namespace aunit::suite::log
