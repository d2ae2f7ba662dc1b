// Modules that do not lie where their `open` says.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::parser::alloy {

/// What an `open` says of the module that it wants.
struct Wanted {
  std::string target;              // as written: "lib/list"
  std::size_t arguments = 0;       // how many parameters it has
  std::vector<std::string> names;  // that the opening file takes from it by its alias
};

/// The modules that fit at the nearest place that has one: none, one, or several, in alphabetical order.
struct Moved {
  std::vector<std::string> paths;  // of files, or one name of a library module
  bool library = false;
};

/// Searches for a module beside the file that opens it and up the folders (at most 8, and not above one with `.git`): for its
/// path, for its file's name, and for files whose `module` line has its name; at last in the library, under its old names. A
/// file fits if it reads without errors, has as many parameters, and declares all `names`. `opener` itself never fits.
Moved findMoved(const std::string& opener, const Wanted& wanted,
                const std::function<std::optional<std::string>(const std::string& path)>& readFile);

/// The names behind `alias/` in a text, each once.
std::vector<std::string> namesThrough(std::string_view text, std::string_view alias);

}  // namespace aunit::parser::alloy
