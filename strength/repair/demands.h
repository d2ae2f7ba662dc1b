// The demands of tests and commands on a model, as formulas that must hold or fail on valuations. They are the examples for
// synthesis.
//
// Tests and the cases of the evidence give the first demands. If a command must have no instance, each valuation within its scope
// gives a further demand: the facts and the command's formula must not both hold on it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "strength/localization/evidence.h"
#include "strength/repair/command_check.h"
#include "strength/synthesis/task.h"
#include "support/budget.h"

namespace aunit::strength {

/// Valuations, and the formulas that must hold or fail on each of them.
class Demands {
 public:
  /// Adds a demand: the conjunction of the formulas should have the value `holds` on this valuation.
  void add(std::shared_ptr<const model::Instance> instance, const std::vector<model::ExprId>& formulas, bool holds) {
    auto place = std::ranges::find(instances_, instance);
    if (place == instances_.end()) place = instances_.insert(place, std::move(instance));
    const auto index = static_cast<std::uint32_t>(place - instances_.begin());
    auto demand = std::ranges::find(demands_, formulas, &synthesis::Demand::formulas);
    if (demand == demands_.end()) demand = demands_.insert(demand, {formulas, {}, {}});
    (holds ? demand->holds : demand->fails).push_back(index);
  }
  const std::vector<std::shared_ptr<const model::Instance>>& instances() const { return instances_; }
  const std::vector<synthesis::Demand>& demands() const { return demands_; }

  /// Returns the demands on the chosen valuations only.
  Demands of(const std::vector<std::uint32_t>& chosen) const {
    Demands result;
    std::vector<std::uint32_t> now(instances_.size(), model::noId);
    for (const std::uint32_t i : chosen) {
      if (now[i] != model::noId) continue;
      now[i] = static_cast<std::uint32_t>(result.instances_.size());
      result.instances_.push_back(instances_[i]);
    }
    for (const synthesis::Demand& demand : demands_) {
      synthesis::Demand part{demand.formulas, {}, {}};
      for (const auto side : {&synthesis::Demand::holds, &synthesis::Demand::fails})
        for (const std::uint32_t i : demand.*side)
          if (now[i] != model::noId) (part.*side).push_back(now[i]);
      result.demands_.push_back(std::move(part));
    }
    return result;
  }
  std::vector<const model::Instance*> pointers() const {
    std::vector<const model::Instance*> result;
    for (const auto& instance : instances_) result.push_back(instance.get());
    return result;
  }

 private:
  std::vector<std::shared_ptr<const model::Instance>> instances_;
  std::vector<synthesis::Demand> demands_;
};

/// Returns the demands of the cases in `evidence` for which Case::strict is true, and of about a thousand random valuations.
/// Omits a case if the evaluator's verdict on its formulas differs from Case::holds.
Demands demandsOf(Evidence& evidence, const CommandCheck& commands, const support::Budget& budget);

}  // namespace aunit::strength
