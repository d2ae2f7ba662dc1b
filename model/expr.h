// Expressions of a resolved model. Names are resolved, conversions between integers and sets are nodes, and each occurrence of an
// expression is a node of its own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/source.h"
#include "model/type.h"

namespace aunit::model {

using ExprId = std::uint32_t;
using VarId = std::uint32_t;
using FieldId = std::uint32_t;
using FuncId = std::uint32_t;
using ShapeId = std::uint32_t;
inline constexpr std::uint32_t noId = 0xffffffff;

/// The largest number of columns that a relation may have.
inline constexpr std::size_t maximalArity = 255;

enum class Sort : std::uint8_t { formula, integer, relation };

/// Multiplicities of declarations and arrows. `set` allows any number.
enum class Multiplicity : std::uint8_t { set, lone, one, some };

// clang-format off
/// The operator of a node, with its payload (Expr::payload) and its children.
enum class Op : std::uint8_t {
  // Relations. Arity is Expr::arity.
  sig,                 // payload SigId, built-in ones included (the values of univ and Int depend on state and bit width)
  field,               // payload FieldId: the whole relation; its first column is the signature that has the field
  variable,            // payload VarId; any sort (a `let` may name a formula or an integer)
  iden,                // identity on univ
  stringAtom,          // payload StringId: one string literal
  atom,                // payload StringId: the instance's atom of that name; the empty set if it has none (prompts only)
  skolem,              // payload StringId: the instance's skolem of that name (prompts only)
  nextInt,             // fun/next: successor relation on Int
  union_,              // a + b            2 children (left-associated chains stay nested)
  difference,          // a - b
  intersection,        // a & b
  override_,           // a ++ b
  product,             // a -> b           leftMultiplicity and rightMultiplicity have a meaning only in a bound
  join,                // a . b
  domainRestriction,   // a <: b
  rangeRestriction,    // a :> b
  transpose, closure, reflexiveClosure,  // ~a ^a *a
  prime,               // a'               value in the next state; any sort
  comprehension,       // { decls | child }
  integerAtom,         // child integer -> the set of that one Int atom
  bound,               // the bound `one e`, `lone e`, `some e` or `set e` in a declaration or on the right side of `in`: child e;
                       // Expr::rightMultiplicity is the multiplicity. The value of the node is the value of e
  seqBound,            // seq e as a bound: children seq/Int and e. The value of the node is that of the product seq/Int -> e

  // Integers.
  integer,             // payload literal (std::int32_t bit pattern), not yet wrapped to the bit width
  minInt, maxInt,      // fun/min fun/max
  cardinality,         // #e               child relation
  sumOf,               // sum of the Int atoms of the child relation (int[e], coercion of a set to an integer)
  sum,                 // sum decls | child integer
  add, subtract, multiply, divide, remainder,
  shiftLeft, shiftRight, shiftRightLogical,   // << >> >>>

  // Formulas. Comparisons may have Expr::negated (`!in`, `!=`, `!<` ...): one node for the operator and its negation.
  true_, false_,
  in,                  // child 0: a relation; child 1: a relation, `bound`, `seqBound`, or a product with multiplicities
  equal,               // relations: same tuples
  integerEqual,        // integers
  less, greater, lessEqual, greaterEqual,
  some, no, lone, one, // of a relation, any arity
  not_, and_, or_,     // and_ and or_ have any number of children: without children, and_ is true and or_ is false
  implies, iff,
  disjoint,            // disj[a, b, ...] pairwise
  totalOrder,          // pred/totalOrder[set, first, next]
  quantAll, quantSome, quantNo, quantLone, quantOne,   // decls and one child
  always, eventually, after, before, historically, once,
  until, since, releases, triggered,

  // Any sort.
  ifThenElse,          // condition, then, else
  let,                 // payload VarId; children: value, body. The value is evaluated in each state in which the
                       // variable is used (language reference 10.2)
  call,                // payload FuncId; children: the arguments. An argument is evaluated in each state in which its
                       // parameter is used
};
// clang-format on

/// A node. Its children and declarations are stored in the Model: use Model::children and Model::decls. Models that consist of
/// data have millions of nodes, so nodes are small.
struct Expr {
  Op op = Op::true_;
  Sort sort = Sort::formula;
  std::uint8_t arity = 0;      // number of columns of a relation; 0 for formulas and integers
  bool negated : 1 = false;    // for comparisons: the operator is negated
  bool synthetic : 1 = false;  // the front end made the node; a user did not write it
  bool temporal : 1 = false;   // the node, a part of it, or a function that it calls has a temporal operator or a prime
  // The node's value may differ between states. True if the node is temporal, or mentions a `var` signature, a `var` field, a
  // parameter, or the variable of a `let`. In a model with `var`, also true if it mentions `univ`, `iden`, `*` or a skolem.
  bool variable : 1 = false;
  Multiplicity leftMultiplicity : 2 = Multiplicity::set;
  Multiplicity rightMultiplicity : 2 = Multiplicity::set;
  std::uint32_t payload = noId;
  std::uint32_t firstChild = 0;
  std::uint32_t childCount : 31 = 0;
  std::uint32_t hasDecls : 1 = 0;
  TypeId type = 0;
  Span span{};
};

/// A declaration in a quantifier, comprehension, sum, predicate or function, such as `disj x, y: one bound`. Its variables have
/// consecutive ids.
struct Decl {
  VarId firstVariable = noId;
  std::uint32_t variableCount = 0;
  ExprId bound = noId;  // without the multiplicity in front of it, but with the multiplicities of its arrows
  Multiplicity multiplicity = Multiplicity::one;  // `one`: values are atoms (arity 1); else values are sub-relations of the bound
  bool disjoint = false;
  Span span{};
  /// The declaration has `private` in front, `disj` after the colon, or `=` instead of the colon. A command cannot be solved if
  /// its problem contains the declaration.
  bool illFormed = false;
};

/// Whether an operator computes a relation from two relations.
inline bool isRelationalBinary(Op op) {
  return op >= Op::union_ && op <= Op::rangeRestriction;
}
inline bool isArithmetic(Op op) {
  return op >= Op::add && op <= Op::shiftRightLogical;
}
/// Whether an operator is a comparison. The right child of `in` may have multiplicities.
inline bool isComparison(Op op) {
  return op >= Op::in && op <= Op::greaterEqual;
}
inline bool isQuantifier(Op op) {
  return op >= Op::quantAll && op <= Op::quantOne;
}
inline bool isTemporal(Op op) {
  return op >= Op::always && op <= Op::triggered;
}
inline bool isPast(Op op) {
  return op == Op::before || op == Op::historically || op == Op::once || op == Op::since || op == Op::triggered;
}

}  // namespace aunit::model
