// A file of the C library whose writer calls a function: for libraries that write to a FILE. called_file.cpp is for C libraries
// that can call (Linux, macOS), called_file_windows.cpp for Windows'.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string_view>

namespace aunit::support {

class CalledFile {
 public:
  /// False: writing fails. Nothing may be thrown through the C library.
  using Take = std::function<bool(std::string_view bytes)>;

  /// Throws std::bad_alloc if there is no such file.
  explicit CalledFile(Take take);
  ~CalledFile();
  CalledFile(const CalledFile&) = delete;
  CalledFile& operator=(const CalledFile&) = delete;

  std::FILE* file() const { return file_; }
  /// Calls the function with what is still buffered; on Windows, where a temporary file holds it, with all that was written.
  void finish();

 private:
  Take take_;
  std::FILE* file_;
};

}  // namespace aunit::support
