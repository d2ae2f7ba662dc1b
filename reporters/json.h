// The run as JSON, for programs.
#pragma once

#include <string>

#include "runner/run_result.h"

namespace aunit::reporters {

/// One JSON object; docs/json.md describes its members. Values are given in full, never shortened.
std::string json(const runner::RunResult& run);

}  // namespace aunit::reporters
