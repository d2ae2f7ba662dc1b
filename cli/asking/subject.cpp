#include "cli/asking/subject.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/input/arguments.h"
#include "cli/usage_error.h"
#include "reporters/terminal/console.h"
#include "support/files.h"
#include "support/utf8.h"

namespace aunit::cli {

namespace fs = std::filesystem;

std::optional<std::string> opening(const std::string& model, const std::string& out) {
  const fs::path parent = fs::path(out).parent_path(), subject = support::canonicalPath(model);
  const fs::path folder = support::canonicalPath(parent.empty() ? "." : parent.generic_string());
  const std::string name = subject.lexically_proximate(folder).replace_extension().generic_string();
  const bool good = !name.empty() && std::ranges::all_of(name, [](char c) { return support::isWordPart(c) || c == '/'; });
  return good ? std::optional("open " + name + "\n") : std::nullopt;
}

std::string cannotBeOpened(const std::string& model, const std::string& out) {
  const std::string name = fs::path(model).stem().generic_string();
  const bool named = std::ranges::all_of(name, support::isWordPart);
  return fmt::format("{} cannot be opened from a test file at {}: {}", model, out,
                     named ? "put the test file into the folder of the model"
                           : "rename the model: its name may have only letters, digits and _");
}

std::unique_ptr<parser::Loaded> loadSubject(const std::string& model, const std::optional<std::string>& out,
                                            const parser::LoadOptions& options, const std::string& color) {
  const bool added = out && fs::exists(*out) && !fs::is_directory(*out);
  const std::string& path = added ? *out : model;
  auto loaded = parser::load(path, options);
  if (!loaded->ok()) reporters::showDiagnostics(loaded->diagnostics.errorsSince(0), loaded->sources, colorChoice(color));
  if (!loaded->model) return nullptr;  // null only if the model has errors; errors in single tests do not matter
  std::error_code unknown;
  for (model::FileId f = 0; f < loaded->sources.size(); ++f)
    if (fs::equivalent(loaded->sources.file(f).path(), model, unknown)) return loaded;
  return usageError(fmt::format("{0} does not open {1}, so the tests of {0} are not about {1}", path, model));
}

}  // namespace aunit::cli
