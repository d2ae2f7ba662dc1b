// The executable form of expressions: a graph of nodes without names. Lets and calls are substituted: a `let` or an argument
// becomes one shared node, evaluated in the state of each use. Quantified variables are slots.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace aunit::evaluator {

using NodeId = std::uint32_t;
using SlotId = std::uint32_t;
using BoundId = std::uint32_t;

// clang-format off
enum class Code : std::uint8_t {
  // Relations.
  empty, univ, allAtoms, ints, seqInts, strings, sig, field, iden, stringAtom, namedAtom, skolem, nextInt, slot,
  unite, subtract, intersect, overrideWith, product, join, domainRestrict, rangeRestrict,
  transpose, closure, reflexiveClosure, comprehension, intAtom,
  fittingIntAtom,  // intAtom if overflows are excluded: empty if the integer overflows
  fromZero,        // `0 - k`; k is the payload
  // Integers.
  literal, minInt, maxInt, cardinality, sumOf, sum,
  add, subtractInt, multiply, divide, remainder, shiftLeft, shiftRight, shiftRightLogical,
  // Formulas.
  true_, false_, subset, within, equal, intEqual, less, greater, lessEqual, greaterEqual,
  some, no, lone, one, not_, and_, or_, implies, iff, disjoint, totalOrder, plainTotalOrder,
  quantAll, quantSome, quantNo, quantLone, quantOne,
  always, eventually, after, before, historically, once, until, since, releases, triggered,
  guard,        // child 0: a comparison; the others: its operands that may overflow (only if overflows are excluded)
  // Any sort.
  ifThenElse, prime,
  alias,        // child 0; the other children are evaluated only for the observer
};
// clang-format on

/// Companion formulas, by expression.
using Companions = std::unordered_map<model::ExprId, std::vector<model::ExprId>>;

struct Node {
  Code code = Code::true_;
  model::Sort sort = model::Sort::formula;
  std::uint8_t arity = 0;
  bool negated = false;         // for comparisons
  bool variable = false;        // its value may differ between states
  bool shiftsTime = false;      // evaluating it evaluates a part in another state
  bool mayOverflow = false;     // it contains integer arithmetic
  bool guarded = false;         // it contains a guard, whose meaning depends on the negations around it
  bool literal = false;         // it contains a string literal
  bool keep = false;            // its value is cached until its dependencies change
  bool keepByTime = false;      // likewise, for each position of the trace (operands of temporal operators)
  std::uint16_t pastDepth = 0;  // nesting depth of past operators
  std::uint32_t payload = model::noId;
  std::uint32_t firstChild = 0;
  std::uint32_t childCount = 0;
  std::uint64_t slots = 0;  // free slots, as bits by number modulo 64
  model::ExprId source = model::noId;
};

/// One variable of a quantifier, comprehension or sum.
struct Binder {
  SlotId slot = 0;
  NodeId domain = 0;            // relation over which it ranges
  BoundId bound = model::noId;  // multiplicities inside the bound, which a sub-relation must respect
  model::Multiplicity multiplicity = model::Multiplicity::one;
  bool firstOrder = true;            // ranges over atoms; false: over sub-relations
  NodeId restriction = model::noId;  // a set that contains all values that can decide the formula, if one is known
  std::uint32_t disjointFrom = 0;    // number of preceding variables with which it must not share a tuple
};

/// Variables and body of a quantifier, comprehension or sum; their nodes' payload is its index.
struct Scope {
  std::uint32_t firstBinder = 0;
  std::uint32_t binderCount = 0;
  NodeId body = 0;
};

/// The right side of an `in` with multiplicities, or the bound of a field (language reference 10.3).
struct Bound {
  enum class Kind : std::uint8_t { value, multiplicity, arrow, sequence } kind = Kind::value;
  std::uint8_t arity = 1;
  model::Multiplicity left = model::Multiplicity::set;   // for an arrow
  model::Multiplicity right = model::Multiplicity::set;  // for an arrow, or the multiplicity in front
  NodeId value = 0;                                      // the bound as a plain relation
  BoundId leftBound = 0, rightBound = 0;
};

struct Slot {
  model::VarId variable = model::noId;
  bool isInt = false;      // declared over `Int` itself
  bool universal = false;  // its quantifier is universal, given the negations around it
  bool single = false;     // its value is one atom
};

struct Program {
  std::vector<Node> nodes;
  std::vector<NodeId> children;
  std::vector<Binder> binders;
  std::vector<Scope> scopes;
  std::vector<Bound> bounds;
  std::vector<Slot> slots;

  std::span<const NodeId> childrenOf(const Node& n) const { return {children.data() + n.firstChild, n.childCount}; }
  std::span<const Binder> bindersOf(const Node& n) const {
    const Scope& s = scopes[n.payload];
    return {binders.data() + s.firstBinder, s.binderCount};
  }
};

// clang-format off
/// Whether a value is available without computation.
inline bool isLeaf(Code code) {
  switch (code) {
    case Code::empty: case Code::sig: case Code::field: case Code::skolem: case Code::slot:
    case Code::literal: case Code::minInt: case Code::maxInt: case Code::true_: case Code::false_: return true;
    default: return false;
  }
}
// clang-format on
/// Whether a leaf is computed once per instance (or state).
inline bool isComputedLeaf(Code code) {
  switch (code) {
    case Code::univ:
    case Code::allAtoms:
    case Code::ints:
    case Code::seqInts:
    case Code::strings:
    case Code::iden:
    case Code::stringAtom:
    case Code::namedAtom:
    case Code::nextInt:
    case Code::fromZero: return true;
    default: return false;
  }
}
inline bool hasScope(Code code) {
  return code == Code::comprehension || code == Code::sum || (code >= Code::quantAll && code <= Code::quantOne);
}
inline bool isTemporal(Code code) {
  return code >= Code::always && code <= Code::triggered;
}
inline bool isPast(Code code) {
  return code == Code::before || code == Code::historically || code == Code::once || code == Code::since ||
         code == Code::triggered;
}

}  // namespace aunit::evaluator
