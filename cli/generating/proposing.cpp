#include "cli/generating/proposing.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "cli/usage_error.h"
#include "runner/interrupt.h"
#include "support/budget.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

std::optional<std::vector<model::FuncId>> functionsOf(const model::Model& model, const std::vector<std::string>& names) {
  std::vector<model::FuncId> found;
  std::vector<std::string> known;
  for (const model::Func& function : model.funcs())
    if (!model.modules()[function.module].library) known.push_back(function.name);
  for (const std::string& name : names) {
    const std::size_t before = found.size();
    for (model::FuncId id = 0; id < model.funcs().size(); ++id)
      if (model.func(id).name == name && !model.modules()[model.func(id).module].library) found.push_back(id);
    if (found.size() != before) continue;
    return usageError(fmt::format("--pred {}: there is no such predicate or function{}", name, model::orNear(name, known)));
  }
  return found;
}

std::optional<std::set<coverage::Criterion>> criteriaOf(const std::vector<std::string>& names) {
  if (names.empty()) return strength::GenerationOptions().criteria;
  std::set<coverage::Criterion> criteria;
  for (const std::string& name : names) {
    if (name == "all") {
      criteria.insert(coverage::Criterion::model);
      criteria.insert(coverage::furtherCriteria.begin(), coverage::furtherCriteria.end());
      continue;
    }
    const auto criterion = coverage::findCriterion(name);
    if (!criterion)
      return usageError(fmt::format(
          "--criteria {}: there is no such criterion; the criteria are SC RC EC FaC PC AC FC MC OC UC WC BC CC NC, or all",
          name));
    criteria.insert(*criterion);
  }
  return criteria;
}

namespace {

constexpr int mostAtOnce = 20;  // proposals shown at once; a user reads no more in one sitting

/// The purposes with these names; if there are no names, the default purposes.
std::set<strength::Purpose> purposesOf(const std::vector<std::string>& names) {
  if (names.empty()) return strength::GenerationOptions().purposes;
  std::set<strength::Purpose> purposes;
  for (const strength::Purpose purpose : strength::purposes)
    if (std::ranges::find(names, name(purpose)) != names.end()) purposes.insert(purpose);
  return purposes;
}

/// Words for the goals of a purpose: one goal, several goals, a goal that is met, a goal that no test can meet.
struct Words {
  std::string_view one, several, met, impossible;
};
Words wordsFor(strength::Purpose purpose) {
  switch (purpose) {
    case strength::Purpose::mutants: return {"mutant", "mutants", "killed", "equivalent in scope"};
    case strength::Purpose::coverage: return {"requirement", "requirements", "met", "infeasible"};
    case strength::Purpose::pairs: return {"conjunct", "conjuncts", "shown by a near miss", "cannot be the only false conjunct"};
    case strength::Purpose::boundary: return {"boundary", "boundaries", "reached", "out of reach"};
  }
  return {};
}

}  // namespace

strength::GenerationOptions generationOptions(const GenerateArguments& arguments, const std::vector<model::FuncId>& functions,
                                              const std::set<coverage::Criterion>& criteria) {
  strength::GenerationOptions how;
  how.purposes = purposesOf(arguments.purposes);
  how.functions = functions;
  how.criteria = criteria;
  how.strength = static_cast<std::size_t>(arguments.strength);
  if (arguments.ask || !arguments.limit)
    how.atOnce = static_cast<std::size_t>(arguments.limit.value_or(mostAtOnce));
  else
    how.limit = static_cast<std::size_t>(*arguments.limit);
  how.scope = arguments.scope.value_or(-1);
  how.semantics = arguments.language.semantics;
  how.limits = limitsOf(arguments.timeout, 0);
  how.whole = support::Budget({.seconds = arguments.time});
  how.resume = [] { runner::interruptRequested = false; };
  return how;
}

std::string timeUp(double seconds) {
  return fmt::format("the time limit of {} s (--time) was reached before all goals were examined", seconds);
}

std::string summary(const strength::GeneratedTests& generated, bool all) {
  std::string text = support::plural(generated.proposals.size(), "test") + " proposed";
  if (generated.later != 0)
    text += fmt::format(", the first of {} (--limit 0: all)", generated.proposals.size() + generated.later);
  text += "\n";
  for (const auto& [purpose, achieved] : generated.achieved) {
    const Words words = wordsFor(purpose);
    text += fmt::format("  {} of {} {} {} {} without the proposed tests, {} with them", achieved.before, achieved.goals,
                        achieved.goals == 1 ? words.one : words.several, achieved.before == 1 ? "is" : "are", words.met,
                        achieved.after);
    if (achieved.impossible != 0) text += fmt::format("; {} {}", achieved.impossible, words.impossible);
    if (achieved.unknown != 0) text += fmt::format("; {} not decided", achieved.unknown);
    text += "\n";
  }
  for (const std::string& test : generated.leftOut)
    text += fmt::format("  test not used on mutants: {}\n", support::oneLine(test));
  const std::size_t impossible = generated.impossible.size();
  for (std::size_t i = 0; i < impossible && (all || i == 0); ++i) {
    text += fmt::format("  no test can meet the goal \"{}\"", support::oneLine(generated.impossible[i]));
    text += !all && impossible > 1 ? fmt::format(" (--html shows {} more)\n", impossible - 1) : "\n";
  }
  return text;
}

}  // namespace aunit::cli
