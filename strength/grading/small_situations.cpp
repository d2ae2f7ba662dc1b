#include "strength/grading/small_situations.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "evaluator/evaluator.h"
#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "solver/unsupported.h"
#include "strength/scopes.h"
#include "support/budget.h"

namespace aunit::strength::grading {

namespace {

/// Makes a situation for each choice of arguments that the predicate's parameters admit. `add` returns false if there are too
/// many situations, or if a parameter is not a single atom.
class AllArguments {
 public:
  AllArguments(const Readings& readings, const solver::Options& options, const support::Budget& budget)
      : readings_(readings), budget_(budget), evaluator_(readings.model(), {.semantics = options.semantics, .budget = &budget_}) {
    for (const model::Decl& decl : readings.predicate().params)
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) slots_.push_back({&decl, decl.firstVariable + i});
  }

  bool add(Situation situation, std::vector<Situation>& all) {
    evaluator_.bind(situation.instance);
    return fill(situation, 0, all);
  }

 private:
  bool fill(Situation& situation, std::size_t slot, std::vector<Situation>& all) {
    if (slot == slots_.size()) {
      if (all.size() == mostSmallSituations) return false;
      all.push_back(situation);
      return true;
    }
    const auto& [decl, variable] = slots_[slot];
    if (decl->multiplicity != model::Multiplicity::one || decl->disjoint || readings_.model().expr(decl->bound).arity != 1)
      return false;
    std::vector<model::Atom> atoms;
    evaluator_.relation(decl->bound).forEach([&](std::span<const model::Atom> tuple) { atoms.push_back(tuple[0]); });
    for (const model::Atom atom : atoms) {
      model::TupleSet value = model::TupleSet::atom(situation.instance.universe->size(), atom);
      evaluator_.assign(variable, value);
      situation.arguments.emplace_back(variable, std::move(value));
      const bool fits = fill(situation, slot + 1, all);
      situation.arguments.pop_back();
      if (!fits) return false;
    }
    return true;
  }

  const Readings& readings_;
  support::Budget budget_;
  evaluator::Evaluator evaluator_;
  std::vector<std::pair<const model::Decl*, model::VarId>> slots_;
};

/// Returns all situations of the scope. Returns nothing if there are more than `mostSmallSituations`, or if the solver does not
/// find them all in time.
std::optional<std::vector<Situation>> allWithin(const Readings& readings, const model::Scope& scope, bool temporal,
                                                const solver::Options& options, const support::Budget& budget) {
  solver::Search search(readings.model(), {.scope = scope, .temporal = temporal}, options);
  AllArguments arguments(readings, options, budget);
  std::vector<Situation> all;
  while (true) {
    solver::Result result = answered(search.next(budget));
    if (result.verdict == solver::Verdict::unsatisfiable) return all;
    if (result.verdict != solver::Verdict::satisfiable) return std::nullopt;
    Situation situation{std::move(*result.instance), {}};
    situation.instance.skolems.clear();
    for (model::State& state : situation.instance.states) state.skolems.clear();
    if (!arguments.add(std::move(situation), all)) return std::nullopt;
  }
}

}  // namespace

SmallSituations smallSituations(const Readings& readings, const model::Scope& scope, bool temporal, solver::Options options) {
  SmallSituations best;
  options.enumerate = true;
  const support::Budget budget(options.limits);
  for (int atoms = 1; atoms <= std::max(1, mostAtoms(scope)); ++atoms) {
    std::optional<std::vector<Situation>> found;
    try {
      found = allWithin(readings, withAtMost(scope, atoms), temporal, options, budget);
    } catch (const solver::Unsupported&) {
      continue;  // the scope has too few atoms for the signatures
    } catch (const support::Exhausted&) {
      support::Budget(options.limits.untimed()).check();
    } catch (const evaluator::EvaluationError&) {
      break;
    }
    if (!found) break;
    best = {atoms, std::move(*found)};
  }
  return best;
}

}  // namespace aunit::strength::grading
