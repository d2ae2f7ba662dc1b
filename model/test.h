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

/// What is said of one signature or field.
struct Assignment {
  enum class Says : std::uint8_t {
    equal,   // `relation = tuples`
    plus,    // `relation + tuples`: these too, beside what the valuation has from those that it extends
    minus,   // `relation - tuples`: not these
    partly,  // `tuples in relation`: at least these; `relation in upTo`: at most those; `relation = ...`: whatever
  };
  std::optional<SigId> sig;  // exactly one of the two; none in a valuation with errors
  std::optional<FieldId> field;
  std::vector<NamedTuple> tuples;
  Span span;
  Says says = Says::equal;
  std::optional<std::vector<NamedTuple>> upTo = {};  // partly: none: no bound
};

/// What a `val` states in one state of a trace (or in its only state, or outside the states: static parts).
struct ValuationState {
  std::vector<Assignment> assignments;
  Span span;
};

/// Why a test is not to run, or is known to fail.
struct Marks {
  std::optional<std::string> skip, xfail;

  /// These, and what others say where these say nothing.
  void add(const Marks& others);
};

/// How large integers and sequences are, as in the scope of a command; -1: not said.
struct Integers {
  int bitwidth = -1;
  int maxSequence = -1;
};

/// A valuation of the test language: `val name [extends bases] [for 6 int] { ... }`, `val name from "file"`, or one that stands
/// in place of a name.
struct Valuation {
  std::string name;  // empty: it has none
  Span span;
  Span nameSpan;                       // what names it, or all of it
  std::vector<std::uint32_t> bases;    // indices of the valuations that it extends, always smaller than its own
  std::string file;                    // not empty: `from "file"`, relative to the file that says so
  ValuationState common;               // outside `state { }`
  bool open = false;                   // what nobody says is open, not empty
  std::vector<ValuationState> states;  // empty for a static one
  std::optional<std::uint32_t> loop;   // 0-based index as written; absent: not said
  Span loopSpan;
  Integers integers;  // for its tests, those of what it extends among them
  std::vector<std::string> tags;
  Marks marks;                     // those of what it extends among them
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

/// How a statement about a partial valuation is asked of the solver. All formulas are closed: `some` atoms by their names.
struct Completion {
  bool every = false;                        // it is said of every completion, else of some
  ExprId some = noId;                        // there is a completion; of some, for which what is asked holds
  ExprId fails = noId;                       // every: there is a completion for which it does not
  std::vector<VarId> atoms;                  // named
  std::vector<std::pair<SigId, int>> sizes;  // of signatures whose size is fixed
};

/// How many instances a command is to have.
struct InstanceCount {
  std::uint32_t number = 0;
  bool upToSymmetry = false;  // those that symmetry breaking leaves, or else all
};

/// One statement of a test.
struct Test {
  std::string name;
  bool continues = false;  // a further statement of the test before it
  TestKind kind = TestKind::satisfies;
  Span span;                    // of the whole paragraph
  Span nameSpan;                // of a row of a table: the row
  std::vector<Span> parts;      // of a row of a table: where it is written, in the order of the text; else just `span`
  Span subjectSpan, askedSpan;  // of what the statement is about, and from there on; unknown where it is all there is
  ModuleId module = 0;
  std::uint32_t valuation = noId;  // index into Tests::valuations
  ExprId formula =
      noId;    // satisfies/violates: what must hold beside the facts (for a command: Command::formula); gives: the formula
  Span asked;  // satisfies/violates/gives: what stands behind that word
  CommandId command =
      noId;  // kind command/predicate; or the declared or inline command that `satisfies`/`violates` names (scope!)
  std::optional<Because> because;
  std::optional<InstanceCount> instances;  // of a command that is solved; never none
  std::string expectedError;               // not empty: it cannot be judged, and a message that holds this says why
  Marks marks;
  std::optional<Completion> completion;  // of a partial valuation; the atoms are free in `formula`
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // not empty: cannot be judged, and these say why (those of its valuation among them)
};

/// Everything that the files of one root state beside the model.
struct Tests {
  Marks marks;  // of the whole file
  std::vector<Valuation> valuations;
  std::vector<Test> tests;

  /// The valuations that one is made of, each once: those that it extends first, itself last.
  std::vector<std::uint32_t> lineage(std::uint32_t valuation) const;
};

}  // namespace aunit::model
