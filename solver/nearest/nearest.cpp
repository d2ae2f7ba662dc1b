#include "solver/nearest/nearest.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "solver/grounding/scope.h"
#include "solver/grounding/unsupported.h"
#include "solver/session/unrolling.h"

namespace aunit::solver {

using model::Instance;
using model::SigId;
using model::State;
using model::TupleSet;

namespace {

using Origin = Conjunct::Origin;

// Work for making the valuation small once as little as possible is broken.
constexpr std::int64_t workForSize = 300'000;
// As in what a session checks (session.cpp).
constexpr std::size_t mostTried = 2000;  // tuples, to see what breaks a constraint
constexpr std::uint64_t mostSubsets = 1u << 10;
constexpr double secondsForConstraint = 1;

/// How much is broken, the worst first.
std::array<std::size_t, 3> weightOf(const std::vector<Conjunct>& broken) {
  const auto count = [&](Origin origin) {
    return static_cast<std::size_t>(std::ranges::count(broken, origin, &Conjunct::origin));
  };
  return {count(Origin::formula), count(Origin::declaration), count(Origin::fact)};
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
    // A lasso can be written with more states: the longest traces break as little as any.
    Nearest best = among(longest);
    for (int states = shortest; best.instance && states < longest; ++states) {
      Nearest shorter = among(states);
      if (!shorter.instance || weightOf(shorter.broken) > weightOf(best.broken)) continue;
      shorter.proved = best.proved;
      best = std::move(shorter);
      break;
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
    const Answer answer = unrolling.solve(budget_);
    if (answer == Answer::unknown) throw support::Exhausted(budget_.exhausted().value_or("the solver gave up"));
    result.verdict = answer == Answer::satisfiable ? Verdict::satisfiable : Verdict::unsatisfiable;
    if (answer != Answer::satisfiable) return result;
    std::int64_t work = workForSize;
    result.proved = unrolling.prefer({Preference::Kind::nearest, model::noId}, work, budget_);
    result.instance = unrolling.instance();
    result.witnesses = unrolling.witnesses(*result.instance);
    // The witnesses of what does not hold are none.
    result.instance->skolems.clear();
    for (State& state : result.instance->states) state.skolems.clear();
    evaluator_.bind(*result.instance);
    const std::vector<bool> said = unrolling.softHolding();
    std::size_t next = 0;
    for (const Conjunct& c : grounding_.conjuncts) {
      const bool must = c.origin == Origin::structure || said[next++];
      if (holds(c, must)) continue;
      if (must) {
        result.verdict = Verdict::error;
        result.message = "internal error: solver and evaluator disagree about a valuation nearest to an instance";
        result.instance.reset();
        return result;
      }
      result.broken.push_back(c);
    }
    return result;
  }

  /// What has no value, or takes too long, is as the solver says.
  bool holds(const Conjunct& c, bool said) {
    ofConstraint_ = budget_.within({.seconds = secondsForConstraint});
    try {
      return evaluator_.holds(c.formula);
    } catch (const support::Exhausted&) {
      budget_.check();
    } catch (const evaluator::EvaluationError&) {
    }
    return said;
  }

  void findIntruders(Nearest& nearest) {
    const Instance& instance = *nearest.instance;
    if (sizeOf(model_, instance).tuples > mostTried) return;
    for (std::uint32_t s = 0; s < instance.states.size(); ++s) {
      const auto tryEach = [&](bool isField, std::uint32_t id, bool isVar, const TupleSet& relation) {
        if (!isVar && s != 0) return;
        relation.forEach([&](std::span<const model::Atom> tuple) {
          Instance without = instance;
          for (std::uint32_t state = isVar ? s : 0; state < (isVar ? s + 1 : instance.states.size()); ++state)
            (isField ? without.states[state].fields : without.states[state].sigs)[id].erase(tuple);
          budget_.check();
          evaluator_.bind(without);
          if (std::ranges::any_of(nearest.broken, [&](const Conjunct& c) { return holds(c, false); }))
            nearest.intruders.push_back({isField, id, s, {tuple.begin(), tuple.end()}});
        });
      };
      const State& state = instance.states[s];
      for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
        if (countsAsRelation(model_, id)) tryEach(false, id, model_.sig(id).isVar, state.sigs[id]);
      for (model::FieldId id = 0; id < model_.fields().size(); ++id)
        if (countsAsRelation(model_, model_.field(id))) tryEach(true, id, model_.field(id).isVar, state.fields[id]);
    }
  }

  const model::Model& model_;
  const Grounding& grounding_;
  const support::Budget& budget_;
  support::Budget ofConstraint_;
  evaluator::Evaluator evaluator_;
};

}  // namespace

Nearest nearest(const model::Model& model, Problem problem, Options options, const support::Budget& budget) {
  const auto start = support::Budget::Clock::now();
  options.soft = true;
  options.core = options.enumerate = false;
  options.solver = "minisat";  // nearly everything may be broken: the search itself is easy, and MiniSat begins soonest
  options.division = {};
  if (problem.scope.maxSteps == model::unboundedSteps) problem.scope.maxSteps = std::max(defaultSteps, problem.scope.minSteps);
  Nearest result;
  try {
    const Grounding grounding(model, std::move(problem), options, budget);
    result = NearestSearch(model, grounding, options, budget).run();
  } catch (const support::Exhausted& e) {
    result.message = e.what();
  } catch (const std::bad_alloc&) {
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
