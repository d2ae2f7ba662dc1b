// Builds expressions by precedence climbing (Richards, "The parsing phase of compilation", 1979; Clarke, "The top-down parsing of
// expressions", 1986). Chains of left-associative operators are read in a loop, so that long chains do not need a deep stack.
#include <cctype>
#include <optional>
#include <typeinfo>

#include <fmt/format.h>

#include "parser/alloy/syntax/builder.h"
#include "parser/alloy/syntax/operators.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

using namespace syntax;

namespace {

template <typename Context>
Context* as(antlr4::tree::ParseTree* tree) {
  return tree && typeid(*tree) == typeid(Context) ? static_cast<Context*>(tree) : nullptr;
}

std::optional<Unary> prefixOperator(std::uint32_t type) {
  switch (type) {
    case TokenType::NOT: return Unary::not_;
    case TokenType::ALWAYS: return Unary::always;
    case TokenType::EVENTUALLY: return Unary::eventually;
    case TokenType::AFTER: return Unary::after;
    case TokenType::BEFORE: return Unary::before;
    case TokenType::HISTORICALLY: return Unary::historically;
    case TokenType::ONCE: return Unary::once;
    case TokenType::NO: return Unary::no;
    case TokenType::SOME: return Unary::some;
    case TokenType::LONE: return Unary::lone;
    case TokenType::ONE: return Unary::one;
    case TokenType::SET: return Unary::set;
    case TokenType::SEQ: return Unary::seq;
    case TokenType::HASH: return Unary::cardinality;
    case TokenType::SUM: return Unary::sumOf;
    case TokenType::INT: return Unary::intOf;
    case TokenType::TILDE: return Unary::transpose;
    case TokenType::CARET: return Unary::closure;
    case TokenType::STAR: return Unary::reflexiveClosure;
    default: return std::nullopt;
  }
}

Binary binaryOf(std::uint32_t type) {
  switch (type) {
    case TokenType::IMPLIES: return Binary::implies;
    case TokenType::AND: return Binary::and_;
    case TokenType::OR: return Binary::or_;
    case TokenType::IFF: return Binary::iff;
    case TokenType::UNTIL: return Binary::until;
    case TokenType::SINCE: return Binary::since;
    case TokenType::RELEASES: return Binary::releases;
    case TokenType::TRIGGERED: return Binary::triggered;
    case TokenType::IN: return Binary::in;
    case TokenType::EQUALS: return Binary::equal;
    case TokenType::LESS: return Binary::less;
    case TokenType::GREATER: return Binary::greater;
    case TokenType::LESS_EQUAL: return Binary::lessEqual;
    case TokenType::GREATER_EQUAL: return Binary::greaterEqual;
    case TokenType::SHIFT_LEFT: return Binary::shiftLeft;
    case TokenType::SHIFT_RIGHT: return Binary::shiftRight;
    case TokenType::SHIFT_RIGHT_LOGICAL: return Binary::shiftRightLogical;
    case TokenType::PLUS: return Binary::union_;
    case TokenType::MINUS: return Binary::difference;
    case TokenType::INT_ADD: return Binary::intAdd;
    case TokenType::INT_SUB: return Binary::intSubtract;
    case TokenType::INT_MUL: return Binary::intMultiply;
    case TokenType::INT_DIV: return Binary::intDivide;
    case TokenType::INT_REM: return Binary::intRemainder;
    case TokenType::OVERRIDE: return Binary::override_;
    case TokenType::AMPERSAND: return Binary::intersection;
    case TokenType::DOMAIN: return Binary::domainRestriction;
    default: return Binary::rangeRestriction;
  }
}

Quantifier quantifierOf(std::string_view word) {
  for (const Quantifier q : {Quantifier::all, Quantifier::no, Quantifier::some, Quantifier::lone, Quantifier::one})
    if (spelling(q) == word) return q;
  return Quantifier::sum;
}

/// Returns the level of an infix operator; 0 for `else`, which is read with its implication.
int levelOfInfix(const alloy::Token& op) {
  switch (op.type) {
    case TokenType::ELSE: return 0;
    case TokenType::SEMICOLON: return level::sequence;
    case TokenType::DOT: return level::join;
    case TokenType::ARROW: return level::arrow;
    case TokenType::NEGATED_COMPARISON: return level::comparison;
    default: return levelOf(binaryOf(op.type));
  }
}

// A union with more operands than this becomes a balanced tree, whose types are computed in n log n steps. A shorter union is
// left-deep, as in the language.
constexpr std::size_t balancedSum = 64;

// A union with more operands than this has a coarse type (TypedTree::longSum).
constexpr std::size_t longSum = 256;

bool isBinder(const Expr& e) {
  return !e.parenthesised && (e.kind == Kind::quantified || e.kind == Kind::let);
}

}  // namespace

/// An expression's items, read from left to right: single tokens, and children of its parse tree.
struct Builder::Row {
  alloy::Token* at;  // first token of the next item
  alloy::Token* const end;
  const std::vector<antlr4::tree::ParseTree*>& children;
  std::size_t child = 0;

  explicit Row(P::ExprContext* context)
      : at(static_cast<alloy::Token*>(context->start)),
        end(static_cast<alloy::Token*>(context->stop) + 1),
        children(context->children) {}

  /// Returns the next item if it is a child of the parse tree, else null.
  antlr4::ParserRuleContext* nextChild() const {
    if (child == children.size()) return nullptr;
    auto* const next = static_cast<antlr4::ParserRuleContext*>(children[child]);
    return next->start == at ? next : nullptr;
  }
  /// Returns the next item if it is a token, else null.
  alloy::Token* nextToken() const { return at != end && !nextChild() ? at : nullptr; }
  void skip() {
    if (const auto* const next = nextChild()) {
      at = static_cast<alloy::Token*>(next->stop) + 1;
      ++child;
    } else {
      ++at;
    }
  }
};

ExprPtr Builder::formula(P::FormulaContext* context) {
  const std::vector<P::ExprContext*> parts = context->expr();
  if (parts.size() == 1) return expr(parts.front());
  Expr* all = node(Kind::block, join(span(parts.front()), span(parts.back())));
  for (P::ExprContext* part : parts) adopt(all, expr(part));
  return all;
}

Expr* Builder::expr(P::ExprContext* context) {
  Row row(context);
  Expr* result = climb(row, level::sequence);
  while (row.at != row.end) {  // only an `else` can remain
    error(span(row.at), "this `else` has no `=>`")
        .hints.push_back("Write `a => b else c`, with parentheses around quantified formulas.");
    row.skip();
    climb(row, level::sequence);
  }
  return result;
}

/// Reads an operand, and the operators after it whose level is at least `lowest`.
Expr* Builder::climb(Row& row, int lowest) {
  if (guard_.exhausted()) throw NestedTooDeeply{row.at};
  Expr* left = operand(row);
  while (row.at != row.end) {
    alloy::Token* op = row.nextToken();
    if (!op) {
      if (level::join < lowest) return left;
      auto* arguments = static_cast<P::ArgumentsContext*>(row.nextChild());
      row.skip();
      left = box(left, arguments);
      continue;
    }
    const bool isPrime = op->type == TokenType::PRIME;
    if (!isPrime && levelOfInfix(*op) < lowest) return left;
    if (op->type == TokenType::PLUS) {
      left = sum(row, left);
      continue;
    }
    row.skip();
    left = isPrime ? primed(left, op) : infix(row, left, op);
  }
  return left;
}

Expr* Builder::operand(Row& row) {
  if (guard_.exhausted()) throw NestedTooDeeply{row.at};
  antlr4::ParserRuleContext* child = row.nextChild();
  alloy::Token* token = row.nextToken();
  row.skip();
  if (token) {
    const std::optional<Unary> op = prefixOperator(token->type);
    return op ? prefix(row, *op, token) : atom(token);
  }
  if (auto* context = as<P::BinderContext>(child)) return binder(row, context);
  return primary(static_cast<P::PrimaryContext*>(child));
}

Expr* Builder::primary(P::PrimaryContext* context) {
  if (auto* parentheses = as<P::ParenthesesContext>(context)) {
    Expr* inner = expr(parentheses->expr());
    inner->parenthesised = true;
    inner->span = span(context);
    return inner;
  }
  if (auto* braces = as<P::BlockExprContext>(context)) return block(braces->block());
  if (auto* braces = as<P::ComprehensionContext>(context)) return comprehension(braces);
  if (auto* mark = as<P::MarkedBlockContext>(context)) {
    Expr* marked = block(mark->block());
    marked->text = file_.text("@cmd");
    commandMarked_ = true;
    marked->span = span(context);
    marked->nameSpan = span(context->start);
    return marked;
  }
  if (as<P::NamedFormulaContext>(context)) {
    Expr* named = node(Kind::named, span(context));
    named->what = static_cast<model::Named>(alloy::token(context->start).extra);
    const Name name = nameOrText(context->stop);
    named->text = file_.text(name.text);
    named->nameSpan = name.span;
    return named;
  }
  // @name
  const Name target = nameOf(context->stop);
  Expr* at = node(Kind::atName, span(context));
  at->text = file_.text(target.text);
  at->nameSpan = target.span;
  if (target.text.find('$') != std::string::npos)
    error(target.span, fmt::format("the name `{}` cannot contain `$` here", target.text));
  return at;
}

Expr* Builder::atom(antlr4::Token* t) {
  const std::uint32_t type = alloy::token(t).type;
  if (type == TokenType::NUMBER) {
    Expr* number = node(Kind::number, span(t));
    number->number = static_cast<std::int32_t>(alloy::token(t).extra);
    return number;
  }
  if (type == TokenType::STRING) {
    Expr* string = node(Kind::string, span(t));
    string->text = file_.text(text(span(t)));
    return string;
  }
  Expr* reference = node(Kind::name, span(t));
  reference->text = file_.text(nameOf(t).text);
  reference->nameSpan = reference->span;
  return reference;
}

Expr* Builder::prefix(Row& row, Unary unary, antlr4::Token* op) {
  if (unary == Unary::seq && !file_.firstSeq) file_.firstSeq = file_.paragraphs.size();
  const int own = levelOf(unary);
  // The operand ends before an operator of the prefix's own level: `~a'` is `(~a)'`, and `some a = b` is `(some a) = b`.
  const int lowest = own == level::comparison ? level::shift : own;
  Expr* child = own == level::unary ? operand(row) : climb(row, lowest);
  Expr* e = node(Kind::unary, join(span(op), child->span));
  e->unary = unary;
  e->nameSpan = span(op);
  adopt(e, child);
  checkRight(*child, lowest, e->nameSpan);
  return e;
}

Expr* Builder::binder(Row& row, P::BinderContext* context) {
  return context->declarations() ? quantified(row, context) : let(row, context);
}

Expr* Builder::quantified(Row& row, P::BinderContext* context) {
  Expr* e = node(Kind::quantified, span(context));
  e->nameSpan = span(context->start);
  e->quantifier = quantifierOf(text(e->nameSpan));
  e->decls = declarations(context->declarations());
  for (const Decl& d : e->decls) deepen(e, *d.bound);
  adopt(e, binderBody(row, context));
  e->span = join(e->span, e->children.back()->span);
  return e;
}

Expr* Builder::let(Row& row, P::BinderContext* context) {
  // Bindings nest: each one sees the bindings before it, and the body sees all.
  std::vector<Expr*> nested;
  for (P::BindingContext* binding : context->binding()) {
    const Name bound = declaredName(binding->name());
    Expr* e = node(Kind::let, nested.empty() ? span(context) : span(binding));
    e->text = file_.text(bound.text);
    e->nameSpan = bound.span;
    adopt(e, expr(binding->expr()));
    nested.push_back(e);
  }
  Expr* body = binderBody(row, context);
  for (auto e = nested.rbegin(); e != nested.rend(); ++e) {
    adopt(*e, body);
    (*e)->span = join((*e)->span, body->span);
    body = *e;
  }
  return body;
}

Expr* Builder::binderBody(Row& row, P::BinderContext* context) {
  alloy::Token* const first = row.at;
  const bool isBlock = as<P::BlockExprContext>(row.nextChild()) != nullptr;
  Expr* body = climb(row, level::binder);
  if (context->BAR() || (body->kind == Kind::block && !body->parenthesised && body->text->empty())) return body;
  if (isBlock)
    error(body->nameSpan, "this cannot follow a quantified formula, which ends at its closing brace")
        .hints.push_back("Put the quantified formula in parentheses, or write `|` before its body.");
  else
    error(span(first), fmt::format("`|` is missing before `{}`", text(span(first))));
  return body;
}

Expr* Builder::infix(Row& row, Expr* left, antlr4::Token* token) {
  const alloy::Token& op = alloy::token(token);
  if (op.type == TokenType::SEMICOLON) return sequence(row, left, token);
  const Range opSpan = span(token);
  checkLeft(*left, opSpan);
  if (op.type == TokenType::IMPLIES) return implication(row, left, token);

  const int own = levelOfInfix(op);
  const int lowest = op.type == TokenType::ARROW ? own : own + 1;
  Expr* right = climb(row, lowest);
  if (!(op.type == TokenType::DOT && isBuiltinTarget(*right))) checkRight(*right, lowest, opSpan);
  Expr* e = node(Kind::binary, join(left->span, right->span));
  e->nameSpan = opSpan;
  if (op.type == TokenType::DOT) {
    e->kind = Kind::dot;
  } else if (op.type == TokenType::ARROW) {
    e->kind = Kind::arrow;
    e->leftMultiplicity = static_cast<Multiplicity>(op.extra / 4);
    e->rightMultiplicity = static_cast<Multiplicity>(op.extra % 4);
  } else {
    e->negated = op.type == TokenType::NEGATED_COMPARISON;
    e->binary = binaryOf(e->negated ? op.extra : op.type);
  }
  adopt(e, left);
  adopt(e, right);
  return e;
}

/// Reads a chain of unions that begins with `left`.
Expr* Builder::sum(Row& row, Expr* left) {
  std::vector<Expr*> operands{left};
  std::vector<Range> operators;
  const int tighter = levelOf(Binary::union_) + 1;
  for (alloy::Token* plus = row.nextToken(); plus && plus->type == TokenType::PLUS; plus = row.nextToken()) {
    row.skip();
    operators.push_back(span(plus));
    if (operators.size() == 1) checkLeft(*left, operators.front());
    operands.push_back(climb(row, tighter));
    checkRight(*operands.back(), tighter, operators.back());
  }
  const auto add = [&](Expr* a, Expr* b, Range plus) {
    Expr* e = node(Kind::binary, join(a->span, b->span));
    e->nameSpan = plus;
    e->binary = Binary::union_;
    adopt(e, a);
    adopt(e, b);
    return e;
  };
  if (operands.size() > balancedSum) {
    // Models that consist of data have unions of many tuples. A balanced tree is shallow, and fast to evaluate.
    const auto halves = [&](const auto& self, std::size_t first, std::size_t end) -> Expr* {
      if (end - first == 1) return operands[first];
      const std::size_t middle = first + (end - first) / 2;
      Expr* part = add(self(self, first, middle), self(self, middle, end), operators[middle - 1]);
      part->ofLongSum = operands.size() > longSum;
      return part;
    };
    return halves(halves, 0, operands.size());
  }
  for (std::size_t i = 0; i < operators.size(); ++i) left = add(left, operands[i + 1], operators[i]);
  return left;
}

/// Reads `a ; b` as `a and after b`.
Expr* Builder::sequence(Row& row, Expr* left, antlr4::Token* op) {
  Expr* right = climb(row, level::sequence);
  Expr* later = node(Kind::unary, right->span);
  later->unary = Unary::after;
  later->nameSpan = span(op);
  adopt(later, right);
  Expr* both = node(Kind::binary, join(left->span, right->span));
  both->binary = Binary::and_;
  both->nameSpan = span(op);
  adopt(both, left);
  adopt(both, later);
  return both;
}

/// Reads an implication. An `else` belongs to the nearest `=>` before it that has no `else` yet.
Expr* Builder::implication(Row& row, Expr* condition, antlr4::Token* op) {
  Expr* consequent = climb(row, level::implication);
  checkRight(*consequent, level::implication, span(op));
  Expr* e = node(Kind::binary, join(condition->span, consequent->span));
  e->binary = Binary::implies;
  e->nameSpan = span(op);
  adopt(e, condition);
  adopt(e, consequent);
  alloy::Token* otherwise = row.nextToken();
  if (!otherwise || otherwise->type != TokenType::ELSE) return e;
  row.skip();
  checkLeft(*consequent, span(otherwise));
  Expr* alternative = climb(row, level::implication);
  checkRight(*alternative, level::implication, span(otherwise));
  e->kind = Kind::ifElse;
  adopt(e, alternative);
  e->span = join(e->span, alternative->span);
  return e;
}

Expr* Builder::box(Expr* target, P::ArgumentsContext* context) {
  checkLeft(*target, span(context->start));
  Expr* e = node(Kind::box, join(target->span, span(context)));
  e->nameSpan = span(context);
  adopt(e, target);
  const auto& children = context->children;
  for (std::size_t i = 1; i + 1 < children.size(); i += 2) adopt(e, expr(static_cast<P::ExprContext*>(children[i])));
  return e;
}

Expr* Builder::primed(Expr* operand, antlr4::Token* token) {
  const Range prime = span(token);
  if (writtenLevel(*operand) < level::unary)
    error(prime, "a prime cannot follow this expression").hints.push_back(fmt::format("Write `({})'`.", text(operand->span)));
  Expr* e = node(Kind::unary, join(operand->span, prime));
  e->unary = Unary::prime;
  e->nameSpan = prime;
  adopt(e, operand);
  return e;
}

Expr* Builder::comprehension(P::ComprehensionContext* context) {
  Expr* e = node(Kind::comprehension, span(context));
  e->nameSpan = span(context->start);
  e->decls = declarations(context->declarations());
  for (const Decl& d : e->decls) deepen(e, *d.bound);
  if (context->expr())
    adopt(e, expr(context->expr()));
  else if (context->block())
    adopt(e, block(context->block()));
  return e;
}

Expr* Builder::block(P::BlockContext* context) {
  Expr* e = node(Kind::block, span(context));
  e->children.reserve(context->children.size() - 2);
  for (std::size_t i = 1; i + 1 < context->children.size(); ++i)
    adopt(e, expr(static_cast<P::ExprContext*>(context->children[i])));
  return e;
}

int Builder::writtenLevel(const Expr& e) const {
  if (e.parenthesised) return level::primary;
  if (e.kind == Kind::binary && text(e.nameSpan) == ";") return level::sequence;
  return levelOf(e);
}

void Builder::checkLeft(const Expr& operand, const Range& op) {
  if (!endsInBinder(operand)) return;
  error(op, fmt::format("`{}` cannot follow a quantified formula or `let` without parentheses", text(op)))
      .hints.push_back("Put the formula to its left in parentheses.");
}

std::string_view Builder::nameBefore(const Range& op) const {
  if (text(op) != "~" && text(op) != "^" && text(op) != "*") return {};
  std::uint32_t begin = op.begin;
  const auto isOfName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (begin > 0 && isOfName(text({begin - 1, begin})[0])) --begin;
  return text({begin, op.begin});
}

void Builder::checkRight(const Expr& operand, int lowest, const Range& op) {
  if (isBinder(operand) || writtenLevel(operand) >= lowest) return;
  const Range inner = operand.nameSpan;
  if (const std::string_view name = nameBefore(op); !name.empty() && op.end != operand.span.begin) {
    error(op, fmt::format("`{}` must be written before its relation, not after it", text(op)))
        .hints.push_back(fmt::format("Write `{}{}`.", text(op), name));
    return;
  }
  model::Diagnostic& diagnostic =
      error(inner, fmt::format("`{}` binds less tightly than `{}` before it: parentheses are needed", text(inner), text(op)));
  if (text(inner) == "!" && text(op).ends_with("->"))
    diagnostic.hints.push_back("The multiplicity `!` is Alloy 2: write `one`.");
  else
    diagnostic.hints.push_back(fmt::format("Write `({})`.", text(operand.span)));
}

}  // namespace aunit::parser::alloy
