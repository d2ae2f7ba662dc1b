// Files as the system has them, opened by number. system_files.cpp is for POSIX systems, system_files_windows.cpp for Windows;
// nothing else calls their functions for files, and only support/files.h opens by these. Paths are UTF-8. What fails leaves its
// reason in errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aunit::support {

/// Descriptors that every process has.
inline constexpr int standardInput = 0, standardOutput = 1, standardError = 2;

/// The reason that errno holds, in the system's words.
std::string systemError();

struct FileStatus {
  enum class Kind : std::uint8_t { regular, folder, pipe, other };
  Kind kind = Kind::other;
  std::uint64_t size = 0;                     // bytes
  std::int64_t seconds = 0, nanoseconds = 0;  // of the last change, since 1970
  std::uint64_t device = 0, number = 0;       // which file it is
  std::uint64_t names = 1;                    // hard links
  std::uint32_t mode = 0666;                  // permissions; on Windows of its attribute "read-only"
  std::uint32_t owner = 0, group = 0;         // 0 on Windows

  bool isRegular() const { return kind == Kind::regular; }
  bool isFolder() const { return kind == Kind::folder; }
  bool isPipe() const { return kind == Kind::pipe; }
  bool isSameFile(const FileStatus& other) const { return device == other.device && number == other.number; }
};

/// For what a path leads to.
std::optional<FileStatus> statusOf(const std::string& path);
std::optional<FileStatus> statusOf(int descriptor);
/// Whether this process may write a file.
bool isWritable(const std::string& path);

enum class Opening : std::uint8_t {
  read,        // does not wait for a pipe's writer
  write,       // what is there
  append,      // made where it is missing
  readAppend,  // as well
};

/// A descriptor that programs started by this one do not get; below 0: it cannot be opened.
int openFile(const std::string& path, Opening how);
void closeFile(int descriptor);
/// A further descriptor of the same file.
int duplicated(int descriptor);

/// The number of bytes that were read, 0 at the end.
std::optional<std::size_t> readSome(int descriptor, char* to, std::size_t most);
std::optional<std::size_t> readAt(int descriptor, std::uint64_t place, char* to, std::size_t most);
bool writeAll(int descriptor, std::string_view content);
bool cutAt(int descriptor, std::uint64_t size);
/// Returns when what was written is on the disk.
bool flushToDisk(int descriptor);
/// Closes it, and says whether all that was written arrived. A copy that holds the lock is what `descriptor` is then, or -1.
bool finishWriting(int& descriptor, bool keepLocked);

/// A lock for this process alone, until it is given up or the process ends; false if another has it (or waits for it), and
/// where the file system knows none.
bool lockFile(int descriptor, bool wait);
void unlockFile(int descriptor);

enum class Temporary : std::uint8_t { file, folder };
/// Makes a file, or a folder, for this account alone; `name` gets other letters for its last six, which are XXXXXX.
int makeTemporary(std::string& name, Temporary what);
/// A temporary that this account made, opened to be locked. Below 0: it is none, or (on Windows) it is in use.
int openTemporary(const std::string& path);
/// Whether a file that is open has lost its name.
bool isUnnamed(int descriptor);

/// Removes what is there with all that is in it; throws nothing, and allocates nothing on POSIX systems.
void removeAll(const char* path) noexcept;
void removeEmptyFolder(const char* path) noexcept;
/// Gives a file another's name, which is replaced.
bool replaceFile(const std::string& from, const std::string& to);

/// Gives a new file the permissions of another and, where that is permitted, its owner; those of new files if there is none.
void giveMode(int descriptor, const std::optional<FileStatus>& like);
/// Gives it what is attached to another that people put there: the access control list, and attributes of theirs. False when some
/// of it cannot be copied.
bool copyAttributes(const std::string& from, int to);

/// Whether a path begins at a root: "/", on Windows also that of a drive ("C:/").
inline bool isAbsolutePath(std::string_view path) {
#ifdef _WIN32
  if (path.size() >= 3 && path[1] == ':' && (path[2] == '/' || path[2] == '\\')) return true;
#endif
  return path.starts_with('/');
}

/// The file that a path names when symbolic links are followed, also to one that is not there yet.
std::string linkTarget(const std::string& path);
/// A path that is absolute and without symbolic links as far as it exists, with slashes.
std::string resolvedPath(const std::string& path);

/// The names in a folder; null when it cannot be read.
void* openFolder(const std::string& path);
/// Nothing after the last one.
std::optional<std::string> nextName(void* folder);
void closeFolder(void* folder) noexcept;

}  // namespace aunit::support
