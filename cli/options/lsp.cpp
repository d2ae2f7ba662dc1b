#include <CLI/CLI.hpp>

#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action lsp(CLI::App& c) {
  c.add_flag("--stdio")->description("Speak on standard input and output, as always");  // editors say so of each server
  return [] { return cli::lsp(); };
}

}  // namespace aunit::cli::options
