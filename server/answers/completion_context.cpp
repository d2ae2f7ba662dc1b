#include "server/answers/completion_context.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "parser/alloy/layout/format.h"
#include "support/utf8.h"

namespace aunit::server {

namespace {

using parser::LayoutToken;
using parser::Role;

bool isWord(char c) {
  return support::isWordPart(c) || c == '\'' || c == '"' || c == '$';
}

bool opens(Role role) {
  return role == Role::openBrace || role == Role::openRound;
}

bool closes(Role role) {
  return role == Role::closeBrace || role == Role::closeRound;
}

/// Whether the paragraph must continue after this token, even if a line ends there.
bool demandsMore(std::string_view token) {
  constexpr std::string_view all[] = {",",  ":",    "=",   "extends", "in",  "for", "but",  "exactly",
                                      "as", "open", "sig", "pred",    "fun", "run", "check"};
  return std::ranges::find(all, token) != std::end(all);
}

/// The tokens before the word that is being typed.
class Tokens {
 public:
  /// Finds no tokens if the text cannot be tokenised, e.g. because it ends within a string.
  explicit Tokens(std::string_view text) : text_(text) {
    const auto tokens = parser::alloy::layoutTokens(text);
    if (!tokens) return;
    known_ = true;
    std::ranges::copy_if(*tokens, std::back_inserter(all_), [](const LayoutToken& token) { return token.role != Role::comment; });
    findParagraph();
  }

  std::string_view textOf(std::size_t index) const {
    return text_.substr(all_[index].begin, all_[index].end - all_[index].begin);
  }
  std::string_view lastText() const { return all_.empty() ? std::string_view() : textOf(all_.size() - 1); }
  std::size_t paragraphBegin() const { return all_.empty() ? 0 : all_[paragraph_].begin; }

  Place place() const {
    if (!known_) return Place::formula;
    if (all_.empty()) return Place::paragraph;
    if (lastText() == ".") return Place::joined;
    const bool isNew = (startsLine() && !demandsMore(lastText())) || all_.back().role == Role::closeBrace;
    if (depth_ == 0 && isNew) return Place::paragraph;
    const std::string_view head = textOf(paragraph_);
    if (head == "open" && depth_ == 0) return Place::opened;
    if (inScope_) return Place::scope;
    if (head == "val" && depth_ > 0) return Place::valuation;
    if (head == "test" && depth_ == 1) return Place::statement;
    return Place::formula;
  }

  /// The last name of the expression before a dot: `f` for `a.f`, for `f[x]` and for `(b + f)`.
  std::optional<std::size_t> nameBeforeDot() const {
    std::size_t at = all_.size() - 1;
    for (int depth = 0; at-- > 0;) {
      if (textOf(at) == "]") ++depth;
      if (depth == 0 && textOf(at) != ")") break;
      if (textOf(at) == "[") --depth;
    }
    return at < all_.size() ? std::optional(at) : std::nullopt;
  }
  bool isTransposed(std::size_t index) const { return index > 0 && textOf(index - 1) == "~"; }

 private:
  /// Finds the paragraph in which the text ends. A paragraph begins with a token outside of all brackets that begins a line or
  /// follows a closing brace.
  void findParagraph() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const Role role = all_[i].role;
      if (depth_ == 0 && !opens(role) && textOf(i) != "for" && textOf(i) != "expect" && mayBegin(i)) {
        paragraph_ = i;
        inScope_ = false;
      }
      if (textOf(i) == "for" && depth_ <= 1 && textOf(paragraph_) != "val" && !isTable(i)) inScope_ = true;
      if (opens(role)) ++depth_;
      if (!closes(role)) continue;
      depth_ = std::max(0, depth_ - 1);
      inScope_ = false;
    }
  }
  bool mayBegin(std::size_t index) const {
    if (index == 0 || all_[index - 1].role == Role::closeBrace) return true;
    const std::size_t behind = all_[index - 1].end;
    const bool onNewLine = text_.substr(behind, all_[index].begin - behind).find('\n') != std::string_view::npos;
    return onNewLine && !demandsMore(textOf(index - 1));
  }
  /// Whether the token is the `for` of `test "..." for v in { ... }`.
  bool isTable(std::size_t index) const { return textOf(paragraph_) == "test" && index == paragraph_ + 2; }
  bool startsLine() const { return text_.substr(all_.back().end).find('\n') != std::string_view::npos; }

  std::string_view text_;
  std::vector<LayoutToken> all_;
  bool known_ = false;
  std::size_t paragraph_ = 0;
  int depth_ = 0;
  bool inScope_ = false;
};

}  // namespace

CompletionContext completionContextAt(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  std::size_t begin = offset;
  while (begin > 0 && isWord(text[begin - 1])) --begin;
  const Tokens tokens(text.substr(0, begin));
  CompletionContext context;
  context.place = tokens.place();
  context.paragraph = context.place == Place::paragraph ? begin : tokens.paragraphBegin();
  if (!tokens.lastText().empty() && isWord(tokens.lastText().back())) context.before = tokens.lastText();
  if (context.place == Place::joined)
    if (const auto name = tokens.nameBeforeDot()) {
      context.joined = tokens.textOf(*name);
      context.transposed = tokens.isTransposed(*name);
    }
  return context;
}

}  // namespace aunit::server
