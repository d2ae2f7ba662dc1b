#include "support/utf8.h"

#include <algorithm>
#include <array>

namespace aunit::support {

CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {1, first};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return {};
  std::uint32_t value = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!continuesCodePoint(text[i])) return {};
    value = (value << 6) | (byte(i) & 0x3Fu);
  }
  constexpr std::array<std::uint32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {length, value};
}

std::size_t firstBadByte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) < 0x80) {  // ASCII, the most frequent case
      ++i;
      continue;
    }
    const std::size_t length = decode(text.substr(i)).length;
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

std::size_t codePoints(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continuesCodePoint(c); }));
}

std::vector<std::uint32_t> codePointOffsets(std::string_view text) {
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t i = 0; i < text.size(); ++i)
    if (!continuesCodePoint(text[i])) offsets.push_back(i);
  offsets.push_back(static_cast<std::uint32_t>(text.size()));
  return offsets;
}

}  // namespace aunit::support
