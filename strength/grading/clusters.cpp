#include "strength/grading/clusters.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "support/budget.h"
#include "support/digest.h"

namespace aunit::strength::grading {

using namespace model;

namespace {

void rebind(evaluator::Evaluator& evaluator, const Situation& situation) {
  evaluator.bind(situation.instance);
  for (const auto& [variable, value] : situation.arguments) evaluator.assign(variable, value);
}

/// Returns whether the formula holds in the situation that the evaluator is bound to. Returns nothing if the formula has no
/// value, or if `limits` end the evaluation. `seconds` is the time that all evaluations of the formula have taken so far; this
/// function adds the time of its evaluation. If `seconds` is already above the limit, the formula is not evaluated.
std::optional<bool> heldWithin(evaluator::Evaluator& evaluator, support::Budget& budget, const Situation& situation,
                               ExprId formula, const support::Limits& limits, double& seconds) {
  if (limits.seconds > 0 && seconds > limits.seconds) return std::nullopt;
  const auto began = support::Budget::Clock::now();
  std::optional<bool> held;
  try {
    budget = support::Budget(limits);
    held = evaluator.holds(formula);
  } catch (const evaluator::EvaluationError&) {
  } catch (const support::Exhausted&) {
    support::Budget(limits.untimed()).check();
  }
  seconds += std::chrono::duration<double>(support::Budget::Clock::now() - began).count();
  if (!held) rebind(evaluator, situation);  // removes values that the interrupted evaluation left in variables
  return held;
}

}  // namespace

void nameClusters(std::vector<Cluster>& clusters, const std::vector<Situation>& pool,
                  const std::vector<std::uint64_t>& suiteDigests, const Model& model, const GraderOptions& options) {
  support::Budget budget;
  evaluator::Evaluator evaluator(model, {.semantics = options.semantics, .budget = &budget});
  std::vector<std::uint64_t> digests(clusters.size(), support::fnvBasis);
  std::vector<double> seconds(clusters.size());
  for (const Situation& situation : pool) {
    support::Budget(options.limits.untimed()).check();
    rebind(evaluator, situation);
    for (std::size_t c = 0; c < clusters.size(); ++c) {
      if (clusters[c].verdict == Class::correct) continue;
      const std::optional<bool> said = heldWithin(evaluator, budget, situation, clusters[c].body, options.limits, seconds[c]);
      digests[c] = support::fnv(digests[c], !said ? 3 : *said ? 2 : 1);
    }
  }
  for (std::size_t c = 0; c < clusters.size(); ++c)
    if (clusters[c].verdict != Class::correct)
      clusters[c].name = fmt::format("{}-{:06x}~{:016x}", nameOf(clusters[c].verdict),
                                     (digests[c] ^ (digests[c] >> 32)) & 0xffffff, suiteDigests[c]);
}

void measureNearness(std::vector<Cluster>& clusters, const std::vector<Situation>& situations, ExprId right, const Model& model,
                     const GraderOptions& options) {
  support::Budget budget;
  evaluator::Evaluator evaluator(model, {.semantics = options.semantics, .budget = &budget});
  std::vector<double> seconds(clusters.size());
  std::vector<std::size_t> both(clusters.size()), either(clusters.size());
  std::vector<bool> failed(clusters.size());
  for (const Situation& situation : situations) {
    support::Budget(options.limits.untimed()).check();
    budget = support::Budget(options.limits.untimed());
    rebind(evaluator, situation);
    const bool holds = evaluator.holds(right);
    for (std::size_t c = 0; c < clusters.size(); ++c) {
      if (failed[c]) continue;
      const std::optional<bool> said = heldWithin(evaluator, budget, situation, clusters[c].body, options.limits, seconds[c]);
      failed[c] = !said;
      both[c] += holds && said.value_or(false);
      either[c] += holds || said.value_or(false);
    }
  }
  for (std::size_t c = 0; c < clusters.size(); ++c)
    if (!failed[c])
      clusters[c].nearness = clusters[c].verdict == Class::correct ? 1
                             : either[c] == 0
                                 ? mostOfWrong
                                 : std::min(mostOfWrong, static_cast<double>(both[c]) / static_cast<double>(either[c]));
}

}  // namespace aunit::strength::grading
