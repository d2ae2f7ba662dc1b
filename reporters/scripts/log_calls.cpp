#include "reporters/scripts/log_calls.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace aunit::reporters::scripts {

using Json = LogCalls::Json;
using Kind = model::LogPattern::Kind;
using namespace model;

namespace {

constexpr std::size_t mostBindings = 1'000;  // limit for the combinations of atoms that the variables of one pattern can have

/// Puts a value at a path. Steps of the path that are no member names are skipped.
void put(Json& object, const model::LogPath& path, Json value) {
  Json* at = &object;
  for (const auto& step : path.steps)
    if (const auto* const name = std::get_if<std::string>(&step)) at = &(*at)[*name];
  *at = std::move(value);
}

}  // namespace

LogCalls::LogCalls(const model::Model& model, const strength::scripts::Actions& actions, const model::Log& log)
    : model_(model), actions_(actions), log_(log) {
  findRules();
  const auto lose = [&](model::Span span, const char* what) { lost_.emplace_back(span, what); };
  for (const model::LogElements& each : log.elements)
    lose(each.span, "drivers do not write the list that this `each` rule reads");
  for (const model::LogRelation& relation : log.relations)
    if (relation.path.steps.size() != 1)
      lose(relation.span, "drivers write the value of a relation only as a direct member of the line");
  if (log.clock) lose(log.clock->span, "drivers log no clocks");
  if (log.loop) lose(log.loop->span, "drivers log no loops");
  if (log.key) lose(log.key->span, "drivers log no keys, because each script has its own log file");
  if (log.order) lose(log.order->span, "drivers log no times");
  if (log.states) lose(log.span, "drivers do not log the first state; they log each call with the state after it");
  if (log.tla) lose(log.span, "drivers write values as JSON, not in TLA+ syntax");
}

void LogCalls::findRules() {
  for (const model::LogRule& rule : log_.rules) {
    if (rule.meaning != model::LogRule::Meaning::formula || rule.formula == noId) continue;
    const model::Expr& e = model_.expr(rule.formula);
    const auto action = e.op == model::Op::call
                            ? std::ranges::find(actions_.actions, e.payload, &strength::scripts::Action::function)
                            : actions_.actions.end();
    if (action == actions_.actions.end()) {
      lost_.emplace_back(rule.span, "drivers do not write these lines, because the formula is not one call of an action");
      continue;
    }
    const Rule found{&rule, static_cast<std::size_t>(action - actions_.actions.begin())};
    if (eventOf(found).empty())
      lost_.emplace_back(rule.span, "this pattern names no event, so the program's name for the action is unknown");
    else
      rules_.push_back(found);
  }
}

const model::LogPattern* LogCalls::at(const model::LogPattern& pattern, const std::optional<model::LogPath>& path) const {
  if (!path) return nullptr;
  const model::LogPattern* here = &pattern;
  for (const auto& step : path->steps) {
    const auto* const name = std::get_if<std::string>(&step);
    if (!name || here->kind != Kind::object) return nullptr;
    const auto member = std::ranges::find(here->members, *name, &std::pair<std::string, model::LogPattern>::first);
    if (member == here->members.end()) return nullptr;
    here = &member->second;
  }
  return here;
}

const model::LogPattern* LogCalls::listOf(const Rule& rule) const {
  const model::LogPattern* found = at(rule.rule->pattern, log_.arguments);
  const bool plain =
      found && found->kind == Kind::array && std::ranges::all_of(found->elements, [](const model::LogPattern& each) {
        return each.kind != Kind::object && each.kind != Kind::array;
      });
  return plain ? found : nullptr;
}

std::string LogCalls::eventOf(const Rule& rule) const {
  const model::LogPattern& pattern = rule.rule->pattern;
  if (pattern.kind == Kind::text) return pattern.text;
  const model::LogPattern* event = at(pattern, log_.event);
  return event && event->kind == Kind::text ? event->text : "";
}

std::vector<VarId> LogCalls::variablesOf(const model::LogPattern& pattern) const {
  std::vector<VarId> result;
  if (pattern.kind == Kind::variable) result.push_back(pattern.variable);
  const auto add = [&](const model::LogPattern& part) {
    for (const VarId each : variablesOf(part)) result.push_back(each);
  };
  for (const auto& [name, part] : pattern.members) add(part);
  for (const model::LogPattern& part : pattern.elements) add(part);
  return result;
}

bool LogCalls::isBound(const model::LogPattern& pattern, VarId variable) const {
  const std::vector<VarId> all = variablesOf(pattern);
  return std::ranges::find(all, variable) != all.end();
}

Json LogCalls::made(const model::LogPattern& pattern, const Bound& bound) {
  switch (pattern.kind) {
    case Kind::any:
    case Kind::null: return nullptr;
    case Kind::boolean: return pattern.truth;
    case Kind::number: return pattern.number;
    case Kind::text: return pattern.text;
    case Kind::variable: {
      const auto found = std::ranges::find(bound, pattern.variable, &Bound::value_type::first);
      return found == bound.end() ? Json() : found->second;
    }
    case Kind::object: {
      Json object = Json::object();
      for (const auto& [name, part] : pattern.members)
        if (part.kind != Kind::any) object[name] = made(part, bound);
      return object;
    }
    case Kind::array: {
      Json list = Json::array();
      for (const model::LogPattern& part : pattern.elements) list.push_back(made(part, bound));
      return list;
    }
  }
  return nullptr;
}

std::vector<LogCalls::Method> LogCalls::methods(std::size_t action) const {
  std::vector<Method> result;
  for (const Rule& rule : rules_) {
    if (rule.action != action) continue;
    Method method{eventOf(rule), {}};
    const model::LogPattern* arguments = listOf(rule);
    if (arguments) {
      for (const model::LogPattern& each : arguments->elements)
        method.parameters.push_back(each.kind == Kind::variable ? model_.variable(each.variable).name
                                                                : fmt::format("argument{}", method.parameters.size() + 1));
    } else if (rule.rule->pattern.kind == Kind::text) {
      for (const VarId variable : actions_.actions[action].variables) method.parameters.push_back(model_.variable(variable).name);
    } else {
      for (const VarId variable : variablesOf(rule.rule->pattern)) method.parameters.push_back(model_.variable(variable).name);
    }
    result.push_back(std::move(method));
  }
  return result;
}

std::vector<model::TupleSet> LogCalls::evaluated(const std::vector<ExprId>& exprs, const model::Universe& universe,
                                                 const model::State& state) const {
  evaluator::Evaluator evaluator(model_);
  model::Instance instance;
  instance.universe = std::shared_ptr<const model::Universe>(std::shared_ptr<const void>(), &universe);
  instance.states = {state};
  evaluator.bind(instance);
  std::vector<model::TupleSet> result;
  for (const ExprId expr : exprs) try {
      result.push_back(evaluator.relation(expr, 0));
    } catch (const evaluator::EvaluationError&) {
      result.emplace_back();
    }
  return result;
}

std::optional<LogCalls::LoggedCall> LogCalls::call(const strength::scripts::Call& call, const std::vector<Json>& values,
                                                   const model::Universe& universe, const model::State& state) const {
  for (const Rule& rule : rules_) {
    if (rule.action != call.action) continue;
    const auto given = model_.children(rule.rule->formula);
    Bound bound;
    std::vector<ExprId> others;
    std::vector<model::TupleSet> wanted;
    bool fits = true;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const model::Expr& e = model_.expr(given[i]);
      if (e.op == model::Op::variable && isBound(rule.rule->pattern, e.payload)) {
        const auto before = std::ranges::find(bound, e.payload, &Bound::value_type::first);
        fits = fits && (before == bound.end() || before->second == values[i]);
        bound.emplace_back(e.payload, values[i]);
      } else {
        others.push_back(given[i]);
        wanted.push_back(call.arguments[i]);
      }
    }
    if (!fits || (!others.empty() && evaluated(others, universe, state) != wanted)) continue;
    if (rule.rule->pattern.kind == Kind::text)
      return LoggedCall{rule.rule->pattern.text, values, line(rule.rule->pattern.text, values)};
    LoggedCall result{eventOf(rule), {}, made(rule.rule->pattern, bound)};
    if (const model::LogPattern* arguments = listOf(rule))
      for (const model::LogPattern& each : arguments->elements) result.arguments.push_back(made(each, bound));
    else
      for (const VarId variable : variablesOf(rule.rule->pattern)) {
        const auto found = std::ranges::find(bound, variable, &Bound::value_type::first);
        result.arguments.push_back(found == bound.end() ? Json() : found->second);
      }
    return result;
  }
  return std::nullopt;
}

Json LogCalls::line(const std::string& event, const std::vector<Json>& arguments) const {
  Json result = Json::object();
  if (log_.event) put(result, *log_.event, event);
  if (log_.arguments) put(result, *log_.arguments, arguments);
  return result;
}

std::vector<std::pair<model::Atom, Json>> LogCalls::values(const model::Universe& universe, const model::State& state) const {
  std::vector<std::pair<model::Atom, Json>> result;
  for (const model::LogValue& value : log_.values) {
    if (value.value == noId || model_.expr(value.value).sort != model::Sort::relation || model_.expr(value.value).arity != 1)
      continue;
    const std::vector<VarId> variables = variablesOf(value.pattern);
    // All choices of atoms for the pattern's variables.
    std::vector<std::vector<model::Atom>> rows{{}};
    for (const VarId variable : variables) {
      const auto& products = model_.type(model_.variable(variable).type).products;
      std::vector<std::vector<model::Atom>> next;
      for (const auto& row : rows)
        for (const auto& product : products)
          for (const model::Atom atom : state.sigs[product[0]].atoms()) {
            next.push_back(row);
            next.back().push_back(atom);
            if (next.size() > mostBindings) return result;
          }
      rows = std::move(next);
    }
    evaluator::Evaluator evaluator(model_);
    model::Instance instance;
    instance.universe = std::shared_ptr<const model::Universe>(std::shared_ptr<const void>(), &universe);
    instance.states = {state};
    evaluator.bind(instance);
    for (const auto& row : rows) {
      Bound bound;
      for (std::size_t i = 0; i < row.size(); ++i) {
        evaluator.assign(variables[i], model::TupleSet::atom(universe.size(), row[i]));
        std::string name = universe.name(row[i]);
        std::erase(name, '$');
        bound.emplace_back(variables[i], std::move(name));
      }
      try {
        const model::TupleSet& is = evaluator.relation(value.value, 0);
        if (is.sizeUpToTwo() != 1) continue;
        const model::Atom atom = is.atoms().front();
        if (std::ranges::find(result, atom, &std::pair<model::Atom, Json>::first) == result.end())
          result.emplace_back(atom, made(value.pattern, bound));
      } catch (const evaluator::EvaluationError&) {
        // The expression has no value for the atoms in `row`, so `row` gives no text.
      }
    }
  }
  return result;
}

}  // namespace aunit::reporters::scripts
