// A change between two versions of a model: of one paragraph, or of all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/source.h"
#include "solver/sat/refutation.h"
#include "strength/comparison/relation.h"

namespace aunit::strength::versions {

/// An instance that one version of a paragraph accepts and the other does not; of a function one where its values differ.
struct Witness {
  enum class AcceptedBy : std::uint8_t { older, newer, neither } by = AcceptedBy::older;
  model::Instance instance;             // of the older model where that accepts it, else of the newer
  std::vector<std::string> arguments;   // "n = Node$0"
  unsigned state = 0;                   // of a trace: where they differ
  bool fewest = false;                  // none is smaller: in states, atoms, then tuples
  std::optional<model::Instance> near;  // one that both accept and that differs in one tuple, of the same model
  std::string test;  // a `val` and a `test` of the newer model that the older fails; empty: none can be written
};

/// That one version accepts nothing alone, as the steps of a solver, which were checked.
struct Proof {
  Witness::AcceptedBy by = Witness::AcceptedBy::older;
  solver::Refutation refutation;
};

struct Change {
  enum class Kind : std::uint8_t { signature, fact, predicate, function, assertion, command, test, model } kind = Kind::model;
  enum class Standing : std::uint8_t { changed, added, removed } standing = Standing::changed;
  std::string name;  // of a signature, with its fields, its name; of facts without a name "fact$1" and so on
  comparison::Relation relation = comparison::Relation::unknown;
  std::string formerName;  // in the older version, where it has another
  bool gone = false;       // of the model: it declares something no longer, which is not compared
  bool called = false;     // its own text says the same; what it calls has changed
  std::vector<Witness> witnesses;
  std::vector<Proof> proofs;                   // where they were asked for
  std::string why;                             // of what is unknown, or is not looked at
  std::optional<solver::AllScopes> allScopes;  // of what is the same in the scope, if it is asked for
  std::vector<std::string> notes;              // of commands: "scope 3 became 2", "expect 1 is gone", "instance -> no instance"
  bool verdictChanged = false, expectationRemoved = false, scopeChanged = false;
  model::Span older, newer;            // the paragraphs, as far as there are two
  std::optional<std::string> allowed;  // the reason why it may be as it is: `-- aunit: allow weaker (reason)` beside it
  std::string allows;                  // what is allowed then: "weaker"
};

/// "pred", "sig" and so on; "added" and so on.
const char* name(Change::Kind kind);
const char* name(Change::Standing standing);

/// What stands for what if names or forms differ: "Node.next" or an expression over fields of the older model ("~Node.next"), the
/// same of the newer model.
struct Match {
  std::string older, newer;
  std::string reason;  // "given", "by name", "by declaration", ...
};

struct Comparison {
  std::string scope;            // in which the relations hold: "3"
  std::string larger;           // the larger scope of commands, "3 but 8 State", in which differences are searched, too
  std::vector<Change> changes;  // what says the same in the same words is left out
  std::size_t unchanged = 0;    // paragraphs that were
  std::vector<Match> matches{};
};

}  // namespace aunit::strength::versions
