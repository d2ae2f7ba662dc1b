// Resolves the names and formulas of `log` paragraphs (docs/log-lines.md).

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

using model::Op;

namespace {

std::optional<model::LogPath> placed(const Context& context, const std::optional<syntax::LogPath>& path) {
  if (!path) return std::nullopt;
  return model::LogPath{path->steps, context.at(path->span)};
}

}  // namespace

/// Resolves a pattern, and binds its variables in the context.
model::LogPattern Resolver::resolvePattern(Context& context, const syntax::LogPattern& syntax) {
  model::LogPattern pattern;
  pattern.kind = syntax.kind;
  pattern.truth = syntax.truth;
  pattern.number = syntax.number;
  pattern.text = syntax.text.text;
  pattern.more = syntax.more;
  pattern.span = context.at(syntax.span);
  if (syntax.kind == model::LogPattern::Kind::variable && syntax.of) {
    if (context.lookUp(syntax.text.text))
      diagnostics_.error("duplicate", context.at(syntax.text.span),
                         fmt::format("there are two variables named \"{}\"", syntax.text.text));
    syntax::Decl decl;
    decl.names = {syntax.text};
    decl.bound = syntax.of;
    decl.span = syntax.span;
    const std::vector<NodeDecl> decls = resolveDecls(context, std::span(&decl, 1), model::VarKind::quantified);
    pattern.variable = decls.front().firstVariable;
    pattern.many = decls.front().multiplicity != model::Multiplicity::one;
    if (tree_.report(decls.front().bound)) tree_.confirmUses(decls.front().bound);
  }
  for (const auto& [name, member] : syntax.members) pattern.members.emplace_back(name, resolvePattern(context, member));
  for (const syntax::LogPattern& element : syntax.elements) pattern.elements.push_back(resolvePattern(context, element));
  return pattern;
}

model::LogRule Resolver::resolveLogRule(Context context, const syntax::LogRule& syntax) {
  model::LogRule rule;
  rule.meaning = syntax.meaning;
  rule.span = context.at(syntax.span);
  rule.pattern = resolvePattern(context, syntax.pattern);
  if (syntax.behind) rule.behind = resolvePattern(context, *syntax.behind);
  if (!syntax.formula) return rule;
  const NodeRef body = tree_.resolveFormula(visit(context, *syntax.formula));
  if (tree_.report(body)) rule.formula = tree_.emit(body);
  return rule;
}

void Resolver::resolveLogRelation(Context& context, const syntax::LogRelation& syntax, model::Log& log) {
  model::LogRelation relation;
  relation.span = context.at(syntax.span);
  relation.path = {syntax.path.steps, context.at(syntax.path.span)};
  const NodeRef node = tree_.resolveAny(visit(context, *syntax.relation));
  if (!tree_.report(node)) return;
  const model::ExprId expr = tree_.emit(node);
  const model::Expr* e = &model_.expr(expr);
  if (e->op == Op::join && model_.expr(model_.child(expr, 0)).op == Op::sig &&
      model_.sig(model_.expr(model_.child(expr, 0)).payload).multiplicity == model::Multiplicity::one)
    e = &model_.expr(model_.child(expr, 1));
  if (e->op == Op::field)
    relation.field = e->payload;
  else if (e->op == Op::sig && e->payload >= model::builtin::count)
    relation.sig = e->payload;
  else {
    diagnostics_.error("log", context.at(syntax.relation->span), "a line can state only the value of a signature or of a field")
        .hints.push_back("for anything else write a rule: `on {rm: r: RM} is some r.link'`");
    return;
  }
  const auto same = std::ranges::find_if(
      log.relations, [&](const model::LogRelation& other) { return other.sig == relation.sig && other.field == relation.field; });
  if (same != log.relations.end())
    diagnostics_.error("log", relation.span, "this log already has a rule for the value of this relation")
        .related.push_back({same->span, "the first rule is here"});
  log.relations.push_back(std::move(relation));
}

model::LogElements Resolver::resolveLogElements(Context& context, const syntax::LogElements& syntax) {
  model::LogElements elements;
  elements.span = context.at(syntax.span);
  elements.path = {syntax.path.steps, context.at(syntax.path.span)};
  if (syntax.unless) {
    Context inner = context;
    elements.unless = resolvePattern(inner, *syntax.unless);
  }
  for (const syntax::LogRule& rule : syntax.rules) elements.rules.push_back(resolveLogRule(context, rule));
  return elements;
}

/// Resolves the rules by which a JSON document is read as a valuation.
model::Log Resolver::resolveMapping(Context& context, const syntax::Log& syntax) {
  model::Log mapping;
  mapping.span = context.at(syntax.span);
  mapping.module = context.module->id;
  for (const syntax::LogRelation& relation : syntax.relations) resolveLogRelation(context, relation, mapping);
  for (const syntax::LogElements& each : syntax.elements) {
    for (const model::LogRule& rule : mapping.elements.emplace_back(resolveLogElements(context, each)).rules) {
      if (rule.formula == model::noId || statesTuples(rule.formula)) continue;
      diagnostics_.error("valuation", model_.expr(rule.formula).span, "a rule for data can only add tuples to a relation")
          .hints.push_back("for example `{id: s: S, link: t: S} is s in S and s->t in link`");
    }
  }
  return mapping;
}

/// Whether a formula only states that variables, or products of variables, are in relations.
bool Resolver::statesTuples(model::ExprId formula) const {
  const auto consistsOf = [&](const auto& self, model::ExprId id) -> bool {
    const Op op = model_.expr(id).op;
    const auto parts = model_.children(id);
    return op == Op::variable || ((op == Op::product || op == Op::union_) &&
                                  std::ranges::all_of(parts, [&](model::ExprId p) { return self(self, p); }));
  };
  const model::Expr& e = model_.expr(formula);
  if (e.op == Op::and_)
    return std::ranges::all_of(model_.children(formula), [&](model::ExprId part) { return statesTuples(part); });
  if (e.op != Op::in || e.negated || !consistsOf(consistsOf, model_.child(formula, 0))) return false;
  const model::Expr& relation = model_.expr(model_.child(formula, 1));
  return relation.op == Op::field || (relation.op == Op::sig && relation.payload >= model::builtin::count);
}

void Resolver::resolveLog(const ModuleInstance& module, const syntax::Log& syntax, model::Tests& tests) {
  Context context(module);
  const std::size_t before = diagnostics_.all().size();
  model::Log log;
  log.name = syntax.name.text;
  log.span = context.at(syntax.span);
  log.nameSpan = context.at(syntax.name.span);
  log.module = module.id;
  log.files = syntax.files;
  for (const syntax::Name& tag : syntax.tags) log.tags.push_back(tag.text);
  log.event = placed(context, syntax.event);
  log.arguments = placed(context, syntax.arguments);
  log.clock = placed(context, syntax.clock);
  log.order = placed(context, syntax.order);
  log.key = placed(context, syntax.key);
  log.loop = placed(context, syntax.loop);
  log.hiddenSteps = syntax.hiddenSteps;
  log.tla = syntax.tla;
  log.states = syntax.states;
  log.anyStart = syntax.anyStart;
  for (const syntax::LogRule& rule : syntax.rules) log.rules.push_back(resolveLogRule(context, rule));
  for (const syntax::LogRule& value : syntax.values) {
    Context inner = context;
    model::LogValue& out = log.values.emplace_back();
    out.span = context.at(value.span);
    out.pattern = resolvePattern(inner, value.pattern);
    const NodeRef node = tree_.resolveSet(visit(inner, *value.formula));
    if (tree_.report(node)) out.value = tree_.emit(node);
  }
  for (const syntax::LogRelation& relation : syntax.relations) resolveLogRelation(context, relation, log);
  for (const syntax::LogElements& each : syntax.elements) log.elements.push_back(resolveLogElements(context, each));
  for (const syntax::Name& name : syntax.staying) {
    const auto named = [&](const model::LogRelation& relation) {
      return (relation.field != model::noId ? model_.field(relation.field).name : model_.sig(relation.sig).name) == name.text;
    };
    const auto found = std::ranges::find_if(log.relations, named);
    if (found == log.relations.end())
      diagnostics_
          .error("log", context.at(name.span), fmt::format("this log has no rule that reads the value of `{}`", name.text))
          .hints.push_back(
              fmt::format("`stay` can name only a relation with such a rule: add for example `{} from .field`", name.text));
    else {
      found->stays = true;
      if (found->field != model::noId)
        uses_.add(NameKind::field, context.at(name.span), model_.field(found->field).span);
      else
        uses_.add(NameKind::signature, context.at(name.span), model_.sig(found->sig).span);
    }
  }
  if (syntax.initially) {
    const NodeRef body = tree_.resolveFormula(visit(context, *syntax.initially));
    if (tree_.report(body)) log.initially = tree_.emit(body);
  }
  syntax::Command scopes;
  scopes.scopes = syntax.scopes;
  model::Command command;
  if (!syntax.scopes.empty() && resolveScope(module, scopes, command)) log.scope = command.scope;
  const auto twice = std::ranges::find(tests.logs, log.name, &model::Log::name);
  if (twice != tests.logs.end() && twice->module == log.module)
    diagnostics_.error("duplicate", log.nameSpan, fmt::format("the log \"{}\" is declared more than once", log.name))
        .related.push_back({twice->nameSpan, "first declared here"});
  std::ranges::move(diagnostics_.errorsSince(before), std::back_inserter(log.errors));
  tests.logs.push_back(std::move(log));
}

void Resolver::resolveLogSubject(const Context& context, const syntax::Subject& subject, model::Test& test,
                                 const model::Tests& tests) {
  const auto found = std::ranges::find(tests.logs, subject.name.text, &model::Log::name);
  if (found != tests.logs.end() && subject.inPlace < 0) {
    uses_.add(NameKind::log, context.at(subject.name.span), found->nameSpan);
    test.log = static_cast<std::uint32_t>(found - tests.logs.begin());
    std::ranges::copy(found->errors, std::back_inserter(test.errors));
    return;
  }
  auto& error = diagnostics_.error("unknown-name", context.at(subject.span),
                                   fmt::format("there is no `log` paragraph \"{}\"", subject.name.text));
  std::vector<std::string> names;
  for (const model::Log& log : tests.logs) names.push_back(log.name);
  if (!model::suggest(error, subject.name.text, names))
    error.hints.push_back("`fits` needs a log: `log runs from \"logs/*.ndjson\" { ... }`, `test \"runs\" { runs fits }`");
}

}  // namespace aunit::parser::alloy
