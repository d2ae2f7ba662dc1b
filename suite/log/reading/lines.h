// Reads the lines of a file, which may be compressed by gzip.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "support/budget.h"

namespace aunit::suite::log {

/// Whether a file may be a pipe (a FIFO, standard input). A pipe can be read only once.
enum class Pipes : std::uint8_t { refused, read };

class Lines {
 public:
  /// Opens a file; "-" is standard input. Throws std::runtime_error if the file cannot be opened, or is neither a regular file
  /// nor a pipe that `pipes` allows. The budget must outlive this object.
  Lines(const std::string& path, const support::Budget& budget, Pipes pipes = Pipes::refused);
  ~Lines();
  Lines(Lines&&) noexcept;

  /// Reads the next line that is not blank, without its line break. Returns false at the end of the file. Throws
  /// std::runtime_error if the file cannot be read or its gzip data are damaged or incomplete, and support::Exhausted if the
  /// budget is used up.
  bool next(std::string& line);
  /// The number of the last line that was read, from 1.
  std::uint64_t number() const { return number_; }
  /// Whether the last line was longer than `longest` bytes; the line is then empty.
  bool tooLong() const { return tooLong_; }
  /// Whether the last line ended with a line break.
  bool hasEnd() const { return hasEnd_; }
  static constexpr std::size_t longest = std::size_t{64} << 20;

 private:
  class Source;
  std::unique_ptr<Source> source_;
  std::uint64_t number_ = 0;
  bool tooLong_ = false;
  bool hasEnd_ = true;
};

}  // namespace aunit::suite::log
