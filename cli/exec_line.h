// What is said of a command that was solved: a line of JSON, and from that line the row for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/options.h"

namespace aunit::cli {

/// Its members: docs/solving.md.
using ExecLine = nlohmann::ordered_json;

struct ExecAnswer {
  solver::Result result;                   // of the first instance, or of the failure to find one
  std::vector<model::Instance> instances;  // those to be shown or written
  std::uint64_t distinct = 0;              // instances found
  std::uint64_t solutions = 0;             // the same as the reference counts them
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
  std::size_t index;  // of the command as users count
  const model::Command& command;
};

/// `several`: more than one instance was asked for.
ExecLine lineOf(const ExecSubject& subject, const ExecAnswer& answer, const solver::Options& options, bool several);

/// Whether it says that there is no instance in a part of the command's cubes, and no more.
bool isOfPart(const ExecLine& line);

/// Whether the verdict is the one that the command expects, if it expects one and there is one.
bool isAsExpected(const ExecLine& line);

/// What stands above the rows.
std::string rowHeader();
/// With what belongs below it: what contradicts, where an error is.
std::string rowOf(const ExecLine& line);

}  // namespace aunit::cli
