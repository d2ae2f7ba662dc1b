#include "reporters/html/document.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace aunit::reporters::html {

namespace {

// Where each line starts; one more for the end.
std::vector<std::uint32_t> lineStarts(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(static_cast<std::uint32_t>(i + 1));
  starts.push_back(static_cast<std::uint32_t>(text.size()) + 1);
  return starts;
}

std::string_view line(std::string_view text, const std::vector<std::uint32_t>& starts, std::size_t i) {
  return text.substr(starts[i], starts[i + 1] - 1 - starts[i]);
}

}  // namespace

void restoreProse(SourceFile& file, std::string document) {
  std::erase(document, '\r');
  if (document == file.text) return;
  if (!document.ends_with('\n') && file.text.ends_with('\n')) document += '\n';
  const std::vector<std::uint32_t> from = lineStarts(file.text), to = lineStarts(document);
  if (from.size() != to.size()) return;
  for (std::size_t i = 0; i + 1 < from.size(); ++i) {
    const std::string_view loaded = line(file.text, from, i);
    if (!loaded.empty() && loaded != line(document, to, i)) return;
  }
  const auto move = [&](std::uint32_t offset) {
    const auto next = std::ranges::upper_bound(from, offset);
    const std::size_t i = std::min<std::size_t>(static_cast<std::size_t>(next - from.begin()), from.size() - 1) - 1;
    return to[i] + (offset - from[i]);
  };
  for (Occurrence& occurrence : file.occurrences) {
    occurrence.begin = move(occurrence.begin);
    occurrence.end = move(occurrence.end);
  }
  file.text = std::move(document);
}

}  // namespace aunit::reporters::html
