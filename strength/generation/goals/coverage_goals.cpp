#include "strength/generation/goals/coverage_goals.h"

#include <algorithm>
#include <new>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "coverage/feasibility.h"
#include "coverage/sentences.h"
#include "model/changes/overlay.h"
#include "suite/outcome.h"
#include "suite/test_judge.h"
#include "support/budget.h"

namespace aunit::strength {

using coverage::Bits;
using coverage::RequirementId;
using coverage::RequirementPlace;
using model::ExprId;
using model::noId;

std::string titleOf(const coverage::Requirements& requirements, RequirementId id) {
  const coverage::Subject& subject = requirements.subjects[requirements.subjectOf(id)];
  std::string text = coverage::shortText(subject);
  std::erase(text, '`');
  return fmt::format("{}: {}", text, coverage::asks(subject, id - subject.first));
}

CoverageGoals::CoverageGoals(parser::Loaded& loaded, const suite::CoverageSubject& subject, Finder& finder, Pool& pool,
                             const ProofOptions& options)
    : loaded_(loaded),
      model_(*loaded.model),
      subject_(subject),
      pool_(pool),
      options_(options),
      untilStopped_(options.limits.untimed()),
      recorder_(model_, subject.requirements, {.semantics = options.semantics, .budget = &untilStopped_}),
      places_(model_, subject.requirements, options.semantics),
      ofModel_(evaluator::constraintsOf(model_)),
      finder_(finder) {
  for (model::Scope& scope : coverage::scopesOfCommands(model_))
    further_.push_back(std::make_unique<Finder>(model_, std::move(scope), options_));
}

Bits CoverageGoals::metBy(const std::vector<suite::TestCase>& tests) const {
  Bits met(subject_.requirements.requirements.count());
  suite::TestJudge judge(loaded_, {.semantics = options_.semantics, .limits = options_.limits, .threads = solver::Threads::one},
                         &subject_);
  for (const suite::TestCase& test : tests) {
    const suite::TestResult result = judge.judge(test);
    if (result.message.starts_with(suite::outOfMemory))
      throw std::bad_alloc();  // without the test's result, the finders would search for requirements that the test meets
    if (result.coverage) met |= result.coverage->met;
  }
  return met;
}

Bits CoverageGoals::met(const Claim& claim) {
  std::vector<evaluator::Binding> given;
  if (claim.function != noId) {
    const model::Func& function = model_.func(claim.function);
    for (std::size_t i = 0; i < claim.arguments.size(); ++i) given.push_back({function.variables[i], claim.arguments[i]});
  }
  if (claim.about == Claim::Topic::value) return recorder_.value(claim.instance, model_.func(claim.function).body, given).met;
  evaluator::Question question{.constraints = ofModel_, .given = std::move(given)};
  const auto watch = [&](ExprId formula) { evaluator::append(question.constraints, evaluator::Part::watched, {{formula}}); };
  if (claim.about == Claim::Topic::facts)
    std::ranges::for_each(subject_.emptyCommand, watch);
  else
    watch(claim.assertion != noId ? model_.assertions()[claim.assertion].body : model_.func(claim.function).body);
  return recorder_.judge(claim.instance, question).record.met;
}

std::optional<Claim> CoverageGoals::claimOf(const RequirementPlace& place, const Witness& witness) {
  Claim claim;
  claim.instance = witness.instance;
  claim.function = place.function;
  claim.assertion = place.assertion;
  for (const auto& [variable, value] : witness.arguments) claim.arguments.push_back(value);
  if (place.assertion != noId || (place.function != noId && model_.func(place.function).isPredicate))
    claim.about = Claim::Topic::solution;
  else
    claim.about = place.function != noId ? Claim::Topic::value : Claim::Topic::facts;
  return pool_.stated(std::move(claim));
}

void CoverageGoals::look() {
  while (met_.size() < pool_.claims().size()) met_.push_back(met(pool_.claims()[met_.size()]));
}

void CoverageGoals::fill(const Bits& open, const std::function<void(RequirementId, bool found)>& tell) {
  open.forEach([&](std::size_t i) {
    const auto id = static_cast<RequirementId>(i);
    look();
    if (std::ranges::any_of(met_, [&](const Bits& met) { return met.test(id); })) return tell(id, true);
    const std::vector<Claim> found = search(id);
    support::Budget(options_.limits.untimed()).check();
    for (const Claim& claim : found) pool_.add(claim);
    tell(id, !found.empty());
  });
}

std::vector<Goal> CoverageGoals::goals(const Bits& wanted, const Bits& met) {
  look();
  std::vector<Goal> goals;
  wanted.forEach([&](std::size_t id) {
    Goal goal;
    goal.met = met.test(id);
    for (std::uint32_t c = 0; c < met_.size(); ++c)
      if (met_[c].test(id)) goal.candidates.push_back(c);
    goal.title = titleOf(subject_.requirements.requirements, static_cast<RequirementId>(id));
    goals.push_back(std::move(goal));
  });
  return goals;
}

std::vector<Claim> CoverageGoals::search(RequirementId id) {
  const ExprId first = model_.exprCount();
  std::vector<Claim> claims;
  {
    model::Overlay overlay(model_);
    model::Nodes& make = overlay.nodes();
    make.at({});
    const auto places = places_.of(id, make);
    if (!places || places->empty()) return claims;
    const support::Budget budget = options_.whole.within(options_.limits);
    // Adds the claims that `finder` finds to `claims`; returns whether there are any. `facts`: whether the valuations must
    // satisfy the facts. `signatureFacts`: whether they must satisfy the signature facts. Without `signatureFacts`, only places
    // in signature facts are tried.
    const auto searchAmong = [&](Finder& finder, bool facts, bool signatureFacts) {
      for (const RequirementPlace& place : *places) {
        if (!signatureFacts && !place.ofSignature) continue;
        const FinderResult found = finder.find({place.formula, place.function, facts, signatureFacts, budget}, make);
        for (const auto* witness : {&found.smallest, &found.large}) {
          const auto claim = *witness ? claimOf(place, **witness) : std::nullopt;
          if (claim && met(*claim).test(id)) claims.push_back(*claim);
        }
        if (!claims.empty()) return true;
      }
      return false;
    };
    const auto found = [&](Finder& finder) {
      return searchAmong(finder, true, true) || searchAmong(finder, false, true) || searchAmong(finder, false, false);
    };
    std::ignore = found(finder_) || std::ranges::any_of(further_, [&](const auto& finder) { return found(*finder); });
  }
  finder_.forget(first);
  for (const auto& finder : further_) finder->forget(first);
  return claims;
}

}  // namespace aunit::strength
