// Durations of tests, commands and mutants, read from reports; --times divides work by them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/selection/shard.h"

namespace aunit::reporters {

/// The times in a report of `run --json` or `mutate --json`, a JUnit file, or the lines of `exec --json`. Among several times
/// of one id the longest counts. Returns nothing, with the reason in `error`, when the text is no such report.
std::optional<runner::Times> timesOf(std::string_view text, std::string& error);

}  // namespace aunit::reporters
