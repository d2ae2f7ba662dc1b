// Checks models whose files are in several versions of the language.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "parser/alloy/resolver.h"
#include "parser/alloy/tokens/lexer.h"

namespace aunit::parser::alloy {

std::map<model::FileId, Dialect> World::dialects() const {
  std::map<model::FileId, Dialect> all;
  for (const auto& [path, source] : files_)
    if (source.tree && !source.library) all[source.file] = source.tree->dialect;
  return all;
}

bool Resolver::mayBeRead(Dialect dialect) const {
  for (const auto& [file, read] : world_.dialects()) {
    if (read == dialect) continue;
    model::Diagnostics unheard;
    std::vector<std::uint32_t> offsets;
    if (!tokenize(sources_, file, dialect, unheard, offsets).otherwise.empty()) return true;
  }
  return false;
}

/// Warns of `x'` in an Alloy 6 file if another file declares a name `x'`: in Alloy 6, `x'` is the value of `x` in the next state.
void Resolver::warnOfPrimes() {
  const std::map<model::FileId, Dialect> dialects = world_.dialects();
  if (std::ranges::none_of(dialects, [](const auto& file) { return file.second >= Dialect::alloy5; })) return;
  std::set<model::FileId> done;
  for (const auto& module : world_.instances()) {
    const auto own = dialects.find(module->source);
    if (own == dialects.end() || own->second >= Dialect::alloy5 || !done.insert(module->source).second) continue;
    model::Diagnostics unheard;
    std::vector<std::uint32_t> offsets;
    std::set<std::string_view> warned;
    const std::string& text = sources_.file(module->source).text();
    for (const RawToken& token : tokenize(sources_, module->source, Dialect::alloy5, unheard, offsets).otherwise) {
      const std::string_view name = std::string_view(text).substr(token.begin, token.end - token.begin);
      const std::size_t prime = name.find('\'');
      if (prime == std::string_view::npos || !warned.insert(name).second) continue;
      model::Span declaration;
      if (const auto field = fieldsByName_.find(std::string(name)); field != fieldsByName_.end())
        declaration = model_.field(field->second.front()).span;
      else if (const auto found = world_.find(*module, name, World::sigs | World::functions); !found.empty())
        declaration = found.front().declaration;
      else
        continue;
      model::Diagnostic& warning = diagnostics_.warning(
          "dialect", {module->source, token.begin, token.end},
          fmt::format("in this file `{0}` is the value of `{1}` in the next state, but another file declares `{0}` as a name",
                      name, name.substr(0, prime)));
      warning.related.push_back({declaration, fmt::format("`{}` is declared here, in a file that is read as {}", name,
                                                          nameOf(dialects.at(declaration.file)))});
      warning.hints.push_back("--alloy5 reads primes as parts of names in all files.");
    }
  }
}

}  // namespace aunit::parser::alloy
