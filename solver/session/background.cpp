#include "solver/session/background.h"

#include "solver/grounding/growing_scope.h"

namespace aunit::solver {

Background::Background(const model::Model& model, const Problem& problem, Facts facts, const Options& options,
                       SharedBounds* bounds)
    : model_(model), background_(problem) {
  background_.formula = model::noId;
  background_.also.clear();
  background_.facts = background_.facts && facts == Facts::kept;
  background_.signatureFacts = background_.signatureFacts && facts == Facts::kept;
  background_.expect = -1;  // for symmetry breaking, which `expect 1` omits: symmetric instances tell nothing new
  how_.solver = options.solver;
  how_.symmetry = options.symmetry;
  how_.skolemDepth = options.skolemDepth;
  how_.semantics = options.semantics;
  how_.limits = options.limits.untimed();
  how_.threads = Threads::one;
  how_.verify = false;
  how_.bounds = bounds;
  scopes_ = scopesSearched(problem);
  sessions_.resize(scopes_.size());
}

Verdict Background::ask(std::span<const model::ExprId> goals, const support::Budget& budget) {
  return answer(goals, budget, false).verdict;
}

Result Background::find(std::span<const model::ExprId> goals, const support::Budget& budget) {
  return answer(goals, budget, true);
}

Result Background::answer(std::span<const model::ExprId> goals, const support::Budget& budget, bool verify) {
  Result all;
  all.verdict = scopes_.empty() ? Verdict::unknown : Verdict::unsatisfiable;
  for (std::size_t i = scopes_.size(); i-- != 0;) {  // the largest scope first, because it has the most instances
    if (!sessions_[i]) sessions_[i] = std::make_unique<Session>(model_, in(scopes_[i]), how_);
    Result result = sessions_[i]->ask(goals, budget);
    result.statistics.translateMs += all.statistics.translateMs;
    result.statistics.solveMs += all.statistics.solveMs;
    all.statistics = result.statistics;
    if (result.verdict == Verdict::satisfiable) {
      if (verify) sessions_[i]->verify(result, budget);
      return result;
    }
    if (result.verdict != Verdict::unsatisfiable) all.verdict = Verdict::unknown;
  }
  return all;
}

std::vector<model::Span> Background::core(const support::Budget& budget) const {
  Options how = how_;
  how.core = true;
  return Session(model_, in(scopes_.back()), how, Questions::one).next(budget).core;
}

Problem Background::in(const model::Scope& scope) const {
  Problem problem = background_;
  problem.scope = scope;
  return problem;
}

}  // namespace aunit::solver
