#include "suite/solving.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/remarks/remarks.h"
#include "solver/vacuity/vacuity.h"
#include "suite/command_warnings.h"
#include "suite/reasons/violated_constraint.h"
#include "suite/text/place.h"
#include "suite/text/rests_on.h"
#include "suite/trouble.h"
#include "suite/valuation/valuation.h"
#include "support/budget.h"

namespace aunit::suite {

using namespace model;

namespace {

constexpr int usualSize = 3;  // scope of a signature if neither the test nor its valuation gives a scope

void leaveRoom(model::Scope& scope, std::size_t atoms, std::span<const std::pair<model::SigId, int>> exact) {
  if (scope.overall >= 0 || !scope.sigs.empty()) return;
  if (scope.maxSequence < 0) scope.maxSequence = integerScope(scope).maxSequence;
  scope.overall = std::max(usualSize, static_cast<int>(atoms));
  for (const auto& [sig, size] : exact) {
    model::SigScope& entry = scope.sigs.emplace_back();
    entry.sig = sig;
    entry.exact = true;
    entry.start = entry.end = size;
  }
}

void leaveRoom(model::Scope& scope, const Model& model, const PredicateValuation& valuation) {
  std::vector<std::pair<model::SigId, int>> sizes;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    if (!model.sig(id).isExact || model.sig(id).multiplicity == model::Multiplicity::one) continue;
    const bool settled = valuation.settled.contains(id);
    sizes.emplace_back(id, settled ? static_cast<int>(valuation.instance.states.front().sigs[id].size()) : usualSize);
  }
  leaveRoom(scope, valuation.atoms, sizes);
}

solver::Result refutation(const parser::Loaded& loaded, const TestCase& test, solver::Options options) {
  options.core = true;
  return firstAnswer(*loaded.model, problemOf(loaded, test), options);
}

void addConflict(const parser::Loaded& loaded, const std::vector<model::Span>& core, TestResult& result) {
  for (const model::Span span : core)
    if (span.known()) result.conflict.push_back(placeOf(loaded.sources, span));
}

}  // namespace

solver::Problem problemOf(const parser::Loaded& loaded, const TestCase& test) {
  const Model& model = *loaded.model;
  const bool command = test.test.command != noId;
  solver::Problem problem = command ? solver::problemOf(model, test.test.command) : solver::Problem();
  if (const auto& completion = test.test.completion) {
    problem.formula = completion->some;
    problem.facts = test.kind != TestKind::gives;
    problem.expect = -1;
    if (!command) {
      problem.temporal = model.hasMutable();
      const model::Integers& stated = loaded.tests.valuations[test.test.valuation].integers;
      problem.scope.bitwidth = stated.bitwidth;
      problem.scope.maxSequence = stated.maxSequence;
    }
    leaveRoom(problem.scope, completion->atoms.size() + completion->declared, completion->sizes);
  } else if (test.predicate && test.predicate->instance.universe) {
    leaveRoom(problem.scope, model, *test.predicate);
  }
  return problem;
}

solver::Result firstAnswer(const Model& model, solver::Problem problem, const solver::Options& options) {
  return solver::Search(model, std::move(problem), options).next();
}

bool isAnswer(const solver::Result& result) {
  return result.verdict == solver::Verdict::satisfiable || result.verdict == solver::Verdict::unsatisfiable;
}

void showConflict(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result) {
  addConflict(loaded, refutation(loaded, test, std::move(options)).core, result);
}

void addRemarks(const parser::Loaded& loaded, const TestCase& test, solver::Verdict answer, bool restsOn,
                const solver::Options& options, TestResult& result) {
  const solver::Problem problem = problemOf(loaded, test);
  const auto wanted = restsOn ? solver::RelianceWanted::all : solver::RelianceWanted::none;
  solver::ModelQuestions questions(*loaded.model);
  const solver::Remarks remarks = solver::remarksOn(questions, problem, answer, wanted, options, support::Budget(options.limits));
  if (remarks.bitsForInstance) result.warning = widerText(problem, *remarks.bitsForInstance);
  result.restsOn = suite::restsOn(loaded, remarks.reliance, test.test.command);
  const auto& vacuity = remarks.vacuity;
  if (!vacuity) return;
  VacuousAnswer& said = result.vacuous.emplace();
  said.why = solver::name(vacuity->why);
  said.text = solver::vacuityText(loaded.sources, *vacuity);
  said.place = placeOf(loaded.sources, vacuity->guard);
  for (const model::Span span : vacuity->core) said.core.push_back(placeOf(loaded.sources, span));
  std::vector<std::string> places;
  for (const Place& place : said.core) places.push_back(place.describe());
  if (said.place.known()) places.push_back(said.place.describe());
  result.warning = fmt::format("passed, but vacuously: {}{}{}{}", said.text, places.empty() ? "" : " (", fmt::join(places, ", "),
                               places.empty() ? "" : ")");
}

void checkReason(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result) {
  const solver::Result again = refutation(loaded, test, std::move(options));
  if (again.verdict != solver::Verdict::unsatisfiable)
    return fail(result, troubleAt(test.test.span, again.message, loaded.sources));
  const std::string named = nameOf(*loaded.model, *test.test.because);
  if (isAmong(*loaded.model, *test.test.because, again.core)) {
    result.decidedBy = named;
    return;
  }
  result.outcome = Outcome::failed;
  result.message = fmt::format("there is no instance, but {} is not in the unsat core", named);
  addConflict(loaded, again.core, result);
}

}  // namespace aunit::suite
