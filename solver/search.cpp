#include "solver/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>

#include "evaluator/evaluator.h"
#include "solver/attempt.h"

namespace aunit::solver {

namespace {

// Set-valued quantifiers are not tried out over more sub-relations than this when an instance is checked.
constexpr std::uint64_t verifiedSubsets = 1u << 10;

}  // namespace

Problem problemOf(const model::Model& model, model::CommandId id) {
  const model::Command& command = model.commands()[id];
  Problem problem;
  problem.formula = command.formula;
  problem.scope = command.scope;
  problem.temporal = command.temporal;
  problem.expect = command.expect;
  problem.label = command.label;
  return problem;
}

struct Search::State {
  State(const model::Model& m, Problem p, Options o) : model(m), problem(std::move(p)), options(std::move(o)) {}

  void prepare();
  Result next(const Budget& budget);
  std::unique_ptr<Attempt> attempt(int states, const Budget& budget) {
    return std::make_unique<Attempt>(model, *analysis, *bounds, problem, options, conjuncts, states, budget);
  }
  Answer solve(Attempt& a, const Budget& budget, Result& result);
  void take(const Attempt& a, Result& result) const;
  std::optional<std::string> disagreement(const model::Instance& instance) const;

  const model::Model& model;
  Problem problem;
  Options options;
  std::unique_ptr<Analysis> analysis;
  std::unique_ptr<Bounds> bounds;
  std::vector<Conjunct> conjuncts;
  std::unique_ptr<Attempt> current;
  std::set<std::string> seenTraces;
  int length = 0;      // trace length that `current` is for, or the last one tried
  bool exhausted = false;
};

Search::Search(const model::Model& model, Problem problem, Options options)
    : state_(std::make_unique<State>(model, std::move(problem), std::move(options))) {}

Search::~Search() = default;

void Search::State::prepare() {
  analysis = std::make_unique<Analysis>(model);
  conjuncts = conjunctsOf(model, problem);
  std::set<model::StringId> literals;
  for (const Conjunct& c : conjuncts) analysis->collectStrings(c.formula, literals);
  bounds = std::make_unique<Bounds>(model, problem.scope, problem.temporal, problem.pins, literals);
  length = bounds->sizes().minSteps - 1;
}

Result Search::next() {
  State& s = *state_;
  Result result;
  const Budget budget(s.options.timeout, s.options.memory, s.options.stop);
  try {
    const auto start = Budget::Clock::now();
    if (!s.bounds) s.prepare();
    const double preparation = std::chrono::duration<double, std::milli>(Budget::Clock::now() - start).count();
    result = s.next(budget);
    result.statistics.translateMs += preparation;
    return result;
  } catch (const Exhausted& e) {
    result.verdict = Verdict::unknown;
    result.message = e.what();
  } catch (const std::bad_alloc&) {
    result.verdict = Verdict::unknown;
    result.message = "out of memory";
  } catch (const Unsupported& e) {
    result.verdict = Verdict::error;
    result.message = e.what();
    result.span = e.span();
  }
  return result;
}

void Search::State::take(const Attempt& a, Result& result) const {
  result.statistics.primaryVariables = a.primaryVariables();
  result.statistics.variables = a.variables();
  result.statistics.clauses = a.clauses();
  result.statistics.traceLength = a.states();
}

Answer Search::State::solve(Attempt& a, const Budget& budget, Result& result) {
  const double before = a.solveMs();
  const Answer answer = a.solve(budget);
  take(a, result);
  result.statistics.solveMs += a.solveMs() - before;
  if (answer == Answer::unknown) throw Exhausted(budget.exhausted().value_or("the solver gave up"));
  return answer;
}

Result Search::State::next(const Budget& budget) {
  Result result;
  const int longest = bounds->sizes().maxSteps;
  if (exhausted) {
    result.verdict = Verdict::unsatisfiable;
    return result;
  }
  bool longestSatisfiable = false;
  for (;;) {
    if (current) {
      while (solve(*current, budget, result) == Answer::satisfiable) {
        model::Instance instance = current->instance();
        if (options.enumerate) current->block();
        if (problem.temporal && options.enumerate && !seenTraces.insert(canonicalTrace(instance).first).second) continue;
        if (options.verify) {
          if (auto wrong = disagreement(instance)) {
            result.verdict = Verdict::error;
            result.message = *wrong;
            result.instance = std::move(instance);
            return result;
          }
        }
        result.verdict = Verdict::satisfiable;
        result.solutions = solutionsOfReference(model, *bounds, instance);
        result.instance = std::move(instance);
        return result;
      }
      if (options.core && current->states() == longest) {
        for (const std::size_t i : current->core(budget)) {
          if (conjuncts[i].span.known()) result.core.push_back(conjuncts[i].span);
        }
      }
      current.reset();
    }
    // A trace of so many states is also one of one state more (its loop unrolled once): what no longest trace satisfies, none does.
    if (length + 1 < longest && length >= bounds->sizes().minSteps && !longestSatisfiable && seenTraces.empty()) {
      std::unique_ptr<Attempt> last = attempt(longest, budget);
      result.statistics.translateMs += last->translateMs();
      if (solve(*last, budget, result) == Answer::unsatisfiable) {
        current = std::move(last);
        length = longest;
        if (!options.core) break;
        continue;
      }
      longestSatisfiable = true;
    }
    if (length >= longest) break;
    current = attempt(++length, budget);
    result.statistics.translateMs += current->translateMs();
  }
  exhausted = true;
  result.verdict = Verdict::unsatisfiable;
  return result;
}

/// Two engines, one semantics: does the evaluator find that the instance satisfies what was asked? Says what does not hold.
std::optional<std::string> Search::State::disagreement(const model::Instance& instance) const {
  evaluator::Options evaluation;
  evaluation.noOverflow = options.noOverflow;
  evaluation.higherOrderLimit = verifiedSubsets;
  evaluator::Evaluator evaluator(model, evaluation);
  evaluator.bind(instance);
  for (const Conjunct& c : conjuncts) {
    try {
      if (evaluator.holds(c.formula)) continue;
      return fmt::format("internal error: solver and evaluator disagree on a formula at bytes {} to {} of its file", c.span.begin, c.span.end);
    } catch (const evaluator::EvaluationError&) {
      // Too many sub-relations to try: not decided here.
    }
  }
  return std::nullopt;
}

}  // namespace aunit::solver
