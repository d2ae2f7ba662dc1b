#include "solver/entailment/model_questions.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "support/budget.h"

namespace aunit::solver {

namespace {

/// Places in the text do not count.
bool isSameScope(const model::Scope& one, const model::Scope& other) {
  const auto numbers = [](const model::Scope& s) {
    return std::tuple(s.overall, s.bitwidth, s.maxSequence, s.minSteps, s.maxSteps, s.stepsGrow);
  };
  const auto numbersOfSig = [](const model::SigScope& s) {
    return std::tuple(s.sig, s.exact, s.listed, s.start, s.end, s.increment);
  };
  return numbers(one) == numbers(other) && std::ranges::equal(one.sigs, other.sigs, {}, numbersOfSig, numbersOfSig);
}

/// Whether problems differ in their formulas at most. The atoms of String are the literals that formulas mention, so in a model
/// with literals the formulas count.
bool haveSameBackground(const model::Model& model, const Problem& one, const Problem& other) {
  const auto rest = [](const Problem& p) { return std::tuple(p.given, p.temporal, p.facts, p.signatureFacts, p.check); };
  return rest(one) == rest(other) && one.without == other.without && isSameScope(one.scope, other.scope) &&
         (model.strings().empty() || (one.formula == other.formula && one.also == other.also));
}

}  // namespace

model::Extension& ModelQuestions::extension() {
  if (!extension_) extension_.emplace(model_);
  return *extension_;
}

template <class Kept, class Make>
Kept& ModelQuestions::entry(std::vector<Entry<Kept>>& entries, const Problem& problem, const Options& options, Make make) {
  for (const Entry<Kept>& entry : entries) {
    const Key& key = entry.key;
    if (key.solver == options.solver && key.symmetry == options.symmetry && key.skolemDepth == options.skolemDepth &&
        key.semantics.noOverflow == options.semantics.noOverflow && haveSameBackground(model_, key.problem, problem))
      return *entry.kept;
  }
  entries.push_back({{problem, options.solver, options.symmetry, options.skolemDepth, options.semantics}, make()});
  return *entries.back().kept;
}

Background& ModelQuestions::background(const Problem& problem, Background::Facts facts, const Options& options) {
  return entry(facts == Background::Facts::kept ? withFacts_ : withoutFacts_, problem, options,
               [&] { return std::make_unique<Background>(extension().model(), problem, facts, options); });
}

Entailment& ModelQuestions::entailment(const Problem& problem, const Options& options) {
  return entry(entailments_, problem, options,
               [&] { return std::make_unique<Entailment>(extension(), std::span(&problem, 1), options, support::Budget()); });
}

}  // namespace aunit::solver
