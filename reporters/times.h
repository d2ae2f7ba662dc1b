// How long things took, from the reports that say so: what --times divides work by.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/shard.h"

namespace aunit::reporters {

/// Of a report of `run --json` or `mutate --json`, a JUnit file, or the lines of `exec --json`. What is there several times
/// counts as the longest. Nothing, and the reason in `error`, when the text is none of them.
std::optional<runner::Times> timesOf(std::string_view text, std::string& error);

}  // namespace aunit::reporters
