#include "strength/grading/whole_model.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/grounding/problem.h"
#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/comparison/relation.h"
#include "strength/instances/finder.h"
#include "strength/versions/changes_of_meaning.h"
#include "strength/versions/scopes_of_versions.h"

namespace aunit::strength::grading {

using comparison::Relation;
using versions::Change;

namespace {

constexpr double shareForScopes = 0.25;  // share of an answer's time limit that the search for a scope with an instance may take

/// The smallest scope in which a model has an instance. The search starts at a given scope.
struct SmallestScope {
  int scope = 0;    // 0 if no tried scope has an instance
  int tried = 0;    // the largest scope in which the model is known to have no instance
  std::string why;  // why the solver did not decide a scope, so that the search ended; else empty
};

SmallestScope inhabitedScope(const model::Model& model, int from, bool mayGrow, const ProofOptions& proof) {
  SmallestScope result;
  const support::Budget budget(proof.limits);
  for (int size = from; size <= std::max(from, mayGrow ? mostGrown : 0); ++size) {
    solver::Problem problem;
    problem.scope.overall = size;
    problem.temporal = model.hasMutable();
    if (!problem.temporal) problem.scope.minSteps = problem.scope.maxSteps = -1;
    const solver::Result answer = answered(solver::Search(model, std::move(problem), solverOptions(proof)).next(budget));
    if (answer.verdict == solver::Verdict::satisfiable) {
      result.scope = size;
      return result;
    }
    if (answer.verdict != solver::Verdict::unsatisfiable) {
      result.why = answer.message;
      return result;
    }
    result.tried = size;
  }
  return result;
}

ModelClass classOf(Relation relation) {
  switch (relation) {
    case Relation::same: return ModelClass::same;
    case Relation::sameShared: return ModelClass::sameShared;
    case Relation::weaker: return ModelClass::weaker;
    case Relation::stronger: return ModelClass::stronger;
    case Relation::neither: return ModelClass::neither;
    case Relation::unknown: break;
  }
  return ModelClass::unknown;
}

void say(ModelJudgement& judgement, const std::string& more) {
  if (!more.empty()) judgement.reason += (judgement.reason.empty() ? "" : "; ") + more;
}

void addAgreement(ModelJudgement& judgement, std::optional<versions::Agreement>& agreement) {
  if (judgement.verdict == ModelClass::same) {
    judgement.agreement = 1;
    judgement.distance = 0;
  } else if (agreement && agreement->scope != 0) {
    judgement.agreement = agreement->share();
    judgement.distance = agreement->distance;
    judgement.counted = std::move(agreement);
  }
}

}  // namespace

const char* nameOf(ModelClass one) {
  switch (one) {
    case ModelClass::same: return "same";
    case ModelClass::sameShared: return "same-shared";
    case ModelClass::weaker: return "weaker";
    case ModelClass::stronger: return "stronger";
    case ModelClass::neither: return "neither";
    case ModelClass::vacuous: return "vacuous";
    case ModelClass::unknown: return "unknown";
    case ModelClass::refused: break;
  }
  return "refused";
}

ModelJudgement judgeModel(const parser::Loaded& reference, const parser::Loaded& answer, const ModelJudgeOptions& options) {
  ModelJudgement judgement;
  const model::Model &right = *reference.model, &judged = *answer.model;
  ProofOptions proof{.semantics = options.semantics, .limits = options.limits};
  proof.whole = support::Budget(options.limits);
  const auto usual = versions::scopesOf(right, right, comparison::Correspondence::identity(right), options.scope).usual;
  ProofOptions quick = proof;
  quick.limits.seconds *= shareForScopes;
  const bool mayGrow = !options.scope;
  const SmallestScope ofRight = inhabitedScope(right, usual.overall, mayGrow, quick);
  const int least = std::max(usual.overall, ofRight.scope);
  const SmallestScope ofJudged = inhabitedScope(judged, least, mayGrow, quick);
  const auto isEmpty = [](const SmallestScope& one) { return one.scope == 0 && one.why.empty(); };
  judgement.isReferenceEmpty = isEmpty(ofRight);
  if (isEmpty(ofRight) && isEmpty(ofJudged)) {
    judgement.verdict = ModelClass::vacuous;
    judgement.reason = fmt::format("neither model has an instance up to scope {}", std::min(ofRight.tried, ofJudged.tried));
    return judgement;
  }

  judgement.scope = std::max(least, ofJudged.scope);
  versions::CompareOptions how;
  how.scope = judgement.scope;
  how.proof = proof;
  how.paragraphs = false;
  how.byShape = how.agreement = true;
  versions::Comparison comparison = versions::compare(reference, answer, how);
  judgement.matches = std::move(comparison.matches);
  const auto whole = std::ranges::find(comparison.changes, Change::Kind::model, &Change::kind);
  judgement.verdict = whole == comparison.changes.end() ? ModelClass::same : classOf(whole->relation);
  addAgreement(judgement, comparison.agreement);
  for (const Change& change : comparison.changes)
    if (change.kind == Change::Kind::command && change.verdictChanged)
      judgement.commands.push_back({change.name, change.verdictBefore, change.verdictAfter});
  const bool isSame = judgement.verdict == ModelClass::same || judgement.verdict == ModelClass::sameShared;
  if (isSame && ofRight.scope == 0 && ofJudged.scope == 0) {  // the time ended before an instance was found
    judgement.verdict = ModelClass::unknown;
    judgement.agreement = judgement.distance = std::nullopt;
    judgement.reason = "neither model is known to have an instance";
    return judgement;
  }
  if (isEmpty(ofRight)) say(judgement, fmt::format("the reference has no instance up to scope {}", ofRight.tried));
  if (isEmpty(ofJudged)) say(judgement, fmt::format("the answer has no instance up to scope {}", ofJudged.tried));
  if (whole == comparison.changes.end()) return judgement;
  for (const std::string& note : whole->notes) say(judgement, note);
  if (judgement.verdict == ModelClass::unknown) {
    const bool isUnmatched = whole->standing != Change::Standing::changed;
    say(judgement, isUnmatched
                       ? "no signature or field of the answer corresponds to one of the reference, so nothing was compared"
                   : whole->why.empty() ? "not decided"
                                        : whole->why);
  }
  for (versions::Witness& witness : whole->witnesses)
    (witness.by == versions::Witness::AcceptedBy::older ? judgement.rejected : judgement.accepted) = std::move(witness.instance);
  return judgement;
}

}  // namespace aunit::strength::grading
