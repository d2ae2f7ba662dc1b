#include "strength/mutation/changed_model.h"

#include <algorithm>

#include "strength/mutation/apply.h"
#include "suite/reasons/violated_constraint.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

namespace {

std::optional<bool> certainly(const Trial& c, bool verdict) {
  return c.certain ? std::optional(verdict) : std::nullopt;
}

}  // namespace

ChangedModel::ChangedModel(Model& model, evaluator::Evaluator& evaluator, model::Semantics semantics)
    : model_(model),
      evaluator_(evaluator),
      semantics_(semantics),
      implicitCount_(model_.implicitConstraints().size()),
      overlay_(model_) {
  for (const model::Sig& sig : model_.sigs()) multiplicities_.push_back(sig.multiplicity);
  for (std::size_t i = 0; i < implicitCount_; ++i) roots_[model_.implicitConstraints()[i].formula].push_back(i);
  for (std::size_t i = 0; i < model_.facts().size(); ++i) roots_[model_.facts()[i].body].push_back(implicitCount_ + i);
}

bool ChangedModel::lay(const std::function<bool(model::Overlay&)>& make) {
  change_.clear();
  if (!make(overlay_)) {
    overlay_.rollback();
    return false;
  }
  laid();
  return true;
}

bool ChangedModel::lay(std::span<const Mutant> change) {
  const bool laid = lay([&](model::Overlay& overlay) {
    return std::ranges::all_of(change, [&](const Mutant& mutant) {
      if (mutant.edit == Edit::sigMultiplicity) constrained_ = mutant.sig;
      return apply(mutant, overlay);
    });
  });
  if (laid) change_.assign(change.begin(), change.end());
  return laid;
}

std::optional<bool> ChangedModel::holds(const Trial& c) {
  if (!c.instance) return std::nullopt;
  if (std::ranges::any_of(change_, [&](const Mutant& mutant) { return isReadOtherwise(c, mutant); })) return std::nullopt;
  return judged(c);
}

void ChangedModel::endEvaluation() {
  if (std::exchange(laid_, false)) evaluator_.rollback();
}

void ChangedModel::restore() {
  endEvaluation();
  overlay_.rollback();
}

void ChangedModel::laid() {
  laid_ = true;
  changed_.clear();
  const auto add = [&](std::size_t i) {
    const bool isImplicit = i < implicitCount_;
    const ExprId was = isImplicit ? model_.implicitConstraints()[i].formula : model_.facts()[i - implicitCount_].body;
    const ExprId now = isImplicit ? overlay_.nowImplicit(static_cast<std::uint32_t>(i)) : overlay_.now(was);
    if (now != was) changed_.emplace_back(i, now);
  };
  if (overlay_.changesMultiplicities()) {
    for (std::size_t i = 0; i < implicitCount_ + model_.facts().size(); ++i) add(i);
  } else {
    std::vector<std::size_t> reached;
    for (const ExprId root : overlay_.reached())
      if (const auto which = roots_.find(root); which != roots_.end())
        reached.insert(reached.end(), which->second.begin(), which->second.end());
    std::ranges::sort(reached);
    for (const std::size_t i : reached) add(i);
  }
  evaluator_.setMark();
}

/// Whether the text of the test may mean another valuation on the mutant than on the unchanged model.
bool ChangedModel::isReadOtherwise(const Trial& c, const Mutant& mutant) const {
  if (mutant.edit == Edit::sigMultiplicity) {
    const model::Multiplicity was = multiplicities_[mutant.sig];
    const bool one = was == model::Multiplicity::one || mutant.multiplicity == model::Multiplicity::one;
    return (one && !c.said.contains(mutant.sig)) || !c.possible;
  }
  return std::ranges::any_of(c.lookedInto, [&](FuncId f) { return overlay_.changesFunction(f); });
}

/// Whether the test holds on the changed model; nothing if it must be judged anew from its text (judgeAnew() in judge.cpp).
std::optional<bool> ChangedModel::judged(const Trial& c) {
  if (c.elusive) return std::nullopt;
  if (c.because) return judgedByReason(c);
  if (c.test && c.test->kind == TestKind::violates && touchesDeclarations()) {
    const auto first = firstBroken(c);
    if (!first) return std::nullopt;
    if (*first && suite::isImpossible(model_, *c.test, **first)) return true;
  }
  if (!c.possible) return false;
  std::size_t broken = c.broken;
  std::vector<const Trial::Part*> parts;
  const bool global = !c.global.empty();
  if (global)
    for (const auto& [i, now] : changed_) broken -= !c.global[i];
  for (const Trial::Part& part : c.parts)
    if (part.formula == noId ? overlay_.changesFunction(part.called) : overlay_.changes(part.formula)) {
      broken -= !part.holds;
      parts.push_back(&part);
    }
  if (broken != 0) return certainly(c, false);
  try {
    bind(evaluator_, c);
    if (global) {
      for (const auto& [i, now] : changed_)
        if (now != noId && !evaluator_.holds(now)) return certainly(c, false);
      if (overlay_.added() != noId && !evaluator_.holds(overlay_.added())) return certainly(c, false);
    }
    for (const Trial::Part* part : parts)
      if (!holds(*part)) return certainly(c, false);
    return true;
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  } catch (const support::Exhausted&) {
    return std::nullopt;
  }
}

bool ChangedModel::touchesDeclarations() const {
  return overlay_.added() != noId || std::ranges::any_of(changed_, [&](const auto& each) { return each.first < implicitCount_; });
}

/// Like `judged`, for a test that names the constraint which must be violated. Returns false if this constraint still decides
/// that the valuation is not an instance. The expected value is false, so the test then passes.
std::optional<bool> ChangedModel::judgedByReason(const Trial& c) {
  const auto isTouched = [&](const Trial::Part& part) { return overlay_.changes(part.formula); };
  if (changed_.empty() && overlay_.added() == noId && std::ranges::none_of(c.parts, isTouched)) return false;
  const bool isGlobal =
      c.because->what == model::Named::fact || c.because->what == model::Named::sig || c.because->what == model::Named::field;
  if (!isGlobal || !c.possible) return std::nullopt;
  const auto first = firstBroken(c);
  if (!first) return std::nullopt;
  return !*first || !suite::decides(**first, *c.because);
}

/// Returns the first declaration or fact that the valuation violates; an inner nullopt if it violates none. Returns an outer
/// nullopt if the test must be judged anew from its text.
std::optional<std::optional<evaluator::Broken>> ChangedModel::firstBroken(const Trial& c) {
  using Found = std::optional<evaluator::Broken>;
  const Found added(evaluator::Broken{.part = evaluator::Part::implicit, .index = noId, .sig = constrained_});
  try {
    bind(evaluator_, c);
    const bool addedHolds = overlay_.added() == noId || evaluator_.holds(overlay_.added());
    for (std::uint32_t i = 0; i < c.global.size(); ++i) {
      if (!addedHolds && comesBefore(constrained_, i)) return added;
      const auto now = std::ranges::find(changed_, i, &std::pair<std::size_t, ExprId>::first);
      const bool holds = now == changed_.end() ? c.global[i] : now->second == noId || evaluator_.holds(now->second);
      if (!holds) return Found(brokenGlobal(i));
    }
    return addedHolds ? Found() : added;
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  } catch (const support::Exhausted&) {
    return std::nullopt;
  }
}

/// Whether a model that declares `sig` with the new multiplicity checks this multiplicity before declaration or fact number `i`.
bool ChangedModel::comesBefore(model::SigId sig, std::uint32_t i) const {
  if (i >= implicitCount_) return true;
  const model::ImplicitConstraint& other = model_.implicitConstraints()[i];
  return other.field != noId || other.kind == model::ImplicitKind::appendedFact || other.sig > sig;
}

/// Returns declaration or fact number `i` as the reason of a violation.
evaluator::Broken ChangedModel::brokenGlobal(std::uint32_t i) const {
  if (i >= implicitCount_) return {.part = evaluator::Part::fact, .index = static_cast<std::uint32_t>(i - implicitCount_)};
  const model::ImplicitConstraint& constraint = model_.implicitConstraints()[i];
  return {.part = evaluator::Part::implicit, .index = i, .sig = constraint.sig, .field = constraint.field};
}

bool ChangedModel::holds(const Trial::Part& part) {
  if (part.called == noId) return evaluator_.holds(overlay_.now(part.formula)) != part.refuted;
  const ExprId body = overlay_.now(model_.func(part.called).body);  // may add functions: references to functions become invalid
  const model::Func& function = model_.func(part.called);
  for (std::size_t i = 0; i < part.arguments.size(); ++i) evaluator_.assign(function.variables[i], part.arguments[i]);
  if (part.value) return evaluator_.value(body) == *part.value;
  if (part.negated && semantics_.noOverflow && evaluator_.dependsOnNegation(body))
    return evaluator_.holds(overlay_.now(part.formula));
  return evaluator_.holds(body) != part.negated;
}

bool ChangedModel::reaches(const suite::TestCase& test) const {
  if (!changed_.empty() || overlay_.added() != noId) return true;
  const auto& completion = test.test.completion;
  if (completion) return overlay_.changes(completion->some) || (completion->every && overlay_.changes(completion->fails));
  return overlay_.changes(model_.commands()[test.test.command].formula);
}

}  // namespace aunit::strength
