// The report on solved commands, as texts and numbers, for all outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/options.h"
#include "solver/preference.h"
#include "solver/proof.h"
#include "solver/sat/refutation.h"
#include "suite/outcome.h"

namespace aunit::runner {

/// Whether the answer is the desired one: a `check` should hold and a `run` should have an instance, unless `expect` says
/// otherwise.
enum class AnswerStatus : std::uint8_t {
  holds,           // a check has no counterexample
  instance,        // a run has an instance
  expected,        // the answer is as `expect` says
  counterexample,  // a check has a counterexample
  noInstance,      // a run has no instance
  unexpected,      // the answer is not as `expect` says
  undecided,
  unaffected,  // not solved, because nothing relevant has changed
  error,
  partly,  // only a part of the command's cubes is known to have no instance
};

/// Whether a CI job should fail because of an answer with this status.
constexpr bool isBad(AnswerStatus status) {
  return status == AnswerStatus::counterexample || status == AnswerStatus::noInstance || status == AnswerStatus::unexpected;
}

/// The result of a command. docs/json.md lists the members of the JSON form.
struct CommandRow {
  using Part = suite::BeyondScope::Part;  // "path:line:column", and the text there, on one line
  struct Cubes {
    int depth = 0;
    /// If the answer is only about one part of the cubes: the number of this part, from 1, and the number of parts. Otherwise 0.
    std::size_t part = 0, parts = 0;
  };
  struct VacuityDetails {
    /// `why`: the reason, as solver::name() returns it; `text`: as solver::vacuityText() returns it. `place`: the place of the
    /// guard, if a guard is the reason.
    std::string why, text, place;
    std::vector<Part> core;
  };
  struct Warning {
    std::string name, text, hint;  // name: model::Diagnostic::code
    suite::Place place;
    bool ofModel = false;  // the warning is about the model, not only about this answer
  };

  std::size_t file = 0;          // index in SolveReport::files
  model::CommandId command = 0;  // ID of the command in that file; journals store neither `file` nor `command`
  std::string path;
  std::size_t index = 0;  // index of the command among those for which SolvedFile::counts is true
  std::string label, text;
  bool check = false;   // false: a run
  std::string verdict;  // solver::name, or "UNAFFECTED"
  std::string answer, error;
  int expect = -1;  // expected number of instances; -1: no `expect`
  double parseMs = 0, translateMs = 0, solveMs = 0;
  solver::Statistics statistics;  // its times are not set
  std::string solver;
  int symmetry = 0, skolemDepth = 0;
  bool noOverflow = false;
  std::string dialect;   // empty for Alloy 6
  bool several = false;  // whether the request asked for more than one instance
  std::string val;       // the valuation that was added to the command
  /// How many instances there are: `solutions` as the Analyzer counts them (one instance may count several times: decode.h),
  /// `distinct` if each instance counts once.
  std::uint64_t solutions = 0, distinct = 0;
  std::uint64_t renamed = 0;                       // number of instances left out because they differ in names of atoms only
  std::string incomplete;                          // why there may be more instances
  std::string reached;                             // the size of the first instance, if there is a preference
  std::vector<solver::ReachedSize> sizes;          // size of each instance, if there is a preference
  std::vector<std::pair<std::string, int>> scope;  // for a growing scope: its final sizes
  std::optional<int> bound;                        // largest number of states of a trace; model::unboundedSteps: any number
  std::optional<modelcheck::Proof> proof;          // without the texts of the certificate
  std::optional<solver::Refutation> refutation, boundsRefutation;  // see solver::Result
  std::optional<Cubes> cubes;
  std::optional<std::vector<Part>> core;
  bool coreIsMinimal = true;  // false if the time limit was reached, so that some parts were not tried for removal
  std::optional<VacuityDetails> vacuous;
  std::optional<suite::NearestValuation> nearest;
  std::string notNearest;                     // why `nearest` is not known
  std::string kept;                           // where the answer comes from if the command was not solved
  std::string cache;                          // how the cache was used, if that should be shown
  std::optional<suite::AnswerBasis> restsOn;  // set if there is no instance and the basis of this answer was requested and found
  std::optional<suite::BeyondScope> allScopes;
  std::vector<Warning> warnings;         // in a SolveReport, a warning with `ofModel` is only in the first row that it concerns
  std::optional<Part> place;             // place of an error
  std::optional<suite::ReasonText> why;  // why the first instance is a counterexample
  /// The texts of the instances. SolveListener::answered() adds them. They are removed before the row is added to the report.
  std::vector<std::string> shown;

  bool isVacuous() const { return vacuous.has_value(); }
  /// Whether the row says only that a part of the command's cubes has no instance.
  bool isOfPart() const { return cubes && cubes->parts != 0; }
  /// True if the verdict is the expected one, and also if there is no verdict or no expectation.
  bool isAsExpected() const;
  /// Whether the error is an internal error of the program, not a mistake in the command.
  bool isInternalError() const { return suite::saysInternalError(error); }
  /// Whether the command is a check that has no counterexample in its scope but is not proved in all scopes.
  bool lacksAllScopes() const { return check && verdict == "UNSAT" && !(allScopes && allScopes->holds()); }
  AnswerStatus status() const;
  /// ", but vacuous: the facts contradict each other"; empty if the answer is not vacuous.
  std::string remarkOnVacuity() const;
};

/// A file of a request, loaded.
struct SolvedFile {
  std::string path;
  bool isNamed = true;  // false if the file was found in a folder
  std::unique_ptr<parser::Loaded> loaded{};
  double parseMs = 0;
  std::string refused{};        // why no command of the file can be solved, although the file loads
  bool defaultCommand = false;  // SolveOptions::defaultCommand

  /// Whether the file was found in a folder and is not an Alloy model.
  bool isOther() const { return !isNamed && isNotAlloy(*loaded); }
  bool isBroken() const { return loaded->ok() ? !refused.empty() : !isOther(); }
  /// Whether the report includes this command. It excludes commands of tests and of opened files. It includes the default command
  /// of a file only if the file was named and does not end in `.aunit`. If `defaultCommand` is false, it also excludes the
  /// default command of a file with assertions.
  bool counts(const model::Command& command) const;
  /// Why a file that loads has nothing to solve: "no command; 2 assertions are never checked: Safe and Live". Empty if
  /// the report includes a command of the file, or if the file ends in `.aunit`.
  std::string whyNothing() const;

  static bool isNotAlloy(const parser::Loaded& loaded);
};

struct SolveReport {
  std::vector<SolvedFile> files;
  std::vector<CommandRow> rows;  // in the order of the commands; after an interrupt only those with an answer
  std::size_t chosen = 0;        // number of chosen commands, in all shards
  std::size_t asked = 0;         // number of the chosen commands that are in this shard
  std::size_t recalled = 0;      // number of rows from a journal
  struct Cache {
    std::string path;
    /// How many answers are from the cache, how many are from the solver, and how many are errors.
    std::size_t kept = 0, solved = 0, inError = 0;
    std::size_t damaged = 0, failed = 0;  // number of files with a wrong checksum, and of answers that could not be written
  };
  std::optional<Cache> cache;
  std::string refused;        // why the request cannot be met; empty if it can
  bool partsAreLost = false;  // whether the answers of another process could not be read
  bool isUnwritten = false;   // whether answers could not be added to the journal

  bool isBroken() const;         // whether a file or a command has an error
  bool isInternalError() const;  // whether a file or a command has an internal error
};

}  // namespace aunit::runner
