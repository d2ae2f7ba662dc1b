// Splits, trims and joins texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::support {

/// The lines of a text without line breaks. A line break at the end of the text begins no further line.
std::vector<std::string_view> lines(std::string_view text);

/// The text without blanks and line breaks at its start and end.
std::string_view trimmed(std::string_view text);

/// Joins the texts of all things (`textOf` returns the text of a thing), separated by `between`.
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
