// A change between two versions of a model: of one paragraph, or of the model as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/source.h"
#include "solver/sat/refutation.h"
#include "strength/comparison/agreement.h"
#include "strength/comparison/relation.h"

namespace aunit::strength::versions {

/// An instance that one version of a paragraph accepts and the other rejects; for a function, an instance in which its values
/// differ.
struct Witness {
  enum class AcceptedBy : std::uint8_t { older, newer, neither } by = AcceptedBy::older;
  model::Instance instance;             // an instance of the older model if the older version accepts it, else of the newer model
  std::vector<std::string> arguments;   // values of the parameters: "n = Node$0"
  unsigned state = 0;                   // the state of the trace in which the versions differ
  bool fewest = false;                  // proved: no witness is smaller, by the number of states, then of atoms, then of tuples
  std::optional<model::Instance> near;  // an instance that both versions accept and that differs from `instance` in one tuple
  std::string test;                     // a `val` and a `test` of the newer model that fails on the older; empty if there is none
};

/// A checked proof that version `by` accepts no instance that the other version rejects.
struct Proof {
  Witness::AcceptedBy by = Witness::AcceptedBy::older;
  solver::Refutation refutation;
};

struct Change {
  enum class Kind : std::uint8_t { signature, fact, predicate, function, assertion, command, test, model } kind = Kind::model;
  enum class Standing : std::uint8_t { changed, added, removed } standing = Standing::changed;
  std::string name;  // name of the paragraph; of the signature if only its fields changed; "fact$1", ... for an unnamed fact
  comparison::Relation relation = comparison::Relation::unknown;
  std::string formerName;  // the name in the older version if it differs from `name`
  bool gone = false;       // if kind is `model`: declarations were removed, and the comparison leaves them out
  bool called = false;     // the text of the paragraph is unchanged, but a paragraph that it calls has changed
  std::vector<Witness> witnesses;
  std::vector<Proof> proofs;                   // only with CompareOptions::proofs
  std::string why;                             // why `relation` is unknown, or why the paragraph was not compared
  std::optional<solver::AllScopes> allScopes;  // if requested, and if the versions have the same meaning in the scope
  std::vector<std::string> notes;              // for commands: "scope 3 became 2", "expect 1 is gone", "instance -> no instance"
  std::string verdictBefore, verdictAfter;     // for commands whose verdicts differ: "no counterexample", "counterexample"
  bool verdictChanged = false, expectationRemoved = false, scopeChanged = false;
  model::Span older, newer;            // the paragraph in each version; unknown in a version without it
  std::optional<std::string> allowed;  // the reason in a comment that permits the change: `-- aunit: allow weaker (reason)`
  std::string allows;                  // the change that this comment permits: "weaker"
};

/// "pred", "sig", ...; "added", ...
const char* name(Change::Kind kind);
const char* name(Change::Standing standing);

/// Declarations of the two models that correspond although their names or forms differ. `older` and `newer` are names
/// ("Node.next"), or expressions over fields of the model ("~Node.next").
struct Match {
  std::string older, newer;
  std::string reason;  // "given", "by name", "by declaration", ...
};

struct Comparison {
  std::string scope;            // scope of the comparison, as atoms of each signature: "3"
  std::string larger;           // larger scope of the commands, which is searched as well: "3 but 8 State"
  std::vector<Change> changes;  // omits paragraphs with the same meaning and name in both versions
  std::size_t unchanged = 0;    // number of unchanged paragraphs
  std::vector<Match> matches{};
  std::optional<Agreement> agreement{};  // if CompareOptions asks for it and the models are not the same text
};

}  // namespace aunit::strength::versions
