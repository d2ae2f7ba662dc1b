// Expressions. Chains of left-associative operators are walked in a loop, so that long ones need no stack.
#include <typeinfo>

#include <fmt/format.h>

#include "parser/alloy/builder.h"
#include "parser/alloy/operators.h"
#include "parser/alloy/token.h"

namespace aunit::parser::alloy {

using namespace syntax;

namespace {

const alloy::Token& token(const antlr4::Token* t) { return static_cast<const alloy::Token&>(*t); }

template <typename Context>
bool is(antlr4::tree::ParseTree* tree) {
  return typeid(*tree) == typeid(Context);
}

Unary unaryOf(std::uint32_t type) {
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
    default: return Unary::reflexiveClosure;
  }
}

Binary binaryOf(std::uint32_t type) {
  switch (type) {
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

bool isBinder(const Expr& e) { return !e.parenthesised && (e.kind == Kind::quantified || e.kind == Kind::let); }

/// Whether the expression's last operand is a binder, which would reach over anything written behind it.
bool endsInBinder(const Expr& e) {
  const Expr* last = &e;
  while (!last->parenthesised) {
    switch (last->kind) {
      case Kind::quantified: case Kind::let:
        return true;
      case Kind::unary:
        if (last->unary == Unary::prime) return false;
        [[fallthrough]];
      case Kind::binary: case Kind::arrow: case Kind::ifElse: case Kind::dot:
        last = last->children.back();
        break;
      default:
        return false;
    }
  }
  return false;
}

}  // namespace

ExprPtr Builder::formula(P::FormulaContext* context) {
  const std::vector<P::ExprContext*> parts = context->expr();
  if (parts.size() == 1) return expr(parts.front());
  Expr* all = node(Kind::block, join(span(parts.front()), span(parts.back())));
  for (P::ExprContext* part : parts) all->children.push_back(expr(part));
  return all;
}

ExprPtr Builder::expr(P::ExprContext* context) {
  std::vector<P::ExprContext*> spine;
  while (is<P::BinaryContext>(context) || is<P::BoxContext>(context) || is<P::PrimedContext>(context)) {
    spine.push_back(context);
    context = static_cast<P::ExprContext*>(context->children.front());
  }
  Expr* result = leaf(context);
  for (auto outer = spine.rbegin(); outer != spine.rend(); ++outer) result = extend(result, *outer);
  return result;
}

Expr* Builder::leaf(P::ExprContext* context) {
  if (is<P::AtomContext>(context)) return atom(static_cast<P::AtomContext*>(context)->token);
  if (is<P::PrefixContext>(context)) return prefix(static_cast<P::PrefixContext*>(context));
  if (is<P::ParenthesesContext>(context)) {
    auto* inner = const_cast<Expr*>(expr(static_cast<P::ParenthesesContext*>(context)->expr()));
    inner->parenthesised = true;
    inner->span = span(context);
    return inner;
  }
  if (is<P::QuantifiedContext>(context)) return quantified(static_cast<P::QuantifiedContext*>(context));
  if (is<P::LetContext>(context)) return let(static_cast<P::LetContext*>(context));
  if (is<P::BlockExprContext>(context)) return block(static_cast<P::BlockExprContext*>(context)->block());
  if (is<P::ComprehensionContext>(context)) return comprehension(static_cast<P::ComprehensionContext*>(context));
  if (is<P::MarkedBlockContext>(context)) {
    Expr* marked = block(static_cast<P::MarkedBlockContext*>(context)->block());
    marked->text = "@cmd";
    commandMarked_ = true;
    marked->span = span(context);
    marked->nameSpan = span(context->start);
    return marked;
  }
  // @name
  const Name target = nameOf(context->stop);
  Expr* at = node(Kind::atName, span(context));
  at->text = target.text;
  at->nameSpan = target.span;
  if (target.text.find('$') != std::string::npos) error(target.span, fmt::format("the name `{}` cannot contain `$` here", target.text));
  return at;
}

Expr* Builder::extend(Expr* left, P::ExprContext* context) {
  if (is<P::BinaryContext>(context)) return binary(left, static_cast<P::BinaryContext*>(context));
  if (is<P::BoxContext>(context)) return box(left, static_cast<P::BoxContext*>(context));
  return primed(left, static_cast<P::PrimedContext*>(context));
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
    string->text = text(span(t));
    return string;
  }
  Expr* reference = node(Kind::name, span(t));
  reference->text = nameOf(t).text;
  reference->nameSpan = reference->span;
  return reference;
}

Expr* Builder::prefix(P::PrefixContext* context) {
  Expr* e = node(Kind::unary, span(context));
  e->unary = unaryOf(alloy::token(context->op).type);
  e->nameSpan = span(context->op);
  e->children = {expr(context->expr())};
  if (e->unary == Unary::seq) file_.usesSeq = true;
  const int own = levelOf(e->unary);
  checkRight(*e->children[0], own == level::comparison ? level::shift : own, e->nameSpan);
  return e;
}

Expr* Builder::binary(Expr* left, P::BinaryContext* context) {
  const std::uint32_t op = alloy::token(context->op).type;
  if (op == TokenType::IMPLIES || op == TokenType::ELSE) return implications(left, context);

  const Span opSpan = span(context->op);
  const ExprPtr right = expr(static_cast<P::ExprContext*>(context->children[2]));
  const Span whole = join(left->span, right->span);
  if (op == TokenType::SEMICOLON) {  // a ; b  is  a and after b
    Expr* later = node(Kind::unary, right->span);
    later->unary = Unary::after;
    later->nameSpan = opSpan;
    later->children = {right};
    Expr* both = node(Kind::binary, whole);
    both->binary = Binary::and_;
    both->nameSpan = opSpan;
    both->children = {left, later};
    return both;
  }
  checkLeft(*left, opSpan);

  Expr* e = node(Kind::binary, whole);
  e->nameSpan = opSpan;
  e->children = {left, right};
  if (op == TokenType::DOT) {
    e->kind = Kind::dot;
    if (!isBuiltinTarget(*right)) checkRight(*right, level::unary, opSpan);
  } else if (op == TokenType::ARROW) {
    e->kind = Kind::arrow;
    e->leftMultiplicity = static_cast<Multiplicity>(alloy::token(context->op).extra / 4);
    e->rightMultiplicity = static_cast<Multiplicity>(alloy::token(context->op).extra % 4);
    checkRight(*right, level::arrow, opSpan);
  } else {
    e->negated = op == TokenType::NEGATED_COMPARISON;
    e->binary = binaryOf(e->negated ? alloy::token(context->op).extra : op);
    checkRight(*right, levelOf(e->binary) + 1, opSpan);
  }
  return e;
}

// The grammar reads `a => b => c else d` as one chain of right-associative operators. Here each `else` finds the nearest `=>` before it
// that has none.
Expr* Builder::implications(Expr* first, P::BinaryContext* context) {
  struct Link {
    Span op;
    bool isElse;
  };
  std::vector<ExprPtr> operands{first};
  std::vector<Link> links;
  P::ExprContext* rest = context;
  while (is<P::BinaryContext>(rest)) {
    auto* link = static_cast<P::BinaryContext*>(rest);
    const std::uint32_t op = alloy::token(link->op).type;
    if (op != TokenType::IMPLIES && op != TokenType::ELSE) break;
    if (!links.empty()) operands.push_back(expr(static_cast<P::ExprContext*>(link->children[0])));
    links.push_back({span(link->op), op == TokenType::ELSE});
    rest = static_cast<P::ExprContext*>(link->children[2]);
  }
  operands.push_back(expr(rest));
  for (std::size_t i = 0; i < links.size(); ++i) checkLeft(*operands[i], links[i].op);
  checkRight(*operands.back(), level::conjunction, links.back().op);

  // From right to left: `values` holds the consequents and alternatives that wait for what stands before them.
  const auto combine = [&](Kind kind, Span op, std::vector<ExprPtr> children) {
    Expr* e = node(kind, join(children.front()->span, children.back()->span));
    e->binary = Binary::implies;
    e->nameSpan = op;
    e->children = std::move(children);
    return e;
  };
  std::vector<ExprPtr> values{operands.back()};
  std::vector<Span> openElses;
  for (std::size_t i = links.size(); i-- > 0;) {
    if (links[i].isElse) {
      values.push_back(operands[i]);
      openElses.push_back(links[i].op);
      continue;
    }
    const ExprPtr consequent = values.back();
    values.pop_back();
    if (openElses.empty()) {
      values.push_back(combine(Kind::binary, links[i].op, {operands[i], consequent}));
      continue;
    }
    const ExprPtr alternative = values.back();
    values.pop_back();
    openElses.pop_back();
    values.push_back(combine(Kind::ifElse, links[i].op, {operands[i], consequent, alternative}));
  }
  for (const Span& op : openElses) error(op, "this `else` has no `=>`").hints.push_back("Alloy writes `a => b else c`, the quantified formulas in it in parentheses.");
  return const_cast<Expr*>(values.back());
}

Expr* Builder::box(Expr* target, P::BoxContext* context) {
  const Span brackets = span(context->LBRACKET()->getSymbol());
  checkLeft(*target, brackets);
  Expr* e = node(Kind::box, span(context));
  e->nameSpan = join(brackets, span(context->stop));
  e->children.push_back(target);
  const auto& children = context->children;
  for (std::size_t i = 2; i + 1 < children.size(); i += 2) e->children.push_back(expr(static_cast<P::ExprContext*>(children[i])));
  return e;
}

Expr* Builder::primed(Expr* operand, P::PrimedContext* context) {
  const Span prime = span(context->stop);
  if (writtenLevel(*operand) < level::unary)
    error(prime, "a prime cannot follow this expression").hints.push_back(fmt::format("Write `({})'`.", text(operand->span)));
  Expr* e = node(Kind::unary, span(context));
  e->unary = Unary::prime;
  e->nameSpan = prime;
  e->children = {operand};
  return e;
}

Expr* Builder::quantified(P::QuantifiedContext* context) {
  Expr* e = node(Kind::quantified, span(context));
  e->nameSpan = span(context->start);
  e->quantifier = quantifierOf(text(e->nameSpan));
  e->decls = declarations(context->declarations());
  e->children = {binderBody(context->expr(), context->BAR() != nullptr)};
  return e;
}

Expr* Builder::let(P::LetContext* context) {
  // Bindings nest: each sees those before it, and the body sees all.
  const std::vector<P::BindingContext*> bindings = context->binding();
  Expr* outermost = nullptr;
  Expr* innermost = nullptr;
  for (P::BindingContext* binding : bindings) {
    const Name bound = declaredName(binding->name());
    Expr* e = node(Kind::let, outermost ? join(span(binding), span(context->stop)) : span(context));
    e->text = bound.text;
    e->nameSpan = bound.span;
    e->children = {expr(binding->expr())};
    if (innermost) innermost->children.push_back(e);
    else outermost = e;
    innermost = e;
  }
  innermost->children.push_back(binderBody(context->expr(), context->BAR() != nullptr));
  return outermost;
}

ExprPtr Builder::binderBody(P::ExprContext* context, bool hasBar) {
  const ExprPtr body = expr(context);
  if (hasBar || (body->kind == Kind::block && !body->parenthesised && body->text.empty())) return body;
  const Span start = span(context->start);
  if (alloy::token(context->start).type == TokenType::LBRACE && !(body->kind == Kind::comprehension))
    error(body->nameSpan.known() ? body->nameSpan : start, "what is quantified ends at the closing brace: nothing can be joined to it here")
        .hints.push_back("Put the quantified formula in parentheses, or write `|` before its body.");
  else
    error(start, fmt::format("`|` is missing before `{}`", text(start)));
  return body;
}

Expr* Builder::comprehension(P::ComprehensionContext* context) {
  Expr* e = node(Kind::comprehension, span(context));
  e->nameSpan = span(context->start);
  e->decls = declarations(context->declarations());
  if (context->expr()) e->children = {expr(context->expr())};
  else if (context->block()) e->children = {block(context->block())};
  return e;
}

Expr* Builder::block(P::BlockContext* context) {
  Expr* e = node(Kind::block, span(context));
  e->children.reserve(context->children.size() - 2);
  for (std::size_t i = 1; i + 1 < context->children.size(); ++i)
    e->children.push_back(expr(static_cast<P::ExprContext*>(context->children[i])));
  return e;
}

int Builder::writtenLevel(const Expr& e) const {
  if (e.parenthesised) return level::primary;
  if (e.kind == Kind::binary && text(e.nameSpan) == ";") return level::sequence;
  return levelOf(e);
}

void Builder::checkLeft(const Expr& operand, const Span& op) {
  if (!endsInBinder(operand)) return;
  error(op, fmt::format("`{}` cannot follow a quantified formula or `let` without parentheses", text(op)))
      .hints.push_back("Put the formula to its left in parentheses.");
}

void Builder::checkRight(const Expr& operand, int lowest, const Span& op) {
  if (isBinder(operand) || writtenLevel(operand) >= lowest) return;
  const Span inner = operand.nameSpan;
  model::Diagnostic& diagnostic =
      error(inner, fmt::format("`{}` binds less tightly than `{}` before it: parentheses are needed", text(inner), text(op)));
  diagnostic.hints.push_back(fmt::format("Write `({})`.", text(operand.span)));
}

}  // namespace aunit::parser::alloy
