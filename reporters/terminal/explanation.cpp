#include "reporters/terminal/explanation.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reporters/terminal/excerpt.h"
#include "reporters/terminal/reason_tree.h"
#include "reporters/text.h"
#include "suite/valuation/nearest_valuation.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using suite::Failure;
using suite::NamedValue;
using suite::Place;
using suite::Side;
using support::oneLine;

void addValues(std::string& out, std::string_view title, const std::vector<NamedValue>& values, const Style& style) {
  std::size_t width = 0;
  for (const NamedValue& value : values) width = std::max(width, std::min(displayWidth(oneLine(value.name)), longestCell));
  bool first = true;
  for (const NamedValue& value : values) {
    out += style(Color::bold, padded(first ? title : "", 9));
    out += fmt::format("{} = {}\n", padded(shortened(oneLine(value.name), longestCell), width),
                       shortened(oneLine(value.value), longestValue));
    first = false;
  }
}

void addSide(std::string& out, std::string_view title, const Side& side, std::string_view remark, const Style& style) {
  out += style(Color::bold, padded(title, 9));
  if (!side.value.starts_with('{')) {
    out += fmt::format("{}   {}\n", oneLine(side.value), style(Color::dim, oneLine(side.expression)));
    return;
  }
  out += '{';
  std::string unmatched;
  for (std::size_t i = 0; i < side.tuples.size(); ++i) {
    const std::string tuple = oneLine(side.tuples[i]);
    if (i != 0) out += ", ";
    out += side.unmatched[i] ? style(remark == "missing" ? Color::green : Color::red, tuple) : tuple;
    if (side.unmatched[i]) unmatched += (unmatched.empty() ? "" : ", ") + tuple;
  }
  out += "}   " + style(Color::dim, oneLine(side.expression)) + '\n';
  if (unmatched.empty()) return;
  out += padded("", 9) +
         (remark == "missing" ? style(Color::green, fmt::format("- missing: {}", unmatched))
                              : style(Color::red, fmt::format("+ too many: {}", unmatched))) +
         '\n';
}

void addFailure(std::string& out, const Failure& failure, const Style& style, bool whole) {
  out += style(Color::boldRed, oneLine(failure.constraint));
  if (failure.state >= 0) out += fmt::format(" (in state {})", failure.state);
  out += '\n';
  out += excerpt(failure.logLine, style);
  out += excerpt(failure.place, style);
  out += excerpt(failure.offender, style);
  addValues(out, "with", failure.witness, style);
  addValues(out, "where", failure.values, style);
  if (!failure.parts.empty()) {
    const bool none = std::ranges::none_of(failure.parts, &suite::ReasonText::actual);
    out += style(Color::bold, none ? "because none of these formulas holds" : "because") + '\n';
    std::string tree = reasonTree(failure.parts, 2, failure.state, style);
    if (const std::ptrdiff_t more = whole ? 0 : cutToScreen(tree))
      tree += style(Color::dim, fmt::format("  ... and {} lines more (--tb long shows them)", more)) + '\n';
    out += tree;
  }
  if (failure.expected) addSide(out, "expected", *failure.expected, "missing", style);
  if (failure.actual) addSide(out, "actual", *failure.actual, "too many", style);
}

/// The constraints that the nearest valuation violates, one line each, then the values in this valuation.
void addNearest(std::string& out, const suite::NearestValuation& nearest, const Style& style) {
  out += style(Color::bold, "in the nearest completion") + '\n';
  for (const auto& broken : nearest.broken) out += fmt::format("  {}\n", oneLine(suite::brokenSentence(broken)));
  std::string there;
  for (const auto& row : nearest.table.rows)
    if (const std::string& value = row.values.front(); !value.empty() || row.values.size() > 1)
      there += fmt::format("{}{} = {{{}}}{}", there.empty() ? "" : ", ", row.relation, value,
                           row.values.size() > 1 ? " at first" : "");
  out += fmt::format("  values{}: {}\n",
                     nearest.intruders.empty() ? "" : " (to make a violated constraint hold, remove any one tuple marked `!`)",
                     there.empty() ? "all empty" : shortened(oneLine(there), longestValue));
}

bool isOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

void addNames(std::string_view text, std::set<std::string, std::less<>>& names) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!isOfName(text[begin])) continue;
    std::size_t end = begin;
    while (end < text.size() && isOfName(text[end])) ++end;
    names.emplace(text.substr(begin, end - begin));
    begin = end;
  }
}

void addNames(const std::vector<suite::ReasonText>& parts, std::set<std::string, std::less<>>& names) {
  for (const suite::ReasonText& part : parts) {
    addNames(part.formula, names);
    for (const NamedValue& value : part.values) addNames(value.name, names);
    addNames(part.parts, names);
  }
}

/// The names in all shown parts of the reason (source lines, expressions, names of values). If a predicate or function is among
/// them, also the relations that it reads.
std::set<std::string, std::less<>> namesIn(const suite::TestResult& test) {
  std::set<std::string, std::less<>> names;
  const auto add = [&](const Place& place) {
    for (const std::string& line : place.lines) addNames(line, names);
  };
  if (test.failure) {
    add(test.failure->place);
    add(test.failure->offender);
    for (const NamedValue& value : test.failure->values) addNames(value.name, names);
    addNames(test.failure->parts, names);
    for (const auto& side : {test.failure->expected, test.failure->actual})
      if (side) addNames(side->expression, names);
  }
  for (const Place& place : test.conflict) add(place);
  if (test.failure)
    for (const auto& [called, read] : test.failure->readBy)
      if (names.contains(called)) names.insert(read.begin(), read.end());
  return names;
}

bool isEmpty(const suite::ValuationTable::Row& row) {
  return std::ranges::all_of(row.values, [](const std::string& value) { return value.empty(); });
}

suite::ValuationTable nonEmpty(suite::ValuationTable table) {
  std::erase_if(table.rows, isEmpty);
  return table;
}

/// The rows of the nonempty relations in `names`, and the number of the other nonempty relations. A signature whose only
/// atom has the signature's name gets no row, and counts as one of the others.
std::pair<suite::ValuationTable, std::size_t> rowsOf(const suite::ValuationTable& table,
                                                     const std::set<std::string, std::less<>>& names) {
  suite::ValuationTable some = nonEmpty(table);
  const std::size_t all = some.rows.size();
  std::erase_if(some.rows, [&](const suite::ValuationTable::Row& row) {
    std::size_t begin = row.relation.size();
    while (begin > 0 && isOfName(row.relation[begin - 1])) --begin;
    const std::string name = row.relation.substr(begin);
    const auto isItself = [&](const std::string& value) { return value == name || value == name + "$0"; };
    return !names.contains(name) || std::ranges::all_of(row.values, isItself);
  });
  const std::size_t others = all - some.rows.size();
  return {std::move(some), others};
}

std::string valuationText(const suite::TestResult& test, std::string_view title, const Style& style, bool whole) {
  const std::set<std::string, std::less<>> names = namesIn(test);
  const bool isOfLog = test.failure && test.failure->logLine.known();
  if (whole || names.empty() || isOfLog) return tableText(title, *test.valuation, style);
  const auto [some, others] = rowsOf(*test.valuation, names);
  // Shows a single other relation, too: a note that it was omitted would also take a line.
  if (others == 1) return tableText(title, nonEmpty(*test.valuation), style);
  const std::string rest = others == 0 ? "" : support::plural(others, some.rows.empty() ? "relation" : "more relation");
  std::string text = tableText(title, some, style);
  if (!rest.empty() && text.empty())
    text = fmt::format("{}  {}\n", style(Color::bold, title), style(Color::dim, rest + " (--tb long shows them)"));
  else if (!rest.empty())
    text += style(Color::dim, fmt::format("  and {} (--tb long shows them)", rest)) + '\n';
  return text;
}

/// Each statement that did not succeed, with its place.
std::string explainStatements(const std::vector<suite::TestResult>& statements, const Style& style, bool whole) {
  std::string out;
  for (const suite::TestResult& statement : statements) {
    if (!isProblem(statement.outcome)) continue;
    if (!out.empty()) out += '\n';
    out += fmt::format("{}  {}\n", style(Color::bold, oneLine(statement.name)),
                       style(Color::dim, fmt::format("{}:{}", oneLine(statement.place.path), statement.place.line)));
    out += indented(explain(statement, style, whole));
  }
  return out;
}

/// The heading above the values of a test that did not pass.
const char* headingOf(const suite::TestResult& test) {
  if (test.failure && test.failure->logLine.known()) return "the last explained state";
  return test.engine == suite::Engine::completedBySolving ? "completion" : "valuation";
}

}  // namespace

std::string completion(const suite::TestResult& test, const Style& style) {
  std::string out;
  if (test.outcome != suite::Outcome::passed) return out;
  if (test.statements.empty() && test.engine == suite::Engine::completedBySolving && test.valuation)
    out += tableText("completion", *test.valuation, style);
  for (const suite::TestResult& statement : test.statements)
    if (const std::string table = completion(statement, style); !table.empty())
      out += fmt::format("{}\n{}", oneLine(statement.name), indented(table));
  return out;
}

std::string explain(const suite::TestResult& test, const Style& style, bool whole) {
  std::string out;
  if (test.outcome == suite::Outcome::passed || isMarked(test.outcome)) return out;
  if (!test.statements.empty() && isProblem(test.outcome)) return explainStatements(test.statements, style, whole);
  if (test.failure)
    addFailure(out, *test.failure, style, whole);
  else if (test.details.empty())
    out += oneLine(test.message) + '\n';
  out += test.details;
  if (!test.conflict.empty()) out += style(Color::bold, "the following cannot hold together") + '\n';
  for (const Place& place : test.conflict) out += excerpt(place, style);
  if (test.nearest) addNearest(out, *test.nearest, style);
  if (test.valuation) out += valuationText(test, headingOf(test), style, whole);
  return out;
}

}  // namespace aunit::reporters
