// Syntax highlighting of an Alloy text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace aunit::parser::alloy {

enum class Highlight : std::uint8_t { keyword, literal, comment };

/// A highlighted part: bytes [begin, end) of the text.
struct HighlightedPart {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Highlight highlight = Highlight::keyword;
};

/// Returns the highlighted parts in order. The text must be valid UTF-8 and consist of whole paragraphs. Words of the test
/// language are highlighted only where they are keywords.
std::vector<HighlightedPart> highlightsOf(std::string_view text);

}  // namespace aunit::parser::alloy
