#include "runner/files/toml_reader.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "support/failure.h"
#include "support/files.h"

namespace aunit::runner {

namespace {

bool mayBeginKey(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '"' ||
         c == '\'';
}

/// The offset at which a table name is missing, if the line begins with `[` or `[[` and no name follows; npos for all other
/// lines.
std::size_t nameless(std::string_view line) {
  constexpr const char* blanks = " \t";
  std::size_t at = line.find_first_not_of(blanks);
  for (int brackets = 0; brackets < 2 && at < line.size() && line[at] == '['; ++brackets) {
    at = line.find_first_not_of(blanks, at + 1);
    if (at == std::string_view::npos) return line.size();
    if (line[at] != '[') return mayBeginKey(line[at]) || line[at] == ']' ? std::string_view::npos : at;
  }
  return std::string_view::npos;
}

}  // namespace

/// Checks that a table name follows each `[` at the start of a line. toml++ does not report a missing name, but only asserts that
/// there is one. This check ignores lines within multi-line texts and lists. It recognises such a line because toml++ rejects the
/// text before this line as an incomplete file.
bool TomlReader::isSound(std::string_view text) {
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t at = nameless(line);
    const bool last = end == text.size() && at >= line.size();  // toml++ itself reports a file that ends after `[`
    if (at != std::string_view::npos && !last && toml::parse(text.substr(0, begin), std::string_view()))
      return support::failure(error_, fmt::format("{}:{}:{}: the name of a table was expected after [", path_, number, at + 1));
    begin = end + 1;
  }
  return true;
}

std::optional<toml::table> TomlReader::read() {
  std::string reason;
  const auto text = support::readFile(path_, reason);
  if (!text) return support::failure(error_, fmt::format("cannot read {}: {}", path_, reason));
  if (!isSound(*text)) return std::nullopt;
  toml::parse_result parsed = toml::parse(*text, std::string_view(path_));
  if (!parsed) return fail(parsed.error().source(), std::string(parsed.error().description()));
  return std::move(parsed).table();
}

bool TomlReader::take(const toml::table& table, const Keys& keys) {
  for (const auto& [key, node] : table) {
    const auto found = keys.find(std::string_view(key.str()));
    if (found != keys.end()) {
      if (!found->second(key.str(), node)) return false;
      continue;
    }
    std::vector<std::string> names;
    for (const auto& [name, ignored] : keys) names.push_back(name);
    return fail(key.source(), fmt::format("unknown key `{}`{}", key.str(), model::orNear(key.str(), names)));
  }
  return true;
}

support::Failure TomlReader::fail(const toml::source_region& at, const std::string& message) {
  return support::failure(error_, fmt::format("{}:{}:{}: {}", path_, at.begin.line, at.begin.column, message));
}

support::Failure TomlReader::fail(const std::string& message) {
  return support::failure(error_, fmt::format("{}: {}", path_, message));
}

bool TomlReader::texts(std::string_view key, const toml::node& node, std::vector<std::string>& into) {
  const toml::array* array = node.as_array();
  if (!array) return fail(node.source(), fmt::format("`{}` must be a list of texts", key));
  for (const toml::node& item : *array) {
    const auto text = item.value_exact<std::string>();
    if (!text) return fail(item.source(), fmt::format("`{}` must be a list of texts", key));
    into.push_back(*text);
  }
  return true;
}

TomlReader::Take TomlReader::text(std::string& into) {
  return [this, &into](std::string_view key, const toml::node& node) {
    std::optional<std::string> found;
    if (!value(key, node, found, "text in quotes")) return false;
    into = std::move(*found);
    return true;
  };
}

TomlReader::Take TomlReader::texts(std::vector<std::string>& into) {
  return [this, &into](std::string_view key, const toml::node& node) { return texts(key, node, into); };
}

TomlReader::Take TomlReader::flag(bool& into) {
  return [this, &into](std::string_view key, const toml::node& node) {
    std::optional<bool> found;
    if (!value(key, node, found, "true or false")) return false;
    into = *found;
    return true;
  };
}

}  // namespace aunit::runner
