// Paths of a parallel program and its transition system, for people (a table), for programs (JSON) and for drawing (DOT).
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "reporters/terminal/style.h"
#include "solver/reachability/reachability.h"

namespace aunit::reporters {

/// One line for each state: the step before it (process and statement), the locations of the processes, the variables. `*` marks
/// values that the step changed. `source` has the text of the statements.
std::string pathTable(const model::program::Program& program, const model::SourceMap& source, const reachability::Path& path,
                      const Style& style);

/// {"states": [{"process", "location", "statement", "at": {process: location}, "values": {variable: value}}, ...], "loop": n or
/// null}. The first state has no process.
nlohmann::ordered_json pathJson(const model::program::Program& program, const model::SourceMap& source,
                                const reachability::Path& path);

/// The path as a graph from left to right, changes in bold.
std::string pathDot(const model::program::Program& program, const model::SourceMap& source, const reachability::Path& path);

/// The transition system: initial states with a bold border, edges labelled with their processes.
std::string graphDot(const model::program::Program& program, const reachability::Graph& graph);

/// The SVG that Graphviz draws from DOT. Returns an empty text and sets `error` if it cannot be drawn.
std::string drawSvg(const std::string& dot, std::string& error);

}  // namespace aunit::reporters
