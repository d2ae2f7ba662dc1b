#include "evaluator/overflow.h"

namespace aunit::evaluator {

std::optional<Overflow> overflowBehind(const model::Model& model, const model::Instance& instance, const Question& question,
                                       bool holds, const support::Budget& budget, std::span<const Binding> preferred) {
  Evaluator evaluator(model, {.semantics = {.noOverflow = true}, .budget = &budget});
  for (const Binding& binding : preferred) evaluator.prefer(binding.variable, binding.value);
  // `decided`: the first overflow that changed the truth of a comparison; `other`: the first that did not. Both are in
  // constraints that hold, since a violated one ends the loop.
  std::optional<Overflow> decided, other;
  try {
    for (const Constraint& constraint : question.constraints) {
      const Verdict verdict =
          judge(evaluator, instance, {.constraints = {constraint}, .given = question.given, .misassigned = question.misassigned});
      if (verdict.error) return std::nullopt;
      if (verdict.broken) return evaluator.excluded();
      std::optional<Overflow>& first = evaluator.exclusionDecided() ? decided : other;
      if (!first) first = evaluator.excluded();
    }
  } catch (const support::Exhausted&) {
    return std::nullopt;
  }
  if (holds) return std::nullopt;
  return decided ? decided : other;
}

}  // namespace aunit::evaluator
