// The report on a solved command: a line of JSON, and the row for people that is made from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/grounding/options.h"

namespace aunit::cli {

/// docs/solving.md lists its members.
using ExecLine = nlohmann::ordered_json;

struct ExecAnswer {
  solver::Result result;                   // of the first instance, or of the failure to find one
  std::vector<model::Instance> instances;  // instances to show or to write
  std::uint64_t distinct = 0;              // instances found
  std::uint64_t solutions = 0;             // instances as the reference counts them
  std::string incomplete;                  // why the enumeration ended early, if it did
  double translateMs = 0;
  double solveMs = 0;
  int bound = 0;  // states that a trace may have; model::unboundedSteps: any number
};

/// A command in its file.
struct ExecSubject {
  const std::string& file;
  const parser::Loaded& loaded;
  double parseMs;
  std::size_t index;  // of the command, as users count
  const model::Command& command;
};

/// The line for a command. `several` says that more than one instance was asked for.
ExecLine lineOf(const ExecSubject& subject, const ExecAnswer& answer, const solver::Options& options, bool several);

/// Whether the line only says that a part of the command's cubes has no instance.
bool isOfPart(const ExecLine& line);

/// Whether the error is ours, not one of the command.
bool isInternalError(const ExecLine& line);

/// Whether the verdict is the one that the command expects, if it expects one and there is one.
bool isAsExpected(const ExecLine& line);

/// The header above the rows.
std::string rowHeader();
/// The row for a line, with further lines below it for the unsatisfiable core or the place of an error.
std::string rowOf(const ExecLine& line);

}  // namespace aunit::cli
