// aunit check: parses and resolves, shows what is wrong.

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>

#include "cli/exit_code.h"
#include "cli/project.h"
#include "cli/subcommands.h"
#include "parser/front_end.h"
#include "reporters/run/diagnostic_json.h"
#include "reporters/terminal/console.h"
#include "runner/discovery.h"
#include "suite/unasked_valuations.h"

namespace aunit::cli {

int check(const CheckArguments& arguments) {
  bool good = true;
  for (const std::string& file : runner::distinct(arguments.files)) {
    LanguageOptions language = arguments.language;
    const auto options = loadOptions(file, language);
    if (!options) return usageOrModelError;
    const auto loaded = parser::load(file, *options);
    std::vector<model::Diagnostic> found = loaded->diagnostics.all();
    if (loaded->model) std::ranges::move(suite::checkUnasked(*loaded), std::back_inserter(found));
    if (arguments.json)
      for (const model::Diagnostic& one : found)
        reporters::writeDocument(stdout, reporters::diagnosticJson(one, loaded->sources));
    else
      reporters::showDiagnostics(found, loaded->sources, colorChoice(arguments.color));
    good =
        good && loaded->model && std::ranges::none_of(found, [](const auto& d) { return d.severity == model::Severity::error; });
  }
  return good ? allPassed : usageOrModelError;
}

}  // namespace aunit::cli
