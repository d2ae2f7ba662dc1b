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

/// An instance that one version of a paragraph accepts and the other rejects; for a function, one in which its values differ.
struct Witness {
  enum class AcceptedBy : std::uint8_t { older, newer, neither } by = AcceptedBy::older;
  model::Instance instance;             // of the older model if that accepts it, else of the newer
  std::vector<std::string> arguments;   // "n = Node$0"
  unsigned state = 0;                   // the state of the trace in which the versions differ
  bool fewest = false;                  // proved: no witness has fewer states, or as many and fewer atoms, then tuples
  std::optional<model::Instance> near;  // an instance of the same model that both accept, one tuple away
  std::string test;                     // a `val` and a `test` of the newer model that fails on the older; empty if there is none
};

/// The checked proof that no instance is accepted by this version only.
struct Proof {
  Witness::AcceptedBy by = Witness::AcceptedBy::older;
  solver::Refutation refutation;
};

struct Change {
  enum class Kind : std::uint8_t { signature, fact, predicate, function, assertion, command, test, model } kind = Kind::model;
  enum class Standing : std::uint8_t { changed, added, removed } standing = Standing::changed;
  std::string name;  // for a signature with its fields: the signature's; for unnamed facts "fact$1", ...
  comparison::Relation relation = comparison::Relation::unknown;
  std::string formerName;  // the name in the older version, if it is another
  bool gone = false;       // for the model: some declarations were removed, and are not compared
  bool called = false;     // its own text is unchanged, but something that it calls has changed
  std::vector<Witness> witnesses;
  std::vector<Proof> proofs;                   // if they were asked for
  std::string why;                             // why it is unknown, or was not compared
  std::optional<solver::AllScopes> allScopes;  // if the versions are the same in the scope, and it was asked for
  std::vector<std::string> notes;              // for commands: "scope 3 became 2", "expect 1 is gone", "instance -> no instance"
  std::string verdictBefore, verdictAfter;     // for commands whose verdicts differ: "no counterexample", "counterexample"
  bool verdictChanged = false, expectationRemoved = false, scopeChanged = false;
  model::Span older, newer;            // the paragraphs; unknown if a version lacks it
  std::optional<std::string> allowed;  // the reason in a comment that permits the change: `-- aunit: allow weaker (reason)`
  std::string allows;                  // what that comment permits: "weaker"
};

/// "pred", "sig", ...; "added", ...
const char* name(Change::Kind kind);
const char* name(Change::Standing standing);

/// Declarations of the two models that correspond although names or forms differ: "Node.next", or an expression over fields of
/// the older model ("~Node.next"), and the same for the newer model.
struct Match {
  std::string older, newer;
  std::string reason;  // "given", "by name", "by declaration", ...
};

struct Comparison {
  std::string scope;            // scope of the comparison: "3"
  std::string larger;           // the larger scope of commands, "3 but 8 State", which is also searched for differences
  std::vector<Change> changes;  // without paragraphs of the same meaning and name
  std::size_t unchanged = 0;    // number of unchanged paragraphs
  std::vector<Match> matches{};
  std::optional<Agreement> agreement{};  // if CompareOptions asks for it and the models are not the same text
};

}  // namespace aunit::strength::versions
