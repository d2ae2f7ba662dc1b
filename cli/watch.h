// aunit run --watch
#pragma once

#include <string>
#include <vector>

#include "reporters/terminal.h"
#include "runner/runner.h"

namespace aunit::cli {

/// Goes on until `q`, Ctrl-C, or a terminal that closes; then 0. `paths` are the arguments of the run.
int watch(const std::vector<std::string>& paths, runner::RunOptions options, runner::Selection selection,
          reporters::TerminalOptions shown);

}  // namespace aunit::cli
