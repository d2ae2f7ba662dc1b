#include "support/visible.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "support/utf8.h"

namespace aunit::support {

namespace {

constexpr std::size_t tabStop = 8;

// Whether a code point changes the order of the text around it (Unicode Standard Annex 9), is invisible, ends a line, or is no
// character.
bool misleads(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || c == 0xFFFE || c == 0xFFFF ||
         (c >= 0xE0000 && c <= 0xE007F);
}

std::string escape(std::uint32_t c) {
  switch (c) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: return c < 0x80 ? fmt::format("\\x{:02x}", c) : fmt::format("\\u{{{:x}}}", c);
  }
}

// Whether the text begins with a command that CI services recognise anywhere in a line: "##[error]", "##vso[...]",
// "##teamcity[...]".
bool isLoggingCommand(std::string_view text) {
  if (!text.starts_with("##")) return false;
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", 2);
  return end != std::string_view::npos && text[end] == '[';
}

// The number of characters at the start of the text that need no escape, whatever follows them.
std::size_t plain(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~' || c == '#'; });
  return static_cast<std::size_t>(end - text.begin());
}

// Appends the first character of the text to `out`, escaped if necessary. Returns the length of this character in bytes.
std::size_t show(std::string& out, std::string_view text) {
  if (isLoggingCommand(text)) {
    out += escape('#');
    return 1;
  }
  const CodePoint point = decode(text);
  if (point.length == 0) {
    out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    return 1;
  }
  if (misleads(point.value))
    out += escape(point.value);
  else
    out += text.substr(0, point.length);
  return point.length;
}

// The length of an escape code for colours or styles ("\x1b[1;31m") at the start of the text; 0 if there is none.
std::size_t paint(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

}  // namespace

std::string oneLine(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = plain(text);
    out += text.substr(0, length);
    text.remove_prefix(length);
    if (!text.empty()) text.remove_prefix(show(out, text));
  }
  return out;
}

std::string visible(std::string_view text, bool colors) {
  std::string out;
  out.reserve(text.size());
  bool lineBegins = true;  // this line has had only blanks and colour codes so far
  while (!text.empty()) {
    const char c = text.front();
    if (const std::size_t length = lineBegins ? 0 : plain(text); length != 0) {
      out += text.substr(0, length);
      text.remove_prefix(length);
    } else if (const std::size_t code = colors ? paint(text) : 0; code != 0) {
      out += text.substr(0, code);
      text.remove_prefix(code);
    } else if (c == '\n' || c == '\t' || c == ' ') {
      out += c;
      if (c == '\n') lineBegins = true;
      text.remove_prefix(1);
    } else if (lineBegins && text.starts_with("::")) {
      out += escape(':');
      lineBegins = false;
      text.remove_prefix(1);
    } else {
      lineBegins = false;
      text.remove_prefix(show(out, text));
    }
  }
  return out;
}

VisibleLine visibleLine(std::string_view line) {
  VisibleLine result;
  std::size_t column = 0;
  while (!line.empty()) {
    for (const char c : line.substr(0, plain(line))) {
      result.columns.push_back(column++);
      result.text += c;
      line.remove_prefix(1);
    }
    if (line.empty()) break;
    result.columns.push_back(column);
    const std::size_t before = result.text.size();
    if (line.front() == '\t') {
      result.text.append(tabStop - column % tabStop, ' ');
      line.remove_prefix(1);
    } else {
      line.remove_prefix(show(result.text, line));
    }
    column += codePoints(std::string_view(result.text).substr(before));
  }
  result.columns.push_back(column);
  return result;
}

}  // namespace aunit::support
