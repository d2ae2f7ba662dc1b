#include "strength/mutation/suggestion.h"

#include <utility>
#include <vector>

#include "evaluator/judge.h"
#include "model/changes/overlay.h"
#include "strength/mutation/apply.h"
#include "support/budget.h"

namespace aunit::strength {

using model::ExprId;
using model::Model;

namespace {

/// Calls `ask` on the model, then on the mutant, and returns both results. `ask` gets the body of the changed predicate or
/// function, or noId if the claim is about no predicate or function.
template <class Ask>
std::pair<evaluator::Value, evaluator::Value> both(std::span<const Mutant> change, const Model& model,
                                                   const ProofOptions& options, const Claim& claim, Ask ask) {
  const support::Budget untilStopped(options.limits.untimed());
  const evaluator::Options how{.semantics = options.semantics, .budget = &untilStopped};
  const ExprId body = claim.function != model::noId ? model.func(claim.function).body : model::noId;
  evaluator::Evaluator before(model, how);
  evaluator::Value asModel = ask(before, body);
  Model changed = model;
  model::Overlay overlay(changed);
  for (const Mutant& mutant : change) apply(mutant, overlay);
  const ExprId now = body != model::noId ? overlay.now(body) : body;
  overlay.install();
  evaluator::Evaluator after(changed, how);
  return {std::move(asModel), ask(after, now)};
}

}  // namespace

Claim claimOf(std::span<const Mutant> change, const Model& model, const Witness& difference, const ProofOptions& options) {
  using Kind = model::Paragraph::Kind;
  const model::Paragraph paragraph = model.paragraphs()[change[0].paragraph];
  Claim claim;
  claim.instance = difference.instance;
  claim.semantics = options.semantics;
  std::vector<evaluator::Binding> given;
  if (!difference.ofFacts && (paragraph.kind == Kind::predicate || paragraph.kind == Kind::function)) {
    claim.function = paragraph.id;
    for (const auto& [variable, value] : difference.arguments) {
      claim.arguments.push_back(value);
      given.push_back({variable, value});
    }
  }
  const auto value = [&](evaluator::Evaluator& evaluator, ExprId body) {
    evaluator.bind(difference.instance);
    for (const evaluator::Binding& binding : given) evaluator.assign(binding.variable, binding.value);
    return evaluator.value(body);
  };
  const auto solution = [&](evaluator::Evaluator& evaluator, ExprId body) {
    evaluator::Question question{.constraints = evaluator::constraintsOf(evaluator.model()), .given = given};
    if (body != model::noId) evaluator::append(question.constraints, evaluator::Part::formula, {{body}});
    return evaluator::Value(evaluator::judge(evaluator, difference.instance, question).holds());
  };
  if (paragraph.kind != Kind::function || difference.ofFacts) {
    const auto [asModel, asMutant] = both(change, model, options, claim, solution);
    claim.about = claim.function == model::noId ? Claim::Topic::facts : Claim::Topic::solution;
    claim.value = asModel;
    if (asModel != asMutant || claim.function == model::noId) return claim;
  }
  claim.about = Claim::Topic::value;
  claim.value = both(change, model, options, claim, value).first;
  return claim;
}

}  // namespace aunit::strength
