#include "solver/session/search.h"
#include "solver/unsupported.h"
#include "support/budget.h"

#include <algorithm>
#include <utility>

namespace aunit::solver {

namespace {

/// Throws Unsupported if one of the larger scopes to which `scope` grows contradicts the model. The Analyzer extends the instance
/// of a run to the larger scopes, so it refuses such a growing scope. Checks only the next two scopes: if no multiplicity forbids
/// these two, none forbids a larger scope.
void refuseLaterSteps(const model::Model& model, GrowingScope scope, bool temporal) {
  for (int step = 0; step < 2 && scope.grow(); ++step) deriveSizes(model, scope.now(), temporal);
}

/// Adds the steps of a refutation for smaller scopes to those for the last scope.
void add(const std::optional<Refutation>& smaller, std::optional<Refutation>& last) {
  if (!smaller) return;
  if (!last) {
    last = smaller;
    return;
  }
  last->lemmas += smaller->lemmas;
  last->seconds += smaller->seconds;
}

/// Merges the answer about the last scope into the answer about all scopes so far.
void take(Result& all, Result last, bool first) {
  last.statistics.translateMs += all.statistics.translateMs;
  last.statistics.solveMs += all.statistics.solveMs;
  if (!first && last.verdict == Verdict::unsatisfiable) {
    // There is a refutation for all scopes so far only if there is one for each of them.
    if (!all.refutation) last.refutation.reset();
    if (last.refutation) add(all.refutation, last.refutation);
    add(all.boundsRefutation, last.boundsRefutation);
    if (last.message.empty()) last.message = std::move(all.message);
  }
  all = std::move(last);
}

}  // namespace

Search::Search(const model::Model& model, Problem problem, Options options)
    : model_(model), problem_(std::move(problem)), options_(std::move(options)), scope_(problem_.scope) {
  begin();
}

void Search::begin() {
  session_.reset();  // frees its memory before the next session is made
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
      if (scope_.isGrowing(s.sig)) result.grown.push_back(s);
    }
    if (result.verdict == Verdict::satisfiable && !problem_.check && !found_) {
      try {
        refuseLaterSteps(model_, scope_, problem_.temporal);
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
    if (found_ || !problem_.check || result.verdict != Verdict::unsatisfiable || !scope_.grow()) return result;
    problem_.scope = scope_.now();
    begin();
  }
}

}  // namespace aunit::solver
