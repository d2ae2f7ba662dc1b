// The fates of a model's mutants as plain text and numbers, so that reporters need neither the model nor the engines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coverage/criteria.h"
#include "strength/mutation/mutant.h"
#include "suite/outcome.h"
#include "suite/trouble.h"

namespace aunit::strength {

enum class Fate : std::uint8_t {
  killed,      // at least one test notices the mutant
  survived,    // no test kills it; the solver found a difference from the model, or was not asked
  equivalent,  // no test within the scope can kill it
  unknown,     // no test kills it, and the solver did not decide whether it is equivalent
  ignored,     // a comment in the source excludes the mutant, or the changed fact follows from the declarations
  pending,     // the run ended before the mutant was judged
};

/// For a mutant that is equivalent in its scope: whether it is equivalent for any number of atoms.
struct BeyondScope {
  std::string verdict;  // the answer, by its solver::name: "holds", ...; empty if not requested
  std::string text;     // the answer in words: "and for any number of atoms (searching the scope `for 2 Node` is enough)"
};

struct MutantResult {
  std::string name;  // unique in its file and deterministic: "Acyclic_UOI_2" is the second of this operator in this paragraph
  Operator by = Operator::MOR;
  Fate fate = Fate::pending;
  std::string paragraph;             // "pred Acyclic", "sig Node"
  suite::Place place;                // the place of the text that changes
  std::uint32_t begin = 0, end = 0;  // the replaced text, as offsets in bytes in the file
  std::string original;              // the replaced text
  std::string replacement;           // the new text: a file with this text in place of `original` is the mutant
  std::string reason;                // why the mutant is ignored, equivalent or unknown
  BeyondScope beyond;                // only for an equivalent mutant
  std::string because;               // for an equivalent mutant: the constraints that imply the changed constraint, if known
  /// Indices in Report::tests of the tests that kill the mutant, ascending. If Report::allKillers is false,
  /// only the first such test.
  std::vector<std::uint32_t> killedBy;
  std::string test;               // for a survivor: the text of a test that kills it; empty if none is known
  suite::JudgedInstance example;  // the valuation of `test`, for pictures; only if requested
  /// The name of the first survivor in the file that has the same `test` except for names. Empty for this first survivor itself.
  std::string alike;
  double milliseconds = 0;  // time for judging the mutant and asking the solver about it; 0 if unknown
  bool subsumed = false;    // whether there is another killed mutant X such that all tests that kill X also kill this one
};

struct TestInfo {
  std::string file, name;
  suite::Place place;
  bool usable = false;
  std::string why;  // why the test is not usable

  std::string id() const { return file + "::" + name; }
};

struct MutatedFile {
  std::string path;
  std::string text;
  std::vector<MutantResult> mutants;
};

struct Counts {
  std::size_t killed = 0, survived = 0, equivalent = 0, unknown = 0, ignored = 0, pending = 0;
  // Parts of `equivalent`: mutants that are equivalent for any number of atoms, and those that are not equivalent in a larger
  // scope.
  std::size_t forAllScopes = 0, notForAll = 0;

  std::size_t all() const { return killed + survived + equivalent + unknown + ignored + pending; }
  /// The mutation score: killed mutants as a share of the mutants that are killed, survived or unknown.
  coverage::Tally score() const { return {killed, killed + survived + unknown}; }
  void add(const MutantResult& mutant);
};

struct Report {
  std::vector<MutatedFile> files;
  std::vector<TestInfo> tests;
  std::vector<suite::LoadError> errors;  // errors of files that could not be loaded
  std::vector<std::string> sources;      // all files that were loaded
  std::vector<std::string> passed;       // files that get no mutants, because they are not in Alloy
  bool allKillers = false;               // whether `killedBy` has all tests that kill the mutant
  std::size_t shard = 1, shards = 1;     // the report is about shard `shard` of `shards`
  bool interrupted = false;
  double seconds = 0;  // 0 if unknown

  Counts counts() const;
  /// Counts the dominators, which are the mutants that are not subsumed. Requires `allKillers`.
  Counts dominators() const;
};

/// Sorts files by path and mutants by place. Sets `alike` of survivors and, if `allKillers`, `subsumed` of killed mutants.
void arrange(Report& report);

/// Merges reports. They may be about one run or several, and a run may have several shards. Except for times, the result is the
/// report of a run without shards. If two reports are about the same shard, the fate that decides more is used, for example
/// `killed` before `unknown`. Returns nothing, and sets `error`, if a shard is missing or two reports
/// have different texts of a file.
std::optional<Report> united(std::vector<Report> reports, std::string& error);

inline bool isSurvivor(const MutantResult& mutant) {
  return mutant.fate == Fate::survived || mutant.fate == Fate::unknown;
}
/// Returns MutantResult::reason together with the answer for larger scopes (`beyond`).
std::string fullReason(const MutantResult& mutant);
/// Whether some test was not judged on the mutant because memory was exhausted, or because of an internal error.
inline bool isLost(const MutantResult& mutant) {
  return suite::isOurs(mutant.reason);
}

}  // namespace aunit::strength
