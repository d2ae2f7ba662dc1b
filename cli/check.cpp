// aunit check: parses and resolves, shows what is wrong.

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/exit_code.h"
#include "cli/subcommands.h"
#include "parser/front_end.h"

namespace aunit::cli {

int check(const CheckArguments& arguments) {
  const bool color = reporters::wantsColor(colorChoice(arguments.color), STDERR_FILENO);
  bool good = true;
  for (const std::string& file : arguments.files) {
    parser::LoadOptions options;
    options.alloy5 = arguments.language.alloy5;
    const auto loaded = parser::load(file, options);
    fmt::print(stderr, "{}", model::render(loaded->diagnostics.all(), loaded->sources, color));
    good = good && loaded->ok();
  }
  return good ? allPassed : usageOrModelError;
}

}  // namespace aunit::cli
