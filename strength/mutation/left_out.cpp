#include "strength/mutation/left_out.h"

#include <string_view>
#include <utility>

namespace aunit::strength {

namespace {

std::string_view withoutBlanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t:");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Skips a word and the blanks before it. Returns false if the text does not begin with the word.
bool skip(std::string_view& text, std::string_view word) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos || !text.substr(begin).starts_with(word)) return false;
  text.remove_prefix(begin + word.size());
  return true;
}

}  // namespace

MutantExclusions::MutantExclusions(const model::SourceFile& file) : file_(file) {
  std::optional<Comment> above;
  for (std::uint32_t number = 1; number <= file.lineCount(); ++number) {
    const std::string_view line = file.line(number);
    if (above && line.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (above) lines_.emplace(number, *std::exchange(above, std::nullopt));
    for (const std::string_view mark : {"--", "//"}) {
      const std::size_t at = line.find(mark);
      if (at == std::string_view::npos) continue;
      std::string_view rest = line.substr(at + mark.size());
      if (!skip(rest, "aunit:") || !skip(rest, "no mutants")) continue;
      const bool alone = line.find_first_not_of(" \t") == at;
      Comment comment{std::string(withoutBlanks(rest)), alone};
      if (alone)
        above = std::move(comment);
      else
        lines_.insert_or_assign(number, std::move(comment));
      break;
    }
  }
}

std::optional<std::string> MutantExclusions::reason(model::Span mutant, model::Span paragraph) const {
  if (lines_.empty()) return std::nullopt;
  const auto said = lines_.find(file_.position(mutant.begin).line);
  if (said != lines_.end()) return said->second.reason;
  const auto above = lines_.find(file_.position(paragraph.begin).line);
  if (above != lines_.end() && above->second.alone) return above->second.reason;
  return std::nullopt;
}

}  // namespace aunit::strength
