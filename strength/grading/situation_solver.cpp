#include "strength/grading/situation_solver.h"

#include <algorithm>
#include <utility>

#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/instances/finder.h"
#include "strength/instances/neighbours.h"
#include "support/budget.h"

namespace aunit::strength::grading {

using namespace model;

namespace {

constexpr std::size_t rightRows = 30, besideEach = 3;

}  // namespace

void SituationSolver::addRight(std::vector<Situation>& suite, const solver::SigSizes& sizes) {
  solver::Problem problem = problemOf(readings_.model().expr(readings_[0].body).temporal);
  readings_.nodes().at({});
  problem.formula = quantified(readings_[0].body);
  solver::Options options = how();
  options.enumerate = true;
  const support::Budget budget(options_.limits);
  solver::Search search(readings_.model(), problem, options);
  Situations situations(readings_, sizes, options_.semantics, options_.limits);
  std::uint64_t random = rightRows;
  for (std::size_t i = 0; i < rightRows; ++i) {
    solver::Result result = answered(search.next(budget));
    if (result.verdict != solver::Verdict::satisfiable) return;
    auto situation = situationOf(std::move(result));
    if (!situation) return;
    suite.push_back(*situation);
    for (std::size_t k = 0; k < besideEach && situation->arguments.empty(); ++k) {
      auto beside = randomNeighbour(readings_.model(), situation->instance, random);
      if (!beside) break;
      Situation near{std::move(*beside), {}};
      try {
        if (situations.isPossible(near)) suite.push_back(std::move(near));
      } catch (const support::Exhausted&) {
        support::Budget(options_.limits.untimed()).check();
      } catch (const evaluator::EvaluationError&) {
        return;
      }
    }
  }
}

SituationAnswer SituationSolver::ask(ExprId formula) {
  formula = quantified(formula);
  if (!session_) session_.emplace(readings_.model(), problemOf(timed_), how());
  support::Budget(options_.limits.untimed()).check();
  solver::Result result = answered(session_->ask({{formula}}));
  if (result.verdict == solver::Verdict::unsatisfiable) return {};
  SituationAnswer found{.kind = SituationAnswer::Kind::unknown, .situation = {}, .why = result.message};
  if (result.verdict != solver::Verdict::satisfiable) return found;
  found.situation = situationOf(std::move(result));
  if (found.situation)
    found.kind = SituationAnswer::Kind::found;
  else
    found.why = "the solver gave no value for a parameter";
  return found;
}

ExprId SituationSolver::quantified(ExprId formula) {
  const std::vector<model::Decl> params = readings_.predicate().params;
  return params.empty() ? formula : readings_.nodes().quantified(Op::quantSome, params, formula);
}

solver::Problem SituationSolver::problemOf(bool timed) const {
  return {.scope = options_.scope, .temporal = temporal_ || timed};
}

solver::Options SituationSolver::how() const {
  return solverOptions({.semantics = options_.semantics, .limits = options_.limits});
}

std::optional<Situation> SituationSolver::situationOf(solver::Result result) const {
  Situation situation{std::move(*result.instance), {}};
  situation.instance.skolems.clear();
  if (!temporal_) {
    situation.instance.states.resize(1);
    situation.instance.loop = 0;
  }
  for (model::State& state : situation.instance.states) state.skolems.clear();
  for (const model::VarId variable : readings_.predicate().variables) {
    const auto known = std::ranges::find(result.witnesses, variable, &evaluator::Binding::variable);
    if (known == result.witnesses.end()) return std::nullopt;
    situation.arguments.push_back(*known);
  }
  return situation;
}

}  // namespace aunit::strength::grading
