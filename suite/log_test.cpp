#include "suite/log_test.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/unsupported.h"
#include "suite/trouble.h"
#include "support/plural.h"
#include "support/utf8.h"
#include "support/visible.h"

namespace aunit::suite::log {

namespace {

constexpr std::size_t shownStates = 3;  // number of states that are shown before a fault

/// Says how the last explained line changed a relation: gives the relation's earlier value if this value is short, else the
/// tuples that the line added and removed.
std::string changeOf(const Change& change, const LogVerdict& verdict) {
  const char* unit = verdict.countsStates ? "state" : "line";
  const std::string last = fmt::format("the last explained {}", unit);
  constexpr std::size_t shortest = 40;
  if (change.was.size() <= std::max(shortest, change.added.size() + change.removed.size()))
    return fmt::format("one {} earlier: {}", unit, change.was);
  if (change.removed == "{}") return fmt::format("{} added {}", last, change.added);
  if (change.added == "{}") return fmt::format("{} removed {}", last, change.removed);
  return fmt::format("{} added {} and removed {}", last, change.added, change.removed);
}

}  // namespace

std::string placeOf(const LogVerdict& verdict) {
  if (verdict.file.empty()) return "";
  if (verdict.countsStates) return fmt::format("{}, state {}", verdict.file, verdict.line);
  return verdict.line > 0 ? fmt::format("{}:{}", verdict.file, verdict.line) : verdict.file;
}

std::string reportOf(const LogVerdict& verdict) {
  std::string out;
  const auto say = [&](const std::string& line) { out += support::oneLine(line) + "\n"; };
  if (const std::string place = placeOf(verdict); !place.empty())
    say(fmt::format("{}: {}", place, verdict.message));
  else if (!verdict.message.empty())
    say(verdict.message);
  if (!verdict.text.empty() && verdict.outcome != LogVerdict::Outcome::malformed) say("  " + verdict.text);
  if (verdict.line > 1 && verdict.outcome != LogVerdict::Outcome::malformed && !verdict.allExplained)
    say(fmt::format("the model explains {} before this {}",
                    support::plural(verdict.explained, verdict.countsStates ? "state" : "record"),
                    verdict.countsStates ? "state" : "line"));
  for (const PossibleAction& each : verdict.meant) {
    const bool isAction = each.function != model::noId;
    say(fmt::format("{}{}  {}", isAction ? "" : "constraint on ", each.action, each.place.describe()));
    for (const PossibleAction::Part& part : each.failing) {
      say(fmt::format("  does not hold: {}  {}", part.text, part.place.describe()));
      for (const NamedValue& value : part.values) say(fmt::format("    {} = {}", value.name, value.value));
    }
    if (each.failing.empty() && each.function != model::noId)
      say("  its constraints hold, but do not lead to the next state that the line states");
  }
  if (!verdict.before.empty() && verdict.outcome == LogVerdict::Outcome::doesNotFit) {
    const std::string title = "the last explained state";
    say(verdict.otherStates == 0 ? title
        : verdict.allStates      ? fmt::format("{}: {} states are possible", title, verdict.otherStates + 1)
                                 : fmt::format("{}: {} or more states are possible", title, verdict.otherStates + 1));
    for (const Change& each : verdict.before) {
      std::string line = fmt::format("  {:<14}{}", each.relation, each.value);
      if (!each.others.empty()) {
        constexpr std::size_t most = 3;
        std::vector<std::string> others(each.others.begin(),
                                        each.others.begin() + static_cast<std::ptrdiff_t>(std::min(most, each.others.size())));
        line += fmt::format("  or {}{}", fmt::join(others, " or "), each.others.size() > most ? " or ..." : "");
      }
      if (!each.was.empty()) line += fmt::format("  ({})", changeOf(each, verdict));
      say(line);
    }
  }
  return out;
}

std::vector<std::string> statesOf(const LogVerdict& verdict) {
  const Behaviour& behaviour = verdict.behaviour;
  std::vector<std::string> names;
  for (std::size_t s = 0; s < behaviour.lines.size(); ++s) {
    const std::uint64_t line = behaviour.lines[s];
    const bool claimed = behaviour.claimed && s + 1 == behaviour.lines.size();
    if (verdict.countsStates)
      names.push_back(fmt::format("state {}{}", line, claimed ? ", as the log states it" : ""));
    else if (claimed)
      names.push_back(fmt::format("what line {} says", line));
    else if (line > 0)
      names.push_back(fmt::format("after line {}", line));
    else
      names.push_back(s == 0 && behaviour.dropped == 0 ? "at the start" : "after a step that is not logged");
  }
  return names;
}

void judgeTest(const parser::Loaded& loaded, const TestCase& test, const evaluator::Options& evaluation,
               const solver::Options& solving, const support::Budget& budget, const LogWatch& watch, TestResult& result) {
  const model::Log& log = loaded.tests.logs[test.test.log];
  if (!test.logRun) {
    const std::string message =
        log.files.empty()
            ? fmt::format("the log `{}` names no file: write, for example, `log {} from \"logs/*.ndjson\" {{ ... }}`", log.name,
                          log.name)
            : fmt::format("no file matches `{}`", fmt::join(log.files, "` or `"));
    return fail(result, troubleAt(log.nameSpan, message, loaded.sources));
  }
  LogOptions options;
  options.evaluation = evaluation;
  options.solving = solving;
  options.budget = budget;
  options.watch = watch.step;
  if (watch.keepStates) options.states = shownStates;
  result.engine = Engine::completedBySolving;  // the search chooses values that the lines leave open
  try {
    const LogVerdict verdict = judge(loaded, log, *test.logRun, options);
    if (verdict.outcome == LogVerdict::Outcome::fits) {
      if (!verdict.warnings.empty()) result.warning = support::oneLine(verdict.warnings.front());
      return;
    }
    const std::string place = placeOf(verdict);
    const std::string message = place.empty() ? verdict.message : fmt::format("{}: {}", place, verdict.message);
    if (verdict.outcome != LogVerdict::Outcome::doesNotFit)
      return fail(result,
                  troubleAt(test.test.span,
                            fmt::format("{}{}: {}", verdict.outcome == LogVerdict::Outcome::malformed ? "the log is " : "",
                                        name(verdict.outcome), support::oneLine(message)),
                            loaded.sources));
    if (watch.keepStates) {
      result.judgedOn.instance = verdict.behaviour.instance;
      result.judgedOn.states = statesOf(verdict);
    }
    result.outcome = Outcome::failed;
    result.message = support::oneLine(message);
    Failure& failure = result.failure.emplace();
    failure.constraint = result.message;
    if (!verdict.meant.empty()) {
      const PossibleAction& meant = verdict.meant.front();
      failure.place = meant.place;
      if (!meant.failing.empty()) {
        failure.offender = meant.failing.front().place;
        failure.values = meant.failing.front().values;
      }
    }
    ValuationTable& table = result.valuation.emplace();
    for (const Change& each : verdict.before) table.rows.push_back({each.relation, {each.value}});
    Place& line = failure.logLine;
    line.path = verdict.file;
    line.line = line.endLine = verdict.countsStates ? 0 : static_cast<std::uint32_t>(verdict.line);
    line.column = line.endColumn = 1;
    if (!verdict.text.empty()) {
      line.lines.push_back(support::oneLine(verdict.text));
      line.endColumn = static_cast<std::uint32_t>(support::codePoints(line.lines.front()));
    }
    failure.report = reportOf(verdict);
  } catch (const std::runtime_error& failure) {
    if (dynamic_cast<const evaluator::EvaluationError*>(&failure) || dynamic_cast<const solver::Unsupported*>(&failure)) throw;
    fail(result, troubleAt(test.test.span, failure.what(), loaded.sources));
  }
}

}  // namespace aunit::suite::log
