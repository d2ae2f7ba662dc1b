#include "server/texts/file_stamp.h"

#include <algorithm>

#include <sys/stat.h>

namespace aunit::server {

FileStamp stampOf(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size};
}

bool areCurrent(const Stamps& stamps) {
  return std::ranges::all_of(stamps, [](const auto& each) { return stampOf(each.first) == each.second; });
}

}  // namespace aunit::server
