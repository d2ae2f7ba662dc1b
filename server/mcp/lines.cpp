#include "server/mcp/lines.h"

#include <array>
#include <utility>

#include "support/system_files.h"

namespace aunit::server::mcp {

bool LineReader::fill() {
  std::array<char, 65536> bytes;
  const std::size_t count = support::readSome(descriptor_, bytes.data(), bytes.size()).value_or(0);
  buffer_.append(bytes.data(), count);
  return count != 0;
}

std::optional<LineReader::Line> LineReader::next() {
  bool tooLong = false;
  for (bool open = true;;) {
    std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos && open) {
      if (buffer_.size() > largest) {
        buffer_.clear();
        tooLong = true;
      }
      searched_ = buffer_.size();
      open = fill();
      continue;
    }
    if (end == std::string::npos && buffer_.empty() && !tooLong) return std::nullopt;
    Line line{buffer_.substr(0, end), tooLong || std::min(end, buffer_.size()) > largest};
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    searched_ = 0;
    if (line.tooLong) line.text.clear();
    if (line.tooLong || line.text.find_first_not_of(" \t\r") != std::string::npos) return line;
    tooLong = false;
  }
}

}  // namespace aunit::server::mcp
