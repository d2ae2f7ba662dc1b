#include "solver/entailment/model_questions.h"

#include <span>
#include <utility>

#include "support/budget.h"

namespace aunit::solver {

model::Extension& ModelQuestions::extension() {
  if (!extension_) extension_.emplace(model_);
  return *extension_;
}

void ModelQuestions::forgetTranslations() {
  withFacts_.clear();
  withoutFacts_.clear();
  entailments_.clear();
  extension_.reset();
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
               [&] { return std::make_unique<Background>(extension().model(), problem, facts, options, &bounds_); });
}

Entailment& ModelQuestions::entailment(const Problem& problem, const Options& options) {
  return entry(entailments_, problem, options,
               [&] { return std::make_unique<Entailment>(extension(), std::span(&problem, 1), options, support::Budget()); });
}

}  // namespace aunit::solver
