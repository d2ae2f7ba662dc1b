#include "server/texts/file_stamp.h"

#include <algorithm>

#include "support/system/system_files.h"

namespace aunit::server {

FileStamp stampOf(const std::string& path) {
  const auto status = support::statusOf(path);
  return status ? FileStamp{status->seconds, status->nanoseconds, static_cast<std::int64_t>(status->size)} : FileStamp{};
}

bool areCurrent(const Stamps& stamps) {
  return std::ranges::all_of(stamps, [](const auto& each) { return stampOf(each.first) == each.second; });
}

}  // namespace aunit::server
