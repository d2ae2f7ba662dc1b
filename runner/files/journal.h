// A journal of the finished parts of long work, on disk, so that a restarted run can continue.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::runner {

/// A text file: "aunit journal 2", then one line for each entry: a checksum of 16 hexadecimal digits, a blank, and the entry.
/// Lines with a wrong checksum are damaged, and are ignored. A line counts only with its line break: the next process that opens
/// or extends the file removes an incomplete last line that a killed process left. Several processes may share a journal; each
/// appends under a lock. (If the file system has no locks, only one process may use it.) Thread-safe.
class Journal {
 public:
  /// An entry, and its line in the file, counted from 1.
  struct Entry {
    std::size_t line = 0;
    std::string text;
  };

  /// Opens the journal at `path`, and makes the file if there is none. If the file cannot be read or written, or is not a
  /// journal, returns nothing, sets `error`, and does not change the file.
  static std::optional<Journal> open(const std::string& path, std::string& error);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// The entries that were there when the journal was opened.
  const std::vector<Entry>& entries() const { return entries_; }
  /// The lines that were damaged when the journal was opened, counted from 1.
  const std::vector<std::size_t>& damaged() const { return damaged_; }
  /// Appends an entry, which must have no line breaks, and returns when the entry is on disk. On failure, returns false, sets
  /// `error`, and leaves the file unchanged.
  bool add(std::string_view text, std::string& error);

 private:
  explicit Journal(int descriptor) : descriptor_(descriptor) {}
  bool read(std::string& error);
  bool write(std::string_view text, std::string& error);

  int descriptor_ = -1;
  std::vector<Entry> entries_;
  std::vector<std::size_t> damaged_;
  std::mutex adding_;
};

}  // namespace aunit::runner
