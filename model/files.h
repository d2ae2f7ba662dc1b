// Reading whole files, and writing them so that nobody ever sees half of one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace aunit::model {

/// No file is read beyond this many bytes.
inline constexpr std::size_t largestRead = std::size_t{1} << 30;

/// One name for a file, however its path was written: absolute, without symbolic links as far as it exists.
std::string canonicalPath(const std::string& path);

/// The bytes of a regular file: devices and pipes may have no end. Nothing when it cannot be read; `error` then says why, in the
/// system's words where it is the system's doing.
std::optional<std::string> readFile(const std::string& path, std::string& error);

/// A file that appears under its name only when it is complete: written under a temporary name in the same folder, renamed by
/// `commit`. Not committed, it leaves nothing behind. Creating it early tells the user before the work that the place is not
/// writable. Devices and pipes (/dev/stdout, /dev/null) are written in place.
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
  OutputFile(std::string path, std::string temporary, int descriptor);

  std::string path_;
  std::string temporary_;  // empty when written in place
  int descriptor_ = -1;
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
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
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

/// Creates and commits in one step.
bool writeFile(const std::string& path, std::string_view content, std::string& error);

}  // namespace aunit::model
