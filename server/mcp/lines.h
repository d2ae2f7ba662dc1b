// Messages of the Model Context Protocol over standard input: one a line ("Transports", stdio).
#pragma once

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

  /// Reads from a file descriptor that stays the caller's.
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// Waits for the next line that is not blank; nothing when the stream has ended.
  std::optional<Line> next();

 private:
  bool fill();

  int descriptor_;
  std::string buffer_;
  std::size_t searched_ = 0;  // bytes of it that hold no end of a line
};

}  // namespace aunit::server::mcp
