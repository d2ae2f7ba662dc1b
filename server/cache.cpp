#include "server/cache.h"

#include <cstdlib>
#include <filesystem>

#include "model/files.h"

namespace aunit::server {

std::string cachedFile(const std::string& name, std::string_view text) {
  namespace fs = std::filesystem;
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if ((!cache || !*cache) && (!home || !*home)) return "";
  const fs::path path = (cache && *cache ? fs::path(cache) : fs::path(home) / ".cache") / "aunit" / name;
  std::string reason;
  if (model::readFile(path.string(), reason) == std::string(text)) return path.string();
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  return model::writeFile(path.string(), text, reason) ? path.string() : "";
}

}  // namespace aunit::server
