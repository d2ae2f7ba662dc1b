#include "suite/log/log_test.h"

#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/grounding/unsupported.h"
#include "suite/trouble.h"
#include "support/visible.h"

namespace aunit::suite::log {

std::string reportOf(const LogVerdict& verdict) {
  std::string out;
  const auto say = [&](const std::string& line) { out += support::oneLine(line) + "\n"; };
  if (verdict.line > 0)
    say(fmt::format("{}:{}: {}", verdict.file, verdict.line, verdict.message));
  else if (!verdict.message.empty())
    say(verdict.message);
  if (verdict.line > 1 && verdict.outcome != LogVerdict::Outcome::malformed)
    say(fmt::format("{} record{} before it {} explained", verdict.explained, verdict.explained == 1 ? "" : "s",
                    verdict.explained == 1 ? "is" : "are"));
  for (const Meant& each : verdict.meant) {
    say(fmt::format("{}  {}", each.action, each.place.describe()));
    for (const Meant::Part& part : each.failing) {
      say(fmt::format("  does not hold: {}  {}", part.text, part.place.describe()));
      for (const NamedValue& value : part.values) say(fmt::format("    {} = {}", value.name, value.value));
    }
    if (each.failing.empty()) say("  nothing that is known speaks against it, but what it does is not what the line says");
  }
  if (!verdict.before.empty() && verdict.outcome == LogVerdict::Outcome::doesNotFit) {
    say(verdict.otherStates > 0 ? fmt::format("the state before, one of {} or more", verdict.otherStates + 1)
                                : "the state before");
    for (const Change& each : verdict.before) say(fmt::format("  {:<14}{}", each.relation, each.value));
  }
  return out;
}

void judgeTest(const parser::Loaded& loaded, const TestCase& test, const evaluator::Options& evaluation,
               const solver::Options& solving, const support::Budget& budget, TestResult& result) {
  const model::Log& log = loaded.tests.logs[test.test.log];
  if (test.logFiles.empty()) {
    const std::string message =
        log.files.empty() ? fmt::format("log {} names no file: `log {} from \"logs/*.ndjson\" {{ ... }}`", log.name, log.name)
                          : fmt::format("no file is like {}", fmt::join(log.files, ", "));
    return fail(result, troubleAt(log.nameSpan, message, loaded.sources));
  }
  LogOptions options;
  options.evaluation = evaluation;
  options.solving = solving;
  options.budget = budget;
  result.engine = Engine::completedBySolving;  // what the lines leave open is found
  try {
    const LogVerdict verdict = judge(loaded, log, test.logFiles, options);
    if (verdict.outcome == LogVerdict::Outcome::fits) {
      if (!verdict.warnings.empty()) result.warning = support::oneLine(verdict.warnings.front());
      return;
    }
    const std::string message =
        verdict.line > 0 ? fmt::format("{}:{}: {}", verdict.file, verdict.line, verdict.message) : verdict.message;
    if (verdict.outcome != LogVerdict::Outcome::doesNotFit)
      return fail(result, troubleAt(test.test.span, fmt::format("{}: {}", name(verdict.outcome), support::oneLine(message)),
                                    loaded.sources));
    result.outcome = Outcome::failed;
    result.message = support::oneLine(message);
    Failure& failure = result.failure.emplace();
    failure.constraint = result.message;
    if (!verdict.meant.empty()) {
      const Meant& meant = verdict.meant.front();
      failure.place = meant.place;
      if (!meant.failing.empty()) {
        failure.offender = meant.failing.front().place;
        failure.values = meant.failing.front().values;
      }
    }
    ValuationTable& table = result.valuation.emplace();
    for (const Change& each : verdict.before) table.rows.push_back({each.relation, {each.value}});
  } catch (const std::runtime_error& failure) {
    if (dynamic_cast<const evaluator::EvaluationError*>(&failure) || dynamic_cast<const solver::Unsupported*>(&failure)) throw;
    fail(result, troubleAt(test.test.span, failure.what(), loaded.sources));
  }
}

}  // namespace aunit::suite::log
