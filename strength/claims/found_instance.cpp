#include "strength/claims/found_instance.h"

#include <span>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"

namespace aunit::strength {

std::optional<Claim> claimOnInstance(const model::Model& model, const model::Command& command) {
  Claim claim;
  claim.denied = command.check ? command.expect != 1 : command.expect == 0;
  if (command.check) {
    if (command.target != model::TargetKind::assertion) return std::nullopt;
    claim.about = Claim::Topic::solution;
    claim.assertion = command.targetId;
  } else if (command.target == model::TargetKind::predicate && model.func(command.targetId).variables.empty()) {
    claim.about = Claim::Topic::solution;
    claim.function = command.targetId;
  }
  return claim;
}

std::string titleOf(const model::Command& command) {
  return fmt::format("{}: {}", command.label, command.check ? "no counterexample" : "an instance");
}

bool needsNoOverflow(const model::Model& model, const model::Command& command, const Claim& claim) {
  evaluator::Evaluator evaluator(model);
  evaluator::Question question{.constraints = evaluator::constraintsOf(model)};
  if (claim.about == Claim::Topic::solution)
    evaluator::append(question.constraints, evaluator::Part::formula, std::span(&command.formula, 1));
  return !evaluator::judge(evaluator, claim.instance, question).holds();
}

}  // namespace aunit::strength
