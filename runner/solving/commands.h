// The files of a request, and the commands in them that are to be solved.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/model.h"
#include "runner/solving/report.h"
#include "runner/solving/request.h"

namespace aunit::runner {

struct ChosenCommand {
  std::size_t file = 0;   // in SolveRequest::files
  std::size_t index = 0;  // as users count
  model::CommandId id = 0;
  std::string name;  // path::label, by which shards are divided
};

/// Loads the file, and sees whether the scopes and the preference of the request fit its model.
SolvedFile readFile(const SolveRequest& request, std::size_t file);

/// The commands of the files that the request names, in all shards.
std::vector<ChosenCommand> chosenCommands(const SolveRequest& request, const std::vector<SolvedFile>& files);

}  // namespace aunit::runner
