// The fates of a model's mutants: plain text and numbers, so that reporters need neither the model nor the engines.
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
  killed,      // some test tells it from the model
  survived,    // none does, and the solver tells that it is not the same, or was not asked
  equivalent,  // none can within the scope
  unknown,     // none does, and the solver gave up
  ignored,     // left out: by a comment in the source, or for the fact holds by declaration
  pending,     // the run ended before
};

/// Whether a mutant that is equivalent in its scope is so for any number of atoms.
struct BeyondScope {
  std::string verdict;  // solver::name: it "holds", ...; empty: that was not asked
  std::string text;     // solver::beyondTheScope: "and for any number of atoms (a search for 2 Node is enough)"
};

struct MutantResult {
  std::string name;  // in its file, the same on each run: "Acyclic_UOI_2" is the second of this operator in this paragraph
  Operator by = Operator::MOR;
  Fate fate = Fate::pending;
  std::string paragraph;                // "pred Acyclic", "sig Node"
  suite::Place place;                   // of what changes
  std::uint32_t begin = 0, end = 0;     // of the text that is replaced, in bytes of the file
  std::string original;                 // that text
  std::string replacement;              // what it becomes: the file with it parses to the mutant
  std::string reason;                   // of what is ignored, equivalent or unknown
  BeyondScope beyond;                   // of one that is equivalent
  std::string because;                  // of one that is equivalent: what the constraint that it changes follows from, if it does
  std::vector<std::uint32_t> killedBy;  // tests, ascending; the first only, unless all were asked for
  std::string test;                     // of a survivor: one that would kill it, ready to be pasted; empty where none is known
  suite::JudgedOn example;              // what that test is about, to be drawn; only where asked for
  std::string alike;                    // name of the first survivor of the file that the same test would kill; empty: it is that
  double milliseconds = 0;              // that it took to judge it, and to ask the solver about it; 0: not known
  bool subsumed = false;                // every test that kills another mutant kills it, too: that one is the harder goal
};

struct TestInfo {
  std::string file, name;
  suite::Place place;
  bool usable = false;
  std::string why;  // of one that is not usable

  std::string id() const { return file + "::" + name; }
};

struct MutatedFile {
  std::string path;
  std::string text;
  std::vector<MutantResult> mutants;
};

struct Counts {
  std::size_t killed = 0, survived = 0, equivalent = 0, unknown = 0, ignored = 0, pending = 0;
  std::size_t forAllScopes = 0, notForAll = 0;  // for the equivalent ones: for any number of atoms; in the scope alone

  std::size_t all() const { return killed + survived + equivalent + unknown + ignored + pending; }
  /// The mutation score: how many are killed of those that a test could kill, as far as that is known.
  coverage::Tally score() const { return {killed, killed + survived + unknown}; }
  void add(const MutantResult& mutant);
};

struct Report {
  std::vector<MutatedFile> files;
  std::vector<TestInfo> tests;
  std::vector<suite::LoadError> errors;  // of files that did not load
  std::vector<std::string> sources;      // all files that were read
  std::vector<std::string> passed;       // files that are not in Alloy: of these no mutants are made
  bool allKillers = false;               // all killing tests of each mutant are known
  std::size_t shard = 1, shards = 1;     // which part of the mutants it is about
  bool interrupted = false;
  double seconds = 0;  // 0: not known

  Counts counts() const;
  /// Among the mutants that are not subsumed (the dominators). Only if all killers are known.
  Counts dominators() const;
};

/// Files by their paths, mutants in the order of the text; and what mutants have to do with each other: which survivors fall by
/// the same test, and, where all killers are known, which mutants are subsumed (of those that the same tests kill all but one).
void arrange(Report& report);

/// One report from those on all shards of a run, and on other runs: that of all shards is the one that the run without shards
/// makes, but for the time that it took. A shard may be there twice; of a mutant the one counts that knows more. Nothing, and the
/// reason in `error`, when a shard is missing or files read differently.
std::optional<Report> united(std::vector<Report> reports, std::string& error);

inline bool isSurvivor(const MutantResult& mutant) {
  return mutant.fate == Fate::survived || mutant.fate == Fate::unknown;
}
/// The reason, with what is known beyond the scope.
std::string fullReason(const MutantResult& mutant);
/// Whether some test was not judged on it, for want of memory or by an error of ours.
inline bool isLost(const MutantResult& mutant) {
  return suite::isOurs(mutant.reason);
}

}  // namespace aunit::strength
