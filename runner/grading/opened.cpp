#include "runner/grading/opened.h"

#include <filesystem>
#include <optional>

#include "model/source.h"

namespace aunit::runner {

namespace fs = std::filesystem;

std::map<std::string, std::string> openedBy(const parser::Loaded& right) {
  std::map<std::string, std::string> files;
  const fs::path folder = fs::path(right.sources.file(0).path()).parent_path();
  for (model::FileId f = 1; f < right.sources.size(); ++f) {
    const model::SourceFile& file = right.sources.file(f);
    files.emplace(fs::path(file.path()).lexically_normal().lexically_relative(folder.lexically_normal()).generic_string(),
                  file.document());
  }
  return files;
}

void readOnly(const std::map<std::string, std::string>& opened, const std::string& path, parser::LoadOptions& how) {
  const fs::path folder = fs::path(path).parent_path().lexically_normal();
  how.readFile = [&opened, folder](const std::string& wanted) -> std::optional<std::string> {
    const auto found = opened.find(fs::path(wanted).lexically_normal().lexically_relative(folder).generic_string());
    return found == opened.end() ? std::nullopt : std::optional(found->second);
  };
}

}  // namespace aunit::runner
