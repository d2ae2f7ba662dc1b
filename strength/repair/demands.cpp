#include "strength/repair/demands.h"

#include <algorithm>

#include "evaluator/evaluator.h"
#include "solver/grounding/scope.h"
#include "solver/unsupported.h"
#include "strength/synthesis/random_valuations.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

namespace {

// Number of random valuations. More of them would add little information.
constexpr std::size_t wantedByChance = 1200;
constexpr int triesByChance = 3000;
constexpr double secondsForChance = 2;
constexpr std::uint64_t seedOfChance = 20261122;

class Collector {
 public:
  Collector(Evidence& evidence, const CommandCheck& commands, const support::Budget& budget)
      : evidence_(evidence),
        commands_(commands),
        model_(*evidence.loaded().model),
        budget_(budget),
        evaluator_(model_, {.semantics = evidence.semantics(), .budget = &budget_}) {
    for (const model::Fact& fact : model_.facts()) facts_.push_back(fact.body);
  }

  Demands collect() {
    try {
      addEvidence();
      addByChance();
    } catch (const support::Exhausted&) {
    }
    return std::move(demands_);
  }

 private:
  /// Whether all declarations hold in the instance.
  bool isDeclared(const Instance& instance) {
    if (!synthesis::Pool::fits(instance)) return false;
    if (instance.states.size() > 1 && evaluator::checkStates(model_, instance)) return false;
    evaluator_.bind(instance);
    try {
      return std::ranges::all_of(model_.implicitConstraints(), [&](const model::ImplicitConstraint& c) {
        return c.formula == noId || evaluator_.holds(c.formula);
      });
    } catch (const evaluator::EvaluationError&) {
      return false;
    }
  }

  void addEvidence() {
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      const Case& one = evidence_.cases()[c];
      const Instance* instance = evidence_.judge().instanceOf(c);
      if (!instance || !one.strict() || !isDeclared(*instance)) continue;
      std::vector<ExprId> formulas = facts_;
      if (one.command != noId) formulas.push_back(model_.commands()[one.command].formula);
      if (one.formula != noId) formulas.push_back(one.formula);
      try {
        if (std::ranges::all_of(formulas, [&](ExprId f) { return evaluator_.holds(f); }) != one.holds) continue;
      } catch (const evaluator::EvaluationError&) {
        continue;
      }
      demands_.add(std::make_shared<const Instance>(*instance), formulas, one.wanted);
    }
  }

  /// Adds random valuations for commands that must have no instance. On each valuation, the facts and the command's formula must
  /// not both hold.
  void addByChance() {
    std::vector<std::pair<CommandId, std::vector<evaluator::Constraint>>> commands;
    bool temporal = false;
    synthesis::Sizes sizes;
    int most = 0;
    for (const CommandCheck::ExpectedAnswer& expected : commands_.commands()) {
      if (expected.wanted) continue;
      const model::Command& command = model_.commands()[expected.command];
      solver::SigSizes scope;
      try {
        scope = solver::deriveSizes(model_, command.scope, command.temporal);
      } catch (const solver::Unsupported&) {
        continue;
      }
      std::vector<evaluator::Constraint> constraints;
      solver::append(constraints, scope);
      for (model::SigId s = model::builtin::count; s < scope.size.size(); ++s)
        if (model_.isTopLevel(s)) most = std::max(most, scope.size[s]);
      sizes.bitwidth = scope.bitwidth;
      sizes.maxSequence = scope.maxSequence;
      temporal |= command.temporal;
      commands.emplace_back(expected.command, std::move(constraints));
    }
    if (commands.empty()) return;
    sizes.atoms = std::clamp(most, 1, 3);
    sizes.states = temporal && model_.hasMutable() ? 4 : 1;
    synthesis::RandomValuations random(model_, sizes, seedOfChance);
    const support::Budget forChance = budget_.within({.seconds = secondsForChance});
    std::size_t made = 0;
    for (int i = 0; i < triesByChance && made < wantedByChance && !forChance.exhausted(); ++i) {
      auto instance = random.next();
      if (!instance || !isDeclared(*instance)) continue;
      const auto shared = std::make_shared<const Instance>(std::move(*instance));
      bool used = false;
      for (const auto& [command, constraints] : commands) {
        if (std::ranges::any_of(constraints, [&](const evaluator::Constraint& c) {
              return evaluator::checkSize(model_, *shared, c).has_value();
            }))
          continue;
        std::vector<ExprId> formulas = facts_;
        formulas.push_back(model_.commands()[command].formula);
        demands_.add(shared, formulas, false);
        used = true;
      }
      made += used;
    }
  }

  Evidence& evidence_;
  const CommandCheck& commands_;
  const model::Model& model_;
  const support::Budget& budget_;
  evaluator::Evaluator evaluator_;
  std::vector<ExprId> facts_;
  Demands demands_;
};

}  // namespace

Demands demandsOf(Evidence& evidence, const CommandCheck& commands, const support::Budget& budget) {
  return Collector(evidence, commands, budget).collect();
}

}  // namespace aunit::strength
