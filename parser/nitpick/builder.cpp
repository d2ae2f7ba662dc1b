#include "parser/nitpick/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace aunit::parser::nitpick {

using syntax::Expr;
using syntax::ExprPtr;
using syntax::Kind;
using T = grammar::NitpickLexer;

namespace {

Kind prefixKind(std::size_t token) {
  switch (token) {
    case T::DOM: return Kind::domain;
    case T::RAN: return Kind::range;
    case T::FDOM: return Kind::functionalDomain;
    case T::FUN: return Kind::function;
    case T::INJ: return Kind::injection;
    case T::SUR: return Kind::surjection;
    case T::TOT: return Kind::total;
    case T::ONE: return Kind::singleton;
    default: return Kind::not_;
  }
}

Kind binaryKind(std::size_t token) {
  switch (token) {
    case T::DOT: return Kind::apply;
    case T::SEMICOLON: return Kind::compose;
    case T::DOMAIN_RESTRICTION: return Kind::domainRestriction;
    case T::DOMAIN_SUBTRACTION: return Kind::domainSubtraction;
    case T::RANGE_RESTRICTION: return Kind::rangeRestriction;
    case T::RANGE_SUBTRACTION: return Kind::rangeSubtraction;
    case T::OVERRIDE: return Kind::override_;
    case T::INTERSECTION: return Kind::intersection;
    case T::UNION: return Kind::union_;
    case T::DIFFERENCE: return Kind::difference;
    case T::ARROW: return Kind::maplet;
    case T::IN:
    case T::COLON: return Kind::in;
    case T::NOT_IN:
    case T::NOT: return Kind::notIn;
    case T::EQUAL: return Kind::equal;
    case T::NOT_EQUAL: return Kind::notEqual;
    case T::SUBSET: return Kind::subset;
    case T::PROPER_SUBSET: return Kind::properSubset;
    case T::AND: return Kind::and_;
    case T::OR: return Kind::or_;
    case T::IMPLIES: return Kind::implies;
    default: return Kind::iff;
  }
}

}  // namespace

syntax::Expr* Builder::node(Kind kind, const antlr4::ParserRuleContext* context, const antlr4::Token* op,
                            std::vector<ExprPtr> children) {
  Expr& e = file_.arena.emplace_back();
  e.kind = kind;
  e.span = tokens_.span(context);
  e.operator_ = op ? tokens_.span(op) : e.span;
  e.children = std::move(children);
  for (const ExprPtr child : e.children) e.depth = std::max(e.depth, child->depth + 1);
  if (e.depth > guard_.levels()) throw NestedTooDeeply{context->start};
  return &e;
}

ExprPtr Builder::expr(P::ExprContext* context) {
  if (guard_.exhausted()) throw NestedTooDeeply{context->start};
  if (auto* c = dynamic_cast<P::ParenthesesContext*>(context)) {
    const ExprPtr first = expr(c->expr(0));
    return c->COMMA() ? node(Kind::maplet, c, c->COMMA()->getSymbol(), {first, expr(c->expr(1))}) : first;
  }
  if (auto* c = dynamic_cast<P::PrimedContext*>(context)) return node(Kind::prime, c, c->PRIME()->getSymbol(), {expr(c->expr())});
  if (auto* c = dynamic_cast<P::PostfixContext*>(context)) {
    const std::size_t op = c->op->getType();
    return node(op == T::TILDE  ? Kind::transpose
                : op == T::PLUS ? Kind::closure
                                : Kind::reflexiveClosure,
                c, c->op, {expr(c->expr())});
  }
  if (auto* c = dynamic_cast<P::PrefixContext*>(context)) return node(prefixKind(c->op->getType()), c, c->op, {expr(c->expr())});
  if (auto* c = dynamic_cast<P::BinaryContext*>(context)) {
    // The tree of a long chain `a + b + c + ...` is deep on the left. A loop reads it, because recursion would need a deep stack.
    std::vector<P::BinaryContext*> spine = {c};
    while (auto* left = dynamic_cast<P::BinaryContext*>(spine.back()->expr(0))) spine.push_back(left);
    ExprPtr result = expr(spine.back()->expr(0));
    for (auto i = spine.rbegin(); i != spine.rend(); ++i)
      result = node(binaryKind((*i)->op->getType()), *i, (*i)->op, {result, expr((*i)->expr(1))});
    return result;
  }
  if (auto* c = dynamic_cast<P::SetLiteralContext*>(context)) {
    std::vector<ExprPtr> elements;
    for (P::ExprContext* element : c->expr()) elements.push_back(expr(element));
    return node(Kind::setLiteral, c, nullptr, std::move(elements));
  }
  if (auto* c = dynamic_cast<P::ConstantContext*>(context)) {
    const std::size_t op = c->op->getType();
    return node(op == T::UNIVERSAL ? Kind::universal : op == T::IDENTITY ? Kind::identity : Kind::setLiteral, c, nullptr, {});
  }
  auto* c = static_cast<P::NameContext*>(context);
  return reference(c->NAME(), c->arguments());
}

Expr* Builder::reference(antlr4::tree::TerminalNode* nameNode, P::ArgumentsContext* arguments) {
  const syntax::Name called = name(nameNode);
  Expr& e = file_.arena.emplace_back();
  e.kind = arguments ? Kind::call : Kind::name;
  e.text = called.text;
  e.span = called.span;
  e.operator_ = called.span;
  if (!arguments) return &e;
  e.span.end = tokens_.span(arguments).end;
  for (P::ExprContext* argument : arguments->expr()) {
    const ExprPtr value = expr(argument);
    e.children.push_back(value);
    e.depth = std::max(e.depth, value->depth + 1);
  }
  return &e;
}

std::vector<syntax::Name> Builder::names(const std::vector<antlr4::tree::TerminalNode*>& nodes) {
  std::vector<syntax::Name> out;
  for (auto* n : nodes) out.push_back(name(n));
  return out;
}

std::vector<syntax::Name> Builder::tags(const std::vector<P::TagContext*>& contexts) {
  std::vector<syntax::Name> out;
  for (P::TagContext* tag : contexts) out.push_back(name(tag->NAME()));
  return out;
}

std::string Builder::unquoted(antlr4::tree::TerminalNode* node) {
  const std::string text = tokens_.text(node->getSymbol());
  return text.substr(1, text.size() - 2);
}

int Builder::number(antlr4::tree::TerminalNode* node) {
  const std::string digits = tokens_.text(node->getSymbol());
  int value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc()) {
    diagnostics_.error("syntax", tokens_.span(node->getSymbol()), "this number is too large: the largest is 2147483647");
    return 0;
  }
  return value;
}

void Builder::add(P::ParagraphContext* context) {
  if (auto* types = dynamic_cast<P::TypesContext*>(context)) {
    for (syntax::Name& type : names(types->names()->NAME())) file_.types.push_back(std::move(type));
  } else if (auto* open = dynamic_cast<P::OpenFileContext*>(context)) {
    syntax::Name target = name(open->stop);
    if (open->STRING()) target.text = unquoted(open->STRING());
    file_.opens.push_back({std::move(target)});
  } else if (auto* schema = dynamic_cast<P::SchemaContext*>(context)) {
    add(schema);
  } else if (auto* valuation = dynamic_cast<P::ValuationContext*>(context)) {
    add(valuation);
  } else if (auto* test = dynamic_cast<P::TestContext*>(context)) {
    add(test);
  }
}

syntax::Declaration Builder::declaration(P::VariablesContext* context) {
  using Range = syntax::Range::Kind;
  syntax::Declaration d;
  d.names = names(context->names()->NAME());
  d.span = tokens_.span(context);
  P::RangeContext* range = context->range();
  d.range.span = tokens_.span(range);
  if (range->SET()) {
    d.range.kind = Range::set;
    d.range.from = name(range->NAME(0));
  } else {
    d.range.from = name(range->from);
    if (range->op) {
      d.range.kind = range->op->getType() == T::ARROW ? Range::function : Range::relation;
      d.range.to = name(range->to);
    }
  }
  return d;
}

void Builder::add(P::SchemaContext* context) {
  syntax::Schema schema;
  schema.name = name(context->NAME());
  schema.isClaim = context->op->getType() == T::CLAIM;
  if (context->parameters())
    for (P::VariablesContext* variables : context->parameters()->variables()) schema.parameters.push_back(declaration(variables));
  P::BodyContext* body = context->body();
  for (P::DeclarationContext* d : body->declaration()) {
    if (d->variables()) {
      schema.declarations.push_back(declaration(d->variables()));
      schema.declarations.back().isConst = d->CONST() != nullptr;
    } else {
      P::InclusionContext* inclusion = d->inclusion();
      ExprPtr target = reference(inclusion->NAME(), inclusion->arguments());
      if (inclusion->PRIME()) target = node(Kind::prime, inclusion, inclusion->PRIME()->getSymbol(), {target});
      schema.inclusions.push_back({target, d->CONST() != nullptr, tokens_.span(d)});
    }
  }
  for (P::ExprContext* formula : body->expr()) schema.formulas.push_back(expr(formula));
  schema.bodySpan = tokens_.span(body);
  schema.span = tokens_.span(context);
  file_.schemas.push_back(std::move(schema));
}

syntax::Assignment Builder::assignment(P::AssignmentContext* context) {
  return {name(context->NAME()), expr(context->expr()), tokens_.span(context)};
}

void Builder::add(P::ValuationContext* context) {
  syntax::Valuation v;
  v.name = name(context->NAME(0));
  if (context->base) v.base = name(context->base);
  if (context->STRING()) v.file = unquoted(context->STRING());
  v.tags = tags(context->tag());
  v.span = tokens_.span(context);
  v.common.span = v.span;
  for (P::ValuationItemContext* item : context->valuationItem()) {
    if (item->STATE()) {
      syntax::ValuationBlock& state = v.states.emplace_back();
      state.span = tokens_.span(item);
      for (P::AssignmentContext* a : item->assignment()) state.assignments.push_back(assignment(a));
    } else if (item->LOOP()) {
      v.loop = number(item->NUMBER());
      v.loopSpan = tokens_.span(item);
    } else {
      v.common.assignments.push_back(assignment(item->assignment(0)));
    }
  }
  file_.valuations.push_back(std::move(v));
}

syntax::Command Builder::command(P::CommandContext* context) {
  syntax::Command c;
  c.check = context->op->getType() == T::CHECK;
  c.span = tokens_.span(context);
  if (context->NAME())
    c.target = name(context->NAME());
  else
    c.formula = expr(context->expr());
  if (P::ScopeContext* scope = context->scope()) {
    c.scopeSpan = tokens_.span(scope);
    if (scope->NUMBER()) c.overall = number(scope->NUMBER());
    if (scope->typeScopes())
      for (P::TypeScopeContext* entry : scope->typeScopes()->typeScope())
        c.scopes.push_back({name(entry->NAME()), number(entry->NUMBER()), entry->EXACTLY() != nullptr, tokens_.span(entry)});
  }
  if (context->EXPECT()) c.expect = number(context->NUMBER()) > 0 ? 1 : 0;
  return c;
}

void Builder::add(P::TestContext* context) {
  using Test = syntax::Test;
  Test test;
  test.name = unquoted(context->STRING());
  test.nameSpan = tokens_.span(context->STRING()->getSymbol());
  test.tags = tags(context->tag());
  test.span = tokens_.span(context);
  P::TestBodyContext* body = context->testBody();
  if (body->NAME()) test.valuation = name(body->NAME());
  if (body->expr()) test.formula = expr(body->expr());
  if (body->command()) {
    test.hasCommand = true;
    test.command = command(body->command());
  }
  switch (body->op ? body->op->getType() : antlr4::Token::INVALID_TYPE) {
    case T::SATISFIES: test.kind = Test::Kind::satisfies; break;
    case T::VIOLATES: test.kind = Test::Kind::violates; break;
    case T::VALID: test.kind = Test::Kind::valid; break;
    case T::INVALID: test.kind = Test::Kind::invalid; break;
    case T::GIVES: test.kind = Test::Kind::gives; break;
    default: test.kind = Test::Kind::command; break;
  }
  file_.tests.push_back(std::move(test));
}

}  // namespace aunit::parser::nitpick
