// aunit commands: what a model asks for.

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/subcommands.h"
#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "support/visible.h"

namespace aunit::cli {

int commands(const CommandsArguments& arguments) {
  parser::LoadOptions options;
  options.alloy5 = arguments.language.alloy5;
  const auto loaded = parser::load(arguments.file, options);
  reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments.color));
  if (!loaded->ok()) return usageOrModelError;
  std::size_t index = 0;
  for (const model::Command& command : loaded->model->commands()) {
    if (command.module != 0 || command.ofTest) continue;
    if (arguments.json) {
      const nlohmann::ordered_json line = {
          {"index", index},
          {"label", command.label},
          {"kind", command.check ? "check" : "run"},
          {"command", command.text},
          {"expect", command.expect < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(command.expect)}};
      reporters::writeDocument(stdout, line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    } else {
      reporters::show(stdout, fmt::format("{:>3}  {}\n", index, support::oneLine(command.text)));
    }
    ++index;
  }
  return allPassed;
}

}  // namespace aunit::cli
