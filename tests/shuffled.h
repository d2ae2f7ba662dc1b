// Shuffles declarations, whose order must not matter.
#pragma once

#include <algorithm>
#include <cctype>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace aunit::tests {

/// The paragraphs of a model in a random order that depends only on the seed. Each line that begins with a letter begins a
/// paragraph. Paragraphs that open other modules stay first.
inline std::string shuffled(const std::string& text, unsigned seed) {
  std::istringstream lines(text);
  std::vector<std::string> paragraphs;
  for (std::string line; std::getline(lines, line);) {
    if (paragraphs.empty() || std::isalpha(static_cast<unsigned char>(line[0]))) paragraphs.emplace_back();
    paragraphs.back() += line + "\n";
  }
  const auto others = std::ranges::find_if(paragraphs, [](const std::string& one) { return !one.starts_with("open "); });
  std::shuffle(others, paragraphs.end(), std::mt19937(seed));
  std::string result;
  for (const std::string& paragraph : paragraphs) result += paragraph;
  return result;
}

}  // namespace aunit::tests
