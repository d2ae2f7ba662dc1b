#include "tests/solver/allscopes/any_proof.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "solver/allscopes/invariants.h"
#include "solver/allscopes/provers.h"
#include "solver/allscopes/small_model.h"
#include "solver/firstorder/axioms.h"
#include "solver/firstorder/relevance.h"
#include "solver/firstorder/states.h"
#include "solver/firstorder/texts.h"
#include "solver/firstorder/translator.h"
#include "solver/session/search.h"
#include "support/budget.h"
#include "support/system/child_process.h"

namespace aunit::testing_ {

using namespace solver;

namespace {

std::vector<firstorder::Assertion> withAllLemmas(firstorder::Theory& theory) {
  std::vector<firstorder::Assertion> all = theory.assertions;
  for (firstorder::Assertion& a : firstorder::axiomsOf(theory, firstorder::Lemmas::finite)) all.push_back(std::move(a));
  return all;
}

std::vector<firstorder::Assertion> relevantClauses(firstorder::Theory& theory, const std::vector<firstorder::Assertion>& all) {
  std::vector<firstorder::Assertion> few;
  for (const firstorder::Assertion& a : firstorder::relevantOf(theory, all, 1))
    for (const firstorder::FormulaId clause : theory.formulas.clauses(a.formula)) {
      few.push_back(a);
      few.back().formula = clause;
    }
  return few;
}

/// Whether the search at the bound finds no instance.
bool isRefutedAtBound(const model::Model& model, const Problem& problem, const firstorder::Theory& theory, double seconds) {
  const auto bound = problem.temporal ? std::nullopt : smallModelOf(theory);
  const auto scope = bound ? scopeOf(model, *bound, problem.scope) : std::nullopt;
  if (!scope) return false;
  Problem within = problem;
  within.scope = *scope;
  return Search(model, within, {.limits = {.seconds = seconds}, .threads = Threads::one}).next().verdict ==
         Verdict::unsatisfiable;
}

}  // namespace

bool isProved(const model::Model& model, const Problem& problem, double seconds) {
  static const auto provers = installedProvers();
  const support::Budget translating({.seconds = 10 * seconds});
  const auto soon = [&] { return support::Budget({.seconds = seconds}); };
  try {
    firstorder::Theory theory(translating), unchanged(translating);
    firstorder::Translator(model, problem, firstorder::Fields::asFunctions, theory).run();
    firstorder::Translator(model, problem, firstorder::Fields::asRelations, unchanged, firstorder::Question::unchanged).run();
    for (const firstorder::Theory* one : {&theory, &unchanged})
      if (isRefutedAtBound(model, problem, *one, seconds)) return true;
    if (provers.empty()) return false;
    const std::vector<firstorder::Assertion> all = withAllLemmas(theory);
    if (provers.front().ask(theory, all, soon()).contradiction) return true;
    if (provers.back().ask(theory, relevantClauses(theory, all), soon()).contradiction) return true;
    for (std::size_t i = 0; i < unchanged.timelines.size(); ++i) {
      const support::Budget budget = soon();
      firstorder::States states(budget);
      firstorder::makeStates(unchanged, i, states);
      if (InvariantSearch(states, provers, budget).run()) return true;
    }
    return false;
  } catch (const firstorder::Untranslatable&) {
    return false;
  } catch (const support::Exhausted&) {
    return false;
  }
}

void ManyProofs::add(const model::Model& model, const Problem& problem, const std::string& name) {
  const support::Budget translating({.seconds = 1});
  try {
    firstorder::Theory theory(translating);
    firstorder::Translator(model, problem, firstorder::Fields::asFunctions, theory).run();
    texts_.push_back(firstorder::smtLib(theory, withAllLemmas(theory)));
    names_.push_back(name);
  } catch (const firstorder::Untranslatable&) {
  } catch (const support::Exhausted&) {
  }
}

std::optional<std::vector<std::string>> ManyProofs::proved(int milliseconds) const {
  const std::string z3 = support::findProgram("z3");
  if (z3.empty()) return std::nullopt;
  const std::string mark = "of the next";
  std::string input;
  for (const std::string& text : texts_)
    input += fmt::format("(set-option :timeout {})\n{}(echo \"{}\")\n(reset)\n", milliseconds, text, mark);
  const support::Budget longest({.seconds = 10 + 0.01 * milliseconds * static_cast<double>(texts_.size())});
  const support::ChildAnswer answer = support::askChild({z3, "-in", "-smt2"}, input, longest, {.outputBytes = 64u << 20});
  std::vector<std::string> proved;
  std::size_t at = 0;
  for (const std::string& name : names_) {
    const std::size_t end = answer.output.find(mark, at);
    if (end == std::string::npos) return std::nullopt;
    if (readSmtAnswer(answer.output.substr(at, end - at), SIZE_MAX).contradiction) proved.push_back(name);
    at = end + mark.size();
  }
  return proved;
}

}  // namespace aunit::testing_
