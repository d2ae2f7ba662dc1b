#include "strength/versions/witnesses.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "evaluator/judge.h"
#include "strength/claims/claim.h"
#include "strength/generation/pool.h"

namespace aunit::strength::versions {

using namespace model;

namespace {

std::string tuplesText(const model::TupleSet& value, const model::Universe& universe) {
  std::string text;
  value.forEach([&](std::span<const model::Atom> tuple) {
    if (!text.empty()) text += " + ";
    for (std::size_t i = 0; i < tuple.size(); ++i) text += (i == 0 ? "" : "->") + universe.name(tuple[i]);
  });
  return text.empty() ? "none" : text;
}

}  // namespace

Witnesses::Witnesses(const Versions& versions, Frame& frame, const ProofOptions& options)
    : versions_(versions),
      frame_(frame),
      options_(options),
      judging_(options.limits.untimed()),
      ofOlder_(versions.older, {.semantics = options.semantics, .budget = &judging_}),
      ofNewer_(versions.newer, {.semantics = options.semantics, .budget = &judging_}) {}

model::Instance Witnesses::ofVersion(const model::Instance& instance, bool old) const {
  return old ? frame_.asOlder(instance) : frame_.asNewer(instance);
}

bool Witnesses::isAccepted(const model::Instance& instance, bool old) {
  evaluator::Evaluator& evaluator = old ? ofOlder_ : ofNewer_;
  return evaluator::judge(evaluator, ofVersion(instance, old), {.constraints = evaluator::constraintsOf(evaluator.model())})
      .holds();
}

void Witnesses::add(Change& change, const comparison::DistinguishingInstance& found, Witness::AcceptedBy by,
                    const comparison::Formulas& formulas, const Subject& subject, comparison::Relations& relations) {
  // If a function changed, the witness shows different values of the function, not an instance that only one version accepts. So
  // the witness is always an instance of the newer version.
  const bool older = by == Witness::AcceptedBy::older && change.kind != Change::Kind::function;
  if (!isAccepted(found.instance, older)) {
    change.notes.push_back(
        fmt::format("aunit found no instance of the {} version that shows this difference", older ? "old" : "new"));
    return;
  }
  Witness witness;
  witness.by = by;
  witness.state = found.state;
  witness.fewest = found.fewest;
  for (const evaluator::Binding& binding : found.arguments)
    witness.arguments.push_back(fmt::format("{} = {}", frame_.extension().model().variable(binding.variable).name,
                                            tuplesText(binding.value, *found.instance.universe)));
  witness.instance = asDeclared(ofVersion(found.instance, older), older);
  const bool isShared = frame_.onlyOlder().empty() && frame_.onlyNewer().empty();
  const auto isOfBoth = [&](const model::Instance& near) {
    return isAccepted(near, older) && (!isShared || isAccepted(near, !older));
  };
  if (change.kind != Change::Kind::function)
    if (auto near = relations.nearest(formulas, found, isOfBoth)) witness.near = asDeclared(ofVersion(*near, older), older);
  witness.test = testOf(change, found, subject);
  change.witnesses.push_back(std::move(witness));
}

model::Instance Witnesses::asDeclared(model::Instance instance, bool older) const {
  const Model& model = older ? versions_.plainOlder : versions_.plainNewer;
  for (model::State& state : instance.states) {
    state.sigs.erase(state.sigs.begin() + static_cast<std::ptrdiff_t>(model.sigs().size()), state.sigs.end());
    state.fields.erase(state.fields.begin() + static_cast<std::ptrdiff_t>(model.fields().size()), state.fields.end());
  }
  return instance;
}

std::string Witnesses::testOf(const Change& change, const comparison::DistinguishingInstance& found, const Subject& subject) {
  if (found.instance.states.size() != 1 || (subject.function == noId && change.kind != Change::Kind::model)) return "";
  if (options_.whole.exhausted()) return "";
  Claim claim;
  claim.instance = asDeclared(frame_.asNewer(found.instance), false);
  if (subject.function != noId) {
    claim.about = Claim::Topic::value;
    claim.function = subject.function;
    for (const model::VarId parameter : versions_.newer.func(subject.function).variables) {
      const auto bound = std::ranges::find(found.arguments, parameter, &evaluator::Binding::variable);
      if (bound == found.arguments.end()) return "";
      claim.arguments.push_back(bound->value);
    }
  }
  try {
    Pool pool(versions_.plainNewer, options_);
    const auto stated = pool.stated(std::move(claim));
    if (!stated || !pool.add(*stated)) return "";
    return testText(versions_.plainNewer, *stated,
                    {.valuation = fmt::format("changed{}", ++tests_),
                     .title = subject.function == noId ? std::string("the facts in this version")
                                                       : fmt::format("{} {} in this version", name(change.kind), change.name),
                     .tags = " @proposed"});
  } catch (const support::Exhausted&) {
    if (options_.limits.stopped()) throw;
    return "";
  }
}

}  // namespace aunit::strength::versions
