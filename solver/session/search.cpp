#include "solver/session/search.h"
#include "solver/unsupported.h"
#include "support/budget.h"

#include <algorithm>
#include <utility>

namespace aunit::solver {

namespace {

/// Takes the next step of the scope of each of these signatures, where all of them have one.
bool grow(std::vector<model::SigScope>& scopes, const std::vector<model::SigId>& growing) {
  const auto grows = [&](const model::SigScope& s) { return std::ranges::find(growing, s.sig) != growing.end(); };
  const auto steps = [&](const model::SigScope& s) { return !grows(s) || s.end - s.start >= s.increment; };
  if (growing.empty() || !std::ranges::all_of(scopes, steps)) return false;
  for (model::SigScope& s : scopes) {
    if (grows(s)) s.start += s.increment;
  }
  return true;
}

/// The signatures whose scope grows.
std::vector<model::SigId> growingIn(const model::Scope& scope) {
  std::vector<model::SigId> growing;
  for (const model::SigScope& s : scope.sigs)
    if (s.start != s.end) growing.push_back(s.sig);
  return growing;
}

/// The reference refuses what a later step of the scope contradicts once a run gets there: it extends what the first step has
/// found. Two steps more say it of every multiplicity.
void refuseLaterSteps(const model::Model& model, const Problem& problem, const std::vector<model::SigId>& growing) {
  model::Scope scope = problem.scope;
  for (int step = 0; step < 2 && grow(scope.sigs, growing); ++step) deriveSizes(model, scope, problem.temporal);
}

/// The answer about all scopes so far, of which `last` is about the last one.
void take(Result& all, Result last, bool first) {
  last.statistics.translateMs += all.statistics.translateMs;
  last.statistics.solveMs += all.statistics.solveMs;
  if (!first && last.verdict == Verdict::unsatisfiable) {
    // One that was not looked at again is one too many.
    if (!all.refutation) last.refutation.reset();
    if (last.refutation) {
      last.refutation->lemmas += all.refutation->lemmas;
      last.refutation->seconds += all.refutation->seconds;
    }
    if (last.message.empty()) last.message = std::move(all.message);
  }
  all = std::move(last);
}

}  // namespace

Search::Search(const model::Model& model, Problem problem, Options options)
    : model_(model), problem_(std::move(problem)), options_(std::move(options)), growing_(growingIn(problem_.scope)) {
  begin();
}

void Search::begin() {
  session_.reset();  // before there is another one
  session_ = std::make_unique<Session>(model_, problem_, options_, Questions::one);
}

Result Search::next() {
  if (options_.limits.bytes != 0) awaitAbandoned(options_.limits);
  return next(support::Budget(options_.limits));
}

Result Search::next(const support::Budget& budget) {
  Result result;
  for (bool first = true;; first = false) {
    take(result, session_->next(budget), first);
    for (const model::SigScope& s : problem_.scope.sigs) {
      if (std::ranges::find(growing_, s.sig) != growing_.end()) result.grown.push_back(s);
    }
    if (result.verdict == Verdict::satisfiable && !problem_.check && !found_) {
      try {
        refuseLaterSteps(model_, problem_, growing_);
      } catch (const Unsupported& e) {
        Result refused;
        refused.verdict = Verdict::error;
        refused.message = e.what();
        refused.span = e.span();
        refused.statistics = result.statistics;
        return refused;
      }
    }
    found_ = found_ || result.verdict == Verdict::satisfiable;
    if (found_ || !problem_.check || result.verdict != Verdict::unsatisfiable || !grow(problem_.scope.sigs, growing_))
      return result;
    begin();
  }
}

std::vector<model::Scope> scopesSearched(const Problem& problem) {
  std::vector<model::Scope> scopes = {problem.scope};
  const std::vector<model::SigId> growing = growingIn(problem.scope);
  for (model::Scope next = problem.scope; problem.check && grow(next.sigs, growing);) scopes.push_back(next);
  return scopes;
}

}  // namespace aunit::solver
