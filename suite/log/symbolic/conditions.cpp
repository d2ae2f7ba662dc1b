#include "suite/log/symbolic/conditions.h"

namespace aunit::suite::log {

using solver::Lit;
using solver::MatrixRef;

Conditions::Conditions(const LogProblem& problem, const std::vector<Values>& starts, bool isFirst,
                       std::optional<solver::Beginning::Loop> loop)
    : problem_(problem),
      beginning_(problem.model, problem.frame, problem.evaluation.semantics, problem.budget, loop),
      algebra_(beginning_, *problem.frame.universe),
      starts_(starts),
      isFirst_(isFirst),
      hasLoop_(loop.has_value()) {}

MatrixRef Conditions::relation(std::size_t number, int state) {
  return beginning_.relation(problem_.numbers[number].isField, problem_.numbers[number].id, state);
}

void Conditions::define(std::size_t number, int state, MatrixRef value) {
  beginning_.define(problem_.numbers[number].isField, problem_.numbers[number].id, state, std::move(value));
}

int Conditions::repeatState() {
  const int from = last_, to = newState();
  for (std::size_t i = 0; i < problem_.numbers.size(); ++i) define(i, to, relation(i, from));
  return to;
}

void Conditions::requireFacts() {
  for (const model::ImplicitConstraint& each : problem_.model.implicitConstraints())
    require(beginning_.holds(each.formula, {}, 0));
  for (const model::Fact& fact : problem_.model.facts())
    if (fact.body != model::noId) require(beginning_.holds(fact.body, {}, 0));
}

Values Conditions::values(int state) {
  Values result;
  for (std::size_t i = 0; i < problem_.numbers.size(); ++i) result.push_back(beginning_.value(relation(i, state)));
  return result;
}

void Conditions::require(Lit l) {
  beginning_.require(std::span(&l, 1));
}

void Conditions::start(const SearchStart& outset) {
  const std::size_t relations = problem_.numbers.size();
  if (outset.states.size() == 1) {
    for (std::size_t i = 0; i < relations; ++i) define(i, 0, beginning_.constant(outset.states.front()[i]));
    return;
  }
  std::vector<Lit> ways;
  for (const Values& state : outset.states) {
    std::vector<Lit> parts;
    for (std::size_t i = 0; i < relations; ++i)
      parts.push_back(beginning_.algebra().equal(relation(i, 0), beginning_.constant(state[i])));
    ways.push_back(beginning_.circuit().conjunction(parts));
  }
  if (!outset.states.empty()) return beginning_.require(ways);
  const model::Log& log = problem_.log;
  for (const auto* list : {&problem_.facts.first, &problem_.facts.states})
    for (const Condition& fact : *list) {
      const StateReads& looks = problem_.looks(fact.formula);
      const bool replaced = list == &problem_.facts.first && looks.now.any() && (log.initially != model::noId || log.anyStart);
      if (looks.next.none() && !replaced) require(holds(fact, 0));
    }
  if (log.initially != model::noId) require(beginning_.holds(log.initially, {}, 0));
}

Lit Conditions::holds(const Condition& fact, int state) {
  solver::Beginning::Given given;
  for (const evaluator::Binding& each : fact.given) given.emplace_back(each.variable, beginning_.constant(each.value));
  return beginning_.holds(fact.formula, given, state);
}

Lit Conditions::isStep(int from) {
  if (hasLoop_) return solver::yes;
  std::vector<Lit> parts;
  for (const Condition& fact : problem_.facts.steps) parts.push_back(holds(fact, from));
  for (const Condition& fact : problem_.facts.states) parts.push_back(holds(fact, from + 1));
  return beginning_.circuit().conjunction(parts);
}

Lit Conditions::same(int a, int b) {
  std::vector<Lit> parts;
  for (std::size_t i = 0; i < problem_.numbers.size(); ++i)
    parts.push_back(beginning_.algebra().equal(relation(i, a), relation(i, b)));
  return beginning_.circuit().conjunction(parts);
}

Lit Conditions::asks(std::span<const StepFormula> asked, int from, std::vector<StepCondition>& here) {
  std::vector<Lit> parts;
  for (const StepFormula& each : asked) {
    StepCondition& one = here.emplace_back();
    one.asked = &each;
    solver::Beginning::Given given;
    for (const evaluator::Binding& binding : each.given) given.emplace_back(binding.variable, beginning_.constant(binding.value));
    Lit allowed = solver::yes;
    for (const model::Decl& decl : each.open)
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
        given.emplace_back(decl.firstVariable + i, beginning_.anyOf(decl, given, from, allowed));
        one.open.push_back(given.back());
      }
    parts.push_back(allowed);
    parts.push_back(beginning_.holds(each.formula, given, from));
  }
  return beginning_.circuit().conjunction(parts);
}

std::map<std::size_t, MatrixRef> Conditions::known(const Observation& line, int before) {
  std::map<std::size_t, MatrixRef> result;
  for (const Update& update : line.updates) {
    const auto found = result.find(update.relation);
    result[update.relation] =
        updated(algebra_, update, found != result.end() ? found->second : relation(update.relation, before), initial(update));
  }
  const Relations all = problem_.mapping.knownRelations(line);
  for (std::size_t i = 0; i < problem_.numbers.size(); ++i)
    if (all[i] && !result.contains(i)) result[i] = relation(i, before);
  return result;
}

Lit Conditions::isAsSaid(const Observation& line, int before, int state) {
  std::vector<Lit> parts;
  for (const auto& [number, value] : known(line, before))
    parts.push_back(beginning_.algebra().equal(relation(number, state), value));
  return beginning_.circuit().conjunction(parts);
}

MatrixRef Conditions::initial(const Update& update) {
  if (starts_.size() == 1) return beginning_.constant(starts_.front()[update.relation]);
  if (update.does != Update::Kind::initial) return beginning_.algebra().empty(1);
  if (!isFirst_)
    throw solver::Unsupported("the SAT solver cannot reset a relation to its first value if there are several first states", {});
  return relation(update.relation, 0);
}

}  // namespace aunit::suite::log
