// Files of the operating system, opened by descriptor. system_files.cpp is for POSIX systems, system_files_windows.cpp for
// Windows. No other code calls the system's file functions, and only support/files.h opens files through this header. Paths are
// UTF-8. A function that fails sets errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aunit::support {

/// Descriptors that every process has when it starts.
inline constexpr int standardInput = 0, standardOutput = 1, standardError = 2;

/// The system's message for the error number in errno.
std::string systemError();

struct FileStatus {
  enum class Kind : std::uint8_t { regular, folder, pipe, other };
  Kind kind = Kind::other;
  std::uint64_t size = 0;                     // bytes
  std::int64_t seconds = 0, nanoseconds = 0;  // time of the last change, since the start of 1970
  std::uint64_t device = 0, number = 0;       // identify the file
  std::uint64_t names = 1;                    // number of hard links
  std::uint32_t mode = 0666;                  // permissions; on Windows from the attribute "read-only"
  std::uint32_t owner = 0, group = 0;         // 0 on Windows

  bool isRegular() const { return kind == Kind::regular; }
  bool isFolder() const { return kind == Kind::folder; }
  bool isPipe() const { return kind == Kind::pipe; }
  bool isSameFile(const FileStatus& other) const { return device == other.device && number == other.number; }
};

/// The status of a file. If the path is a symbolic link, the status of its target.
std::optional<FileStatus> statusOf(const std::string& path);
std::optional<FileStatus> statusOf(int descriptor);
/// Whether this process may write a file.
bool isWritable(const std::string& path);

enum class OpenMode : std::uint8_t {
  read,        // opening a pipe does not wait for its writer
  write,       // the file must exist
  append,      // creates the file if it is missing
  readAppend,  // like `append`, but can read, too
};

/// Opens a file. Child processes do not inherit the descriptor. Returns a negative number if the file cannot be opened.
int openFile(const std::string& path, OpenMode how);
void closeFile(int descriptor);
/// Another descriptor for the same file.
int duplicated(int descriptor);

/// Returns the number of bytes read, which is 0 at the end of the file; nothing on an error.
std::optional<std::size_t> readSome(int descriptor, char* to, std::size_t most);
std::optional<std::size_t> readAt(int descriptor, std::uint64_t place, char* to, std::size_t most);
bool writeAll(int descriptor, std::string_view content);
bool cutAt(int descriptor, std::uint64_t size);
/// Waits until all written data are on the disk. Returns false if the system reports an error.
bool flushToDisk(int descriptor);
/// Closes the file. Returns whether all data were written. If `keepLocked`, sets `descriptor` to an open descriptor that holds
/// the lock, else to -1.
bool finishWriting(int& descriptor, bool keepLocked);

/// Takes an exclusive lock, which lasts until unlockFile() or the end of the process. Returns false if another process holds the
/// lock and `wait` is false, or if the file system has no locks.
bool lockFile(int descriptor, bool wait);
void unlockFile(int descriptor);

enum class Temporary : std::uint8_t { file, folder };
/// Makes a file or folder that only this user account can access. `name` must end in XXXXXX; these letters are replaced. Returns
/// a descriptor.
int makeTemporary(std::string& name, Temporary what);
/// Opens a temporary file or folder, so that it can be locked. Returns a negative number if it belongs to another user account,
/// or (on Windows) is in use.
int openTemporary(const std::string& path);
/// Whether the name of an open file was removed.
bool isUnnamed(int descriptor);

/// Removes a file, or a folder with its content. Allocates nothing on POSIX systems.
void removeAll(const char* path) noexcept;
void removeEmptyFolder(const char* path) noexcept;
/// Renames `from` to `to`. An existing file `to` is replaced.
bool replaceFile(const std::string& from, const std::string& to);

/// Gives a new file the mode of `like` and, if permitted, its owner. If `like` is not set, gives the file the default mode of new
/// files.
void giveMode(int descriptor, const std::optional<FileStatus>& like);
/// Copies the access control list and the user's attributes of `from`. Returns false if one of these cannot be copied.
bool copyAttributes(const std::string& from, int to);

/// Whether a path begins at a root: "/" or, on Windows, also a drive ("C:/").
inline bool isAbsolutePath(std::string_view path) {
#ifdef _WIN32
  if (path.size() >= 3 && path[1] == ':' && (path[2] == '/' || path[2] == '\\')) return true;
#endif
  return path.starts_with('/');
}

/// The path to which `path` leads after all symbolic links are followed. There need not be a file at the returned path.
std::string linkTarget(const std::string& path);
/// The absolute path, with slashes, and without symbolic links in the part that exists.
std::string resolvedPath(const std::string& path);

/// Opens a folder to read its names; null if it cannot be read.
void* openFolder(const std::string& path);
/// Returns the next name; nothing after the last one.
std::optional<std::string> nextName(void* folder);
void closeFolder(void* folder) noexcept;

}  // namespace aunit::support
