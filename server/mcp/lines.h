// Messages of the Model Context Protocol over standard input: one a line ("Transports", stdio).
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace aunit::server::mcp {

/// Splits a stream of bytes into lines.
class LineReader {
 public:
  static constexpr std::size_t largest = std::size_t{64} << 20;  // bytes of one line

  struct Line {
    std::string text;      // without its end
    bool tooLong = false;  // it was passed over
  };

  /// Reads from a file descriptor that stays the caller's; in WebAssembly it is standard input.
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// The next line that is not blank; nothing when the stream has ended.
  std::optional<Line> next() { return next(forever); }
  /// The same; nothing also when there is none within this time. Only programs without threads need not wait for it.
  std::optional<Line> next(std::chrono::milliseconds wait);
  bool ended() const { return ended_; }

 private:
  static constexpr auto forever = std::chrono::milliseconds::max();

  bool fill(std::chrono::milliseconds wait);

  int descriptor_;
  bool ended_ = false;
  bool tooLong_ = false;  // the line that has begun
  std::string buffer_;
  std::size_t searched_ = 0;  // bytes of it that hold no end of a line
};

}  // namespace aunit::server::mcp
