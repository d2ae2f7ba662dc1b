#include "server/texts/cache.h"

#include <filesystem>

#include "support/files.h"
#include "support/system/this_program.h"

namespace aunit::server {

std::string cachedFile(const std::string& name, std::string_view text) {
  namespace fs = std::filesystem;
  const fs::path folder = support::cacheFolder();
  if (folder.empty()) return "";
  const fs::path path = folder / "aunit" / name;
  std::string reason;
  if (support::readFile(path.generic_string(), reason) == std::string(text)) return path.generic_string();
  auto folders = support::NewFolders::create(path.parent_path().generic_string(), reason);
  if (!folders || !support::writeOwnFile(path.generic_string(), text, reason)) return "";
  folders->keep();
  return path.generic_string();
}

}  // namespace aunit::server
