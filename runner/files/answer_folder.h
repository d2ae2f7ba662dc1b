// A folder of answers that programs on several machines may share.
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

/// Each answer is a file of its own, named by the key of its question: "answers/3f/2a...". "names/..." holds, for what people
/// call a question, the keys of those that were answered under that name, the last first. Files begin with a line that holds a
/// checksum of what follows; one that does not fit is none. Files come whole or not at all (support/files.h), so any number of
/// processes may read and write at once, and the folder, or any file in it, may be deleted at any time. For several threads at
/// once.
class AnswerFolder {
 public:
  /// Makes the folder if there is none. Nothing, with `error`, when it cannot be used.
  static std::optional<AnswerFolder> open(const std::string& path, std::string& error);
  /// AUNIT_CACHE in the environment, else "aunit" in the folder for caches of this account; empty if neither is known.
  static std::string usualPath();

  AnswerFolder(AnswerFolder&& other) noexcept
      : path_(std::move(other.path_)), damaged_(std::move(other.damaged_)), failed_(other.failed_.load()) {}

  const std::string& path() const { return path_; }

  /// The text that was kept for a key (hexadecimal digits).
  std::optional<std::string> read(const std::string& key) const;
  /// The keys of the last questions of this name.
  std::vector<std::string> keysOf(std::string_view name) const;
  /// Keeps a text. What cannot be written is not kept.
  void keep(const std::string& key, std::string_view text);
  /// Puts a key first among those of a name.
  void note(std::string_view name, const std::string& key);

  /// Files that were not what was written.
  std::size_t damaged() const;
  /// Answers that could not be written.
  std::size_t failed() const { return failed_; }

 private:
  explicit AnswerFolder(std::string path) : path_(std::move(path)) {}
  std::optional<std::string> readChecked(const std::string& path) const;
  bool writeChecked(const std::string& path, std::string_view text) const;
  std::string pathOf(const std::string& key) const;
  std::string pathOfName(std::string_view name) const;

  std::string path_;
  mutable std::mutex access_;  // to the next
  mutable std::set<std::string> damaged_;
  std::atomic<std::size_t> failed_ = 0;
};

}  // namespace aunit::runner
