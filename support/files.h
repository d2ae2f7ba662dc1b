// Reads whole files, and writes them so that no reader sees a half-written one: `OutputFile` makes a file anew, `FileEdit`
// changes a file that a user wrote. Unfinished files have a temporary name ".aunit-tmp-..." in the same folder. If a process was
// killed, the next one that writes into the folder removes its temporary files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aunit::support {

/// The largest file that is read, in bytes.
inline constexpr std::size_t largestRead = std::size_t{1} << 30;

/// From now on this process reads only these files and the regular files and folders below these folders, after symbolic links
/// are resolved, and writes none. For servers whose clients name the files to open. Call once, before threads begin. It relies on
/// each file and folder being opened by functions of this header, which `tests/layers` checks.
void confine(const std::vector<std::string>& places);

/// Whether this process may read what `path` leads to, whether it exists or not: always true unless the process is confined.
bool mayRead(const std::string& path);
/// Whether a path leads to a regular file, or to a folder, and this process may read it.
bool isFile(const std::string& path);
bool isFolder(const std::string& path);

/// A unique name for a file, however its path was written: absolute, and without symbolic links in the part that exists.
std::string canonicalPath(const std::string& path);

/// Whether a canonical path is one of the places, or lies below one.
bool isWithin(const std::string& path, const std::vector<std::string>& places);

enum class Accepts : std::uint8_t {
  files,
  filesAndPipes,  // only files if the process is confined: a pipe may have no writer
};
/// Opens a file for reading. Returns a descriptor that the caller closes, or a negative number, with `error`, if the file cannot
/// be read or is not accepted (a folder, a device).
int openToRead(const std::string& path, Accepts accepts, std::string& error);
/// Opens a regular file for reading and appending; creates it if it is missing. Returns as openToRead().
int openToExtend(const std::string& path, std::string& error);

/// The bytes of a regular file (devices and pipes may have no end). Nothing, with `error`, if it cannot be read.
std::optional<std::string> readFile(const std::string& path, std::string& error);
/// The bytes of standard input up to its end.
std::optional<std::string> readStandardInput(std::string& error);

/// The names in a folder, without "." and "..", in the system's order. (Not std::filesystem's iterator: if memory is exhausted,
/// libstdc++ ends the process there, because functions that it calls are noexcept.)
class FolderReader {
 public:
  /// Nothing, with `error`, if the folder cannot be read. An empty path is the working folder.
  static std::optional<FolderReader> open(const std::string& path, std::string& error);

  FolderReader(FolderReader&& other) noexcept;
  FolderReader& operator=(FolderReader&&) = delete;
  ~FolderReader();

  /// The next name; nothing after the last one.
  std::optional<std::string> next();

 private:
  explicit FolderReader(void* folder) : folder_(folder) {}

  void* folder_;  // the system's DIR
};

/// A file that appears under its name only when it is complete: written under a temporary name in the same folder, renamed by
/// `commit`. Without `commit` nothing is left behind. Create it before the work begins, to report early that the place is not
/// writable. A symbolic link stays: its target is replaced. A file that exists already passes on its mode and, if permitted, its
/// owner. Devices and pipes (/dev/stdout, /dev/null) are written in place.
class OutputFile {
 public:
  /// Nothing, with `error`, if the file cannot be created.
  static std::optional<OutputFile> create(const std::string& path, std::string& error);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  const std::string& path() const { return path_; }
  /// Writes everything and gives the file its name. False, with `error`, on failure, for example if the disk is full.
  bool commit(std::string_view content, std::string& error);

 private:
  friend class FileEdit;

  OutputFile(std::string path, std::string target, int descriptor);
  bool write(std::string_view content, std::string& error);
  bool rename(std::string& error);

  std::string path_;
  std::string target_;     // where the path leads: links resolved
  std::string temporary_;  // empty when written in place
  int descriptor_ = -1;
};

/// Creates and commits in one step.
bool writeFile(const std::string& path, std::string_view content, std::string& error);

/// Like writeFile, for a file of this program's own (a cache): also false if something other than a regular file has the name,
/// for example a pipe without a reader.
bool writeOwnFile(const std::string& path, std::string_view content, std::string& error);

/// Appends to a file to which other processes write as well; creates it if it is missing. False, with `error`, if not all could
/// be written, for example on a full disk; a regular file is then cut back to its old end.
bool appendToFile(const std::string& path, std::string_view text, std::string& error);

/// Whether a file that a user wrote may be changed: it is regular and writable, its mode allows writing (also for the superuser),
/// and it has one name. A change would separate several names (hard links). False, with `error`, if not.
bool mayEdit(const std::string& path, std::string& error);

/// A change of a file that a user wrote, and may be editing right now. Only its content changes: mode, owner, access control
/// list, the user's attributes, and symbolic links to it stay.
class FileEdit {
 public:
  /// Does everything that may fail (on a full disk, for example) except the change itself. `before`: the content on which the
  /// change is based; nothing: there was no file. Nothing, with `error`, if the file may not be changed or its owner cannot be
  /// kept.
  static std::optional<FileEdit> prepare(const std::string& path, std::optional<std::string> before, std::string_view after,
                                         std::string& error);
  const std::string& path() const { return file_.path(); }
  /// False, with `error`, on failure or if the file's content is not `before` any more; the file is then unchanged.
  bool commit(std::string& error);

 private:
  FileEdit(OutputFile file, std::optional<std::string> before) : file_(std::move(file)), before_(std::move(before)) {}

  OutputFile file_;
  std::optional<std::string> before_;
};

/// Prepares and commits in one step.
bool editFile(const std::string& path, std::optional<std::string> before, std::string_view after, std::string& error);

/// Creates the missing folders on the way to a path. The destructor removes those that are still empty, unless `keep` was called:
/// if nothing can be written, nothing is left behind.
class NewFolders {
 public:
  /// Nothing, with `error`, if they cannot all be created.
  static std::optional<NewFolders> create(const std::string& path, std::string& error);

  NewFolders(NewFolders&& other) noexcept : made_(std::exchange(other.made_, {})) {}
  NewFolders& operator=(NewFolders&&) = delete;
  ~NewFolders();

  void keep() { made_.clear(); }

 private:
  NewFolders() = default;

  std::vector<std::string> made_;  // outermost first
};

/// A folder under a temporary name, removed with its content at the end.
class TemporaryFolder {
 public:
  /// Creates it in `parent`. Nothing, with `error`, if it cannot be created.
  static std::optional<TemporaryFolder> create(const std::string& parent, std::string& error);

  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  TemporaryFolder(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;  // locked while it is in use
};

/// For a process that is about to end at once: the constructor removes all temporary files and folders, and no thread can make
/// another while this object lives.
class TemporariesRemoved {
 public:
  TemporariesRemoved();
  ~TemporariesRemoved();
  TemporariesRemoved(const TemporariesRemoved&) = delete;
  TemporariesRemoved& operator=(const TemporariesRemoved&) = delete;
};

}  // namespace aunit::support
