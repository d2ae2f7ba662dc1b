#include "parser/nitpick/typing.h"
#include "support/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace aunit::parser::nitpick {

using model::SigId;
using syntax::Expr;
using syntax::ExprPtr;
using syntax::Kind;

void Typing::begin(const Scope& scope) {
  scope_ = &scope;
  sequences_ = 0;
  mentionsNext_ = primed_ = false;
}

bool Typing::checkFormulas(std::span<const ExprPtr> formulas, const Scope& scope) {
  const std::size_t before = diagnostics_.errorCount();
  begin(scope);
  for (const ExprPtr e : formulas) expect(e, types_.formula());
  return diagnostics_.errorCount() == before;
}

bool Typing::check(ExprPtr e, const Scope& scope) {
  const std::size_t before = diagnostics_.errorCount();
  begin(scope);
  infer(e);
  return diagnostics_.errorCount() == before;
}

TypeRef Typing::infer(ExprPtr e) {
  Node node;
  node.type = visit(*e, node);
  nodes_[e] = node;
  return node.type;
}

TypeRef Typing::visit(const Expr& e, Node& node) {
  const auto column = [&] { return types_.unknown(); };
  const auto child = [&](std::size_t i) { return e.children[i]; };
  switch (e.kind) {
    case Kind::name: return visitName(e, node);
    case Kind::call: return visitCall(e, node);
    case Kind::prime: return visitPrime(e);
    case Kind::domain:
    case Kind::functionalDomain: {
      const TypeRef a = column();
      return expect(child(0), types_.relation(a, column())) ? types_.set(a) : types_.error();
    }
    case Kind::range: {
      const TypeRef b = column();
      return expect(child(0), types_.relation(column(), b)) ? types_.set(b) : types_.error();
    }
    case Kind::function:
    case Kind::injection:
    case Kind::surjection:
    case Kind::total: expect(child(0), relation()); return types_.formula();
    case Kind::singleton: expect(child(0), types_.collection()); return types_.formula();
    case Kind::transpose: {
      const TypeRef a = column(), b = column();
      return expect(child(0), types_.relation(a, b)) ? types_.relation(b, a) : types_.error();
    }
    case Kind::closure:
    case Kind::reflexiveClosure: {
      const TypeRef a = column(), r = types_.relation(a, a);
      return expect(child(0), r) ? r : types_.error();
    }
    case Kind::apply: return visitApply(e);
    case Kind::compose: return visitSemicolon(e, node);
    case Kind::domainRestriction:
    case Kind::domainSubtraction: {
      const TypeRef a = column(), r = types_.relation(a, column());
      const bool left = expect(child(0), types_.set(a));
      return expect(child(1), r) && left ? r : types_.error();
    }
    case Kind::rangeRestriction:
    case Kind::rangeSubtraction: return visitRangeRestriction(e);
    case Kind::override_: {
      const TypeRef r = relation();
      const bool left = expect(child(0), r);
      return expect(child(1), r) && left ? r : types_.error();
    }
    case Kind::intersection:
    case Kind::union_:
    case Kind::difference: return same(e, true);
    case Kind::maplet: return visitMaplet(e);
    case Kind::setLiteral: return visitSetLiteral(e);
    case Kind::universal: return relation();
    case Kind::identity: {
      const TypeRef a = column();
      return types_.relation(a, a);
    }
    case Kind::equal:
    case Kind::notEqual: same(e, false); return types_.formula();
    case Kind::subset:
    case Kind::properSubset: same(e, true); return types_.formula();
    case Kind::in:
    case Kind::notIn: return visitMembership(e);
    case Kind::not_:
    case Kind::and_:
    case Kind::or_:
    case Kind::implies:
    case Kind::iff:
      for (const ExprPtr operand : e.children) expect(operand, types_.formula());
      return types_.formula();
  }
  return types_.error();
}

TypeRef Typing::ofRange(const Range& range) {
  const TypeRef from = types_.base(range.from);
  switch (range.kind) {
    case RangeKind::scalar: return types_.scalar(from);
    case RangeKind::set: return types_.set(from);
    default: return types_.relation(from, types_.base(range.to));
  }
}

Symbol Typing::lookUp(const std::string& name) const {
  using K = Symbol::Kind;
  if (scope_->schema)
    for (std::uint32_t i = 0; i < scope_->schema->parameters.size(); ++i)
      if (scope_->schema->parameters[i].name == name) return {K::parameter, i};
  for (const VariableId v : scope_->variables)
    if (world_.variables()[v].name == name) return {K::variable, v};
  if (const auto type = world_.findType(name)) return {K::type, *type};
  if (const auto schema = world_.findSchema(name)) return {K::schema, *schema};
  if (scope_->atoms && (scope_->atoms->count(name) || scope_->unknownNamesAreAtoms)) return {K::atom, 0};
  return {};
}

void Typing::noteUse(const Symbol& symbol, model::Span name) {
  switch (symbol.kind) {
    case Symbol::Kind::parameter: uses_.add(NameKind::variable, name, scope_->schema->parameters[symbol.index].span); break;
    case Symbol::Kind::variable: uses_.add(NameKind::field, name, world_.variables()[symbol.index].span); break;
    case Symbol::Kind::type: uses_.add(NameKind::signature, name, model_.sig(symbol.index).span); break;
    case Symbol::Kind::schema: {
      const Schema& schema = world_.schemas()[symbol.index];
      uses_.add(schema.kind(), name, schema.syntax->name.span);
      break;
    }
    case Symbol::Kind::atom:
    case Symbol::Kind::none: break;
  }
}

model::Diagnostic& Typing::unknownName(const Expr& e) {
  model::Diagnostic& diagnostic =
      error("unknown-name", e.operator_,
            fmt::format("there is no {} `{}`", e.kind == Kind::call ? "schema" : "variable, type or schema", e.text));
  std::vector<std::string> names;
  if (e.kind == Kind::name) {
    if (scope_->schema)
      for (const Parameter& p : scope_->schema->parameters) names.push_back(p.name);
    for (const VariableId v : scope_->variables) names.push_back(world_.variables()[v].name);
    if (scope_->atoms)
      for (const auto& [name, type] : *scope_->atoms) names.push_back(name);
    for (const auto& [name, type] : world_.types()) names.push_back(name);
  }
  for (const Schema& schema : world_.schemas()) names.push_back(schema.name());
  // The variable may belong to a schema that is not included: the hint names that schema.
  for (const Schema& schema : world_.schemas())
    for (const VariableId v : schema.declared)
      if (e.kind == Kind::name && world_.variables()[v].name == e.text) {
        diagnostic.hints.push_back(fmt::format("It is a variable of {}: include that schema.", schema.name()));
        return diagnostic;
      }
  model::suggest(diagnostic, e.text, names);
  return diagnostic;
}

TypeRef Typing::visitName(const Expr& e, Node& node) {
  node.symbol = lookUp(e.text);
  noteUse(node.symbol, e.operator_);
  switch (node.symbol.kind) {
    case Symbol::Kind::parameter: return ofRange(scope_->schema->parameters[node.symbol.index].range);
    case Symbol::Kind::variable: changing_ = true; return ofRange(world_.variables()[node.symbol.index].range);
    case Symbol::Kind::type: return types_.set(types_.base(node.symbol.index));
    case Symbol::Kind::schema: {
      const Schema& schema = world_.schemas()[node.symbol.index];
      useSchema(e, node.symbol.index);
      if (!schema.parameters.empty())
        error("arity", e.span,
              fmt::format("`{}` takes {} argument{} {}", schema.name(), schema.parameters.size(),
                          schema.parameters.size() == 1 ? "" : "s", world_.parametersText(schema)));
      return types_.formula();
    }
    case Symbol::Kind::atom: {
      const auto known = scope_->atoms->find(e.text);
      return types_.scalar(known == scope_->atoms->end() ? types_.unknown() : types_.base(known->second));
    }
    case Symbol::Kind::none: break;
  }
  unknownName(e);
  return types_.error();
}

TypeRef Typing::visitCall(const Expr& e, Node& node) {
  const auto id = world_.findSchema(e.text);
  if (!id) {
    if (lookUp(e.text).kind == Symbol::Kind::none)
      unknownName(e);
    else
      error("type", e.span, fmt::format("`{}` is not a schema, so it cannot have arguments", e.text))
          .hints.emplace_back("Begin a new line before a formula that begins with a parenthesis.");
    for (const ExprPtr argument : e.children) infer(argument);
    return types_.formula();
  }
  node.symbol = {Symbol::Kind::schema, *id};
  noteUse(node.symbol, e.operator_);
  useSchema(e, *id);
  const Schema& schema = world_.schemas()[*id];
  if (e.children.size() != schema.parameters.size())
    error("arity", e.span,
          fmt::format("`{}` takes {} argument{}{}{}, not {}", schema.name(), schema.parameters.size(),
                      schema.parameters.size() == 1 ? "" : "s", schema.parameters.empty() ? "" : " ",
                      world_.parametersText(schema), e.children.size()));
  for (std::size_t i = 0; i < e.children.size(); ++i)
    if (i < schema.parameters.size())
      expect(e.children[i], ofRange(schema.parameters[i].range));
    else
      infer(e.children[i]);
  return types_.formula();
}

void Typing::useSchema(const Expr& e, SchemaId id) {
  const Schema& schema = world_.schemas()[id];
  changing_ = true;
  mentionsNext_ |= schema.isOperation;
  if (schema.isClaim())
    error("type", e.operator_, fmt::format("`{}` is a claim; only schemas can be part of formulas", schema.name()));
  else if (primed_ && schema.isOperation)
    error("prime", e.span, fmt::format("{} already relates two states, so it cannot have a prime", schema.name()));
}

TypeRef Typing::visitPrime(const Expr& e) {
  mentionsNext_ = true;
  if (primed_)
    error("prime", e.operator_, "an expression with a prime cannot contain another prime: formulas refer to two states only");
  const bool before = std::exchange(primed_, true);
  changing_ = false;
  const TypeRef type = infer(e.children[0]);
  if (!changing_ && types_.form(type) != Form::error)
    error("prime", e.span,
          fmt::format("{} cannot have a prime, because it is not a variable of a schema", quoted(*e.children[0])));
  primed_ = before;
  changing_ = true;
  return type;
}

// Infers the type of `;`: composition of relations, or a sequence of operations.
TypeRef Typing::visitSemicolon(const Expr& e, Node& node) {
  const TypeRef left = infer(e.children[0]);
  if (types_.form(left) == Form::formula) {
    node.sequence = ++sequences_;
    mentionsNext_ = true;
    expect(e.children[1], types_.formula());
    if (!scope_->mayHoldSequences)
      error("sequence", e.operator_, "a sequence of operations is allowed in claims and tests, not in schemas");
    else if (primed_)
      error("prime", e.span, "a sequence of operations cannot have a prime");
    return types_.formula();
  }
  const TypeRef a = types_.unknown(), b = types_.unknown(), c = types_.unknown();
  const bool good = demand(*e.children[0], left, types_.relation(a, b));
  return expect(e.children[1], types_.relation(b, c)) && good ? types_.relation(a, c) : types_.error();
}

TypeRef Typing::visitApply(const Expr& e) {
  const TypeRef a = types_.unknown(), b = types_.unknown();
  const bool good = expect(e.children[0], types_.relation(a, b));
  const TypeRef argument = infer(e.children[1]);
  if (!good) return types_.error();
  if (types_.form(argument) == Form::scalar)
    return demand(*e.children[1], argument, types_.scalar(a)) ? types_.scalar(b) : types_.error();
  return demand(*e.children[1], argument, types_.set(a)) ? types_.set(b) : types_.error();
}

// Infers the type of `a -> b`. In a set literal, also infers the type of `a -> s`, which pairs `a` with each element of `s`.
TypeRef Typing::visitMaplet(const Expr& e) {
  const TypeRef a = types_.unknown(), b = types_.unknown();
  const bool good = expect(e.children[0], types_.scalar(a));
  const TypeRef right = infer(e.children[1]);
  if (!good) return types_.error();
  if (types_.form(right) == Form::set || types_.form(right) == Form::collection)
    return demand(*e.children[1], right, types_.set(b)) ? types_.relation(a, b) : types_.error();
  return demand(*e.children[1], right, types_.scalar(b)) ? types_.tuple(a, b) : types_.error();
}

TypeRef Typing::visitSetLiteral(const Expr& e) {
  if (e.children.empty()) return types_.collection();
  const TypeRef a = types_.unknown(), b = types_.unknown();
  TypeRef type = model::noId;
  for (const ExprPtr element : e.children) {
    const TypeRef t = infer(element);
    const Form form = types_.form(t);
    if (form == Form::error) {
      type = t;
      continue;
    }
    TypeRef mine = types_.set(a);
    bool good = true;
    if (form == Form::tuple || (form == Form::relation && element->kind == Kind::maplet)) {
      mine = types_.relation(a, b);
      good = types_.unify(types_.first(t), a) && types_.unify(types_.second(t), b);
    } else {
      good = demand(*element, t, types_.scalar(a));
    }
    if (type == model::noId)
      type = mine;
    else if (types_.form(type) != Form::error && (!good || !types_.unify(type, mine))) {
      error("type", element->span,
            fmt::format("{} is {}, but the elements before it have another type", quoted(*element), wanted(t)));
      type = types_.error();
    }
    if (!good) type = types_.error();
  }
  return type;
}

TypeRef Typing::visitMembership(const Expr& e) {
  const TypeRef a = types_.unknown(), b = types_.unknown();
  const TypeRef left = infer(e.children[0]);
  if (types_.form(left) == Form::tuple) {
    types_.unify(left, types_.tuple(a, b));
    expect(e.children[1], types_.relation(a, b));
  } else if (demand(*e.children[0], left, types_.scalar(a))) {
    expect(e.children[1], types_.set(a));
  } else {
    infer(e.children[1]);
  }
  return types_.formula();
}

TypeRef Typing::visitRangeRestriction(const Expr& e) {
  const TypeRef b = types_.unknown(), r = types_.relation(types_.unknown(), b), s = types_.set(b);
  const TypeRef left = infer(e.children[0]), right = infer(e.children[1]);
  const bool swapped = types_.form(left) == Form::set;
  const bool first = demand(*e.children[0], left, swapped ? s : r);
  return demand(*e.children[1], right, swapped ? r : s) && first ? r : types_.error();
}

// Requires that both operands are sets or relations of the same type. If `collections` is false, they may also be scalars.
TypeRef Typing::same(const Expr& e, bool collections) {
  const TypeRef left = infer(e.children[0]), right = infer(e.children[1]);
  if (types_.form(left) == Form::error || types_.form(right) == Form::error) return types_.error();
  if (collections) {
    const bool good = demand(*e.children[0], left, types_.collection());
    if (!demand(*e.children[1], right, types_.collection()) || !good) return types_.error();
  } else if (types_.form(left) == Form::formula) {
    error("type", e.children[0]->span, fmt::format("{} is a formula: compare formulas by `<=>`", quoted(*e.children[0])));
    return types_.error();
  }
  if (types_.unify(left, right)) return left;
  model::Diagnostic& diagnostic = error("type", e.span,
                                        fmt::format("both sides must have the same type, but {} is {} and {} is {}",
                                                    quoted(*e.children[0]), wanted(left), quoted(*e.children[1]), wanted(right)));
  const auto braces = [&](TypeRef scalar, TypeRef set, const Expr& operand) {
    if (types_.form(scalar) == Form::scalar && types_.form(set) == Form::set)
      diagnostic.hints.push_back(
          fmt::format("Write {{{}}} for the set that contains only this element.", sources_.text(operand.span)));
  };
  braces(left, right, *e.children[0]);
  braces(right, left, *e.children[1]);
  return types_.error();
}

bool Typing::expect(ExprPtr e, TypeRef type) {
  return demand(*e, infer(e), type);
}

bool Typing::demand(const Expr& e, TypeRef actual, TypeRef type) {
  if (types_.form(actual) == Form::error) return false;
  const std::string want = wanted(type);  // computed before unification changes the type
  const std::string got = wanted(actual);
  if (types_.unify(actual, type)) return true;
  model::Diagnostic& diagnostic = error("type", e.span, fmt::format("{} is {}; {} is needed here", quoted(e), got, want));
  if (types_.form(actual) == Form::scalar && (types_.form(type) == Form::set || types_.form(type) == Form::collection))
    diagnostic.hints.push_back(fmt::format("Write {{{}}} for the set that contains only this element.", sources_.text(e.span)));
  return false;
}

std::string Typing::wanted(TypeRef type) const {
  const auto open = [&](TypeRef t) { return types_.form(t) == Form::unknown; };
  switch (types_.form(type)) {
    case Form::formula: return "a formula";
    case Form::scalar: return open(types_.first(type)) ? "a scalar" : "a scalar of type " + types_.show(types_.first(type));
    case Form::tuple: return types_.show(type);
    case Form::set: return open(types_.first(type)) ? "a set" : "a set of " + types_.show(types_.first(type));
    case Form::relation:
      return open(types_.first(type)) && open(types_.second(type)) ? "a relation" : "a relation of type " + types_.show(type);
    case Form::collection: return "a set or relation";
    default: return types_.show(type);
  }
}

std::string Typing::quoted(const Expr& e) const {
  std::string text(sources_.text(e.span));
  std::size_t end = std::min(text.find('\n'), text.size() > 40 ? 36 : text.size());
  while (end < text.size() && support::continuesCodePoint(text[end])) --end;  // never cuts inside of a code point
  if (end < text.size()) text = text.substr(0, end) + "...";
  return "`" + text + "`";
}

}  // namespace aunit::parser::nitpick
