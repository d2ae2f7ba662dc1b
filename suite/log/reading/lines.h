// The lines of a file, plain or packed by gzip, one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "support/budget.h"

namespace aunit::suite::log {

/// Whether the lines may come from a pipe (a FIFO, standard input), which can be read once alone.
enum class Pipes : std::uint8_t { refused, read };

class Lines {
 public:
  /// "-" is standard input. Throws std::runtime_error when the file cannot be opened, or is neither a regular file nor a pipe
  /// that may be read. The budget must outlive this.
  Lines(const std::string& path, const support::Budget& budget, Pipes pipes = Pipes::refused);
  ~Lines();
  Lines(Lines&&) noexcept;

  /// The next line that is not blank, without its end; false behind the last one. Throws std::runtime_error when the file cannot
  /// be read, or what gzip packed is damaged or not whole, and support::Exhausted if the budget ends.
  bool next(std::string& line);
  /// Its number, from 1.
  std::uint64_t number() const { return number_; }
  /// Whether the last line was longer than lines may be; the rest of such a line is skipped.
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
