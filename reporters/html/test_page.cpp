// The page of one test: its outcome, the reason, and the valuation.

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/html/highlighted_text.h"
#include "reporters/html/page.h"
#include "reporters/html/pages.h"
#include "reporters/html/valuation.h"
#include "reporters/markup.h"
#include "reporters/terminal/reason_tree.h"
#include "reporters/text.h"
#include "suite/valuation/nearest_valuation.h"
#include "support/plural.h"
#include "support/utf8.h"

namespace aunit::reporters::html {

namespace {

using suite::Failure;
using suite::NamedValue;
using suite::Place;
using suite::Side;

constexpr std::size_t mostListed = 40;

// The columns `from` to `to` of the text, both included. Columns are code points, counted from 1.
std::string_view columns(std::string_view text, std::size_t from, std::size_t to) {
  std::size_t column = 0, begin = text.size(), end = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (support::continuesCodePoint(text[i])) continue;
    ++column;
    if (column == from) begin = i;
    if (column == to + 1) {
      end = i;
      break;
    }
  }
  return begin >= end ? std::string_view() : text.substr(begin, end - begin);
}

std::string_view fileName(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

std::string_view lineOf(std::string_view text, std::uint32_t number) {
  for (; number > 1 && !text.empty(); --number) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

/// The address of a place's line on the page of its source. If this source has no page, takes another source with the same file
/// name and the same text in this line. Empty if there is no such source.
std::string linkTo(const Report& report, const Place& place) {
  const auto link = [&](std::size_t i) { return fmt::format("../{}#L{}", sourcePath(report, i), place.line); };
  for (std::size_t i = 0; i < report.pages.size(); ++i)
    if (report.source(report.pages[i]).path == place.path) return link(i);
  for (std::size_t i = 0; i < report.pages.size(); ++i) {
    const coverage::Source& source = report.source(report.pages[i]);
    if (fileName(source.path) == fileName(place.path) && !place.lines.empty() &&
        lineOf(source.text, place.line) == place.lines.front())
      return link(i);
  }
  return {};
}

std::string linked(const Report& report, const Place& place) {
  const std::string target = linkTo(report, place);
  return target.empty() ? escaped(place.describe()) : fmt::format("<a href=\"{}\">{}</a>", target, escaped(place.describe()));
}

/// Source lines with their numbers; `content` has the markup of each line.
std::string listing(const Report& report, const Place& place, const std::vector<std::string>& content) {
  std::string lines;
  for (std::size_t i = 0; i < content.size(); ++i)
    lines += fmt::format("<div><span class=\"no\">{}</span><code>{}</code></div>\n", place.line + i, content[i]);
  const std::size_t next = place.line + content.size();
  if (next <= place.endLine)
    lines += fmt::format("<p class=\"note\">and {}</p>\n", support::plural(place.endLine + 1 - next, "more line"));
  return fmt::format("<figure class=\"excerpt\"><figcaption>{}</figcaption><div class=\"lines\">\n{}</div></figure>\n",
                     linked(report, place), lines);
}

std::string excerptAt(const Report& report, const Place& place) {
  if (!place.known()) return {};
  std::vector<std::string> content;
  for (std::size_t i = 0; i < place.lines.size(); ++i) {
    const std::string& text = place.lines[i];
    const std::uint32_t number = place.line + static_cast<std::uint32_t>(i);
    const std::size_t width = displayWidth(text);
    const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t first = number == place.line ? place.column : indent + 1;
    const std::size_t last = number == place.endLine ? std::min<std::size_t>(place.endColumn, width) : width;
    content.push_back(fmt::format("{}<mark>{}</mark>{}", escaped(columns(text, 1, first - 1)),
                                  escaped(columns(text, first, last)), escaped(columns(text, last + 1, width))));
  }
  return listing(report, place, content);
}

bool isAlloy(std::string_view path) {
  return path.ends_with(".aunit") || path.ends_with(".als") || path.ends_with(".md");
}

/// The lines of a place as markup, highlighted if their language is known.
std::vector<std::string> shaded(const Place& place) {
  if (isAlloy(place.path)) return highlightedLines(fmt::format("{}", fmt::join(place.lines, "\n")));
  std::vector<std::string> lines;
  for (const std::string& line : place.lines) lines.push_back(escaped(line));
  return lines;
}

/// The source of the paragraphs that state the test. Paragraphs on the same lines are shown once.
std::string textOf(const Report& report, const suite::TestResult& test) {
  std::string out;
  const Place* before = nullptr;
  for (const Place& place : test.text) {
    const bool shown = before && before->path == place.path && before->line == place.line && before->endLine == place.endLine;
    if (!shown) out += listing(report, place, shaded(place));
    before = &place;
  }
  return out.empty() ? "" : section("text", "Text", out);
}

/// The accessible name of one of several tables: "Values of statement 2".
std::string nameOfTable(std::string_view title, std::string_view of) {
  return of.empty() ? std::string(title) : fmt::format("{} of {}", title, of);
}

std::string valueTable(std::string_view title, std::string_view of, const std::vector<NamedValue>& values) {
  if (values.empty()) return {};
  std::string rows;
  for (const NamedValue& value : values)
    rows += fmt::format("<tr><th scope=\"row\"><code>{}</code></th><td><code>{}</code></td></tr>\n", escaped(value.name),
                        escaped(value.value));
  return fmt::format(
      "<div class=\"scroll\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\"><table "
      "class=\"values one\"><caption>{1}</caption><tbody>\n{2}</tbody></table></div>\n",
      nameOfTable(title, of), title, rows);
}

std::string side(std::string_view title, std::string_view element, std::string_view remark, const Side& s) {
  std::string tuples;
  for (std::size_t i = 0; i < s.tuples.size(); ++i)
    tuples += s.unmatched[i] ? fmt::format("<{0} title=\"{1}\">{2}</{0}> ", element, remark, escaped(s.tuples[i]))
                             : fmt::format("<span>{}</span> ", escaped(s.tuples[i]));
  if (!s.value.starts_with('{')) tuples = fmt::format("<span>{}</span>", escaped(s.value));
  if (tuples.empty()) tuples = "<span class=\"none\">\u2205</span>";
  return fmt::format("<tr><th scope=\"row\">{}</th><td><code>{}</code></td><td>{}</td></tr>\n", title, escaped(s.expression),
                     tuples);
}

std::string difference(const Failure& failure, std::string_view of) {
  if (!failure.expected || !failure.actual) return {};
  return "<div class=\"scroll\" role=\"region\" aria-label=\"" + nameOfTable("Expected and actual", of) +
         "\" tabindex=\"0\"><table "
         "class=\"values one\"><caption>Expected and actual</caption><tbody>\n" +
         side("Expected", "del", "missing", *failure.expected) + side("Actual", "ins", "too many", *failure.actual) +
         "</tbody></table></div>\n" +
         (failure.expected->value.starts_with('{') ? "<p class=\"note\">Struck out: missing. Underlined: too many.</p>\n" : "");
}

std::string reasons(const Failure& failure) {
  if (failure.parts.empty()) return {};
  return "<pre class=\"text\">" + escaped(reasonTree(failure.parts, 0, failure.state, Style(false))) + "</pre>\n";
}

/// Why a test or statement had its outcome. `of`: the name of the statement, "statement 2"; empty for a whole test.
std::string reasonsOf(const Report& report, const suite::TestResult& test, std::string_view of = "") {
  std::string out;
  if (const auto& failure = test.failure) {
    out += fmt::format("<p class=\"reason\">{}{}</p>\n", sentence(failure->constraint),
                       failure->state >= 0 ? fmt::format(" (in state {})", failure->state) : "");
    out += excerptAt(report, failure->place) + excerptAt(report, failure->offender) +
           valueTable("Witness", of, failure->witness) + valueTable("Values", of, failure->values) + reasons(*failure) +
           difference(*failure, of);
    if (!failure->report.empty()) out += "<pre class=\"text\">" + escaped(failure->report) + "</pre>\n";
  } else if (!test.message.empty() && !isMarked(test.outcome)) {
    out += fmt::format("<p class=\"reason\">{}</p>\n", sentence(test.message));
  }
  if (!test.warning.empty()) out += fmt::format("<p class=\"reason\">{}</p>\n", sentence(test.warning));
  if (!test.conflict.empty()) out += "<p>The following cannot hold together:</p>\n";
  for (const Place& place : test.conflict) out += excerptAt(report, place);
  if (test.nearest) out += "<p>In the nearest completion:</p>\n<ul>\n";
  for (std::size_t i = 0; test.nearest && i < test.nearest->broken.size(); ++i)
    out += fmt::format("<li>{}</li>\n", escaped(suite::brokenText(test.nearest->broken[i])));
  if (test.nearest) out += "</ul>\n";
  if (!test.details.empty()) out += "<pre class=\"text\">" + escaped(test.details) + "</pre>\n";
  return out;
}

/// The reason that a test gives for its mark: skip or expected failure.
std::string mark(const suite::TestResult& test) {
  if (!isMarked(test.outcome)) return {};
  return section("mark",
                 test.outcome == suite::Outcome::skipped   ? "Why it was skipped"
                 : test.outcome == suite::Outcome::xfailed ? "Fails as expected"
                                                           : "Passes, although a failure is expected",
                 fmt::format("<p class=\"reason\">{}</p>\n", sentence(test.message)));
}

std::string why(const Report& report, const suite::TestResult& test) {
  const std::string out = reasonsOf(report, test);
  if (out.empty()) return {};
  const bool passed = test.outcome == suite::Outcome::passed || test.outcome == suite::Outcome::xpassed;
  return fmt::format("<section class=\"why\" aria-labelledby=\"why\"><h2 id=\"why\">{}</h2>\n{}</section>\n",
                     passed ? "Warning" : "Why", out);
}

std::string beyondScope(const suite::BeyondScope& answer) {
  std::string out = fmt::format("<p class=\"reason\">{}</p>\n", sentence(answer.answer));
  if (!answer.invariant.empty()) out += "<p>The invariant:</p>\n<ul>\n";
  for (const std::string& part : answer.invariant) out += fmt::format("<li><code>{}</code></li>\n", escaped(part));
  if (!answer.invariant.empty()) out += "</ul>\n";
  return out;
}

std::string_view valuationTitle(const suite::TestResult& test) {
  if (!test.judgedOn.states.empty()) return "The steps around the fault";
  if (test.engine == suite::Engine::completedBySolving) return "Valuation, completed by solving";
  return test.engine == suite::Engine::solved ? "Instance found by the solver" : "Valuation";
}

std::string valuationOf(const suite::TestResult& test) {
  const suite::JudgedInstance& on = test.judgedOn;
  if (!on.instance) return {};
  const std::string content = valuation(*on.model, *on.instance, "", on.states);
  return content.empty() ? "" : section("valuation", valuationTitle(test), content);
}

/// Each statement of a test with its outcome. A valuation that several statements share is drawn once.
std::string statements(const Report& report, const suite::TestResult& test) {
  std::string out;
  std::map<const model::Instance*, std::size_t> drawn;
  for (std::size_t i = 0; i < test.statements.size(); ++i) {
    const suite::TestResult& statement = test.statements[i];
    const std::size_t number = i + 1;
    std::string content =
        fmt::format("<p class=\"facts\">{} \u00b7 {}", badge(statement.outcome), linked(report, statement.place));
    if (statement.engine != suite::Engine::none) content += fmt::format(" \u00b7 {}", name(statement.engine));
    if (!statement.decidedBy.empty()) content += " \u00b7 decided by: " + escaped(statement.decidedBy);
    const std::string of = fmt::format("statement {}", number);
    content += "</p>\n" + reasonsOf(report, statement, of);
    if (statement.allScopes) content += "<h3>All scopes</h3>\n" + beyondScope(*statement.allScopes);
    if (const auto& on = statement.judgedOn; on.instance) {
      const auto [first, isNew] = drawn.emplace(on.instance.get(), number);
      const std::string picture = isNew ? valuation(*on.model, *on.instance, of) : std::string();
      if (!isNew)
        content += fmt::format("<p class=\"note\">On the valuation of <a href=\"#statement-{0}\">statement {0}</a>.</p>\n",
                               first->second);
      else if (!picture.empty())
        content += fmt::format("<h3>{}</h3>\n{}", valuationTitle(statement), picture);
    }
    out += section(fmt::format("statement-{}", number), fmt::format("{}. <code>{}</code>", number, escaped(statement.name)),
                   content);
  }
  return out;
}

std::string contribution(const Report& report, std::size_t index) {
  const suite::Outcome outcome = report.run.tests[index].outcome;
  if (!report.run.coverage || !isJudged(outcome)) return {};
  const auto& [met, own] = report.contributions[index];
  std::string out = fmt::format("<p>Meets {}, of which {} are met by this test only.</p>\n", support::plural(met, "requirement"),
                                own.empty() ? "none" : std::to_string(own.size()));
  if (!own.empty()) {
    out += "<ul class=\"gaps\">\n";
    for (std::size_t i = 0; i < own.size() && i < mostListed; ++i) {
      const coverage::Requirements& requirements = report.models[own[i].model].requirements();
      const std::uint32_t number = requirements.subjectOf(own[i].requirement);
      const coverage::Subject& subject = requirements.subjects[number];
      out += fmt::format("<li>{}: {} {}</li>\n", sentence(coverage::shortText(subject)),
                         escaped(coverage::asks(subject, own[i].requirement - subject.first)),
                         linkToSubject(report, own[i].model, number, "../"));
    }
    out += "</ul>\n";
    if (own.size() > mostListed) out += fmt::format("<p class=\"note\">And {} more.</p>\n", own.size() - mostListed);
  }
  return section("coverage", "Coverage", out);
}

std::string neighbours(const Report& report, std::size_t index) {
  const auto link = [&](std::size_t i, const char* rel, std::string_view text) {
    return fmt::format("<a rel=\"{}\" href=\"{}.html\">{} <span>{}</span></a>", rel, i + 1, text,
                       escaped(shortened(report.run.tests[i].name, 60)));
  };
  std::string out = "<nav class=\"neighbours\" aria-label=\"Other tests\">";
  if (index != 0) out += link(index - 1, "prev", "\u2190 Previous");
  if (index + 1 < report.run.tests.size()) out += link(index + 1, "next", "Next \u2192");
  return out + "</nav>\n";
}

}  // namespace

std::string testPath(std::size_t test) {
  return fmt::format("tests/{}.html", test + 1);
}

std::string testPage(const Report& report, std::size_t index) {
  const suite::TestResult& result = report.run.tests[index];
  std::string facts = badge(result.outcome);
  facts += " \u00b7 " + (result.place.known() ? linked(report, result.place) : escaped(result.file));
  if (result.engine != suite::Engine::none)
    facts += fmt::format(" \u00b7 {} \u00b7 {}", name(result.engine), duration(result.milliseconds));
  if (!result.decidedBy.empty()) facts += " \u00b7 decided by: " + escaped(result.decidedBy);
  for (const std::string& tag : result.tags) facts += fmt::format(" <span class=\"tag\">@{}</span>", escaped(tag));
  std::string content = fmt::format("<h1>{}</h1>\n<p class=\"facts\">{}</p>\n", escaped(result.name), facts);
  content += mark(result);
  if (!result.statements.empty()) {
    content += textOf(report, result) + statements(report, result);
  } else {
    content += why(report, result);
    if (result.allScopes) content += section("all-scopes", "All scopes", beyondScope(*result.allScopes));
    content += textOf(report, result) + valuationOf(result);
  }
  content += contribution(report, index) + neighbours(report, index);
  return document(result.name, "../",
                  {{"Report", "../index.html"}, {"Tests", "../index.html#tests"}, {shortened(result.name, 60), ""}}, "test",
                  content);
}

std::string testList(const Report& report) {
  nlohmann::json tests = nlohmann::json::array();
  for (const suite::TestResult& test : report.run.tests) tests.push_back({test.name, name(test.outcome)});
  return "\"use strict\";\nvar aunitTests = " + scriptJson(tests) + ";\n";
}

}  // namespace aunit::reporters::html
