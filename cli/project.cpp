#include "cli/project.h"

#include "cli/usage_error.h"
#include "runner/settings.h"

namespace aunit::cli {

std::optional<parser::LoadOptions> loadOptions(const std::string& file, LanguageOptions& language) {
  runner::Settings settings;
  std::string error;
  if (!runner::findSettings(file, settings, error)) {
    usageError(error);
    return std::nullopt;
  }
  language.alloy5 |= settings.alloy5.value_or(false);
  language.noOverflow |= settings.noOverflow.value_or(false);
  parser::LoadOptions options;
  options.alloy5 = language.alloy5;
  options.modelPath = settings.model.value_or("");
  return options;
}

}  // namespace aunit::cli
