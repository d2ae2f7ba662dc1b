// Finds the files that may have tests.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::runner {

struct Discovery {
  /// Without duplicates, in the order of the given paths; files of a folder are sorted by path.
  std::vector<std::string> files;
  /// By file: whether it was found in a folder. Such a file is silently ignored if it has no tests.
  std::vector<bool> fromFolder;
  /// One sentence for each path that cannot be used ("no such file or folder: x").
  std::vector<std::string> errors;
  /// True if all names in the folders were read; false if there are more than Search::entries.
  bool complete = true;
};

/// Whether a file in a folder may have tests, by its name and, for `.md`, by its content.
bool mayHoldTests(const std::filesystem::path& file);

/// How folders are searched.
struct Search {
  std::size_t entries = std::size_t(-1);  // limit of the names read in all folders together; upper levels are read first
  std::function<bool(const std::filesystem::path&)> takes = mayHoldTests;
  bool hidden = false;  // also search hidden folders
};

/// Finds the files that `search.takes` accepts in the folders among `paths`, recursively: by default `.aunit`, `.als`, `.np`,
/// `.prog` and literate `.md` files (with an alloy code block). A file among `paths` is found whatever its name is. Does not
/// search `node_modules`, symbolic links to folders and, by default, hidden folders.
Discovery discover(const std::vector<std::string>& paths, const Search& search = {});

/// The named files, without duplicates. A file that is named twice is listed under the first of its paths. For a folder, lists
/// the models in it with one of these endings, sorted by path.
std::vector<std::string> modelFiles(const std::vector<std::string>& paths, std::initializer_list<std::string_view> endings);

/// A hint for the message that no file was found: "; the folder `.plans` was skipped because it is hidden ...". Names the first
/// hidden folder with a model below the paths. Returns an empty text if there is no such folder.
std::string hintOfHidden(const std::vector<std::string>& paths);

/// Whether an entry of a folder is itself a folder that `discover` searches.
bool isSearched(const std::filesystem::path& entry);

}  // namespace aunit::runner
