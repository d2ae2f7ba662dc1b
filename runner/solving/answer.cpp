#include "runner/solving/answer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/one_line.h"
#include "runner/interrupt.h"
#include "runner/solving/preference_option.h"
#include "runner/solving/scope_option.h"
#include "solver/session/answer_text.h"
#include "suite/asking.h"
#include "suite/reasons/rules.h"
#include "suite/text/beyond_scope.h"
#include "suite/text/place.h"
#include "suite/text/rests_on.h"
#include "support/budget.h"
#include "support/visible.h"

namespace aunit::runner {

using solver::Verdict;

namespace {

constexpr double longestReason = 1;  // seconds

CommandRow::Part partAt(const model::SourceMap& sources, model::Span span) {
  return {sources.describe(span), model::onOneLine(sources.text(span))};
}

/// The parts of a contradiction, for the report.
std::vector<CommandRow::Part> partsAt(const parser::Loaded& loaded, const solver::Problem& problem,
                                      const std::vector<model::Span>& spans) {
  std::vector<CommandRow::Part> parts;
  suite::Rules rules(*loaded.model, problem);
  for (const model::Span& span : spans) {
    parts.push_back(partAt(loaded.sources, span));
    parts.back().rule = rules.behind(span);
  }
  return parts;
}

/// If there is a proof that no instance exists, adds the sizes of the proof (its number of clauses, for example). Also adds which
/// of the command's cubes the answer is about.
void addProof(const solver::Result& result, const solver::Division& division, CommandRow& row) {
  if (const auto& proof = result.proof) row.proof = {proof->method, proof->frames, proof->latches, proof->clauses, {}, {}};
  for (const auto& [proof, ofRow] :
       {std::pair(&result.refutation, &row.refutation), std::pair(&result.boundsRefutation, &row.boundsRefutation)})
    if (*proof) *ofRow = {(*proof)->variables, (*proof)->clauses, (*proof)->lemmas, (*proof)->seconds, {}, {}};
  if (division.depth == 0) return;
  row.cubes = CommandRow::Cubes{.depth = division.depth};
  if (division.parts == 1 || result.verdict != Verdict::unsatisfiable || result.proof) return;
  row.verdict = solver::name(Verdict::unknown);
  row.cubes->part = division.part + 1;
  row.cubes->parts = division.parts;
}

void addWarnings(const model::SourceMap& sources, const std::vector<model::Diagnostic>& warnings, bool ofModel, CommandRow& row) {
  for (const model::Diagnostic& warning : warnings)
    row.warnings.push_back({warning.code, warning.message, fmt::format("{}", fmt::join(warning.hints, " ")),
                            suite::placeOf(sources, warning.span, 1), ofModel});
}

}  // namespace

solver::Problem CommandQuestion::problem() const {
  solver::Problem problem = solver::problemOf(model(), id);
  std::string error;
  ScopeOption::parse(request.scopes, error)->complete(model(), problem.scope, error);  // cannot fail, because readFile() tried it
  return problem;
}

solver::Options CommandQuestion::options() const {
  solver::Options options = request.search;
  std::string error;
  if (showsInstances()) options.preference = *preferenceOf(request, model(), error);  // cannot fail, because readFile() tried it
  return options;
}

CommandRow rowOf(const CommandQuestion& question, const CommandAnswer& answer) {
  const solver::Result& result = answer.result;
  const solver::Options& options = question.request.search;
  const parser::Loaded& loaded = *question.source.loaded;
  const model::Command& command = question.command();
  CommandRow row = answer.row;
  row.file = question.file;
  row.command = question.id;
  row.path = question.source.path;
  row.index = question.index;
  row.label = command.label;
  row.text = command.text;
  row.check = command.check;
  row.verdict = solver::name(result.verdict);
  row.answer = solver::answerText(question.model(), answer.problem, result);
  row.error = result.message;
  row.expect = command.expect;
  row.parseMs = question.source.parseMs;
  row.statistics = result.statistics;
  row.solver = options.solver;
  row.symmetry = options.symmetry;
  row.skolemDepth = options.skolemDepth;
  row.noOverflow = options.semantics.noOverflow;
  if (!loaded.dialects.empty() && loaded.dialects.front() != "Alloy 6") row.dialect = loaded.dialects.front();
  row.val = command.givenName;
  row.several = question.request.most() != 1;
  if (!row.sizes.empty()) row.reached = solver::reachedText(answer.preference, row.sizes.front());
  for (const model::SigScope& grown : result.grown) row.scope.emplace_back(question.model().sig(grown.sig).label, grown.start);
  row.bound = row.bound.value_or(0);
  // A proof covers traces of any length, even if the command limits the number of states.
  if (result.proof) row.bound = model::unboundedSteps;
  if (!command.temporal) row.bound.reset();
  addProof(result, options.division, row);
  if (options.core && result.verdict == Verdict::unsatisfiable) {
    row.core = partsAt(loaded, answer.problem, result.core);
    row.coreIsMinimal = result.coreIsMinimal;
  }
  if (const auto& vacuity = answer.vacuity) {
    row.vacuous = CommandRow::VacuityDetails{.why = solver::name(vacuity->why),
                                             .text = solver::vacuityText(loaded.sources, *vacuity),
                                             .place = vacuity->guard.known() ? loaded.sources.describe(vacuity->guard) : "",
                                             .core = partsAt(loaded, answer.problem, vacuity->core)};
    row.answer += row.remarkOnVacuity();
  }
  row.restsOn = suite::restsOn(loaded, answer.reliance, question.id);
  if (answer.kept) row.kept = answer.kept->why;
  if (!answer.unaffectedSince.empty()) {
    row.verdict = "UNAFFECTED";
    row.answer = fmt::format("not affected since {}", answer.unaffectedSince);
  }
  if (answer.allScopes) row.allScopes = suite::beyondScope(loaded, *answer.allScopes, command.check);
  addWarnings(loaded.sources, answer.warnings, false, row);
  addWarnings(loaded.sources, answer.warningsUsed, true, row);
  if (result.verdict == Verdict::error) row.place = partAt(loaded.sources, result.span.known() ? result.span : command.span);
  if (question.request.reasons && !answer.instances.empty()) row.why = reasonFor(question, answer.instances.front());
  return row;
}

std::optional<suite::ReasonText> reasonFor(const CommandQuestion& question, const model::Instance& instance) {
  const support::Budget budget({.seconds = longestReason, .stop = &interruptRequested});
  try {
    return suite::reasonForCounterexample(*question.source.loaded, instance, question.id,
                                          {.semantics = question.request.search.semantics, .budget = &budget});
  } catch (const support::Exhausted&) {
    return std::nullopt;
  }
}

}  // namespace aunit::runner
