#include "support/system/text_windows.h"

#include <algorithm>
#include <cerrno>
#include <cwchar>

#include <windows.h>

namespace aunit::support {

std::wstring wide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring result(static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), static_cast<int>(result.size()));
  return result;
}

std::string narrow(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  std::string result(static_cast<std::size_t>(::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr)),
                     '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, result.data(), static_cast<int>(result.size()), nullptr, nullptr);
  return result;
}

std::wstring widePath(const std::string& path) {
  std::wstring result = wide(path);
  if (result.starts_with(L"//?/")) std::ranges::replace(result, L'/', L'\\');  // after this prefix, `/` does not separate names
  constexpr std::size_t longest = 240;                                         // below 248, the limit for paths of folders
  if (result.size() < longest || result.starts_with(L"\\\\?\\")) return result;
  std::wstring whole(::GetFullPathNameW(result.c_str(), 0, nullptr, nullptr), L'\0');
  whole.resize(::GetFullPathNameW(result.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
  return (whole.starts_with(L"\\\\") ? L"\\\\?\\UNC" + whole.substr(1) : L"\\\\?\\" + whole);
}

void noteLastError() {
  switch (::GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH: errno = ENOENT; break;
    case ERROR_TOO_MANY_OPEN_FILES: errno = EMFILE; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT: errno = EACCES; break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: errno = ENOMEM; break;
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: errno = EPIPE; break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
    case ERROR_DIRECTORY: errno = ENOTDIR; break;
    case ERROR_DIR_NOT_EMPTY: errno = ENOTEMPTY; break;
    case ERROR_FILENAME_EXCED_RANGE: errno = ENAMETOOLONG; break;
    case ERROR_INVALID_NAME: errno = EINVAL; break;  // the name has a character that is not allowed
    case ERROR_INVALID_HANDLE: errno = EBADF; break;
    default: errno = EIO;
  }
}

}  // namespace aunit::support

// std::filesystem::path (libstdc++ 12, bits/fs_path.h) decodes text according to the C locale. With Windows' old C library, each
// byte becomes a character, although libstdc++ encodes paths as UTF-8. The following functions replace those of the C library
// that libstdc++ calls, because the linker prefers them. They decode UTF-8; an invalid byte remains one character.
extern "C" {

std::size_t mbrtowc(wchar_t* to, const char* from, std::size_t most, std::mbstate_t* given) {
  static thread_local std::mbstate_t own{};
  std::mbstate_t& state = given ? *given : own;  // low surrogate that is still to be returned; 0 if there is none
  if (from == nullptr) return 0;
  if (most == 0) return static_cast<std::size_t>(-2);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  if (state != 0) {
    if (to) *to = static_cast<wchar_t>(state);
    state = 0;
    return 1;
  }
  const unsigned first = byte(0);
  const std::size_t size = first < 0x80                    ? 1
                           : first >= 0xC2 && first < 0xE0 ? 2
                           : (first & 0xF0) == 0xE0        ? 3
                           : (first & 0xF8) == 0xF0        ? 4
                                                           : 1;
  unsigned code = size == 1 ? first : first & (0xFFu >> (size + 1));
  bool good = true;
  for (std::size_t i = 1; i < size && good; ++i) {
    good = i < most && (byte(i) & 0xC0) == 0x80;
    if (good) code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr unsigned basic = 0x10000;
  if (!good || code > 0x10FFFF || (size == 4 && code < basic)) {
    if (to) *to = static_cast<wchar_t>(first);
    return 1;
  }
  if (code < basic) {
    if (to) *to = static_cast<wchar_t>(code);
    return code == 0 ? 0 : size;
  }
  if (to) *to = static_cast<wchar_t>(0xD800 + ((code - basic) >> 10));
  state = static_cast<std::mbstate_t>(0xDC00 + ((code - basic) & 0x3FF));
  return size - 1;  // the next call consumes the last byte and returns the low surrogate
}

std::size_t mbrlen(const char* from, std::size_t most, std::mbstate_t* state) {
  return mbrtowc(nullptr, from, most, state);
}

std::size_t mbsrtowcs(wchar_t* to, const char** from, std::size_t most, std::mbstate_t* state) {
  std::size_t count = 0;
  for (; to == nullptr || count < most; ++count) {
    wchar_t one = 0;
    const std::size_t size = mbrtowc(&one, *from, 4, state);
    if (to) to[count] = one;
    if (one == 0) {
      if (to) *from = nullptr;
      return count;
    }
    if (to) *from += size;
  }
  return count;
}

}  // extern "C"
