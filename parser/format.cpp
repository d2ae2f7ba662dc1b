#include "parser/format.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "parser/alloy/layout/format.h"
#include "parser/front_end.h"
#include "parser/layout.h"
#include "parser/literate.h"
#include "parser/nitpick/format.h"
#include "parser/program/format.h"

namespace aunit::parser {

namespace {

std::optional<std::vector<LayoutToken>> tokensOf(Language language, std::string_view text) {
  switch (language) {
    case Language::alloy: return alloy::layoutTokens(text);
    case Language::nitpick: return nitpick::layoutTokens(text);
    case Language::program: return program::layoutTokens(text);
  }
  return std::nullopt;
}

/// Checks that formatting has kept all tokens. Two signs may become one token if formatting removes the blank between them. This
/// cannot happen in a text that parses.
bool haveSameTokens(Language language, std::string_view before, std::string_view after) {
  const auto left = tokensOf(language, before), right = tokensOf(language, after);
  if (!left || !right) return false;
  return std::ranges::equal(*left, *right, [&](const LayoutToken& a, const LayoutToken& b) {
    const bool isComment = a.role == Role::comment;
    return isComment == (b.role == Role::comment) &&
           (isComment || before.substr(a.begin, a.end - a.begin) == after.substr(b.begin, b.end - b.begin));
  });
}

std::optional<std::string> formatted(Language language, std::string_view text, OperatorStyle style) {
  std::string result = language == Language::alloy ? alloy::respelled(text, style) : std::string(text);
  // Repeats until nothing changes: the new layout depends on the columns that the tokens had in the old layout, and may move
  // tokens to other columns.
  std::string before;
  for (int times = 0; times < 10 && (times == 0 || before != result); ++times) {
    const auto tokens = tokensOf(language, result);
    if (!tokens) return std::nullopt;
    before = std::move(result);
    result = laidOut(before, *tokens);
    if (!haveSameTokens(language, before, result)) return std::nullopt;
  }
  return result;
}

std::string formattedDocument(std::string_view document, OperatorStyle style) {
  std::string result;
  std::size_t behind = 0;
  for (const auto& [begin, end] : alloy::modelOfDocument(document).blocks) {
    const std::string_view block = document.substr(begin, end - begin);
    result += document.substr(behind, begin - behind);
    result += formatted(Language::alloy, block, style).value_or(std::string(block));
    behind = end;
  }
  return result.append(document.substr(behind));
}

}  // namespace

std::optional<std::string> formatted(std::string_view path, std::string_view text, OperatorStyle style) {
  const Language language = languageOf(path);
  if (language == Language::alloy && alloy::isLiterate(path, text)) return formattedDocument(text, style);
  return formatted(language, text, style);
}

}  // namespace aunit::parser
