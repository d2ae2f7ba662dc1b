#include "support/system/shell_pattern.h"

#include <optional>
#include <string_view>

namespace aunit::support {

namespace {

/// Whether the set at the start of a pattern (after its "[") contains a character. Removes the set from the pattern. Returns
/// nothing if the set has no "]".
std::optional<bool> inSet(std::string_view& pattern, char c) {
  std::string_view rest = pattern;
  const bool negated = rest.starts_with('!') || rest.starts_with('^');
  if (negated) rest.remove_prefix(1);
  bool found = false;
  for (bool first = true; !rest.empty() && (first || rest.front() != ']'); first = false) {
    if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
    const char low = rest.front();
    rest.remove_prefix(1);
    char high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      high = rest[1];
      rest.remove_prefix(2);
    }
    const auto byte = [](char one) { return static_cast<unsigned char>(one); };
    found = found || (byte(low) <= byte(c) && byte(c) <= byte(high));
  }
  if (rest.empty()) return std::nullopt;
  pattern = rest.substr(1);
  return found != negated;
}

/// Removes the first element of a pattern, which is not a star. Returns whether the element matches `c`.
bool matchesOne(std::string_view& pattern, char c) {
  const char first = pattern.front();
  pattern.remove_prefix(1);
  if (first == '?') return true;
  if (first == '[')
    if (const auto in = inSet(pattern, c)) return *in;
  if (first == '\\' && !pattern.empty()) {
    const char meant = pattern.front();
    pattern.remove_prefix(1);
    return meant == c;
  }
  return first == c;
}

}  // namespace

bool matchesPattern(const std::string& name, const std::string& pattern, HiddenNames hidden) {
  if (hidden == HiddenNames::byNameOnly && name.starts_with('.') && !pattern.starts_with('.')) return false;
  // On a mismatch, the last star takes one character more.
  std::string_view text = name, rest = pattern, textAtStar, restAtStar;
  bool star = false;
  while (!text.empty()) {
    std::string_view behind = rest;
    if (!rest.empty() && rest.front() == '*') {
      rest.remove_prefix(1);
      star = true;
      textAtStar = text;
      restAtStar = rest;
    } else if (!rest.empty() && matchesOne(behind, text.front())) {
      rest = behind;
      text.remove_prefix(1);
    } else if (star) {
      textAtStar.remove_prefix(1);
      text = textAtStar;
      rest = restAtStar;
    } else {
      return false;
    }
  }
  return rest.find_first_not_of('*') == std::string_view::npos;
}

}  // namespace aunit::support
