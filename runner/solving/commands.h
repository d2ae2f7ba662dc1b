// The files of a request, and the commands in them that are to be solved.
#pragma once

#include <cstddef>
#include <vector>

#include "model/model.h"
#include "runner/selection/shard.h"
#include "runner/solving/report.h"
#include "runner/solving/request.h"

namespace aunit::runner {

struct ChosenCommand {
  std::size_t file = 0;   // in SolveRequest::files
  std::size_t index = 0;  // as users count
  model::CommandId id = 0;
};

/// Loads the file, and sees whether the scopes and the preference of the request fit its model.
SolvedFile readFile(const SolveRequest& request, std::size_t file);

/// Appends the commands of a file that the request names.
void chooseCommands(const SolveRequest& request, const SolvedFile& source, std::size_t file, std::vector<ChosenCommand>& chosen);

/// Those of a part of the work.
std::vector<ChosenCommand> commandsOfShard(const Shard& shard, const std::vector<SolvedFile>& files,
                                           const std::vector<ChosenCommand>& chosen);

}  // namespace aunit::runner
