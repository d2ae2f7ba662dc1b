#include "support/system/called_file.h"

#include <array>
#include <new>
#include <utility>

#include <windows.h>

namespace aunit::support {

// Uses a file that the system removes when it is closed. (The C library's tmpfile would write into the root of the drive.)
CalledFile::CalledFile(Take take) : take_(std::move(take)), file_(nullptr) {
  std::array<wchar_t, MAX_PATH + 1> folder{}, name{};
  if (::GetTempPathW(MAX_PATH, folder.data()) != 0 && ::GetTempFileNameW(folder.data(), L"aun", 0, name.data()) != 0)
    file_ = ::_wfopen(name.data(), L"w+bTD");
  if (!file_) throw std::bad_alloc();
}

CalledFile::~CalledFile() {
  std::fclose(file_);
}

void CalledFile::finish() {
  std::rewind(file_);
  std::array<char, 65536> bytes;
  while (const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), file_))
    if (!take_({bytes.data(), count})) return;
}

}  // namespace aunit::support
