#include "cli/input/project.h"

#include "cli/usage_error.h"

namespace aunit::cli {

std::optional<parser::LoadOptions> loadOptions(const std::string& file, LanguageOptions& language) {
  runner::Settings settings;
  std::string error;
  if (!runner::findSettings(file, settings, error)) return usageError(error);
  language.alloy5 |= settings.alloy5.value_or(false);
  language.allowed = settings.allowed;
  language.semantics.noOverflow |= settings.noOverflow.value_or(false);
  parser::LoadOptions options;
  options.alloy5 = language.alloy5;
  options.strictOpen = language.strictOpen;
  options.allowed = language.allowed;
  options.modelPath = settings.model.value_or("");
  return options;
}

std::optional<runner::Settings> completeFromProject(std::vector<std::string>& paths, std::optional<std::string>& model,
                                                    LanguageOptions& language) {
  runner::Settings settings;
  std::string error;
  if (!runner::findSettings(paths.empty() ? "." : paths.front(), settings, error)) return usageError(error);
  if (paths.empty()) paths = settings.paths;
  if (paths.empty()) paths = {"."};
  if (!model) model = settings.model;
  language.alloy5 |= settings.alloy5.value_or(false);
  language.allowed = settings.allowed;
  language.semantics.noOverflow |= settings.noOverflow.value_or(false);
  return settings;
}

}  // namespace aunit::cli
