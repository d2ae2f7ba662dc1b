#include "solver/session/disagreement.h"

#include <atomic>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "evaluator/overflow.h"
#include "model/instances/instance_json.h"
#include "support/files.h"
#include "support/system/this_program.h"

namespace aunit::solver {

namespace {

// When an instance is checked, quantifiers over sets with more sub-relations than this are skipped.
constexpr std::uint64_t verifiedSubsets = 1u << 10;
// The evaluator checks its budget at regular intervals. After this many checks, it stops evaluating a constraint: this is after
// some ten million values of quantified variables, which take at most one second.
constexpr int questionsOfOneCheck = 10'000'000 / evaluator::bindingsBetweenQuestions;

}  // namespace

std::optional<std::string> InstanceCheck::disagreement(const model::Instance& instance, Result& result,
                                                       const support::Budget& budget, bool late) const {
  using evaluator::Part;
  support::Budget ofOneConstraint;
  evaluator::Evaluator evaluator(model_,
                                 {.semantics = semantics_, .higherOrderLimit = verifiedSubsets, .budget = &ofOneConstraint});
  for (const auto& [variable, value] : result.witnesses) evaluator.prefer(variable, value);
  std::vector<evaluator::Constraint> constraints = {{.part = Part::states}};
  constraints.reserve(1 + model_.sigs().size() + grounding_.conjuncts.size() + goals_.size());
  append(constraints, grounding_.bounds->sizes());
  for (const auto* conjuncts : {&std::as_const(grounding_.conjuncts), &goals_}) {
    for (const Conjunct& c : *conjuncts) constraints.push_back({.part = Part::formula, .formula = c.formula});
  }
  evaluator.bind(instance);
  for (const evaluator::Constraint& constraint : constraints) {
    ofOneConstraint = budget.endingAt(questionsOfOneCheck);
    try {
      if (const auto broken = evaluator::judgeBound(evaluator, {&constraint, 1}).broken)
        return fmt::format("internal error: solver and evaluator disagree: {} (bytes {} to {} of its file)", broken->message,
                           broken->span.begin, broken->span.end);
    } catch (const support::Exhausted&) {
      if (!late) budget.check();  // throws if `budget` itself has ended; otherwise only this constraint took too long
      if (late && budget.exhausted()) break;
    }
  }
  if (evaluator.wrapped())
    result.wrapped = evaluator::overflowBehind(model_, instance, {.constraints = std::move(constraints)}, true,
                                               budget.endingAt(questionsOfOneCheck), result.witnesses);
  return std::nullopt;
}

std::string saveForReport(const model::Model& model, const model::Instance& instance) {
  static std::atomic<unsigned> saved{0};
  std::error_code failed;
  std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  if (failed) folder = ".";
  const std::string path =
      (folder / fmt::format("aunit-disagreement-{}-{}.json", support::processNumber(), ++saved)).generic_string();
  std::string error;
  if (!support::writeFile(path, model::writeInstanceJson(model, instance), error))
    return fmt::format("the instance cannot be saved as {}: {}", path, error);
  return fmt::format("please report this error with the model and the instance, which is saved as {}", path);
}

}  // namespace aunit::solver
