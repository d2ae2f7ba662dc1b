#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <unistd.h>

#include "support/system/child_process.h"

namespace aunit::support {

std::string findProgram(const std::string& name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return "";
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::filesystem::path file = std::filesystem::path(rest.substr(0, end)) / name;
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0) return file.generic_string();
  }
  return "";
}

}  // namespace aunit::support
