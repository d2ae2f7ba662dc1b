#include "solver/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <system_error>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/threads.h"
#include "solver/attempt.h"
#include "solver/disagreement.h"
#include "solver/look_ahead.h"
#include "solver/modelcheck/prover.h"

namespace aunit::solver {

namespace {

// Set-valued quantifiers are not tried out over more sub-relations than this when an instance is checked.
constexpr std::uint64_t verifiedSubsets = 1u << 10;
// Nor more values of quantified variables for one constraint: a check takes a second at most.
constexpr std::uint64_t verifiedBindings = 10'000'000;
// A search for traces that has taken so long looks ahead at the longest ones, and whether there are any at all.
constexpr double lookAheadAfterMs = 30;
// The part of the CPU time that the latter takes where traces have a greatest length: mostly in vain.
constexpr double proversShare = 0.08;
// Seconds of the first attempt to prove where there are no threads; each is twice as long as the one before.
constexpr double firstTurn = 0.1;

double millisecondsSince(Budget::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Budget::Clock::now() - start).count();
}

}  // namespace

// The question at hand, and what is kept for the next one.
struct Session::State {
  State(const model::Model& m, Problem p, Options o, Questions q)
      : model(m), problem(std::move(p)), options(std::move(o)), questions(q) {}

  void turnTo(std::span<const model::ExprId> formulas, const Budget& budget);
  void turnTo(const Branch& from, const Budget& budget);
  Result next(const Budget& budget);
  bool proceed(const Budget& budget, Result& result);
  bool found(const Budget& budget, Result& result);
  void lookAhead(const Budget& budget, Result& result);
  void stopLookingAhead();
  void deliver(const Budget& budget, Result& result);
  void blame(const Budget& budget, Result& result);
  void refute(const Budget& budget, Result& result);
  std::unique_ptr<Attempt> attempt(int states, const Budget& budget, Result& result);
  void keep(std::unique_ptr<Attempt> attempt, int states);
  void drop();
  std::optional<std::string> disagreement(const model::Instance& instance, const Witnesses& witnesses,
                                          const Budget& budget) const;
  void prove(const Budget& budget);
  void proveMeanwhile(const Budget& budget, Result& result);
  bool proveInTurn(const Budget& budget, Result& result);
  bool proved() const { return proving && proving->decided(); }
  std::string soFar() const;
  Budget within(const Budget& budget) const {
    const Budget unlessProved = proving ? budget.stoppedBy(&proving->decided()) : budget;
    return ahead ? unlessProved.stoppedBy(&ahead->refuted()) : unlessProved;
  }
  int longest() const { return groundwork->bounds->sizes().maxSteps; }

  const model::Model& model;
  const Problem problem;
  const Options options;
  const Questions questions;
  std::unique_ptr<Groundwork> groundwork;
  std::map<int, std::unique_ptr<Attempt>> kept;  // by number of states; not the two below

  std::vector<Conjunct> goals;
  std::optional<Branch> branch;
  std::unique_ptr<Attempt> current;              // for traces of `length` states
  std::unique_ptr<Attempt> farthest;             // for the longest ones
  std::unique_ptr<LookAhead> ahead;              // looks at those
  std::unique_ptr<modelcheck::Proving> proving;  // that there are none, however long
  std::set<std::string> seenTraces;
  Budget::Clock::time_point start;
  int length = 0;
  bool solved = false;  // `current` has an instance that was not handed out
  bool finished = false;
  bool delivered = false;   // some instance was
  bool abandoned = false;   // the question's search ended early
  bool provable = false;    // that there are no traces may be tried to prove
  double turn = firstTurn;  // for so long, in proveInTurn
};

Session::Session(const model::Model& model, Problem problem, Options options, Questions questions)
    : state_(std::make_unique<State>(model, std::move(problem), std::move(options), questions)) {}

Session::~Session() = default;

Budget Session::budget() const {
  if (state_->options.memory != 0) awaitAbandoned(state_->options.stop);
  return {state_->options.timeout, state_->options.memory, state_->options.stop};
}

Result Session::ask(std::span<const model::ExprId> goals) {
  return ask(goals, budget());
}

Result Session::next() {
  return next(budget());
}

Result Session::ask(std::span<const model::ExprId> goals, const Budget& budget) {
  return guarded([&] {
    state_->turnTo(goals, budget);
    return state_->next(budget);
  });
}

Result Session::follow(const Branch& branch) {
  return follow(branch, budget());
}

Result Session::follow(const Branch& branch, const Budget& budget) {
  return guarded([&] {
    state_->turnTo(branch, budget);
    return state_->next(budget);
  });
}

Result Session::next(const Budget& budget) {
  return guarded([&] {
    if (!state_->groundwork) state_->turnTo(std::span<const model::ExprId>{}, budget);
    return state_->next(budget);
  });
}

/// What ends a search early becomes its result, with the time of the whole search. Translations that it left half made are thrown
/// away.
template <class Step>
Result Session::guarded(Step step) {
  const auto from = Budget::Clock::now();
  Result result;
  try {
    return step();
  } catch (const Exhausted& e) {
    result.verdict = Verdict::unknown;
    result.message = e.what() + state_->soFar();
  } catch (const std::bad_alloc&) {
    result.verdict = Verdict::unknown;
    result.message = "out of memory" + state_->soFar();
  } catch (const std::system_error&) {
    result.verdict = Verdict::unknown;
    result.message = "no thread can be started" + state_->soFar();
  } catch (const Unsupported& e) {
    result.verdict = Verdict::error;
    result.message = e.what();
    result.span = e.span();
  }
  result.statistics.solveMs = millisecondsSince(from);
  state_->drop();
  return result;
}

void Session::forget(model::ExprId first) {
  State& s = *state_;
  if (!s.groundwork) return;
  s.stopLookingAhead();
  s.proving.reset();
  if (s.current) s.keep(std::move(s.current), s.length);
  s.goals.clear();
  s.finished = true;
  s.groundwork->analysis.forget(first);
  for (const auto& [states, attempt] : s.kept) attempt->forget(first);
}

/// A new question: from the shortest traces on again.
void Session::State::turnTo(std::span<const model::ExprId> formulas, const Budget& budget) {
  start = Budget::Clock::now();
  stopLookingAhead();
  proving.reset();
  if (current) keep(std::move(current), length);
  if (!groundwork) groundwork = std::make_unique<Groundwork>(model, problem, options, budget);
  branch.reset();
  goals = conjunctsOf(model, formulas);
  for (const Conjunct& goal : goals) {
    if (groundwork->admit(goal.formula, budget)) kept.clear();
  }
  seenTraces.clear();
  length = groundwork->bounds->sizes().minSteps - 1;
  solved = finished = delivered = abandoned = false;
  turn = firstTurn;
  // A refutation, or what contradicts, is of the longest traces.
  provable = questions == Questions::one && longest() != model::unboundedSteps && !options.core && !options.refute;
}

void Session::State::turnTo(const Branch& from, const Budget& budget) {
  turnTo(std::span<const model::ExprId>{}, budget);
  branch = from;
  length = std::max(length, statesOf(from) - 1);
}

Result Session::State::next(const Budget& budget) {
  Result result;
  start = Budget::Clock::now();
  result.verdict = Verdict::unsatisfiable;
  try {
    if (abandoned) throw Exhausted("the search has ended early");
    if (longest() == model::unboundedSteps && branch)
      throw Unsupported("Branches are looked for among traces that have a greatest length.", problem.scope.span);
    if (longest() == model::unboundedSteps && length < groundwork->bounds->sizes().minSteps) prove(budget);
    while (!finished && !proved()) {
      budget.check();
      if (proveInTurn(budget, result) || (!current && !proceed(within(budget), result))) break;
      if (found(within(budget), result)) {
        deliver(budget, result);
        if (result.verdict == Verdict::unknown) continue;  // a trace that was there before
        return result;
      }
      if (options.core && length == longest()) blame(budget, result);
      keep(std::move(current), length);
      if (!delivered && millisecondsSince(start) >= lookAheadAfterMs) {
        proveMeanwhile(budget, result);
        if (!ahead) lookAhead(budget, result);
      }
    }
  } catch (const Exhausted&) {
    if (!proved() && (!ahead || !ahead->refuted())) throw;
    if (current) keep(std::move(current), length);
    if (ahead) result.statistics.traceLength = longest();
  }
  if (proved()) {
    result.proof = proving->proof();
    result.statistics.solveMs = millisecondsSince(start) - result.statistics.translateMs;
    proving.reset();
  }
  stopLookingAhead();
  finished = true;
  result.verdict = Verdict::unsatisfiable;
  if (options.refute && !result.proof && !delivered) refute(budget, result);
  return result;
}

/// Translates for the next trace length; false when there is none.
bool Session::State::proceed(const Budget& budget, Result& result) {
  if (length >= longest()) return false;
  ++length;
  if (proving) length = std::max(length, proving->prover().excludedStates() + 1);
  if (length > longest()) return false;
  if (options.progress) options.progress(length);
  if (length < longest() || !ahead) {
    current = attempt(length, budget, result);
    return true;
  }
  const auto from = Budget::Clock::now();
  while (!ahead->ready()) {
    if (const auto why = budget.exhaustedMeanwhile()) throw Exhausted(*why);
  }
  const Answer answer = ahead->wait();
  result.statistics.solveMs += millisecondsSince(from);
  if (answer == Answer::unknown) throw Exhausted(budget.exhausted().value_or("the solver gave up"));
  current = std::move(farthest);
  ahead.reset();
  solved = answer == Answer::satisfiable;
  if (!solved) keep(std::move(current), length);
  return solved;
}

/// Ready to be asked about traces of so many states.
std::unique_ptr<Attempt> Session::State::attempt(int states, const Budget& budget, Result& result) {
  const auto from = Budget::Clock::now();
  std::unique_ptr<Attempt> made;
  if (const auto known = kept.find(states); known != kept.end()) {
    made = std::move(known->second);
    kept.erase(known);
  } else {
    // With two searches at work there is no core left for a second solver.
    const Threads threads = ahead || states != length ? Threads::one : options.threads;
    made = std::make_unique<Attempt>(*groundwork, states, threads, questions, budget);
  }
  made->ask(goals, branch ? &*branch : nullptr, budget);
  result.statistics.translateMs += millisecondsSince(from);
  return made;
}

void Session::State::keep(std::unique_ptr<Attempt> attempt, int states) {
  if (attempt && (questions == Questions::many || (options.refute && states == longest()))) kept[states] = std::move(attempt);
}

/// After something was thrown nothing that was translated is certain to be whole.
void Session::State::drop() {
  ahead.reset();
  farthest.reset();
  proving.reset();
  current.reset();
  kept.clear();
  abandoned = true;
}

/// Sets out to show that there is no trace of any length, while shorter and longer ones are looked for here.
void Session::State::prove(const Budget& budget) {
  if (options.core) throw Unsupported("What contradicts is not found out for traces of any length.", problem.scope.span);
  if (!model::hasThreads) return;  // proveInTurn
  proving = std::make_unique<modelcheck::Proving>(*groundwork, goals, budget);
}

/// The same beside a search that has an end: a proof may come before it.
void Session::State::proveMeanwhile(const Budget& budget, Result& result) {
  if (!model::hasThreads || length >= longest() || !std::exchange(provable, false)) return;
  const auto from = Budget::Clock::now();
  try {
    proving = std::make_unique<modelcheck::Proving>(*groundwork, goals, budget, proversShare);
  } catch (const Unsupported&) {
    // Then without.
  } catch (const std::system_error&) {
    // There is no room for its thread.
  }
  result.statistics.translateMs += millisecondsSince(from);
}

/// The same where there are no threads, and traces have no greatest length: half of the time goes into attempts to prove. True
/// when one succeeds.
bool Session::State::proveInTurn(const Budget& budget, Result& result) {
  if (model::hasThreads || longest() != model::unboundedSteps || delivered ||
      millisecondsSince(start) < 2000 * (turn - firstTurn))
    return false;
  const auto from = Budget::Clock::now();
  try {
    result.proof = modelcheck::Prover(*groundwork, goals, budget.within(std::exchange(turn, 2 * turn))).run();
    if (!result.proof) turn = std::numeric_limits<double>::infinity();  // there is a trace
  } catch (const Exhausted&) {
    budget.check();  // or this attempt's time is over
  }
  result.statistics.solveMs += millisecondsSince(from);
  return result.proof.has_value();
}

/// How far a search that ended early has come.
std::string Session::State::soFar() const {
  if (!groundwork || !problem.temporal || !seenTraces.empty() || delivered) return "";
  const int shortest = groundwork->bounds->sizes().minSteps;
  const auto counted = [](int n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  std::string text = length > shortest ? "; no trace of up to " + counted(length - 1, "state") : "";
  if (proving && proving->prover().frames() > 0) text += "; " + counted(proving->prover().frames(), "frame");
  return text;
}

/// Is there (another) instance of the current length?
bool Session::State::found(const Budget& budget, Result& result) {
  if (!solved) {
    const auto from = Budget::Clock::now();
    const Answer answer = current->solve(budget);
    result.statistics.solveMs += millisecondsSince(from);
    if (answer == Answer::unknown) throw Exhausted(budget.exhausted().value_or("the solver gave up"));
    solved = answer == Answer::satisfiable;
  }
  result.statistics.primaryVariables = current->primaryVariables();
  result.statistics.variables = current->variables();
  result.statistics.clauses = current->clauses();
  result.statistics.traceLength = length;
  return std::exchange(solved, false);
}

void Session::State::lookAhead(const Budget& budget, Result& result) {
  if (!model::hasThreads || longest() == model::unboundedSteps || options.core || options.threads == Threads::one ||
      length + 1 >= longest())
    return;
  farthest = attempt(longest(), budget, result);
  try {
    ahead = std::make_unique<LookAhead>(budget, [this](const Budget& within) { return farthest->solve(within); });
  } catch (const std::system_error&) {
    farthest.reset();  // there is no room for its thread
  }
}

void Session::State::stopLookingAhead() {
  if (!ahead) return;
  if (ahead->cancel()) keep(std::move(farthest), longest());
  ahead.reset();
  farthest.reset();
}

/// Hands out the instance just found. The verdict stays `unknown` for a trace that an earlier lasso denoted already.
void Session::State::deliver(const Budget& budget, Result& result) {
  result.verdict = Verdict::unknown;
  stopLookingAhead();
  proving.reset();
  current->setBudget(budget);
  model::Instance instance = current->instance();
  if (branch) keepNames(*branch, model, instance);
  if (options.enumerate) {
    current->block();
    if (problem.temporal && !seenTraces.insert(canonicalTrace(instance).first).second) return;
  }
  result.verdict = Verdict::satisfiable;
  result.witnesses = current->witnesses(instance);
  result.solutions = solutionsOfReference(model, *groundwork->bounds, instance);
  if (options.verify) {
    if (auto wrong = disagreement(instance, result.witnesses, budget)) {
      result.verdict = Verdict::error;
      result.message = fmt::format("{}; {}", *wrong, saveForReport(model, instance));
    }
  }
  result.instance = std::move(instance);
  delivered = true;
}

void Session::State::blame(const Budget& budget, Result& result) {
  for (const model::Span span : current->core(budget))
    if (span.known()) result.core.push_back(span);
}

/// That there is none is looked at again.
void Session::State::refute(const Budget& budget, Result& result) {
  try {
    const std::unique_ptr<Attempt> last = attempt(longest(), budget, result);
    result.refutation = last->refute(options.certificate ? Keep::texts : Keep::nothing, budget);
  } catch (const Exhausted& e) {
    result.message = fmt::format("not checked: {}", e.what());
  } catch (const NotRefuted& e) {
    result.verdict = Verdict::error;
    result.message = fmt::format("internal error: {}", e.what());
  }
}

/// Two engines, one semantics: does the evaluator find that the instance satisfies what was asked? Says what does not hold. What
/// is too much to try is not decided here.
std::optional<std::string> Session::State::disagreement(const model::Instance& instance, const Witnesses& witnesses,
                                                        const Budget& budget) const {
  using evaluator::Part;
  evaluator::Options evaluation;
  evaluation.noOverflow = options.noOverflow;
  evaluation.higherOrderLimit = verifiedSubsets;
  evaluation.bindingLimit = verifiedBindings;
  evaluation.stop = options.stop;
  if (const auto& deadline = budget.deadline()) evaluation.deadline = &*deadline;
  evaluator::Evaluator evaluator(model, evaluation);
  for (const auto& [variable, value] : witnesses) evaluator.prefer(variable, value);
  evaluator::Question question{{{.part = Part::states}}};
  append(question.constraints, groundwork->bounds->sizes());
  for (const auto* conjuncts : {&std::as_const(groundwork->conjuncts), &goals}) {
    for (const Conjunct& c : *conjuncts) question.constraints.push_back({.part = Part::formula, .formula = c.formula});
  }
  std::optional<evaluator::Broken> broken;
  try {
    broken = evaluator::judge(evaluator, instance, question).broken;
  } catch (const evaluator::Interrupted&) {
    throw Exhausted(budget.exhausted().value_or("interrupted"));
  }
  if (!broken) return std::nullopt;
  return fmt::format("internal error: solver and evaluator disagree: {} (bytes {} to {} of its file)", broken->message,
                     broken->span.begin, broken->span.end);
}

}  // namespace aunit::solver
