// Searches for modules that are not at the path in their `open`.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::parser::alloy {

/// By these properties, a file is recognised as the module that an `open` names.
struct WantedModule {
  std::string target;              // as the `open` writes it: "lib/list"
  std::size_t arguments = 0;       // number of the module's parameters
  std::vector<std::string> names;  // names that the opening file uses as `alias/name`
};

/// All matching modules in the nearest folder with a match, in alphabetical order. If there is no match, `paths` is empty.
struct ModuleMatches {
  std::vector<std::string> paths;  // paths of files, or the name of one library module
  bool library = false;
};

/// Searches for a module in the folder of the file `opener` and in the folders above it: in at most 8 folders, and not above a
/// folder with `.git`. Looks for its path, then its file name, then the name in `module` lines, and finally for older names of
/// library modules. A file matches if it parses without errors, has the right number of parameters, and declares all `names`.
/// `opener` itself never matches.
ModuleMatches findMoved(const std::string& opener, const WantedModule& wanted,
                        const std::function<std::optional<std::string>(const std::string& path)>& readFile);

/// Returns the distinct names after `alias/` in a text.
std::vector<std::string> namesThrough(std::string_view text, std::string_view alias);

}  // namespace aunit::parser::alloy
