#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action mcp(CLI::App& c) {
  const auto arguments = std::make_shared<McpArguments>();
  c.add_flag("--stdio")->description("Speak on standard input and output, as always");
  addPath(c, "--root", arguments->roots,
          "Read files beneath this folder (may be given several times; default: the roots that the client names, else the "
          "current folder)",
          "FOLDER")
      ->check(CLI::ExistingDirectory)
      ->allow_extra_args(false);
  c.add_option("--memory", arguments->memoryMegabytes, "Most memory of a call, as address space (default 8192)")
      ->option_text("MB")
      ->check(CLI::Range(1024, 1 << 20));
  return [arguments] { return cli::mcp(*arguments); };
}

}  // namespace aunit::cli::options
