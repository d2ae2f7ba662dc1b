// Decodes and counts code points in text that may be invalid UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace aunit::support {

/// A code point and its length in bytes. The length is 0 if the text does not begin with a valid sequence (RFC 3629: no overlong
/// forms, no surrogates).
struct CodePoint {
  std::size_t length = 0;
  std::uint32_t value = 0;
};

/// The code point at the start of a text, which must not be empty.
CodePoint decode(std::string_view text);

/// The offset of the first byte that is not valid UTF-8; npos if there is none.
std::size_t firstBadByte(std::string_view text);

/// Whether a byte continues a code point (10xxxxxx) instead of beginning one.
inline bool continuesCodePoint(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

/// Whether `c` is an ASCII letter, a digit or an underscore.
inline bool isWordPart(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/// The number of code points. An invalid byte counts as one code point, unless it is a continuation byte.
std::size_t codePoints(std::string_view text);

/// For each code point, its offset in bytes; the last element is the size of the text. Converts positions of a lexer, which
/// count code points, to offsets.
std::vector<std::uint32_t> codePointOffsets(std::string_view text);

}  // namespace aunit::support
