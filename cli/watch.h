// aunit run --watch.
#pragma once

#include <string>
#include <vector>

#include "reporters/terminal/terminal.h"
#include "runner/runner.h"

namespace aunit::cli {

/// Watches until the user presses `q` or Ctrl-C or the terminal closes; then returns 0. `paths` are the arguments of the run.
int watch(const std::vector<std::string>& paths, runner::RunOptions options, runner::Selection selection,
          reporters::TerminalOptions shown);

}  // namespace aunit::cli
