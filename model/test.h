// Test cases: a valuation plus a command (reference "tests and coverage", sections 1 and 2), as the front ends hand them to
// the runner. Nothing here is evaluated yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"

namespace aunit::model {

/// An atom as a valuation writes it: a name, or an integer or string literal.
struct AtomName {
  std::string text;
  Span span;
};
using NamedTuple = std::vector<AtomName>;

/// `relation = tuples` for one signature or field.
struct Assignment {
  std::optional<SigId> sig;  // exactly one of the two; none in a valuation with errors
  std::optional<FieldId> field;
  std::vector<NamedTuple> tuples;
  Span span;
};

/// What a `val` states in one state of a trace (or in its only state, or outside the states: static parts).
struct ValuationState {
  std::vector<Assignment> assignments;
  Span span;
};

/// A named valuation of the test language: `val name [extends base] { ... }` or `val name from "file"`.
struct Valuation {
  std::string name;
  Span span;
  Span nameSpan;
  std::optional<std::uint32_t> base;   // index of the valuation it extends, always smaller than its own
  std::string file;                    // not empty: `from "file"`, relative to the file that says so
  ValuationState common;               // outside `state { }`
  std::vector<ValuationState> states;  // empty for a static one
  std::optional<std::uint32_t> loop;   // 0-based index as written; absent: not said
  Span loopSpan;
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // not empty: no use, and these say why (those of its base among them)
};

/// What a name can be of where a test speaks of the model.
enum class Named : std::uint8_t { fact, sig, field, predicate, assertion, scope };
/// The words in front of such a name: "fact", "sig", "declaration of", "predicate", "assertion", "scope of".
std::string_view words(Named what);

/// What must decide that a valuation is no solution: `because fact F`. A `sig` is all that its paragraph says, its fields
/// included; `scope` the number of its atoms.
struct Because {
  Named what = Named::fact;
  std::uint32_t id = noId;  // FactId, SigId, FieldId, FuncId, AssertionId; SigId of a scope
  Span span;
};

/// What a test asks of its valuation or of the solver.
enum class TestKind : std::uint8_t {
  satisfies,  // valuation satisfies FORMULA | run p | check a | a declared command's label
  violates,   // the opposite outcome
  valid,      // the empty command
  invalid,
  gives,      // EXPR = EXPR (or any formula) evaluated on the valuation, facts not required
  command,    // an ordinary run/check, solved; also a model's own `run/check ... expect k`
  predicate,  // predicate style: `run p ... expect k` where p pins the valuation (decided by the runner)
};

struct Test {
  std::string name;
  TestKind kind = TestKind::satisfies;
  Span span;  // of the whole paragraph
  Span nameSpan;
  ModuleId module = 0;
  std::uint32_t valuation = noId;  // index into Tests::valuations
  ExprId formula =
      noId;    // satisfies/violates: what must hold beside the facts (for a command: Command::formula); gives: the formula
  Span asked;  // satisfies/violates/gives: what stands behind that word
  CommandId command =
      noId;  // kind command/predicate; or the declared or inline command that `satisfies`/`violates` names (scope!)
  std::optional<Because> because;
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // not empty: cannot be judged, and these say why (those of its valuation among them)
};

/// Everything that the files of one root state beside the model.
struct Tests {
  std::vector<Valuation> valuations;
  std::vector<Test> tests;
};

}  // namespace aunit::model
