// --shard I/N, --shard auto and --times FILE: the part that whoever started this process wants of it.
#pragma once

#include <optional>
#include <string>

#include "runner/shard.h"

namespace aunit::cli {

/// "I/N"; "auto": the first of Slurm (array task, then rank), Bazel, GitLab, Open MPI and other MPIs that says so in the
/// environment; absent: the whole, or what Bazel says of its tests. `times`: the report to divide by, if any. Nothing, after a
/// message, when that is no shard or that no report.
std::optional<runner::Shard> shardOf(const std::optional<std::string>& option, const std::optional<std::string>& times);

}  // namespace aunit::cli
