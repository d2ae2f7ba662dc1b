#include "server/view/instance_source.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "solver/grounding/scope.h"
#include "solver/session/answer_text.h"
#include "solver/translation/decode.h"
#include "support/budget.h"

namespace aunit::server::view {

using solver::Verdict;

InstanceSource::InstanceSource(const model::Model& model, solver::Problem problem, solver::Options options, std::string label,
                               bool check)
    : model_(model),
      problem_(std::move(problem)),
      options_(std::move(options)),
      label_(std::move(label)),
      noun_(check ? "counterexample" : "instance") {
  options_.enumerate = true;
}

InstanceSource::InstanceSource(const model::Model& model, model::Instance instance) : model_(model) {
  instances_.push_back(std::move(instance));
  wrapped_.emplace_back();
  reached_.emplace_back();
  complete_ = true;
}

support::Budget InstanceSource::budget(const std::atomic<bool>& stop) const {
  return support::Budget(options_.limits).within({.stop = &stop});
}

Outcome InstanceSource::first(const std::atomic<bool>& stop) {
  if (!instances_.empty()) return {0, {}};
  Outcome outcome = search(stop);
  if (outcome.index || !outcome.message.empty()) return outcome;
  return {std::nullopt, fmt::format("{}: {}.", label_, outcome.answer)};
}

Outcome InstanceSource::next(std::size_t index, const std::atomic<bool>& stop) {
  if (index + 1 < instances_.size()) return {index + 1, {}};
  if (!problem_) return {std::nullopt, "There is only this one instance."};
  Outcome outcome = search(stop);
  if (!outcome.index && outcome.message.empty()) outcome.message = fmt::format("There is no other {}.", noun_);
  return outcome;
}

/// Continues the search for all instances. If there are no more, the outcome has neither an index nor a message.
Outcome InstanceSource::search(const std::atomic<bool>& stop) {
  if (!search_) search_ = std::make_unique<solver::Session>(model_, *problem_, options_, solver::Questions::one);
  const support::Budget limits = budget(stop);
  solver::Result result = nextUnseen(*search_, search_->next(limits), limits);
  const bool leavesOutRenamings = options_.symmetry != 0 && problem_->given == model::noId;
  while (result.verdict == Verdict::satisfiable && leavesOutRenamings && !renamings_.insert(*result.instance))
    result = nextUnseen(*search_, search_->next(limits), limits);
  // After `unknown`, this session is unusable. A new session finds known instances again, but nextUnseen() skips them.
  if (result.verdict == Verdict::unknown) search_.reset();
  complete_ = result.verdict == Verdict::unsatisfiable;
  std::string answer = solver::answerText(model_, *problem_, result);
  Outcome outcome = take(std::move(result), "");
  outcome.answer = std::move(answer);
  return outcome;
}

Outcome InstanceSource::other(Part part, std::size_t index, std::size_t state, const std::atomic<bool>& stop) {
  static constexpr std::array<std::string_view, 4> nouns = {"configuration", "initial state", "step", "trace"};
  if (!problem_) return {std::nullopt, "Only this instance was opened; others cannot be searched for."};
  const model::Instance& trunk = instances_.at(index);
  const int shared = part == Part::configuration ? 0 : part == Part::step ? static_cast<int>(state) + 2 : 1;
  solver::Branch branch{&trunk, shared, {}};
  std::string none = fmt::format("There is no other {}.", nouns[static_cast<std::size_t>(part)]);
  if (problem_->scope.maxSteps == model::unboundedSteps) none.insert(none.size() - 1, " in short traces");
  const support::Budget limits = budget(stop);
  solver::Session& session = sessionFor(part, shared);
  if (part != Part::trace) {
    for (const model::Instance& instance : instances_)
      if (solver::shareParts(model_, instance, trunk, shared)) branch.siblings.push_back(&instance);
    return take(session.follow(branch, limits), none);
  }
  // If the last search in `session` was for traces with the configuration of `trunk`, continues that search. Otherwise begins a
  // new search.
  const bool goesOn = tracesOf_ && solver::shareParts(model_, instances_[*tracesOf_], trunk, 1);
  solver::Result result = nextUnseen(session, goesOn ? session.next(limits) : session.follow(branch, limits), limits);
  tracesOf_ = result.verdict == Verdict::unknown ? std::nullopt : std::optional(index);
  return take(std::move(result), none);
}

/// Returns the first result that is not a known instance: `result`, or one of the session's next results.
solver::Result InstanceSource::nextUnseen(solver::Session& session, solver::Result result, const support::Budget& budget) {
  while (result.verdict == Verdict::satisfiable && seen_.contains(solver::canonicalTrace(*result.instance).first))
    result = session.next(budget);
  return result;
}

solver::Session& InstanceSource::sessionFor(Part part, int shared) {
  std::unique_ptr<solver::Session>& session = part == Part::configuration ? configurations_
                                              : part == Part::trace       ? traces_
                                                                          : branches_;
  solver::Problem problem = *problem_;
  if (problem.scope.maxSteps == model::unboundedSteps) {
    problem.scope.maxSteps = solver::defaultSteps + std::max(0, shared - 1);
    session.reset();
    if (part == Part::trace) tracesOf_.reset();
  }
  if (session) return *session;
  solver::Options options = options_;
  // Symmetry breaking allows only some of the ways to name atoms. If the given states name their atoms in another way, symmetry
  // breaking could exclude all continuations of these states.
  if (part != Part::configuration) options.symmetry = 0;
  return *(session = std::make_unique<solver::Session>(model_, std::move(problem), std::move(options), solver::Questions::many));
}

/// Stores the instance of `result`. If there is no further instance, the outcome has the message `none`.
Outcome InstanceSource::take(solver::Result result, std::string_view none) {
  switch (result.verdict) {
    case Verdict::satisfiable:
      if (instances_.size() >= mostInstances)
        return {std::nullopt,
                fmt::format("No instance can be added: {} instances are stored, which is the limit.", mostInstances)};
      seen_.insert(solver::canonicalTrace(*result.instance).first);
      instances_.push_back(std::move(*result.instance));
      wrapped_.push_back(result.wrapped);
      reached_.push_back(result.reached ? solver::reachedText(options_.preference, *result.reached) : "");
      return {instances_.size() - 1, {}};
    case Verdict::unsatisfiable: return {std::nullopt, std::string(none)};
    case Verdict::unknown: return {std::nullopt, fmt::format("No answer: {}.", result.message)};
    case Verdict::error: return {std::nullopt, fmt::format("{}: {}", label_, result.message)};
  }
  return {};
}

}  // namespace aunit::server::view
