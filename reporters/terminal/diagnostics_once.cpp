#include "reporters/terminal/diagnostics_once.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reporters/terminal/console.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

constexpr std::size_t mostNamed = 4;    // largest number of files that openedBy() names
constexpr std::size_t mostOfAKind = 3;  // for each file and name of a warning: how many warnings are shown in full

}  // namespace

std::string openedBy(const std::vector<std::string>& files, bool more) {
  std::string names;
  const std::size_t named = files.size() <= mostNamed ? files.size() : mostNamed - 1;
  for (std::size_t i = 0; i < named; ++i)
    names += (i == 0 ? "" : i + 1 == files.size() ? " and " : ", ") + support::oneLine(files[i]);
  if (named < files.size()) names += fmt::format(" and {} others", files.size() - named);
  const bool one = files.size() == 1;
  return fmt::format("{} file{} {}open{} this file: {}", files.size(), one ? "" : "s", more ? "also " : "", one ? "s" : "",
                     names);
}

void showLoadErrors(const std::vector<suite::LoadError>& errors) {
  std::map<std::string_view, std::vector<std::string>> filesOf;
  for (const suite::LoadError& error : errors) filesOf[error.text].push_back(error.file);
  std::set<std::string_view> said;
  for (const suite::LoadError& error : errors) {
    if (!said.insert(error.text).second) continue;
    std::vector<std::string>& files = filesOf[error.text];
    const bool own = std::erase_if(files, [&](const std::string& file) { return error.text.starts_with(file + ":"); }) != 0;
    show(stderr, error.text);
    if (own ? !files.empty() : files.size() > 1) show(stderr, "  " + openedBy(files, own) + "\n");
  }
}

void DiagnosticsOnce::show(const std::string& file, const std::vector<model::Diagnostic>& diagnostics,
                           const model::SourceMap& sources) {
  std::vector<model::Diagnostic> fresh;
  // For each path and name of a warning: the places of the warnings that are not shown in full.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> further;
  for (const model::Diagnostic& one : diagnostics) {
    const std::string path = one.span.known() ? sources.file(one.span.file).path() : file;
    if (shown_.emplace(path, one.span.begin, one.span.end, one.message).second) {
      const bool isWarning = one.severity == model::Severity::warning && one.span.known();
      if (!isWarning || ++warnings_[{path, one.code}] <= mostOfAKind) {
        fresh.push_back(one);
        continue;
      }
      const model::Position at = sources.begin(one.span);
      further[{path, one.code}].push_back(fmt::format("{}:{}", at.line, at.column));
    } else if (std::vector<std::string>& files = leftOut_[path]; std::ranges::find(files, file) == files.end()) {
      files.push_back(file);
    }
  }
  showDiagnostics(fresh, sources, color_);
  for (const auto& [kind, places] : further)
    reporters::show(stderr, fmt::format("{}: {} [{}] at {}\n", support::oneLine(kind.first),
                                        support::plural(places.size(), "more warning"), kind.second, model::inWords(places)));
}

void DiagnosticsOnce::finish() const {
  for (const auto& [path, files] : leftOut_)
    reporters::show(stderr, fmt::format("{}: {}\n", support::oneLine(path), openedBy(files, true)));
}

}  // namespace aunit::reporters
