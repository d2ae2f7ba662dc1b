// aunit exec --list: lists the commands of models.

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

void listOne(const model::Command& command, std::size_t index, const std::string* file, JsonOutput& json) {
  if (!json.isAlone()) reporters::show(stdout, fmt::format("{:>3}  {}\n", index, support::oneLine(command.text)));
  if (!json.isWanted()) return;
  nlohmann::ordered_json line;
  if (file) line["file"] = *file;
  line["index"] = index;
  line["label"] = command.label;
  line["kind"] = command.check ? "check" : "run";
  line["command"] = command.text;
  line["expect"] = command.expect < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(command.expect);
  json.add(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace

int listCommands(const ExecArguments& arguments) {
  const bool several = arguments.files.size() > 1;
  int code = allPassed;
  Outputs outputs;
  JsonOutput json(outputs, arguments.json);
  if (!outputs.open(arguments.files)) return usageOrModelError;
  for (const std::string& file : arguments.files) {
    parser::LoadOptions options;
    options.alloy5 = arguments.language.alloy5;
    options.strictOpen = arguments.language.strictOpen;
    const auto loaded = parser::load(file, options, arguments.given);
    reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments.color));
    if (!loaded->ok()) {
      code = usageOrModelError;
      continue;
    }
    if (several && !json.isAlone()) reporters::show(stdout, support::oneLine(file) + "\n");
    std::size_t index = 0;
    for (const model::Command& command : loaded->model->commands())
      if (command.module == 0 && !command.ofTest) listOne(command, index++, several ? &file : nullptr, json);
  }
  return json.write() ? code : usageOrModelError;
}

}  // namespace aunit::cli
