// Test cases: a valuation and a command (reference "tests and coverage", sections 1 and 2), as the front ends hand them to the
// runner, before anything is evaluated.
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

/// An atom as a valuation writes it: a name, or an integer or string literal.
struct AtomName {
  std::string text;
  Span span;
};
using NamedTuple = std::vector<AtomName>;

/// An assignment of a valuation to one signature or field.
struct Assignment {
  enum class Says : std::uint8_t {
    equal,   // `relation = tuples`
    plus,    // `relation + tuples`: adds tuples to those of the extended valuations
    minus,   // `relation - tuples`: removes tuples from those of the extended valuations
    partly,  // `tuples in relation`: at least these; `relation in upTo`: at most these; `relation = ...`: any
  };
  std::optional<SigId> sig;  // exactly one of `sig` and `field`; none in a valuation with errors
  std::optional<FieldId> field;
  std::vector<NamedTuple> tuples;
  Span span;
  Says says = Says::equal;
  std::optional<std::vector<NamedTuple>> upTo = {};  // of `partly`; absent: no upper bound
};

/// The assignments of a `val` in one state of a trace, in its only state, or outside its states (static parts).
struct ValuationState {
  std::vector<Assignment> assignments;
  Span span;
};

/// The reasons why a test is skipped, or is expected to fail.
struct Marks {
  std::optional<std::string> skip, xfail;

  /// Takes over a reason from `others` where this has none.
  void add(const Marks& others);
};

/// The sizes of integers and sequences, as in the scope of a command; -1: not written.
struct Integers {
  int bitwidth = -1;
  int maxSequence = -1;
};

/// A valuation of the test language: `val name [extends bases] [for 6 int] { ... }`, `val name from "file"`, or a block that
/// stands where a test could name a valuation.
struct Valuation {
  std::string name;  // empty for an inline one
  Span span;
  Span nameSpan;                       // of the name, or the whole valuation
  std::vector<std::uint32_t> bases;    // indices of the valuations that it extends, always smaller than its own
  std::string file;                    // not empty: `from "file"`, relative to the file with the `val`
  std::optional<Log> mapping;          // of a file: the meaning of its parts, if it states no relations
  ValuationState common;               // outside `state { }`
  bool open = false;                   // relations without an assignment are open, not empty
  std::vector<ValuationState> states;  // empty for a static one
  std::optional<std::uint32_t> loop;   // 0-based index, if written
  Span loopSpan;
  Integers integers;  // for its tests; inherited from its bases
  std::vector<std::string> tags;
  Marks marks;                     // includes those of its bases
  std::vector<Diagnostic> errors;  // not empty: the valuation is unusable; includes its bases' errors
};

/// The kinds of model parts that a test can name.
enum class Named : std::uint8_t { fact, sig, field, predicate, assertion, scope };
/// The words in front of such a name: "fact", "sig", "declaration of", "predicate", "assertion", "scope of".
std::string_view words(Named what);

/// The part of the model that must decide that a valuation is no solution: `because fact F`. A `sig` is its whole paragraph,
/// fields included; a `scope` is the number of the signature's atoms.
struct Because {
  Named what = Named::fact;
  std::uint32_t id = noId;  // FactId, SigId, FieldId, FuncId, AssertionId; SigId of a scope
  Span span;
};

/// The kinds of statements that a test makes about its valuation or asks of the solver.
enum class TestKind : std::uint8_t {
  satisfies,  // valuation satisfies FORMULA | run p | check a | a declared command's label
  violates,   // the opposite outcome
  valid,      // the empty command
  invalid,
  gives,      // EXPR = EXPR (or any formula) evaluated on the valuation, facts not required
  command,    // an ordinary run/check, solved; also a model's own `run/check ... expect k`
  predicate,  // predicate style: `run p ... expect k` where p fixes the valuation (decided by the runner)
  fits,       // a log: some behaviour of the model begins so
};

/// The questions to the solver that decide a statement about a partial valuation. All formulas are closed: the named atoms are
/// bound by `some`.
struct Completion {
  bool every = false;                        // the statement is about every completion, else about some completion
  ExprId some = noId;                        // there is a completion; unless `every`, one for which the asked formula holds
  ExprId fails = noId;                       // of `every`: there is a completion for which the statement does not hold
  std::uint32_t declared = 0;                // named atoms of `one sig`s
  std::vector<VarId> atoms;                  // the others that are named
  std::vector<std::pair<SigId, int>> sizes;  // of signatures whose size is fixed
};

/// The number of instances that a command is to have.
struct InstanceCount {
  std::uint32_t number = 0;
  bool upToSymmetry = false;  // count those that symmetry breaking leaves, else all
};

/// One statement of a test.
struct Test {
  std::string name;
  bool continues = false;  // a further statement of the test before it
  TestKind kind = TestKind::satisfies;
  Span span;                    // of the whole paragraph
  Span nameSpan;                // of a row of a table: the row
  std::vector<Span> parts;      // of a row of a table: its parts in the order of the text; else just `span`
  Span subjectSpan, askedSpan;  // of the statement's subject, and of the rest; unknown if there is none
  ModuleId module = 0;
  std::uint32_t valuation = noId;  // index into Tests::valuations
  std::uint32_t log = noId;        // index into Tests::logs; of kind fits
  ExprId formula = noId;  // satisfies/violates: the formula that must hold beside the facts (of a command: Command::formula);
                          // gives: the formula
  Span asked;             // satisfies/violates/gives: the part behind that word
  CommandId command =
      noId;  // of kind command/predicate, or the declared or inline command that `satisfies`/`violates` names (its scope counts)
  std::optional<Because> because;
  std::vector<ExprId> without;             // bodies of facts, and blocks behind signatures, that are left out of the model
  std::optional<InstanceCount> instances;  // of a command that is solved; never 0
  std::string expectedError;               // not empty: the test passes if it has an error whose message contains this
  Marks marks;
  std::optional<Completion> completion;  // of a partial valuation; its named atoms are free in `formula`
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // not empty: the test cannot be judged; includes its valuation's errors
};

/// The valuations, logs and tests in the files of one root.
struct Tests {
  Marks marks;  // of the whole file
  std::vector<Valuation> valuations;
  std::vector<Log> logs;
  std::vector<Test> tests;

  /// The valuations that make up `valuation`, each once: the ones that it extends first, itself last.
  std::vector<std::uint32_t> lineage(std::uint32_t valuation) const;
};

}  // namespace aunit::model
