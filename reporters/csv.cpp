#include "reporters/csv.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "support/utf8.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

/// Whether a spreadsheet would read a cell as a formula: it begins with a sign such as `=`, even after blanks. Full-width signs,
/// which some input methods write, count, too.
bool isFormula(std::string_view text) {
  constexpr std::uint32_t wideBegins = 0xFF01, wideEnds = 0xFF5E, wider = 0xFEE0;
  constexpr std::uint32_t blanks[] = {' ', 0xA0, 0x3000};
  while (!text.empty()) {
    const support::CodePoint first = support::decode(text);
    if (first.length == 0) break;
    text.remove_prefix(first.length);
    if (std::ranges::find(blanks, first.value) != std::end(blanks)) continue;
    const std::uint32_t narrow = first.value >= wideBegins && first.value <= wideEnds ? first.value - wider : first.value;
    return narrow < 0x80 && std::string_view("=+-@|%").find(static_cast<char>(narrow)) != std::string_view::npos;
  }
  return false;
}

}  // namespace

std::string csvCell(std::string text) {
  text = support::oneLine(text);
  if (isFormula(text)) text.insert(0, "'");
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace aunit::reporters
