// aunit run --watch.
#pragma once

#include <string>
#include <vector>

#include "reporters/terminal/terminal.h"
#include "runner/runner.h"

namespace aunit::cli {

/// Runs the tests again when files change. Returns 0 when the user presses `q` or Ctrl-C, or closes the terminal. `paths`: the
/// arguments of `aunit run`.
int watch(const std::vector<std::string>& paths, runner::RunOptions options, runner::Selection selection,
          reporters::TerminalOptions shown);

}  // namespace aunit::cli
