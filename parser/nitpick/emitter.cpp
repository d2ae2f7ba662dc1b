// Emits terms and formulas as nodes.
#include "parser/nitpick/emitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace aunit::parser::nitpick {

using namespace model;
using syntax::Expr;
using syntax::Kind;

namespace {

/// Returns Alloy's operator with the same meaning and operands.
std::optional<Op> sameInAlloy(Kind kind) {
  switch (kind) {
    case Kind::transpose: return Op::transpose;
    case Kind::closure: return Op::closure;
    case Kind::compose: return Op::join;
    case Kind::domainRestriction: return Op::domainRestriction;
    case Kind::override_: return Op::override_;
    case Kind::intersection: return Op::intersection;
    case Kind::union_: return Op::union_;
    case Kind::difference: return Op::difference;
    case Kind::maplet: return Op::product;
    default: return std::nullopt;
  }
}

}  // namespace

ExprId Emitter::add(Op op, Sort sort, Span span, std::vector<ExprId> children, const NodeOptions& options) {
  model::Expr e;
  e.op = op;
  e.sort = sort;
  e.arity = options.arity;
  e.negated = options.negated;
  e.synthetic = options.synthetic || quiet_;
  e.leftMultiplicity = options.left;
  e.rightMultiplicity = options.right;
  e.payload = options.payload;
  e.type = options.type;
  e.span = span;
  return model_.addExpr(e, children, options.decls);
}

ExprId Emitter::formula(Op op, Span span, std::vector<ExprId> children, bool synthetic, bool negated) {
  NodeOptions options;
  options.synthetic = synthetic;
  options.negated = negated;
  return add(op, Sort::formula, span, std::move(children), options);
}

ExprId Emitter::conjunction(std::vector<ExprId> parts, Span span, bool synthetic) {
  return parts.size() == 1 ? parts[0] : formula(Op::and_, span, std::move(parts), synthetic);
}

ExprId Emitter::negation(ExprId operand) {
  return formula(Op::not_, model_.expr(operand).span, {operand}, true);
}

model::TypeId Emitter::typeOf(const std::vector<SigId>& columns) {
  return model_.internType({{columns}});
}

ExprId Emitter::relation(Op op, Span span, std::vector<ExprId> children, std::vector<SigId> columns, bool synthetic) {
  NodeOptions options;
  options.arity = static_cast<std::uint8_t>(columns.size());
  options.type = typeOf(columns);
  options.synthetic = synthetic;
  return add(op, Sort::relation, span, std::move(children), options);
}

ExprId Emitter::term(Op op, const Expr& e, std::vector<ExprId> children, bool synthetic) {
  return relation(op, e.span, std::move(children), columnsOf(e), synthetic);
}

ExprId Emitter::sig(SigId id, Span span, bool synthetic) {
  NodeOptions options;
  options.payload = id;
  options.arity = 1;
  options.type = model_.sig(id).type;
  options.synthetic = synthetic;
  return add(Op::sig, Sort::relation, span, {}, options);
}

ExprId Emitter::variable(VariableId id, int state, Span span, bool synthetic) {
  const Variable& v = world_.variables()[id];
  NodeOptions options;
  options.arity = v.range.arity();
  options.synthetic = synthetic;
  options.payload = v.sig != noId ? v.sig : v.field;
  options.type = v.sig != noId ? model_.sig(v.sig).type : model_.field(v.field).type;
  ExprId node = add(v.sig != noId ? Op::sig : Op::field, Sort::relation, span, {}, options);
  options.payload = noId;
  options.synthetic = true;
  for (int i = 0; v.isMutable && i < state; ++i) node = add(Op::prime, Sort::relation, span, {node}, options);
  return node;
}

ExprId Emitter::arrow(SigId from, Multiplicity left, SigId to, Multiplicity right, Span span) {
  NodeOptions options;
  options.arity = 2;
  options.type = typeOf({from, to});
  options.synthetic = true;
  options.left = left;
  options.right = right;
  return add(Op::product, Sort::relation, span, {sig(from, span), sig(to, span)}, options);
}

ExprId Emitter::later(ExprId operand, int steps, const Expr* outer, Span span) {
  for (int i = 1; i <= steps; ++i)
    operand = formula(Op::after, outer && i == steps ? outer->span : span, {operand}, !outer || i < steps);
  return operand;
}

SigId Emitter::column(TypeRef base, const Expr& e) {
  const SigId id = typing_.types().sig(base);
  if (id != noId) return id;
  diagnostics_.error("type", e.span, "the type of this expression cannot be inferred")
      .hints.emplace_back("Give it a name: declare a variable with its type.");
  return model::builtin::univ;
}

std::vector<SigId> Emitter::columnsOf(const Expr& e) {
  const Types& types = typing_.types();
  const TypeRef t = typing_.typeOf(e);
  switch (types.form(t)) {
    case Form::scalar:
    case Form::set: {
      // `id` is noId for atoms of a valuation from a file, which may have any type, and for an empty set of unknown type.
      // `univ` contains both.
      const SigId id = types.sig(types.first(t));
      return {id == noId ? model::builtin::univ : id};
    }
    case Form::tuple:
    case Form::relation: return {column(types.first(t), e), column(types.second(t), e)};
    default: return {model::builtin::univ};
  }
}

std::pair<SigId, SigId> Emitter::columnsOfRelation(const Expr& e) {
  const Types& types = typing_.types();
  const TypeRef t = typing_.typeOf(e);
  return {column(types.first(t), e), column(types.second(t), e)};
}

ExprId Emitter::emit(ExprRef e, const Place& place) {
  return typing_.formOf(*e) == Form::formula ? emitFormula(*e, place) : emitTerm(*e, place);
}

ExprId Emitter::emitAlone(ExprRef e) {
  Place place;
  place.next = typing_.sequences() + 1;
  return emit(e, place);
}

ExprId Emitter::emitTerm(const Expr& e, const Place& place) {
  if (const std::optional<Op> op = sameInAlloy(e.kind)) {
    std::vector<ExprId> operands;
    for (const ExprRef child : e.children) operands.push_back(emit(child, place));
    return term(*op, e, std::move(operands));
  }
  return emitDerived(e, place);
}

ExprId Emitter::emitDerived(const Expr& e, const Place& place) {
  const auto child = [&](std::size_t i) { return emit(e.children[i], place); };
  const auto relationColumns = [&](std::size_t i) { return columnsOfRelation(*e.children[i]); };
  switch (e.kind) {
    case Kind::name: return name(e, place);
    case Kind::prime: return prime(e, place);
    case Kind::domain: return term(Op::join, e, {child(0), sig(relationColumns(0).second, e.span)});
    case Kind::range: return term(Op::join, e, {sig(relationColumns(0).first, e.span), child(0)});
    case Kind::functionalDomain: return functionalDomain(e, place);
    case Kind::reflexiveClosure: {
      const SigId s = relationColumns(0).first;
      const ExprId identity =
          relation(Op::domainRestriction, e.span, {sig(s, e.span), relation(Op::iden, e.span, {}, {s, s})}, {s, s});
      return term(Op::union_, e, {identity, relation(Op::closure, e.span, {child(0)}, {s, s})});
    }
    case Kind::apply: {
      const ExprId argument = child(1);
      return term(Op::join, e, {argument, child(0)});
    }
    case Kind::domainSubtraction: {
      const SigId s = relationColumns(1).first;
      const ExprId others = relation(Op::difference, e.span, {sig(s, e.span), child(0)}, {s});
      return term(Op::domainRestriction, e, {others, child(1)});
    }
    case Kind::rangeRestriction:
    case Kind::rangeSubtraction: {
      const bool swapped = typing_.formOf(*e.children[0]) == Form::set;
      const std::size_t r = swapped ? 1 : 0, s = swapped ? 0 : 1;
      const SigId to = relationColumns(r).second;
      const ExprId related = child(r);
      const ExprId kept =
          e.kind == Kind::rangeRestriction ? child(s) : relation(Op::difference, e.span, {sig(to, e.span), child(s)}, {to});
      return term(Op::rangeRestriction, e, {related, kept});
    }
    case Kind::setLiteral: return setLiteral(e, place);
    case Kind::universal: {
      const auto columns = columnsOf(e);
      return term(Op::product, e, {sig(columns[0], e.span), sig(columns[1], e.span)});
    }
    case Kind::identity: {
      const auto columns = columnsOf(e);
      return term(Op::domainRestriction, e, {sig(columns[0], e.span), relation(Op::iden, e.span, {}, columns)});
    }
    default: break;
  }
  return noId;  // not reached: emitFormula() emits formulas
}

ExprId Emitter::name(const Expr& e, const Place& place) {
  const Symbol symbol = typing_.symbolOf(e);
  switch (symbol.kind) {
    case Symbol::Kind::variable: return variable(symbol.index, place.now, e.span, false);
    case Symbol::Kind::type: return sig(symbol.index, e.span, false);
    case Symbol::Kind::parameter: {
      const Meaning& meaning = (*place.parameters)[symbol.index];
      if (meaning.argument) return emit(meaning.argument, *meaning.at);
      const model::Variable& v = model_.variable(meaning.variable);
      NodeOptions options;
      options.payload = meaning.variable;
      options.arity = v.arity;
      options.type = v.type;
      return add(Op::variable, Sort::relation, e.span, {}, options);
    }
    default: {
      NodeOptions options;
      options.payload = model_.internString(e.text);
      options.arity = 1;
      options.type = typeOf(columnsOf(e));
      return add(Op::atom, Sort::relation, e.span, {}, options);
    }
  }
}

// Emits a primed term. If the operand is a mutable variable, the whole term becomes one node Op::prime. Otherwise, the variables
// inside the operand get the primes.
ExprId Emitter::prime(const Expr& e, const Place& place) {
  Place next = place;
  next.now = place.next;
  const Expr& operand = *e.children[0];
  const bool isVariable = operand.kind == Kind::name && typing_.symbolOf(operand).kind == Symbol::Kind::variable;
  if (!isVariable || place.next == 0 || !world_.variables()[typing_.symbolOf(operand).index].isMutable)
    return emit(&operand, next);
  const ExprId inner = variable(typing_.symbolOf(operand).index, place.next - 1, operand.span, false);
  return term(Op::prime, e, {inner});
}

ExprId Emitter::setLiteral(const Expr& e, const Place& place) {
  if (e.children.empty()) {
    const ExprId none = sig(model::builtin::none, e.span, typing_.formOf(e) == Form::relation);
    return typing_.formOf(e) == Form::relation ? relation(Op::product, e.span, {none, sig(model::builtin::none, e.span)},
                                                          {model::builtin::none, model::builtin::none}, false)
                                               : none;
  }
  ExprId result = emit(e.children[0], place);
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    const ExprId element = emit(e.children[i], place);
    result = term(Op::union_, e, {result, element}, i + 1 < e.children.size());
  }
  return result;
}

// Emits `{ a: S | one a.R }`.
ExprId Emitter::functionalDomain(const Expr& e, const Place& place) {
  const auto [from, to] = columnsOfRelation(*e.children[0]);
  model::Variable a;
  a.name = "a";
  a.type = model_.sig(from).type;
  a.span = e.span;
  NodeOptions options;
  options.arity = 1;
  options.type = a.type;
  options.synthetic = true;
  options.payload = model_.addVariable(std::move(a));
  const ExprId element = add(Op::variable, Sort::relation, e.span, {}, options);
  const ExprId image = relation(Op::join, e.span, {element, emit(e.children[0], place)}, {to});
  Decl decl;
  decl.firstVariable = options.payload;
  decl.variableCount = 1;
  decl.bound = sig(from, e.span);
  decl.span = e.span;
  options.payload = noId;
  options.synthetic = false;
  options.decls = {decl};
  return add(Op::comprehension, Sort::relation, e.span, {formula(Op::one, e.span, {image}, true)}, options);
}

ExprId Emitter::emitFormula(const Expr& e, const Place& place) {
  const auto child = [&](std::size_t i) { return emit(e.children[i], place); };
  const auto whereDefined = [&](ExprId positive) {
    std::vector<ExprRef> partial;
    applicationsBelow(e, partial);
    return defined(place, partial, positive, e.span);
  };
  const auto within = [&](Multiplicity left, Multiplicity right) {
    const auto [from, to] = columnsOfRelation(*e.children[0]);
    return whereDefined(formula(Op::in, e.span, {child(0), arrow(from, left, to, right, e.span)}));
  };
  switch (e.kind) {
    case Kind::name:
    case Kind::call: return call(e, place, nullptr);
    case Kind::prime: {
      Place next = place;
      next.now = place.next;
      const Expr& operand = *e.children[0];
      return operand.kind == Kind::name || operand.kind == Kind::call ? call(operand, next, &e) : emit(&operand, next);
    }
    case Kind::compose: return sequence(e, place);
    case Kind::function: return within(Multiplicity::set, Multiplicity::lone);
    case Kind::injection: return within(Multiplicity::lone, Multiplicity::set);
    case Kind::surjection: return within(Multiplicity::some, Multiplicity::set);
    case Kind::total: return within(Multiplicity::set, Multiplicity::some);
    case Kind::singleton: return whereDefined(formula(Op::lone, e.span, {child(0)}));
    case Kind::equal:
    case Kind::notEqual: return comparison(e, place, Op::equal, e.kind == Kind::notEqual);
    case Kind::in:
    case Kind::notIn: return comparison(e, place, Op::in, e.kind == Kind::notIn);
    case Kind::subset: return comparison(e, place, Op::in, false);
    case Kind::properSubset: {
      const ExprId subset = formula(Op::in, e.span, {child(0), child(1)}, true);
      const bool before = std::exchange(quiet_, true);
      const ExprId unequal = formula(Op::equal, e.span, {child(0), child(1)}, true, true);
      quiet_ = before;
      return whereDefined(formula(Op::and_, e.span, {subset, unequal}));
    }
    case Kind::not_: return formula(Op::not_, e.span, {child(0)});
    case Kind::and_:
    case Kind::or_: {
      const ExprId left = child(0);
      return formula(e.kind == Kind::and_ ? Op::and_ : Op::or_, e.span, {left, child(1)});
    }
    case Kind::implies:
    case Kind::iff: {
      const ExprId left = child(0);
      return formula(e.kind == Kind::implies ? Op::implies : Op::iff, e.span, {left, child(1)});
    }
    default: return noId;
  }
}

// Adds the condition that R.x is defined for all applications in `partial`: there is exactly one y with (x, y) in R. In Nitpick
// an atomic formula is false if some R.x in it is undefined, but a relational join alone would not make it false.
ExprId Emitter::defined(const Place& place, const std::vector<ExprRef>& partial, ExprId positive, Span span) {
  if (partial.empty()) return positive;
  std::vector<ExprId> parts;
  const bool before = std::exchange(quiet_, true);
  for (const ExprRef application : partial)
    parts.push_back(formula(Op::one, application->span, {emit(application, place)}, true));
  quiet_ = before;
  parts.push_back(positive);
  return formula(Op::and_, span, std::move(parts), true);
}

ExprId Emitter::comparison(const Expr& e, const Place& place, Op op, bool negated) {
  std::vector<ExprRef> partial;
  if (op == Op::equal) {
    // If `x` is a single element, `x = R.y` implies that `R.y` is one, too.
    const auto isDefinedScalar = [&](const Expr& operand) {
      std::vector<ExprRef> inner;
      applications(operand, false, inner);
      return typing_.formOf(operand) == Form::scalar && inner.empty();
    };
    applications(*e.children[0], isDefinedScalar(*e.children[1]), partial);
    applications(*e.children[1], isDefinedScalar(*e.children[0]), partial);
  } else {
    applicationsBelow(e, partial);
  }
  const ExprId left = emit(e.children[0], place), right = emit(e.children[1], place);
  if (partial.empty()) return formula(op, e.span, {left, right}, false, negated);
  const ExprId all = defined(place, partial, formula(op, e.span, {left, right}, negated), e.span);
  return negated ? formula(Op::not_, e.span, {all}) : all;
}

void Emitter::applications(const Expr& e, bool definedByEquation, std::vector<ExprRef>& out) const {
  if (e.kind == Kind::apply && typing_.formOf(e) == Form::scalar && !definedByEquation) out.push_back(&e);
  applicationsBelow(e, out);
}

void Emitter::applicationsBelow(const Expr& e, std::vector<ExprRef>& out) const {
  for (const ExprRef child : e.children) applications(*child, false, out);
}

bool Emitter::mentionsParameter(const Expr& e) const {
  if (e.kind == Kind::name && typing_.symbolOf(e).kind == Symbol::Kind::parameter) return true;
  return std::any_of(e.children.begin(), e.children.end(), [&](ExprRef child) { return mentionsParameter(*child); });
}

// Emits a call of a schema. A call in a later state (`place.now` > 0) is emitted below Op::after, so that its arguments are
// evaluated in that state. But a parameter of the enclosing schema must not be evaluated there: it has its value from an earlier
// state. If an argument mentions such a parameter, the called schema is therefore expanded inline.
ExprId Emitter::call(const Expr& e, const Place& place, const Expr* outer) {
  const SchemaId id = typing_.symbolOf(e).index;
  const Schema& schema = world_.schemas()[id];
  const bool keepsValues = place.now > 0 && std::any_of(e.children.begin(), e.children.end(), [&](ExprRef argument) {
                             return mentionsParameter(*argument) &&
                                    std::any_of(place.parameters->begin(), place.parameters->end(), [&](const Meaning& m) {
                                      return m.argument || model_.variable(m.variable).kind == model::VarKind::parameter;
                                    });
                           });
  std::vector<ExprRef> partial;
  applicationsBelow(e, partial);
  if (keepsValues) {
    std::vector<Meaning> meanings;
    for (const ExprRef argument : e.children) meanings.push_back({noId, argument, &place});
    Place inside = place;
    inside.parameters = &meanings;
    return defined(place, partial, conjunction(body(id, inside).all(), e.span), e.span);
  }
  Place there = place;
  there.now = 0;
  there.next = place.next - place.now;
  std::vector<ExprId> arguments;
  for (const ExprRef argument : e.children) arguments.push_back(emit(argument, there));
  NodeOptions options;
  options.payload = predicate(id, schema.isOperation ? there.next : 1);
  const ExprId holds = defined(there, partial, add(Op::call, Sort::formula, e.span, std::move(arguments), options), e.span);
  return later(holds, place.now, outer, e.span);
}

// Emits `A ; B`. The next state of `A` is the current state of `B`.
ExprId Emitter::sequence(const Expr& e, const Place& place) {
  const int between = typing_.sequenceOf(e);
  Place first = place, second = place;
  first.next = between;
  second.now = between;
  const ExprId left = emit(e.children[0], first);
  return formula(Op::and_, e.span, {left, emit(e.children[1], second)});
}

}  // namespace aunit::parser::nitpick
