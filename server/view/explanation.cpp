#include "server/view/explanation.h"

#include <algorithm>
#include <chrono>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluator/judge.h"
#include "reporters/terminal/reason_tree.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "solver/remarks/remarks.h"
#include "solver/session/search.h"
#include "solver/vacuity/vacuity.h"
#include "suite/asking.h"
#include "suite/command_warnings.h"
#include "suite/reasons/broken_constraint.h"
#include "suite/reasons/rules.h"
#include "suite/text/place.h"
#include "suite/text/rests_on.h"
#include "suite/valuation/nearest_valuation.h"
#include "support/plural.h"

namespace aunit::server::view {

namespace {

constexpr double longestCore = 2, longestReason = 1;  // time limits in seconds

Json markOf(const suite::Place& place, std::string_view kind) {
  return {{"path", place.path},       {"line", place.line},           {"column", place.column},
          {"endLine", place.endLine}, {"endColumn", place.endColumn}, {"kind", kind}};
}

void addMark(Json& marks, const suite::Place& place, std::string_view kind) {
  if (place.known()) marks.push_back(markOf(place, kind));
}

/// Adds marks for a reason and all its parts.
void addMarks(Json& marks, const suite::ReasonText& reason, std::string_view kind) {
  if (reason.span.known()) addMark(marks, reason.span, kind);
  for (const suite::ReasonText& part : reason.parts) addMarks(marks, part, kind);
}

std::string plain(std::string_view text) {
  return reporters::withoutControls(text);
}

Json explanation(std::string text, std::string details, int state, Json marks) {
  return {{"text", std::move(text)}, {"details", std::move(details)}, {"state", state}, {"marks", std::move(marks)}};
}

/// A failure's values, one per line.
std::string detailsOf(const suite::Failure& failure) {
  std::string text;
  for (const auto* values : {&failure.witness, &failure.values})
    for (const suite::NamedValue& value : *values) text += fmt::format("{} = {}\n", value.name, value.value);
  return text + reporters::reasonTree(failure.parts, 0, failure.state, reporters::Style(false));
}

Json ofCounterexample(const parser::Loaded& loaded, const model::Instance& instance, model::CommandId command,
                      const evaluator::Options& options) {
  const auto reason = suite::reasonForCounterexample(loaded, instance, command, options);
  if (!reason) return nullptr;
  Json marks = Json::array();
  addMarks(marks, *reason, "broken");
  return explanation(plain(suite::sentence(*reason, loaded.model->commands()[command].label)),
                     reporters::reasonDetails(*reason, 0, reporters::Style(false)), reason->state, std::move(marks));
}

Json ofBroken(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Options& options) {
  evaluator::Evaluator evaluator(*loaded.model, options);
  const evaluator::Verdict verdict = evaluator::judge(evaluator, instance, {evaluator::constraintsOf(*loaded.model)});
  if (!verdict.broken) return nullptr;
  const suite::Failure failure = suite::failureOf(loaded, instance, *verdict.broken, options);
  Json marks = Json::array();
  addMark(marks, failure.place, "broken");
  addMark(marks, failure.offender, "broken");
  return explanation(plain(fmt::format("This is not an instance of the model: {}{}.", failure.constraint,
                                       failure.state < 0 ? "" : fmt::format(" (in state {})", failure.state))),
                     detailsOf(failure), failure.state, std::move(marks));
}

}  // namespace

Json sourceFiles(const parser::Loaded& loaded) {
  Json files = Json::array();
  std::vector<model::FileId> listed;
  for (const model::Module& module : loaded.model->modules()) {
    if (module.library || module.file == model::noFile || std::ranges::find(listed, module.file) != listed.end()) continue;
    listed.push_back(module.file);
    const model::SourceFile& file = loaded.sources.file(module.file);
    files.push_back({{"path", file.path()}, {"text", file.text()}});
  }
  return files;
}

Json explanation(const parser::Loaded& loaded, const model::Instance& instance, std::optional<model::CommandId> command,
                 model::Semantics semantics, const support::Budget& budget) {
  const support::Budget within = budget.within({.seconds = longestReason});
  const evaluator::Options options{.semantics = semantics, .budget = &within};
  try {
    return command ? ofCounterexample(loaded, instance, *command, options) : ofBroken(loaded, instance, options);
  } catch (const evaluator::EvaluationError&) {
  } catch (const support::Exhausted&) {
  }
  return nullptr;
}

Json explanation(const parser::Loaded& loaded, const suite::TupleReason& reason) {
  Json marks = Json::array();
  for (const suite::TupleReason::Part& part : reason.broken) {
    const suite::Place& inner = part.why && part.why->span.known() ? part.why->span : part.place;
    const bool written = std::ranges::any_of(loaded.model->modules(), [&](const model::Module& module) {
      return module.file != model::noFile && loaded.sources.file(module.file).path() == inner.path;
    });
    addMark(marks, written ? inner : part.place, "needs");
  }
  std::string text = reporters::tupleReasonText(reason, reporters::Style(false));
  const std::size_t end = text.find('\n');
  return explanation(plain(text.substr(0, end)), text.substr(end + 1), reason.state, std::move(marks));
}

Json explanation(const suite::NearestValuation& nearest) {
  Json marks = Json::array();
  std::string details;
  int state = -1;
  for (const suite::NearestValuation::Violation& broken : nearest.broken) {
    addMark(marks, broken.span, "broken");
    details += suite::brokenText(broken) + "\n";
    if (state < 0) state = broken.state;
  }
  const std::string number = support::plural(nearest.broken.size(), "constraint");
  return explanation(fmt::format("There is no instance. The nearest valuation violates {}{}", number,
                                 nearest.proved ? "; no valuation violates fewer." : "; another valuation may violate fewer."),
                     plain(details), state, std::move(marks));
}

Json explanation(const parser::Loaded& loaded, const solver::AllScopes& answer, const std::string& words) {
  Json marks = Json::array();
  for (const model::Span span : answer.needs) addMark(marks, suite::placeOf(loaded.sources, span), "needs");
  if (answer.place.known()) addMark(marks, suite::placeOf(loaded.sources, answer.place), "needs");
  return {{"none", plain(words)},
          {"verdict", solver::name(answer.verdict)},
          {"details", plain(fmt::format("{}", fmt::join(answer.invariant, "\n")))},
          {"marks", std::move(marks)}};
}

Json explanation(const parser::Loaded&, const suite::ReasonText& reason, int state) {
  Json marks = Json::array();
  addMarks(marks, reason, reason.actual ? "needs" : "broken");
  std::string text = reporters::reasonTree({reason}, 0, state, reporters::Style(false));
  return explanation(std::move(text), "", reason.state, std::move(marks));
}

Json explanationOfNone(const parser::Loaded& loaded, model::CommandId command, std::string message, solver::Options options,
                       const std::atomic<bool>& stop) {
  const model::Model& model = *loaded.model;
  const solver::Problem problem = solver::problemOf(model, command);
  const support::Budget budget = support::Budget({.seconds = longestCore, .bytes = options.limits.bytes, .stop = &stop});
  Json marks = Json::array();
  suite::Rules rules(model, problem);
  std::string said;
  const auto addCore = [&](std::span<const model::Span> core) {
    for (const model::Span span : core) {
      addMark(marks, suite::placeOf(loaded.sources, span), "core");
      if (const std::string rule = rules.behind(span); !rule.empty()) said += fmt::format(" Rule: {}.", rule);
    }
  };
  const auto add = [&](const std::string& remark) {
    if (message.ends_with('.')) message.pop_back();
    message += remark + ".";
  };
  solver::ModelQuestions questions(model);
  const solver::Remarks remarks =
      solver::remarksOn(questions, problem, solver::Verdict::unsatisfiable, solver::RelianceWanted::all, options, budget);
  if (const auto& vacuity = remarks.vacuity) {
    add(", but vacuous: " + solver::vacuityText(loaded.sources, *vacuity));
    addCore(vacuity->core);
    if (vacuity->guard.known()) addCore({&vacuity->guard, 1});
  }
  if (remarks.bitsForInstance) add("; " + suite::widerText(problem, *remarks.bitsForInstance));
  if (const auto on = suite::restsOn(loaded, remarks.reliance, command)) add("; " + on->text);
  if (marks.empty() && problem.scope.maxSteps != model::unboundedSteps) {
    options.core = true;
    options.enumerate = false;
    addCore(solver::Search(model, problem, options).next(budget).core);
  }
  return {{"none", plain(message + said)}, {"marks", std::move(marks)}};
}

}  // namespace aunit::server::view
