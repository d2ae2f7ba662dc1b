#include <memory>

#include <CLI/CLI.hpp>

#include "cli/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action check(CLI::App& c) {
  const auto arguments = std::make_shared<CheckArguments>();
  c.add_option("FILE", arguments->files, "Models")->required()->option_text("...");
  c.add_flag("--json", arguments->json, "One JSON object per error or warning and line, on standard output");
  addColor(c, arguments->color);
  addLanguage(c, arguments->language);
  return [arguments] { return cli::check(*arguments); };
}

}  // namespace aunit::cli::options
