// aunit check: parses and resolves, shows what is wrong.

#include <cstdio>

#include "cli/exit_code.h"
#include "cli/project.h"
#include "cli/subcommands.h"
#include "parser/front_end.h"
#include "reporters/console.h"

namespace aunit::cli {

int check(const CheckArguments& arguments) {
  bool good = true;
  for (const std::string& file : arguments.files) {
    LanguageOptions language = arguments.language;
    const auto options = loadOptions(file, language);
    if (!options) return usageOrModelError;
    const auto loaded = parser::load(file, *options);
    reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments.color));
    good = good && loaded->ok();
  }
  return good ? allPassed : usageOrModelError;
}

}  // namespace aunit::cli
