// The report on a solved command: a line of JSON, and the row for people that is made from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/model.h"
#include "parser/front_end.h"
#include "reporters/terminal/style.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/grounding/problem.h"
#include "solver/kept/premises.h"
#include "solver/options.h"
#include "solver/vacuity/vacuity.h"
#include "suite/outcome.h"

namespace aunit::cli {

/// docs/json.md lists its members.
using ExecLine = nlohmann::ordered_json;

/// From what an answer was taken that nobody solved.
struct KeptFrom {
  std::string why;                                 // "the same question"
  std::string key;                                 // of the question whose answer it follows from
  std::optional<model::Instance> instance{};       // of an earlier version, which is one of this
  std::vector<solver::Premises> contradictions{};  // one of an earlier version, which what this asserts implies
};

struct ExecAnswer {
  solver::Result result;                   // of the first instance, or of the failure to find one
  std::vector<model::Instance> instances;  // instances to show or to write
  solver::Preference preference;
  std::vector<solver::Reached> reached;  // of each of these, where there is a preference
  std::uint64_t distinct = 0;            // instances found
  std::uint64_t solutions = 0;           // instances as the reference counts them
  std::string incomplete;                // why the enumeration ended early, if it did
  double translateMs = 0;
  double solveMs = 0;
  int bound = 0;                                   // states that a trace may have; model::unboundedSteps: any number
  solver::Problem problem;                         // the last that was asked, with the scope that options complete
  std::optional<suite::NearestValuation> nearest;  // to one, where there is none
  std::optional<model::Instance> nearestInstance;
  std::string notNearest;                      // why it is not known
  std::optional<solver::Vacuity> vacuity;      // of a "none": why it says nothing
  std::optional<solver::AllScopes> allScopes;  // of a "none": what there is beyond the scope
  std::vector<model::Diagnostic> warnings = {};
  std::optional<model::Instance> first;  // one, where answers are kept and none is shown
  std::optional<KeptFrom> kept;          // nothing: it was solved
  std::string unaffectedSince;  // a commit since when nothing has changed that the answer depends on; it is not asked then
  std::string aboutCache;       // what became of it there, where that is to be said
};

/// A command in its file.
struct ExecSubject {
  const std::string& file;
  const parser::Loaded& loaded;
  double parseMs;
  std::size_t index;  // of the command, as users count
  const model::Command& command;
};

/// The line for a command. `several` says that more than one instance was asked for.
ExecLine lineOf(const ExecSubject& subject, const ExecAnswer& answer, const solver::Options& options, bool several);

/// Whether the line only says that a part of the command's cubes has no instance.
bool isOfPart(const ExecLine& line);

/// Whether the error is ours, not one of the command.
bool isInternalError(const ExecLine& line);

/// Whether the verdict is the one that the command expects, if it expects one and there is one.
bool isAsExpected(const ExecLine& line);

/// How a command stands to what its reader wishes: that a `check` holds and a `run` has an instance, unless `expect` says
/// otherwise.
enum class Standing : std::uint8_t {
  holds,           // a check without counterexample
  instance,        // a run with one
  expected,        // as `expect` says
  counterexample,  // a check with one
  noInstance,      // a run without one
  unexpected,      // not as `expect` says
  undecided,
  unaffected,  // not asked: nothing has changed
  error,
  partly,  // says only that a part of the command's cubes has no instance
};
Standing standingOf(const ExecLine& line);

/// Whether the answer says nothing.
bool isVacuous(const ExecLine& line);

/// Whether a pipeline should fail.
constexpr bool isBad(Standing standing) {
  return standing == Standing::counterexample || standing == Standing::noInstance || standing == Standing::unexpected;
}

/// The header above the rows. With `verbose` there are columns for SAT and UNSAT.
std::string rowHeader(bool verbose);
/// The row for a line, with further lines below it for the unsatisfiable core or the place of an error.
std::string rowOf(const ExecLine& line, bool verbose, const reporters::Style& style);

}  // namespace aunit::cli
