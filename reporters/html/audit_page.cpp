#include "reporters/html/pages.h"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reporters/audit/audit.h"
#include "reporters/html/page.h"
#include "reporters/markup.h"
#include "strength/audit/tightness.h"
#include "support/plural.h"

namespace aunit::reporters::html {

/// Only this file uses this namespace. It has a name, so that its content does not clash with other files in unity builds.
namespace audit_page {

using strength::audit::Answer;
using strength::audit::Claim;
using strength::audit::Finding;
using strength::audit::Kind;

namespace {

std::string placeMarkup(const suite::Place& place) {
  return place.known() ? fmt::format("<span class=\"where\">{}</span>", escaped(place.describe())) : "";
}

/// The first source line of a place, as markup.
std::string codeMarkup(const suite::Place& place) {
  if (!place.known() || place.lines.empty()) return "";
  const std::string& line = place.lines.front();
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : fmt::format("<br><code>{}</code>", escaped(line.substr(begin)));
}

std::string findingMarkup(const Finding& finding) {
  std::string out = fmt::format("<li>{} {}{}", sentence(finding.text), placeMarkup(finding.place), codeMarkup(finding.place));
  std::string related;
  for (const auto& [place, said] : finding.related)
    related += fmt::format("<li>{} {}{}</li>\n", sentence(said), placeMarkup(place), codeMarkup(place));
  if (!related.empty()) out += "\n<ul>\n" + related + "</ul>\n";
  return out + "</li>\n";
}

std::string findingsMarkup(const strength::audit::Report& report) {
  std::string out;
  for (std::size_t i = 0; i < strength::audit::kinds; ++i) {
    const Kind kind = static_cast<Kind>(i);
    if (report.count(kind) == 0) continue;
    std::string items;
    for (const Finding& finding : report.findings)
      if (finding.kind == kind && !finding.known) items += findingMarkup(finding);
    out += section(name(kind), fmt::format("{} ({})", title(kind), report.count(kind)),
                   "<ul class=\"gaps\" data-fold=\"12\">\n" + items + "</ul>\n");
  }
  return out;
}

std::string claimsMarkup(const strength::audit::Report& report) {
  if (report.claims.empty()) return "";
  std::string rows;
  for (const Claim& claim : report.claims) {
    std::string shown;
    for (const Claim::Evidence& one : claim.shown)
      shown += fmt::format("<li>{} {}</li>\n", sentence(shownBy(one)), placeMarkup(one.place));
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(claim.id), sentence(claim.sentence),
                        shown.empty() ? "nothing" : "<ul class=\"gaps\">\n" + shown + "</ul>");
  }
  return section("claims", "Claims",
                 "<table>\n<thead><tr>" + heads({{"ID", false}, {"Claim", false}, {"Shown by", false}}) +
                     "</tr></thead>\n<tbody>\n" + rows + "</tbody></table>\n");
}

std::string tightnessMarkup(const strength::audit::Tightness& tightness) {
  std::string out = "<li>" + escaped(textOf(tightness));
  if (const auto& example = tightness.example) {
    out += example->after.empty() ? fmt::format(". Without <code>{}</code>", escaped(example->before))
                                  : fmt::format(". With <code>{}</code> instead of <code>{}</code>", escaped(example->after),
                                                escaped(example->before));
    std::string rows;
    for (const suite::ValuationTable::Row& row : example->counterexample.rows)
      rows +=
          fmt::format("<br><code>{} = {}</code>", escaped(row.relation), escaped(fmt::format("{}", fmt::join(row.values, "; "))));
    out += fmt::format(" {} there is this counterexample:{}", placeMarkup(example->place), rows);
  }
  return out + "</li>\n";
}

std::string answersMarkup(const strength::audit::Report& report) {
  if (report.answers.empty()) return "";
  std::string rows;
  for (const Answer& answer : report.answers) {
    std::string needs;
    for (const strength::audit::NeededConjunct& needed : answer.needs)
      needs += fmt::format("<li><code>{}</code>{} {}</li>\n", escaped(needed.text),
                           needed.breaks ? " (without it there is a counterexample)" : "", placeMarkup(needed.place));
    if (answer.tightness) needs += tightnessMarkup(*answer.tightness);
    rows += fmt::format("<tr><td>{} {}</td><td>{}</td><td>{}{}</td></tr>\n",
                        escaped(strength::audit::commandText(answer.check, answer.label)), placeMarkup(answer.place),
                        sentence(answer.answer), sentence(answer.sentence),
                        needs.empty() ? "" : "\n<ul class=\"gaps\">\n" + needs + "</ul>");
  }
  return section("answers", "Answers",
                 filterField("commands", "Filter commands") + "<table id=\"commands\">\n<thead><tr>" +
                     heads({{"Command", false}, {"Answer", false}, {"Rests on", false}}) + "</tr></thead>\n<tbody>\n" + rows +
                     "</tbody></table>\n");
}

}  // namespace
}  // namespace audit_page

std::string auditPage(const strength::audit::Report& report) {
  using namespace audit_page;
  std::string content = fmt::format("<h1>What answers rest on</h1>\n<p>{}</p>\n", escaped(auditSummary(report)));
  std::string rest;
  for (const auto& [count, on] : auditGrounds(report)) rest += fmt::format("<li>{} on {}</li>\n", count, escaped(on));
  if (!rest.empty())
    content += "<p>Answers without an instance, and what they rest on:</p>\n<ul class=\"gaps\">\n" + rest + "</ul>\n";
  for (const auto& [path, why] : report.unread)
    content += fmt::format("<p class=\"note\">not read: {}</p>\n", escaped(unreadText(path, why)));
  if (report.known() != 0)
    content += fmt::format("<p class=\"note\">{} {} in the baseline</p>\n", support::plural(report.known(), "finding"),
                           report.known() == 1 ? "is" : "are");
  const std::string findings = findingsMarkup(report);
  content += findings.empty() ? "<p>No findings.</p>\n" : findings;
  content += claimsMarkup(report) + answersMarkup(report);
  return document("What answers rest on", "", {{"Report", ""}}, "audit", content);
}

}  // namespace aunit::reporters::html
