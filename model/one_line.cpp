#include "model/one_line.h"

#include <algorithm>

namespace aunit::model {

std::string onOneLine(std::string_view text) {
  std::string result;
  const auto add = [&](std::string_view part) {
    for (const char c : part) {
      const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      if (blank && (result.empty() || result.back() == ' ')) continue;
      result += blank ? ' ' : c;
    }
  };
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view two = text.substr(i, 2);
    if (text[i] == '"') {
      i = std::min(text.find('"', i + 1), text.size() - 1) + 1;
    } else if (two == "--" || two == "//" || two == "/*") {
      add(text.substr(begin, i - begin));
      add(" ");
      const std::size_t end = two == "/*" ? text.find("*/", i + 2) : text.find('\n', i);
      i = begin = end == std::string_view::npos ? text.size() : end + (two == "/*" ? 2 : 0);
    } else {
      ++i;
    }
  }
  add(text.substr(begin));
  while (result.ends_with(' ')) result.pop_back();
  return result;
}

}  // namespace aunit::model
