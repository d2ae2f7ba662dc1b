// --shard I/N, --shard auto and --times FILE: the part of the work that this process does.
#pragma once

#include <optional>
#include <string>

#include "runner/selection/shard.h"

namespace aunit::cli {

/// The shard that the option "I/N" gives. For "auto", environment variables give the shard. They are searched in this order:
/// Slurm (array task, then rank), Bazel, GitLab, Open MPI, other MPIs. Without the option, Bazel's shard if there is one, else
/// the whole work. `times`: path of a report with the times for balancing the shards, if any. If the option is not a shard, or
/// the file is not a report, prints a message and returns nothing.
std::optional<runner::Shard> shardOf(const std::optional<std::string>& option, const std::optional<std::string>& times);

}  // namespace aunit::cli
