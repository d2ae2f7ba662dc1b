#include "parser/library/library.h"

#include "parser/library/library_texts.h"

namespace aunit::parser {

std::optional<std::string_view> libraryModule(std::string_view name) {
  for (const LibraryText& module : libraryTexts())
    if (module.name == name) return module.text;
  return std::nullopt;
}

std::vector<std::string_view> libraryModuleNames() {
  std::vector<std::string_view> names;
  for (const LibraryText& module : libraryTexts()) names.push_back(module.name);
  return names;
}

}  // namespace aunit::parser
