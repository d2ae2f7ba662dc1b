#include "solver/nearest/nearest.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "model/instances/removal.h"
#include "solver/grounding/scope.h"
#include "solver/session/unrolling.h"
#include "solver/unsupported.h"
#include "support/memory.h"

namespace aunit::solver {

using namespace model;

namespace {

using Origin = Conjunct::Origin;

// Work limit, in propagations, for shrinking the valuation after the number of broken constraints is minimal.
constexpr std::int64_t workForSize = 300'000;
// findIntruders() looks for tuples whose removal repairs a broken constraint, unless the valuation has more tuples than this.
constexpr std::size_t mostTried = 2000;
constexpr std::uint64_t mostSubsets = 1u << 10;  // limit for the number of values of a variable over sets
constexpr double secondsForConstraint = 1;
constexpr double secondsForLookAtNearest = 1;  // for examining the valuation after the budget has ended

/// How many constraints of each origin are broken, the worst origin first.
std::array<std::size_t, 4> weightOf(const std::vector<BrokenConjunct>& broken) {
  const auto count = [&](Origin origin) {
    return static_cast<std::size_t>(std::ranges::count(broken, origin, &Conjunct::origin));
  };
  return {count(Origin::witness), count(Origin::formula), count(Origin::declaration), count(Origin::fact)};
}

class NearestSearch {
 public:
  NearestSearch(const model::Model& model, const Grounding& grounding, const Options& options, const support::Budget& budget)
      : model_(model),
        grounding_(grounding),
        budget_(budget),
        evaluator_(model, {.semantics = options.semantics, .higherOrderLimit = mostSubsets, .budget = &ofConstraint_}) {}

  Nearest run() {
    const int shortest = grounding_.bounds->sizes().minSteps, longest = grounding_.bounds->sizes().maxSteps;
    // Any lasso can be written with more states. So no shorter trace breaks fewer constraints than the best trace with `longest`
    // states.
    Nearest best = among(longest);
    try {
      for (int states = shortest; best.instance && states < longest; ++states) {
        Nearest shorter = among(states);
        if (!shorter.instance || weightOf(shorter.broken) > weightOf(best.broken)) continue;
        shorter.proved = best.proved;
        best = std::move(shorter);
        break;
      }
    } catch (const support::Exhausted&) {
      // The best valuation so far is the answer.
    }
    try {
      if (best.instance) findIntruders(best);
    } catch (const support::Exhausted&) {
      best.intruders.clear();
    }
    return best;
  }

 private:
  Nearest among(int states) {
    budget_.check();
    Nearest result;
    Unrolling unrolling(grounding_, states, Threads::one, Questions::one, budget_);
    unrolling.ask({}, nullptr, budget_);
    const Answer answer = unrolling.nearest(workForSize, budget_, result.proved);
    if (answer == Answer::unknown) throw support::Exhausted(budget_.exhausted().value_or("the solver did not decide"));
    result.verdict = answer == Answer::satisfiable ? Verdict::satisfiable : Verdict::unsatisfiable;
    if (answer != Answer::satisfiable) return result;
    // If the budget has ended, examining the valuation gets a short additional time.
    looking_ = budget_.exhausted() ? support::Budget({.seconds = secondsForLookAtNearest}) : budget_;
    unrolling.setBudget(looking_);
    result.instance = unrolling.instance();
    result.witnesses = unrolling.witnesses(*result.instance);
    evaluator_.bind(*result.instance);
    for (const Conjunct& c : grounding_.conjuncts) {
      if (c.origin != Origin::structure || holds({c}, true)) continue;
      result.verdict = Verdict::error;
      result.message = "internal error: solver and evaluator disagree about a valuation nearest to an instance";
      result.instance.reset();
      return result;
    }
    for (const Translation::SoftConstraint& soft : unrolling.soft()) {
      const bool said = unrolling.isSaid(soft);
      BrokenConjunct constraint = evaluable(soft, *result.instance);
      if (!holds(constraint, said)) result.broken.push_back(std::move(constraint));
    }
    unrolling.nameAtoms(*result.instance);
    // The valuation may break the formula. Then the skolems are not witnesses of the formula.
    result.instance->skolems.clear();
    for (State& state : result.instance->states) state.skolems.clear();
    return result;
  }

  /// Returns the constraint with the values of its free variables. Sets BrokenConjunct::evaluable to false if a variable has no
  /// single relation as its value: it stands for an integer or a formula, its value changes over time and a temporal operator
  /// looks at several states, or the evaluation of its value fails.
  BrokenConjunct evaluable(const Translation::SoftConstraint& soft, const Instance& instance) {
    BrokenConjunct result{soft.conjunct};
    bool changes = false, looks = model_.expr(soft.conjunct.formula).temporal;
    for (const auto& [variable, value, skolem] : soft.around) {
      if (value == model::noId) {
        result.given.push_back({variable, instance.states[0].skolems[skolem]});
      } else {
        const model::Expr& e = model_.expr(value);
        changes = changes || e.variable;
        looks = looks || e.temporal;
        result.evaluable = result.evaluable && !(changes && looks) && e.sort == model::Sort::relation;
        if (result.evaluable) {
          ofConstraint_ = looking_.within({.seconds = secondsForConstraint});
          assign(result.given);
          try {
            result.given.push_back({variable, evaluator_.relation(value)});
          } catch (const support::Exhausted&) {
            result.evaluable = false;
          } catch (const evaluator::EvaluationError&) {
            result.evaluable = false;
          }
        }
      }
    }
    result.evaluable = result.evaluable && !(changes && looks);
    return result;
  }

  void assign(const std::vector<evaluator::Binding>& given) {
    for (const evaluator::Binding& binding : given) evaluator_.assign(binding.variable, binding.value);
  }

  /// Whether the constraint holds. If evaluation fails or takes too long, returns the solver's answer `said`.
  bool holds(const BrokenConjunct& c, bool said) {
    if (!c.evaluable) return said;
    ofConstraint_ = looking_.within({.seconds = secondsForConstraint});
    assign(c.given);
    try {
      return c.origin == Origin::witness ? haveValues(c, said) : evaluator_.holds(c.formula);
    } catch (const support::Exhausted&) {
    } catch (const evaluator::EvaluationError&) {
    }
    return said;
  }

  /// Whether the values of a quantifier's variables satisfy their declarations. If `c.given` has several values for a variable,
  /// the last one counts.
  bool haveValues(const BrokenConjunct& c, bool said) {
    using model::Multiplicity;
    const auto valueOf = [&](model::VarId variable) -> const TupleSet& {
      return std::find_if(c.given.rbegin(), c.given.rend(), [&](const evaluator::Binding& b) { return b.variable == variable; })
          ->value;
    };
    for (const model::Decl& d : model_.decls(c.formula)) {
      if (model_.expr(d.bound).arity != 1) return said;  // for bounds with arrows, the solver's answer counts
      for (model::VarId v = d.firstVariable; v < d.firstVariable + d.variableCount; ++v) {
        const TupleSet& value = valueOf(v);
        const std::uint64_t size = value.size();
        if (!value.subsetOf(evaluator_.relation(d.bound))) return false;
        if (size == 0 && (d.multiplicity == Multiplicity::one || d.multiplicity == Multiplicity::some)) return false;
        if (size > 1 && (d.multiplicity == Multiplicity::one || d.multiplicity == Multiplicity::lone)) return false;
        for (model::VarId other = d.firstVariable; d.disjoint && other < v; ++other)
          if (value.intersects(valueOf(other))) return false;
      }
    }
    return true;
  }

  void findIntruders(Nearest& nearest) {
    const Instance& instance = *nearest.instance;
    if (sizeOf(model_, instance).tuples > mostTried) return;
    looking_ = budget_.exhausted() ? support::Budget({.seconds = secondsForLookAtNearest}) : budget_;
    const auto tryEach = [&](model::RelationOf relation) {
      const std::size_t states = model::changesOverTime(model_, relation) ? instance.states.size() : 1;
      for (std::uint32_t s = 0; s < states; ++s) {
        const auto range = model::statesOf(model_, instance, relation, s);
        model::valueIn(instance.states[s], relation).forEach([&](std::span<const model::Atom> tuple) {
          Instance without = instance;
          for (std::size_t state = range.first; state < range.second; ++state)
            model::valueIn(without.states[state], relation).erase(tuple);
          looking_.check();
          evaluator_.bind(without);
          if (std::ranges::any_of(nearest.broken, [&](const BrokenConjunct& c) { return holds(c, false); }))
            nearest.intruders.push_back({relation.isField, relation.id, s, {tuple.begin(), tuple.end()}});
        });
      }
    };
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      if (countsAsRelation(model_, id)) tryEach({false, id});
    for (model::FieldId id = 0; id < model_.fields().size(); ++id)
      if (countsAsRelation(model_, model_.field(id))) tryEach({true, id});
  }

  const model::Model& model_;
  const Grounding& grounding_;
  const support::Budget& budget_;
  support::Budget looking_;  // for examining the valuation that was found
  support::Budget ofConstraint_;
  evaluator::Evaluator evaluator_;
};

}  // namespace

Nearest nearest(const model::Model& model, Problem problem, Options options, const support::Budget& budget) {
  const auto start = support::Budget::Clock::now();
  options.soft = true;
  options.core = options.enumerate = false;
  options.solver = "minisat";  // the search is easy, because nearly all constraints may be broken, and MiniSat starts fastest
  options.division = {};
  if (problem.scope.maxSteps == model::unboundedSteps) problem.scope.maxSteps = std::max(defaultSteps, problem.scope.minSteps);
  Nearest result;
  try {
    const Grounding grounding(model, std::move(problem), options, budget);
    result = NearestSearch(model, grounding, options, budget).run();
  } catch (const support::Exhausted& e) {
    result.message = e.what();
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
    result.message = "out of memory";
  } catch (const std::system_error&) {
    result.message = "no thread can be started";
  } catch (const Unsupported& e) {
    result.verdict = Verdict::error;
    result.message = e.what();
  }
  result.milliseconds = std::chrono::duration<double, std::milli>(support::Budget::Clock::now() - start).count();
  return result;
}

}  // namespace aunit::solver
