// The syntax tree of one Alloy text, before names are resolved. It does not refer to a file: places are byte ranges of the text.
// Some syntactic sugar is already removed (language reference 2, 5): tokens are merged, literals include their signs, quantifiers
// are recognised, `;` is replaced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "model/expr.h"
#include "model/source.h"
#include "model/test.h"
#include "parser/alloy/parse_options.h"
#include "parser/alloy/syntax/chunks.h"
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
  string,  // Expr::text, with quotes and escapes as written
  name,    // Expr::text: a qualified name, or one of univ none iden Int String seq/Int steps this fun/min fun/max fun/next
  atName,  // @name: Expr::text without the @
  block,   // { f g ... }: children in order; none means true. Expr::text is "@cmd" for the AUnit Analyzer's `@cmd:{ ... }`
  unary,   // Expr::unary, one child
  binary,  // Expr::binary, two children
  arrow,   // a m -> n b: two children, leftMultiplicity, rightMultiplicity
  ifElse,  // three children: condition, then, else
  dot,     // a . b: two children
  /// a [ b, c ]: children a, b, c... In disj[...], int[...], sum[...] and pred/totalOrder[...], child a is a `name` node with
  /// this text. `a.disj[b]` is box(dot(a, name disj), b).
  box,
  quantified,     // Expr::quantifier, decls, one child (body; a block body is a `block`)
  comprehension,  // decls; one child, or none if the body is true
  let,  // one binding: its name (Expr::text, nameSpan), and as children its value and the body; further bindings are in the body
  valuation,  // a valuation in a table's cell: Expr::number is its index in File::inPlace
  named,      // in tests: `fact F` or `assertion A`, which stands for its body; Expr::what is the kind, Expr::text the name
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
  one,  // `some`, `lone` and `one` are formulas or, at the start of a bound, multiplicities: the resolver decides
  set,
  seq,
  cardinality,  // #
  sumOf,        // sum
  intOf,        // int
  transpose,
  closure,
  reflexiveClosure,
  prime,
};

enum class Binary : std::uint8_t {
  and_,  // also `a ; b`, which has no operator of its own: its right child is below `after`
  or_,
  iff,
  implies,
  until,
  since,
  releases,
  triggered,
  in,
  equal,
  less,
  greater,
  lessEqual,
  greaterEqual,  // `!in`, `!=` and so on have Expr::negated
  shiftLeft,
  shiftRight,
  shiftRightLogical,
  union_,
  difference,
  intAdd,        // fun/add
  intSubtract,   // fun/sub
  intMultiply,   // fun/mul
  intDivide,     // fun/div
  intRemainder,  // fun/rem
  override_,
  intersection,
  domainRestriction,
  rangeRestriction,
};

enum class Quantifier : std::uint8_t { all, no, some, lone, one, sum };

struct Expr;
using ExprPtr = const Expr*;  // owned by File::arena

inline const std::string noText;

struct Decl {
  std::vector<Name> names;
  ExprPtr bound = nullptr;  // with a multiplicity in front (`one A`, `set A`, `seq A`), it is a Unary node
  bool isVar = false;       // for fields only
  bool isPrivate = false;
  bool disjointNames = false;   // as in `disj x, y: e`
  bool disjointValues = false;  // x: disj e
  bool defined = false;         // x = e
  Range span;
};

struct Expr {
  Kind kind = Kind::name;
  Unary unary = Unary::not_;
  Binary binary = Binary::and_;
  Quantifier quantifier = Quantifier::all;
  model::Named what = model::Named::fact;  // for Kind::named: what the name refers to
  Multiplicity leftMultiplicity = Multiplicity::set;
  Multiplicity rightMultiplicity = Multiplicity::set;
  bool negated : 1 = false;
  bool parenthesised : 1 = false;
  bool ofLongSum : 1 = false;  // part of a union with many operands, which gets a coarse type (TypedTree::longSum)
  std::int32_t number = 0;
  int depth = 0;                                            // number of levels below this node
  static constexpr int deepest = support::levels(100'000);  // limit for `depth`, because walks over a tree recurse
  const std::string* text = &noText;                        // owned by the File, which stores each text only once
  Range span;                                               // includes parentheses only if `parenthesised`
  Range nameSpan;  // range of the operator, of the name after @, or of the name of a `let`
  support::ShortList<ExprPtr> children;
  support::ShortList<Decl> decls;
};

/// The nodes first .. end-1 of File::arena: the nodes of one body. They can be freed when the body is resolved.
struct Nodes {
  std::size_t first = 0, end = 0;
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
  Name alias;  // empty text if there is none
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
  ExprPtr appended = nullptr;  // a block; null if there is none
  Range span;
};

struct Enum {
  Name name;
  std::vector<Name> members;
  bool isPrivate = false;
  Range span;
};

struct Fact {
  Name name;  // empty text if there is none
  ExprPtr body = nullptr;
  Nodes nodes;
  Range span;
};

struct Assertion {
  Name name;
  ExprPtr body = nullptr;
  Nodes nodes;
  Range span;
};

struct Func {
  bool isPredicate = true;
  bool isPrivate = false;
  bool isValuation = false;  // made from a `val` in the AUnit Analyzer's form
  Name name;
  Name receiver;  // the S of `pred S.p`, which adds a first parameter `this: S`; empty text if there is none
  std::vector<Decl> params;
  ExprPtr result = nullptr;
  ExprPtr body = nullptr;  // a block; null if it could not be read
  Nodes nodes;             // the nodes of the body
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
  // In versions of the language in which `seq` or `steps` is not a keyword, `of` is `sig` for this word: it names a signature.
  enum class Of : std::uint8_t { sig, integers, sequences, steps } of = Of::sig;
  Name sig;  // also "String", "univ", "none"; if `of` is not `sig`: the keyword
  bool exactly = false;
  int start = 0;
  bool range = false;  // `..` was written
  int end = -1;        // bound after `..`; -1 if left open
  int increment = -1;  // number after `:`; -1 if not written
  Range span;
};

struct Command {
  bool check = false;
  Name label;   // empty text if there is none
  Name target;  // empty text if the command has a block
  ExprPtr block = nullptr;
  Name given;  // the valuation of `for VAL`; empty text if there is none
  int overall = -1;
  std::vector<TypeScope> scopes;
  Range scopeSpan;
  int expect = -1;  // as written: values above 1 mean 1, unless `instances` is set
  std::optional<model::InstanceCount> instances;
  Range expectSpan;
  int chainedTo = -1;             // index of the command before this one in a `=>` chain; -1 if there is none
  bool isTest = false;            // `@Test id: run v ...` of the AUnit Analyzer; the label is the id
  ExprPtr testFormula = nullptr;  // formula of `@Test id: formula`; null for `run` and `check`
  Range span;
};

// The test language, and the AUnit Analyzer's form (reference "tests and coverage", section 2).

/// The formulas of a valuation: `Relation = N0->N1 + ...`, `no Relation`. The parser accepts any formula; the resolver rejects
/// formulas that are not assignments.
struct ValuationBlock {
  std::vector<ExprPtr> formulas;
  std::vector<ExprPtr> unknown;  // the left side of each `link = ...`; the three dots mean that any value is possible
  Range span;
};

/// A part of the model, named after `because` or `without`: `fact F`, `declaration of S <: f`.
struct NamedPart {
  model::Named what = model::Named::fact;
  Name name;
  Name owner;  // the signature before `<:`; empty text if there is none
  Range span;
};

/// The subject of a statement: a valuation, by name or inline.
struct Subject {
  Name name;         // empty text for an inline valuation without a base
  int inPlace = -1;  // index of an inline valuation in File::inPlace, or -1; it extends the valuation `name`, if `name` is set
  Range span;
};

/// The pattern of one member of a JSON object in a `log` paragraph.
struct LogMember;

struct LogPattern {
  model::LogPattern::Kind kind = model::LogPattern::Kind::any;
  bool truth = false;
  std::int64_t number = 0;
  Name text;             // a text to match, or the name of a variable
  ExprPtr of = nullptr;  // for a variable: the set of its values
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
  model::LogRule::Meaning meaning = model::LogRule::Meaning::formula;
  LogPattern pattern;
  std::optional<LogPattern> behind;
  ExprPtr formula = nullptr;  // of an `on` rule: a formula; of a `value` rule: the expression of the value
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
  std::vector<Name> bases;  // the valuations that it extends
  std::string file;         // the file after `from`, without quotes
  std::optional<Log> mapping;
  ValuationBlock common;
  std::vector<ValuationBlock> states;
  int loop = -1;
  Range loopSpan;
  model::Integers integers;
  Range integersSpan;
  bool open = false;  // has `...`: relations without an assignment are open
  std::vector<Name> tags;
  model::Marks marks;
  bool predicateStyle = false;  // the AUnit Analyzer's `val Name { formulas  @cmd:{ f } }` in an .als file: see `body`
  ExprPtr body = nullptr;       // if predicateStyle: the block, possibly with `@cmd` blocks anywhere inside it
  Range span;
};

struct Statement {
  enum class Kind : std::uint8_t { satisfies, violates, valid, invalid, gives, command, fits } kind = Kind::satisfies;
  std::vector<Subject> subjects;  // empty for a command
  bool every = false;             // begins with `every`, as in `every v satisfies p`
  /// The formula after `satisfies`, `violates` or `gives`. A bare name may be a predicate, an assertion or a command's label.
  ExprPtr formula = nullptr;
  /// Index in File::testCommands: the command that is the whole statement, or that follows `satisfies`; -1 if there is none.
  int command = -1;
  std::optional<NamedPart> because;
  std::vector<NamedPart> without;  // from the enclosing `without fact F, sig S { ... }`
  std::string expectedError;       // text of `expect error "..."`, without quotes; empty if there is none
  Range span;
};

/// The table of a test, which means one test for each row: `for v, n in { (beta, 2) "none" (empty, 0) }`.
struct Table {
  struct Row {
    std::string name;  // without quotes; empty if there is none
    std::vector<ExprPtr> cells;
    std::vector<Name> tags;
    model::Marks marks;
    Range span;
  };
  std::vector<Name> columns;  // empty if the test has no table
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

/// A reference to a paragraph: its kind, and its index in the vector of that kind. File::paragraphs lists all paragraphs in
/// source order.
struct ParagraphRef {
  enum class Kind : std::uint8_t { open, sig, enum_, fact, assertion, func, macro, command, valuation, test, log } kind;
  std::uint32_t index = 0;
};

struct File {
  Dialect dialect = Dialect::alloy6;  // the version in which the text was read
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
  std::vector<Command> testCommands;  // commands inside `test { }` paragraphs
  std::vector<Valuation> valuations;
  std::vector<Valuation> inPlace;  // inline valuations in `test { }` paragraphs
  std::vector<Log> logs;
  std::vector<Test> tests;
  model::Marks marks;
  std::vector<ParagraphRef> paragraphs;
  bool usesDollar = false;              // some name refers to a meta signature (language reference 7.7)
  bool tooDeep = false;                 // some expression is nested too deeply; part of its paragraph may be missing
  bool unreadOpen = false;              // an `open` could not be read, so unknown names may come from its module
  std::set<std::string> unread;         // names in paragraphs that could not be read: these paragraphs may declare them
  std::optional<std::size_t> firstSeq;  // number of paragraphs before the first `seq` multiplicity; a `seq` opens util/sequniv
  Chunks<Expr> arena;
  std::unordered_set<std::string> texts;  // the texts of the nodes

  const std::string* text(std::string_view of) { return &*texts.emplace(of).first; }
};

}  // namespace aunit::parser::alloy::syntax
