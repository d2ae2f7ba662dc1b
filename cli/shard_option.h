// --shard I/N, and --shard auto: the part that whoever started this process wants of it.
#pragma once

#include <optional>
#include <string>

#include "runner/selection.h"

namespace aunit::cli {

/// "I/N"; "auto": the first of Slurm (array task, then rank), Bazel, GitLab, Open MPI and other MPIs that says so in the
/// environment; absent: the whole, or what Bazel says of its tests. Nothing, after a message, when that is no shard.
std::optional<runner::Shard> shardOf(const std::optional<std::string>& option);

}  // namespace aunit::cli
