#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action merge(CLI::App& c) {
  const auto arguments = std::make_shared<MergeArguments>();
  c.add_option("FILE", arguments->files, "JSON reports, or JUnit files")->required()->option_text("...");
  c.add_option("-o,--output", arguments->out, "Where to write the united report (-: standard output)")
      ->required()
      ->option_text("FILE");
  return [arguments] { return cli::merge(*arguments); };
}

}  // namespace aunit::cli::options
