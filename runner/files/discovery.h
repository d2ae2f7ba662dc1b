// Discovery of the files that may hold tests.
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
  /// Each file once, in the order of the paths given; the files of a folder are sorted by path.
  std::vector<std::string> files;
  /// By file, whether it came out of a folder: such a file is passed over in silence when it holds no tests.
  std::vector<bool> fromFolder;
  /// One sentence per path that cannot be used ("no such file or folder: x").
  std::vector<std::string> errors;
  /// False when the folders hold more names than Search::entries.
  bool complete = true;
};

/// Whether a file of a folder is taken: its name decides, and for `.md` its content.
bool mayHoldTests(const std::filesystem::path& file);

/// How folders are searched.
struct Search {
  std::size_t entries = std::size_t(-1);  // most names to look at in all folders, those nearest to the tops first
  std::function<bool(const std::filesystem::path&)> takes = mayHoldTests;
  bool hidden = false;  // hidden folders, too
};

/// Takes files whatever their name. Folders are searched recursively for `.aunit`, `.als`, `.np`, `.prog` and literate `.md`
/// files (with an alloy code block); hidden folders and `node_modules` are left out, and symbolic links to folders are not
/// followed.
Discovery discover(const std::vector<std::string>& paths, const Search& search = {});

/// Files as they are named, each once, under the first of its paths; in place of a folder the models in it with one of
/// these endings, sorted by path.
std::vector<std::string> modelFiles(const std::vector<std::string>& paths, std::initializer_list<std::string_view> endings);

/// For the message that there is no file: "; .plans is passed over, because its name begins with a dot: name it" of the first
/// such folder below the paths that holds a model; empty if there is none.
std::string hintOfHidden(const std::vector<std::string>& paths);

/// Whether an entry of a folder is a folder that is searched as well.
bool isSearched(const std::filesystem::path& entry);

}  // namespace aunit::runner
