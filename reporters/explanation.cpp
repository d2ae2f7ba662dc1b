#include "reporters/explanation.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/visible.h"
#include "reporters/reason_tree.h"
#include "reporters/text.h"

namespace aunit::reporters {

namespace {

using model::oneLine;
using suite::Failure;
using suite::NamedValue;
using suite::Place;
using suite::Side;
using suite::ValuationTable;

constexpr std::size_t longestValue = 100;  // columns; JSON has values in full
constexpr std::size_t longestCell = 40;
constexpr std::size_t mostStates = 6;

void addExcerpt(std::string& out, const Place& place, const Style& style) {
  if (!place.known()) return;
  out += style(Color::cyan, fmt::format("  --> {}", oneLine(place.describe()))) + '\n';
  const std::size_t gutter = fmt::format("{}", place.line + place.lines.size()).size();
  for (std::size_t i = 0; i < place.lines.size(); ++i) {
    const std::uint32_t number = place.line + static_cast<std::uint32_t>(i);
    const model::VisibleLine line = model::visibleLine(place.lines[i]);
    out += style(Color::dim, fmt::format("  {:>{}} | ", number, gutter)) + line.text + '\n';
    const std::size_t width = line.columns.size() - 1;  // code points of the source, as places count
    const std::size_t indent = std::min(place.lines[i].find_first_not_of(" \t"), width);
    const std::size_t begin = std::min<std::size_t>(number == place.line ? place.column - 1 : indent, width);
    const std::size_t end = number == place.endLine ? std::min<std::size_t>(place.endColumn, width) : width;
    const std::size_t first = line.columns[begin], last = std::max(line.columns[end], first + (begin == width));
    if (last <= first) continue;
    out += style(Color::dim, fmt::format("  {:>{}} | ", "", gutter)) + std::string(first, ' ') +
           style(Color::boldRed, std::string(last - first, '^')) + '\n';
  }
  if (!place.lines.empty() && place.line + place.lines.size() <= place.endLine)
    out += style(Color::dim, fmt::format("  {:>{}} | ...", "", gutter)) + '\n';
}

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

void addTable(std::string& out, std::string_view title, const ValuationTable& table, const Style& style) {
  if (table.rows.empty()) return;
  out += style(Color::bold, title) + '\n';
  std::size_t width = 0;
  for (const auto& row : table.rows) width = std::max(width, displayWidth(oneLine(row.relation)));
  const std::size_t states = std::min<std::size_t>(table.states, mostStates);
  const auto cell = [](const std::string& value) { return value.empty() ? std::string("-") : oneLine(value); };
  if (states == 1) {
    for (const auto& row : table.rows)
      out += fmt::format("  {}   {}\n", style(Color::cyan, padded(oneLine(row.relation), width)),
                         shortened(cell(row.values.at(0)), longestValue));
    return;
  }
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < states; ++i) titles.push_back(fmt::format("state {}{}", i, i == table.loop ? " (loop)" : ""));
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < states; ++i) {
    std::size_t widest = displayWidth(titles[i]);
    for (const auto& row : table.rows)
      if (row.values.size() > 1) widest = std::max(widest, std::min(displayWidth(cell(row.values[i])), longestCell));
    widths.push_back(widest);
  }
  std::string heading = "  " + padded("", width);
  for (std::size_t i = 0; i < states; ++i) heading += "   " + padded(titles[i], widths[i]);
  out += style(Color::dim, heading.substr(0, heading.find_last_not_of(' ') + 1)) + '\n';
  for (const auto& row : table.rows) {
    std::string line;
    if (row.values.size() == 1) {
      line = shortened(cell(row.values[0]), longestValue);
    } else {
      for (std::size_t i = 0; i < states; ++i)
        line += padded(shortened(cell(row.values[i]), longestCell), i + 1 == states ? 0 : widths[i] + 3);
    }
    out += fmt::format("  {}   {}\n", style(Color::cyan, padded(oneLine(row.relation), width)), line);
  }
  if (table.states > states) out += style(Color::dim, fmt::format("  and {} more states\n", table.states - states));
}

void addFailure(std::string& out, const Failure& failure, const Style& style) {
  out += style(Color::boldRed, oneLine(failure.constraint));
  if (failure.state >= 0) out += fmt::format(" (in state {})", failure.state);
  out += '\n';
  addExcerpt(out, failure.place, style);
  addExcerpt(out, failure.offender, style);
  addValues(out, "with", failure.witness, style);
  addValues(out, "where", failure.values, style);
  if (!failure.parts.empty()) {
    const bool none = std::ranges::none_of(failure.parts, &suite::ReasonText::actual);
    out += style(Color::bold, none ? "none of these holds" : "because") + '\n';
    out += reasonTree(failure.parts, 2, failure.state, style);
  }
  if (failure.expected) addSide(out, "expected", *failure.expected, "missing", style);
  if (failure.actual) addSide(out, "actual", *failure.actual, "too many", style);
}

}  // namespace

namespace {

/// Each statement that is no success, with its place.
std::string explainStatements(const std::vector<suite::TestResult>& statements, const Style& style) {
  std::string out;
  for (const suite::TestResult& statement : statements) {
    if (!isProblem(statement.outcome)) continue;
    if (!out.empty()) out += '\n';
    out += fmt::format("{}  {}\n", style(Color::bold, oneLine(statement.name)),
                       style(Color::dim, fmt::format("{}:{}", oneLine(statement.place.path), statement.place.line)));
    out += indented(explain(statement, style));
  }
  return out;
}

}  // namespace

std::string completion(const suite::TestResult& test, const Style& style) {
  std::string out;
  if (test.outcome != suite::Outcome::passed) return out;
  if (test.statements.empty() && test.engine == suite::Engine::completedBySolving && test.valuation)
    addTable(out, "completion", *test.valuation, style);
  for (const suite::TestResult& statement : test.statements)
    if (const std::string table = completion(statement, style); !table.empty())
      out += fmt::format("{}\n{}", oneLine(statement.name), indented(table));
  return out;
}

std::string explain(const suite::TestResult& test, const Style& style) {
  std::string out;
  if (test.outcome == suite::Outcome::passed || isMarked(test.outcome)) return out;
  if (!test.statements.empty() && isProblem(test.outcome)) return explainStatements(test.statements, style);
  if (test.failure)
    addFailure(out, *test.failure, style);
  else if (test.details.empty())
    out += oneLine(test.message) + '\n';
  out += test.details;
  if (!test.conflict.empty()) out += style(Color::bold, "these cannot hold together") + '\n';
  for (const Place& place : test.conflict) addExcerpt(out, place, style);
  if (test.valuation)
    addTable(out, test.engine == suite::Engine::completedBySolving ? "completion" : "valuation", *test.valuation, style);
  return out;
}

}  // namespace aunit::reporters
