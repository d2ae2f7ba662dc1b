#include "cli/completion/shell_words.h"

#include <cctype>

namespace aunit::cli {

namespace {

bool contains(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

/// Whether a character has no special meaning for a shell. Bytes beyond ASCII count as letters.
bool isPlain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) || contains("_./,:+=@%^-", c);
}

}  // namespace

ShellLine splitShellLine(std::string_view line, std::string_view breaks) {
  ShellLine result;
  std::string word;
  bool begun = false;
  std::size_t behindBreak = 0, behindQuote = 0;  // number of bytes of the word up to the last break, and up to the last quote
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (result.quote == 0 && contains(" \t\n", c)) {
      if (begun) result.words.push_back(word);
      word.clear();
      begun = false;
      behindBreak = 0;
      continue;
    }
    begun = true;
    if (c == '\\' && result.quote != '\'' && i + 1 < line.size()) {
      const char escaped = line[++i];
      if (result.quote == '"' && !contains("\"\\$`", escaped)) word += c;
      word += escaped;
    } else if (c == result.quote) {
      result.quote = 0;
    } else if (result.quote == 0 && (c == '\'' || c == '"')) {
      result.quote = c;
      behindQuote = word.size();
    } else {
      word += c;
      // At the break `@`, bash completes host names and replaces the `@`, too. So `behindBreak` does not count the `@`.
      if (result.quote == 0 && contains(breaks, c)) behindBreak = word.size() - (c == '@' ? 1 : 0);
    }
  }
  result.words.push_back(word);
  if (result.words.size() > 1) result.words.erase(result.words.begin());  // drops the command's name
  result.kept = result.quote ? behindQuote : behindBreak;
  return result;
}

std::string shellQuoted(std::string_view text, char quote) {
  std::string quoted;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'')
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    else if (quote == '"')
      quoted += (contains("\"\\$`", c) ? "\\" : "") + std::string(1, c);
    else
      quoted += (isPlain(c) || (i == 0 && text.starts_with("~/")) ? "" : "\\") + std::string(1, c);
  }
  return quoted;
}

}  // namespace aunit::cli
