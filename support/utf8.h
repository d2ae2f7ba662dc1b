// Decoding and counting of code points in text that may be invalid UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace aunit::support {

/// One code point and its length in bytes; the length is 0 when the text does not begin with a well-formed sequence (RFC 3629: no
/// overlong forms, no surrogates).
struct CodePoint {
  std::size_t length = 0;
  std::uint32_t value = 0;
};

/// The code point at the start of a text that is not empty.
CodePoint decode(std::string_view text);

/// The offset of the first byte that is not UTF-8, or npos.
std::size_t firstBadByte(std::string_view text);

/// Whether a byte continues a code point (10xxxxxx), rather than beginning one.
inline bool continuesCodePoint(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

/// Whether `c` is an ASCII letter, a digit or an underscore.
inline bool isWordPart(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/// The number of code points. An invalid byte counts as one, unless it is a continuation byte.
std::size_t codePoints(std::string_view text);

/// The byte offset of each code point, then the size of the text. Converts a lexer's positions, counted in code points, to
/// offsets.
std::vector<std::uint32_t> codePointOffsets(std::string_view text);

}  // namespace aunit::support
