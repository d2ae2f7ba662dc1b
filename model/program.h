// A resolved parallel program: names are resolved, templates instantiated, structured statements broken down into locations. The
// reachability engine explores it; the translation turns it into a model.
//
// A state is a value for every variable and a location for every process. A step picks one process and executes the statement at
// its location (interleaving). A process whose location is its last one, `end`, has ended and takes no more steps.
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

/// Booleans are 0 and 1; members of an enumeration are numbered from 0.
enum class Sort : std::uint8_t { boolean, integer, enumeration };

struct Enumeration {
  std::string name;  // empty if it is declared inside another declaration
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

/// A variable or a cell of an array. The cells of an array have consecutive ids, and names such as "fork[2]". A process's own
/// variables have names such as "P0.ticket".
struct Variable {
  std::string name;
  Domain domain;
  std::vector<std::int64_t> initial;  // ascending, at least one, all inside the domain
  model::Span span;
};

// clang-format off
enum class Op : std::uint8_t {
  constant,      // value
  variable,      // target: VariableId
  element,       // target: first cell; low .. high in `value` and `value2`; child: the index
  at,            // target: ProcessId; value: LocationId
  proposition,   // target: index into Program::propositions
  negate, add, subtract, multiply, divide, remainder,      // divide and remainder round towards zero
  equal, notEqual, less, lessEqual, greater, greaterEqual,
  not_, and_, or_, implies, iff,                           // and_, or_: any number of children, from left to right
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
  std::int64_t low = 0;  // bounds of its values, if every variable is within its domain
  std::int64_t high = 1;
  bool mayFail = false;  // an index may be outside its array, or a divisor 0
  model::Span span;
};

struct Assignment {
  VariableId target = noId;     // VariableId: a variable, or the first cell of an array
  ExprId index = noId;          // noId, or the index of an array cell that is only known at run time
  std::int64_t firstIndex = 0;  // bounds of the array's indices
  std::int64_t lastIndex = 0;
  ExprId value = noId;
  model::Span span;  // of the target as written
};

/// One statement, executed in one step. When `guard` is true (or there is none), the assignments happen at once, with all
/// expressions evaluated in the old state, and the process goes to `next`; else it goes to `otherwise`, or waits if `otherwise`
/// is noId.
struct Location {
  std::string name;                 // its label; without a label its number, from 0 in source order
  std::vector<std::string> labels;  // all labels, including the number
  ExprId guard = noId;
  std::vector<Assignment> assignments;
  LocationId next = 0;
  LocationId otherwise = noId;
  model::Span span;
};

/// A process. Its last location is `end`, which has no statement.
struct Process {
  std::string name;   // "P0", or "Philosopher[2]"
  bool fair = false;  // weakly fair: it takes a step if it could always take one
  std::vector<Location> locations;
  model::Span span;

  LocationId end() const { return static_cast<LocationId>(locations.size() - 1); }
};

/// A formula with a name: a `proposition`, an `invariant` or a `property`.
struct Proposition {
  std::string name;
  ExprId formula = noId;
  bool temporal = false;  // for a property: about runs, rather than states
  model::Span span;
};

enum class PropertyKind : std::uint8_t {
  invariant,   // `formula` holds in every reachable state
  temporal,    // `formula` holds in every infinite run; a state without a successor repeats forever
  noDeadlock,  // every reachable state has a successor, unless all processes have ended there
  noError,     // no statement fails: values stay inside their domains, indices inside their arrays, divisors are not 0
};

struct Property {
  PropertyKind kind = PropertyKind::invariant;
  std::string name;
  ExprId formula = noId;
  int steps = 10;                   // length of the traces that a bounded search considers
  std::optional<bool> expectHolds;  // absent: it should hold, but is not counted as a test
  model::Span span;                 // unknown if noDeadlock or noError is implied
};

/// One state: the value of each variable and the location of each process.
struct State {
  std::vector<std::int64_t> values;
  std::vector<LocationId> locations;

  friend bool operator==(const State&, const State&) = default;
};

/// A `val`: one state, or a path of several. Variables and locations that it does not mention keep their values from the state
/// before; in the first state they have their initial values.
struct Valuation {
  std::string name;
  std::vector<State> states;
  bool isPath = false;                // written as a list of states
  std::optional<std::uint32_t> loop;  // index of the state after the last one; absent: the path is the beginning of a run
  std::vector<std::string> tags;
  model::Span span;
  model::Span nameSpan;
};

enum class TestKind : std::uint8_t {
  satisfies,  // the formula is true in the state; for a path: in its first state
  violates,   // the formula is false
  valid,      // the path begins in an initial state and each step is one of the program; a single state is initial
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
  std::vector<Property> properties;  // always one noDeadlock and one noError, which come last if they are not written
  std::vector<Valuation> valuations;
  std::vector<Test> tests;
  std::vector<Expr> exprs;

  const Expr& expr(ExprId id) const { return exprs[id]; }
};

/// A value as text: "true", "3" or "idle".
std::string valueText(const Program& program, const Domain& domain, std::int64_t value);

/// Whether an expression contains a temporal operator, directly or in a proposition that it names.
bool speaksOfRuns(const Program& program, ExprId id);

}  // namespace aunit::model::program
