#include "solver/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "evaluator/evaluator.h"
#include "solver/attempt.h"
#include "solver/disagreement.h"
#include "solver/look_ahead.h"

namespace aunit::solver {

namespace {

// Set-valued quantifiers are not tried out over more sub-relations than this when an instance is checked.
constexpr std::uint64_t verifiedSubsets = 1u << 10;
// Nor more values of quantified variables for one constraint: a check takes a second at most.
constexpr std::uint64_t verifiedBindings = 10'000'000;
// A search for traces that has taken so long looks ahead at the longest ones.
constexpr double lookAheadAfterMs = 30;

double millisecondsSince(Budget::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Budget::Clock::now() - start).count();
}

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

  Result next(const Budget& budget);
  void prepare();
  bool proceed(const Budget& budget, Result& result);
  bool found(const Budget& budget, Result& result);
  void lookAhead(const Budget& budget, Result& result);
  void deliver(Result& result);
  void blame(const Budget& budget, Result& result);
  std::unique_ptr<Attempt> attempt(int states, const Budget& budget, Result& result) const;
  std::optional<std::string> disagreement(const model::Instance& instance, const Witnesses& witnesses) const;
  Budget within(const Budget& budget) const { return ahead ? budget.stoppedBy(&ahead->refuted()) : budget; }

  const model::Model& model;
  Problem problem;
  Options options;
  std::unique_ptr<Analysis> analysis;
  std::unique_ptr<Bounds> bounds;
  std::vector<Conjunct> conjuncts;
  std::unique_ptr<Attempt> current;  // for traces of `length` states
  std::unique_ptr<LookAhead> ahead;
  std::set<std::string> seenTraces;
  Budget::Clock::time_point start = Budget::Clock::now();
  int length = 0;
  bool solved = false;  // `current` has an instance that was not handed out
  bool finished = false;
};

Search::Search(const model::Model& model, Problem problem, Options options)
    : state_(std::make_unique<State>(model, std::move(problem), std::move(options))) {}

Search::~Search() = default;

Result Search::next() {
  State& s = *state_;
  Result result;
  const Budget budget(s.options.timeout, s.options.memory, s.options.stop);
  try {
    return s.next(budget);
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

void Search::State::prepare() {
  analysis = std::make_unique<Analysis>(model);
  conjuncts = conjunctsOf(model, problem);
  std::set<model::StringId> literals;
  for (const Conjunct& c : conjuncts) {
    analysis->refuseIllFormed(c.formula);
    analysis->collectStrings(c.formula, literals);
  }
  bounds = std::make_unique<Bounds>(model, problem.scope, problem.temporal, problem.pins, literals,
                                    symmetryLength(problem, options) > 0 ? Symmetries::broken : Symmetries::kept);
  length = bounds->sizes().minSteps - 1;
}

Result Search::State::next(const Budget& budget) {
  Result result;
  start = Budget::Clock::now();
  if (!bounds) {
    prepare();
    result.statistics.translateMs = millisecondsSince(start);
  }
  result.verdict = Verdict::unsatisfiable;
  try {
    while (!finished) {
      if (!current && !proceed(within(budget), result)) break;
      if (found(within(budget), result)) {
        deliver(result);
        if (result.verdict == Verdict::unknown) continue;  // a trace that was there before
        return result;
      }
      if (options.core && length == bounds->sizes().maxSteps) blame(budget, result);
      current.reset();
      if (!ahead && seenTraces.empty()) lookAhead(budget, result);
    }
  } catch (const Exhausted&) {
    if (!ahead || !ahead->refuted()) throw;
    result.statistics.traceLength = bounds->sizes().maxSteps;
  }
  finished = true;
  result.verdict = Verdict::unsatisfiable;
  return result;
}

/// Translates for the next trace length; false when there is none.
bool Search::State::proceed(const Budget& budget, Result& result) {
  const int longest = bounds->sizes().maxSteps;
  if (length >= longest) return false;
  ++length;
  if (options.progress) options.progress(length);
  if (length < longest || !ahead) {
    current = attempt(length, budget, result);
    return true;
  }
  const auto from = Budget::Clock::now();
  const Answer answer = ahead->wait();
  result.statistics.solveMs += millisecondsSince(from);
  if (answer == Answer::unknown) throw Exhausted(budget.exhausted().value_or("the solver gave up"));
  current = ahead->take();
  ahead.reset();
  solved = answer == Answer::satisfiable;
  if (!solved) current.reset();
  return solved;
}

std::unique_ptr<Attempt> Search::State::attempt(int states, const Budget& budget, Result& result) const {
  // With two searches at work there is no core left for a second solver.
  const Threads threads = ahead || states != length ? Threads::one : options.threads;
  auto made = std::make_unique<Attempt>(model, *analysis, *bounds, problem, options, conjuncts, states, threads, budget);
  result.statistics.translateMs += made->translateMs();
  return made;
}

/// Is there (another) instance of the current length?
bool Search::State::found(const Budget& budget, Result& result) {
  if (!solved) {
    const double before = current->solveMs();
    const Answer answer = current->solve(budget);
    result.statistics.solveMs += current->solveMs() - before;
    if (answer == Answer::unknown) throw Exhausted(budget.exhausted().value_or("the solver gave up"));
    solved = answer == Answer::satisfiable;
  }
  result.statistics.primaryVariables = current->primaryVariables();
  result.statistics.variables = current->variables();
  result.statistics.clauses = current->clauses();
  result.statistics.traceLength = length;
  return std::exchange(solved, false);
}

void Search::State::lookAhead(const Budget& budget, Result& result) {
  const int longest = bounds->sizes().maxSteps;
  if (options.core || options.threads == Threads::one || length + 1 >= longest || millisecondsSince(start) < lookAheadAfterMs)
    return;
  ahead = std::make_unique<LookAhead>(attempt(longest, budget, result), budget);
}

/// Hands out the instance just found. The verdict stays `unknown` for a trace that an earlier lasso denoted already.
void Search::State::deliver(Result& result) {
  result.verdict = Verdict::unknown;
  ahead.reset();
  model::Instance instance = current->instance();
  if (options.enumerate) {
    current->block();
    if (problem.temporal && !seenTraces.insert(canonicalTrace(instance).first).second) return;
  }
  result.verdict = Verdict::satisfiable;
  result.witnesses = current->witnesses(instance);
  result.solutions = solutionsOfReference(model, *bounds, instance);
  if (options.verify) {
    if (auto wrong = disagreement(instance, result.witnesses)) {
      result.verdict = Verdict::error;
      result.message = fmt::format("{}; {}", *wrong, saveForReport(model, instance));
    }
  }
  result.instance = std::move(instance);
}

void Search::State::blame(const Budget& budget, Result& result) {
  for (const std::size_t i : current->core(budget)) {
    if (conjuncts[i].span.known()) result.core.push_back(conjuncts[i].span);
  }
}

/// Two engines, one semantics: does the evaluator find that the instance satisfies what was asked? Says what does not hold.
std::optional<std::string> Search::State::disagreement(const model::Instance& instance, const Witnesses& witnesses) const {
  evaluator::Options evaluation;
  evaluation.noOverflow = options.noOverflow;
  evaluation.higherOrderLimit = verifiedSubsets;
  evaluation.bindingLimit = verifiedBindings;
  evaluator::Evaluator evaluator(model, evaluation);
  evaluator.bind(instance);
  for (const auto& [variable, value] : witnesses) evaluator.prefer(variable, value);
  for (const Conjunct& c : conjuncts) {
    try {
      if (evaluator.holds(c.formula)) continue;
      return fmt::format("internal error: solver and evaluator disagree on the formula at bytes {} to {} of its file",
                         c.span.begin, c.span.end);
    } catch (const evaluator::EvaluationError&) {
      // Too much to try: not decided here.
    }
  }
  return std::nullopt;
}

}  // namespace aunit::solver
