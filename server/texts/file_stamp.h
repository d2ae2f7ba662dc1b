// Stamps of files, which tell whether a file is still the one that was read without reading it again.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace aunit::server {

/// The time of a file's last change and its size in bytes; default-constructed for a file that is not there.
struct FileStamp {
  std::int64_t seconds = 0, nanoseconds = 0;
  std::int64_t size = -1;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stampOf(const std::string& path);

/// Stamps of files from when they were read, by path.
using Stamps = std::map<std::string, FileStamp>;

/// Whether all these files are unchanged.
bool areCurrent(const Stamps& stamps);

}  // namespace aunit::server
