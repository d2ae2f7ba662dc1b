// Colours of the terminal.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace aunit::reporters {

enum class Color { none, bold, dim, red, green, yellow, blue, cyan, boldRed, boldGreen, boldYellow };

/// Paints text with ANSI codes, or returns it unchanged.
class Style {
 public:
  explicit Style(bool colored) : colored_(colored) {}
  bool colored() const { return colored_; }
  std::string operator()(Color color, std::string_view text) const;

 private:
  bool colored_;
};

enum class ColorChoice { automatic, always, never };

/// Whether to paint output to a stream. The first of these that is set decides: an explicit choice; NO_COLOR (any non-empty
/// value: no); FORCE_COLOR (any value but "0": yes); CI (yes, because CI logs show colours). If none is set, paints if the stream
/// is a terminal other than "dumb".
bool wantsColor(ColorChoice choice, std::FILE* stream);

}  // namespace aunit::reporters
