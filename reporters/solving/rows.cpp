#include "reporters/solving/rows.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reporters/terminal/excerpt.h"
#include "reporters/text.h"
#include "suite/valuation/nearest_valuation.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

using runner::AnswerStatus;
using runner::CommandRow;
using support::oneLine;

namespace {

constexpr std::size_t longestExcerpt = 60, longestPart = 80;

const char* expected(const CommandRow& row) {
  return row.expect < 0 ? "" : row.expect == 1 ? "SAT" : "UNSAT";
}

/// Remarks on the answer: that its proof was checked, why it is incomplete, or that another answer was expected.
std::string remarkOn(const CommandRow& row) {
  std::string remark;
  if (row.refutation) {
    std::size_t steps = row.refutation->lemmas;
    double seconds = row.refutation->seconds;
    if (const auto& bounds = row.boundsRefutation) {
      steps += bounds->lemmas;
      seconds += bounds->seconds;
    }
    remark += fmt::format("; proof checked ({} in {})", support::plural(steps, "step"), duration(1000 * seconds));
  }
  if (!row.incomplete.empty()) remark += " or more: " + row.incomplete;
  if (row.verdict == "UNSAT" && !row.error.empty()) remark += "; " + row.error;
  if (row.verdict != "ERROR" && !row.isAsExpected())
    remark += fmt::format("; expected: {} {}",
                          row.expect != 1 ? "no"
                          : row.check     ? "a"
                                          : "an",
                          row.check ? "counterexample" : "instance");
  return oneLine(remark);
}

/// The answer. If it is about only a part of the command's cubes, the text says which part.
std::string answerOfPart(const CommandRow& row) {
  std::string answer = row.answer;
  if (!row.isOfPart()) return answer;
  return answer.insert(std::min(answer.rfind(row.remarkOnVacuity()), answer.size()),
                       fmt::format(" (only part {} of {} was searched)", row.cubes->part, row.cubes->parts));
}

std::string answerOn(const CommandRow& row, bool verbose) {
  if (row.several && row.distinct > 1)
    return support::plural(row.distinct, row.check ? "counterexample" : "instance") +
           (row.renamed == 0 ? "" : fmt::format(", {} up to renaming", row.distinct - row.renamed)) + row.remarkOnVacuity();
  const bool isAsked = verbose || !row.reached.starts_with("small");
  return oneLine(answerOfPart(row) + (row.reached.empty() || !isAsked ? "" : ", " + row.reached));
}

std::string ruleText(const std::string& rule) {
  return rule.empty() ? "" : fmt::format("         reason: {}\n", oneLine(rule));
}

/// The constraints that contradict each other: the unsat core, or the core that makes the answer vacuous.
std::string coreText(const CommandRow& row) {
  std::string text;
  if (row.core || row.vacuous)
    for (const CommandRow::Part& part : row.core ? *row.core : row.vacuous->core)
      text += fmt::format("       unsat core: {}: {}\n{}", oneLine(part.place), shortened(oneLine(part.text), longestPart),
                          ruleText(part.rule));
  if (!row.coreIsMinimal) text += "       this core may not be minimal: the time limit was reached\n";
  return text;
}

/// The constraints that the nearest valuation violates.
std::string nearestText(const CommandRow& row) {
  if (!row.nearest) return "";
  if (!row.notNearest.empty()) return fmt::format("       nearest: {}\n", oneLine(row.notNearest));
  std::string text;
  for (const auto& broken : row.nearest->broken)
    text += fmt::format("       in the nearest valuation, {}\n{}", oneLine(suite::brokenSentence(broken)), ruleText(broken.rule));
  if (!row.nearest->proved) text += "       this may not be the nearest valuation: the time limit was reached before the proof\n";
  return text;
}

std::string allScopesText(const suite::BeyondScope& answer) {
  std::string text = "       all scopes: " + oneLine(answer.answer);
  if (answer.place && answer.verdict == "unknown" && !answer.place->text.empty())
    text += ": " + shortened(oneLine(answer.place->text), longestExcerpt);
  text += "\n";
  for (const std::string& clause : answer.invariant) text += fmt::format("         invariant: {}\n", oneLine(clause));
  return text;
}

}  // namespace

std::string rowHeader(bool verbose) {
  const std::string verdicts = verbose ? fmt::format("{:7}  {:8}  ", "verdict", "expected") : "";
  return fmt::format("{:>3}  {:5}  {:<36}  {}{:>8}  {}\n", "", "", "command", verdicts, "time", "answer");
}

std::string rowText(const CommandRow& row, bool verbose, const Style& style) {
  const std::string verdicts = verbose ? fmt::format("{:7}  {:8}  ", row.verdict, expected(row)) : "";
  const AnswerStatus status = row.status();
  const Color color = isBad(status) || status == AnswerStatus::error         ? Color::red
                      : status == AnswerStatus::undecided || row.isVacuous() ? Color::yellow
                                                                             : Color::none;
  std::string text =
      fmt::format("{:>3}  {:5}  {}  {}{:>8}  {}\n", row.index, row.check ? "check" : "run", padded(oneLine(row.label), 36),
                  verdicts, duration(row.translateMs + row.solveMs), style(color, answerOn(row, verbose) + remarkOn(row)));
  text += coreText(row);
  if (row.restsOn) text += fmt::format("       {}\n", oneLine(row.restsOn->sentence()));
  if (!row.cache.empty()) text += fmt::format("       {}\n", oneLine(row.cache));
  text += nearestText(row);
  if (row.allScopes) text += allScopesText(*row.allScopes);
  for (const CommandRow::Warning& warning : row.warnings) {
    const std::string name = warning.name.empty() ? "" : fmt::format(" [{}]", warning.name);
    text += fmt::format("       {}{}\n", style(Color::yellow, "warning: " + oneLine(warning.text)), name);
    text += indented(indented(indented(excerpt(warning.place, style))));
    if (!warning.hint.empty()) text += fmt::format("         hint: {}\n", oneLine(warning.hint));
  }
  if (row.place)
    text += fmt::format("       at: {}: {}\n", oneLine(row.place->place), shortened(oneLine(row.place->text), longestPart));
  return text;
}

std::string tally(const runner::SolveReport& report, const std::string& advice, const Style& style) {
  std::string text;
  std::vector<std::string> parts;
  std::size_t counted = 0;  // commands in `parts`
  const auto add = [&](AnswerStatus status, std::string_view one, std::string_view many, Color color) {
    const auto count = static_cast<std::size_t>(std::ranges::count(report.rows, status, &CommandRow::status));
    if (count != 0) parts.push_back(style(color, fmt::format("{} {}", count, count == 1 ? one : many)));
    counted += count;
  };
  const auto closeGroup = [&] {
    if (!text.empty() && !parts.empty()) text += "; ";
    text += fmt::format("{}", fmt::join(std::exchange(parts, {}), ", "));
    counted = 0;
  };
  add(AnswerStatus::unexpected, "not as expected", "not as expected", Color::boldRed);
  add(AnswerStatus::expected, "as expected", "as expected", Color::green);
  closeGroup();
  add(AnswerStatus::counterexample, "counterexample found", "counterexamples found", Color::boldRed);
  add(AnswerStatus::noInstance, "run without an instance", "runs without an instance", Color::boldRed);
  add(AnswerStatus::holds, "check holds in its scope", "checks hold in their scopes", Color::green);
  add(AnswerStatus::instance, "run has an instance", "runs have an instance", Color::green);
  if (!text.empty() && !parts.empty()) {
    parts.front().insert(0, fmt::format("{} without `expect` (", counted));
    parts.back() += ')';
  }
  closeGroup();
  add(AnswerStatus::undecided, "undecided", "undecided", Color::boldYellow);
  add(AnswerStatus::unaffected, "not affected by the changes", "not affected by the changes", Color::none);
  add(AnswerStatus::partly, "without an instance in the searched part", "without an instance in the searched part", Color::none);
  closeGroup();
  if (const auto vacuous = std::ranges::count_if(report.rows, &CommandRow::isVacuous); vacuous != 0)
    text +=
        "; " + style(Color::boldYellow, fmt::format("{} {} vacuous", support::plural(static_cast<std::size_t>(vacuous), "answer"),
                                                    vacuous == 1 ? "is" : "are"));
  return fmt::format("\n{}{}: {}\n", advice, support::plural(report.asked, "command"), text);
}

const CommandRow* worthALook(const runner::SolveReport& report) {
  const CommandRow* worth = nullptr;
  for (const CommandRow& row : report.rows)
    if (row.verdict == "SAT" && (!worth || (isBad(row.status()) && !isBad(worth->status())))) worth = &row;
  return worth;
}

}  // namespace aunit::reporters
