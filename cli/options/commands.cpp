#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action commands(CLI::App& c) {
  const auto arguments = std::make_shared<CommandsArguments>();
  c.add_option("FILE", arguments->file, "The model")->required()->option_text(" ");
  c.add_flag("--json", arguments->json, "One JSON object per line");
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::commands(*arguments); };
}

}  // namespace aunit::cli::options
