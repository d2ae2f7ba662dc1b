// The report on solved commands: texts and numbers, which all outputs are made from.
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

/// Whether a pipeline should fail.
constexpr bool isBad(Standing standing) {
  return standing == Standing::counterexample || standing == Standing::noInstance || standing == Standing::unexpected;
}

/// What became of a command. docs/json.md lists the members of the JSON form.
struct CommandRow {
  using Part = suite::BeyondScope::Part;  // "path:line:column", and what stands there, on one line
  struct Cubes {
    int depth = 0;
    std::size_t part = 0, parts = 0;  // the number, from 1, of the part that has no instance, of so many; 0: of no part
  };
  struct Vacuous {
    std::string why, text, place;  // solver::name, solver::vacuityText; the place of a guard
    std::vector<Part> core;
  };
  struct Warning {
    std::string name, text, hint;  // model::Diagnostic::code, ...
    suite::Place place;
    bool ofModel = false;  // or of this answer alone
  };

  std::size_t file = 0;          // in SolveReport::files
  model::CommandId command = 0;  // of it; neither is kept in journals
  std::string path;
  std::size_t index = 0;  // of the command in its file, as users count
  std::string label, text;
  bool check = false;   // or a run
  std::string verdict;  // solver::name, or "UNAFFECTED"
  std::string answer, error;
  int expect = -1;  // instances; -1: it does not say
  double parseMs = 0, translateMs = 0, solveMs = 0;
  solver::Statistics statistics;  // without times
  std::string solver;
  int symmetry = 0, skolemDepth = 0;
  bool noOverflow = false;
  std::string dialect;                             // empty: Alloy 6
  bool several = false;                            // more than one instance was asked for
  std::string val;                                 // of the valuation that the command has as a fact
  std::uint64_t solutions = 0, distinct = 0;       // instances as the Analyzer counts them, and distinct ones
  std::uint64_t renamed = 0;                       // of instances that are shown: those left out, as they differ in names only
  std::string incomplete;                          // why there may be more
  std::string reached;                             // how large the first is, where there is a preference
  std::vector<solver::Reached> sizes;              // of all
  std::vector<std::pair<std::string, int>> scope;  // where it grows: the signatures that do, at the end
  std::optional<int> bound;                        // of traces: states; model::unboundedSteps: any number
  std::optional<modelcheck::Proof> proof;          // these without texts
  std::optional<solver::Refutation> refutation;
  std::optional<Cubes> cubes;
  std::optional<std::vector<Part>> core;
  bool coreIsMinimal = true;  // false: time ended before it was tried to do without each part
  std::optional<Vacuous> vacuous;
  std::optional<suite::NearestValuation> nearest;
  std::string notNearest;                 // why it is not known
  std::string kept;                       // the source of an answer that was not solved
  std::string cache;                      // what the cache did for it, if that is to be shown
  std::optional<suite::RestsOn> restsOn;  // of a "none", if it was requested and is known
  std::optional<suite::BeyondScope> allScopes;
  std::vector<Warning> warnings;         // in a SolveReport those of a model once, at the first command that depends on them
  std::optional<Part> place;             // of an error
  std::optional<suite::ReasonText> why;  // the first instance is a counterexample
  /// Instances as SolveListener::answered shows them; the report is without.
  std::vector<std::string> shown;

  bool isVacuous() const { return vacuous.has_value(); }
  /// Whether it only says that a part of the command's cubes has no instance.
  bool isOfPart() const { return cubes && cubes->parts != 0; }
  /// Whether the verdict is the one that the command expects, if it expects one and there is one.
  bool isAsExpected() const;
  /// Whether the error is ours, not one of the command.
  bool isInternalError() const { return suite::saysInternalError(error); }
  /// Whether it is a check that has no counterexample in its scope, and is not shown to have none in any.
  bool lacksAllScopes() const { return check && verdict == "UNSAT" && !(allScopes && allScopes->holds()); }
  Standing standing() const;
  /// ", but vacuous: the facts contradict each other"; empty if the answer says something.
  std::string remarkOnVacuity() const;
};

/// A file of a request, loaded.
struct SolvedFile {
  std::string path;
  bool isNamed = true;  // else it was found in a folder
  std::unique_ptr<parser::Loaded> loaded{};
  double parseMs = 0;
  std::string refused{};        // why no command of it can be asked although it loads
  bool defaultCommand = false;  // SolveOptions::defaultCommand

  /// Whether it was found, and is of another program.
  bool isOther() const { return !isNamed && isNotAlloy(*loaded); }
  bool isBroken() const { return loaded->ok() ? !refused.empty() : !isOther(); }
  /// Whether users count this command of the file: not one of a test, nor the default command of a file that only opens the
  /// model.
  bool counts(const model::Command& command) const;
  /// Why nothing of a file that loads is solved: "no command; 2 assertions are never checked: Safe and Live". Empty if it has a
  /// command that counts, or if it is about something else than commands.
  std::string whyNothing() const;

  static bool isNotAlloy(const parser::Loaded& loaded);
};

struct SolveReport {
  std::vector<SolvedFile> files;
  std::vector<CommandRow> rows;  // in the order of the commands; of an interrupted request those that have an answer
  std::size_t chosen = 0;        // commands
  std::size_t asked = 0;         // of these, in the shard
  std::size_t recalled = 0;      // rows that a journal had
  struct Cache {
    std::string path;
    std::size_t kept = 0, solved = 0, inError = 0;  // answers
    std::size_t damaged = 0, failed = 0;            // files: differences from the written text, and files that could not be read
  };
  std::optional<Cache> cache;
  std::string refused;        // why the request cannot be met; empty: it was
  bool partsAreLost = false;  // what was answered elsewhere cannot be read
  bool isUnwritten = false;   // the journal does not have all

  bool isBroken() const;         // a file, or a command, is in error
  bool isInternalError() const;  // one of ours
};

}  // namespace aunit::runner
