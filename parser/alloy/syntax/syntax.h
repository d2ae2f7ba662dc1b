// The syntax tree of one Alloy text, before names are resolved. It knows no file: places are ranges of the text. Some syntactic
// sugar is gone already (language reference 2, 5): tokens are merged, literals have their signs, quantifiers are recognised, `;`
// is replaced.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/expr.h"
#include "model/source.h"
#include "model/test.h"
#include "parser/alloy/parse_options.h"
#include "support/short_list.h"
#include "support/threads.h"

namespace aunit::parser::alloy::syntax {

using model::Multiplicity;
using model::Range;

/// A possibly qualified name: segments joined by '/', without blanks and comments between them ("this/A", "seq/Int", "a/b/c").
struct Name {
  std::string text;
  Range span;
};

enum class Kind : std::uint8_t {
  number,  // Expr::number
  string,  // Expr::text with quotes, escapes as written
  name,    // Expr::text qualified name; also univ none iden Int String seq/Int steps this fun/min fun/max fun/next
  atName,  // @name: Expr::text without the @
  block,   // { f g ... } children in order; empty means true. Expr::text "@cmd" for the AUnit Analyzer's `@cmd:{ ... }`
  unary,   // Expr::unary, one child
  binary,  // Expr::binary, two children
  arrow,   // a m -> n b: two children, leftMultiplicity, rightMultiplicity
  ifElse,  // three children: condition, then, else
  dot,     // a . b: two children
  box,     // a [ b, c ]: children a, b, c...; the target of disj[...], int[...], sum[...], pred/totalOrder[...] is a `name` node
           // with that text; `a.disj[b]` is box(dot(a, name disj), b)
  quantified,     // Expr::quantifier, decls, one child (body; a block body is a `block`)
  comprehension,  // decls, one child or none (body true)
  let,            // one binding each (several nest): Expr::text the name, nameSpan; children: value, body
  valuation,      // a cell of a table: Expr::number is its index in File::inPlace
  named,          // in tests: the body of the fact or assertion (Expr::what) that Expr::text names
};

enum class Unary : std::uint8_t {
  not_,
  always,
  eventually,
  after,
  before,
  historically,
  once,
  no,
  some,
  lone,
  one,
  set,
  seq,  // formula or, at the head of a bound, multiplicity: the resolver decides by place
  cardinality,
  sumOf,
  intOf,  // # sum int
  transpose,
  closure,
  reflexiveClosure,
  prime,
};

enum class Binary : std::uint8_t {
  and_,
  or_,
  iff,
  implies,  // and_ also for `;` (then right child is `after`)
  until,
  since,
  releases,
  triggered,
  in,
  equal,
  less,
  greater,
  lessEqual,
  greaterEqual,  // Expr::negated for `!in` and so on
  shiftLeft,
  shiftRight,
  shiftRightLogical,
  union_,
  difference,
  intAdd,
  intSubtract,
  intMultiply,
  intDivide,
  intRemainder,  // int*: fun/add ...
  override_,
  intersection,
  domainRestriction,
  rangeRestriction,
};

enum class Quantifier : std::uint8_t { all, no, some, lone, one, sum };

struct Expr;
using ExprPtr = const Expr*;  // owned by File::arena

struct Decl {
  std::vector<Name> names;
  ExprPtr bound = nullptr;  // multiplicity in front stays a Unary one/lone/some/set/seq node
  bool isVar = false;       // of fields only
  bool isPrivate = false;
  bool disjointNames = false;   // disj x, y: e
  bool disjointValues = false;  // x: disj e
  bool defined = false;         // x = e
  Range span;
};

struct Expr {
  Kind kind = Kind::name;
  Unary unary = Unary::not_;
  Binary binary = Binary::and_;
  Quantifier quantifier = Quantifier::all;
  model::Named what = model::Named::fact;  // of a `named`
  Multiplicity leftMultiplicity = Multiplicity::set;
  Multiplicity rightMultiplicity = Multiplicity::set;
  bool negated = false;
  bool parenthesised = false;
  bool ofLongSum = false;  // a part of a sum of so many operands that only the columns of its type count
  std::int32_t number = 0;
  std::string text;
  Range span;      // parentheses not included unless parenthesised
  Range nameSpan;  // of the operator, the name (behind @), or the let name
  support::ShortList<ExprPtr> children;
  support::ShortList<Decl> decls;
  int depth = 0;                                            // levels below
  static constexpr int deepest = support::levels(100'000);  // walks over a tree recurse
};

struct ModuleHeader {
  Name name;
  struct Parameter {
    Name name;
    bool exactly = false;
  };
  std::vector<Parameter> parameters;
  Range span;
};

struct Open {
  Name target;
  std::vector<Name> arguments;
  Name alias;  // empty text when none
  bool isPrivate = false;
  Range span;
};

struct Sig {
  std::vector<Name> names;
  bool isAbstract = false, isPrivate = false, isVar = false;
  Multiplicity multiplicity = Multiplicity::set;
  enum class Relation : std::uint8_t { top, extends, in, equal } relation = Relation::top;
  std::vector<Name> parents;
  std::vector<Decl> fields;
  ExprPtr appended = nullptr;  // block, or null
  Range span;
};

struct Enum {
  Name name;
  std::vector<Name> members;
  bool isPrivate = false;
  Range span;
};

struct Fact {
  Name name;  // empty text when none
  ExprPtr body = nullptr;
  Range span;
};

struct Assertion {
  Name name;
  ExprPtr body = nullptr;
  Range span;
};

struct Func {
  bool isPredicate = true;
  bool isPrivate = false;
  bool isValuation = false;  // made from a `val` of the AUnit Analyzer's form
  Name name;
  Name receiver;  // empty text when none: pred S.p adds a first parameter `this: S`
  std::vector<Decl> params;
  ExprPtr result = nullptr;
  ExprPtr body = nullptr;  // a block; null if it could not be read
  Range span;
};

struct Macro {
  bool isPrivate = false;
  Name name;
  std::vector<Name> params;
  ExprPtr body = nullptr;
  Range span;
};

struct TypeScope {
  // In versions in which `seq` or `steps` is no word, it may be the name of a signature.
  enum class Of : std::uint8_t { sig, integers, sequences, steps } of = Of::sig;
  Name sig;  // also "String" "univ" "none"; else the word
  bool exactly = false;
  int start = 0;
  bool range = false;  // `..` was written
  int end = -1;        // behind `..`; -1 when left open
  int increment = -1;  // behind `:`; -1 when not written
  Range span;
};

struct Command {
  bool check = false;
  Name label;   // empty text when none
  Name target;  // empty text for a block
  ExprPtr block = nullptr;
  Name given;  // the `val` of `for VAL`; empty text when none
  int overall = -1;
  std::vector<TypeScope> scopes;
  Range scopeSpan;
  int expect = -1;  // as written; > 0 reads as 1, unless it is a number of instances
  std::optional<model::InstanceCount> instances;
  Range expectSpan;
  int chainedTo = -1;             // index of the command that this one follows by `=>`, or -1
  bool isTest = false;            // `@Test id: run v ...` of the AUnit Analyzer: label is the id
  ExprPtr testFormula = nullptr;  // `@Test id: formula` if it is not a run/check
  Range span;
};

// The test language and the AUnit Analyzer's form (reference "tests and coverage", section 2).

/// `Relation = N0->N1 + ...`, `no Relation`: arbitrary formulas, which the resolver reads as assignments.
struct ValuationBlock {
  std::vector<ExprPtr> formulas;
  std::vector<ExprPtr> unknown;  // the left sides of `link = ...`
  Range span;
};

/// `fact F`, `declaration of S <: f`: a part of the model, behind `because` and `without`.
struct NamedPart {
  model::Named what = model::Named::fact;
  Name name;
  Name owner;  // the signature in front of `<:`; empty text when none
  Range span;
};

/// The subject of a statement: a valuation, given by its name or inline.
struct Subject {
  Name name;         // empty text when `inPlace` alone gives the valuation
  int inPlace = -1;  // index into File::inPlace; that valuation extends `name`, if there is one
  Range span;
};

/// The shape of a JSON value in a `log` paragraph.
struct LogMember;

struct LogPattern {
  model::LogPattern::Kind kind = model::LogPattern::Kind::any;
  bool truth = false;
  std::int64_t number = 0;
  Name text;             // of a text, or the name of a variable
  ExprPtr of = nullptr;  // for a variable: what it is one of
  std::vector<LogMember> members;
  std::vector<LogPattern> elements;
  bool more = false;
  Range span;
};

struct LogMember {
  std::string name;
  LogPattern pattern;
};

struct LogPath {
  std::vector<std::variant<std::string, std::uint32_t>> steps;
  Range span;
};

struct LogRule {
  model::LogRule::Means means = model::LogRule::Means::formula;
  LogPattern pattern;
  std::optional<LogPattern> behind;
  ExprPtr formula = nullptr;  // for a value: an expression
  Range span;
};

struct LogRelation {
  ExprPtr relation = nullptr;
  LogPath path;
  Range span;
};

struct LogElements {
  LogPath path;
  std::optional<LogPattern> unless;
  std::vector<LogRule> rules;
  Range span;
};

struct Log {
  Name name;
  std::vector<Name> tags;
  std::vector<std::string> files;
  std::vector<TypeScope> scopes;
  std::optional<LogPath> event, arguments, clock, order, key, loop;
  std::vector<LogRule> rules, values;
  std::vector<LogRelation> relations;
  std::vector<LogElements> elements;
  std::vector<Name> staying;
  int hiddenSteps = 0;
  bool tla = false;
  bool states = false;
  bool anyStart = false;
  ExprPtr initially = nullptr;
  Range span;
};

struct Valuation {
  Name name;                // empty text for an inline valuation
  std::vector<Name> bases;  // that it extends
  std::string file;         // from "file", unquoted
  std::optional<Log> mapping;
  ValuationBlock common;
  std::vector<ValuationBlock> states;
  int loop = -1;
  Range loopSpan;
  model::Integers integers;
  Range integersSpan;
  bool open = false;  // `...`: relations without an assignment are open
  std::vector<Name> tags;
  model::Marks marks;
  bool predicateStyle = false;  // the AUnit Analyzer's `val Name { formulas  @cmd:{ f } }` in an .als file: see `body`
  ExprPtr body = nullptr;       // its block; `@cmd` blocks are anywhere inside, possibly negated or below quantifiers
  Range span;
};

struct Statement {
  enum class Kind : std::uint8_t { satisfies, violates, valid, invalid, gives, command, fits } kind = Kind::satisfies;
  std::vector<Subject> subjects;  // none for a command
  bool every = false;             // `every v satisfies p`
  ExprPtr formula =
      nullptr;       // satisfies/violates/gives FORMULA (a bare name may be a predicate, an assertion or a command's label)
  int command = -1;  // index into File::testCommands: `satisfies run ...`, `satisfies check ...`, or the ordinary command
  std::optional<NamedPart> because;
  std::vector<NamedPart> without;  // of `without fact F, sig S { ... }` around it
  std::string expectedError;       // `expect error "..."`, unquoted; empty: none
  Range span;
};

/// `for v, n in { (beta, 2)  "none" (empty, 0) }`: a test for each row.
struct Table {
  struct Row {
    std::string name;  // without quotes; empty when none
    std::vector<ExprPtr> cells;
    std::vector<Name> tags;
    model::Marks marks;
    Range span;
  };
  std::vector<Name> columns;  // none: no table
  std::vector<Row> rows;
  Range span;
};

struct Test {
  std::string name;  // without quotes
  Range nameSpan;
  std::vector<Name> tags;
  model::Marks marks;
  Table table;
  std::vector<Statement> statements;
  Range bodySpan;  // from the first statement to the last
  Range span;
};

/// A paragraph in source order: its kind, and its index in the vector of that kind.
struct ParagraphRef {
  enum class Kind : std::uint8_t { open, sig, enum_, fact, assertion, func, macro, command, valuation, test, log } kind;
  std::uint32_t index = 0;
};

struct File {
  Dialect dialect = Dialect::alloy6;  // in which it was read
  bool hasHeader = false;
  ModuleHeader header;
  std::vector<Open> opens;
  std::vector<Sig> sigs;
  std::vector<Enum> enums;
  std::vector<Fact> facts;
  std::vector<Assertion> assertions;
  std::vector<Func> funcs;
  std::vector<Macro> macros;
  std::vector<Command> commands;
  std::vector<Command> testCommands;  // inside `test { }` paragraphs
  std::vector<Valuation> valuations;
  std::vector<Valuation> inPlace;  // valuations that stand inside `test { }` paragraphs
  std::vector<Log> logs;
  std::vector<Test> tests;
  model::Marks marks;
  std::vector<ParagraphRef> paragraphs;
  bool usesDollar = false;              // some identifier names a meta signature (7.7)
  bool tooDeep = false;                 // some expression is nested too deeply, and part of its paragraph may be missing
  bool unreadOpen = false;              // an `open` could not be read: unknown names may come from there
  std::set<std::string> unread;         // names in paragraphs that could not be read, which may declare them
  std::optional<std::size_t> firstSeq;  // paragraphs before the first with a `seq` multiplicity, which opens util/sequniv as seq
  std::deque<Expr> arena;
};

}  // namespace aunit::parser::alloy::syntax
