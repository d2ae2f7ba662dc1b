// The report of an audit as plain data: the findings, the answers with the facts that they rest on, and the claims.
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
  empty,         // a check that holds, or a run without an instance, is vacuous
  unexpected,    // a check has a counterexample, a run has no instance, or an answer differs from the command's `expect`
  unshown,       // a claim (claims.h) that no check, run or test shows
  unlisted,      // a claim for which neither a comment nor the list of claims has a sentence
  untested,      // an assertion that no command and no test uses
  repeated,      // a check repeats a fact
  tautology,     // a check holds without facts and declarations
  declarations,  // a check holds without facts
  trivial,       // every instance of the signatures satisfies a run
  scope,         // a scope or a bit width that is too small for the model
  behaviour,     // a warning about actions or about relations that change over time
  never,         // a part of the model is empty in every instance (never.h)
  undecided,     // a command has no answer, or it is unknown on which facts its answer rests
  unused,        // a predicate, function or field that nothing uses
  redundant,     // a conjunct of a fact follows from other constraints
  unneeded,      // a fact that no command and no test needs
  unclaimed,     // a check shows no claim, although comments or a list state claims (docs/audit-claims.md)
};
inline constexpr std::size_t kinds = 17;

/// "empty", "untested", ...
const char* name(Kind kind);
/// "Checks that repeat a fact", ...: a heading.
const char* title(Kind kind);

/// "check Safe"; "check$2" if the command has no name.
std::string commandText(bool check, const std::string& label);

struct Finding {
  Kind kind = Kind::empty;
  suite::Place place;
  std::string text;  // a sentence without a full stop
  std::vector<std::pair<suite::Place, std::string>> related = {};
  bool known = false;  // an earlier audit has already reported the finding (baseline.h)
};

/// A conjunct that an answer rests on; it is a part of a fact.
struct NeededConjunct {
  suite::Place place;
  std::string text;       // the conjunct's text, on one line
  std::string paragraph;  // the paragraph with the conjunct: "fact Acyclic (line 12)"
  bool breaks = false;    // the answer changes if only this conjunct is removed
};

/// For a check that holds: how many mutants of the facts have a counterexample to it (tightness.h).
struct Tightness {
  std::size_t mutants = 0;    // mutants that were tried
  std::size_t breaking = 0;   // mutants that have a counterexample
  std::size_t undecided = 0;  // mutants for which the solver did not decide

  /// A mutant that has a counterexample.
  struct BreakingMutant {
    suite::Place place;         // where the changed text is
    std::string before, after;  // the old and the new text, on one line; `after` is empty if the mutant removes the text
    suite::ValuationTable counterexample;
    std::string test;  // text of a test that removes the changed fact and expects a counterexample; empty if there is none
  };
  std::optional<BreakingMutant> example;  // a mutant that breaks the check; if possible, one that only removes a constraint
};

/// A command that was answered.
struct Answer {
  std::string path, label, text;  // `text` is the whole command: "Check Safe for 3"
  std::size_t index = 0;          // number of the command in its file, from 0 (CommandRow::index)
  suite::Place place;
  bool check = false;
  std::string verdict;   // "SAT", "UNSAT", "UNKNOWN", "ERROR"
  std::string answer;    // the verdict in a few words: "holds", ...
  std::string restsOn;   // what kind of facts the answer rests on: solver::name(Reliance::Kind); empty if not requested
  std::string sentence;  // what the answer rests on, in words (solver::relianceText)
  std::vector<NeededConjunct> needs;  // the conjuncts that the answer rests on; a minimal set if `minimal`
  bool minimal = true;
  bool onlyInScope = false;
  /// `paragraphs`: how many paragraphs the answer needs; `facts`: how many facts the model has.
  std::size_t paragraphs = 0, facts = 0;
  std::optional<Tightness> tightness;  // set only for checks that need facts
};

/// A sentence, such as a requirement, and the commands and tests that support it.
struct Claim {
  struct Evidence {
    suite::Place place;
    std::string text;      // "check Safe: no counterexample up to 3 atoms", "test \"no loop\""
    std::string sentence;  // what the answer rests on, in words
    /// For a command: whether it is a check that holds or a run with an instance, and is not vacuous. Always true for a test,
    /// because the audit does not run tests.
    bool isShown = false;
    std::string tightness = {};              // textOf() of tightness.h
    std::vector<suite::Place> written = {};  // places of the command and of its assertion, or of the test
    std::string changed = {};  // date of the last change of `written`: "2026-11-29"; "not committed"; empty if unknown
  };
  std::string id, sentence;
  suite::Place place;  // the first place where the claim is written
  std::vector<Evidence> shown;
};

struct UnauditedFile {
  std::string path, why;
};

struct Report {
  std::vector<std::string> files;      // audited files
  std::vector<UnauditedFile> unread;   // models with errors
  std::vector<UnauditedFile> skipped;  // files in an audited folder that are not Alloy models
  std::vector<Answer> answers;         // ordered by file, then by place in the file
  std::vector<Finding> findings;       // worst kinds first; within a kind ordered by file, then by place

  std::vector<Claim> claims;       // in the order of their IDs
  std::vector<std::string> fixed;  // lines of the baseline that are no longer findings

  /// Counts only findings whose Finding::known is false.
  std::size_t count(Kind kind) const;
  std::size_t known() const;
};

}  // namespace aunit::strength::audit
