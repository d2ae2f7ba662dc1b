// A folder of cached answers that several processes and machines may share.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::runner {

/// Each answer is a file that is named by the key of its question: "answers/3f/2a...". A question also has names, which stay
/// the same when the model changes. To find answers to earlier versions, "names/..." lists the keys noted under each name, the
/// latest first. Each file begins with a line that has a checksum of the rest; files with a wrong checksum are ignored. Files are
/// written completely or not at all (support/files.h). So any number of processes may read and write, and the folder or any file
/// may be deleted at any time. Thread-safe.
class AnswerFolder {
 public:
  /// Makes the folder if necessary. Returns nothing and sets `error` if it cannot be used.
  static std::optional<AnswerFolder> open(const std::string& path, std::string& error);
  /// AUNIT_CACHE in the environment, else "aunit" in the user's cache folder; empty if neither is known.
  static std::string usualPath();

  AnswerFolder(AnswerFolder&& other) noexcept
      : path_(std::move(other.path_)), damaged_(std::move(other.damaged_)), failed_(other.failed_.load()) {}

  const std::string& path() const { return path_; }

  /// The text that was stored for a key (hexadecimal digits).
  std::optional<std::string> read(const std::string& key) const;
  /// The keys noted under this name, the latest first.
  std::vector<std::string> keysOf(std::string_view name) const;
  /// Stores a text. Failures are counted, not reported.
  void keep(const std::string& key, std::string_view text);
  /// Puts a key before all other keys of a name.
  void note(std::string_view name, const std::string& key);

  /// The number of files with a wrong checksum.
  std::size_t damaged() const;
  /// The number of answers that could not be written.
  std::size_t failed() const { return failed_; }

 private:
  explicit AnswerFolder(std::string path) : path_(std::move(path)) {}
  std::optional<std::string> readChecked(const std::string& path) const;
  bool writeChecked(const std::string& path, std::string_view text) const;
  std::string pathOf(const std::string& key) const;
  std::string pathOfName(std::string_view name) const;

  std::string path_;
  mutable std::mutex access_;  // for `damaged_`
  mutable std::set<std::string> damaged_;
  std::atomic<std::size_t> failed_ = 0;
};

}  // namespace aunit::runner
