// This file is long, because a question is answered by searches that take turns on the same translation and end each other: for
// longer traces, for the longest traces, and for a proof. Each answer is then verified, minimised or explained from the same
// state.
#include "solver/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <new>
#include <set>
#include <system_error>

#include "solver/modelcheck/prover.h"
#include "solver/session/bounds_refutation.h"
#include "solver/session/disagreement.h"
#include "solver/session/longest_trace_search.h"
#include "solver/session/unrolling.h"
#include "solver/unsupported.h"
#include "support/budget.h"
#include "support/memory.h"
#include "support/plural.h"
#include "support/threads.h"

namespace aunit::solver {

namespace {

// If no trace was found after this time, two more searches start, if threads and options allow them. One looks for a trace
// of the greatest length. The other looks for a proof that there are no traces.
constexpr double longestAfterMs = 30;
// Share of the CPU time for the proof that there are no traces, if traces have a greatest length. It is small, because the proof
// rarely ends before the search.
constexpr double proversShare = 0.08;
// Work limits for a preference: for the first instance, and for all other instances together. On an idle machine they take a
// twentieth of a second and half a second. The limit in seconds is for slow machines.
constexpr std::int64_t workForFirst = 300'000, workForOthers = 10 * workForFirst;
constexpr double secondsForPreference = 10;
// Time limit for the search for a minimal core.
constexpr double secondsForCore = 10;
// Time to verify an instance after the budget has ended or the user has interrupted.
constexpr double secondsForLook = 1;
// For builds without threads: seconds of the first attempt to prove. Each attempt is twice as long as the one before.
constexpr double turnOfFirstAttempt = 0.1;

double millisecondsSince(support::Budget::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(support::Budget::Clock::now() - start).count();
}

}  // namespace

// The current question, and the translations that further questions reuse.
struct Session::State {
  State(const model::Model& m, Problem p, Options o, Questions q)
      : model(m), problem(std::move(p)), options(std::move(o)), questions(q) {}

  void turnTo(std::span<const model::ExprId> formulas, const support::Budget& budget);
  void turnTo(const Branch& from, const support::Budget& budget);
  Result next(const support::Budget& budget);
  bool proceed(const support::Budget& budget, Result& result);
  bool found(const support::Budget& budget, Result& result);
  void lookAtLongest(const support::Budget& budget, Result& result);
  void stopLookingAhead();
  void deliver(const support::Budget& budget, Result& result);
  void verify(const model::Instance& instance, Result& result, const support::Budget& budget, bool late) const;
  bool prefer(const support::Budget& budget, Result& result);
  void giveUp(std::vector<std::size_t> facts, Problem& smaller, Options how, const support::Budget& budget) const;
  void blame(const support::Budget& budget, Result& result);
  void refute(const support::Budget& budget, Result& result);
  std::unique_ptr<Unrolling> unrolling(int states, const support::Budget& budget, Result& result);
  void keep(std::unique_ptr<Unrolling> unrolling, int states);
  void drop();
  void prove(const support::Budget& budget);
  void proveMeanwhile(const support::Budget& budget, Result& result);
  bool proveInTurn(const support::Budget& budget, Result& result);
  bool proved() const { return proving && proving->decided(); }
  std::string soFar() const;
  support::Budget within(const support::Budget& budget) const {
    return budget.within({.stop = proving ? &proving->decided() : nullptr}).within({.stop = ahead ? &ahead->refuted() : nullptr});
  }
  int longest() const { return grounding->bounds->sizes().maxSteps; }

  const model::Model& model;
  const Problem problem;
  const Options options;
  const Questions questions;
  std::unique_ptr<Grounding> grounding;
  std::map<int, std::unique_ptr<Unrolling>> kept;  // by number of states: unrollings that are not in use now

  std::vector<Conjunct> goals;
  std::optional<Branch> branch;
  std::unique_ptr<Unrolling> current;                     // for traces of `length` states
  std::unique_ptr<Unrolling> farthest;                    // for traces of the greatest length
  std::unique_ptr<LongestTraceSearch> ahead;              // the background search with `farthest`
  std::unique_ptr<modelcheck::BackgroundProver> proving;  // the background search for a proof that no trace of any length exists
  std::set<std::string> seenTraces;
  support::Budget::Clock::time_point start;
  int length = 0;
  bool solved = false;  // `current` has an instance that has not been returned yet
  bool finished = false;
  bool delivered = false;            // an instance was returned
  bool abandoned = false;            // the search for this question ended early
  bool provable = false;             // a proof that there are no traces may be attempted
  double turn = turnOfFirstAttempt;  // seconds of the next attempt in proveInTurn
  std::int64_t workLeft = workForOthers;
};

Session::Session(const model::Model& model, Problem problem, Options options, Questions questions)
    : state_(std::make_unique<State>(model, std::move(problem), std::move(options), questions)) {}

Session::~Session() = default;

support::Budget Session::budget() const {
  const support::Limits& limits = state_->options.limits;
  if (limits.bytes != 0) awaitAbandoned(limits);
  return support::Budget(limits);
}

Result Session::ask(std::span<const model::ExprId> goals) {
  return ask(goals, budget());
}

Result Session::next() {
  return next(budget());
}

Result Session::ask(std::span<const model::ExprId> goals, const support::Budget& budget) {
  return guarded([&] {
    state_->turnTo(goals, budget);
    return state_->next(budget);
  });
}

void Session::verify(Result& result, const support::Budget& budget) {
  result = guarded([&] {
    state_->verify(*result.instance, result, budget, false);
    return std::move(result);
  });
}

Result Session::follow(const Branch& branch) {
  return follow(branch, budget());
}

Result Session::follow(const Branch& branch, const support::Budget& budget) {
  return guarded([&] {
    state_->turnTo(branch, budget);
    return state_->next(budget);
  });
}

Result Session::next(const support::Budget& budget) {
  return guarded([&] {
    if (!state_->grounding) state_->turnTo(std::span<const model::ExprId>{}, budget);
    return state_->next(budget);
  });
}

/// Runs a step of a search. If an exception ends it, returns a result with the reason and the time, and drops unfinished
/// translations.
template <class Step>
Result Session::guarded(Step step) {
  const auto from = support::Budget::Clock::now();
  Result result;
  try {
    return step();
  } catch (const support::Exhausted& e) {
    result.verdict = Verdict::unknown;
    result.message = e.what() + state_->soFar();
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
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
  if (!s.grounding) return;
  s.stopLookingAhead();
  s.proving.reset();
  if (s.current) s.keep(std::move(s.current), s.length);
  s.goals.clear();
  s.abandoned = true;
  s.grounding->analysis.forget(first);
  for (const auto& [states, unrolling] : s.kept) unrolling->forget(first);
}

/// Starts a new question, beginning with the shortest traces.
void Session::State::turnTo(std::span<const model::ExprId> formulas, const support::Budget& budget) {
  start = support::Budget::Clock::now();
  stopLookingAhead();
  proving.reset();
  if (current) keep(std::move(current), length);
  if (!grounding) grounding = std::make_unique<Grounding>(model, problem, options, budget);
  branch.reset();
  goals = solver::conjunctsOf(model, formulas);
  for (const Conjunct& goal : goals) {
    if (grounding->admit(goal.formula, budget)) kept.clear();
  }
  seenTraces.clear();
  length = grounding->bounds->sizes().minSteps - 1;
  solved = finished = delivered = abandoned = false;
  turn = turnOfFirstAttempt;
  // A refutation or a core is made from the unrolling with the greatest length, so a proof about all lengths is not enough.
  provable = questions == Questions::one && longest() != model::unboundedSteps && !options.core && !options.refute;
}

void Session::State::turnTo(const Branch& from, const support::Budget& budget) {
  turnTo(std::span<const model::ExprId>{}, budget);
  branch = from;
  length = std::max(length, statesOf(from) - 1);
}

Result Session::State::next(const support::Budget& budget) {
  Result result;
  start = support::Budget::Clock::now();
  result.verdict = Verdict::unsatisfiable;
  try {
    if (abandoned) throw support::Exhausted("the search has ended early");
    if (longest() == model::unboundedSteps && branch)
      throw Unsupported("Branches need a limit on the length of traces. State this limit in the scope, for example `10 steps`.",
                        problem.scope.span);
    if (longest() == model::unboundedSteps && length < grounding->bounds->sizes().minSteps) prove(budget);
    while (!finished && !proved()) {
      budget.check();
      if (proveInTurn(budget, result) || (!current && !proceed(within(budget), result))) break;
      if (found(within(budget), result)) {
        deliver(budget, result);
        if (result.verdict == Verdict::unknown) continue;  // a trace that was already returned
        return result;
      }
      const bool isBlamed = options.core && length == longest();
      if (isBlamed) blame(budget, result);
      keep(std::move(current), length);
      if (isBlamed) break;
      if (!delivered && millisecondsSince(start) >= longestAfterMs) {
        proveMeanwhile(budget, result);
        if (!ahead) lookAtLongest(budget, result);
      }
    }
  } catch (const support::Exhausted&) {
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

/// Translates the problem for the next trace length. Returns false if there is no next length, or if the background
/// search has shown that no trace of the greatest length is an instance.
bool Session::State::proceed(const support::Budget& budget, Result& result) {
  if (length >= longest()) return false;
  ++length;
  if (proving) length = std::max(length, proving->prover().excludedStates() + 1);
  if (length > longest()) return false;
  if (options.progress) options.progress(length);
  if (length < longest() || !ahead) {
    current = unrolling(length, budget, result);
    return true;
  }
  const auto from = support::Budget::Clock::now();
  while (!ahead->ready()) {
    if (const auto why = budget.exhaustedMeanwhile()) throw support::Exhausted(*why);
  }
  const Answer answer = ahead->wait();
  result.statistics.solveMs += millisecondsSince(from);
  if (answer == Answer::unknown) throw support::Exhausted(budget.exhausted().value_or("the solver did not decide"));
  current = std::move(farthest);
  ahead.reset();
  solved = answer == Answer::satisfiable;
  if (!solved) keep(std::move(current), length);
  return solved;
}

/// An unrolling for traces of `states` states that is ready for the question.
std::unique_ptr<Unrolling> Session::State::unrolling(int states, const support::Budget& budget, Result& result) {
  const auto from = support::Budget::Clock::now();
  std::unique_ptr<Unrolling> made;
  if (const auto known = kept.find(states); known != kept.end()) {
    made = std::move(known->second);
    kept.erase(known);
  } else {
    // If two searches run at once, no processor core is left for a second solver in one of them.
    const Threads threads = ahead || states != length ? Threads::one : options.threads;
    made = std::make_unique<Unrolling>(*grounding, states, threads, questions, budget);
  }
  made->ask(goals, branch ? &*branch : nullptr, budget);
  result.statistics.translateMs += millisecondsSince(from);
  return made;
}

void Session::State::keep(std::unique_ptr<Unrolling> unrolling, int states) {
  if (unrolling && (questions == Questions::many || (options.refute && states == longest()))) kept[states] = std::move(unrolling);
}

/// Drops all translations, because after an exception any of them may be incomplete.
void Session::State::drop() {
  ahead.reset();
  farthest.reset();
  proving.reset();
  current.reset();
  kept.clear();
  abandoned = true;
}

/// Starts a proof that there is no trace of any length, while this thread searches for traces.
void Session::State::prove(const support::Budget& budget) {
  if (options.core)
    throw Unsupported("Unsat cores need a limit on the length of traces. State this limit in the scope, for example `10 steps`.",
                      problem.scope.span);
  if (!support::hasThreads) return;  // proveInTurn() is used instead
  proving = std::make_unique<modelcheck::BackgroundProver>(*grounding, goals, budget);
}

/// Like prove(), for traces with a greatest length. The proof may succeed before the search ends.
void Session::State::proveMeanwhile(const support::Budget& budget, Result& result) {
  if (!support::hasThreads || length >= longest() || !std::exchange(provable, false)) return;
  const auto from = support::Budget::Clock::now();
  try {
    proving = std::make_unique<modelcheck::BackgroundProver>(*grounding, goals, budget, proversShare);
  } catch (const Unsupported&) {
    // The search continues without a proof.
  } catch (const std::system_error&) {
    // No thread can be started.
  }
  result.statistics.translateMs += millisecondsSince(from);
}

/// Replaces prove() in builds without threads, for traces without a greatest length. Spends half of the time on attempts to
/// prove. Returns true if one succeeds.
bool Session::State::proveInTurn(const support::Budget& budget, Result& result) {
  if (support::hasThreads || longest() != model::unboundedSteps || delivered ||
      millisecondsSince(start) < 2000 * (turn - turnOfFirstAttempt))
    return false;
  const auto from = support::Budget::Clock::now();
  try {
    result.proof = modelcheck::Prover(*grounding, goals, budget.within({.seconds = std::exchange(turn, 2 * turn)})).run();
    if (!result.proof) turn = std::numeric_limits<double>::infinity();  // a trace exists, so there is no further attempt
  } catch (const support::Exhausted&) {
    budget.check();  // throws if `budget` itself has ended; otherwise only this attempt took too long
  }
  result.statistics.solveMs += millisecondsSince(from);
  return result.proof.has_value();
}

/// The progress of a search that ended early, in words.
std::string Session::State::soFar() const {
  if (!grounding || !problem.temporal || !seenTraces.empty() || delivered) return "";
  const int shortest = grounding->bounds->sizes().minSteps;
  std::string text =
      length > shortest ? "; no trace of up to " + support::plural(static_cast<std::size_t>(length - 1), "state") : "";
  if (proving && proving->prover().frames() > 0)
    text += "; " + support::plural(static_cast<std::size_t>(proving->prover().frames()), "frame");
  return text;
}

/// Whether there is an instance, or a further one, of the current length.
bool Session::State::found(const support::Budget& budget, Result& result) {
  if (!solved) {
    const auto from = support::Budget::Clock::now();
    const Answer answer = current->solve(budget);
    result.statistics.solveMs += millisecondsSince(from);
    if (answer == Answer::unknown) throw support::Exhausted(budget.exhausted().value_or("the solver did not decide"));
    solved = answer == Answer::satisfiable;
  }
  result.statistics.primaryVariables = current->primaryVariables();
  result.statistics.variables = current->variables();
  result.statistics.clauses = current->clauses();
  result.statistics.traceLength = length;
  return std::exchange(solved, false);
}

void Session::State::lookAtLongest(const support::Budget& budget, Result& result) {
  if (!support::hasThreads || longest() == model::unboundedSteps || options.core || options.threads == Threads::one ||
      length + 1 >= longest())
    return;
  farthest = unrolling(longest(), budget, result);
  try {
    ahead =
        std::make_unique<LongestTraceSearch>(budget, [this](const support::Budget& within) { return farthest->solve(within); });
  } catch (const std::system_error&) {
    farthest.reset();  // no thread can be started
  }
}

void Session::State::stopLookingAhead() {
  if (!ahead) return;
  if (ahead->cancel()) keep(std::move(farthest), longest());
  ahead.reset();
  farthest.reset();
}

/// Sets the result to the instance just found. The verdict stays `unknown` if an earlier lasso denoted the same trace.
void Session::State::deliver(const support::Budget& budget, Result& result) {
  result.verdict = Verdict::unknown;
  stopLookingAhead();
  proving.reset();
  current->setBudget(budget);
  bool best = false;
  if (options.preference.kind != Preference::Kind::any) best = prefer(budget, result);
  // If the budget has ended, the best instance so far is the answer.
  const bool late = budget.exhausted().has_value();
  const support::Budget moment = late ? support::Budget({.seconds = secondsForLook, .bytes = options.limits.bytes}) : budget;
  current->setBudget(moment);
  model::Instance instance = current->instance();
  if (branch) keepNames(*branch, model, instance);
  if (options.enumerate) {
    current->block();
    if (problem.temporal && !seenTraces.insert(canonicalTrace(instance).first).second) return;
  }
  result.verdict = Verdict::satisfiable;
  result.witnesses = current->witnesses(instance);
  result.solutions = solutionsOfReference(model, *grounding->bounds, instance);
  if (options.verify) verify(instance, result, moment, late);
  if (options.preference.kind != Preference::Kind::any) result.reached = {sizeOf(model, instance), best};
  current->nameAtoms(instance);
  result.instance = std::move(instance);
  delivered = true;
}

void Session::State::verify(const model::Instance& instance, Result& result, const support::Budget& budget, bool late) const {
  const auto wrong = InstanceCheck(model, *grounding, goals, options.semantics).disagreement(instance, result, budget, late);
  if (!wrong) return;
  result.verdict = Verdict::error;
  result.message = fmt::format("{}; {}", *wrong, saveForReport(model, instance));
}

/// Replaces the instance by a better one with the same number of states. Returns true if the instance is proved best.
bool Session::State::prefer(const support::Budget& budget, Result& result) {
  const auto from = support::Budget::Clock::now();
  const bool toTheEnd =
      options.preference.kind == Preference::Kind::minimal || options.preference.kind == Preference::Kind::maximal;
  const support::Budget within = toTheEnd ? budget : budget.within({.seconds = secondsForPreference});
  const std::int64_t most = delivered ? std::min(workForFirst, workLeft) : workForFirst;
  std::int64_t left = most;
  const bool best = current->prefer(options.preference, left, within);
  if (delivered) workLeft -= most - left;
  result.statistics.solveMs += millisecondsSince(from);
  return best;
}

/// Adds facts to `smaller.without` as long as `smaller` still has no instance: tries halves of `facts`, then quarters, and
/// finally single facts (delta debugging: Zeller & Hildebrandt, TSE 2002), until the budget ends.
void Session::State::giveUp(std::vector<std::size_t> facts, Problem& smaller, Options how, const support::Budget& budget) const {
  how.core = false;
  for (std::size_t size = (facts.size() + 1) / 2; size > 0; size = size == 1 ? 0 : (size + 1) / 2) {
    for (std::size_t from = 0; from < facts.size() && !budget.exhausted();) {
      const auto first = facts.begin() + static_cast<std::ptrdiff_t>(from);
      const auto last = first + static_cast<std::ptrdiff_t>(std::min(size, facts.size() - from));
      const std::size_t before = smaller.without.size();
      for (auto fact = first; fact != last; ++fact) smaller.without.push_back(grounding->conjuncts[*fact].formula);
      if (Session(model, smaller, how, Questions::one).next(budget).verdict == Verdict::unsatisfiable) {
        facts.erase(first, last);
      } else {
        smaller.without.resize(before);
        from += size;
      }
    }
  }
}

/// Finds a core of a problem that has no instance. If time ends, the core is larger than needed.
void Session::State::blame(const support::Budget& budget, Result& result) {
  const support::Budget within = budget.within({.seconds = secondsForCore});
  const auto add = [&](model::Span span) {
    if (span.known() && std::ranges::find(result.core, span) == result.core.end()) result.core.push_back(span);
  };
  if (goals.empty() && !grounding->read.empty()) {
    Problem smaller = problem;
    Options how = options;
    how.enumerate = false;
    giveUp(grounding->read, smaller, how, within);
    // The smaller problem needs a new session: if some facts are left out, other facts may narrow its bounds.
    Result again;
    if (smaller.without.size() > problem.without.size()) again = Session(model, smaller, how, Questions::one).next(budget);
    if (again.verdict == Verdict::unsatisfiable) {
      result.core = std::move(again.core);
      result.coreIsMinimal = again.coreIsMinimal && !within.exhausted();
      return;
    }
  }
  for (const model::Span span : current->core(within)) add(span);
  for (const std::size_t conjunct : grounding->read) add(grounding->conjuncts[conjunct].span);
  result.coreIsMinimal = !within.exhausted();
}

/// Checks the answer `unsatisfiable` by a refutation.
void Session::State::refute(const support::Budget& budget, Result& result) {
  try {
    const std::unique_ptr<Unrolling> last = unrolling(longest(), budget, result);
    const Keep keep = options.certificate ? Keep::texts : Keep::nothing;
    Refutation refutation = last->refute(keep, budget);
    result.boundsRefutation = refuteOutsideOfBounds(*grounding, longest(), keep, budget);
    result.refutation = std::move(refutation);
  } catch (const support::Exhausted& e) {
    result.message = fmt::format("not checked: {}", e.what());
  } catch (const Unsupported& e) {
    result.message = fmt::format("not checked: {}", e.what());
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
    result.message = "not checked: out of memory";
  } catch (const NotRefuted& e) {
    result.verdict = Verdict::error;
    result.message = fmt::format("internal error: {}", e.what());
  }
}

}  // namespace aunit::solver
