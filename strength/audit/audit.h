// What the answers and declarations of a model are worth: an audit, as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/outcome.h"

namespace aunit::strength::audit {

/// The kinds of findings, worst first.
enum class Kind : std::uint8_t {
  empty,         // a check holds, or a run has none, vacuously
  unexpected,    // a check has a counterexample, a run has no instance, or `expect` says otherwise
  unshown,       // no check, run or test shows a claim (claims.h)
  unlisted,      // a claim has no sentence
  untested,      // no command and no test asks an assertion
  repeated,      // a check asks what a fact says
  tautology,     // a check holds without facts and declarations
  declarations,  // a check holds without facts
  trivial,       // any instance of the signatures satisfies a run
  scope,         // a scope or a bit width is too small for what the model says
  behaviour,     // a warning about actions or what changes over time
  never,         // a signature or field is empty in every instance
  undecided,     // a command was not decided, or what it rests on
  unused,        // nothing uses a predicate, function or field
  redundant,     // a fact's conjunct follows from others
  unneeded,      // no command and no test needs a fact
  unclaimed,     // a check shows no claim, and others do
};
inline constexpr std::size_t kinds = 17;

/// "empty", "untested", ...
const char* name(Kind kind);
/// "Checks that repeat a fact", ...: a heading.
const char* title(Kind kind);

/// "check Safe"; "check$2" of a command without a name.
std::string commandText(bool check, const std::string& label);

struct Finding {
  Kind kind = Kind::empty;
  suite::Place place;
  std::string text;  // a sentence without a full stop
  std::vector<std::pair<suite::Place, std::string>> related = {};
  bool known = false;  // baseline.h: it was found before
};

/// A fact's conjunct that an answer rests on.
struct Needed {
  suite::Place place;
  std::string text;       // on one line
  std::string paragraph;  // "fact Acyclic (line 12)"
  bool breaks = false;    // without it alone the answer is another
};

/// What becomes of a check that holds with mutants of the facts (tightness.h).
struct Tightness {
  std::size_t mutants = 0;    // that were tried
  std::size_t breaking = 0;   // of these: each has a counterexample
  std::size_t undecided = 0;  // among these: the effort ended first

  /// A mutant that has a counterexample.
  struct Breaking {
    suite::Place place;         // of what changes
    std::string before, after;  // there, on one line; an empty `after` removes it
    suite::ValuationTable counterexample;
    std::string test;  // of the test language: the check has a counterexample without the fact; empty if a name is missing
  };
  std::optional<Breaking> example;  // the removal of a constraint, if one breaks the check
};

/// A command that was answered.
struct Answer {
  std::string path, label, text;  // `text` is the command as the solver names it
  std::size_t index = 0;          // in its file, as users count
  suite::Place place;
  bool check = false;
  std::string verdict;        // "SAT", "UNSAT", "UNKNOWN", "ERROR"
  std::string answer;         // "holds", ...: a few words
  std::string restsOn;        // solver::name; empty: not asked about this answer
  std::string sentence;       // solver::relianceText
  std::vector<Needed> needs;  // a minimal set, if `minimal`
  bool minimal = true;
  bool onlyInScope = false;
  std::size_t paragraphs = 0, facts = 0;  // that it needs, of how many there are
  std::optional<Tightness> tightness;     // of a check that needs facts
};

/// A sentence of a requirement's kind, and what shows it.
struct Claim {
  struct Shown {
    suite::Place place;
    std::string text;      // "check Safe: no counterexample up to 3 atoms", "test \"no loop\""
    std::string sentence;  // what the answer rests on
    bool isShown = false;  // a check holds, or a run has an instance, and the answer is not vacuous; of a test: it was not run
    std::string tightness = {};              // tightness.h: textOf
    std::vector<suite::Place> written = {};  // the command with its assertion, or the test
    std::string changed = {};                // the day of the last change there, "2026-11-29"; "not committed"; empty: not known
  };
  std::string id, sentence;
  suite::Place place;  // where it stands first
  std::vector<Shown> shown;
};

/// A file that could not be audited.
struct Unread {
  std::string path, why;
};

struct Report {
  std::vector<std::string> files;  // that were audited
  std::vector<Unread> unread;      // models in error
  std::vector<Unread> skipped;     // no models of ours: found in a folder
  std::vector<Answer> answers;     // in the order of files and texts
  std::vector<Finding> findings;   // worst first, then in the order of files and texts

  std::vector<Claim> claims;       // by ID
  std::vector<std::string> fixed;  // lines of a baseline that are no longer findings

  /// Among findings that are not known.
  std::size_t count(Kind kind) const;
  std::size_t known() const;
};

}  // namespace aunit::strength::audit
