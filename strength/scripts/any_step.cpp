#include "strength/scripts/any_step.h"

#include <functional>
#include <vector>

#include "model/formulas/conjuncts.h"
#include "solver/session/answered.h"
#include "suite/steps/state_reads.h"

namespace aunit::strength::scripts {

using namespace model;

AnyStep::AnyStep(model::Extension& extension, const model::Scope& scope, const solver::Options& options) {
  const model::Model& model = extension.model();
  const suite::RelationNumbers numbers(model);
  suite::StateReadsOf looks(model, numbers);
  std::vector<ExprId> fixed, states, steps;
  const std::function<void(ExprId, bool)> collect = [&](ExprId all, bool everywhere) {
    for (const ExprId formula : model::conjunctsOf(model, all)) {
      const model::Expr e = model.expr(formula);
      const suite::StateReads seen = looks(formula);
      if (e.op == Op::always)
        collect(model.child(formula, 0), true);
      else if (e.op == Op::call && seen.beyond && model.func(e.payload).variables.empty() && !model.func(e.payload).recursive)
        collect(model.func(e.payload).body, everywhere);
      else if (!seen.beyond && seen.now.none() && seen.next.none())
        fixed.push_back(formula);
      else if (!seen.beyond && everywhere)
        (seen.next.any() ? steps : states).push_back(formula);
    }
  };
  for (const model::Fact& fact : model.facts())
    if (fact.body != noId) collect(fact.body, false);
  model::Nodes& make = extension.nodes();
  make.at({});
  solver::Problem problem{.also = fixed};
  for (const ExprId each : states) {
    const ExprId then = make.unary(Op::after, each);
    problem.also.insert(problem.also.end(), {each, then, make.unary(Op::after, then)});
  }
  for (const ExprId each : steps) problem.also.insert(problem.also.end(), {each, make.unary(Op::after, each)});
  problem.scope = scope;
  problem.scope.minSteps = problem.scope.maxSteps = 3;
  problem.temporal = true;
  problem.facts = problem.signatureFacts = false;
  session_ = std::make_unique<solver::Session>(model, std::move(problem), options);
}

bool AnyStep::excludes(ExprId formula, const support::Budget& budget) {
  return answered(session_->ask({{formula}}, budget)).verdict == solver::Verdict::unsatisfiable;
}

}  // namespace aunit::strength::scripts
