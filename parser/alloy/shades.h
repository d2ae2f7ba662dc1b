// The parts of a text that its readers are shown in colours of their own.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace aunit::parser::alloy {

enum class Shade : std::uint8_t { keyword, literal, comment };

/// Bytes [begin, end) of the text.
struct ShadedPart {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Shade shade = Shade::keyword;
};

/// In their order. The text is valid UTF-8, of whole paragraphs; words of the test language are keywords where they stand as
/// such.
std::vector<ShadedPart> shadesOf(std::string_view text);

}  // namespace aunit::parser::alloy
