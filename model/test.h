// Test cases: a valuation and a command (reference "tests and coverage", sections 1 and 2). The front ends make them for the
// runner; nothing is evaluated yet.
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

/// An atom as written in a valuation: a name, or an integer or string literal.
struct AtomName {
  std::string text;
  Span span;
};
using NamedTuple = std::vector<AtomName>;

/// What a valuation states about one signature or field.
struct Assignment {
  enum class Says : std::uint8_t {
    equal,   // `relation = tuples`
    plus,    // `relation + tuples`: adds tuples to the relation of the extended valuations
    minus,   // `relation - tuples`: removes tuples from the relation of the extended valuations
    partly,  // `tuples in relation`: at least these; `relation in upTo`: at most these; `relation = ...`: any
  };
  std::optional<SigId> sig;  // exactly one of `sig` and `field`; neither in a valuation with errors
  std::optional<FieldId> field;
  std::vector<NamedTuple> tuples;
  Span span;
  Says says = Says::equal;
  std::optional<std::vector<NamedTuple>> upTo = {};  // upper bound, if `says` is `partly`; absent: none
};

/// The assignments of a `val`: of one state of a trace, of its only state, or outside its states (static relations).
struct ValuationState {
  std::vector<Assignment> assignments;
  Span span;
};

/// The reasons why a test is skipped, or is expected to fail.
struct Marks {
  std::optional<std::string> skip, xfail;

  /// Takes the reasons of `others` that are missing here.
  void add(const Marks& others);
};

/// The sizes of integers and sequences, as in a command's scope; -1: not written.
struct Integers {
  int bitwidth = -1;
  int maxSequence = -1;
};

/// A valuation of the test language: `val name [extends bases] [for 6 int] { ... }`, `val name from "file"`, or an inline block
/// in a test.
struct Valuation {
  std::string name;  // empty for an inline valuation
  Span span;
  Span nameSpan;                       // of the name, or the whole valuation
  std::vector<std::uint32_t> bases;    // indices of the valuations that it extends, always smaller than its own
  std::string file;                    // not empty: `from "file"`, relative to the file with the `val`
  std::optional<Log> mapping;          // of a file: the meaning of its parts, if it states no relations
  ValuationState common;               // outside `state { }`
  bool open = false;                   // relations without an assignment are open, not empty
  std::vector<ValuationState> states;  // empty if the valuation is static
  std::optional<std::uint32_t> loop;   // index of a state, from 0, if written
  Span loopSpan;
  Integers integers;  // for its tests; inherited from its bases
  std::vector<std::string> tags;
  Marks marks;                     // including its bases' marks
  std::vector<Diagnostic> errors;  // not empty: the valuation is unusable; including its bases' errors
};

/// The kinds of model parts that a test can name.
enum class Named : std::uint8_t { fact, sig, field, predicate, assertion, scope };
/// The words before such a name: "fact", "sig", "declaration of", "predicate", "assertion", "scope of".
std::string_view words(Named what);

/// The part of the model that must rule out a valuation: `because fact F`. `sig`: its whole paragraph, including fields; `scope`:
/// the number of the signature's atoms.
struct Because {
  Named what = Named::fact;
  std::uint32_t id = noId;  // FactId, SigId, FieldId, FuncId or AssertionId; for a scope its SigId
  Span span;
};

/// The kinds of statements: about a test's valuation, or about what the solver finds.
enum class TestKind : std::uint8_t {
  satisfies,  // valuation satisfies FORMULA | run p | check a | a declared command's label
  violates,   // the same, with the opposite outcome
  valid,      // satisfies the empty command
  invalid,
  gives,      // a formula such as EXPR = EXPR is true on the valuation, which may violate facts
  command,    // an ordinary run/check that is solved, also a model's own `run/check ... expect k`
  predicate,  // `run p ... expect k`, where p fixes the valuation (chosen by the runner)
  fits,       // a log: some behaviour of the model begins like it
};

/// The questions to the solver that decide a statement about a partial valuation. All formulas are closed: `some` binds the named
/// atoms.
struct Completion {
  bool every = false;                        // the statement is about all completions; false: about at least one
  ExprId some = noId;                        // a completion exists; unless `every`, one that satisfies the asked formula
  ExprId fails = noId;                       // if `every`: a completion violates the statement
  std::uint32_t declared = 0;                // number of named atoms of `one sig`s
  std::vector<VarId> atoms;                  // variables of the other named atoms
  std::vector<std::pair<SigId, int>> sizes;  // signatures whose number of atoms is fixed
};

/// The expected number of instances of a command.
struct InstanceCount {
  std::uint32_t number = 0;
  bool upToSymmetry = false;  // count only instances left by symmetry breaking; false: count all
};

/// One statement of a test.
struct Test {
  std::string name;
  bool continues = false;  // another statement of the preceding test
  TestKind kind = TestKind::satisfies;
  Span span;                    // of the whole paragraph
  Span nameSpan;                // of the name; for a row of a table, of the row
  std::vector<Span> parts;      // for a row of a table, its parts in source order; else only `span`
  Span subjectSpan, askedSpan;  // of the statement's subject, and of its rest; unknown if there is none
  ModuleId module = 0;
  std::uint32_t valuation = noId;  // index into Tests::valuations
  std::uint32_t log = noId;        // index into Tests::logs, for `fits`
  ExprId formula = noId;  // satisfies/violates: the formula that must hold in addition to facts (of a command: Command::formula);
                          // gives: the formula
  Span asked;             // satisfies/violates/gives: the part after that word
  CommandId command =
      noId;  // command/predicate: the command; satisfies/violates: the command that it names or holds, whose scope counts
  std::optional<Because> because;
  std::vector<ExprId> without;             // bodies of facts, and blocks after signatures, that are removed from the model
  std::optional<InstanceCount> instances;  // for a solved command; never 0
  std::string expectedError;               // not empty: the test passes if it has an error whose message contains this text
  Marks marks;
  std::optional<Completion> completion;  // for a partial valuation, whose named atoms are free in `formula`
  std::vector<std::string> tags;
  std::vector<Diagnostic> errors;  // not empty: the test cannot be judged; including its valuation's errors
};

/// The valuations, logs and tests in the files of one root file.
struct Tests {
  Marks marks;  // of the whole file
  std::vector<Valuation> valuations;
  std::vector<Log> logs;
  std::vector<Test> tests;

  /// `valuation` and all valuations that it extends, each once, bases first.
  std::vector<std::uint32_t> lineage(std::uint32_t valuation) const;
};

}  // namespace aunit::model
