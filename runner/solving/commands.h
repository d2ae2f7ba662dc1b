// Loads the files of a request, and chooses the commands to solve.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/model.h"
#include "runner/solving/report.h"
#include "runner/solving/request.h"

namespace aunit::runner {

struct ChosenCommand {
  std::size_t file = 0;   // index in SolveRequest::files
  std::size_t index = 0;  // index of the command among those for which SolvedFile::counts is true
  model::CommandId id = 0;
  std::string name;  // path::label, for the division into shards
};

/// Loads the file, and checks that the request's scopes and preference fit its model.
SolvedFile readFile(const SolveRequest& request, std::size_t file);

/// The commands that the request chooses, in all shards.
std::vector<ChosenCommand> chosenCommands(const SolveRequest& request, const std::vector<SolvedFile>& files);

}  // namespace aunit::runner
