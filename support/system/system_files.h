// Files of the operating system, opened by descriptor. system_files.cpp is for POSIX systems, system_files_windows.cpp for
// Windows. Only these files call the system's file functions, and only support/files.h opens files through them. Paths are UTF-8.
// A function that fails leaves the reason in errno.
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
  std::int64_t seconds = 0, nanoseconds = 0;  // of the last change, since the start of 1970
  std::uint64_t device = 0, number = 0;       // identify the file
  std::uint64_t names = 1;                    // number of hard links
  std::uint32_t mode = 0666;                  // permissions; on Windows from the attribute "read-only"
  std::uint32_t owner = 0, group = 0;         // 0 on Windows

  bool isRegular() const { return kind == Kind::regular; }
  bool isFolder() const { return kind == Kind::folder; }
  bool isPipe() const { return kind == Kind::pipe; }
  bool isSameFile(const FileStatus& other) const { return device == other.device && number == other.number; }
};

/// For the target if the path is a symbolic link.
std::optional<FileStatus> statusOf(const std::string& path);
std::optional<FileStatus> statusOf(int descriptor);
/// Whether this process may write a file.
bool isWritable(const std::string& path);

enum class Opening : std::uint8_t {
  read,        // does not wait for a pipe's writer
  write,       // the file must exist
  append,      // creates the file if it is missing
  readAppend,  // as `append`, and reads
};

/// A descriptor that child processes do not inherit; negative if the file cannot be opened.
int openFile(const std::string& path, Opening how);
void closeFile(int descriptor);
/// A further descriptor of the same file.
int duplicated(int descriptor);

/// The number of bytes read, 0 at the end; nothing on an error.
std::optional<std::size_t> readSome(int descriptor, char* to, std::size_t most);
std::optional<std::size_t> readAt(int descriptor, std::uint64_t place, char* to, std::size_t most);
bool writeAll(int descriptor, std::string_view content);
bool cutAt(int descriptor, std::uint64_t size);
/// Returns when everything written is on the disk.
bool flushToDisk(int descriptor);
/// Closes the file. Returns whether everything written arrived. With `keepLocked`, `descriptor` becomes a copy that holds the
/// lock, else -1.
bool finishWriting(int& descriptor, bool keepLocked);

/// Takes an exclusive lock, held until unlockFile or the end of the process. Returns false if another process holds it (and
/// `wait` is false), or if the file system has no locks.
bool lockFile(int descriptor, bool wait);
void unlockFile(int descriptor);

enum class Temporary : std::uint8_t { file, folder };
/// Makes a file or folder that only this account can access. The last six letters of `name`, which must be XXXXXX, are replaced.
int makeTemporary(std::string& name, Temporary what);
/// Opens a temporary file or folder of this account, in order to lock it. Negative if it is none, or (on Windows) is in use.
int openTemporary(const std::string& path);
/// Whether the name of an open file has been removed.
bool isUnnamed(int descriptor);

/// Removes a file, or a folder with its content. Allocates nothing on POSIX systems.
void removeAll(const char* path) noexcept;
void removeEmptyFolder(const char* path) noexcept;
/// Renames `from` to `to`; an existing file `to` is replaced.
bool replaceFile(const std::string& from, const std::string& to);

/// Gives a new file the mode and, if permitted, the owner of `like`; without `like`, the mode of new files.
void giveMode(int descriptor, const std::optional<FileStatus>& like);
/// Copies the access control list and the user's attributes of `from`. False if one of them cannot be copied.
bool copyAttributes(const std::string& from, int to);

/// Whether a path begins at a root: "/", on Windows also a drive ("C:/").
inline bool isAbsolutePath(std::string_view path) {
#ifdef _WIN32
  if (path.size() >= 3 && path[1] == ':' && (path[2] == '/' || path[2] == '\\')) return true;
#endif
  return path.starts_with('/');
}

/// The target of a path after all symbolic links, even if the target does not exist yet.
std::string linkTarget(const std::string& path);
/// The absolute path, with slashes, and without symbolic links in the part that exists.
std::string resolvedPath(const std::string& path);

/// Opens a folder to read its names; null if it cannot be read.
void* openFolder(const std::string& path);
/// The next name; nothing after the last one.
std::optional<std::string> nextName(void* folder);
void closeFolder(void* folder) noexcept;

}  // namespace aunit::support
