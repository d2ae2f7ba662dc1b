#include "solver/session/unrolling.h"
#include "solver/grounding/unsupported.h"

#include <algorithm>
#include <cstdlib>

namespace aunit::solver {

namespace {

std::unique_ptr<SatSolver> solverFor(const Options& options, const Cnf& clauses, Threads threads) {
  return options.division.depth == 0 ? makeSolver(options.solver, clauses, threads)
                                     : makeCubedSolver(options.solver, clauses, options.division);
}

}  // namespace

Unrolling::Unrolling(const Grounding& grounding, int states, Threads threads, Questions questions, const support::Budget& budget)
    : questions_(questions),
      translation_(grounding, states, budget),
      solver_(solverFor(grounding.options, translation_.cnf(), threads)) {
  if (!solver_) throw Unsupported("there is no solver called " + grounding.options.solver);
  assumptions_ = translation_.selectors();
  if (questions == Questions::many) solver_->keepAll();
  for (const int selector : assumptions_) solver_->keep(std::abs(selector));
  for (const int input : translation_.inputVariables()) solver_->keep(input);
}

void Unrolling::ask(std::span<const Conjunct> goals, const Branch* branch, const support::Budget& budget) {
  translation_.setBudget(budget);
  assumptions_ = translation_.selectors();
  goals_.clear();
  excluding_ = 0;
  for (const Conjunct& c : goals) {
    assumptions_.push_back(translation_.goal(c.formula));
    goals_.push_back(c.span);
  }
  if (branch) {
    assumptions_.push_back(translation_.branch(*branch));
    goals_.emplace_back();
  }
  translation_.show(goals);
}

Answer Unrolling::solve(const support::Budget& budget) {
  return solver_->solve(assumptions_, budget);
}

Translation::Values Unrolling::values() const {
  return [this](int variable) { return solver_->value(variable); };
}

model::Instance Unrolling::instance() {
  return translation_.instance(values());
}

void Unrolling::block() {
  std::vector<int> clause = translation_.excluding(values());
  if (questions_ == Questions::many) {
    if (excluding_ == 0) assumptions_.push_back(excluding_ = translation_.newVariable());
    clause.push_back(-excluding_);
  }
  translation_.add(clause);
}

Refutation Unrolling::refute(Keep keep, const support::Budget& budget) const {
  Refutation refutation = solver::refute(translation_.cnf(), assumptions_, keep, budget);
  if (keep == Keep::texts) refutation.cnf.insert(0, translation_.legend());
  return refutation;
}

// Starts from the solver's conflict and tries to do without each part (deletion-based minimisation).
std::vector<model::Span> Unrolling::core(const support::Budget& budget) {
  const auto indices = [&](const std::vector<int>& selectors) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < translation_.selectors().size() + goals_.size(); ++i) {
      if (std::find(selectors.begin(), selectors.end(), assumptions_[i]) != selectors.end()) result.push_back(i);
    }
    return result;
  };
  std::vector<std::size_t> core = indices(solver_->conflict());
  for (std::size_t i = 0; i < core.size() && !budget.exhausted();) {
    std::vector<int> without;
    for (std::size_t k = 0; k < core.size(); ++k) {
      if (k != i) without.push_back(assumptions_[core[k]]);
    }
    if (solver_->solve(without, budget) == Answer::unsatisfiable) {
      std::vector<std::size_t> smaller = indices(solver_->conflict());
      std::erase_if(smaller, [&](std::size_t k) { return std::find(core.begin(), core.end(), k) == core.end() || k == core[i]; });
      core = std::move(smaller);
    } else {
      ++i;
    }
  }
  std::vector<model::Span> places;
  const std::vector<model::Span>& ofProblem = translation_.selected();
  for (const std::size_t i : core) places.push_back(i < ofProblem.size() ? ofProblem[i] : goals_[i - ofProblem.size()]);
  return places;
}

}  // namespace aunit::solver
