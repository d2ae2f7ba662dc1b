#include "support/system/system_files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/file.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#include <unistd.h>

namespace aunit::support {

namespace fs = std::filesystem;

namespace {

FileStatus statusFrom(const struct stat& status) {
  FileStatus result;
  result.kind = S_ISREG(status.st_mode)                                ? FileStatus::Kind::regular
                : S_ISDIR(status.st_mode)                              ? FileStatus::Kind::folder
                : S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ? FileStatus::Kind::pipe
                                                                       : FileStatus::Kind::other;
  result.size = static_cast<std::uint64_t>(status.st_size);
#ifdef __APPLE__
  const timespec changed = status.st_mtimespec;
#else
  const timespec changed = status.st_mtim;
#endif
  result.seconds = changed.tv_sec;
  result.nanoseconds = changed.tv_nsec;
  result.device = static_cast<std::uint64_t>(status.st_dev);
  result.number = static_cast<std::uint64_t>(status.st_ino);
  result.names = static_cast<std::uint64_t>(status.st_nlink);
  result.mode = static_cast<std::uint32_t>(status.st_mode & 07777);
  result.owner = static_cast<std::uint32_t>(status.st_uid);
  result.group = static_cast<std::uint32_t>(status.st_gid);
  return result;
}

/// Repeats a call while signals interrupt it.
template <class Call>
auto repeated(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

std::optional<std::size_t> counted(ssize_t count) {
  return count < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(count));
}

}  // namespace

std::string systemError() {
  return std::strerror(errno);
}

std::optional<FileStatus> statusOf(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? std::optional(statusFrom(status)) : std::nullopt;
}

std::optional<FileStatus> statusOf(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? std::optional(statusFrom(status)) : std::nullopt;
}

bool isWritable(const std::string& path) {
  return ::access(path.c_str(), W_OK) == 0;
}

int openFile(const std::string& path, OpenMode how) {
  constexpr mode_t mode = 0666;
  switch (how) {
    case OpenMode::read: return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    case OpenMode::write: return ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    case OpenMode::append: return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode);
    case OpenMode::readAppend: return ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, mode);
  }
  return -1;
}

void closeFile(int descriptor) {
  ::close(descriptor);
}

int duplicated(int descriptor) {
  return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

std::optional<std::size_t> readSome(int descriptor, char* to, std::size_t most) {
  return counted(repeated([&] { return ::read(descriptor, to, most); }));
}

std::optional<std::size_t> readAt(int descriptor, std::uint64_t place, char* to, std::size_t most) {
  return counted(repeated([&] { return ::pread(descriptor, to, most, static_cast<off_t>(place)); }));
}

bool writeAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = repeated([&] { return ::write(descriptor, content.data(), content.size()); });
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool cutAt(int descriptor, std::uint64_t size) {
  return ::ftruncate(descriptor, static_cast<off_t>(size)) == 0;
}

bool flushToDisk(int descriptor) {
#ifdef __APPLE__
  return ::fsync(descriptor) == 0;
#else
  return ::fdatasync(descriptor) == 0;
#endif
}

bool finishWriting(int& descriptor, bool keepLocked) {
  const int held = keepLocked ? duplicated(descriptor) : -1;
  const bool good = ::close(descriptor) == 0;
  descriptor = held;
  return good;
}

bool lockFile(int descriptor, bool wait) {
  return repeated([&] { return ::flock(descriptor, wait ? LOCK_EX : LOCK_EX | LOCK_NB); }) == 0;
}

void unlockFile(int descriptor) {
  ::flock(descriptor, LOCK_UN);
}

int makeTemporary(std::string& name, Temporary what) {
  if (what == Temporary::file) return ::mkostemp(name.data(), O_CLOEXEC);
  if (!::mkdtemp(name.data())) return -1;
  const int made = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (made < 0) ::rmdir(name.c_str());
  return made;
}

int openTemporary(const std::string& path) {
  constexpr int how = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  int descriptor = ::open(path.c_str(), O_RDWR | how);
  if (descriptor < 0 && errno == EISDIR) descriptor = ::open(path.c_str(), O_RDONLY | how);
  if (descriptor < 0) return -1;
  const auto status = statusOf(descriptor);
  if (status && (status->isRegular() || status->isFolder()) && status->owner == ::geteuid()) return descriptor;
  ::close(descriptor);
  return -1;
}

bool isUnnamed(int descriptor) {
  const auto status = statusOf(descriptor);
  return status && status->names == 0;
}

void removeAll(const char* path) noexcept {
  const auto removeOne = [](const char* entry, const struct stat*, int, struct FTW*) {
    std::remove(entry);
    return 0;
  };
  ::nftw(path, removeOne, 16, FTW_DEPTH | FTW_PHYS);
}

void removeEmptyFolder(const char* path) noexcept {
  ::rmdir(path);
}

bool replaceFile(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

void giveMode(int descriptor, const std::optional<FileStatus>& like) {
  if (like && (like->owner != ::geteuid() || like->group != ::getegid()) && ::fchown(descriptor, like->owner, like->group) != 0) {
    // A failure is ignored: a report may have another owner. FileEdit checks the owner of a user's file.
  }
  // Temporary files are private to their owner. A report must have the mode that the umask allows.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, like ? static_cast<mode_t>(like->mode) : 0666 & ~mask);
}

#ifdef __linux__
bool copyAttributes(const std::string& from, int to) {
  constexpr const char* accessControl = "system.posix_acl_access";
  ::fremovexattr(to, accessControl);  // removes the access control list that the folder gave to the file
  std::string names(64 << 10, '\0');  // Linux limits the list of names, and each value, to this size
  const ssize_t length = ::listxattr(from.c_str(), names.data(), names.size());
  if (length < 0) return errno == ENOTSUP;
  std::string value(names.size(), '\0');
  for (std::size_t at = 0; at < static_cast<std::size_t>(length);) {
    const char* name = names.c_str() + at;
    at += std::strlen(name) + 1;
    if (name != std::string_view(accessControl) && !std::string_view(name).starts_with("user.")) continue;
    const ssize_t size = ::getxattr(from.c_str(), name, value.data(), value.size());
    if (size < 0 || ::fsetxattr(to, name, value.data(), static_cast<std::size_t>(size), 0) != 0) return false;
  }
  return true;
}
#else  // copies nothing: WebAssembly has no attributes, macOS has other calls
bool copyAttributes(const std::string&, int) {
  return true;
}
#endif

std::string linkTarget(const std::string& path) {
  fs::path target = path;
  constexpr int mostLinks = 40;  // the system follows at most 40 links in a path
  for (int i = 0; i < mostLinks; ++i) {
    std::error_code noLink;
    const fs::path next = fs::read_symlink(target, noLink);
    if (noLink) break;
    target = target.parent_path() / next;  // the result is `next` if `next` is absolute
  }
  return target.string();
}

std::string resolvedPath(const std::string& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path, ignored), ignored).string();
}

void* openFolder(const std::string& path) {
  return ::opendir(path.c_str());
}

std::optional<std::string> nextName(void* folder) {
  while (const dirent* entry = ::readdir(static_cast<DIR*>(folder)))
    if (const std::string_view name = entry->d_name; name != "." && name != "..") return std::string(name);
  return std::nullopt;
}

void closeFolder(void* folder) noexcept {
  ::closedir(static_cast<DIR*>(folder));
}

}  // namespace aunit::support
