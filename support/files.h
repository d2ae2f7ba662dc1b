// Reading whole files, and writing them so that no reader ever sees half of one: `OutputFile` makes a file anew, `FileEdit`
// changes one that a person wrote. What is on the way stands under a temporary name in the same folder, ".aunit-tmp-..."; what a
// process left there that was killed is removed by the next that writes into the folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aunit::support {

/// No file is read beyond this many bytes.
inline constexpr std::size_t largestRead = std::size_t{1} << 30;

/// From now on this process reads regular files and folders beneath these alone (or these themselves, if they are files),
/// wherever symbolic links lead, and writes none: for answers to clients whose texts name the files to open. Called once, before
/// threads begin. It works because each file and folder is opened by this header's functions; `tests/layers` looks for others.
void confine(const std::vector<std::string>& places);

/// Whether this process may read what a path leads to, regardless of whether it exists: always, unless it is confined.
bool mayRead(const std::string& path);
/// Whether a path leads to a regular file, or to a folder, and this process may read it.
bool isFile(const std::string& path);
bool isFolder(const std::string& path);

/// One name for a file, however its path was written: absolute, without symbolic links as far as it exists.
std::string canonicalPath(const std::string& path);

/// Whether a canonical path is one of the places, or lies beneath one.
bool isWithin(const std::string& path, const std::vector<std::string>& places);

enum class Accepts : std::uint8_t {
  files,
  filesAndPipes,  // files alone if the process is confined: a pipe may have no writer
};
/// Opens a file for reading. A descriptor that the caller closes; below 0, with `error`: it cannot be read, or is something else
/// (a folder, a device).
int openToRead(const std::string& path, Accepts accepts, std::string& error);
/// Opens a regular file for reading and for adding to its end; makes it if there is none. As above.
int openToExtend(const std::string& path, std::string& error);

/// The bytes of a regular file: devices and pipes may have no end. Nothing when it cannot be read; `error` then says why, in the
/// system's words where it is the system's doing.
std::optional<std::string> readFile(const std::string& path, std::string& error);
/// The bytes of standard input up to its end.
std::optional<std::string> readStandardInput(std::string& error);

/// The names in a folder, without "." and "..", one after the other as the system has them. (Not std::filesystem's iterator:
/// where the memory ends, libstdc++'s ends the process, for what it calls is noexcept.)
class FolderReader {
 public:
  /// Nothing when the folder cannot be read, `error` then says why. An empty path is the working folder.
  static std::optional<FolderReader> open(const std::string& path, std::string& error);

  FolderReader(FolderReader&& other) noexcept;
  FolderReader& operator=(FolderReader&&) = delete;
  ~FolderReader();

  /// Nothing after the last one.
  std::optional<std::string> next();

 private:
  explicit FolderReader(void* folder) : folder_(folder) {}

  void* folder_;  // the system's DIR
};

/// A file that appears under its name only when it is complete: written under a temporary name in the same folder, renamed by
/// `commit`. Not committed, it leaves nothing behind. Creating it early tells the user before the work that the place is not
/// writable. A symbolic link stays one: the file is made where it leads. One that is there already gives it its mode and, where
/// that is permitted, its owner. Devices and pipes (/dev/stdout, /dev/null) are written in place.
class OutputFile {
 public:
  /// Nothing when the file cannot be created; `error` then says why.
  static std::optional<OutputFile> create(const std::string& path, std::string& error);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  const std::string& path() const { return path_; }
  /// Writes everything and gives the file its name. False with `error` when the disk is full or the like.
  bool commit(std::string_view content, std::string& error);

 private:
  friend class FileEdit;

  OutputFile(std::string path, std::string target, int descriptor);
  bool write(std::string_view content, std::string& error);
  bool rename(std::string& error);

  std::string path_;
  std::string target_;     // where it leads
  std::string temporary_;  // empty when written in place
  int descriptor_ = -1;
};

/// Creates and commits in one step.
bool writeFile(const std::string& path, std::string_view content, std::string& error);

/// Likewise for a file of this program's own (a cache): false also if something else has its name, a pipe without a reader for
/// example.
bool writeOwnFile(const std::string& path, std::string_view content, std::string& error);

/// Adds to the end of a file that others write to as well, and makes it if there is none. False with `error` when not all could
/// be added, on a full disk for example; then a regular file ends as before.
bool appendToFile(const std::string& path, std::string_view text, std::string& error);

/// Whether a file that a person wrote may be changed: it is a regular file that can be written, its mode does not say that it is
/// read-only (which holds for the superuser as well), and it has one name: with several (hard links) a change would part them.
/// False with `error`.
bool mayEdit(const std::string& path, std::string& error);

/// A change of a file that a person wrote, and may be editing right now. Beside its content the file stays what it is: mode,
/// owner, access control list, attributes of the user's, the symbolic links that lead to it.
class FileEdit {
 public:
  /// Does all that may fail, on a full disk for example, but the change. `before`: what the file held when the change was thought
  /// out; nothing: there was no file. Nothing, with `error`, when it may not be changed, or its owner could not be kept.
  static std::optional<FileEdit> prepare(const std::string& path, std::optional<std::string> before, std::string_view after,
                                         std::string& error);
  const std::string& path() const { return file_.path(); }
  /// False, with `error`, also when the file does not hold `before` any more: then it is left alone.
  bool commit(std::string& error);

 private:
  FileEdit(OutputFile file, std::optional<std::string> before) : file_(std::move(file)), before_(std::move(before)) {}

  OutputFile file_;
  std::optional<std::string> before_;
};

/// Prepares and commits in one step.
bool editFile(const std::string& path, std::optional<std::string> before, std::string_view after, std::string& error);

/// Folders on the way to a place, made where they are missing. Those that are still empty when this ends are taken away again,
/// unless they were to be kept: if nothing can be written, nothing is left behind.
class NewFolders {
 public:
  /// Nothing when they cannot all be made; `error` then says why.
  static std::optional<NewFolders> create(const std::string& path, std::string& error);

  NewFolders(NewFolders&& other) noexcept : made_(std::exchange(other.made_, {})) {}
  NewFolders& operator=(NewFolders&&) = delete;
  ~NewFolders();

  void keep() { made_.clear(); }

 private:
  NewFolders() = default;

  std::vector<std::string> made_;  // each in the one before
};

/// A folder of its own under a temporary name, removed with all that is in it.
class TemporaryFolder {
 public:
  /// Below `parent`. Nothing when it cannot be created; `error` then says why.
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

/// For a process that is about to end at once: making one removes the temporary files and folders that there are, and while it
/// lives no thread comes to make another.
class TemporariesRemoved {
 public:
  TemporariesRemoved();
  ~TemporariesRemoved();
  TemporariesRemoved(const TemporariesRemoved&) = delete;
  TemporariesRemoved& operator=(const TemporariesRemoved&) = delete;
};

}  // namespace aunit::support
