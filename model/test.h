// Tests (reference "tests and coverage", sections 1 and 2). A test is a command, or it is a valuation and a statement about the
// valuation. The front ends make tests, and the runner evaluates them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/diagnostic.h"
#include "model/log.h"
#include "model/model.h"

namespace aunit::model {

/// An atom in a valuation as it is written: a name, an integer or a string literal.
struct AtomName {
  std::string text;
  Span span;
};
using NamedTuple = std::vector<AtomName>;

/// What a valuation states about a signature or field.
struct Assignment {
  enum class Kind : std::uint8_t {
    equal,  // `relation = tuples`
    plus,   // `relation + tuples`: adds tuples to those of the extended valuations
    minus,  // `relation - tuples`: removes tuples from those of the extended valuations
    /// States only bounds: `tuples in relation` (at least these), `relation in upTo` (at most these), `relation = ...` (any).
    partly,
  };
  std::optional<SigId> sig;  // one of `sig` and `field` is set; if the valuation has errors, perhaps neither
  std::optional<FieldId> field;
  std::vector<NamedTuple> tuples;
  Span span;
  Kind kind = Kind::equal;
  std::optional<std::vector<NamedTuple>> upTo = {};  // the upper bound, if `kind` is `partly` and there is one
};

/// The assignments in one `state { }` block of a `val`, or all assignments outside of such blocks.
struct ValuationState {
  std::vector<Assignment> assignments;
  Span span;
};

/// The reasons why a test is skipped or expected to fail.
struct Marks {
  std::optional<std::string> skip, xfail;

  /// If a reason is missing here, copies it from `others`.
  void add(const Marks& others);
};

/// The sizes of integers and sequences, as in a command's scope; -1 if not written.
struct Integers {
  int bitwidth = -1;
  int maxSequence = -1;
};

/// A valuation of the test language: `val name [extends bases] [for 6 int] { ... }`, `val name from "file"`, or a block inside a
/// test.
struct Valuation {
  std::string name;  // empty for a block inside a test
  Span span;
  Span nameSpan;                       // span of the name; for a block inside a test, of the whole block
  std::vector<std::uint32_t> bases;    // indices of the valuations that it extends; smaller than its own index
  std::string file;                    // if not empty: `from "file"`, relative to the file with the `val`
  std::optional<Log> mapping;          // if `file` does not name relations: the rules that convert its content to relations
  ValuationState common;               // assignments outside of `state { }`
  bool open = false;                   // relations without an assignment are open, not empty
  std::vector<ValuationState> states;  // empty if the valuation is static
  std::optional<std::uint32_t> loop;   // if written: index (from 0) of the state that follows the last one
  Span loopSpan;
  Integers integers;  // the sizes that the valuation states, or else the sizes of its bases; its tests use them
  std::vector<std::string> tags;
  Marks marks;                     // includes the marks of its bases
  std::vector<Diagnostic> errors;  // if not empty, the valuation cannot be used; includes the errors of its bases
};

/// The kinds of parts of a model that a test can name.
enum class Named : std::uint8_t { fact, sig, field, predicate, assertion, scope };
/// The words in front of the name of a part: "fact", "sig", "declaration of", "predicate", "assertion", "scope of".
std::string_view words(Named what);

/// The part of a model that must forbid a valuation: `because fact F`. `sig` means the whole paragraph, including its fields;
/// `scope` means the number of the signature's atoms.
struct Because {
  Named what = Named::fact;
  std::uint32_t id = noId;  // FactId, SigId, FieldId, FuncId or AssertionId; for `scope` a SigId
  Span span;
};

/// The kinds of statements: about a test's valuation, or about the answer to a command.
enum class TestKind : std::uint8_t {
  satisfies,  // `valuation satisfies X`, where X is a formula, `run p`, `check a`, or the label of a command
  violates,   // the negation of `satisfies`
  valid,      // the valuation is an instance: it satisfies the declarations and the facts
  invalid,
  gives,      // a formula such as EXPR = EXPR holds for the valuation, which may violate facts
  command,    // a command that is solved; also a model's own `run/check ... expect k`
  predicate,  // `run p ... expect k`, if p states a valuation (collectTests() chooses this kind)
  fits,       // some behaviour of the model begins as a log does
};

/// The formulas that the solver must decide to judge a statement about a partial valuation. They have no free variables: an outer
/// `some` quantifier binds the variables `atoms`.
struct Completion {
  bool every = false;  // true: the statement is about all completions; false: about at least one
  /// If `every`: states that a completion exists. Otherwise: states that some completion satisfies the formula of the test.
  ExprId some = noId;
  ExprId fails = noId;                       // if `every`: states that some completion violates the statement
  std::uint32_t declared = 0;                // number of atoms that the valuation names and that belong to `one sig`s
  std::vector<VarId> atoms;                  // one variable for each other atom that the valuation names
  std::vector<std::pair<SigId, int>> sizes;  // signatures that have a fixed number of atoms, and that number
};

/// The number of instances that a test expects of a command.
struct InstanceCount {
  std::uint32_t number = 0;
  bool upToSymmetry = false;  // true: count instances up to symmetry breaking; false: count all
};

/// One statement of a test.
struct Test {
  std::string name;
  bool continues = false;  // true: this statement belongs to the same written test as the preceding Test
  TestKind kind = TestKind::satisfies;
  Span span;      // span of the whole paragraph
  Span nameSpan;  // span of the name; for a row of a table, of the row
  /// The parts of the text that belong to this test, in source order. A row of a table has several parts; each other test has
  /// only `span`.
  std::vector<Span> parts;
  Span subjectSpan, askedSpan;  // spans of the statement's subject and of the text after it; unknown if the part is missing
  ModuleId module = 0;
  std::uint32_t valuation = noId;  // index into Tests::valuations
  std::uint32_t log = noId;        // index into Tests::logs, for `fits`
  /// The formula of the statement, if `kind` is `satisfies`, `violates` or `gives`. For a statement about a command: the
  /// formula of the command. `satisfies` and `violates` are about this formula and the facts.
  ExprId formula = noId;
  Span asked;  // span of the text after the word `satisfies`, `violates` or `gives`
  /// For `command` and `predicate`: the command. For `satisfies` and `violates`: the command, named or inline, whose scope
  /// the test uses.
  CommandId command = noId;
  std::optional<Because> because;
  std::vector<ExprId> without;             // bodies of facts, and of blocks after signatures, that are removed from the model
  std::optional<InstanceCount> instances;  // only for a command; its `number` is never 0
  /// If not empty: the test passes if it ends in an error whose message contains this text.
  std::string expectedError;
  Marks marks;
  /// Set if the valuation is partial. The atoms that it names are then free variables of `formula`.
  std::optional<Completion> completion;
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // if not empty, the test cannot be judged; includes the errors of its valuation
};

/// The logs and tests of the root file, and the valuations of the root file and of the .aunit files that it opens.
struct Tests {
  Marks marks;  // marks of the whole file
  std::vector<Valuation> valuations;
  std::vector<Log> logs;
  std::vector<Test> tests;

  /// `valuation` and all valuations that it extends, directly or not. Each occurs once, after the valuations that it extends.
  std::vector<std::uint32_t> lineage(std::uint32_t valuation) const;
};

}  // namespace aunit::model
