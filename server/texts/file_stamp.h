// Stamps of files: they tell whether a file has changed since it was read, without reading it again.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace aunit::server {

/// The last modification time and size in bytes of a file; default-constructed if the file does not exist.
struct FileStamp {
  std::int64_t seconds = 0, nanoseconds = 0;
  std::int64_t size = -1;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stampOf(const std::string& path);

/// By path: the stamp of a file when it was read.
using Stamps = std::map<std::string, FileStamp>;

/// Whether no file of `stamps` has changed since its stamp was taken.
bool areCurrent(const Stamps& stamps);

}  // namespace aunit::server
