// --shard I/N, --shard auto and --times FILE: the part of the work that this process does.
#pragma once

#include <optional>
#include <string>

#include "runner/selection/shard.h"

namespace aunit::cli {

/// The shard "I/N". For "auto", the shard in the environment of the first of: Slurm (array task, then rank), Bazel, GitLab, Open
/// MPI, other MPIs. Without the option, Bazel's shard if there is one, else the whole. `times`: path of the report to balance by,
/// if any. Nothing, after a message, if the option is no shard or the file no report.
std::optional<runner::Shard> shardOf(const std::optional<std::string>& option, const std::optional<std::string>& times);

}  // namespace aunit::cli
