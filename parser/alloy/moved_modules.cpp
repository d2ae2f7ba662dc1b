#include "parser/alloy/moved_modules.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_set>
#include <utility>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/alloy/parse.h"
#include "parser/alloy/tokens/scanner.h"
#include "parser/library/library.h"
#include "parser/source_text.h"
#include "support/files.h"

namespace aunit::parser::alloy {

namespace {

namespace fs = std::filesystem;

constexpr int mostLevels = 8;            // at most this many folders are searched, from the folder of the opening file upwards
constexpr std::size_t mostFiles = 1000;  // the `module` lines of at most this many files in one folder are read

std::string_view lastPart(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// Returns the name in the `module` line of `text`. Returns an empty name unless `text` begins with this line; only comments may
/// come before it.
std::string moduleName(std::string_view text) {
  Scanner scanner(text);
  std::string name;
  bool behindModule = false;
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) {
    switch (token.type) {
      case TokenType::LINE_COMMENT:
      case TokenType::BLOCK_COMMENT:
      case TokenType::EMPTY_COMMENT: continue;
      case TokenType::MODULE: behindModule = true; continue;
      case TokenType::NAME:
      case TokenType::SLASH:
        if (!behindModule) return "";
        if (token.type == TokenType::NAME && !name.empty() && name.back() != '/') return name;
        name += text.substr(token.begin, token.end - token.begin);
        continue;
      default: return name;
    }
  }
  return name;
}

bool fits(const std::string& path, std::string text, const WantedModule& wanted) {
  model::SourceMap sources;
  model::Diagnostics found;
  const model::FileId file = addSource(sources, path, std::move(text), found);
  if (file == model::noFile) return false;
  const auto tree = parse(sources, file, {.opened = true}, found);
  if (found.hasErrors() || tree->header.parameters.size() != wanted.arguments) return false;
  std::unordered_set<std::string> declared;
  for (const auto& sig : tree->sigs)
    for (const auto& name : sig.names) declared.insert(name.text);
  for (const auto& enumeration : tree->enums) {
    declared.insert(enumeration.name.text);
    for (const auto& name : enumeration.members) declared.insert(name.text);
  }
  for (const auto& f : tree->funcs) declared.insert(f.name.text);
  for (const auto& macro : tree->macros) declared.insert(macro.name.text);
  for (const auto& assertion : tree->assertions) declared.insert(assertion.name.text);
  for (const auto& parameter : tree->header.parameters) declared.insert(parameter.name.text);
  return std::ranges::all_of(wanted.names, [&](const std::string& name) { return declared.contains(name); });
}

/// Returns the current name of a library module for an older name, such as `std/ord`, `ordering` or `models/util/ordering`.
std::string libraryNow(std::string_view target) {
  constexpr std::pair<std::string_view, std::string_view> olderNames[] = {
      {"ord", "ordering"}, {"order", "ordering"}, {"bool", "boolean"}, {"int", "integer"},
      {"nat", "natural"},  {"rel", "relation"},   {"seq", "sequence"}};
  std::string_view last = lastPart(target);
  for (const auto& [older, now] : olderNames)
    if (last == older) last = now;
  for (const std::string_view module : libraryModuleNames())
    if (lastPart(module) == last) return std::string(module);
  return "";
}

std::vector<std::string> modelsIn(const fs::path& folder) {
  std::vector<std::string> paths;
  std::string unread;
  if (auto reader = support::FolderReader::open(folder.generic_string(), unread))
    while (const auto entry = reader->next())
      if (entry->ends_with(".als") && paths.size() < mostFiles) paths.push_back((folder / *entry).generic_string());
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

std::vector<std::string> namesThrough(std::string_view text, std::string_view alias) {
  std::set<std::string> names;
  Scanner scanner(text);
  RawToken before{}, slash{};
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) {
    if (token.type == TokenType::NAME && slash.type == TokenType::SLASH && before.type == TokenType::NAME &&
        text.substr(before.begin, before.end - before.begin) == alias)
      names.emplace(text.substr(token.begin, token.end - token.begin));
    before = std::exchange(slash, token);
  }
  return {names.begin(), names.end()};
}

ModuleMatches findMoved(const std::string& opener, const WantedModule& wanted,
                        const std::function<std::optional<std::string>(const std::string& path)>& readFile) {
  std::error_code ignored;
  const std::string last(lastPart(wanted.target));
  fs::path folder = fs::path(opener).parent_path();
  for (int level = 0; level < mostLevels; ++level) {
    std::set<std::string> fitting, tried = {fs::path(opener).lexically_normal().generic_string()};
    const auto look = [&](const fs::path& path, bool byName) {
      const std::string name = path.lexically_normal().generic_string();
      if (!tried.insert(name).second) return;
      std::optional<std::string> text = readFile(name);
      if (!text || (byName && moduleName(*text) != wanted.target)) return;
      if (fits(name, std::move(*text), wanted)) fitting.insert(name);
    };
    for (const std::string& name : {wanted.target, last})
      for (const char* ending : {".als", ".md"}) look(folder / (name + ending), false);
    for (const std::string& path : modelsIn(folder)) look(path, true);
    if (!fitting.empty()) return {{fitting.begin(), fitting.end()}, false};
    if (fs::exists(folder / ".git", ignored)) break;
    const fs::path here = fs::absolute(folder, ignored).lexically_normal();
    if (!here.has_relative_path()) break;  // the root of the file system
    folder = folder / "..";
  }
  const std::string library = libraryNow(wanted.target);
  if (library.empty() || !fits(library, std::string(*libraryModule(library)), wanted)) return {};
  return {{library}, true};
}

}  // namespace aunit::parser::alloy
