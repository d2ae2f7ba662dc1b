#include "parser/allowed_warnings.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace aunit::parser {

namespace {

constexpr std::string_view mark = "aunit: allow ";

/// Whether a line contains a comment that allows warnings with this name.
bool allows(std::string_view line, std::string_view name) {
  const std::size_t at = line.find(mark);
  if (at == std::string_view::npos) return false;
  const std::string_view before = line.substr(0, at);
  if (!before.ends_with("-- ") && !before.ends_with("// ")) return false;
  std::string_view names = line.substr(at + mark.size());
  names = names.substr(0, names.find('('));
  while (!names.empty()) {
    const std::size_t begin = names.find_first_not_of(" ,\t\r");
    if (begin == std::string_view::npos) return false;
    names.remove_prefix(begin);
    const std::size_t end = std::min(names.find_first_of(" ,\t\r"), names.size());
    if (names.substr(0, end) == name) return true;
    names.remove_prefix(end);
  }
  return false;
}

bool isComment(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(first).starts_with("--") || line.substr(first).starts_with("//");
}

bool isAllowed(const model::Diagnostic& warning, const model::SourceMap& sources) {
  if (!warning.span.known()) return false;
  const model::SourceFile& file = sources.file(warning.span.file);
  std::uint32_t line = file.position(warning.span.begin).line;
  if (allows(file.line(line), warning.code)) return true;
  while (--line != 0 && isComment(file.line(line)))
    if (allows(file.line(line), warning.code)) return true;
  return false;
}

}  // namespace

std::vector<model::Diagnostic> withoutAllowed(std::vector<model::Diagnostic> diagnostics, const model::SourceMap& sources,
                                              const std::vector<std::string>& names) {
  std::erase_if(diagnostics, [&](const model::Diagnostic& d) {
    return d.severity == model::Severity::warning && (std::ranges::find(names, d.code) != names.end() || isAllowed(d, sources));
  });
  return diagnostics;
}

model::Diagnostics withoutAllowed(model::Diagnostics diagnostics, const model::SourceMap& sources,
                                  const std::vector<std::string>& names) {
  if (std::ranges::none_of(diagnostics.all(), [](const auto& d) { return d.severity == model::Severity::warning; }))
    return diagnostics;
  model::Diagnostics kept;
  for (model::Diagnostic& d : withoutAllowed(diagnostics.all(), sources, names)) kept.add(std::move(d));
  return kept;
}

}  // namespace aunit::parser
