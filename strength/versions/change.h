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

/// An instance that one version of a paragraph accepts and the other version rejects. For a function: an instance in which the
/// two versions have different values.
struct Witness {
  enum class AcceptedBy : std::uint8_t { older, newer, neither } by = AcceptedBy::older;
  model::Instance instance;            // an instance of the older model if the older version accepts it; else of the newer model
  std::vector<std::string> arguments;  // values of the parameters: "n = Node$0"
  unsigned state = 0;                  // the state of the trace in which the versions differ
  /// Whether it is proved that no witness is smaller. Sizes are compared by the number of states, then of atoms, then of tuples.
  bool fewest = false;
  std::optional<model::Instance> near;  // an instance that both versions accept; differs from `instance` in one tuple
  /// Text of a `val` and a `test` for the newer model. The test fails on the older model. Empty if there is none.
  std::string test;
};

/// A checked proof that version `by` accepts only instances that the other version accepts, too.
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
  bool gone = false;       // for Kind::model: whether declarations were removed; the comparison ignores the removed ones
  bool called = false;     // whether the paragraph's text is unchanged, and only a paragraph that it calls has changed
  std::vector<Witness> witnesses;
  std::vector<Proof> proofs;  // only with CompareOptions::proofs
  std::string why;            // why `relation` is unknown, or why the paragraph was not compared
  /// The answer for any number of atoms, if it was requested and the versions have the same meaning in the scope.
  std::optional<solver::AllScopes> allScopes;
  std::vector<std::string> notes;           // for commands: "scope 3 became 2", "expect 1 is gone", "instance -> no instance"
  std::string verdictBefore, verdictAfter;  // for commands whose verdicts differ: "no counterexample", "counterexample"
  bool verdictChanged = false, expectationRemoved = false, scopeChanged = false;
  model::Span older, newer;            // places of the paragraph in the versions; unknown if a version lacks it
  std::optional<std::string> allowed;  // the reason in the comment that permits the change: `-- aunit: allow weaker (reason)`
  std::string allows;                  // the change that this comment permits: "weaker"
};

/// The words for a kind ("pred", "sig", ...) and for a standing ("added", ...).
const char* name(Change::Kind kind);
const char* name(Change::Standing standing);

/// Two declarations, one of each model, that correspond although their names or forms differ. `older` and `newer` are names
/// ("Node.next"), or expressions over fields of the model ("~Node.next").
struct Match {
  std::string older, newer;
  std::string reason;  // "given", "by name", "by declaration", ...
};

struct Comparison {
  std::string scope;   // scope of the comparison, as atoms of each signature: "3"
  std::string larger;  // larger scope of the commands, which is searched as well: "3 but 8 State"
  /// The changes; paragraphs that have the same meaning and the same name in both versions are omitted.
  std::vector<Change> changes;
  std::size_t unchanged = 0;  // number of unchanged paragraphs
  std::vector<Match> matches{};
  std::optional<Agreement> agreement{};  // has a value if CompareOptions requests it and the models have different texts
};

}  // namespace aunit::strength::versions
