#include "strength/repair/edit_cost.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "parser/alloy/tokens/tokens.h"

namespace aunit::strength {

using parser::alloy::isNamePart;

namespace {

std::vector<std::string> tokensOf(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (isNamePart(text[i]))
      while (end < text.size() && isNamePart(text[end])) ++end;
    if (!std::isspace(static_cast<unsigned char>(text[i]))) tokens.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

}  // namespace

Replacement trimmed(Replacement edit, const model::SourceMap& sources) {
  const std::string old(sources.text(edit.span));
  const std::size_t shorter = std::min(old.size(), edit.text.size());
  const auto splitsWord = [](std::string_view text, std::size_t at) {
    return at > 0 && at < text.size() && isNamePart(text[at - 1]) && isNamePart(text[at]);
  };
  std::size_t front = 0;
  while (front < shorter && old[front] == edit.text[front]) ++front;
  while (splitsWord(old, front) || splitsWord(edit.text, front)) --front;
  std::size_t back = 0;
  while (back < shorter - front && old[old.size() - 1 - back] == edit.text[edit.text.size() - 1 - back]) ++back;
  while (back > 0 && (splitsWord(old, old.size() - back) || splitsWord(edit.text, edit.text.size() - back))) --back;
  edit.text = edit.text.substr(front, edit.text.size() - front - back);
  edit.span.begin += static_cast<std::uint32_t>(front);
  edit.span.end -= static_cast<std::uint32_t>(back);
  return edit;
}

std::uint32_t editCost(const std::vector<Replacement>& edits, const model::SourceMap& sources) {
  std::uint32_t cost = 0;
  for (const Replacement& edit : edits) {
    const auto old = tokensOf(sources.text(edit.span)), now = tokensOf(edit.text);
    // Computes the length of the longest common subsequence, row by row.
    std::vector<std::uint32_t> above(now.size() + 1), row(now.size() + 1);
    for (const std::string& token : old) {
      for (std::size_t j = 0; j < now.size(); ++j) row[j + 1] = token == now[j] ? above[j] + 1 : std::max(above[j + 1], row[j]);
      std::swap(above, row);
    }
    cost += static_cast<std::uint32_t>(old.size() + now.size()) - 2 * above[now.size()];
  }
  return cost;
}

}  // namespace aunit::strength
