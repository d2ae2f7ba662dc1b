// Splitting, trimming and joining texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::support {

/// The lines without their line breaks. After a final line break there is no further line.
std::vector<std::string_view> lines(std::string_view text);

/// The text without blanks and line breaks at both ends.
std::string_view trimmed(std::string_view text);

/// `textOf` of each thing, with `between` between any two.
template <class Things, class TextOf = std::identity>
std::string joined(const Things& things, std::string_view between, const TextOf& textOf = {}) {
  std::string all;
  bool first = true;
  for (const auto& thing : things) {
    if (!first) all += between;
    all += std::invoke(textOf, thing);
    first = false;
  }
  return all;
}

}  // namespace aunit::support
