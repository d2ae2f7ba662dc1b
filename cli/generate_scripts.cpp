#include "cli/generate_scripts.h"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/input/project.h"
#include "cli/output/progress.h"
#include "cli/usage_error.h"
#include "model/diagnostic.h"
#include "reporters/scripts/document.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/text.h"
#include "runner/interrupt.h"
#include "solver/grounding/unsupported.h"
#include "strength/scripts/scripts.h"
#include "support/files.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;
using strength::scripts::GoalOutcome;
using strength::scripts::Scripts;

/// The scope that the options say; nothing after a message. Without a value: the model's own.
std::optional<std::optional<model::Scope>> scopeOf(const GenerateArguments& arguments, const model::Model& model) {
  std::optional<model::Scope> scope;
  if (!arguments.command.empty()) {
    std::vector<std::string> labels;
    for (const model::Command& command : model.commands()) {
      labels.push_back(command.label);
      if (command.label == arguments.command && !scope) scope = command.scope;
    }
    if (!scope) {
      usageError(fmt::format("--command {}: there is no such command{}", arguments.command, model::orNear(arguments.command, labels)));
      return std::nullopt;
    }
  }
  if (arguments.scope) {
    if (!scope) scope.emplace();
    scope->overall = *arguments.scope;
  }
  return scope;
}

}  // namespace

int generateScripts(const GenerateArguments& given) {
  GenerateArguments arguments = given;
  if (arguments.paths.size() > 1 || fs::is_directory(arguments.paths[0]))
    return usageError("--scripts is about one model: name its file");
  const std::string& path = arguments.paths[0];
  if (parser::languageOf(path) != parser::Language::alloy)
    return usageError(fmt::format("{}: scripts are made of Alloy models", path));
  const auto load = loadOptions(path, arguments.language);
  if (!load) return usageOrModelError;
  parser::LoadOptions how = load->within({.seconds = arguments.timeout});
  if (!arguments.model.empty()) how.modelPath = arguments.model;
  const auto loaded = parser::load(path, how);
  reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments.color));
  if (!loaded->ok()) return usageOrModelError;
  const auto scope = scopeOf(arguments, *loaded->model);
  if (!scope) return usageOrModelError;

  strength::scripts::ScriptOptions options;
  options.actions = arguments.actions;
  options.scope = *scope;
  options.states = arguments.states;
  options.anyLength = arguments.anyLength;
  options.longest = static_cast<std::size_t>(arguments.steps);
  options.semantics = arguments.language.semantics;
  options.limits = {.seconds = arguments.timeout, .stop = &runner::interruptRequested};
  const runner::InterruptScope interrupts;
  Progress progress;
  options.progress = [&](std::size_t done, std::size_t all, const char* what) { progress(done, all, what); };
  Scripts scripts;
  try {
    scripts = strength::scripts::scriptsOf(*loaded, options);
  } catch (const solver::Unsupported& unsupported) {
    return usageError(unsupported.what());
  } catch (const evaluator::EvaluationError& failure) {
    return usageError(failure.what());
  }
  progress.clear();
  if (!scripts.error.empty()) {
    reporters::complain(fmt::format("{}: {}", path, scripts.error));
    return scripts.actions.actions.empty() && !scripts.interrupted ? nothingToRun : scripts.interrupted ? undecided : usageOrModelError;
  }
  if (scripts.scripts.empty() && scripts.deadEnds > 0 && !scripts.interrupted) {
    reporters::complain(fmt::format("{}: every behaviour ends where no step is possible: the model has none", path));
    return nothingToRun;
  }
  const model::Log* log = loaded->tests.logs.size() == 1 && loaded->tests.logs[0].errors.empty() ? &loaded->tests.logs[0] : nullptr;
  const reporters::scripts::ScriptNames names(*loaded->model, scripts, log);
  const reporters::scripts::About about{path, fmt::format("aunit generate {} --scripts", path)};
  const std::string text = reporters::scripts::jsonLines(names, *loaded->model, scripts, about);
  if (arguments.out) {
    if (std::string error; !support::writeFile(*arguments.out, text, error)) return usageError(error);
  } else {
    reporters::writeDocument(stdout, text);
  }
  reporters::show(arguments.out ? stdout : stderr, reporters::scripts::summary(scripts, true));
  if (runner::interruptRequested) return interrupted;
  return scripts.interrupted ? undecided : allPassed;
}

}  // namespace aunit::cli
