#include "strength/claims/claim.h"

#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluator/judge.h"
#include "model/test.h"
#include "suite/reasons/violated_constraint.h"
#include "suite/text/value_text.h"
#include "suite/valuation/atom_names.h"
#include "suite/valuation/valuation_text.h"

namespace aunit::strength {

using namespace model;

namespace {

/// Returns the tuples as an expression: "N0->N1 + N1->N2", "none".
std::string expressionText(const TupleSet& set, const Universe& universe) {
  if (!set.empty()) return fmt::format("{}", fmt::join(suite::tupleTexts(set, universe), " + "));
  return fmt::format("{}", fmt::join(std::vector<std::string>(set.arity(), "none"), "->"));
}

}  // namespace

model::Instance named(const Model& model, const Claim& claim) {
  model::Instance instance = claim.instance;
  if (!claim.isNamed) suite::namePleasantly(model, instance);
  return instance;
}

std::string callText(const Model& model, const Claim& claim, const Universe& universe) {
  std::vector<std::string> arguments;
  for (const TupleSet& argument : claim.arguments) arguments.push_back(expressionText(argument, universe));
  const std::string& name = model.func(claim.function).name;
  return arguments.empty() ? name : fmt::format("{}[{}]", name, fmt::join(arguments, ", "));
}

std::string formulaText(const Model& model, const Claim& claim, const Universe& universe) {
  if (claim.about == Claim::Topic::facts) return "";
  if (claim.assertion != model::noId) return model.assertions()[claim.assertion].name;
  const std::string call = callText(model, claim, universe);
  if (claim.about == Claim::Topic::solution) return call;
  if (const bool* truth = std::get_if<bool>(&claim.value)) return *truth != claim.denied ? call : "not " + call;
  const auto* set = std::get_if<TupleSet>(&claim.value);
  return fmt::format("{} {} {}", call, claim.denied ? "!=" : "=",
                     set ? expressionText(*set, universe) : suite::text(claim.value, universe));
}

namespace {

/// Whether the declarations alone exclude this valuation, so that `violates` would be trivial.
bool isImpossible(const Model& model, const Claim& claim) {
  evaluator::Evaluator evaluator(model, {.semantics = claim.semantics});
  const auto verdict = evaluator::judge(evaluator, claim.instance, {.constraints = evaluator::constraintsOf(model)});
  model::Test test;
  test.kind = TestKind::violates;
  return verdict.broken && suite::isImpossible(model, test, *verdict.broken);
}

/// Returns the statement that a test has after the name of its valuation.
std::string question(const Model& model, const Claim& claim, const Universe& universe) {
  const std::string formula = formulaText(model, claim, universe);
  if (claim.about == Claim::Topic::value) return "gives " + formula;
  const bool holds = std::get<bool>(claim.value) != claim.denied;
  if (formula.empty()) return holds ? "valid" : "invalid";
  if (!holds && !claim.denied && isImpossible(model, claim)) return "invalid";
  return fmt::format("{} {}{}", holds ? "satisfies" : "violates", claim.assertion != model::noId ? "check " : "", formula);
}

}  // namespace

std::string testText(const Model& model, const Claim& claim, const TestNames& names, std::span<const model::SigId> said) {
  const model::Instance instance = named(model, claim);
  const std::string name = suite::valuationName(names.valuation);
  std::string title;
  for (const char c : names.title) title += c == '"' ? "'" : c == '\\' ? "\\\\" : std::string(1, c);
  const std::string valuation =
      claim.change ? fmt::format("val {} extends {} {{ {} }}\n", name, claim.change->valuation, claim.change->text)
                   : suite::valuationText(model, instance, names.valuation, said);
  return fmt::format("{}test \"{}\"{} {{ {} {} }}\n", valuation, title, names.tags, name,
                     question(model, claim, *instance.universe));
}

}  // namespace aunit::strength
