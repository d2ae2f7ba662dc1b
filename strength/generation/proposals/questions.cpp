#include "strength/generation/proposals/questions.h"

#include <variant>

#include "solver/grounding/problem.h"
#include "strength/instances/neighbours.h"
#include "strength/instances/smallest.h"
#include "suite/valuation/valuation_text.h"

namespace aunit::strength {

namespace {

constexpr std::size_t mostChanges = 400;  // at most this many changes of valuations are proposed, for all valuations together
// A claim is short if its instance has at most this many states, atoms and tuples together.
constexpr std::size_t mostAtAGlance = 9;

}  // namespace

Questions::Questions(const model::Model& model, const ProofOptions& options)
    : model_(model),
      untilStopped_(options.limits.untimed()),
      evaluator_(model, {.semantics = options.semantics, .budget = &untilStopped_}) {
  for (const solver::Conjunct& conjunct : solver::conjunctsOf(model, solver::Problem())) constraints_.push_back(conjunct.formula);
}

/// Returns how many constraints the instance violates; nothing if a constraint has no value.
std::optional<std::size_t> Questions::broken(const model::Instance& instance) {
  evaluator_.bind(instance);
  try {
    std::size_t count = 0;
    for (const model::ExprId constraint : constraints_) count += !evaluator_.holds(constraint);
    return count;
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
}

bool Questions::isClear(const Claim& claim) {
  const bool* truth = std::get_if<bool>(&claim.value);
  if (claim.about == Claim::Topic::value || !truth || *truth) return true;
  return broken(claim.instance).value_or(0) <= 1;
}

bool Questions::isShort(const Claim& claim) {
  return sizeOf(claim.instance) <= mostAtAGlance;
}

const ValuationChange* Questions::changeOf(std::uint32_t claim) const {
  const auto found = changes_.find(claim);
  return found == changes_.end() ? nullptr : &found->second;
}

void Questions::addChanges(std::span<const StatedClaim> stated, Pool& pool) {
  std::map<std::string, std::vector<const Claim*>> byValuation;
  for (const StatedClaim& one : stated) byValuation[one.valuation].push_back(&one.claim);
  std::size_t left = mostChanges;
  for (const auto& entry : byValuation) {
    const std::string& valuation = entry.first;
    const std::vector<const Claim*>& claims = entry.second;
    const model::Instance& before = claims.front()->instance;
    forEachNeighbour(model_, before, [&](const model::Instance& after) {
      untilStopped_.check();
      const auto text = suite::changeText(model_, before, after);
      if (!text) return true;
      const auto wrong = broken(after);
      if (!wrong || *wrong > 1) return true;
      Claim claim;
      claim.instance = after;
      claim.value = *wrong == 0;
      const auto add = [&](const Claim& one) {
        if (left == 0 || !pool.add(one)) return;
        changes_[static_cast<std::uint32_t>(pool.claims().size() - 1)] = {valuation, *text};
        --left;
      };
      add(claim);
      for (const Claim* other : claims) {
        if (*wrong != 0 || other->about == Claim::Topic::facts) continue;
        claim.about = other->about;
        claim.function = other->function;
        claim.arguments = other->arguments;
        if (const auto said = pool.stated(claim)) add(*said);
      }
      return left != 0;
    });
    if (left == 0) return;
  }
}

}  // namespace aunit::strength
