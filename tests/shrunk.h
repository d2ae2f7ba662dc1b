// Shrinks texts that show a fault.
#pragma once

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>
#include <vector>

namespace aunit::tests {

/// Removes words from a text as long as `fails` holds; first, many words at a time (Zeller & Hildebrandt, "Simplifying and
/// isolating failure-inducing input", TSE 2002).
inline std::string shrunk(const std::string& text, const std::function<bool(const std::string&)>& fails) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\''; };
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool blank = std::isspace(static_cast<unsigned char>(text[i])) != 0;
    const bool continues = i > 0 && (blank || (isWord(text[i - 1]) && isWord(text[i])));
    if (continues)
      words.back() += text[i];
    else
      words.emplace_back(1, text[i]);
  }
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) all += part;
    return all;
  };
  for (std::size_t many = words.size() / 2; many > 0; many /= 2)
    for (std::size_t first = words.size(); first > 0;) {
      first -= std::min(first, many);
      if (first >= words.size()) continue;
      std::vector<std::string> fewer = words;
      const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(first);
      fewer.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(many, fewer.size() - first)));
      if (fails(joined(fewer))) words = std::move(fewer);
    }
  return joined(words);
}

}  // namespace aunit::tests
