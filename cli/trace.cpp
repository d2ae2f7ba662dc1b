// aunit trace: logs of programs against a model.

#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/input/project.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "runner/interrupt.h"
#include "solver/unsupported.h"
#include "suite/log/judge.h"
#include "suite/log/reading/infer.h"
#include "suite/log/reading/runs.h"
#include "suite/log_test.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using Json = nlohmann::ordered_json;
using suite::log::LogVerdict;

std::optional<std::map<std::string, std::vector<std::string>>> readAtoms(const std::string& path, std::string& error) {
  const auto text = support::readFile(path, error);
  if (!text) return std::nullopt;
  const Json json = Json::parse(*text, nullptr, false);
  std::map<std::string, std::vector<std::string>> atoms;
  bool good = json.is_object();
  if (good)
    for (const auto& [sig, names] : json.items()) {
      if (!names.is_array()) good = false;
      std::vector<std::string>& list = atoms[sig];
      if (good)
        for (const Json& name : names) {
          if (name.is_string())
            list.push_back(name.get<std::string>());
          else if (name.is_number_integer())
            list.push_back(name.dump());
          else
            good = false;
        }
    }
  if (good) return atoms;
  return support::failure(error, "this is no object of lists of names: {\"Node\": [\"n0\", \"n1\"]}");
}

Json placeJson(const suite::Place& place) {
  return {{"file", place.path}, {"line", place.line}, {"column", place.column}};
}

std::string toJson(const std::string& name, const LogVerdict& verdict) {
  Json line = {{"log", name}, {"outcome", suite::log::name(verdict.outcome)}};
  if (!verdict.file.empty()) line["file"] = verdict.file;
  if (verdict.countsStates && !verdict.file.empty())
    line["state"] = verdict.line;
  else if (verdict.line > 0)
    line["line"] = verdict.line;
  if (!verdict.event.empty()) line["event"] = verdict.event;
  if (!verdict.message.empty()) line["message"] = verdict.message;
  line["explained"] = verdict.explained;
  if (!verdict.meant.empty()) {
    Json meant = Json::array();
    for (const suite::log::Meant& each : verdict.meant) {
      Json failing = Json::array();
      for (const auto& part : each.failing) {
        Json values = Json::object();
        for (const suite::NamedValue& value : part.values) values[value.name] = value.value;
        failing.push_back({{"formula", part.text}, {"place", placeJson(part.place)}, {"values", std::move(values)}});
      }
      meant.push_back({{"action", each.action}, {"place", placeJson(each.place)}, {"failing", std::move(failing)}});
    }
    line["meant"] = std::move(meant);
  }
  if (!verdict.before.empty()) {
    Json before = Json::object();
    for (const suite::log::Change& each : verdict.before) before[each.relation] = each.value;
    line["before"] = std::move(before);
    Json was = Json::object(), others = Json::object();
    for (const suite::log::Change& each : verdict.before) {
      if (!each.was.empty()) was[each.relation] = each.was;
      if (!each.others.empty()) others[each.relation] = each.others;
    }
    if (!was.empty()) line["was"] = std::move(was);
    if (!others.empty()) line["others"] = std::move(others);
  }
  if (!verdict.warnings.empty()) line["warnings"] = verdict.warnings;
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string toText(const std::string& name, const LogVerdict& verdict, const reporters::Style& style) {
  using Outcome = LogVerdict::Outcome;
  std::string out;
  const std::string word = suite::log::name(verdict.outcome);
  if (verdict.outcome == Outcome::fits) {
    out += fmt::format("{}  {}  ({} {}{})\n", style(reporters::Color::green, word), support::oneLine(name), verdict.lines,
                       verdict.countsStates ? "state" : "line", verdict.lines == 1 ? "" : "s");
  } else {
    const auto color = verdict.outcome == Outcome::undecided ? reporters::Color::yellow : reporters::Color::red;
    out += fmt::format("{}  {}\n", style(color, word), support::oneLine(name));
    const std::string report = suite::log::reportOf(verdict);
    for (const std::string_view line : support::lines(report)) out += fmt::format("  {}\n", line);
  }
  for (const suite::Place& place : verdict.unjudged)
    out += fmt::format("  not judged, because it takes more than a beginning: {}\n", support::oneLine(place.describe()));
  for (const std::string& warning : verdict.warnings) out += fmt::format("  warning: {}\n", support::oneLine(warning));
  return out;
}

}  // namespace

int trace(const TraceArguments& given) {
  TraceArguments arguments = given;
  const auto color = colorChoice(arguments.color);
  const auto load = loadOptions(arguments.model, arguments.language);
  if (!load) return usageOrModelError;
  const auto loaded = parser::load(arguments.model, *load);
  reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, color);
  if (!loaded->ok()) return usageOrModelError;
  std::string error;
  const std::optional<model::Log> paragraph = suite::log::logFor(*loaded, arguments.log, error);
  if (!paragraph) return usageError(error);
  const model::Log& log = *paragraph;

  suite::log::LogOptions options;
  const support::Limits limits{.seconds = arguments.timeout, .stop = &runner::interruptRequested};
  options.evaluation = {.semantics = arguments.language.semantics, .budget = &options.budget};
  options.solving.semantics = arguments.language.semantics;
  options.solving.limits = limits;
  if (!arguments.atoms.empty()) {
    auto atoms = readAtoms(arguments.atoms, error);
    if (!atoms) return usageError(fmt::format("{}: {}", arguments.atoms, error));
    options.atoms = std::move(*atoms);
  }
  std::vector<suite::log::Run> runs;
  const std::string folder = std::filesystem::path(arguments.model).parent_path().generic_string();
  for (const std::string& path : arguments.logs) runs.push_back(suite::log::runAt(path));
  if (arguments.logs.empty())
    for (const std::string& pattern : log.files)
      for (suite::log::Run& run : suite::log::runsLike(folder, pattern)) runs.push_back(std::move(run));
  if (runs.empty()) {
    if (log.files.empty())
      return usageError(
          "which log? `aunit trace MODEL LOG...`, or `log NAME from \"logs/*.ndjson\" { ... }` in the model's tests");
    reporters::show(stderr, fmt::format("error: no file is like {}\n", fmt::join(log.files, ", ")));
    return nothingToRun;
  }
  if (arguments.infer) try {
      reporters::writeDocument(
          stdout, suite::log::inferredLog(*loaded, runs.front().files.empty() ? runs.front().name : runs.front().files.front()));
      return allPassed;
    } catch (const std::runtime_error& failure) {
      return usageError(fmt::format("{}: {}", runs.front().name, failure.what()));
    }
  const runner::InterruptScope scope;
  const reporters::Style style(reporters::wantsColor(color, stdout));
  int code = allPassed;
  const auto worse = [&](int other) {
    if (code == allPassed || (code == undecided && other != allPassed)) code = other;
  };
  for (const suite::log::Run& files : runs) {
    std::vector<suite::log::Run> byKey{files};
    std::string trouble;  // why the files cannot be read
    try {
      byKey = suite::log::byKey(log, files);
    } catch (const std::runtime_error& failure) {
      trouble = failure.what();
    }
    for (const suite::log::Run& run : byKey) {
      LogVerdict verdict;
      bool cannot = true;
      try {
        options.budget = support::Budget(limits);
        if (!trouble.empty()) throw std::runtime_error(trouble);
        if (run.files.empty()) throw std::runtime_error("there is no file in this folder");
        verdict = suite::log::judge(*loaded, log, run, options);
        cannot = false;
      } catch (const solver::Unsupported& unsupported) {
        verdict.message = unsupported.what();
      } catch (const evaluator::EvaluationError& failure) {
        verdict.message = failure.what();
      } catch (const std::runtime_error& failure) {
        verdict.outcome = LogVerdict::Outcome::malformed;
        verdict.message = failure.what();
      }
      if (arguments.json)
        reporters::writeDocument(stdout, toJson(run.name, verdict));
      else
        reporters::show(stdout, toText(run.name, verdict, style));
      if (verdict.outcome == LogVerdict::Outcome::doesNotFit) worse(testFailed);
      if (verdict.outcome == LogVerdict::Outcome::malformed || cannot) worse(usageOrModelError);
      if (verdict.outcome == LogVerdict::Outcome::undecided) worse(undecided);
      if (runner::interruptRequested) return interrupted;
    }
  }
  return code;
}

}  // namespace aunit::cli
