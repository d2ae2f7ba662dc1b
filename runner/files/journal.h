// A journal on disk of the finished parts of long work, from which a run that is started again goes on.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::runner {

/// A text file: "aunit journal 2", then a line for each entry: a checksum of 16 hexadecimal digits, a blank, and the entry. What
/// does not fit its checksum is no entry: a disk, or a person, has changed it. A line is there when its line break is: what a
/// killed process wrote in part is cut off by the next that opens the file or adds to it. Several processes may share one; each
/// adds under a lock (where the file system knows none, one process at a time). For several threads at once.
class Journal {
 public:
  /// A line of the file, counted from 1.
  struct Entry {
    std::size_t line = 0;
    std::string text;
  };

  /// Begins the file when there is none. Nothing, and the reason in `error`, when it cannot be read or written, or is no journal;
  /// then nothing is changed.
  static std::optional<Journal> open(const std::string& path, std::string& error);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// The entries that were there at the beginning.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Lines, counted from 1, that were there and are not what was written.
  const std::vector<std::size_t>& damaged() const { return damaged_; }
  /// Adds a line, without line breaks in it, and returns when it is on disk. False, with `error`, when it is not; the file is
  /// then as before.
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
