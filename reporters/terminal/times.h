// Durations of tests, commands and mutants from earlier reports. --times uses them to balance shards.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/selection/shard.h"

namespace aunit::reporters {

/// The times by id, from a report of `run --json` or `mutate --json`, a JUnit file, or lines of `exec --json`. If an id occurs
/// several times, its longest time counts. Returns nothing and sets `error` if the text is no such report.
std::optional<runner::Times> timesOf(std::string_view text, std::string& error);

}  // namespace aunit::reporters
