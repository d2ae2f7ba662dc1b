// Durations of tests, commands and mutants, read from reports; --times uses them to balance shards.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/selection/shard.h"

namespace aunit::reporters {

/// The times in a report of `run --json` or `mutate --json`, a JUnit file, or the lines of `exec --json`. The longest time of an
/// id counts. Returns nothing and sets `error` if the text is no such report.
std::optional<runner::Times> timesOf(std::string_view text, std::string& error);

}  // namespace aunit::reporters
