// A FILE of the C library that passes all output to a function, for libraries that write to a FILE. called_file.cpp is for C
// libraries that support such files (Linux, macOS), called_file_windows.cpp for Windows.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string_view>

namespace aunit::support {

class CalledFile {
 public:
  /// The function that gets the output. Returns false to make the write fail. Must not throw: exceptions cannot pass through the
  /// C library.
  using Take = std::function<bool(std::string_view bytes)>;

  /// Throws std::bad_alloc if the FILE cannot be made.
  explicit CalledFile(Take take);
  ~CalledFile();
  CalledFile(const CalledFile&) = delete;
  CalledFile& operator=(const CalledFile&) = delete;

  std::FILE* file() const { return file_; }
  /// Calls the function with the output that is still buffered. On Windows, this is the whole output, which is in a temporary
  /// file.
  void finish();

 private:
  Take take_;
  std::FILE* file_;
};

}  // namespace aunit::support
