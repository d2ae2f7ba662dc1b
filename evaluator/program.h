// The executable form of expressions: a graph of nodes without names. Lets and calls are substituted: each argument, and
// the value of each `let`, becomes one shared node, which is evaluated in each state in which it is used. Quantified variables
// become slots.
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
  fittingIntAtom,  // like intAtom, but empty if the integer overflows; used if overflows are excluded
  fromZero,        // `0 - k`; the payload is k
  rows,            // a long union of products of signatures (rows.h); the payload is its expression
  // Integers.
  literal, minInt, maxInt, cardinality, sumOf, sum,
  add, subtractInt, multiply, divide, remainder, shiftLeft, shiftRight, shiftRightLogical,
  // Formulas.
  true_, false_, subset, within, equal, intEqual, less, greater, lessEqual, greaterEqual,
  some, no, lone, one, not_, and_, or_, implies, iff, disjoint, totalOrder, plainTotalOrder,
  quantAll, quantSome, quantNo, quantLone, quantOne,
  always, eventually, after, before, historically, once, until, since, releases, triggered,
  guard,        // child 0 is a comparison, the others are its operands that may overflow; used if overflows are excluded
  // Any sort.
  ifThenElse, prime,
  alias,        // has the value of child 0; other children are evaluated only for the observer
};
// clang-format on

/// By expression: formulas that are evaluated together with the expression (evaluator::Options::companions).
using Companions = std::unordered_map<model::ExprId, std::vector<model::ExprId>>;

struct Node {
  Code code = Code::true_;
  model::Sort sort = model::Sort::formula;
  std::uint8_t arity = 0;
  bool negated = false;         // for comparisons and guards: the result is negated
  bool variable = false;        // the node's value may differ between states
  bool shiftsTime = false;      // evaluating the node evaluates a part of it in another state
  bool mayOverflow = false;     // the node's value is computed from integers that may overflow
  bool guarded = false;         // contains a guard (Code::guard), so the meaning depends on the negations around the node
  bool literal = false;         // contains a string literal
  bool keep = false;            // the value is cached until the slots or the state that it depends on change
  bool keepByTime = false;      // the value is cached for each position of the trace; for operands of temporal operators
  std::uint16_t pastDepth = 0;  // how deeply past operators are nested in the node; counts the node itself
  std::uint32_t payload = model::noId;
  std::uint32_t firstChild = 0;
  std::uint32_t childCount = 0;
  std::uint64_t slots = 0;  // of the variables that are free in this node: bit `slot % 64` is set for each slot
  model::ExprId source = model::noId;
};

/// One variable of a quantifier, comprehension or sum.
struct Binder {
  SlotId slot = 0;
  NodeId domain = 0;  // node of the relation over which the variable ranges
  /// The multiplicities inside the variable's bound; noId if there are none. Each value, a sub-relation, must satisfy them.
  BoundId bound = model::noId;
  model::Multiplicity multiplicity = model::Multiplicity::one;
  bool firstOrder = true;            // true: values are single atoms; false: values are sub-relations
  NodeId restriction = model::noId;  // a set that contains all values which can decide the formula; noId if none is known
  std::uint32_t disjointFrom = 0;    // number of preceding variables with which this one must not share a tuple (`disj`)
};

/// The variables and the body of a quantifier, comprehension or sum. The payload of such a node is the index of its Scope.
struct Scope {
  std::uint32_t firstBinder = 0;
  std::uint32_t binderCount = 0;
  NodeId body = 0;
};

/// The right side of an `in` with multiplicities, or the bound of a field (language reference 10.3).
struct Bound {
  enum class Kind : std::uint8_t { value, multiplicity, arrow, sequence } kind = Kind::value;
  std::uint8_t arity = 1;
  model::Multiplicity left = model::Multiplicity::set;  // for an arrow: its left multiplicity
  /// For an arrow: its right multiplicity; else the multiplicity in front of the bound.
  model::Multiplicity right = model::Multiplicity::set;
  NodeId value = 0;  // node of the bound without multiplicities
  BoundId leftBound = 0, rightBound = 0;
};

struct Slot {
  model::VarId variable = model::noId;
  bool isInt = false;      // declared over the signature `Int`
  bool universal = false;  // its quantifier is universal after the negations around it are applied
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
/// Whether evaluation can read the value without computing it.
inline bool isLeaf(Code code) {
  switch (code) {
    case Code::empty: case Code::sig: case Code::field: case Code::skolem: case Code::slot:
    case Code::literal: case Code::minInt: case Code::maxInt: case Code::true_: case Code::false_: return true;
    default: return false;
  }
}
// clang-format on
/// Whether a node without children must be computed, which happens once per instance or state.
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
    case Code::fromZero:
    case Code::rows: return true;
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
