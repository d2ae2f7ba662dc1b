#include "solver/smallest/descent.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "solver/sat/sat_engine.h"

namespace aunit::solver {

namespace {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();
// Limit for the size of a counter: the number of costs that it counts, times the number of results that it distinguishes. A
// counter of an aim with Aim::proved may be larger.
constexpr std::size_t mostCells = 40'000;
// If no cost of the aims with Aim::claimed arises, the other aims are optimised only in formulas with at most this many
// variables, because for larger formulas this takes longer than solving.
constexpr std::size_t mostVariablesForNumbers = 5'000;
// Adding clauses with this many literals in sum takes about as long as one propagation.
constexpr std::size_t literalsAtATime = 4;

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return a > endless - b ? endless : a + b;
}

}  // namespace

Descent::Descent(const Cnf& clauses, std::vector<int> assumptions, std::vector<bool> solution, const support::Budget& budget)
    : solver_(makeMiniSat, clauses_),
      assumptions_(std::move(assumptions)),
      solution_(std::move(solution)),
      variables_(solution_.size()),
      budget_(budget) {
  budget.checkRoom(2 * clauses.literals.size() * sizeof(int));
  clauses_ = clauses;
  built_ = static_cast<std::int64_t>(clauses.literals.size() / literalsAtATime);  // the work of reading the clauses
  solver_.keepAll();
}

bool Descent::holds(int literal) const {
  const auto variable = static_cast<std::size_t>(std::abs(literal));
  return (variable < solution_.size() && solution_[variable]) == (literal > 0);
}

std::size_t Descent::worst(const Aim& aim) const {
  std::size_t most = 0;
  for (const std::vector<Cost>& group : aim.groups) {
    const auto arises = [&](const Cost& cost) { return cost.arises([&](int literal) { return holds(literal); }); };
    most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(group, arises)));
  }
  return most;
}

Answer Descent::solve(std::vector<int> assumptions, std::int64_t propagations) {
  if (propagations <= 0 || budget_.exhausted()) return Answer::unknown;
  assumptions.insert(assumptions.begin(), assumptions_.begin(), assumptions_.end());
  solver_.limitPropagations(propagations == endless ? 0 : sum(solver_.propagations(), propagations));
  if (guided_) inclineToSolution();
  const Answer answer = solver_.solve(assumptions, budget_);
  if (answer != Answer::satisfiable) return answer;
  for (std::size_t variable = 1; variable < variables_; ++variable)
    solution_[variable] = solver_.value(static_cast<int>(variable));
  return answer;
}

/// Sets MiniSat's free decisions so that they avoid the costs of the first aim and of the aims with Aim::proved. Without a
/// preference, MiniSat sets a variable to false.
void Descent::incline(std::span<const Aim> aims) {
  std::vector<int> votes(variables_, 0);
  for (const Aim& aim : aims) {
    if (&aim != aims.data() && !aim.proved) continue;
    for (const std::vector<Cost>& group : aim.groups)
      for (const Cost& cost : group)
        for (const std::vector<int>& way : cost.ways)
          for (const int literal : way)
            if (const auto variable = static_cast<std::size_t>(std::abs(literal)); variable < variables_)
              votes[variable] += literal > 0 ? 1 : -1;
  }
  for (std::size_t variable = 1; variable < variables_; ++variable)
    if (votes[variable] < 0) solver_.prefer(static_cast<int>(variable));
}

Answer Descent::begin(std::span<const Aim> aims) {
  incline(aims);
  inclined_ = true;
  return solve({}, endless);
}

/// Makes MiniSat search near the known solution. Used if MiniSat did not find a solution by itself in time ("solution-guided"
/// search: Demirovic & Stuckey, CP 2019).
void Descent::inclineToSolution() {
  for (std::size_t variable = 1; variable < variables_; ++variable)
    solver_.prefer(solution_[variable] ? static_cast<int>(variable) : -static_cast<int>(variable));
}

// First lets MiniSat find a solution. This solution is usually good, and does not depend on the solver that found the known
// solution.
bool Descent::reach(const RankedAims& wishes, std::int64_t propagations) {
  const std::span<const Aim> aims = wishes.aims;
  const auto isReached = [&](const Aim& aim) { return !aim.claimed || worst(aim) == 0; };
  if (aims.empty() || (variables_ > mostVariablesForNumbers && std::ranges::all_of(aims, isReached))) return true;
  const auto bad = [&] {
    std::vector<std::size_t> all;
    for (const Aim& aim : aims) all.push_back(worst(aim));
    return all;
  };
  bool isHard = false;
  if (!inclined_) {
    incline(aims);
    std::vector<bool> known = solution_;
    const std::vector<std::size_t> before = bad();
    const Answer answer = solve({}, propagations / 4);
    if (answer == Answer::satisfiable && bad() > before) solution_ = std::move(known);
    isHard = answer == Answer::unknown;
  }
  ascend(wishes, propagations / 3);
  guided_ = isHard;
  const auto claimed = static_cast<std::size_t>(std::ranges::find(aims, false, &Aim::claimed) - aims.begin());
  const bool proved = descend(aims.first(claimed), std::max<std::int64_t>(0, propagations - spent()));
  // Limit of work for the aims without Aim::claimed, whose values need not be best.
  const std::int64_t end = sum(spent(), propagations / 4);
  if (descend(aims.subspan(claimed), propagations / 4) && proved) settle(wishes.order, end - spent());
  return proved;
}

/// If there are many atoms: searches for a solution with at most one atom in each signature, then with at most two, and so on.
/// The other atoms are assumed to be absent, so each search is small.
void Descent::ascend(const RankedAims& wishes, std::int64_t propagations) {
  constexpr std::size_t enoughAtoms = 10, mostOfEach = 4;
  if (wishes.signatures.empty()) return;
  const std::int64_t end = sum(spent(), propagations);
  std::vector<Group> groups;
  for (std::size_t most = 1; most <= mostOfEach && worst(wishes.aims[0]) > std::max(enoughAtoms, most * wishes.signatures.size());
       ++most) {
    if (groups.empty())
      for (const std::vector<Cost>& costs : wishes.signatures)
        for (Group& group = groups.emplace_back(); const Cost& cost : costs) group.push_back(literalOf(cost));
    std::vector<int> assumptions;
    for (const Group& group : groups)
      for (std::size_t i = 0; i + most < group.size(); ++i) assumptions.push_back(-group[i]);
    if (solve(std::move(assumptions), (end - spent()) / 2) == Answer::satisfiable) return;
  }
}

bool Descent::descend(std::span<const Aim> aims, std::int64_t propagations) {
  bool proved = true, noneBefore = true;
  std::int64_t end = sum(spent(), propagations);
  for (std::size_t i = 0; i < aims.size(); ++i) {
    const std::int64_t left = end - spent();
    const bool best = minimise(aims[i], noneBefore ? aims[i].least : 0,
                               aims[i].proved         ? endless
                               : i + 1 == aims.size() ? left
                                                      : left / 2);
    noneBefore = noneBefore && worst(aims[i]) == 0;
    if (!aims[0].proved || aims[i].proved) proved = proved && best;
    if (aims[i].proved) end = sum(spent(), propagations);
  }
  return proved;
}

/// Makes the variables of `order` false, one after the other, if the clauses and the limits of the aims allow it.
void Descent::settle(std::span<const int> order, std::int64_t propagations) {
  const std::int64_t end = sum(spent(), propagations);
  for (const int variable : order) {
    Answer without = Answer::satisfiable;
    if (holds(variable)) without = solve({-variable}, end - spent());
    if (without == Answer::unknown) return;
    add({without == Answer::satisfiable ? -variable : variable});
  }
}

/// Minimises the largest number of costs that arise in one group of `aim`. Then adds clauses that make this number the limit for
/// all groups.
bool Descent::minimise(const Aim& aim, std::size_t least, std::int64_t propagations) {
  const std::int64_t end = propagations == endless ? endless : sum(spent(), propagations);
  std::size_t most = worst(aim);
  if (most == 0 && !aim.claimed) {  // no cost arises now; forbid all costs from now on
    for (const Cost& cost : aim.groups[0]) add({-cost.ways[0][0]});
    return true;
  }
  const auto left = [&] { return end == endless ? endless : end - spent(); };
  std::vector<Group> groups;
  std::size_t size = 0;
  for (const std::vector<Cost>& costs : aim.groups) {
    Group& group = groups.emplace_back();
    for (const Cost& cost : costs) group.push_back(literalOf(cost));
    size += group.size();
  }
  const auto needsMany = [&] { return size * (most + 1) > mostCells; };
  const auto isLarge = [&] { return !aim.proved && needsMany(); };
  if (groups.size() == 1 && needsMany()) {
    thinOut(aim, groups[0], end, mostCells / (size + 1));
    most = worst(aim);
  }
  if (isLarge()) {
    if (groups.size() != 1) return false;
    // Forbids each cost that does not arise now.
    for (std::size_t i = 0; i < groups[0].size(); ++i)
      if (!aim.groups[0][i].arises([&](int literal) { return holds(literal); })) add({-groups[0][i]});
    return most <= least;
  }
  std::vector<std::vector<int>> counts;
  for (const Group& group : groups) counts.push_back(counter(group, most + 1));
  const auto atMost = [&](std::size_t n) {
    std::vector<int> assumptions;
    for (const std::vector<int>& count : counts)
      if (count.size() > n) assumptions.push_back(-count[n]);
    return assumptions;
  };
  Answer answer = Answer::satisfiable;
  while (most > least && answer == Answer::satisfiable) {
    answer = solve(atMost(most - 1), left());
    if (answer == Answer::satisfiable) most = worst(aim);
  }
  for (const int literal : atMost(most)) add({literal});
  return answer != Answer::unknown;
}

/// Repeatedly replaces the solution by one in which fewer of the `costs` arise, and no new ones. Ends if at most `enough` arise,
/// if there is no such solution, or if the limit `end` is reached.
void Descent::thinOut(const Aim& aim, const Group& costs, std::int64_t end, std::size_t enough) {
  while (worst(aim) > enough) {
    const int fewer = ++clauses_.variables;
    std::vector<int> clause = {-fewer}, assumptions = {fewer};
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const bool arises = aim.groups[0][i].arises([&](int literal) { return holds(literal); });
      (arises ? clause : assumptions).push_back(-costs[i]);
    }
    clauses_.add(clause);
    built_ += static_cast<std::int64_t>(costs.size() / literalsAtATime);
    const Answer answer = solve(assumptions, end == endless ? endless : end - spent());
    add({-fewer});
    if (answer != Answer::satisfiable) return;
  }
}

int Descent::literalOf(const Cost& cost) {
  if (cost.ways.size() == 1 && cost.ways[0].size() == 1) return cost.ways[0][0];
  const int literal = ++clauses_.variables;
  for (const std::vector<int>& way : cost.ways) {
    std::vector<int> clause = {literal};
    for (const int part : way) clause.push_back(-part);
    clauses_.add(clause);
  }
  return literal;
}

/// Returns literals for j = 0, 1, ... below `limit`: element j holds if more than j of the costs arise.
std::vector<int> Descent::counter(const Group& costs, std::size_t limit) {
  const std::size_t before = clauses_.literals.size();
  constexpr std::size_t literalsOfCell = 7;
  support::Meter meter(&budget_);
  std::vector<int> counts;
  for (const int cost : costs) {
    std::vector<int> next;
    const std::size_t columns = std::min(counts.size() + 1, limit);
    support::reserveMore(meter, clauses_.literals, columns * literalsOfCell);
    meter.step(columns * literalsOfCell);
    for (std::size_t j = 0; j < columns; ++j) {
      const int more = next.emplace_back(++clauses_.variables);
      if (j < counts.size()) add({-counts[j], more});
      if (j == 0)
        add({-cost, more});
      else
        add({-counts[j - 1], -cost, more});
    }
    counts = std::move(next);
  }
  built_ += static_cast<std::int64_t>((clauses_.literals.size() - before) / literalsAtATime);
  return counts;
}

}  // namespace aunit::solver
