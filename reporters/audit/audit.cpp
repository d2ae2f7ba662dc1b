#include "reporters/audit/audit.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "reporters/markup.h"
#include "reporters/text.h"
#include "strength/audit/tightness.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

/// Only this file uses this namespace. It has a name, because unity builds join this file with others.
namespace audit_report {

using strength::audit::Answer;
using strength::audit::Claim;
using strength::audit::Finding;
using strength::audit::Kind;
using strength::audit::NeededConjunct;
using strength::audit::Report;
using strength::audit::Tightness;
using support::plural;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t mostRelated = 3;  // related places that are shown below a finding

/// The grounds on which answers can rest, in the order of the summary. Each pair has the name in JSON and the words in the
/// summary.
constexpr std::array<std::pair<const char*, const char*>, 7> grounds = {{
    {"empty", "nothing: they are vacuous"},
    {"tautology", "nothing: they hold without facts and declarations"},
    {"declarations", "the declarations alone"},
    {"repeats", "a fact that says the same as the command"},
    {"operations", "the predicates that the commands call"},
    {"facts", "facts"},
    {"unknown", "not known"},
}};

/// Breaks the text into lines of at most 80 columns; all lines but the first are indented by `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out, line;
  const auto end = [&] {
    out += line + "\n";
    line = std::string(indent, ' ');
  };
  bool isStart = true;
  std::size_t at = text.find_first_not_of(' ');
  line = std::string(text.substr(0, at == std::string_view::npos ? 0 : at));
  while (at < text.size()) {
    const std::size_t stop = std::min(text.find(' ', at), text.size());
    const std::string word(text.substr(at, stop - at));
    if (!isStart && displayWidth(line) + 1 + displayWidth(word) > columns) {
      end();
      isStart = true;
    }
    line += (isStart ? "" : " ") + word;
    isStart = false;
    at = text.find_first_not_of(' ', stop);
  }
  end();
  return out;
}

struct Counts {
  std::size_t holds = 0, counterexamples = 0, instances = 0, none = 0, undecided = 0, errors = 0;
};

Counts countsOf(const Report& report) {
  Counts counts;
  for (const Answer& answer : report.answers) {
    if (answer.verdict == "UNSAT")
      ++(answer.check ? counts.holds : counts.none);
    else if (answer.verdict == "SAT")
      ++(answer.check ? counts.counterexamples : counts.instances);
    else
      ++(answer.verdict == "ERROR" ? counts.errors : counts.undecided);
  }
  return counts;
}

std::size_t countOf(const Report& report, std::string_view restsOn) {
  return static_cast<std::size_t>(
      std::ranges::count_if(report.answers, [&](const Answer& answer) { return answer.restsOn == restsOn; }));
}

std::string answerText(const Answer& answer) {
  const std::string what = answer.sentence.empty() ? answer.answer : answer.sentence;
  return "  " + support::oneLine(fmt::format("{}: {}: {}", answer.place.describe(),
                                             strength::audit::commandText(answer.check, answer.label), what));
}

Json placed(const suite::Place& place) {
  if (!place.known()) return nullptr;
  return {{"file", place.path}, {"line", place.line}, {"column", place.column}};
}

/// The number of mutants of the facts with which a check has a counterexample, and one of these mutants as an example.
std::string tightnessText(const Tightness& tightness) {
  std::string text = wrapped("    " + textOf(tightness), 6);
  if (!tightness.example) return text;
  const Tightness::BreakingMutant& example = *tightness.example;
  const std::string change = example.after.empty() ? fmt::format("without `{}`", example.before)
                                                   : fmt::format("with `{}` instead of `{}`", example.after, example.before);
  text += wrapped(support::oneLine(fmt::format("    {}: {} there is this counterexample:", example.place.describe(), change)), 6);
  for (const suite::ValuationTable::Row& row : example.counterexample.rows)
    for (std::size_t state = 0; state < row.values.size(); ++state) {
      const std::string of = row.values.size() == 1 ? "" : fmt::format(" in state {}", state);
      text += wrapped(support::oneLine(fmt::format("      {}{} = {}", row.relation, of, row.values[state])), 8);
    }
  if (!example.test.empty()) text += fmt::format("    as a test: {}\n", support::oneLine(example.test));
  return text;
}

Json tightnessJson(const Tightness& tightness) {
  Json json = {{"mutants", tightness.mutants}, {"breaking", tightness.breaking}, {"undecided", tightness.undecided}};
  if (!tightness.example) return json;
  const Tightness::BreakingMutant& example = *tightness.example;
  Json relations = Json::object();
  for (const suite::ValuationTable::Row& row : example.counterexample.rows) relations[row.relation] = row.values;
  json["example"] = {{"place", placed(example.place)},
                     {"before", example.before},
                     {"after", example.after},
                     {"counterexample", std::move(relations)}};
  if (!example.test.empty()) json["example"]["test"] = example.test;
  return json;
}

/// Each claim with the tests and commands that show it, for the terminal.
std::string claimsText(const Report& report, const Style& style) {
  if (report.claims.empty()) return "";
  std::string text = "\n" + style(Color::bold, "Claims") + "\n";
  for (const Claim& claim : report.claims) {
    text += wrapped("  " + support::oneLine(claim.id + (claim.sentence.empty() ? "" : ": " + claim.sentence)), 4);
    for (const Claim::Evidence& one : claim.shown)
      text += wrapped("    " + support::oneLine(one.place.describe() + ": " + shownBy(one)), 6);
    if (claim.shown.empty()) text += "    nothing shows it\n";
  }
  return text;
}

std::string csvField(std::string_view text) {
  std::string quoted = support::oneLine(std::string(text));
  for (std::size_t i = 0; (i = quoted.find('"', i)) != std::string::npos; i += 2) quoted.insert(i, 1, '"');
  const bool isFormula = !quoted.empty() && std::string_view("=+-@").find(quoted.front()) != std::string_view::npos;
  return fmt::format("\"{}{}\"", isFormula ? "'" : "", quoted);  // `'` keeps spreadsheets from reading a formula
}

Json claimsJson(const Report& report) {
  Json all = Json::array();
  for (const Claim& claim : report.claims) {
    Json shown = Json::array();
    for (const Claim::Evidence& one : claim.shown)
      shown.push_back({{"place", placed(one.place)},
                       {"text", one.text},
                       {"sentence", one.sentence},
                       {"shown", one.isShown},
                       {"tightness", one.tightness},
                       {"changed", one.changed}});
    all.push_back({{"id", claim.id}, {"sentence", claim.sentence}, {"place", placed(claim.place)}, {"by", std::move(shown)}});
  }
  return all;
}

Json unreadJson(const std::vector<strength::audit::UnauditedFile>& files) {
  Json all = Json::array();
  for (const auto& [path, why] : files) all.push_back({{"file", path}, {"why", why}});
  return all;
}

}  // namespace
}  // namespace audit_report

std::string auditSummary(const strength::audit::Report& report) {
  using namespace audit_report;
  const Counts counts = countsOf(report);
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const char* one, const char* several) {
    if (count != 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : several));
  };
  add(counts.holds, "check holds", "checks hold");
  add(counts.counterexamples, "check has a counterexample", "checks have a counterexample");
  add(counts.instances, "run has an instance", "runs have an instance");
  add(counts.none, "run has no instance", "runs have no instance");
  add(counts.undecided, "is undecided", "are undecided");
  add(counts.errors, "is in error", "are in error");
  std::string text = fmt::format("{}, {}", plural(report.files.size(), "model"), plural(report.answers.size(), "command"));
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? ": " : ", ") + parts[i];
  return text;
}

std::vector<std::pair<std::size_t, std::string>> auditGrounds(const strength::audit::Report& report) {
  using namespace audit_report;
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const auto& [kind, text] : grounds) {
    const std::size_t count = countOf(report, kind);
    if (count == 0) continue;
    if (std::string_view(kind) != "facts") {
      lines.emplace_back(count, text);
      continue;
    }
    const auto ones = static_cast<std::size_t>(std::ranges::count_if(
        report.answers, [](const Answer& answer) { return answer.restsOn == "facts" && answer.paragraphs == 1; }));
    if (ones != 0) lines.emplace_back(ones, "one fact");
    if (ones != count) lines.emplace_back(count - ones, "several facts");
  }
  return lines;
}

std::string shownBy(const strength::audit::Claim::Evidence& one) {
  std::string text = one.text + (one.sentence.empty() ? "" : "; " + one.sentence);
  if (!one.tightness.empty()) text += "; " + one.tightness;
  if (!one.changed.empty())
    text += one.changed == "not committed" ? "; last change not committed" : "; last changed " + one.changed;
  return text;
}

std::string unreadText(const std::string& path, const std::string& why) {
  return why.starts_with(path + ":") ? why : fmt::format("{}: {}", path, why);
}

std::string auditText(const strength::audit::Report& report, bool verbose, const Style& style) {
  using namespace audit_report;
  std::string text = wrapped(auditSummary(report), 2);
  for (const auto& [path, why] : report.unread) text += wrapped(support::oneLine("not read: " + unreadText(path, why)), 2);
  for (const auto& [path, why] : report.skipped) text += wrapped(support::oneLine(fmt::format("skipped: {}: {}", path, why)), 2);
  for (std::size_t i = 0; i < strength::audit::kinds; ++i) {
    const Kind kind = static_cast<Kind>(i);
    const std::size_t count = report.count(kind);
    if (count == 0) continue;
    text += "\n" + style(Color::bold, fmt::format("{} ({}: {})", title(kind), name(kind), count)) + "\n";
    for (const Finding& finding : report.findings) {
      if (finding.kind != kind || finding.known) continue;
      const std::string place = finding.place.known() ? finding.place.describe() + ": " : "";
      text += wrapped("  " + support::oneLine(place + finding.text), 4);
      for (std::size_t r = 0; r < std::min(mostRelated, finding.related.size()); ++r)
        if (const auto& [at, said] = finding.related[r]; at.known())
          text += wrapped("    " + support::oneLine(at.describe() + ": " + said), 6);
      if (finding.related.size() > mostRelated) text += fmt::format("    and {} more\n", finding.related.size() - mostRelated);
    }
  }
  text += claimsText(report, style);
  const auto lines = auditGrounds(report);
  if (!lines.empty()) text += "\n" + style(Color::bold, "Answers without an instance, and what they rest on") + "\n";
  for (const auto& [count, on] : lines) text += fmt::format("  {:>4}  {}\n", count, on);
  if (verbose && !report.answers.empty()) {
    text += "\n" + style(Color::bold, "Answers") + "\n";
    for (const Answer& answer : report.answers) {
      text += wrapped(answerText(answer), 4);
      for (const NeededConjunct& needed : answer.needs)
        text += wrapped(support::oneLine(fmt::format("    {}: {}{}", needed.place.describe(), needed.text,
                                                     needed.breaks ? " (without it there is a counterexample)" : "")),
                        6);
      if (answer.tightness) text += tightnessText(*answer.tightness);
    }
  }
  if (report.findings.size() == report.known()) text += fmt::format("\nno {}findings\n", report.known() == 0 ? "" : "new ");
  if (report.known() != 0)
    text += fmt::format("\n{} {} in the baseline\n", plural(report.known(), "finding"), report.known() == 1 ? "is" : "are");
  if (!report.fixed.empty()) text += "\n" + style(Color::bold, "Fixed: lines of the baseline that can be removed") + "\n";
  for (const std::string& line : report.fixed) text += wrapped("  " + line, 4);
  return text;
}

std::string auditMarkdown(const strength::audit::Report& report) {
  using namespace audit_report;
  std::string text = fmt::format("### aunit audit\n\n{}\n", markdown(auditSummary(report)));
  for (const auto& [path, why] : report.unread) text += fmt::format("\nnot read: {}\n", markdown(unreadText(path, why)));
  if (report.known() != 0 || !report.fixed.empty())
    text += fmt::format("\n{} {} in the baseline; {} can be removed from the baseline\n", plural(report.known(), "finding"),
                        report.known() == 1 ? "is" : "are", plural(report.fixed.size(), "fixed finding"));
  if (!report.claims.empty()) text += "\n| claim | | shown by |\n| --- | --- | --- |\n";
  for (const Claim& claim : report.claims) {
    std::vector<std::string> shown;
    for (const Claim::Evidence& one : claim.shown) shown.push_back(markdownWithCode(support::oneLine(shownBy(one))));
    text += fmt::format("| {} | {} | {} |\n", markdown(claim.id), markdownWithCode(support::oneLine(claim.sentence)),
                        shown.empty() ? "nothing" : fmt::format("{}", fmt::join(shown, "<br>")));
  }
  if (report.findings.size() == report.known()) return text + fmt::format("\nno {}findings\n", report.known() == 0 ? "" : "new ");
  text += "\n| finding | place | |\n| --- | --- | --- |\n";
  for (const Finding& finding : report.findings)
    if (!finding.known)
      text +=
          fmt::format("| {} | {} | {} |\n", name(finding.kind), markdown(finding.place.known() ? finding.place.describe() : ""),
                      markdownWithCode(support::oneLine(finding.text)));
  text += "\n| answers | rest on |\n| ---: | --- |\n";
  for (const auto& [count, on] : auditGrounds(report)) text += fmt::format("| {} | {} |\n", count, on);
  return text;
}

std::string claimsCsv(const strength::audit::Report& report) {
  using namespace audit_report;
  std::string text = "id,sentence,place,shown by,rests on,tightness,last changed\r\n";
  const auto add = [&](const Claim& claim, const Claim::Evidence& shown) {
    text += fmt::format("{},{},{},{},{},{},{}\r\n", csvField(claim.id), csvField(claim.sentence),
                        csvField(shown.place.known() ? shown.place.describe() : ""), csvField(shown.text),
                        csvField(shown.sentence), csvField(shown.tightness), csvField(shown.changed));
  };
  for (const Claim& claim : report.claims) {
    for (const Claim::Evidence& shown : claim.shown) add(claim, shown);
    if (claim.shown.empty()) add(claim, {});
  }
  return text;
}

std::string auditJson(const strength::audit::Report& report) {
  using namespace audit_report;
  Json answers = Json::array();
  for (const Answer& answer : report.answers) {
    Json needs = Json::array();
    for (const NeededConjunct& needed : answer.needs)
      needs.push_back(
          {{"place", placed(needed.place)}, {"text", needed.text}, {"paragraph", needed.paragraph}, {"breaks", needed.breaks}});
    answers.push_back({{"file", answer.path},
                       {"index", answer.index},
                       {"label", answer.label},
                       {"command", answer.text},
                       {"place", placed(answer.place)},
                       {"check", answer.check},
                       {"verdict", answer.verdict},
                       {"answer", answer.answer},
                       {"rests_on", answer.restsOn.empty() ? Json() : Json(answer.restsOn)},
                       {"sentence", answer.sentence},
                       {"needs", std::move(needs)},
                       {"minimal", answer.minimal},
                       {"only_in_scope", answer.onlyInScope},
                       {"paragraphs", answer.paragraphs},
                       {"facts", answer.facts},
                       {"tightness", answer.tightness ? tightnessJson(*answer.tightness) : Json()}});
  }
  Json findings = Json::array();
  for (const Finding& finding : report.findings) {
    Json related = Json::array();
    for (const auto& [place, said] : finding.related) related.push_back({{"place", placed(place)}, {"text", said}});
    findings.push_back({{"kind", name(finding.kind)},
                        {"place", placed(finding.place)},
                        {"text", finding.text},
                        {"related", std::move(related)},
                        {"known", finding.known}});
  }
  const Json document = {
      {"files", report.files},         {"unread", unreadJson(report.unread)}, {"skipped", unreadJson(report.skipped)},
      {"answers", std::move(answers)}, {"findings", std::move(findings)},     {"fixed", report.fixed},
      {"claims", claimsJson(report)}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace aunit::reporters
