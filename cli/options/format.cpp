#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action format(CLI::App& c) {
  const auto arguments = std::make_shared<FormatArguments>();
  c.add_option("PATH", arguments->paths,
               "Files, folders that are searched for them, or - for standard input (default: the current folder)")
      ->option_text("...");
  c.add_flag("--check", arguments->check, "Write nothing; exit with 1 when a file would change");
  c.add_flag("--diff", arguments->diff, "Write nothing; show what would change");
  addColor(c, arguments->color);
  c.add_flag("--alloy5", arguments->language.alloy5, "Primes are part of names, words new in Alloy 6 are names");
  return [arguments] { return cli::format(*arguments); };
}

}  // namespace aunit::cli::options
