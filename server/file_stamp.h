// Whether a file is still the one that was read, without reading it again.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace aunit::server {

/// When a file was written last, and how large it is. Of one that is not there: as it comes.
struct FileStamp {
  std::int64_t seconds = 0, nanoseconds = 0;
  std::int64_t size = -1;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stampOf(const std::string& path);

/// Files as they were on disk when they were read.
using Stamps = std::map<std::string, FileStamp>;

/// Whether all of them are as they were.
bool areCurrent(const Stamps& stamps);

}  // namespace aunit::server
