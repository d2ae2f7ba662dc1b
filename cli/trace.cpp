// aunit trace: checks whether logs of programs fit a model.

#include <algorithm>
#include <array>
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
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/output/saved_tests.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "model/diagnostic.h"
#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "runner/interrupt.h"
#include "solver/unsupported.h"
#include "suite/log/judge.h"
#include "suite/log/reading/infer.h"
#include "suite/log/reading/paragraph.h"
#include "suite/log/reading/runs.h"
#include "suite/log_test.h"
#include "suite/trouble.h"
#include "support/budget.h"
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
  return support::failure(error, "expected an object with a list of names for each signature: {\"Node\": [\"n0\", \"n1\"]}");
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
    for (const suite::log::PossibleAction& each : verdict.meant) {
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
  for (const LogVerdict::UnreadField& each : verdict.passedBy) {
    Json& field = line["unread"].emplace_back(Json{{"field", each.field}});
    if (!each.near.empty()) field["near"] = each.near;
  }
  if (!verdict.withoutArguments.empty()) line["without_arguments"] = verdict.withoutArguments;
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string toText(const std::string& name, const LogVerdict& verdict, const reporters::Style& style) {
  using Outcome = LogVerdict::Outcome;
  std::string out;
  const std::string word = suite::log::name(verdict.outcome);
  if (verdict.outcome == Outcome::fits) {
    out += fmt::format("{}  {}  ({} {}{})\n", style(reporters::Color::green, word), support::oneLine(name), verdict.lines,
                       verdict.countsStates ? "state" : "line", verdict.lines == 1 ? "" : "s");
    std::vector<std::string> fields;
    for (const LogVerdict::UnreadField& each : verdict.passedBy)
      fields.push_back(support::oneLine(each.field) +
                       (each.near.empty() ? "" : fmt::format(" (did you mean `{}`?)", support::oneLine(each.near))));
    std::ranges::stable_sort(fields, {}, [](const std::string& field) { return field.ends_with(")") ? 0 : 1; });
    if (!fields.empty()) out += fmt::format("  unread fields: {}\n", model::inWords(fields, 5));
    if (!verdict.withoutArguments.empty())
      out += fmt::format("  the log gives no arguments for the action{} {}, so any arguments fit\n",
                         verdict.withoutArguments.size() == 1 ? "" : "s", model::inWords(verdict.withoutArguments, 5));
  } else {
    const auto color = verdict.outcome == Outcome::undecided ? reporters::Color::yellow : reporters::Color::red;
    out += fmt::format("{}  {}\n", style(color, word), support::oneLine(name));
    const std::string report = suite::log::reportOf(verdict);
    for (const std::string_view line : support::lines(report)) out += fmt::format("  {}\n", line);
  }
  for (const suite::Place& place : verdict.unjudged)
    out += fmt::format("  the constraint at {} is not judged, because a log shows only the beginning of a trace\n",
                       support::oneLine(place.describe()));
  for (const std::string& warning : verdict.warnings) out += fmt::format("  warning: {}\n", support::oneLine(warning));
  return out;
}

/// The worse of two exit codes; `a` if both are equally bad. A log that does not fit is as bad as a log that cannot be read.
int worseOf(int a, int b) {
  const auto rank = [](int code) {
    constexpr std::array<int, 3> mild = {allPassed, nothingToRun, undecided};
    return std::ranges::find(mild, code) - mild.begin();
  };
  return rank(a) < rank(b) ? b : a;
}

struct LogResult {
  LogVerdict verdict;
  int code = allPassed;
};

/// Runs `work` on a log. If it throws, the exception becomes the verdict on this log, and other logs are still judged.
template <class Work>
LogResult judged(Work work) {
  using Outcome = LogVerdict::Outcome;
  LogResult result;
  LogVerdict& verdict = result.verdict;
  const auto cannot = [&](const char* why, Outcome outcome = Outcome::undecided) {
    verdict.outcome = outcome;
    verdict.message = why;
    result.code = usageOrModelError;
  };
  try {
    verdict = work();
    switch (verdict.outcome) {
      case Outcome::fits: result.code = allPassed; break;
      case Outcome::doesNotFit: result.code = testFailed; break;
      case Outcome::undecided: result.code = undecided; break;
      case Outcome::malformed: result.code = usageOrModelError; break;
      case Outcome::empty: result.code = nothingToRun; break;
    }
  } catch (const support::Exhausted& end) {
    cannot(end.what());
    result.code = undecided;
  } catch (const solver::Unsupported& unsupported) {
    cannot(unsupported.what());
  } catch (const evaluator::EvaluationError& failure) {
    cannot(failure.what());
  } catch (const std::runtime_error& failure) {
    cannot(failure.what(), Outcome::malformed);
  } catch (...) {
    const std::string trouble = suite::troubleAtHand({}).message;
    cannot(trouble.c_str());
    result.code = suite::saysInternalError(trouble) ? internalError : undecided;
  }
  return result;
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
  const std::optional<model::Log> paragraph = suite::log::logFor(*loaded, arguments.paragraph, error);
  if (!paragraph) return usageError(error);
  const model::Log& log = *paragraph;

  suite::log::LogOptions options;
  const support::Limits limits = limitsOf(arguments.timeout, arguments.time);
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
          "no log is named: run `aunit trace MODEL LOG...`, or write `log NAME from \"logs/*.ndjson\" { ... }` in the tests");
    reporters::show(stderr, fmt::format("error: no file matches `{}`\n", fmt::join(log.files, "` or `")));
    return nothingToRun;
  }
  Outputs outputs;
  JsonOutput json(outputs, arguments.json);
  if (!outputs.open(arguments.logs)) return usageOrModelError;
  const runner::InterruptScope scope;
  if (arguments.infer) try {
      const support::Budget budget(limits);
      reporters::writeDocument(stdout, suite::log::inferredLog(*loaded, runs.front(), budget));
      return allPassed;
    } catch (const std::runtime_error& failure) {
      if (runner::interruptRequested) return interrupted;
      return usageError(fmt::format("{}: {}", runs.front().name, failure.what()));
    }
  std::optional<SavedTests> kept;
  if (!arguments.keep.empty()) {
    kept = SavedTests::open(arguments.model, arguments.keep, given.language, arguments.color);
    if (!kept) return usageOrModelError;
    options.states = 2;  // for --keep, a behaviour has up to two states: those before and after the line that does not fit
  }
  bool isKept = true;
  const reporters::Style style(reporters::wantsColor(color, stdout));
  int code = allPassed;
  const auto tell = [&](const std::string& name, const LogResult& judged) {
    if (json.isWanted()) json.add(toJson(name, judged.verdict));
    if (!json.isAlone()) reporters::show(stdout, toText(name, judged.verdict, style));
    code = worseOf(code, judged.code);
  };
  for (const suite::log::Run& files : runs) {
    options.budget = support::Budget(limits);
    std::vector<suite::log::Run> byKey;
    const LogResult reading = judged([&] {
      byKey = suite::log::byKey(log, files, options.budget);
      if (files.files.empty()) throw std::runtime_error("there is no log file in this folder");
      LogVerdict read;
      read.outcome = LogVerdict::Outcome::fits;
      return read;
    });
    if (reading.code != allPassed) {
      tell(files.name, reading);
      byKey.clear();
    }
    bool allFit = !byKey.empty();
    for (const suite::log::Run& run : byKey) {
      options.budget = support::Budget(limits);
      const LogResult answer = judged([&] { return suite::log::judge(*loaded, log, run, options); });
      tell(run.name, answer);
      if (runner::interruptRequested) break;
      allFit = allFit && answer.verdict.outcome == LogVerdict::Outcome::fits;
      if (kept && answer.verdict.outcome == LogVerdict::Outcome::doesNotFit)
        isKept = kept->addDeparting(*loaded, run, answer.verdict) && isKept;
    }
    if (runner::interruptRequested) return interrupted;
    if (kept && allFit) isKept = kept->addFitting(*loaded, log, files) && isKept;
  }
  if (kept && !json.isAlone()) reporters::show(stdout, kept->summary(), style);
  return json.write() && isKept ? code : usageOrModelError;
}

}  // namespace aunit::cli
