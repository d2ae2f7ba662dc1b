// Reports of fault localisation as text for the terminal.

#include <algorithm>

#include <fmt/format.h>

#include "reporters/faults/location.h"
#include "reporters/faults/repair.h"
#include "reporters/terminal/excerpt.h"
#include "reporters/text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using strength::FaultReport;
using support::oneLine;

constexpr std::size_t mostFailing = 10;
constexpr std::size_t longestQuote = 40;

std::string percent(double score) {
  return fmt::format("{:.0f} %", 100 * score);
}

std::string failingText(const FaultReport& report, const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < report.failing.size() && i < mostFailing; ++i) {
    const FaultReport::Outcome& failing = report.failing[i];
    out += fmt::format("{}  {}  {}{}\n", style(Color::boldRed, "FAILS"), style(Color::bold, kindAndName(failing.name)),
                       style(Color::dim, fmt::format("{}:{}", oneLine(failing.place.path), failing.place.line)),
                       failing.message == "it fails" ? "" : "  " + failing.message);
  }
  if (report.failing.size() > mostFailing) out += fmt::format("and {} more\n", report.failing.size() - mostFailing);
  for (const auto& [one, other] : report.contradictions)
    out += fmt::format("{}  no model can pass both test \"{}\" and test \"{}\"\n", style(Color::boldYellow, "CONTRADICTION"),
                       oneLine(one), oneLine(other));
  return out;
}

std::string undecidedText(const FaultReport& report, const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < report.undecided.size() && i < mostFailing; ++i) {
    const FaultReport::Outcome& open = report.undecided[i];
    const std::string place = open.place.line == 0 ? open.place.path : fmt::format("{}:{}", open.place.path, open.place.line);
    out += notDecided(open.name, place, open.message, style.colored());
  }
  if (report.undecided.size() > mostFailing) out += fmt::format("and {} more\n", report.undecided.size() - mostFailing);
  return out;
}

std::string suspectText(const FaultReport::Suspect& suspect, std::size_t number, const Style& style) {
  return fmt::format("{}  {}  {}\n",
                     style(Color::boldYellow, fmt::format("{:>2}. suspicion {:>5}", number, percent(suspect.score))),
                     style(Color::bold, oneLine(suspect.paragraph)), oneLine(suspect.because)) +
         excerpt(suspect.place, style);
}

std::string missingText(const FaultReport::MissingConstraint& missing, const Style& style) {
  std::string out = fmt::format("{}  a constraint in {}?  {}\n", style(Color::boldYellow, "MISSING"),
                                style(Color::bold, oneLine(missing.paragraph)), oneLine(missing.because));
  out += excerpt(missing.place, style);
  if (missing.rejected) out += indented(tableText("a valuation that should be excluded", *missing.rejected, style));
  if (missing.accepted)
    out += indented(tableText("a valuation that should be accepted, and that differs in one tuple from the valuation above",
                              *missing.accepted, style));
  return out;
}

}  // namespace

std::string locationText(const FaultReport& report, std::size_t suspects, const Style& style) {
  if (report.failing.empty() && !report.undecided.empty()) return undecidedText(report, style);
  if (report.failing.empty() && report.interrupted) return "no failure found before the search was stopped\n";
  if (report.failing.empty())
    return fmt::format("nothing fails: {} as expected\n", report.asked == 1
                                                              ? "the one test or command is"
                                                              : fmt::format("all {} tests and commands are", report.asked));
  std::string out = failingText(report, style) + undecidedText(report, style);
  const std::size_t shown = std::min(suspects, report.suspects.size());
  if (report.missing) out += "\n" + missingText(*report.missing, style);
  for (std::size_t i = 0; i < shown && report.suspects[i].score > 0; ++i)
    out += "\n" + suspectText(report.suspects[i], i + 1, style);
  const auto more = std::ranges::count_if(report.suspects, [](const auto& suspect) { return suspect.score > 0; });
  if (more > static_cast<std::ptrdiff_t>(shown)) {
    const std::size_t rest = static_cast<std::size_t>(more) - shown;
    out += fmt::format("\n{} {} less suspicious (--limit {} shows {})\n", support::plural(rest, "more place"),
                       rest == 1 ? "is" : "are", more, rest == 1 ? "it" : "them");
  }
  if (more == 0 && !report.missing && !report.interrupted)
    out += "\nno suspect: no change of a single place fixes any of these failures\n";
  if (report.interrupted) out += "\nthe search was stopped: these are the suspects found so far\n";
  if (report.seconds > 0) out += fmt::format("\n{}\n", duration(1000 * report.seconds));
  return out;
}

std::string whyText(const FaultReport& report, std::size_t suspects, const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < report.suspects.size() && i < suspects && report.suspects[i].score > 0; ++i) {
    const FaultReport::Suspect& suspect = report.suspects[i];
    out += fmt::format("  {}  {}  {}  {}\n", style(Color::boldYellow, fmt::format("{:>5}", percent(suspect.score))),
                       style(Color::dim, oneLine(suspect.place.describe())), shortened(oneLine(suspect.text), longestQuote),
                       oneLine(suspect.because));
  }
  if (out.empty() || report.failing.empty()) return "";
  return style(Color::bold, "suspects") + "  (`aunit locate` shows more)\n" + out;
}

std::string hintText(const FaultReport& report) {
  if (report.failing.empty()) return locationText(report, 0, Style(false));
  std::string out;
  if (report.missing) {
    out = fmt::format("{}: {} may lack a constraint: the model accepts instances that should be excluded\n",
                      oneLine(report.missing->place.describe()), oneLine(report.missing->paragraph));
    if (report.missing->rejected) out += tableText("for example", *report.missing->rejected, Style(false));
    return out;
  }
  if (report.suspects.empty() || report.suspects.front().score <= 0) return "nothing in the model is suspicious\n";
  const FaultReport::Suspect& first = report.suspects.front();
  return fmt::format("{}: {} ({})\n", oneLine(first.place.describe()), oneLine(first.hint), oneLine(first.paragraph));
}

}  // namespace aunit::reporters
