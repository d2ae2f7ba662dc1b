#include "server/texts/cache.h"

#include <cstdlib>
#include <filesystem>

#include "support/files.h"

namespace aunit::server {

std::string cachedFile(const std::string& name, std::string_view text) {
  namespace fs = std::filesystem;
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if ((!cache || !*cache) && (!home || !*home)) return "";
  const fs::path path = (cache && *cache ? fs::path(cache) : fs::path(home) / ".cache") / "aunit" / name;
  std::string reason;
  if (support::readFile(path.string(), reason) == std::string(text)) return path.string();
  auto folders = support::NewFolders::create(path.parent_path().string(), reason);
  if (!folders || !support::writeFile(path.string(), text, reason)) return "";
  folders->keep();
  return path.string();
}

}  // namespace aunit::server
