#include "server/answers/lenses.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "reporters/terminal/explanation.h"
#include "reporters/terminal/instance_text.h"
#include "runner/files/settings.h"
#include "server/answers/diagnostics.h"
#include "server/answers/names.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/allscopes/words.h"
#include "solver/remarks/remarks.h"
#include "solver/session/answer_text.h"
#include "solver/session/search.h"
#include "solver/vacuity/vacuity.h"
#include "suite/command_warnings.h"
#include "suite/text/rests_on.h"
#include "support/budget.h"
#include "support/plural.h"
#include "support/system/system_files.h"

namespace aunit::server {

namespace {

Json lens(Json range, std::string title, const char* command, Json arguments) {
  return {{"range", std::move(range)},
          {"command", {{"title", std::move(title)}, {"command", command}, {"arguments", std::move(arguments)}}}};
}

/// Numbers the commands of the root module from 0, without the commands that belong to tests. Calls `use` with the number and id
/// of each.
template <class Use>
void forEachCommand(const model::Model& model, Use use) {
  std::size_t number = 0;
  for (model::CommandId id = 0; id < model.commands().size(); ++id) {
    const model::Command& command = model.commands()[id];
    if (command.module == 0 && !command.ofTest) use(number++, id);
  }
}

/// The warning that a command's answer is vacuous, at the command.
Json warningOf(const Analysis& analysis, const model::Command& command, const std::string& text,
               const std::vector<model::Span>& core, Encoding encoding) {
  model::Diagnostic diagnostic;
  diagnostic.severity = model::Severity::warning;
  diagnostic.code = "vacuous";
  diagnostic.span = command.span;
  diagnostic.message = fmt::format("the answer for {} is {}", command.label, text);
  for (const model::Span span : core) diagnostic.related.push_back({span, "part of the contradiction"});
  return diagnosticOf(analysis.loaded->sources, diagnostic, encoding);
}

/// Which answers must state what they rest on, according to the aunit.toml for the file.
solver::RelianceWanted wantedIn(const std::string& path) {
  runner::Settings settings;
  std::string ignored;
  if (!support::isAbsolutePath(path) || !runner::findSettings(path, settings, ignored) || !settings.restsOn)
    return solver::RelianceWanted::notable;
  return *settings.restsOn ? solver::RelianceWanted::all : solver::RelianceWanted::none;
}

}  // namespace

Json codeLenses(const Analysis& analysis, const TestResults* tests, const CommandOutcomes& outcomes, Encoding encoding) {
  Json all = Json::array();
  const model::FileId own = analysis.fileOf(analysis.path);
  const model::SourceMap& sources = analysis.loaded->sources;
  const std::string uri = uriOf(analysis.path);
  if (const model::Model* model = analysis.loaded->model.get())
    forEachCommand(*model, [&](std::size_t number, model::CommandId id) {
      const model::Command& command = model->commands()[id];
      if (command.isDefault || command.span.file != own) return;
      const Json range = rangeOf(sources, {own, command.span.begin, command.span.begin}, encoding);
      all.push_back(lens(range, command.check ? "check" : "run", command::run, {uri, number}));
      if (const auto outcome = outcomes.find(command.label); outcome != outcomes.end()) {
        all.push_back(lens(range, shortened(outcome->second.text), command::run, {uri, number}));
        if (outcome->second.isOpen) all.push_back(lens(range, "for all scopes?", command::allScopes, {uri, number}));
      }
    });
  if (!tests || tests->tests.empty() || !analysis.loaded->model) return all;
  std::set<std::uint32_t> shown;
  for (const TestResults::LiveTest& test : tests->tests) {
    if (test.place.file != own || !shown.insert(test.place.begin).second) continue;
    const Json range = rangeOf(sources, test.place, encoding);
    const std::string outcome = outcomeText(test);
    all.push_back(lens(range, outcome.empty() ? "judge" : shortened(outcome), command::test, {uri, test.result.name}));
    if (test.known && suite::isProblem(test.result.outcome))
      all.push_back(lens(range, "why?", command::why, {uri, test.result.name}));
  }
  return all;
}

Json versionLenses(const std::string& path, const std::vector<Hint>& versions) {
  Json all = Json::array();
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const Json& version = versions[i].diagnostic;
    all.push_back(lens(version["range"], version["message"].get<std::string>() + ": show", command::change, {uriOf(path), i}));
  }
  return all;
}

CommandResult runCommand(const Analysis& analysis, const Json& which, bool allScopes, Encoding encoding,
                         const std::atomic<bool>& stop) {
  const model::Model* model = analysis.loaded->model.get();
  if (!model) throw RequestError{ErrorCode::requestFailed, "the model has errors"};
  std::optional<model::CommandId> wanted;
  forEachCommand(*model, [&](std::size_t number, model::CommandId id) {
    const bool same = which.is_string() ? model->commands()[id].label == which.get<std::string>() : which == Json(number);
    if (same && !wanted) wanted = id;
  });
  if (!wanted) throw RequestError{ErrorCode::requestFailed, fmt::format("there is no command {}", which.dump())};
  const model::Command& command = model->commands()[*wanted];
  solver::Options options;
  options.limits.stop = &stop;
  const solver::Problem problem = solver::problemOf(*model, *wanted);
  options.preference.kind = solver::Preference::Kind::smallest;
  solver::Search search(*model, problem, options);
  solver::Result result = search.next();
  Json answer = {{"command", command.label}};
  using solver::Verdict;
  if (stop && result.verdict == Verdict::unknown) throw RequestError{ErrorCode::requestCancelled, "cancelled"};
  answer["verdict"] = solver::name(result.verdict);
  answer["message"] = fmt::format("{}: {}", command.label, solver::answerText(*model, problem, result));
  const support::Budget budget(options.limits);
  solver::ModelQuestions questions(*model);
  const solver::Remarks remarks = solver::remarksOn(questions, problem, result.verdict, wantedIn(analysis.path), options, budget);
  result.bitsForInstance = remarks.bitsForInstance;
  CommandResult solved{
      .answer = {}, .instance = nullptr, .command = *wanted, .outcome = {solver::answerText(*model, problem, result)}};
  if (const auto on = suite::restsOn(*analysis.loaded, remarks.reliance, *wanted)) {
    answer["rests_on"] = on->text;
    answer["message"] = fmt::format("{}; {}", answer["message"].get<std::string>(), on->text);
    solved.outcome.text += "; " + on->text;
  }
  if (const auto& vacuity = remarks.vacuity) {
    const std::string text = "vacuous: " + solver::vacuityText(analysis.loaded->sources, *vacuity);
    answer["message"] = fmt::format("{}, but {}", answer["message"].get<std::string>(), text);
    solved.outcome.text += ", but " + text;
    solved.warning = warningOf(analysis, command, text, vacuity->core, encoding);
  }
  for (const model::Diagnostic& warning : suite::warningsOn(*analysis.loaded, *wanted, problem, result))
    answer["message"] = fmt::format("{}; warning: {}", answer["message"].get<std::string>(), warning.message);
  // The message has only the first warning about a part that the command uses; editors mark each warning in the text.
  if (const auto used = suite::warningsUsedBy(*analysis.loaded, *wanted); !used.empty())
    answer["message"] = fmt::format("{}; {} about parts that the command uses: {}", answer["message"].get<std::string>(),
                                    support::plural(used.size(), "warning"), used.front().message);
  solved.outcome.isOpen = command.check && result.verdict == Verdict::unsatisfiable && solved.warning.is_null();
  if (allScopes && result.verdict == Verdict::unsatisfiable) {
    solver::AllScopes beyond = solver::allScopesOf(*model, problem, options, solver::AllScopes::usualSeconds, budget);
    if (stop) throw RequestError{ErrorCode::requestCancelled, "cancelled"};
    const std::string words = solver::inWords(beyond, command.check, analysis.loaded->sources);
    answer["all_scopes"] = solver::name(beyond.verdict);
    answer["message"] = fmt::format("{}; all scopes: {}", answer["message"].get<std::string>(), words);
    for (const std::string& clause : beyond.invariant)
      answer["message"] = fmt::format("{}\ninvariant: {}", answer["message"].get<std::string>(), clause);
    solved.outcome.text += "; all scopes: " + words;
    solved.outcome.isOpen = solved.outcome.isOpen && beyond.verdict == solver::AllScopes::Verdict::unknown;
    result.instance = std::move(beyond.found.instance);
  }
  if (!result.instance) {
    solved.answer = std::move(answer);
    return solved;
  }
  using reporters::InstanceForm;
  const auto text = [&](InstanceForm form) {
    return reporters::instanceText(form, *model, *result.instance, command.label, command.text, analysis.path);
  };
  answer["instance"] = text(InstanceForm::table);
  answer["val"] = text(InstanceForm::aunit);
  solved.answer = std::move(answer);
  solved.instance = std::make_shared<const model::Instance>(*result.instance);
  return solved;
}

Json describeTest(const TestResults& tests, const std::string& name) {
  const auto test = std::ranges::find(tests.tests, name, [](const TestResults::LiveTest& one) { return one.result.name; });
  if (test == tests.tests.end()) throw RequestError{ErrorCode::requestFailed, fmt::format("there is no test \"{}\"", name)};
  return {{"outcome", test->known ? std::string(suite::name(test->result.outcome)) : "unknown"},
          {"message", test->result.message},
          {"text", reporters::explain(test->result, reporters::Style(false))}};
}

}  // namespace aunit::server
