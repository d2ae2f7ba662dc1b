// aunit commands: what a model asks for.

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/subcommands.h"
#include "parser/front_end.h"

namespace aunit::cli {

int commands(const CommandsArguments& arguments) {
  const bool color = reporters::wantsColor(colorChoice(arguments.color), STDERR_FILENO);
  parser::LoadOptions options;
  options.alloy5 = arguments.language.alloy5;
  const auto loaded = parser::load(arguments.file, options);
  fmt::print(stderr, "{}", model::render(loaded->diagnostics.all(), loaded->sources, color));
  if (!loaded->ok()) return usageOrModelError;
  std::size_t index = 0;
  for (const model::Command& command : loaded->model->commands()) {
    if (command.module != 0 || command.ofTest) continue;
    if (arguments.json) {
      const nlohmann::ordered_json line = {{"index", index},
                                           {"label", command.label},
                                           {"kind", command.check ? "check" : "run"},
                                           {"command", command.text},
                                           {"expect", command.expect}};
      fmt::print("{}\n", line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    } else {
      fmt::print("{:>3}  {}\n", index, command.text);
    }
    ++index;
  }
  return allPassed;
}

}  // namespace aunit::cli
