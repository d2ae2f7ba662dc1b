#include "cli/generating/generate_scripts.h"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/completion/shell_words.h"
#include "cli/exit_code.h"
#include "cli/input/project.h"
#include "cli/parts/progress.h"
#include "cli/usage_error.h"
#include "model/diagnostic.h"
#include "model/instances/instance_itf.h"
#include "reporters/scripts/document.h"
#include "reporters/scripts/test_files.h"
#include "reporters/terminal/console.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "solver/unsupported.h"
#include "strength/scripts/scripts.h"
#include "suite/text/place.h"
#include "support/files.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;
using strength::scripts::GoalOutcome;
using strength::scripts::Scripts;

/// The scope that the options give. The inner optional is empty if the options give no scope, so that the model's own scope
/// applies. The outer optional is empty after an error message.
std::optional<std::optional<model::Scope>> scopeOf(const GenerateArguments& arguments, const model::Model& model) {
  std::optional<model::Scope> scope;
  if (!arguments.command.empty()) {
    std::vector<std::string> labels;
    for (const model::Command& command : model.commands()) {
      labels.push_back(command.label);
      if (command.label == arguments.command && !scope) scope = command.scope;
    }
    if (!scope) {
      usageError(
          fmt::format("--command {}: there is no such command{}", arguments.command, model::orNear(arguments.command, labels)));
      return std::nullopt;
    }
  }
  if (arguments.scope) {
    if (!scope) scope.emplace();
    scope->overall = *arguments.scope;
  }
  return scope;
}

/// Writes instances of a model without mutable relations. Returns the exit code.
int generateInputs(const GenerateArguments& arguments, parser::Loaded& loaded, const std::optional<model::Scope>& scope) {
  const std::string& path = arguments.paths[0];
  if (reporters::scripts::testLanguage(arguments.as))
    return usageError(
        fmt::format("--as {}: no relation of {} changes, so there are no calls to test; write its instances as inputs with --as "
                    "json or --as itf",
                    arguments.as, path));
  strength::scripts::InputOptions options;
  options.scope = scope;
  options.all = arguments.all;
  options.semantics = arguments.language.semantics;
  options.limits = limitsOf(arguments.timeout, arguments.time);
  const runner::InterruptScope interrupts;
  Progress progress;
  options.progress = [&](std::size_t done) { progress(done, options.most, "instances"); };
  const strength::scripts::Inputs inputs = strength::scripts::inputsOf(loaded, options);
  progress.clear();
  if (!inputs.error.empty()) {
    reporters::complain(fmt::format("{}: {}", path, inputs.error));
    return inputs.found == 0 && inputs.complete ? nothingToRun : usageOrModelError;
  }
  const Scripts none;
  const reporters::scripts::ScriptNames names(*loaded.model, none, nullptr);
  const reporters::scripts::ScriptOrigin about{path, fmt::format("aunit generate {} --scripts", shellQuoted(path, 0))};
  std::string error;
  if (arguments.as == "itf") {
    std::error_code failed;
    fs::create_directories(*arguments.out, failed);
    if (failed) return usageError(fmt::format("--out {}: {}", *arguments.out, failed.message()));
    for (std::size_t i = 0; i < inputs.instances.size(); ++i)
      if (!support::writeFile(
              (fs::path(*arguments.out) / fmt::format("{}_{}.itf.json", fs::path(path).stem().generic_string(), i + 1))
                  .generic_string(),
              model::writeInstanceItf(*loaded.model, inputs.instances[i]), error))
        return usageError(error);
  } else if (arguments.out) {
    if (!support::writeFile(*arguments.out, reporters::scripts::jsonLines(names, *loaded.model, inputs, about), error))
      return usageError(fmt::format("--out {}: {}", *arguments.out, error));
  } else {
    reporters::writeDocument(stdout, reporters::scripts::jsonLines(names, *loaded.model, inputs, about));
  }
  std::string text = fmt::format("{} of {} instances{}", inputs.instances.size(), inputs.found,
                                 inputs.complete ? " (the scope has no more, up to renaming)" : " (the scope has more)");
  if (!arguments.all)
    text += fmt::format("; together they meet all {} requirements that instances can meet", inputs.requirements);
  reporters::show(arguments.out ? stdout : stderr, text + "\n");
  if (runner::interruptRequested) return interrupted;
  return inputs.interrupted ? undecided : allPassed;
}

/// The scripts as traces in the ITF format, which `aunit view` and other tools read.
std::vector<reporters::scripts::TestFile> tracesOf(const model::Model& model, const reporters::scripts::ScriptNames& names,
                                                   const Scripts& scripts, const std::string& base) {
  std::vector<reporters::scripts::TestFile> files;
  for (std::size_t i = 0; i < scripts.scripts.size(); ++i) {
    const strength::scripts::Script& script = scripts.scripts[i];
    std::vector<model::ItfStep> steps{{"init", {}}};
    for (const strength::scripts::ScriptStep& step : script.steps) {
      model::ItfStep& line = steps.emplace_back();
      line.action = names.action(step.call.action);
      const std::vector<std::string> parameters = names.parameters(step.call.action);
      for (std::size_t p = 0; p < parameters.size(); ++p) line.picks.emplace_back(parameters[p], step.call.arguments[p]);
    }
    files.push_back({fmt::format("{}_{}.itf.json", base, i + 1), model::writeInstanceItf(model, script.behaviour, steps)});
  }
  return files;
}

/// Writes test files, and the traces in a subfolder. If --as names no test language, writes only the traces. Does not overwrite
/// files that the user edits (TestFile::once). Returns false, after a message, on failure.
bool writeFolder(const GenerateArguments& arguments, const model::Model& model, const reporters::scripts::ScriptNames& names,
                 const Scripts& scripts, const reporters::scripts::ScriptOrigin& about) {
  const fs::path folder = *arguments.out;
  const std::string base = fs::path(about.model).stem().generic_string();
  const auto language = reporters::scripts::testLanguage(arguments.as);
  const fs::path traces = language ? folder / "traces" : folder;
  std::vector<std::pair<fs::path, reporters::scripts::TestFile>> files;
  for (auto& file : tracesOf(model, names, scripts, base)) files.emplace_back(traces / file.name, std::move(file));
  if (language) {
    const std::string view = fmt::format("aunit view {} --instance {}_{{}}.itf.json", shellQuoted(about.model, 0),
                                         shellQuoted((traces / base).generic_string(), 0));
    for (auto& file : reporters::scripts::testFiles(*language, names, model, scripts, about, view))
      files.emplace_back(folder / file.name, std::move(file));
  }
  std::error_code failed;
  fs::create_directories(traces, failed);
  if (failed) {
    usageError(fmt::format("--out {}: {}", folder.generic_string(), failed.message()));
    return false;
  }
  for (const auto& [path, file] : files) {
    if (file.once && fs::exists(path)) continue;
    std::string error;
    if (!support::writeFile(path.generic_string(), file.text, error)) {
      usageError(fmt::format("{}: {}", path.generic_string(), error));
      return false;
    }
    if (language && file.once)
      reporters::show(stdout, fmt::format("{}: connect the program here\n", support::oneLine(path.generic_string())));
  }
  return true;
}

}  // namespace

int generateScripts(const GenerateArguments& given) {
  GenerateArguments arguments = given;
  if (arguments.paths.size() > 1 || fs::is_directory(arguments.paths[0]))
    return usageError("--scripts needs a single model: name its file");
  const std::string& path = arguments.paths[0];
  if (parser::languageOf(path) != parser::Language::alloy)
    return usageError(fmt::format("{}: scripts can be made from Alloy models only", path));
  if (arguments.as != "json" && !arguments.out)
    return usageError(fmt::format("--as {} writes several files: name their folder with --out FOLDER", arguments.as));
  if (arguments.ask || arguments.write || arguments.html || !arguments.purposes.empty() || !arguments.functions.empty() ||
      !arguments.criteria.empty())
    return usageError(
        "--scripts excludes --ask, --write, --html, --for, --pred and --criteria: these options are for tests of the model");
  const auto load = loadOptions(path, arguments.language);
  if (!load) return usageOrModelError;
  parser::LoadOptions how = load->within({.seconds = arguments.timeout});
  if (!arguments.model.empty()) how.modelPath = arguments.model;
  const auto loaded = parser::load(path, how);
  reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments.color));
  if (!loaded->ok()) return usageOrModelError;
  auto scope = scopeOf(arguments, *loaded->model);
  if (!scope) return usageOrModelError;
  if (arguments.actions.empty())
    if (const auto command = strength::scripts::takeSteps(*loaded, arguments.command)) {
      const model::Command& steps = loaded->model->commands()[*command];
      reporters::complain(fmt::format("{}: the scripts follow the steps of {}", path, support::oneLine(steps.text)));
      if (!*scope) *scope = steps.scope;
    }

  if (!loaded->model->hasMutable()) return generateInputs(arguments, *loaded, *scope);
  if (arguments.all)
    return usageError(
        fmt::format("--all is for static models, but {} has `var` relations: use --states to visit each of its states", path));
  strength::scripts::ScriptOptions options;
  options.actions = arguments.actions;
  options.scope = *scope;
  options.states = arguments.states;
  options.anyLength = arguments.anyLength;
  options.longest = static_cast<std::size_t>(arguments.steps);
  options.semantics = arguments.language.semantics;
  options.limits = limitsOf(arguments.timeout, arguments.time);
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
    return scripts.actions.actions.empty() && !scripts.interrupted ? nothingToRun
           : scripts.interrupted                                   ? undecided
                                                                   : usageOrModelError;
  }
  for (const model::Span& span : scripts.actions.unnamed)
    reporters::complain(fmt::format("{}: no predicate describes this step, so it is in no script",
                                    suite::placeOf(loaded->sources, span, 1).describe()));
  if (scripts.scripts.empty() && scripts.deadEnds > 0 && !scripts.interrupted)
    return nothingFor(fmt::format("{}: every behaviour of the model ends in a state without a next step", path));
  const model::Log* log =
      loaded->tests.logs.size() == 1 && loaded->tests.logs[0].errors.empty() ? &loaded->tests.logs[0] : nullptr;
  const reporters::scripts::ScriptNames names(*loaded->model, scripts, log);
  for (const auto& [span, what] : names.lost())
    reporters::complain(fmt::format("{}: {}", suite::placeOf(loaded->sources, span, 1).describe(), what));
  const reporters::scripts::ScriptOrigin about{path, fmt::format("aunit generate {} --scripts", shellQuoted(path, 0))};
  if (arguments.as == "json") {
    const std::string text = reporters::scripts::jsonLines(names, *loaded->model, scripts, about);
    if (arguments.out) {
      if (std::string error; !support::writeFile(*arguments.out, text, error))
        return usageError(fmt::format("--out {}: {}", *arguments.out, error));
    } else {
      reporters::writeDocument(stdout, text);
    }
  } else if (!writeFolder(arguments, *loaded->model, names, scripts, about)) {
    return usageOrModelError;
  }
  reporters::show(arguments.out ? stdout : stderr, reporters::scripts::summary(scripts, true));
  if (runner::interruptRequested) return interrupted;
  return scripts.interrupted ? undecided : allPassed;
}

}  // namespace aunit::cli
