// --shard I/N, --shard auto and --times FILE: the part of the work that this process is to do.
#pragma once

#include <optional>
#include <string>

#include "runner/selection/shard.h"

namespace aunit::cli {

/// The shard of "I/N"; of "auto", as the environment states it for the first of Slurm (array task, then rank), Bazel, GitLab,
/// Open MPI and other MPIs; without the option the whole, or the shard that Bazel states. `times` is the path of the report to
/// divide by, if any. Nothing, after a message, when the option is no shard or the file no report.
std::optional<runner::Shard> shardOf(const std::optional<std::string>& option, const std::optional<std::string>& times);

}  // namespace aunit::cli
