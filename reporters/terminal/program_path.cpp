#include "reporters/terminal/program_path.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "reporters/markup.h"
#include "reporters/text.h"

namespace aunit::reporters {

namespace program = model::program;
using reachability::Path;

namespace {

std::string locationOf(const program::Program& p, const program::State& state, program::ProcessId process) {
  return p.processes[process].locations[state.locations[process]].name;
}
std::string valueText(const program::Program& p, const program::State& state, program::VariableId variable) {
  return program::valueText(p, p.variables[variable].domain, state.values[variable]);
}

/// The statement's text on one line.
std::string statementText(const program::Program& p, const model::SourceMap& source, const reachability::Step& step) {
  std::string text;
  for (const char c : source.text(p.processes[step.process].locations[step.location].span)) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

/// The names of the columns: processes (whose values are locations), then variables. columnValues() has the same order.
std::vector<std::string> columnNames(const program::Program& p) {
  std::vector<std::string> names;
  for (const program::Process& process : p.processes) names.push_back(process.name);
  for (const program::Variable& variable : p.variables) names.push_back(variable.name);
  return names;
}
std::vector<std::string> columnValues(const program::Program& p, const program::State& state) {
  std::vector<std::string> values;
  for (program::ProcessId i = 0; i < p.processes.size(); ++i) values.push_back(locationOf(p, state, i));
  for (program::VariableId v = 0; v < p.variables.size(); ++v) values.push_back(valueText(p, state, v));
  return values;
}

}  // namespace

std::string pathTable(const program::Program& p, const model::SourceMap& source, const Path& path, const Style& style) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> header{"step", "process", "statement"};
  for (std::string& name : columnNames(p)) header.push_back(std::move(name));
  rows.push_back(std::move(header));
  std::vector<std::string> before;
  for (std::size_t i = 0; i <= path.length(); ++i) {
    std::vector<std::string> row{std::to_string(i), "", ""};
    if (i > 0) {
      row[1] = p.processes[path.steps[i - 1].process].name;
      row[2] = shortened(statementText(p, source, path.steps[i - 1]), 40);
    }
    const std::vector<std::string> values = columnValues(p, path.state(i));
    for (std::size_t k = 0; k < values.size(); ++k) row.push_back(values[k] + (i > 0 && values[k] != before[k] ? "*" : ""));
    before = values;
    rows.push_back(std::move(row));
  }
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], displayWidth(row[k]));
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t k = 0; k < rows[r].size(); ++k) {
      const std::string& cell = rows[r][k];
      const std::string text = k + 1 < rows[r].size() ? padded(cell, widths[k]) : cell;
      line += (k > 0 ? "  " : "    ") + (r == 0                ? style(Color::dim, text)
                                         : cell.ends_with('*') ? style(Color::bold, text)
                                                               : text);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (path.loop) {
    out += *path.loop == path.length()
               ? fmt::format("    no process can step: the program stays in state {} for ever\n", path.length())
               : fmt::format("    state {0} is equal to state {1}: the steps after state {1} repeat for ever\n", path.length(),
                             *path.loop);
  }
  return out;
}

nlohmann::ordered_json pathJson(const program::Program& p, const model::SourceMap& source, const Path& path) {
  nlohmann::ordered_json states = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i <= path.length(); ++i) {
    nlohmann::ordered_json state = nlohmann::ordered_json::object();
    if (i > 0) {
      const reachability::Step& step = path.steps[i - 1];
      state["process"] = p.processes[step.process].name;
      state["location"] = p.processes[step.process].locations[step.location].name;
      state["statement"] = statementText(p, source, step);
    }
    state["at"] = nlohmann::ordered_json::object();
    for (program::ProcessId k = 0; k < p.processes.size(); ++k)
      state["at"][p.processes[k].name] = locationOf(p, path.state(i), k);
    state["values"] = nlohmann::ordered_json::object();
    for (program::VariableId v = 0; v < p.variables.size(); ++v) {
      const std::int64_t value = path.state(i).values[v];
      nlohmann::ordered_json& entry = state["values"][p.variables[v].name];
      if (p.variables[v].domain.sort == program::Sort::integer)
        entry = value;
      else if (p.variables[v].domain.sort == program::Sort::boolean)
        entry = value != 0;
      else
        entry = valueText(p, path.state(i), v);
    }
    states.push_back(std::move(state));
  }
  return {{"states", std::move(states)},
          {"loop", path.loop ? nlohmann::ordered_json(*path.loop) : nlohmann::ordered_json(nullptr)}};
}

std::string pathDot(const program::Program& p, const model::SourceMap& source, const Path& path) {
  const std::vector<std::string> names = columnNames(p);
  // If the path ends in a loop, its last state is not drawn: it equals the state to which the loop returns.
  const bool closed = path.loop && *path.loop < path.length();
  const std::size_t count = closed ? path.length() : path.length() + 1;
  std::string out =
      "digraph path {\n  rankdir=LR;\n  node [shape=plain, fontname=\"Helvetica\", fontsize=10];\n  edge "
      "[fontname=\"Helvetica\", fontsize=10];\n";
  std::vector<std::string> before;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<std::string> values = columnValues(p, path.state(i));
    out += fmt::format(
        "  s{} [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\"><tr><td colspan=\"2\"><b>{}</b></td></tr>", i, i);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const bool changed = i > 0 && values[k] != before[k];
      out += fmt::format("<tr><td align=\"left\">{}</td><td{}>{}{}{}</td></tr>", escaped(names[k]),
                         changed ? " bgcolor=\"#ffe9a8\"" : "", changed ? "<b>" : "", escaped(values[k]), changed ? "</b>" : "");
    }
    out += "</table>>];\n";
    before = values;
  }
  for (std::size_t i = 0; i < path.length(); ++i) {
    const std::size_t to = closed && i + 1 == path.length() ? *path.loop : i + 1;
    out += fmt::format("  s{} -> s{} [label=\"{}: {}\"];\n", i, to, dotText(p.processes[path.steps[i].process].name),
                       dotText(statementText(p, source, path.steps[i])));
  }
  return out + "}\n";
}

std::string graphDot(const program::Program& p, const reachability::Graph& graph) {
  std::string out =
      "digraph states {\n  node [shape=box, fontname=\"Helvetica\", fontsize=10];\n  edge [fontname=\"Helvetica\", "
      "fontsize=10];\n";
  for (std::size_t i = 0; i < graph.states.size(); ++i) {
    std::string label;
    for (program::ProcessId k = 0; k < p.processes.size(); ++k) label += (k > 0 ? ", " : "") + locationOf(p, graph.states[i], k);
    label += "\\n";
    for (program::VariableId v = 0; v < p.variables.size(); ++v)
      label += fmt::format("{}{}={}", v > 0 ? " " : "", dotText(p.variables[v].name), valueText(p, graph.states[i], v));
    out += fmt::format("  s{} [label=\"{}\"{}];\n", i, label, i < graph.initialStates ? ", penwidth=2.5" : "");
  }
  for (const reachability::Graph::Edge& edge : graph.edges)
    out += fmt::format("  s{} -> s{} [label=\"{}\"];\n", edge.from, edge.to, dotText(p.processes[edge.process].name));
  return out + "}\n";
}

}  // namespace aunit::reporters
