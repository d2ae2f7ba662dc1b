// The first page: how the tests ended, how far each criterion is met, and links to the details.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "reporters/html/page.h"
#include "reporters/html/pages.h"
#include "reporters/html/ready_test.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "support/plural.h"

namespace aunit::reporters::html {

namespace {

using coverage::Criterion;
using coverage::Tally;
using suite::Outcome;

constexpr Outcome outcomes[] = {Outcome::failed,  Outcome::error,   Outcome::xpassed,
                                Outcome::xfailed, Outcome::skipped, Outcome::passed};
constexpr std::size_t mostGaps = 200;

std::string when(std::int64_t secondsSince1970) {
  return secondsSince1970 == 0 ? ""
                               : fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(static_cast<std::time_t>(secondsSince1970)));
}

std::string summary(const Report& report) {
  std::string facts = support::plural(report.run.tests.size(), "test");
  if (const std::string how = engines(report.run); !how.empty()) facts += " (" + how + ")";
  if (report.run.seconds > 0) facts += " \u00b7 " + duration(report.run.seconds * 1000);
  if (const std::string date = when(report.run.startedAt); !date.empty()) facts += " \u00b7 " + date;
  std::string out = fmt::format("<h1>{}</h1>\n<p class=\"facts\">{}</p>\n", escaped(report.title), escaped(facts));
  if (report.run.interrupted)
    out += "<p class=\"note\">The run was interrupted: tests that had not been judged by then are missing.</p>\n";
  if (report.run.notRun != 0)
    out += fmt::format("<p class=\"note\">{} not run, because the run stopped before.</p>\n",
                       support::plural(report.run.notRun, "test"));
  if (report.run.deselected != 0)
    out += fmt::format("<p class=\"note\">{} not selected.</p>\n", support::plural(report.run.deselected, "test"));

  out += "<ul class=\"tiles\">";
  for (const Outcome outcome :
       {Outcome::passed, Outcome::failed, Outcome::error, Outcome::skipped, Outcome::xfailed, Outcome::xpassed}) {
    const std::size_t n = report.run.count(outcome);
    if (n == 0 && (outcome == Outcome::xfailed || outcome == Outcome::xpassed)) continue;
    out += fmt::format("<li class=\"{} {}\"><strong>{}</strong> <span><span aria-hidden=\"true\">{}</span> {}</span></li>",
                       name(outcome), n == 0 ? "zero" : "some", n, sign(outcome),
                       outcome == Outcome::error ? "in error" : name(outcome));
  }
  return out + "</ul>\n";
}

std::string problems(const Report& report) {
  std::string items;
  for (const Outcome outcome : {Outcome::error, Outcome::failed}) {
    for (std::size_t i = 0; i < report.run.tests.size(); ++i) {
      const suite::TestResult& test = report.run.tests[i];
      if (test.outcome != outcome) continue;
      items += fmt::format("<li>{} <a href=\"{}\">{}</a> <span class=\"where\">{}</span><p>{}</p></li>\n", badge(outcome),
                           testPath(i), escaped(test.name), escaped(test.place.known() ? test.place.describe() : test.file),
                           sentence(test.message));
    }
  }
  return items.empty() ? "" : section("problems", "What did not pass", "<ul class=\"problems\">\n" + items + "</ul>");
}

/// The tests that were skipped or expected to fail, grouped by outcome and reason.
std::string marked(const Report& report) {
  std::map<std::pair<Outcome, std::string>, std::string> links;
  for (std::size_t i = 0; i < report.run.tests.size(); ++i)
    if (const suite::TestResult& test = report.run.tests[i]; isMarked(test.outcome)) {
      std::string& all = links[{test.outcome, test.message}];
      all += fmt::format("{}<a href=\"{}\">{}</a>", all.empty() ? "" : ", ", testPath(i), escaped(test.name));
    }
  std::string items;
  for (const auto& [why, tests] : links)
    items += fmt::format("<li>{} {}<p>{}</p></li>\n", badge(why.first), sentence(why.second), tests);
  return items.empty() ? ""
                       : section("marked", "Skipped, or expected to fail", "<ul class=\"problems mild\">\n" + items + "</ul>");
}

std::string criteriaTable(const Report& report) {
  std::string rows;
  for (const Criterion criterion : report.criteria) {
    Tally tally;
    for (const CoveredModel& model : report.models) tally += model.coverage->tally(criterion);
    rows += fmt::format(
        "<tr><th scope=\"row\"><abbr title=\"{1}\">{0}</abbr> <span>{1}</span></th><td class=\"wide\">{2}</td><td "
        "class=\"number\">{3}/{4}</td>"
        "<td class=\"number\">{5}</td></tr>\n",
        abbreviation(criterion), name(criterion), bar(tally), tally.met, tally.total, share(tally));
  }
  return section("criteria", "Coverage criteria",
                 "<table class=\"criteria\"><thead><tr><th scope=\"col\">Criterion</th><td></td><th scope=\"col\" "
                 "class=\"number\">Met</th><th scope=\"col\" class=\"number\">Share</th></tr></thead><tbody>\n" +
                     rows + "</tbody></table>");
}

std::string filesTable(const Report& report) {
  std::string head = "<thead><tr><th scope=\"col\">File</th>";
  for (const Criterion criterion : report.criteria)
    head += fmt::format("<th scope=\"col\" class=\"number\"><abbr title=\"{}\">{}</abbr></th>", name(criterion),
                        abbreviation(criterion));
  head += "</tr></thead>";
  std::string rows;
  for (std::size_t i = 0; i < report.pages.size(); ++i) {
    const SourcePage& page = report.pages[i];
    rows += fmt::format("<tr><th scope=\"row\"><a href=\"{}\">{}</a>{}</th>", sourcePath(report, i),
                        escaped(report.source(page).path), bar(page.criteria[static_cast<std::size_t>(Criterion::model)]));
    for (const Tally& tally : page.criteria)
      rows += fmt::format("<td class=\"number\" data-sort=\"{:.3f}\" title=\"{} of {}\">{}</td>",
                          tally.total == 0 ? -1 : tally.percent(), tally.met, tally.total, share(tally));
    rows += "</tr>\n";
  }
  return section("files", "Files",
                 "<div class=\"scroll\" role=\"region\" aria-label=\"Coverage of files\" tabindex=\"0\"><table class=\"files "
                 "sortable\">" +
                     head + "<tbody>\n" + rows + "</tbody></table></div>");
}

std::string paragraphsTable(const Report& report) {
  std::string rows;
  for (const CoveredModel& model : report.models) {
    const coverage::Requirements& requirements = model.requirements();
    for (std::size_t i = 0; i < requirements.paragraphs.size(); ++i) {
      const coverage::Paragraph& paragraph = requirements.paragraphs[i];
      const Tally& tally = model.paragraphs[i];
      const std::uint32_t line = requirements.lineOf(paragraph.source, paragraph.begin);
      rows += fmt::format(
          "<tr><th scope=\"row\"><span class=\"kind\">{}</span> <a href=\"{}#L{}\">{}</a></th><td class=\"where\">{}:{}</td>"
          "<td class=\"wide\" data-sort=\"{:.3f}\">{}</td><td class=\"number\">{}/{}</td><td class=\"number\">{}</td></tr>\n",
          name(paragraph.kind), sourcePath(report, model.firstPage + paragraph.source), line, escaped(paragraph.name),
          escaped(requirements.sources[paragraph.source].path), line, tally.percent(), tally.total == 0 ? "" : bar(tally),
          tally.met, tally.total, tally.total - tally.met);
    }
  }
  if (rows.empty()) return {};
  return section("paragraphs", "Paragraphs",
                 filterField("paragraph-table", "Filter paragraphs") +
                     "<table id=\"paragraph-table\" class=\"paragraphs sortable\">" +
                     heads({{"Paragraph", false}, {"Where", false}, {"Share", false}, {"Met", true}, {"Open", true}}) +
                     "<tbody>\n" + rows + "</tbody></table>");
}

std::string gapsList(const Report& report) {
  if (report.gaps.empty()) return {};
  std::string items;
  for (std::size_t i = 0; i < report.gaps.size() && i < mostGaps; ++i) {
    const auto& [model, gap] = report.gaps[i];
    items += fmt::format("<li>{} {}{}</li>\n", sentence(gap.sentence), linkToSubject(report, model, gap.subject, ""),
                         linkToTestFor(report, report.gaps[i], ""));
  }
  std::string list = "<p>Most useful first.</p>\n<ol class=\"gaps\" data-fold=\"12\">\n" + items + "</ol>\n";
  if (report.gaps.size() > mostGaps)
    list += fmt::format("<p class=\"note\">And {} more: the source pages mark them all.</p>\n", report.gaps.size() - mostGaps);
  return section("gaps", "Unmet requirements", list);
}

/// The proposed tests. Each test is folded until the user opens it or follows a link to it.
std::string gapTests(const Report& report) {
  if (report.run.gapTests.empty()) return {};
  std::string out = "<p>Each test states what the model does now. If that is right, add the test to the suite.</p>\n";
  for (std::size_t i = 0; i < report.run.gapTests.size(); ++i) {
    const runner::GapTest& test = report.run.gapTests[i];
    std::string_view text = test.text;
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    const std::string name = fmt::format("test {}", i + 1);
    out += fmt::format("<details class=\"gap-test\"><summary>{}: shows {}</summary><div id=\"ready{}\">\n{}</div></details>\n",
                       name, support::plural(test.closes.size(), "requirement"), i + 1,
                       readyTest(name, "Ready to be pasted:", text, test.example));
  }
  return section("gap-tests", "Tests for unmet requirements", out);
}

std::string testsTable(const Report& report) {
  const bool hasCoverage = report.run.coverage.has_value();
  std::string rows;
  for (std::size_t i = 0; i < report.run.tests.size(); ++i) {
    const suite::TestResult& test = report.run.tests[i];
    std::string tags;
    for (const std::string& tag : test.tags) tags += fmt::format(" <span class=\"tag\">@{}</span>", escaped(tag));
    rows += fmt::format(
        "<tr data-outcome=\"{0}\"><td data-sort=\"{1}\">{2}</td><th scope=\"row\"><a href=\"{3}\">{4}</a>{5}</th><td "
        "class=\"where\">{6}</td>"
        "<td>{7}</td>{8}<td class=\"number\" data-sort=\"{9:.3f}\">{10}</td></tr>\n",
        name(test.outcome), std::ranges::find(outcomes, test.outcome) - outcomes, badge(test.outcome), testPath(i),
        escaped(test.name), tags, escaped(test.file), name(test.engine),
        hasCoverage ? fmt::format("<td class=\"number\">{}</td>", report.contributions[i].met) : "", test.milliseconds,
        test.engine == suite::Engine::none ? "\u2013" : duration(test.milliseconds));
  }
  std::string choice = "<fieldset class=\"choice\" hidden><legend>Show</legend>";
  for (const Outcome outcome : outcomes)
    if (report.run.count(outcome) != 0)
      choice += fmt::format("<label><input type=\"checkbox\" checked data-outcome=\"{0}\"> {0}</label> ", name(outcome));
  choice += "</fieldset>\n";
  std::vector<std::pair<std::string_view, bool>> columns = {
      {"Outcome", false}, {"Test", false}, {"File", false}, {"Decided", false}, {"Time", true}};
  if (hasCoverage) columns.insert(columns.end() - 1, {"Meets", true});
  return section("tests", "Tests",
                 filterField("test-table", "Filter tests") + choice + "<table id=\"test-table\" class=\"tests sortable\">" +
                     heads(columns) + "<tbody>\n" + rows + "</tbody></table>");
}

std::string warnings(const Report& report) {
  std::string items;
  for (std::size_t i = 0; i < report.run.tests.size(); ++i) {
    const suite::TestResult& test = report.run.tests[i];
    if (test.warning.empty()) continue;
    items += fmt::format("<li><a href=\"{}\">{}</a> <span class=\"where\">{}</span><p>{}</p></li>\n", testPath(i),
                         escaped(test.name), escaped(test.place.describe()), sentence(test.warning));
  }
  if (report.run.warnings.empty() && items.empty()) return {};
  std::string out;
  if (!items.empty()) out += "<ul class=\"problems mild\">\n" + items + "</ul>\n";
  for (const std::string& warning : report.run.warnings) out += "<pre class=\"text\">" + escaped(warning) + "</pre>\n";
  return section("warnings", "Warnings", out);
}

}  // namespace

std::string linkToTestFor(const Report& report, const Gap& gap, std::string_view toRoot) {
  for (std::uint32_t i = 0; i < gap.gap.requirements; ++i)
    if (const auto test = report.gapTests.find({gap.model, gap.gap.requirement + i}); test != report.gapTests.end())
      return fmt::format(" <a class=\"where\" href=\"{}#ready{}\">test {}</a>",
                         toRoot.empty() ? "" : fmt::format("{}index.html", toRoot), test->second + 1, test->second + 1);
  return {};
}

std::string indexPage(const Report& report) {
  std::string content = summary(report) + problems(report) + marked(report);
  if (report.run.coverage)
    content += criteriaTable(report) + gapsList(report) + gapTests(report) + filesTable(report) + paragraphsTable(report);
  content += testsTable(report) + warnings(report);
  return document(report.title, "", {{"Report", ""}}, "index", content);
}

}  // namespace aunit::reporters::html
