// aunit eval: values of expressions on an instance, one by one or at a prompt.

#include <cstdio>
#include <memory>
#include <optional>
#include <variant>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "cli/asking/prompt.h"
#include "cli/named.h"
#include "cli/project.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "reporters/run/reason_json.h"
#include "reporters/terminal/reason_tree.h"
#include "runner/interrupt.h"
#include "solver/session/answer_text.h"
#include "solver/session/search.h"
#include "suite/reason_text.h"
#include "suite/saved_instance.h"
#include "suite/statement.h"
#include "suite/valuation.h"
#include "suite/value_text.h"
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

/// The value of one expression (of `why F` the reason for F's value), or why it has none.
struct Answer {
  std::optional<evaluator::Value> value;
  std::optional<suite::ReasonText> reason;
  std::string error;     // one line
  std::string rendered;  // diagnostics with source lines
};

class Session {
 public:
  Session(parser::Loaded& loaded, model::Instance instance, const EvalArguments& arguments)
      : loaded_(loaded),
        instance_(std::move(instance)),
        arguments_(arguments),
        state_(static_cast<unsigned>(arguments.state)),
        style_(reporters::wantsColor(colorChoice(arguments.color), STDOUT_FILENO)),
        evaluation_{.noOverflow = arguments.language.noOverflow, .stop = &runner::interruptRequested},
        evaluator_(*loaded.model, evaluation_) {
    evaluator_.bind(instance_);
  }

  int answerAll() {
    bool good = true;
    for (const std::string& expression : arguments_.expressions) good = print(expression, evaluate(expression)) && good;
    return good ? allPassed : usageOrModelError;
  }

  int converse() {
    Prompt prompt(names());
    if (prompt.interactive()) reporters::show(stdout, "An expression or formula gives its value; :help shows more.\n");
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
  Answer evaluateUntilInterrupt(const std::string& expression) {
    const runner::InterruptScope scope;
    return evaluate(expression);
  }

  /// The text behind the word `why`; nothing when the line does not begin with it.
  static std::optional<std::string> askedWhy(const std::string& line) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string::npos || line.compare(start, 3, "why") != 0) return std::nullopt;
    if (start + 3 == line.size()) return "";
    const std::size_t rest = line.find_first_not_of(" \t", start + 3);
    if (rest == start + 3) return std::nullopt;  // another name
    return rest == std::string::npos ? "" : line.substr(rest);
  }

  Answer evaluate(const std::string& line) {
    Answer answer;
    model::Diagnostics diagnostics;
    const auto formula = askedWhy(line);
    const auto id = parser::resolveExpression(loaded_, formula.value_or(line), &instance_, diagnostics);
    for (const model::Diagnostic& diagnostic : diagnostics.all()) {
      if (answer.error.empty() && diagnostic.severity == model::Severity::error) answer.error = diagnostic.message;
      answer.rendered += model::render(diagnostic, loaded_.sources, style_.colored());
    }
    if (!id) return answer;
    if (formula && loaded_.model->expr(*id).sort != model::Sort::formula) {
      answer.error = "`why` asks for the reason of a formula's value: this is an expression";
      answer.rendered = fmt::format("error: {}\n", answer.error);
      return answer;
    }
    try {
      if (formula)
        answer.reason =
            suite::textOf(loaded_, instance_, evaluator::reasonFor(*loaded_.model, instance_, *id, evaluation_, {}, state_));
      else
        answer.value = evaluator_.value(*id, state_);
    } catch (const evaluator::EvaluationError& error) {
      answer.error = error.what();
      answer.rendered = fmt::format("error: {}\n", support::oneLine(error.what()));
    }
    return answer;
  }

  bool print(const std::string& expression, const Answer& answer) {
    if (arguments_.json) {
      Json line = {{"expr", expression}};
      if (answer.value)
        line["value"] = toJson(*answer.value, *instance_.universe);
      else if (answer.reason)
        line["reason"] = reporters::reasonJson(*answer.reason);
      else
        line["error"] = answer.error;
      reporters::writeDocument(stdout, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    } else if (answer.reason) {
      const int state = trace() ? static_cast<int>(state_) : -1;
      reporters::show(stdout, reporters::reasonTree({*answer.reason}, 0, state, style_), style_);
    } else if (answer.value) {
      reporters::show(stdout, valueText(*answer.value) + "\n");
    } else {
      reporters::flush(stdout);
      reporters::show(stderr, answer.rendered, style_);
    }
    return answer.value || answer.reason;
  }

  /// A command of the prompt. False ends the conversation.
  bool obey(const std::string& command) {
    if (command == "q" || command == "quit" || command == "exit") return false;
    if (command.starts_with("state")) {
      char* end = nullptr;
      const long number = std::strtol(command.c_str() + 5, &end, 10);
      if (end == command.c_str() + 5 || number < 0 || static_cast<std::size_t>(number) >= instance_.states.size())
        reporters::show(
            stdout, fmt::format("states are 0 to {}, and {} follows the last\n", instance_.states.size() - 1, instance_.loop));
      else
        state_ = static_cast<unsigned>(number);
    } else if (command == "show") {
      show();
    } else {
      reporters::show(
          stdout,
          "why F      the parts of formula F that decide its value, with witnesses\n"
          ":show      the instance in this state\n:state N   go to state N of the trace\n:quit      leave (as does Ctrl-D)\n");
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
  const EvalArguments& arguments_;
  unsigned state_;
  reporters::Style style_;
  evaluator::Options evaluation_;
  evaluator::Evaluator evaluator_;
};

std::optional<model::Instance> solve(const model::Model& model, const EvalArguments& arguments, std::string& error) {
  const auto command = findCommand(model, arguments.command, error);
  if (!command) return std::nullopt;
  solver::Options options;
  options.noOverflow = arguments.language.noOverflow;
  options.preference.kind = solver::Preference::Kind::smallest;
  options.stop = &runner::interruptRequested;
  const runner::InterruptScope scope;
  const solver::Problem problem = solver::problemOf(model, *command);
  solver::Result result = solver::Search(model, problem, options).next();
  if (!result.instance) error = fmt::format("{}: {}", model.commands()[*command].label, answerText(model, problem, result));
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
  model::Diagnostics diagnostics;
  std::string error;
  if (!arguments.valuation.empty()) {
    const auto valuation = findValuation(*loaded, arguments.valuation, error);
    if (!valuation) return usageError(error);
    const suite::IntegerScope integers = suite::integerScope(loaded->tests.valuations[*valuation].integers);
    const suite::Made made = suite::instanceOf(*loaded, *valuation, integers);
    if (const auto* trouble = std::get_if<suite::Trouble>(&made)) {
      reporters::show(stderr, trouble->details);
      return usageOrModelError;
    }
    instance = *std::get<std::shared_ptr<const model::Instance>>(made);
  } else if (!arguments.command.empty()) {
    instance = solve(*loaded->model, arguments, error);
    if (!instance) return usageError(error);
  } else {
    auto text = support::readFile(arguments.instance, error);
    if (!text) return usageError(fmt::format("cannot read {}: {}", arguments.instance, error));
    instance = suite::readSavedInstance(*loaded->model, arguments.instance, std::move(*text), loaded->sources, diagnostics);
  }
  reporters::showDiagnostics(diagnostics.all(), loaded->sources, color);
  if (!instance) return usageOrModelError;
  if (static_cast<std::size_t>(arguments.state) >= instance->states.size())
    return usageError(fmt::format("there is no state {}: the last one is {}", arguments.state, instance->states.size() - 1));
  Session session(*loaded, std::move(*instance), arguments);
  return arguments.expressions.empty() ? session.converse() : session.answerAll();
}

}  // namespace aunit::cli
