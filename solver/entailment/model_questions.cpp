#include "solver/entailment/model_questions.h"

#include <algorithm>
#include <span>
#include <utility>

#include "model/formulas/conjuncts.h"
#include "support/budget.h"

namespace aunit::solver {

namespace {

// answer() and noInstance() end without an answer after this many checks of their budget. A translation checks the budget after
// about 65,536 steps, and each question to a solver checks it, too.
constexpr int mostChecks = 40;
// Let S be the number of a background's earlier problems with an instance, and N the number of those without one. noInstance()
// asks only if S is at most this many times N, because asking saves a translation only if there is no instance.
constexpr unsigned mostWithInstances = 2;
// The facts are mostly data if they have more conjuncts than this, or if the model has more signatures of one atom than this.
constexpr std::size_t fewParts = 40;
// At most this many commands are compared with a problem, to find two that have its background.
constexpr std::size_t mostCompared = 100;

}  // namespace

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
ModelQuestions::Entry<Kept>& ModelQuestions::entry(std::vector<Entry<Kept>>& entries, const Problem& problem,
                                                   const Options& options, Make make) {
  for (Entry<Kept>& entry : entries) {
    const Key& key = entry.key;
    if (key.solver == options.solver && key.symmetry == options.symmetry && key.skolemDepth == options.skolemDepth &&
        key.semantics.noOverflow == options.semantics.noOverflow && haveSameBackground(model_, key.problem, problem))
      return entry;
  }
  entries.push_back({{problem, options.solver, options.symmetry, options.skolemDepth, options.semantics}, make()});
  return entries.back();
}

auto ModelQuestions::backgroundEntry(const Problem& problem, Background::Facts facts, const Options& options)
    -> Entry<Background>& {
  return entry(facts == Background::Facts::kept ? withFacts_ : withoutFacts_, problem, options,
               [&] { return std::make_unique<Background>(extension().model(), problem, facts, options, &bounds_); });
}

Background& ModelQuestions::background(const Problem& problem, Background::Facts facts, const Options& options) {
  return *backgroundEntry(problem, facts, options).kept;
}

Entailment& ModelQuestions::entailment(const Problem& problem, const Options& options) {
  const auto make = [&] { return std::make_unique<Entailment>(extension(), std::span(&problem, 1), options, support::Budget()); };
  return *entry(entailments_, problem, options, make).kept;
}

bool ModelQuestions::isMostlyData() {
  if (!isMostlyData_) {
    std::vector<model::ExprId> formulas;
    for (const model::Fact& fact : model_.facts()) formulas.push_back(fact.body);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints())
      if (isSignatureFact(model_, constraint)) formulas.push_back(constraint.formula);
    const auto isOne = [](const model::Sig& sig) { return sig.multiplicity == model::Multiplicity::one && !sig.isMeta; };
    isMostlyData_ = model::conjunctsOf(model_, formulas).size() > fewParts ||
                    static_cast<std::size_t>(std::ranges::count_if(model_.sigs(), isOne)) > fewParts;
  }
  return *isMostlyData_;
}

namespace {

/// Whether a session of the background gives the answer that a session of the problem would give.
bool isShareable(const Problem& problem, const Options& options) {
  return !problem.temporal && problem.formula != model::noId && !options.core && !options.refute && !options.soft &&
         options.division.parts == 1 && options.division.depth == 0 &&
         std::ranges::none_of(problem.scope.sigs, [](const model::SigScope& sig) { return sig.start != sig.end; });
}

}  // namespace

bool ModelQuestions::isBackgroundOfSeveral(const Problem& problem) const {
  const auto end = static_cast<model::CommandId>(std::min(model_.commands().size(), mostCompared));
  unsigned commands = 0;
  for (model::CommandId id = 0; id < end && commands < 2; ++id)
    if (haveSameBackground(model_, problemOf(model_, id), problem)) ++commands;
  return commands > 1;
}

std::optional<Result> ModelQuestions::noInstance(const Problem& problem, const Options& options, const support::Budget& budget) {
  if (!isMostlyData() || !isShareable(problem, options)) return std::nullopt;
  Entry<Background>& entry = backgroundEntry(problem, Background::Facts::kept, options);
  if (entry.none == 0 || entry.some > mostWithInstances * entry.none) return std::nullopt;
  std::optional<Result> result = found(entry, problem, budget);
  if (result && result->verdict == Verdict::satisfiable) return std::nullopt;
  return result;
}

std::optional<Result> ModelQuestions::answer(const Problem& problem, const Options& options, const support::Budget& budget) {
  if (!isMostlyData() || !isShareable(problem, options)) return std::nullopt;
  if (!isBackgroundOfSeveral(problem)) return std::nullopt;
  return found(backgroundEntry(problem, Background::Facts::kept, options), problem, budget);
}

std::optional<Result> ModelQuestions::found(Entry<Background>& entry, const Problem& problem, const support::Budget& budget) {
  if (entry.slow > entry.quick) return std::nullopt;
  std::vector<model::ExprId> goals = problem.also;
  goals.push_back(problem.formula);
  Result result = entry.kept->find(goals, budget.endingAt(mostChecks));
  const bool isSlow = result.verdict == Verdict::unknown;
  ++(isSlow ? entry.slow : entry.quick);
  if (isSlow || result.wrapped) return std::nullopt;
  return result;
}

void ModelQuestions::note(const Problem& problem, const Options& options, Verdict verdict) {
  if (!isMostlyData() || !isShareable(problem, options)) return;
  Entry<Background>& entry = backgroundEntry(problem, Background::Facts::kept, options);
  ++(verdict == Verdict::unsatisfiable ? entry.none : entry.some);
}

}  // namespace aunit::solver
