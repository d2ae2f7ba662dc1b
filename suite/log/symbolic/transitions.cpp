#include "suite/log/symbolic/transitions.h"

namespace aunit::suite::log {

Transition hiddenTransition(Conditions& conditions, solver::Lit& holds) {
  Transition hidden;
  hidden.kind = Transition::Kind::stepOrNothing;
  hidden.from = hidden.entry = conditions.last();
  hidden.to = conditions.newState();
  holds = conditions.beginning().circuit().disjunction(conditions.same(hidden.from, hidden.to), conditions.isStep(hidden.from));
  return hidden;
}

void TransitionCheck::operator()(const Transition& transition, const Values& entry, const Values& from, const Values& to,
                                 const Values& initial) {
  const LogProblem& problem = conditions_.problem();
  problem.budget.check();
  const auto disagree = [] { throw solver::Unsupported("internal error: solver and evaluator disagree on a log's step", {}); };
  if (transition.line) {
    const KnownRelations known = problem.mapping.known(*transition.line, entry, initial);
    for (std::size_t i = 0; i < known.size(); ++i)
      if (known[i] && !(*known[i] == to[i])) disagree();
  }
  if (transition.kind == Transition::Kind::nothing || (transition.kind == Transition::Kind::stepOrNothing && from == to)) {
    if (!(from == to)) disagree();
    return;
  }
  if (!evaluator_) {
    evaluator_ = std::make_unique<evaluator::Evaluator>(problem.model, problem.evaluation);
    pair_ = problem.frame;
    pair_.states.assign(2, problem.frame.states.front());
    pair_.loop = 1;
  }
  for (std::size_t i = 0; i < problem.numbers.size(); ++i) {
    problem.numbers.in(pair_.states[0], i) = from[i];
    problem.numbers.in(pair_.states[1], i) = to[i];
  }
  evaluator_->bind(pair_);
  const auto holds = [&](model::ExprId formula, const std::vector<evaluator::Binding>& given, unsigned state) {
    for (const evaluator::Binding& binding : given) evaluator_->assign(binding.variable, binding.value);
    if (!evaluator_->holds(formula, state)) disagree();
  };
  for (const Condition& fact : problem.facts.steps) holds(fact.formula, fact.given, 0);
  for (const Condition& fact : problem.facts.states) holds(fact.formula, fact.given, 1);
  for (const StepCondition& one : transition.asked) {
    std::vector<evaluator::Binding> given = one.asked->given;
    for (const auto& [variable, value] : one.open) given.push_back({variable, conditions_.beginning().value(value)});
    holds(one.asked->formula, given, 0);
  }
}

}  // namespace aunit::suite::log
