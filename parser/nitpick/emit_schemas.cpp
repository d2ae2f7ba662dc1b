// Emits schemas as predicates, and claims as assertions with commands that check them.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "parser/nitpick/emitter.h"

namespace aunit::parser::nitpick {

using namespace model;
using syntax::Kind;

// Returns the inclusions and formulas of a schema. An included schema holds in the current state. If an operation includes a
// schema about one state, and the inclusion has no prime and no `const`, the included schema also holds in the next state.
Emitter::Body Emitter::body(SchemaId id, const Place& place) {
  const Schema& schema = world_.schemas()[id];
  Body out;
  for (const syntax::Inclusion& inclusion : schema.syntax->inclusions) {
    const bool primed = inclusion.schema->kind == Kind::prime;
    const syntax::Expr& target = primed ? *inclusion.schema->children[0] : *inclusion.schema;
    const Schema& included = world_.schemas()[*world_.findSchema(target.text)];
    out.inclusions.push_back(emit(inclusion.schema, place));
    if (inclusion.isConst) {
      constants(included.variables, place, inclusion.span, out.inclusions);
    } else if (schema.isOperation && !included.isOperation && !primed) {
      const bool before = std::exchange(quiet_, true);
      Place next = place;
      next.now = place.next;
      out.inclusions.push_back(emit(inclusion.schema, next));
      quiet_ = before;
    }
  }
  confinements(schema, place.now, out.inclusions);
  if (schema.isOperation) confinements(schema, place.next, out.inclusions);
  for (const syntax::Declaration& d : schema.syntax->declarations) {
    std::vector<VariableId> constant;
    for (const VariableId v : schema.declared)
      if (d.isConst && std::any_of(d.names.begin(), d.names.end(),
                                   [&](const syntax::Name& n) { return n.text == world_.variables()[v].name; }))
        constant.push_back(v);
    constants(constant, place, d.span, out.inclusions);
  }
  // If a parameter is declared as a function, adds the constraint that its argument is a function.
  for (std::size_t i = 0; i < schema.parameters.size() && !schema.isClaim(); ++i) {
    const Parameter& p = schema.parameters[i];
    if (p.range.kind != RangeKind::function) continue;
    const Meaning& meaning = (*place.parameters)[i];
    ExprId value = noId;
    if (meaning.argument) {
      const bool before = std::exchange(quiet_, true);
      value = emit(meaning.argument, *meaning.at);
      quiet_ = before;
    } else {
      NodeOptions options;
      options.payload = meaning.variable;
      options.arity = 2;
      options.type = model_.variable(meaning.variable).type;
      options.synthetic = true;
      value = add(Op::variable, Sort::relation, p.span, {}, options);
    }
    out.inclusions.push_back(
        formula(Op::in, p.span, {value, arrow(p.range.from, Multiplicity::set, p.range.to, Multiplicity::lone, p.span)}, true));
  }
  for (const syntax::ExprPtr f : schema.syntax->formulas) out.formulas.push_back(emit(f, place));
  return out;
}

// Adds the constraints of declarations such as `x: A`, where `A` is a set variable: the values of `x`, or of one column of `x`,
// are in `A`.
void Emitter::confinements(const Schema& schema, int state, std::vector<ExprId>& out) {
  for (const Confinement& c : schema.confinements) {
    const Range& range = world_.variables()[c.variable].range;
    ExprId value = variable(c.variable, state, c.span, true);
    if (range.arity() == 2)
      value = c.column == 0 ? relation(Op::join, c.span, {value, sig(range.to, c.span)}, {range.from})
                            : relation(Op::join, c.span, {sig(range.from, c.span), value}, {range.to});
    out.push_back(formula(Op::in, c.span, {value, variable(c.set, state, c.span, true)}, true));
  }
}

// Adds `x' = x` for each mutable variable in `variables`. A schema keeps these variables constant.
void Emitter::constants(const std::vector<VariableId>& variables, const Place& place, Span span, std::vector<ExprId>& out) {
  for (const VariableId v : variables)
    if (world_.variables()[v].isMutable)
      out.push_back(formula(Op::equal, span, {variable(v, place.next, span, true), variable(v, place.now, span, true)}, true));
}

std::vector<Decl> Emitter::declare(const Schema& schema, model::VarKind kind, std::vector<Meaning>& meanings) {
  std::vector<Decl> decls;
  for (const Parameter& p : schema.parameters) {
    model::Variable v;
    v.name = p.name;
    v.kind = kind;
    v.arity = p.range.arity();
    v.type = v.arity == 1 ? model_.sig(p.range.from).type : typeOf({p.range.from, p.range.to});
    v.span = p.span;
    Decl d;
    d.firstVariable = model_.addVariable(std::move(v));
    d.variableCount = 1;
    d.multiplicity = p.range.kind == RangeKind::scalar ? Multiplicity::one : Multiplicity::set;
    d.bound = p.range.arity() == 1 ? sig(p.range.from, p.span)
                                   : arrow(p.range.from, Multiplicity::set, p.range.to,
                                           p.range.kind == RangeKind::function ? Multiplicity::lone : Multiplicity::set, p.span);
    d.span = p.span;
    decls.push_back(d);
    meanings.push_back({d.firstVariable, nullptr, nullptr});
  }
  return decls;
}

void Emitter::declareSchemas() {
  for (SchemaId id = 0; id < world_.schemas().size(); ++id)
    if (!world_.schemas()[id].isClaim()) declarePredicate(id, 1);
}

FuncId Emitter::declarePredicate(SchemaId id, int distance) {
  const Schema& schema = world_.schemas()[id];
  const auto func = static_cast<FuncId>(model_.funcs().size());
  predicates_[{id, distance}] = func;
  model::Func f;
  f.name = distance == 1 ? schema.name() : fmt::format("{} over {} states", schema.name(), distance);
  f.label = "this/" + f.name;
  f.module = schema.module;
  f.span = schema.syntax->span;
  f.nameSpan = schema.syntax->name.span;
  model_.mutableFuncs().push_back(std::move(f));
  if (distance == 1)
    model_.mutableParagraphs().push_back({model::Paragraph::Kind::predicate, func, schema.module, schema.syntax->span});
  return func;
}

void Emitter::defineSchema(SchemaId id) {
  definePredicate(id, 1, predicates_.at({id, 1}));
}

// Returns the schema's predicate about two states that are `distance` steps apart. There is one predicate for each distance.
// Distances above 1 occur in claims and tests with sequences: in `A ; B => S`, the schema `S` relates the state before `A` to the
// state after `B`.
FuncId Emitter::predicate(SchemaId id, int distance) {
  const auto known = predicates_.find({id, distance});
  if (known != predicates_.end()) return known->second;
  const FuncId func = declarePredicate(id, distance);
  definePredicate(id, distance, func);
  return func;
}

void Emitter::definePredicate(SchemaId id, int distance, FuncId func) {
  const Schema& schema = world_.schemas()[id];
  std::vector<Meaning> meanings;
  std::vector<Decl> params = declare(schema, model::VarKind::parameter, meanings);
  Place place;
  place.next = distance;
  place.parameters = &meanings;
  const ExprId whole = conjunction(body(id, place).all(), schema.syntax->bodySpan);
  model::Func& f = model_.mutableFuncs()[func];
  f.params = std::move(params);
  for (const Meaning& m : meanings) f.variables.push_back(m.variable);
  f.body = whole;
}

ExprId Emitter::someSchema(SchemaId id) {
  const model::Func& f = model_.func(predicates_.at({id, 1}));
  if (f.params.empty()) return f.body;
  NodeOptions options;
  options.decls = f.params;
  options.synthetic = true;
  return add(Op::quantSome, Sort::formula, model_.expr(f.body).span, {f.body}, options);
}

model::Scope Emitter::scopeFor(int states) const {
  model::Scope scope;
  if (model_.hasMutable()) scope.minSteps = scope.maxSteps = states;
  return scope;
}

// Emits `all parameters | inclusions implies formulas`.
void Emitter::defineClaim(SchemaId id) {
  const Schema& schema = world_.schemas()[id];
  const syntax::Schema& syntax = *schema.syntax;
  std::vector<Meaning> meanings;
  NodeOptions options;
  options.decls = declare(schema, model::VarKind::quantified, meanings);
  Place place;
  place.next = typing_.sequences() + 1;
  place.parameters = &meanings;
  Body parts = body(id, place);
  ExprId whole = conjunction(std::move(parts.formulas), syntax.bodySpan);
  if (!parts.inclusions.empty())
    whole = formula(Op::implies, syntax.bodySpan, {conjunction(std::move(parts.inclusions), syntax.bodySpan, true), whole}, true);
  if (!options.decls.empty()) whole = add(Op::quantAll, Sort::formula, syntax.span, {whole}, options);

  model::Assertion assertion;
  assertion.name = schema.name();
  assertion.label = "this/" + schema.name();
  assertion.module = schema.module;
  assertion.span = syntax.span;
  assertion.nameSpan = syntax.name.span;
  assertion.body = whole;
  const auto assertionId = static_cast<model::AssertionId>(model_.assertions().size());
  model_.mutableAssertions().push_back(std::move(assertion));
  model_.mutableParagraphs().push_back({model::Paragraph::Kind::assertion, assertionId, schema.module, syntax.span});

  model::Command command;
  command.check = true;
  command.label = schema.name();
  command.text = "Check " + schema.name();
  command.module = schema.module;
  command.target = model::TargetKind::assertion;
  command.targetId = assertionId;
  command.formula = negation(whole);
  command.scope = scopeFor(schema.isOperation ? place.next + 1 : 1);
  command.temporal = model_.hasMutable();
  command.span = syntax.span;
  model_.mutableCommands().push_back(std::move(command));
}

}  // namespace aunit::parser::nitpick
