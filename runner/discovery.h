// Finding the files that may hold tests.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace aunit::runner {

struct Discovery {
  /// Files in order: paths as given, what a folder holds sorted by path; each file once.
  std::vector<std::string> files;
  /// Those that came out of a folder: without tests they are passed over in silence.
  std::vector<bool> fromFolder;
  /// One sentence per path that cannot be used ("no such file or folder: x").
  std::vector<std::string> errors;
  /// False: the folders hold more than was to be looked at.
  bool complete = true;
};

/// Whether a file of a folder is taken: by its name, and where that leaves it open by what is in it.
bool mayHoldTests(const std::filesystem::path& file);

/// How folders are searched.
struct Search {
  std::size_t entries = std::size_t(-1);  // so many names in all folders are looked at, those nearest to the tops first
  std::function<bool(const std::filesystem::path&)> takes = mayHoldTests;
};

/// Files are taken whatever their name; folders are searched recursively for `.aunit`, `.als`, `.np`, `.prog` and literate `.md`
/// files (those with an
/// ```alloy block), hidden folders and `node_modules` left out. Symbolic links to folders are not followed.
Discovery discover(const std::vector<std::string>& paths, const Search& search = {});

/// Whether an entry of a folder is a folder that is searched as well.
bool isSearched(const std::filesystem::directory_entry& entry);

}  // namespace aunit::runner
