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
  name,               // Expr::text: a type, variable, parameter, schema or atom
  call,               // a schema with arguments: Expr::text, children
  prime,              // a primed term or schema: e'
  domain,             // dom R
  range,              // ran R
  functionalDomain,   // fdom R
  function,           // fun R
  injection,          // inj R
  surjection,         // sur R
  total,              // tot R
  singleton,          // one s
  transpose,          // R~
  closure,            // R+
  reflexiveClosure,   // R*
  apply,              // R.x (application) and R.s (image)
  compose,            // composition P ; Q of relations, or sequence A ; B of operations
  domainRestriction,  // s <: R
  domainSubtraction,  // s <; R
  rangeRestriction,   // R >: s, or s >: R
  rangeSubtraction,   // R >; s, or s >; R
  override_,
  intersection,
  union_,
  difference,
  maplet,      // a -> b, (a, b)
  setLiteral,  // { a, b, ... }
  universal,   // Un
  identity,    // Id
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
  Span span;       // without the parentheses around the expression
  Span operator_;  // span of the operator, or of the name of a called schema
  std::vector<ExprPtr> children;
  int depth = 0;  // number of levels below this node
};

/// The range of a variable: `T`, `set T`, `T <-> U`, `T -> U`.
struct Range {
  enum class Kind : std::uint8_t { scalar, set, relation, function } kind = Kind::scalar;
  Name from;
  Name to;  // only for relations and functions
  Span span;
};

/// A declaration `a, b: range` in a schema or a parameter list.
struct Declaration {
  std::vector<Name> names;
  Range range;
  bool isConst = false;
  Span span;
};

/// A schema that another schema includes among its declarations: `S`, `S(a, b)`, `S'`, `const S`.
struct Inclusion {
  ExprPtr schema = nullptr;  // a name, a call, or a primed name or call
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
  std::vector<ExprPtr> formulas;  // the schema's predicate is their conjunction
  Span bodySpan;
  Span span;
};

struct Open {
  Name target;  // without quotes
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
  Name base;         // empty text if there is none
  std::string file;  // the file after `from`, without quotes
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

/// A command: `run S for 3 but 2 T expect 1`, `check C`, `run (formula)`.
struct Command {
  bool check = false;
  Name target;  // empty text if the command has a formula
  ExprPtr formula = nullptr;
  int overall = -1;
  std::vector<TypeScope> scopes;
  Span scopeSpan;
  int expect = -1;
  Span span;
};

struct Test {
  enum class Kind : std::uint8_t { satisfies, violates, valid, invalid, gives, command } kind = Kind::satisfies;
  std::string name;  // without quotes
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
