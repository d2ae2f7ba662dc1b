#include "server/mcp/lines.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "support/system/system_files.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

namespace aunit::server::mcp {

#ifdef __EMSCRIPTEN__

/// Waits at most `milliseconds` for standard input. Returns its bytes, which the caller must free, and stores their number in
/// `size`: 0 at the end of the input, negative if nothing arrived in time.
EM_JS(char*, hearInput, (double milliseconds, int* size), {
  const bytes = Module.children.hear(milliseconds);
  HEAP32[size >> 2] = bytes ? bytes.length : -1;
  if (!bytes) return 0;
  const place = _malloc(bytes.length || 1);
  if (place) HEAPU8.set(bytes, place);
  return place;
});

bool LineReader::fill(std::chrono::milliseconds wait) {
  int size = 0;
  char* bytes = hearInput(static_cast<double>(wait.count()), &size);
  if (bytes != nullptr) buffer_.append(bytes, static_cast<std::size_t>(size));
  ended_ = size == 0;
  std::free(bytes);
  return size > 0;
}

#else

bool LineReader::fill(std::chrono::milliseconds /*wait*/) {
  std::array<char, 65536> bytes;
  const std::size_t count = support::readSome(descriptor_, bytes.data(), bytes.size()).value_or(0);
  buffer_.append(bytes.data(), count);
  ended_ = count == 0;
  return count != 0;
}

#endif

std::optional<LineReader::Line> LineReader::next(std::chrono::milliseconds wait) {
  for (;;) {
    std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos && !ended_) {
      if (buffer_.size() > largest) {
        buffer_.clear();
        tooLong_ = true;
      }
      searched_ = buffer_.size();
      if (!fill(wait) && !ended_) return std::nullopt;
      continue;
    }
    if (end == std::string::npos && buffer_.empty() && !tooLong_) return std::nullopt;
    Line line{buffer_.substr(0, end), tooLong_ || std::min(end, buffer_.size()) > largest};
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    searched_ = 0;
    if (line.tooLong) line.text.clear();
    tooLong_ = false;
    if (line.tooLong || line.text.find_first_not_of(" \t\r") != std::string::npos) return line;
  }
}

}  // namespace aunit::server::mcp
