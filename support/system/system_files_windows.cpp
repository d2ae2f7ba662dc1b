#include "support/system/system_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "support/system/text_windows.h"

namespace aunit::support {

namespace {

// Lets other processes read, write, rename and remove an open file, as POSIX systems do.
constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// Position of locks: beyond the end of any file, because Windows does not let other processes read a locked range.
constexpr DWORD lockedPlace = 0x7fffffff;

HANDLE handleOf(int descriptor) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

/// Sets errno to the error that POSIX systems report for a path. Windows reports "access denied" for a folder, and "not found" if
/// a component of the path is a file.
void notePathError(const std::string& path) {
  namespace fs = std::filesystem;
  noteLastError();
  if (errno == EACCES) {
    const DWORD attributes = ::GetFileAttributesW(widePath(path).c_str());
    errno = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? EISDIR : EACCES;
  }
  if (errno != ENOENT) return;
  for (fs::path folder = fs::path(path).parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    const DWORD attributes = ::GetFileAttributesW(widePath(folder.generic_string()).c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) continue;
    errno = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? ENOENT : ENOTDIR;
    return;
  }
  errno = ENOENT;
}

/// Makes a descriptor for a handle. If the handle is invalid, sets errno and returns a negative number.
int descriptorOf(HANDLE handle, int flags, const std::string& path) {
  if (handle == INVALID_HANDLE_VALUE) {
    notePathError(path);
    return -1;
  }
  const int descriptor = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
  if (descriptor < 0) ::CloseHandle(handle);
  return descriptor;
}

constexpr std::uint64_t joined(DWORD high, DWORD low) {
  return static_cast<std::uint64_t>(high) << 32 | low;
}

std::optional<FileStatus> statusFrom(HANDLE handle) {
  FileStatus result;
  if (const DWORD type = ::GetFileType(handle); type != FILE_TYPE_DISK) {
    if (type == FILE_TYPE_PIPE) result.kind = FileStatus::Kind::pipe;
    return result;
  }
  BY_HANDLE_FILE_INFORMATION about{};
  if (!::GetFileInformationByHandle(handle, &about)) {
    noteLastError();
    return std::nullopt;
  }
  const bool isFolder = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  result.kind = isFolder ? FileStatus::Kind::folder : FileStatus::Kind::regular;
  result.size = joined(about.nFileSizeHigh, about.nFileSizeLow);
  constexpr std::uint64_t from1601To1970 = 11'644'473'600;  // seconds
  const std::uint64_t ticks =
      joined(about.ftLastWriteTime.dwHighDateTime, about.ftLastWriteTime.dwLowDateTime);  // in units of 100 ns
  result.seconds = static_cast<std::int64_t>(ticks / 10'000'000) - static_cast<std::int64_t>(from1601To1970);
  result.nanoseconds = static_cast<std::int64_t>(ticks % 10'000'000 * 100);
  result.device = about.dwVolumeSerialNumber;
  result.number = joined(about.nFileIndexHigh, about.nFileIndexLow);
  result.names = about.nNumberOfLinks;
  result.mode = (about.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0666;
  return result;
}

std::optional<std::size_t> read(int descriptor, char* to, std::size_t most, OVERLAPPED* place) {
  DWORD got = 0;
  const DWORD count = static_cast<DWORD>(std::min<std::size_t>(most, 1 << 20));
  if (::ReadFile(handleOf(descriptor), to, count, &got, place)) return got;
  const DWORD error = ::GetLastError();
  if (error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF) return 0;
  noteLastError();
  if (error == ERROR_ACCESS_DENIED || error == ERROR_INVALID_FUNCTION) errno = EBADF;  // the file was not opened for reading
  return std::nullopt;
}

OVERLAPPED placed(std::uint64_t place) {
  OVERLAPPED where{};
  where.Offset = static_cast<DWORD>(place);
  where.OffsetHigh = static_cast<DWORD>(place >> 32);
  return where;
}

void removeTree(const std::wstring& path) {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) return;
  if ((attributes & FILE_ATTRIBUTE_READONLY) != 0)
    ::SetFileAttributesW(path.c_str(), attributes & ~DWORD{FILE_ATTRIBUTE_READONLY});
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0) {
    ::DeleteFileW(path.c_str());
    return;
  }
  // If the folder is a link, only the link is removed. The files in the folder to which it leads must remain.
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) {
    WIN32_FIND_DATAW entry{};
    const HANDLE folder = ::FindFirstFileW((path + L"\\*").c_str(), &entry);
    for (bool more = folder != INVALID_HANDLE_VALUE; more; more = ::FindNextFileW(folder, &entry) != 0)
      if (const std::wstring_view name = entry.cFileName; name != L"." && name != L"..")
        removeTree(path + L"\\" + entry.cFileName);
    if (folder != INVALID_HANDLE_VALUE) ::FindClose(folder);
  }
  ::RemoveDirectoryW(path.c_str());
}

}  // namespace

std::string systemError() {
  return std::strerror(errno);
}

std::optional<FileStatus> statusOf(const std::string& path) {
  const HANDLE handle = ::CreateFileW(widePath(path).c_str(), FILE_READ_ATTRIBUTES, shared, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    notePathError(path);
    return std::nullopt;
  }
  const auto status = statusFrom(handle);
  ::CloseHandle(handle);
  return status;
}

std::optional<FileStatus> statusOf(int descriptor) {
  return statusFrom(handleOf(descriptor));
}

bool isWritable(const std::string& path) {
  const HANDLE handle = ::CreateFileW(widePath(path).c_str(), GENERIC_WRITE, shared, nullptr, OPEN_EXISTING, 0, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return false;
  ::CloseHandle(handle);
  return true;
}

int openFile(const std::string& path, OpenMode how) {
  const bool reads = how == OpenMode::read;
  const bool appends = how == OpenMode::append || how == OpenMode::readAppend;
  DWORD access = reads ? GENERIC_READ : GENERIC_WRITE;
  if (how == OpenMode::readAppend) access |= GENERIC_READ;
  // FILE_FLAG_BACKUP_SEMANTICS also opens folders, so that the caller can see from the status that the path leads to a folder.
  const DWORD flags = reads ? FILE_FLAG_BACKUP_SEMANTICS : FILE_ATTRIBUTE_NORMAL;
  const HANDLE handle =
      ::CreateFileW(widePath(path).c_str(), access, shared, nullptr, appends ? OPEN_ALWAYS : OPEN_EXISTING, flags, nullptr);
  return descriptorOf(handle, (reads ? _O_RDONLY : 0) | (appends ? _O_APPEND : 0), path);
}

void closeFile(int descriptor) {
  ::_close(descriptor);
}

int duplicated(int descriptor) {
  HANDLE copy = INVALID_HANDLE_VALUE;
  const HANDLE self = ::GetCurrentProcess();
  if (!::DuplicateHandle(self, handleOf(descriptor), self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
    noteLastError();
    return -1;
  }
  return descriptorOf(copy, 0, "");
}

std::optional<std::size_t> readSome(int descriptor, char* to, std::size_t most) {
  return read(descriptor, to, most, nullptr);
}

std::optional<std::size_t> readAt(int descriptor, std::uint64_t place, char* to, std::size_t most) {
  OVERLAPPED where = placed(place);
  return read(descriptor, to, most, &where);
}

bool writeAll(int descriptor, std::string_view content) {
  // Writes at the current position. In a file that was opened for appending, this is the end. For standard output, the caller of
  // the program may have chosen the position.
  while (!content.empty()) {
    const int written =
        ::_write(descriptor, content.data(), static_cast<unsigned>(std::min<std::size_t>(content.size(), 1 << 20)));
    if (written <= 0) {
      // This error means that a pipe has no reader.
      if ((written == 0 || errno == EINVAL) && ::GetFileType(handleOf(descriptor)) == FILE_TYPE_PIPE) errno = EPIPE;
      return false;
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool cutAt(int descriptor, std::uint64_t size) {
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
  if (::SetFileInformationByHandle(handleOf(descriptor), FileEndOfFileInfo, &end, sizeof end)) return true;
  noteLastError();
  return false;
}

bool flushToDisk(int descriptor) {
  if (::FlushFileBuffers(handleOf(descriptor))) return true;
  noteLastError();
  return false;
}

bool finishWriting(int& descriptor, bool keepLocked) {
  if (keepLocked) return true;  // the lock belongs to the handle, so the file stays open
  const bool good = ::_close(descriptor) == 0;
  descriptor = -1;
  return good;
}

bool lockFile(int descriptor, bool wait) {
  if (const auto status = statusOf(descriptor); status && status->isFolder())
    return true;  // a folder needs no lock: openTemporary() fails while the handle of makeTemporary() is open
  OVERLAPPED where{};
  where.OffsetHigh = lockedPlace;
  const DWORD how = LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
  return ::LockFileEx(handleOf(descriptor), how, 0, 1, 0, &where) != 0;
}

void unlockFile(int descriptor) {
  OVERLAPPED where{};
  where.OffsetHigh = lockedPlace;
  ::UnlockFileEx(handleOf(descriptor), 0, 1, 0, &where);
}

int makeTemporary(std::string& name, Temporary what) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";  // Windows ignores the case of names
  std::random_device random;
  for (int tries = 0; tries < 100; ++tries) {
    for (std::size_t i = name.size() - 6; i < name.size(); ++i) name[i] = letters[random() % letters.size()];
    const std::wstring path = widePath(name);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (what == Temporary::file)
      handle = ::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, shared, nullptr, CREATE_NEW,
                             FILE_ATTRIBUTE_NORMAL, nullptr);
    // An open handle to a folder prevents its removal, so it serves as a lock.
    else if (::CreateDirectoryW(path.c_str(), nullptr))
      handle = ::CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                             FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (handle != INVALID_HANDLE_VALUE || ::GetLastError() != ERROR_FILE_EXISTS) {
      if (handle == INVALID_HANDLE_VALUE && ::GetLastError() == ERROR_ALREADY_EXISTS) continue;
      return descriptorOf(handle, 0, name);
    }
  }
  errno = EEXIST;
  return -1;
}

int openTemporary(const std::string& path) {
  const HANDLE handle = ::CreateFileW(widePath(path).c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, shared, nullptr,
                                      OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
  return descriptorOf(handle, 0, path);
}

bool isUnnamed(int) {
  return false;  // a locked file keeps its name until it is closed
}

void removeAll(const char* path) noexcept {
  try {
    removeTree(widePath(path));
  } catch (...) {  // memory is exhausted, so the file stays
  }
}

void removeEmptyFolder(const char* path) noexcept {
  try {
    ::RemoveDirectoryW(widePath(path).c_str());
  } catch (...) {
  }
}

bool replaceFile(const std::string& from, const std::string& to) {
  const std::wstring source = widePath(from), target = widePath(to);
  // ReplaceFileW preserves the access control list and the streams of the replaced file.
  if (::ReplaceFileW(target.c_str(), source.c_str(), nullptr, REPLACEFILE_IGNORE_MERGE_ERRORS, nullptr, nullptr)) return true;
  // Tries again for a while, because virus scanners, indexers and editors open files for a moment.
  for (int tries = 0;; ++tries) {
    if (::MoveFileExW(source.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING)) return true;
    const DWORD error = ::GetLastError();
    if ((error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION) || tries == 10) break;
    ::Sleep(20);
  }
  noteLastError();
  return false;
}

void giveMode(int, const std::optional<FileStatus>&) {}  // a new file inherits the permissions of its folder

bool copyAttributes(const std::string&, int) {
  return true;  // replaceFile() preserves the attributes
}

std::string linkTarget(const std::string& path) {
  const DWORD attributes = ::GetFileAttributesW(widePath(path).c_str());
  const bool isLink = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  return isLink ? resolvedPath(path) : path;
}

std::string resolvedPath(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path there = fs::absolute(path, ignored).lexically_normal(), rest;
  for (;;) {
    const HANDLE handle = ::CreateFileW(widePath(there.generic_string()).c_str(), FILE_READ_ATTRIBUTES, shared, nullptr,
                                        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (handle != INVALID_HANDLE_VALUE) {
      std::array<wchar_t, 32768> name{};
      const DWORD size = ::GetFinalPathNameByHandleW(handle, name.data(), static_cast<DWORD>(name.size()), FILE_NAME_NORMALIZED);
      ::CloseHandle(handle);
      std::wstring_view found(name.data(), size < name.size() ? size : 0);
      if (found.starts_with(L"\\\\?\\UNC\\")) {
        there = L"\\" + std::wstring(found.substr(7));
      } else if (found.starts_with(L"\\\\?\\")) {
        there = found.substr(4);
      } else if (!found.empty()) {
        there = found;
      }
      break;
    }
    if (!there.has_filename() || there.parent_path() == there) break;
    rest = rest.empty() ? there.filename() : there.filename() / rest;
    there = there.parent_path();
  }
  return (rest.empty() ? there : there / rest).generic_string();
}

namespace {

struct Folder {
  HANDLE handle = INVALID_HANDLE_VALUE;
  WIN32_FIND_DATAW entry{};
  bool more = true;
};

}  // namespace

void* openFolder(const std::string& path) {
  auto* folder = new Folder;
  folder->handle = ::FindFirstFileW((widePath(path) + L"\\*").c_str(), &folder->entry);
  if (folder->handle != INVALID_HANDLE_VALUE) return folder;
  notePathError(path);
  if (const auto status = statusOf(path); status && !status->isFolder()) errno = ENOTDIR;
  delete folder;
  return nullptr;
}

std::optional<std::string> nextName(void* opened) {
  auto& folder = *static_cast<Folder*>(opened);
  while (folder.more) {
    const std::wstring name = folder.entry.cFileName;
    folder.more = ::FindNextFileW(folder.handle, &folder.entry) != 0;
    if (name != L"." && name != L"..") return narrow(name);
  }
  return std::nullopt;
}

void closeFolder(void* opened) noexcept {
  auto* folder = static_cast<Folder*>(opened);
  ::FindClose(folder->handle);
  delete folder;
}

}  // namespace aunit::support
