// A resolved parallel program. Names are resolved, templates are instantiated, and structured statements are split into
// locations. The reachability engine explores it; the translation converts it to a model.
//
// A state has a value for every variable and a location for every process. In a step, one process executes the statement at its
// location (interleaving). A process that is at its last location, `end`, has ended and takes no more steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/source.h"

namespace aunit::model::program {

using VariableId = std::uint32_t;
using ProcessId = std::uint32_t;
using LocationId = std::uint32_t;
using ExprId = std::uint32_t;
inline constexpr std::uint32_t noId = 0xffffffff;

/// Booleans are 0 and 1. Members of an enumeration are numbered from 0.
enum class Sort : std::uint8_t { boolean, integer, enumeration };

struct Enumeration {
  std::string name;  // empty if the enumeration has no declaration of its own
  std::vector<std::string> members;
  model::Span span;
};

struct Domain {
  Sort sort = Sort::boolean;
  std::int64_t low = 0;
  std::int64_t high = 1;
  std::uint32_t enumeration = noId;  // index into Program::enumerations

  std::uint64_t size() const { return static_cast<std::uint64_t>(high - low) + 1; }
  bool contains(std::int64_t value) const { return value >= low && value <= high; }
};

/// A variable, or a cell of an array. The cells of an array have consecutive ids, and names such as "fork[2]". Local variables of
/// a process have names such as "P0.ticket".
struct Variable {
  std::string name;
  Domain domain;
  std::vector<std::int64_t> initial;  // possible initial values: ascending, at least one, all in the domain
  model::Span span;
};

// clang-format off
enum class Op : std::uint8_t {
  constant,      // value
  variable,      // target: VariableId
  element,  // target: the first cell; value, value2: the lowest and the highest index; child: the index
  at,            // target: ProcessId; value: LocationId
  proposition,   // target: index into Program::propositions
  negate, add, subtract, multiply, divide, remainder,  // `divide` and `remainder` round towards zero
  equal, notEqual, less, lessEqual, greater, greaterEqual,
  not_, and_, or_, implies, iff,  // `and_` and `or_` have any number of children, from left to right
  always, eventually, after, until,                        // in properties only
};
// clang-format on

struct Expr {
  Op op = Op::constant;
  Sort sort = Sort::boolean;
  std::uint32_t enumeration = noId;
  std::uint32_t target = noId;
  std::int64_t value = 0;
  std::int64_t value2 = 0;
  std::vector<ExprId> children;
  std::int64_t low = 0;   // lowest value of the expression if all variables are in their domains
  std::int64_t high = 1;  // highest value
  bool mayFail = false;   // whether an index in the expression may be outside its array, or a divisor may be 0
  model::Span span;
};

struct Assignment {
  VariableId target = noId;     // a variable, or the first cell of an array
  ExprId index = noId;          // noId unless the target is an array cell whose index is known only at run time
  std::int64_t firstIndex = 0;  // lowest index of the array
  std::int64_t lastIndex = 0;   // highest index
  ExprId value = noId;
  model::Span span;  // span of the target
};

/// A statement, which is executed in one step. If `guard` is true or missing, all assignments happen at the same time, with
/// expressions evaluated in the old state, and the process goes to `next`. If `guard` is false, the process goes to `otherwise`,
/// or waits if `otherwise` is noId.
struct Location {
  std::string name;                 // its label, or its number in source order (from 0) if it has no label
  std::vector<std::string> labels;  // all labels that statements may use for this location, including the number
  ExprId guard = noId;
  std::vector<Assignment> assignments;
  LocationId next = 0;
  LocationId otherwise = noId;
  model::Span span;
};

/// A process. Its last location is `end`, which has no statement.
struct Process {
  std::string name;   // "P0", or "Philosopher[2]"
  bool fair = false;  // weakly fair: a process that stays able to take a step takes one eventually
  std::vector<Location> locations;
  model::Span span;

  LocationId end() const { return static_cast<LocationId>(locations.size() - 1); }
};

/// A named formula: a `proposition`, an `invariant` or a `property`.
struct Proposition {
  std::string name;
  ExprId formula = noId;
  bool temporal = false;  // whether the formula is about runs, not about states; true only for a `property`
  model::Span span;
};

enum class PropertyKind : std::uint8_t {
  invariant,   // `formula` holds in every reachable state
  temporal,    // `formula` holds in every infinite run; a state without a successor repeats forever
  noDeadlock,  // every reachable state has a successor, unless all processes have ended there
  noError,     // no statement fails: values stay in their domains, indices in their arrays, divisors are not 0
};

struct Property {
  PropertyKind kind = PropertyKind::invariant;
  std::string name;
  ExprId formula = noId;
  int steps = 10;                   // length of the traces that a bounded search examines
  std::optional<bool> expectHolds;  // whether a test expects the property to hold; not set if the property is not a test
  model::Span span;                 // unknown for a `noDeadlock` or `noError` property that the program does not mention
};

/// A state: the value of each variable and the location of each process.
struct State {
  std::vector<std::int64_t> values;
  std::vector<LocationId> locations;

  friend bool operator==(const State&, const State&) = default;
};

/// A `val`: a state, or a path of several states. A variable or location that a state does not mention has the same value as in
/// the state before; in the first state, it has its initial value.
struct Valuation {
  std::string name;
  std::vector<State> states;
  bool isPath = false;                // whether it is written as a list of states
  std::optional<std::uint32_t> loop;  // index of the state that follows the last one; if not set, the path is a prefix of a run
  std::vector<std::string> tags;
  model::Span span;
  model::Span nameSpan;
};

enum class TestKind : std::uint8_t {
  satisfies,  // the formula is true in the state, or in the first state of the path
  violates,   // the formula is false in the state, or in the first state of the path
  valid,      // the path begins in an initial state, and each step is a step of the program; a single state must be initial
  invalid,
};

struct Test {
  std::string name;
  TestKind kind = TestKind::satisfies;
  std::uint32_t valuation = 0;
  ExprId formula = noId;
  std::vector<std::string> tags;
  model::Span span;
  model::Span nameSpan;
};

struct Program {
  std::string name;
  model::FileId file = model::noFile;
  std::vector<Enumeration> enumerations;
  std::vector<Variable> variables;
  std::vector<Process> processes;
  std::vector<Proposition> propositions;
  /// Contains one `noDeadlock` and one `noError` property. They come last if the program does not mention them.
  std::vector<Property> properties;
  std::vector<Valuation> valuations;
  std::vector<Test> tests;
  std::vector<Expr> exprs;

  const Expr& expr(ExprId id) const { return exprs[id]; }
};

/// A value as text: "true", "3" or "idle".
std::string valueText(const Program& program, const Domain& domain, std::int64_t value);

/// Whether an expression contains a temporal operator, directly or in a proposition to which it refers.
bool speaksOfRuns(const Program& program, ExprId id);

}  // namespace aunit::model::program
