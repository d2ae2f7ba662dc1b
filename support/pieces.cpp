#include "support/pieces.h"

#include <algorithm>

namespace aunit::support {

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> all;
  while (!text.empty()) {
    all.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(all.back().size() + 1, text.size()));
  }
  return all;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace aunit::support
