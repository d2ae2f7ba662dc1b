// Reads whole files, and writes files so that no reader sees a half-written one. `OutputFile` makes a new file, `FileEdit`
// changes a file that a user wrote. Unfinished files have a temporary name ".aunit-tmp-..." in the same folder. If a process was
// killed, the next process that writes into the folder removes its temporary files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aunit::support {

/// The largest size of a file that is read, in bytes.
inline constexpr std::size_t largestRead = std::size_t{1} << 30;

/// Restricts this process until it ends. `places` are files and folders. The process can read only these files, and the regular
/// files and folders inside these folders (after symbolic links are resolved). It cannot write files. For servers whose clients
/// name the files to open. Call once, before threads begin. Works because only functions of this header open files and folders
/// (`tests/layers` checks that no other code does).
void confine(const std::vector<std::string>& places);

/// Whether this process may read the target of `path`, which need not exist. Always true unless the process is confined.
bool mayRead(const std::string& path);
/// Whether a path leads to a regular file (isFolder: to a folder) that this process may read.
bool isFile(const std::string& path);
bool isFolder(const std::string& path);

/// The canonical path, equal for all paths to one file: absolute, and without symbolic links in the part that exists.
std::string canonicalPath(const std::string& path);

/// Whether a canonical path is one of `places`, or is inside one of them.
bool isWithin(const std::string& path, const std::vector<std::string>& places);

enum class AcceptedFiles : std::uint8_t {
  files,
  filesAndPipes,  // regular files, and pipes unless the process is confined (opening a pipe without a writer blocks)
};
/// Opens a file for reading. Returns a descriptor, which the caller must close. If the file cannot be read or is not accepted (a
/// folder, a device), returns a negative number and sets `error`.
int openToRead(const std::string& path, AcceptedFiles accepts, std::string& error);
/// Opens a regular file for reading and appending; creates it if it is missing. Returns a descriptor, which the caller must
/// close, or a negative number after setting `error`.
int openToExtend(const std::string& path, std::string& error);

/// The content of a regular file. Returns nothing and sets `error` if the file cannot be read, or if it is a device or pipe,
/// since these may have no end.
std::optional<std::string> readFile(const std::string& path, std::string& error);
/// The content of standard input up to its end.
std::optional<std::string> readStandardInput(std::string& error);

/// Reads the names in a folder, without "." and "..", in the system's order. (std::filesystem's iterator is not used: in
/// libstdc++ it ends the process if memory is exhausted, because it calls functions that are noexcept.)
class FolderReader {
 public:
  /// Returns nothing and sets `error` if the folder cannot be read. An empty path means the working folder.
  static std::optional<FolderReader> open(const std::string& path, std::string& error);

  FolderReader(FolderReader&& other) noexcept;
  FolderReader& operator=(FolderReader&&) = delete;
  ~FolderReader();

  /// The next name; nothing after the last one.
  std::optional<std::string> next();

 private:
  explicit FolderReader(void* folder) : folder_(folder) {}

  void* folder_;  // a DIR or its equivalent
};

/// A file that gets its name only when it is complete. It is written under a temporary name in the same folder, and renamed by
/// `commit`. Without `commit`, it is removed. Create it before the work begins, to report early that the place is not writable.
/// If the path is a symbolic link, the link's target is replaced. If the file exists, the new file gets its mode and, if
/// permitted, its owner. Devices and pipes (/dev/stdout, /dev/null) are written in place.
class OutputFile {
 public:
  /// Returns nothing and sets `error` if the file cannot be created.
  static std::optional<OutputFile> create(const std::string& path, std::string& error);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  const std::string& path() const { return path_; }
  /// Writes the content and gives the file its name. Returns false and sets `error` on failure, for example if the disk is full.
  bool commit(std::string_view content, std::string& error);

 private:
  friend class FileEdit;

  OutputFile(std::string path, std::string target, int descriptor);
  bool write(std::string_view content, std::string& error);
  bool rename(std::string& error);

  std::string path_;
  std::string target_;     // path after symbolic links are resolved
  std::string temporary_;  // empty if the file is written in place
  int descriptor_ = -1;
};

/// Creates and commits an OutputFile.
bool writeFile(const std::string& path, std::string_view content, std::string& error);

/// Like writeFile(), for a file that only this program writes (a cache). Also fails if the path leads to something other than a
/// regular file, such as a pipe without a reader.
bool writeOwnFile(const std::string& path, std::string_view content, std::string& error);

/// Appends to a file to which other processes write, too. Creates the file if it is missing. Returns false and sets `error` if
/// not everything could be written, for example if the disk is full. A regular file is then cut back to its old size.
bool appendToFile(const std::string& path, std::string_view text, std::string& error);

/// Whether a file that a user wrote may be changed. It must be regular and writable, its mode must allow writing (also for the
/// superuser), and it must have only one name, since a change would separate hard links. If not, returns false and sets `error`.
bool mayEdit(const std::string& path, std::string& error);

/// A change of a file that a user wrote and may be editing at the moment. Changes only the content. Mode, owner, access control
/// list, the user's attributes, and symbolic links to the file stay the same.
class FileEdit {
 public:
  /// Does all that may fail (for example because the disk is full) except the change itself. `before`: the expected content;
  /// nothing if there should be no file. Returns nothing and sets `error` if the file may not be changed or its owner cannot be
  /// preserved.
  static std::optional<FileEdit> prepare(const std::string& path, std::optional<std::string> before, std::string_view after,
                                         std::string& error);
  const std::string& path() const { return file_.path(); }
  /// Changes the file. On failure, or if the file's content is not `before` any more, leaves it unchanged, returns false and sets
  /// `error`.
  bool commit(std::string& error);

 private:
  FileEdit(OutputFile file, std::optional<std::string> before) : file_(std::move(file)), before_(std::move(before)) {}

  OutputFile file_;
  std::optional<std::string> before_;
};

/// Prepares and commits a FileEdit.
bool editFile(const std::string& path, std::optional<std::string> before, std::string_view after, std::string& error);

/// Creates the missing folders of a path. Unless `keep` is called, the destructor removes folders that are still empty, so that
/// a command which cannot write its output leaves no folders.
class NewFolders {
 public:
  /// Returns nothing and sets `error` if not all folders can be created.
  static std::optional<NewFolders> create(const std::string& path, std::string& error);

  NewFolders(NewFolders&& other) noexcept : made_(std::exchange(other.made_, {})) {}
  NewFolders& operator=(NewFolders&&) = delete;
  ~NewFolders();

  void keep() { made_.clear(); }

 private:
  NewFolders() = default;

  std::vector<std::string> made_;  // outermost first
};

/// A folder with a temporary name. The destructor removes it with its content.
class TemporaryFolder {
 public:
  /// Creates the folder in `parent`. Returns nothing and sets `error` on failure.
  static std::optional<TemporaryFolder> create(const std::string& parent, std::string& error);

  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  TemporaryFolder(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;  // holds a lock while the folder is in use
};

/// Removes all temporary files and folders, for a process that is about to end. While this object exists, no thread can make new
/// ones.
class TemporaryCleanup {
 public:
  TemporaryCleanup();
  ~TemporaryCleanup();
  TemporaryCleanup(const TemporaryCleanup&) = delete;
  TemporaryCleanup& operator=(const TemporaryCleanup&) = delete;
};

}  // namespace aunit::support
