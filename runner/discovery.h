// Finding the files that may hold tests.
#pragma once

#include <filesystem>
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
};

/// Files are taken whatever their name; folders are searched recursively for `.aunit`, `.als`, `.np` and literate `.md` files
/// (those with an
/// ```alloy block), hidden folders and `node_modules` left out. Symbolic links to folders are not followed.
Discovery discover(const std::vector<std::string>& paths);

/// Whether a file of a folder is taken: by its name, and where that leaves it open by what is in it.
bool mayHoldTests(const std::filesystem::path& file);

/// Whether an entry of a folder is a folder that is searched as well.
bool isSearched(const std::filesystem::directory_entry& entry);

}  // namespace aunit::runner
