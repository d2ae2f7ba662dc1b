// Expressions of a resolved model: names are resolved, every coercion is written out, each occurrence has a node of its own.
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

/// The most columns that a relation may have.
inline constexpr std::size_t maximalArity = 255;

enum class Sort : std::uint8_t { formula, integer, relation };

/// Multiplicities of declarations and arrows. `set` puts no constraint.
enum class Multiplicity : std::uint8_t { set, lone, one, some };

// clang-format off
/// The operator of a node, with its payload (Expr::payload) and its children.
enum class Op : std::uint8_t {
  // Relations. Arity is Expr::arity.
  sig,                 // payload SigId, built-in ones included (univ and the integers follow the current state and bit width)
  field,               // payload FieldId: the whole relation, first column its signature
  variable,            // payload VarId; any sort (a `let` may name a formula or an integer)
  iden,                // identity on univ
  stringAtom,          // payload StringId: one string literal
  atom,                // payload StringId: the atom of that name in the instance (prompts only); empty where there is none
  skolem,              // payload StringId: the instance's skolem of that name (prompts only)
  nextInt,             // fun/next: successor relation on Int
  union_,              // a + b            2 children (left-associated chains stay nested)
  difference,          // a - b
  intersection,        // a & b
  override_,           // a ++ b
  product,             // a -> b           leftMultiplicity/rightMultiplicity constrain where it is a bound, else ignored
  join,                // a . b
  domainRestriction,   // a <: b
  rangeRestriction,    // a :> b
  transpose, closure, reflexiveClosure,  // ~a ^a *a
  prime,               // a'               value in the next state; any sort
  comprehension,       // { decls | child }
  integerAtom,         // child integer -> the set of that one Int atom
  bound,               // child relation with Expr::rightMultiplicity in front: `one e`, `lone e`, `some e`, `set e` of a
                       // declaration or of the right side of `in`; as a value it is its child
  seqBound,            // seq e as a bound: children Int-indexed domain (seq/Int) and e; as a value the product seq/Int -> e

  // Integers.
  integer,             // payload literal (std::int32_t bit pattern), not yet wrapped to the bit width
  minInt, maxInt,      // fun/min fun/max
  cardinality,         // #e               child relation
  sumOf,               // sum of the Int atoms of the child relation (int[e], coercion of a set to an integer)
  sum,                 // sum decls | child integer
  add, subtract, multiply, divide, remainder,
  shiftLeft, shiftRight, shiftRightLogical,   // << >> >>>

  // Formulas. Comparisons may carry Expr::negated (`!in`, `!=`, `!<` ...), one formula with their operator.
  true_, false_,
  in,                  // relation in relation or bound (bound, product with multiplicities, seqBound)
  equal,               // relations: same tuples
  integerEqual,        // integers
  less, greater, lessEqual, greaterEqual,
  some, no, lone, one, // of a relation, any arity
  not_, and_, or_,     // and_/or_ have any number of children (0: true/false)
  implies, iff,
  disjoint,            // disj[a, b, ...] pairwise
  totalOrder,          // pred/totalOrder[set, first, next]
  quantAll, quantSome, quantNo, quantLone, quantOne,   // decls and one child
  always, eventually, after, before, historically, once,
  until, since, releases, triggered,

  // Any sort.
  ifThenElse,          // condition, then, else
  let,                 // payload VarId; children: value, body. By name as to time (language reference 10.2)
  call,                // payload FuncId; children: the arguments, one for each parameter, by name as to time
};
// clang-format on

/// A node. Its children and declarations lie in pools of the Model: use Model::children, Model::decls.
struct Expr {
  Op op = Op::true_;
  Sort sort = Sort::formula;
  std::uint8_t arity = 0;  // columns of a relation, 0 otherwise
  bool negated = false;    // comparisons only
  bool synthetic = false;  // made by the front end, not written by the user
  bool temporal = false;   // it, a node below it or a body that it calls is a temporal operator or a prime
  bool variable =
      false;  // its value may differ between states (mentions var sigs/fields, univ, iden, names of expressions, or temporal)
  Multiplicity leftMultiplicity = Multiplicity::set;
  Multiplicity rightMultiplicity = Multiplicity::set;
  std::uint32_t payload = noId;
  std::uint32_t firstChild = 0;
  std::uint32_t childCount = 0;
  std::uint32_t firstDecl = 0;
  std::uint32_t declCount = 0;
  TypeId type = 0;
  // Equal for structurally equal expressions (same operators, same declarations, bound variables by name and type); noId for
  // nodes that came after the model was sealed.
  ShapeId shape = noId;
  Span span{};
};

/// One declaration of a quantifier, comprehension, sum, predicate or function: `disj x, y: one bound`. Its variables have
/// consecutive ids.
struct Decl {
  VarId firstVariable = noId;
  std::uint32_t variableCount = 0;
  ExprId bound = noId;                            // without the multiplicity below in front of it; arrows keep theirs
  Multiplicity multiplicity = Multiplicity::one;  // `one` ranges over atoms (arity 1); otherwise over sub-relations of the bound
  bool disjoint = false;
  Span span{};
  bool illFormed = false;  // `private`, `disj` behind the colon, a parameter's `=`: no command that reaches it can be solved
};

/// Whether an operator makes one relation of two.
inline bool isRelationalBinary(Op op) {
  return op >= Op::union_ && op <= Op::rangeRestriction;
}
inline bool isArithmetic(Op op) {
  return op >= Op::add && op <= Op::shiftRightLogical;
}
/// Whether an operator compares. For `in` the right child may be a bound with multiplicities.
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
