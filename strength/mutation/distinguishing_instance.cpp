#include "strength/mutation/distinguishing_instance.h"

#include "evaluator/judge.h"
#include "strength/instances/smallest.h"
#include "strength/synthesis/random_valuations.h"
#include "suite/valuation/valuation.h"
#include "support/budget.h"

namespace aunit::strength {

using model::Instance;
using model::Model;

namespace {

constexpr int tries = 600;
constexpr std::uint64_t seed = 4;

class DistinctionSearch {
 public:
  DistinctionSearch(const Model& first, const Model& second, std::uint32_t paragraph, evaluator::Options options)
      : first_(first),
        second_(second),
        paragraph_(first.paragraphs()[paragraph]),
        semantics_(options.semantics),
        byFirst_(first, options),
        bySecond_(second, options),
        factsOfFirst_{.constraints = evaluator::constraintsOf(first)},
        factsOfSecond_{.constraints = evaluator::constraintsOf(second)} {}

  std::optional<Claim> find() {
    const suite::IntegerScope integers;
    synthesis::RandomValuations random(first_,
                                       {.atoms = 3,
                                        .allAtoms = 9,
                                        .states = first_.hasMutable() ? 3 : 1,
                                        .bitwidth = integers.bitwidth,
                                        .maxSequence = integers.maxSequence},
                                       seed);
    std::optional<Claim> best;
    for (int i = 0; i < tries; ++i)
      if (const auto instance = random.next())
        if (auto claim = claimOn(*instance); claim && (!best || sizeOf(claim->instance) < sizeOf(best->instance)))
          best = std::move(claim);
    if (!best) return best;
    // The instance is reduced only if there are no arguments, because arguments consist of its atoms.
    if (!best->arguments.empty()) return best;
    const std::vector<bool> kept(best->instance.universe->size());
    best->instance = smallest(first_, best->instance, kept, [&](const Instance& instance) {
      const auto now = claimOn(instance);
      return now && now->about == best->about && now->value == best->value;
    });
    return best;
  }

 private:
  /// Returns the first model's claim about the instance, if the second model contradicts it.
  std::optional<Claim> claimOn(const Instance& instance) {
    try {
      const bool solution = evaluator::judge(byFirst_, instance, factsOfFirst_).holds();
      const bool other = evaluator::judge(bySecond_, instance, factsOfSecond_).holds();
      Claim claim;
      claim.instance = instance;
      claim.semantics = semantics_;
      if (solution != other) {
        claim.value = solution;
        return claim;
      }
      if (!solution || paragraph_.kind != model::Paragraph::Kind::predicate) return std::nullopt;
      claim.about = Claim::Topic::solution;
      claim.function = paragraph_.id;
      return withArguments(std::move(claim), 0);
    } catch (const evaluator::EvaluationError&) {
      return std::nullopt;
    }
  }

  /// Tries all single atoms as arguments of parameter `index` and the later ones.
  std::optional<Claim> withArguments(Claim claim, std::size_t index) {
    const model::Func& function = first_.func(claim.function);
    if (index == function.variables.size()) {
      const bool says = holds(byFirst_, first_, claim), other = holds(bySecond_, second_, claim);
      claim.value = says;
      return says == other ? std::nullopt : std::optional(std::move(claim));
    }
    for (const model::Product& product : first_.type(first_.variable(function.variables[index]).type).products) {
      if (product.size() != 1 || product[0] < model::builtin::count) continue;
      for (const model::Atom atom : claim.instance.states[0].sigs[product[0]].atoms()) {
        Claim next = claim;
        next.arguments.push_back(model::TupleSet::atom(claim.instance.universe->size(), atom));
        if (auto found = withArguments(std::move(next), index + 1)) return found;
      }
    }
    return std::nullopt;
  }

  static bool holds(evaluator::Evaluator& evaluator, const Model& model, const Claim& claim) {
    const model::Func& function = model.func(claim.function);
    evaluator.bind(claim.instance);
    for (std::size_t p = 0; p < claim.arguments.size(); ++p) evaluator.assign(function.variables[p], claim.arguments[p]);
    return evaluator.holds(function.body);
  }

  const Model &first_, &second_;
  const model::Paragraph paragraph_;
  const model::Semantics semantics_;
  evaluator::Evaluator byFirst_, bySecond_;
  const evaluator::Question factsOfFirst_, factsOfSecond_;
};

}  // namespace

std::optional<Claim> distinguishingInstance(const Model& first, const Model& second, std::uint32_t paragraph,
                                            model::Semantics semantics, const support::Budget& budget) {
  try {
    return DistinctionSearch(first, second, paragraph, {.semantics = semantics, .budget = &budget}).find();
  } catch (const support::Exhausted&) {
    return std::nullopt;
  }
}

}  // namespace aunit::strength
