#include "support/system/called_file.h"

#include <new>
#include <utility>

#include <sys/types.h>

namespace aunit::support {

CalledFile::CalledFile(Take take) : take_(std::move(take)) {
#ifdef __APPLE__
  const auto write = [](void* self, const char* bytes, int count) {
    return static_cast<CalledFile*>(self)->take_({bytes, static_cast<std::size_t>(count)}) ? count : -1;
  };
  file_ = ::funopen(this, nullptr, write, nullptr, nullptr);
#else
  cookie_io_functions_t functions{};
  functions.write = [](void* self, const char* bytes, std::size_t count) {
    return static_cast<CalledFile*>(self)->take_({bytes, count}) ? static_cast<ssize_t>(count) : -1;
  };
  file_ = ::fopencookie(this, "w", functions);
#endif
  if (!file_) throw std::bad_alloc();
}

CalledFile::~CalledFile() {
  std::fclose(file_);
}

void CalledFile::finish() {
  std::fflush(file_);
}

}  // namespace aunit::support
