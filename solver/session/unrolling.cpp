#include "solver/session/unrolling.h"

#include <algorithm>
#include <cstdlib>

#include "solver/smallest/descent.h"
#include "solver/unsupported.h"

namespace aunit::solver {

namespace {

// Limits for the number of elements of Contradictions::cores and Contradictions::nearly.
constexpr std::size_t mostCores = 8, mostNearly = 16;

bool contains(const std::vector<std::size_t>& parts, std::size_t part) {
  return std::ranges::find(parts, part) != parts.end();
}

/// Makes the solver. A long search for a check, or for a run with `expect 0`, probably finds no instance. For these commands,
/// "refuting" replaces "portfolio".
std::unique_ptr<SatSolver> solverFor(const Grounding& grounding, const Cnf& clauses, Threads threads) {
  const Options& options = grounding.options;
  if (options.division.depth != 0) return makeCubedSolver(options.solver, clauses, options.division);
  const bool none = options.solver == "portfolio" && (grounding.problem.check || grounding.problem.expect == 0);
  return makeSolver(none ? "refuting" : options.solver, clauses, threads);
}

}  // namespace

Unrolling::Unrolling(const Grounding& grounding, int states, Threads threads, Questions questions, const support::Budget& budget)
    : questions_(questions), translation_(grounding, states, budget), solver_(solverFor(grounding, translation_.cnf(), threads)) {
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
  preferred_.clear();
  found_.clear();
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
  preferred_.clear();
  return solver_->solve(assumptions_, budget);
}

Translation::Values Unrolling::values() const {
  if (preferred_.empty()) return [this](int variable) { return solver_->value(variable); };
  return [this](int variable) {
    const auto index = static_cast<std::size_t>(variable);
    return index < preferred_.size() && preferred_[index];
  };
}

bool Unrolling::prefer(const Preference& preference, std::int64_t& work, const support::Budget& budget) {
  bool proved = false;
  try {
    std::vector<bool> values = {false};
    for (int v = 1; v <= translation_.cnf().variables; ++v) values.push_back(solver_->value(v));
    const RankedAims wishes = translation_.wishes(preference, found_);
    values.resize(static_cast<std::size_t>(translation_.cnf().variables) + 1);
    preferred_ = values;
    Descent descent(translation_.cnf(), assumptions_, std::move(values), budget);
    try {
      proved = descent.reach(wishes, work);
    } catch (const support::Exhausted&) {
      // `descent` still has the best solution found so far.
    }
    preferred_ = descent.solution();
    work = std::max<std::int64_t>(0, work - descent.spent());
  } catch (const support::Exhausted&) {
    // There is not enough memory to search for a better solution, so the solution found before stays.
  }
  if (preference.kind == Preference::Kind::diverse) found_.push_back(translation_.valuesOfRelations(values()));
  return proved;
}

Answer Unrolling::nearest(std::int64_t work, const support::Budget& budget, bool& proved) {
  const RankedAims wishes = translation_.wishes({Preference::Kind::nearest, model::noId}, found_);
  Descent descent(translation_.cnf(), assumptions_, std::vector<bool>(static_cast<std::size_t>(translation_.cnf().variables) + 1),
                  budget);
  const Answer answer = descent.begin(wishes.aims);
  if (answer != Answer::satisfiable) return answer;
  preferred_ = descent.solution();
  try {
    proved = descent.reach(wishes, work);
  } catch (const support::Exhausted&) {
    // `descent` still has the best solution found so far.
  }
  preferred_ = descent.solution();
  return answer;
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

Unrolling::Parts Unrolling::conflicting() const {
  std::vector<int> selectors = solver_->conflict();
  std::ranges::sort(selectors);
  Parts result;
  for (std::size_t i = 0; i < translation_.selectors().size() + goals_.size(); ++i)
    if (std::binary_search(selectors.begin(), selectors.end(), assumptions_[i])) result.push_back(i);
  return result;
}

/// Minimises a core by deletion: tries to remove each part, except the parts in `needed`, which are in every core. Unless the
/// budget ends, no part of the returned core can be removed.
Unrolling::Parts Unrolling::minimal(Parts core, const Parts& needed, const support::Budget& budget) {
  for (std::size_t i = 0; i < core.size() && !budget.exhausted();) {
    if (contains(needed, core[i])) {
      ++i;
      continue;
    }
    std::vector<int> without;
    for (std::size_t k = 0; k < core.size(); ++k) {
      if (k != i) without.push_back(assumptions_[core[k]]);
    }
    if (solver_->solve(without, budget) == Answer::unsatisfiable) {
      Parts smaller = conflicting();
      std::erase_if(smaller, [&](std::size_t k) { return !contains(core, k) || k == core[i]; });
      core = std::move(smaller);
    } else {
      ++i;
    }
  }
  return core;
}

std::vector<model::Span> Unrolling::core(const support::Budget& budget) {
  std::vector<model::Span> places;
  const std::vector<Translation::SelectorPart>& ofProblem = translation_.selected();
  for (const std::size_t i : minimal(conflicting(), {}, budget))
    places.push_back(i < ofProblem.size() ? ofProblem[i].span : goals_[i - ofProblem.size()]);
  return places;
}

Unrolling::Contradictions Unrolling::contradictions(const support::Budget& budget) {
  Contradictions result;
  std::vector<Parts> cores{conflicting()};
  Parts needed;  // parts that are in every core: if any one of them is removed, there is an instance
  for (const std::size_t part : Parts(cores.front())) {
    if (budget.exhausted() || cores.size() == mostCores || result.nearly.size() == mostNearly) break;
    if (!std::ranges::all_of(cores, [&](const Parts& core) { return contains(core, part); })) continue;
    std::vector<int> others = assumptions_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(part));
    const Answer answer = solver_->solve(others, budget);
    if (answer == Answer::unsatisfiable) cores.push_back(conflicting());
    if (answer != Answer::satisfiable) continue;
    needed.push_back(part);
    result.nearly.push_back(instance());
  }
  for (const Parts& core : cores) {
    std::vector<model::ExprId>& formulas = result.cores.emplace_back();
    for (const std::size_t i : minimal(core, needed, budget)) formulas.push_back(translation_.selected()[i].formula);
  }
  return result;
}

}  // namespace aunit::solver
