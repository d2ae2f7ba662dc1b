// aunit eval: evaluates expressions on an instance. The user gives them as arguments or types them at a prompt.

#include <cstdio>
#include <memory>
#include <optional>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/asking/prompt.h"
#include "cli/input/named.h"
#include "cli/input/project.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "reporters/run/reason_json.h"
#include "reporters/terminal/reason_tree.h"
#include "runner/interrupt.h"
#include "solver/session/answer_text.h"
#include "solver/session/search.h"
#include "suite/asking.h"
#include "suite/command_warnings.h"
#include "suite/statement.h"
#include "suite/text/value_text.h"
#include "suite/valuation/saved_instance.h"
#include "suite/valuation/valuation.h"
#include "support/budget.h"
#include "support/files.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using Json = nlohmann::ordered_json;

Json toJson(const evaluator::Value& value, const model::Universe& universe) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  if (const std::int32_t* number = std::get_if<std::int32_t>(&value)) return *number;
  Json tuples = Json::array();
  std::get<model::TupleSet>(value).forEach([&](std::span<const model::Atom> tuple) {
    Json names = Json::array();
    for (const model::Atom atom : tuple) names.push_back(universe.name(atom));
    tuples.push_back(std::move(names));
  });
  return tuples;
}

class Session {
 public:
  Session(parser::Loaded& loaded, model::Instance instance, std::optional<model::CommandId> command,
          const EvalArguments& arguments, JsonOutput& json)
      : loaded_(loaded),
        instance_(std::move(instance)),
        command_(command),
        arguments_(arguments),
        json_(json),
        state_(static_cast<unsigned>(arguments.state)),
        style_(reporters::wantsColor(colorChoice(arguments.color), stdout)),
        evaluation_{.semantics = arguments.language.semantics, .budget = &untilInterrupt_} {}

  int answerAll() {
    bool good = true;
    for (const std::string& expression : arguments_.expressions) good = print(expression, evaluate(expression)) && good;
    return good ? allPassed : usageOrModelError;
  }

  int converse() {
    Prompt prompt(names());
    if (prompt.interactive())
      reporters::show(stdout, "Type an expression or a formula to see its value; :help lists what else you can type.\n");
    while (const auto line = prompt.read(fmt::format("{}> ", trace() ? fmt::format("state {}", state_) : ""))) {
      const std::size_t start = line->find_first_not_of(" \t");
      if (start == std::string::npos) continue;
      if ((*line)[start] == ':') {
        if (!obey(line->substr(start + 1))) break;
      } else {
        print(*line, prompt.interactive() ? evaluateUntilInterrupt(*line) : evaluate(*line));
      }
      reporters::flush(stdout);
    }
    return allPassed;
  }

 private:
  suite::ExpressionAnswer evaluateUntilInterrupt(const std::string& line) {
    const runner::InterruptScope scope;
    return evaluate(line);
  }

  suite::ExpressionAnswer evaluate(const std::string& line) {
    try {
      return suite::ask(loaded_, instance_, state_, command_, line, evaluation_);
    } catch (const support::Exhausted& end) {
      suite::ExpressionAnswer asked;
      asked.error = end.what();
      return asked;
    }
  }

  bool print(const std::string& expression, const suite::ExpressionAnswer& answer) {
    const bool answered = answer.value || answer.reason || answer.tuple;
    const int state = trace() ? static_cast<int>(state_) : -1;
    if (json_.isWanted()) {
      Json line = {{"expr", expression}};
      if (answer.value)
        line["value"] = toJson(*answer.value, *instance_.universe);
      else if (answer.reason)
        line["reason"] = reporters::reasonJson(*answer.reason);
      else if (answer.tuple)
        line["tuple"] = reporters::tupleReasonJson(*answer.tuple);
      else
        line["error"] = answer.error;
      json_.add(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
      if (json_.isAlone()) return answered;
    }
    if (!answered) reporters::flush(stdout);
    for (const model::Diagnostic& diagnostic : answer.diagnostics.all())
      if (!answered) reporters::show(stderr, model::render(diagnostic, loaded_.sources, style_.colored()), style_);
    if (answer.reason)
      reporters::show(stdout, reporters::reasonTree({*answer.reason}, 0, state, style_), style_);
    else if (answer.tuple)
      reporters::show(stdout, reporters::tupleReasonText(*answer.tuple, style_), style_);
    else if (answer.value)
      reporters::show(stdout, valueText(*answer.value) + "\n");
    else if (!answer.diagnostics.hasErrors())
      reporters::show(stderr, fmt::format("error: {}\n", support::oneLine(answer.error)), style_);
    return answered;
  }

  /// Runs a command of the prompt. Returns false to end the session.
  bool obey(const std::string& command) {
    if (command == "q" || command == "quit" || command == "exit") return false;
    if (command.starts_with("state")) {
      char* end = nullptr;
      const long number = std::strtol(command.c_str() + 5, &end, 10);
      if (end == command.c_str() + 5 || number < 0 || static_cast<std::size_t>(number) >= instance_.states.size())
        reporters::show(stdout, fmt::format("the trace has states 0 to {0}; state {1} follows state {0}\n",
                                            instance_.states.size() - 1, instance_.loop));
      else
        state_ = static_cast<unsigned>(number);
    } else if (command == "show") {
      show();
    } else {
      reporters::show(stdout,
                      "why F              the parts of formula F that decide its value, with witnesses (F may be `fact NAME` or "
                      "`assertion NAME`)\n"
                      "why A->B in r      the constraints that fail without this tuple\n"
                      "why-not A->B in r  the constraints that fail with this tuple\n"
                      ":show              the instance in this state\n"
                      ":state N           go to state N of the trace\n"
                      ":quit              leave (as does Ctrl-D)\n");
    }
    return true;
  }

  bool trace() const { return instance_.states.size() > 1; }

  void show() const {
    const model::Model& model = *loaded_.model;
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      reporters::show(stdout, fmt::format("{} = {}\n", model.sig(id).name, valueText(instance_.states[state_].sigs[id])));
    for (model::FieldId id = 0; id < model.fields().size(); ++id)
      reporters::show(stdout, fmt::format("{}<:{} = {}\n", model.sig(model.field(id).sig).name, model.field(id).name,
                                          valueText(instance_.states[state_].fields[id])));
  }

  std::string valueText(const evaluator::Value& value) const { return support::oneLine(suite::text(value, *instance_.universe)); }

  std::vector<std::string> names() const {
    const model::Model& model = *loaded_.model;
    std::vector<std::string> result = {":help", ":quit", ":show", ":state"};
    for (const model::Sig& sig : model.sigs()) result.push_back(sig.name);
    for (const model::Field& field : model.fields()) result.push_back(field.name);
    for (const model::Func& func : model.funcs()) result.push_back(func.name);
    for (model::Atom a = 0; a < instance_.universe->firstInt(); ++a) result.push_back(instance_.universe->name(a));
    return result;
  }

  parser::Loaded& loaded_;
  model::Instance instance_;
  std::optional<model::CommandId> command_;  // the command that has `instance_` as an instance
  const EvalArguments& arguments_;
  JsonOutput& json_;
  unsigned state_;
  reporters::Style style_;
  const support::Budget untilInterrupt_{{.stop = &runner::interruptRequested}};
  evaluator::Options evaluation_;
};

std::optional<model::Instance> solve(const parser::Loaded& loaded, const EvalArguments& arguments,
                                     std::optional<model::CommandId>& command, std::string& error) {
  const model::Model& model = *loaded.model;
  command = findCommand(model, arguments.command, error);
  if (!command) return std::nullopt;
  solver::Options options;
  options.semantics = arguments.language.semantics;
  options.preference.kind = solver::Preference::Kind::smallest;
  options.limits = limitsOf(arguments.timeout, arguments.time);
  const runner::InterruptScope scope;
  const solver::Problem problem = solver::problemOf(model, *command);
  solver::Result result = solver::Search(model, problem, options).next();
  for (const auto& warnings : {suite::warningsOn(loaded, *command, problem, result), suite::warningsUsedBy(loaded, *command)})
    reporters::showDiagnostics(warnings, loaded.sources, colorChoice(arguments.color));
  if (!result.instance)
    error = fmt::format("command `{}`: {}", model.commands()[*command].label, answerText(model, problem, result));
  return std::move(result.instance);
}

}  // namespace

int eval(const EvalArguments& given) {
  EvalArguments arguments = given;
  const auto color = colorChoice(arguments.color);
  const auto options = loadOptions(arguments.model, arguments.language);
  if (!options) return usageOrModelError;
  const auto loaded = parser::load(arguments.model, *options);
  if (!loaded->ok()) {
    reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, color);
    return usageOrModelError;
  }
  std::optional<model::Instance> instance;
  std::optional<model::CommandId> command;
  model::Diagnostics diagnostics;
  std::string error;
  if (!arguments.valuation.empty()) {
    const auto valuation = findValuation(*loaded, arguments.valuation, error);
    if (!valuation) return usageError(error);
    const suite::IntegerScope integers = suite::integerScope(loaded->tests.valuations[*valuation].integers);
    const suite::Made made = suite::instanceOf(*loaded, *valuation, integers, arguments.language.semantics);
    if (const auto* trouble = std::get_if<suite::Trouble>(&made)) {
      reporters::show(stderr, trouble->details);
      return usageOrModelError;
    }
    instance = *std::get<std::shared_ptr<const model::Instance>>(made);
  } else if (!arguments.command.empty()) {
    instance = solve(*loaded, arguments, command, error);
    if (!instance) return usageError(error);
  } else {
    auto files = suite::savedFiles(arguments.instance, error);
    if (!files) return usageError(fmt::format("cannot read `{}`: {}", arguments.instance, error));
    instance = suite::readSavedInstance(*loaded->model, std::move(*files), loaded->sources, diagnostics);
  }
  reporters::showDiagnostics(diagnostics.all(), loaded->sources, color);
  if (!instance) return usageOrModelError;
  if (static_cast<std::size_t>(arguments.state) >= instance->states.size())
    return usageError(fmt::format("there is no state {}: the last state is {}", arguments.state, instance->states.size() - 1));
  Outputs outputs;
  JsonOutput json(outputs, arguments.json);
  if (!outputs.open({arguments.model})) return usageOrModelError;
  Session session(*loaded, std::move(*instance), command, arguments, json);
  const int code = arguments.expressions.empty() ? session.converse() : session.answerAll();
  return json.write() ? code : usageOrModelError;
}

}  // namespace aunit::cli
