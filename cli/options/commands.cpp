#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, CommandsArguments& arguments) {
  add(c, "FILE", arguments.file, " ", "The model")->required();
  c.add_flag("--json", arguments.json, "One JSON object per line");
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
