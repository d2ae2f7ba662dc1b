// The syntax tree of one Nitpick file, before names are resolved.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "model/source.h"

namespace aunit::parser::nitpick::syntax {

using model::Span;

struct Name {
  std::string text;
  Span span;
};

enum class Kind : std::uint8_t {
  name,   // Expr::text: a type, variable, parameter, schema or atom
  call,   // schema with arguments: Expr::text, children
  prime,  // e'
  domain,
  range,
  functionalDomain,  // dom ran fdom
  function,
  injection,
  surjection,
  total,
  singleton,  // fun inj sur tot one
  transpose,
  closure,
  reflexiveClosure,  // R~ R+ R*
  apply,             // R.x (application) and R.s (image)
  compose,           // P ; Q of relations; A ; B of operations
  domainRestriction,
  domainSubtraction,  // s <: R, s <; R
  rangeRestriction,
  rangeSubtraction,  // R >: s, R >; s (the operands may be swapped)
  override_,
  intersection,
  union_,
  difference,
  maplet,      // a -> b, (a, b)
  setLiteral,  // { a, b, ... }
  universal,
  identity,  // Un Id
  equal,
  notEqual,
  subset,
  properSubset,
  in,
  notIn,
  not_,
  and_,
  or_,
  implies,
  iff,
};

struct Expr;
using ExprPtr = const Expr*;  // owned by File::arena

struct Expr {
  Kind kind = Kind::name;
  std::string text;
  Span span;       // parentheses not included
  Span operator_;  // of the operator, or of the name of a called schema
  std::vector<ExprPtr> children;
  int depth = 0;  // levels below this node
};

/// The range of a variable: `T`, `set T`, `T <-> U`, `T -> U`.
struct Range {
  enum class Kind : std::uint8_t { scalar, set, relation, function } kind = Kind::scalar;
  Name from;
  Name to;  // for relations and functions only
  Span span;
};

/// `a, b: range` in a schema or a parameter list.
struct Declaration {
  std::vector<Name> names;
  Range range;
  bool isConst = false;
  Span span;
};

/// A schema mentioned in the upper part of another: `S`, `S(a, b)`, `S'`, `const S`.
struct Inclusion {
  ExprPtr schema = nullptr;  // a name, a call, or a primed one
  bool isConst = false;
  Span span;
};

/// A schema `name (parameters) = [ declarations and inclusions | formulas ]`, or a claim, with `::` instead of `=`.
struct Schema {
  Name name;
  bool isClaim = false;
  std::vector<Declaration> parameters;
  std::vector<Declaration> declarations;
  std::vector<Inclusion> inclusions;
  std::vector<ExprPtr> formulas;  // their conjunction holds
  Span bodySpan;
  Span span;
};

struct Open {
  Name target;  // unquoted
};

// The test language (docs/nitpick-language.md).

struct Assignment {
  Name target;
  ExprPtr value = nullptr;
  Span span;
};

struct ValuationBlock {
  std::vector<Assignment> assignments;
  Span span;
};

struct Valuation {
  Name name;
  Name base;         // empty text: none
  std::string file;  // of from "file", unquoted
  ValuationBlock common;
  std::vector<ValuationBlock> states;
  int loop = -1;
  Span loopSpan;
  std::vector<Name> tags;
  Span span;
};

struct TypeScope {
  Name type;
  int size = 0;
  bool exactly = false;
  Span span;
};

/// `run S for 3 but 2 T expect 1`, `check C`, `run (formula)`.
struct Command {
  bool check = false;
  Name target;  // empty text: a formula
  ExprPtr formula = nullptr;
  int overall = -1;
  std::vector<TypeScope> scopes;
  Span scopeSpan;
  int expect = -1;
  Span span;
};

struct Test {
  enum class Kind : std::uint8_t { satisfies, violates, valid, invalid, gives, command } kind = Kind::satisfies;
  std::string name;  // unquoted
  Span nameSpan;
  std::vector<Name> tags;
  Name valuation;
  ExprPtr formula = nullptr;
  bool hasCommand = false;
  Command command;
  Span span;
};

struct File {
  model::FileId id = model::noFile;
  std::vector<Open> opens;
  std::vector<Name> types;
  std::vector<Schema> schemas;
  std::vector<Valuation> valuations;
  std::vector<Test> tests;
  std::deque<Expr> arena;
};

}  // namespace aunit::parser::nitpick::syntax
