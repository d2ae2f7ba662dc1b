#include "reporters/terminal/excerpt.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "reporters/text.h"
#include "suite/steps/step_names.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using support::oneLine;

constexpr std::size_t mostStates = 6;

}  // namespace

std::string excerpt(const suite::Place& place, const Style& style) {
  std::string out;
  if (!place.known()) return out;
  out += style(Color::cyan, fmt::format("  --> {}", oneLine(place.describe()))) + '\n';
  const std::size_t gutter = fmt::format("{}", place.line + place.lines.size()).size();
  for (std::size_t i = 0; i < place.lines.size(); ++i) {
    const std::uint32_t number = place.line + static_cast<std::uint32_t>(i);
    const support::VisibleLine line = support::visibleLine(place.lines[i]);
    out += style(Color::dim, fmt::format("  {:>{}} | ", number, gutter)) + line.text + '\n';
    const std::size_t width = line.columns.size() - 1;  // number of code points, the unit of Place's columns
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
  return out;
}

std::string tableText(std::string_view title, const suite::ValuationTable& table, const Style& style) {
  std::string out;
  if (table.rows.empty()) return out;
  out += style(Color::bold, title) + '\n';
  std::size_t width = 0;
  for (const auto& row : table.rows) width = std::max(width, displayWidth(oneLine(row.relation)));
  if (!table.steps.empty()) width = std::max<std::size_t>(width, 4);  // width of "next"
  const std::size_t states = std::min<std::size_t>(table.states, mostStates);
  const auto cell = [](const std::string& value) { return value.empty() ? std::string("-") : oneLine(value); };
  if (states == 1) {
    for (const auto& row : table.rows)
      out += fmt::format("  {}   {}\n", style(Color::cyan, padded(oneLine(row.relation), width)),
                         shortened(cell(row.values.at(0)), longestValue));
    if (!table.steps.empty())
      out += fmt::format("  {}   {}\n", style(Color::cyan, padded("next", width)), oneLine(suite::stepText(table.steps.front())));
    return out;
  }
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < states; ++i) titles.push_back(suite::stateTitle(i, table.states, table.loop));
  suite::ValuationTable::Row steps{"next", {}};
  for (const suite::StepName& step : table.steps) steps.values.push_back(suite::stepText(step));
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < states; ++i) {
    std::size_t widest = displayWidth(titles[i]);
    for (const auto& row : table.rows)
      if (row.values.size() > 1) widest = std::max(widest, std::min(displayWidth(cell(row.values[i])), longestCell));
    if (!steps.values.empty()) widest = std::max(widest, std::min(displayWidth(cell(steps.values[i])), longestCell));
    widths.push_back(widest);
  }
  std::string heading = "  " + padded("", width);
  for (std::size_t i = 0; i < states; ++i) heading += "   " + padded(titles[i], widths[i]);
  out += style(Color::dim, heading.substr(0, heading.find_last_not_of(' ') + 1)) + '\n';
  std::vector<suite::ValuationTable::Row> rows = table.rows;
  if (!steps.values.empty()) rows.push_back(std::move(steps));
  for (const auto& row : rows) {
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
  return out;
}

}  // namespace aunit::reporters
