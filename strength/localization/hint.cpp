#include "strength/localization/hint.h"

#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "strength/mutation/mutant_text.h"

namespace aunit::strength {

namespace {

constexpr std::size_t longestQuote = 60;

std::string inBackquotes(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (blank && (line.empty() || line.back() == ' ')) continue;
    line += blank ? ' ' : c;
  }
  while (line.ends_with(' ')) line.pop_back();
  if (line.size() <= longestQuote) return "`" + line + "`";
  std::size_t end = longestQuote;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;  // does not cut a UTF-8 character
  return "`" + line.substr(0, end) + " ...`";
}

/// The words and signs of a text, in order.
std::vector<std::string> wordsAndSigns(std::string_view text) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80) != 0; };
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i++;
    if (std::isspace(static_cast<unsigned char>(text[begin])) || text[begin] == '(') continue;
    if (isWord(text[begin]))
      while (i < text.size() && isWord(text[i])) ++i;
    else if (std::string_view("<>=!&|+-").find(text[begin]) != std::string_view::npos)
      while (i < text.size() && std::string_view("<>=&|+-").find(text[i]) != std::string_view::npos) ++i;
    tokens.emplace_back(text.substr(begin, i - begin));
  }
  return tokens;
}

/// Returns, in backquotes, the first word of `text` that differs from the word of `other` at the same position. Returns an empty
/// text if there is none.
std::string newWord(std::string_view text, std::string_view other) {
  const std::vector<std::string> now = wordsAndSigns(text), before = wordsAndSigns(other);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (i >= before.size() || now[i] != before[i]) return "`" + now[i] + "`";
  return "";
}

/// Suggests how to correct a suspect. `place` is the suspect's text in backquotes. `before` is the text that `replacement`
/// replaces.
std::string stepAt(const std::string& place, const Mutant& mutant, const Replacement& replacement, std::string_view before) {
  const std::string word = newWord(replacement.text, before);
  const std::string attempt = word.empty() ? "" : ": try " + word;
  switch (mutant.edit) {
    case Edit::sigMultiplicity:
    case Edit::multiplicity:
    case Edit::resultMultiplicity:
    case Edit::leftMultiplicity:
    case Edit::rightMultiplicity: return "the multiplicity of " + place + " may be the wrong one" + attempt;
    case Edit::operation:
      if (mutant.by == Operator::QOR) return "in " + place + " the quantifier may be the wrong one" + attempt;
      return "in " + place + " the operator may be the wrong one" + attempt;
    case Edit::insert: return "an operator may be missing at " + place + attempt;
    case Edit::keep:
      return mutant.by == Operator::BOD ? "one side of " + place + " may be superfluous"
                                        : "the outermost operator of " + place + " may be superfluous";
    case Edit::remove: return "one part of " + place + " may be superfluous";
    case Edit::exchange: return "the two sides of " + place + " may be in the wrong order";
    case Edit::exchangeBranches: return "`then` and `else` of " + place + " may be in the wrong order";
    case Edit::truth: return "all of " + place + " may be superfluous";
    case Edit::integer: return place + " may be the wrong number";
    case Edit::leaf:
      return place + (mutant.op == model::Op::variable ? " may be the wrong variable"
                      : mutant.op == model::Op::field  ? " may be the wrong field"
                                                       : " may be the wrong signature");
    case Edit::disjoint: return "must the variables of " + place + " stand for different atoms?";
    case Edit::emptyInclusion: return place + " may be a statement about the wrong set";
  }
  return "";
}

}  // namespace

std::string hintFor(const Suspect& suspect, parser::Loaded& loaded) {
  const std::string place = inBackquotes(loaded.sources.text(suspect.span));
  const bool mends = !suspect.change.empty() && suspect.effect.mended >= 1 && suspect.effect.broken == 0;
  if (!mends) return fmt::format("look at {}: {}", place, suspect.because);
  if (suspect.change.size() > 1) return fmt::format("look at {}: two small changes at this place fix the fault", place);
  if (parser::languageOf(loaded.sources.file(suspect.span.file).path()) != parser::Language::alloy)
    return fmt::format("look at {}: one small change at this place fixes the fault", place);
  const auto replacement = replacementOf(suspect.change[0], *loaded.model, loaded.sources);
  if (!replacement) return fmt::format("look at {}: one small change at this place fixes the fault", place);
  return stepAt(place, suspect.change[0], *replacement, loaded.sources.text(replacement->span));
}

}  // namespace aunit::strength
