#include <algorithm>
#include <filesystem>
#include <string_view>

#include "support/system/child_process.h"
#include "support/system/system_files.h"
#include "support/system/this_program.h"

namespace aunit::support {

std::string findProgram(const std::string& name) {
  const std::string file = name.ends_with(".exe") ? name : name + ".exe";
  const std::string path = environmentVariable("PATH");
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string found = (std::filesystem::path(rest.substr(0, end)) / file).generic_string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (const auto status = statusOf(found); status && status->isRegular()) return found;
  }
  return "";
}

}  // namespace aunit::support
