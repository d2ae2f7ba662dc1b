#include "runner/solving/solve_command.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "runner/solving/scope_option.h"
#include "solver/nearest/nearest.h"
#include "solver/remarks/remarks.h"
#include "solver/session/search.h"
#include "suite/command_warnings.h"
#include "suite/reasons/rules.h"
#include "suite/renamings.h"
#include "suite/valuation/nearest_valuation.h"
#include "support/plural.h"

namespace aunit::runner {

using solver::Verdict;

namespace {

using Clock = std::chrono::steady_clock;

/// Reports progress to the request's function, if there is one.
class CommandProgress {
 public:
  explicit CommandProgress(const CommandQuestion& question)
      : tell_(question.request.progress), label_(question.command().label) {}
  ~CommandProgress() {
    if (tell_) tell_("");
  }
  CommandProgress(const CommandProgress&) = delete;
  CommandProgress& operator=(const CommandProgress&) = delete;

  bool isTold() const { return static_cast<bool>(tell_); }
  void say(const std::string& what) {
    said_ = Clock::now();
    tell_(fmt::format("{} ({}, {:.1f} s)", label_, what, std::chrono::duration<double>(said_ - start_).count()));
  }
  /// Reports at most ten times a second.
  void found(std::size_t instances) {
    if (tell_ && Clock::now() - said_ > std::chrono::milliseconds(100)) say(support::plural(instances, "instance"));
  }

 private:
  const std::function<void(const std::string&)>& tell_;
  const std::string label_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point said_ = start_;
};

/// Adds the next result of a search to `answer`. `answer.result` gets the first result; an error replaces it. If the search ends
/// undecided after an instance, `row.incomplete` gets the reason. If `shows` is true, stores each instance; else, if `keeps` is
/// true, stores the first one. Returns whether there may be more instances.
bool take(solver::Result result, bool shows, bool keeps, CommandAnswer& answer) {
  answer.row.translateMs += result.statistics.translateMs;
  answer.row.solveMs += result.statistics.solveMs;
  const bool found = result.verdict == Verdict::satisfiable;
  if (found) {
    ++answer.row.distinct;
    answer.row.solutions += result.solutions;
    if (shows)
      answer.instances.push_back(std::move(*result.instance));
    else if (keeps && !answer.first)
      answer.first = std::move(result.instance);
    if (result.reached) answer.row.sizes.push_back(*result.reached);
  }
  const bool decided = answer.row.distinct > (found ? 1u : 0u);
  if (!decided || result.verdict == Verdict::error)
    answer.result = std::move(result);
  else if (found && !answer.result.wrapped)
    answer.result.wrapped = result.wrapped;
  else if (result.verdict == Verdict::unknown)
    answer.row.incomplete = std::move(result.message);
  return found;
}

void findNearest(const CommandQuestion& question, const support::Budget& budget, CommandAnswer& answer) {
  solver::Nearest nearest = solver::nearest(question.model(), answer.problem, question.request.search, budget);
  answer.row.nearest.emplace();
  answer.row.solveMs += nearest.milliseconds;
  answer.row.notNearest =
      nearest.verdict == Verdict::unsatisfiable ? "the scope and the library modules contradict each other" : nearest.message;
  if (!nearest.instance) return;
  answer.row.nearest =
      suite::nearestValuation(*question.source.loaded, nearest, {.semantics = question.request.search.semantics});
  auto& broken = answer.row.nearest->broken;
  suite::Rules rules(question.model(), answer.problem);
  for (std::size_t i = 0; i < broken.size(); ++i) broken[i].rule = rules.behind(nearest.broken[i].span);
  answer.nearestInstance = std::move(nearest.instance);
}

CommandAnswer solved(const CommandQuestion& question, const solver::Problem& problem, bool keeps) {
  const SolveRequest& request = question.request;
  const std::uint64_t most = request.most();
  solver::Options options = question.options();
  options.bounds = &question.beside.bounds();
  CommandAnswer answer;
  answer.problem = problem;
  answer.preference = options.preference;
  answer.row.bound = statesOf(problem);
  if (answer.row.bound == model::unboundedSteps && most == 0) {
    answer.result.verdict = Verdict::error;
    answer.result.message =
        "the length of traces is unbounded, so there may be infinitely many instances: give --limit a positive number";
    return answer;
  }
  const support::Budget budget(options.limits);  // for all instances together
  if (std::optional<solver::Result> shared = question.anyInstance() ? question.beside.answer(problem, options, budget)
                                                                    : question.beside.noInstance(problem, options, budget)) {
    take(std::move(*shared), false, keeps, answer);
  } else {
    CommandProgress waiting(question);
    if (waiting.isTold()) options.progress = [&](int states) { waiting.say(support::plural(states, "state")); };
    solver::Search search(question.model(), problem, options);
    while ((most == 0 || answer.row.distinct < most) && take(search.next(budget), question.showsInstances(), keeps, answer))
      waiting.found(answer.row.distinct);
  }
  question.beside.note(problem, options, answer.result.verdict);
  solver::Result& result = answer.result;
  const bool proved = result.proof || result.refutation;
  if (request.requireProof && result.verdict == Verdict::unsatisfiable && !proved) result.verdict = Verdict::error;
  if (request.nearest && result.verdict == Verdict::unsatisfiable && !problem.check) findNearest(question, budget, answer);
  addRemarks(question, problem, budget, answer);
  return answer;
}

/// Solves the command in growing scopes, as long as there is no instance. `problem` gets the last scope that was solved.
CommandAnswer solvedGrowing(const CommandQuestion& question, solver::Problem& problem) {
  CommandAnswer answer;
  bool forNothing = true;  // whether the answer is vacuous in every scope solved so far
  for (model::Scope& scope : growing(problem.scope)) {
    problem.scope = std::move(scope);
    const double translateMs = answer.row.translateMs, solveMs = answer.row.solveMs;
    answer = solved(question, problem, false);
    answer.row.translateMs += translateMs;
    answer.row.solveMs += solveMs;
    if (answer.result.verdict != Verdict::unsatisfiable) break;
    forNothing = forNothing && answer.vacuity;
  }
  if (!forNothing) answer.vacuity.reset();
  return answer;
}

/// If there is no instance, adds what this answer rests on. Does nothing for an answer that follows from a cached answer to
/// another question, because such an answer may be vacuous.
void lookBelow(const CommandQuestion& question, CommandAnswer& answer) {
  if (answer.result.verdict != Verdict::unsatisfiable || answer.vacuity || !answer.unaffectedSince.empty()) return;
  if (question.request.search.division.parts != 1 || (answer.kept && answer.kept->why != sameQuestion)) return;
  support::Limits limits = question.request.search.limits;
  limits.seconds = 0;  // relianceInShort has its own limit
  answer.reliance = solver::relianceInShort(question.beside, answer.problem, question.request.restsOn, question.request.search,
                                            support::Budget(limits));
}

/// Removes instances that differ from an earlier one only in names of atoms.
void leaveOutRenamings(CommandAnswer& answer) {
  if (answer.instances.size() < 2) return;
  suite::Renamings known;
  answer.row.renamed = std::erase_if(answer.instances, [&](const model::Instance& one) { return !known.insert(one); });
}

/// Searches larger scopes than the command's.
void lookBeyond(const CommandQuestion& question, const solver::Problem& problem, CommandAnswer& answer) {
  const solver::Options options = question.options();
  support::Limits limits = options.limits.untimed();
  limits.whole = options.limits.whole;
  answer.allScopes =
      solver::allScopesOf(question.model(), problem, options, *question.request.allScopes, support::Budget(limits));
  if (answer.allScopes->found.instance && question.showsInstances())
    answer.instances.push_back(*answer.allScopes->found.instance);
}

}  // namespace

int statesOf(const solver::Problem& problem) {
  return problem.scope.maxSteps < 0 ? solver::defaultSteps : problem.scope.maxSteps;
}

void addRemarks(const CommandQuestion& question, const solver::Problem& problem, const support::Budget& budget,
                CommandAnswer& answer) {
  solver::Remarks remarks = solver::remarksOn(question.beside, problem, answer.result.verdict, solver::RelianceWanted::none,
                                              question.request.search, budget);
  answer.vacuity = std::move(remarks.vacuity);
  answer.result.bitsForInstance = remarks.bitsForInstance;
}

CommandAnswer answerTo(const CommandQuestion& question, AnswerCache& cache) {
  solver::Problem problem = question.problem();
  const support::Budget budget(question.request.search.limits);
  CommandAnswer answer;
  if (!cache.recall(question, problem, budget, answer)) {
    std::string said = std::move(answer.row.cache);
    answer = question.isClaim() && question.request.most() == 1 ? solvedGrowing(question, problem)
                                                                : solved(question, problem, cache.keeps());
    if (answer.result.verdict != Verdict::error) answer.row.cache = std::move(said);
    cache.keep(question, problem, answer);
  }
  if (problem.given == model::noId && question.options().symmetry != 0) leaveOutRenamings(answer);
  if (question.request.restsOn != solver::RelianceWanted::none) lookBelow(question, answer);
  if (question.request.allScopes && answer.result.verdict == Verdict::unsatisfiable) lookBeyond(question, problem, answer);
  answer.warnings = suite::warningsOn(*question.source.loaded, question.id, problem, answer.result);
  answer.warningsUsed = suite::warningsUsedBy(*question.source.loaded, question.id);
  return answer;
}

}  // namespace aunit::runner
