// Messages of the Model Context Protocol over standard input, one per line (the protocol's chapter "Transports", section
// "stdio").
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace aunit::server::mcp {

/// Splits a stream of bytes into lines.
class LineReader {
 public:
  static constexpr std::size_t largest = std::size_t{64} << 20;  // limit for the bytes of one line

  struct Line {
    std::string text;      // without its line break
    bool tooLong = false;  // whether the line was too long and its text was skipped
  };

  /// Reads from a file descriptor, which the caller owns; in WebAssembly it must be standard input.
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// The next line that is not blank; nothing at the end of the stream.
  std::optional<Line> next() { return next(forever); }
  /// Like next(). On a platform without threads, also returns nothing if no line arrives within `wait`; other platforms ignore
  /// `wait`.
  std::optional<Line> next(std::chrono::milliseconds wait);
  bool ended() const { return ended_; }

 private:
  static constexpr auto forever = std::chrono::milliseconds::max();

  bool fill(std::chrono::milliseconds wait);

  int descriptor_;
  bool ended_ = false;
  bool tooLong_ = false;  // whether the current line is too long
  std::string buffer_;
  std::size_t searched_ = 0;  // number of bytes at the start of `buffer_` that are known to have no line break
};

}  // namespace aunit::server::mcp
