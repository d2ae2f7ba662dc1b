// Folders are layers: each includes from itself and from those above it, never from below. None has many files.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/folders.h"

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> layers = {"support", "model",    "parser", "evaluator", "solver", "coverage",
                                         "suite",   "strength", "runner", "reporters", "server", "cli"};

std::ptrdiff_t rank(const std::string& layer) {
  return std::ranges::find(layers, layer) - layers.begin();
}

/// "runner/a.cpp includes reporters/b.h" for each include in `layer` that points downwards.
std::vector<std::string> violations(const fs::path& root, const std::string& layer) {
  static const std::regex include("^\\s*#\\s*include\\s*\"([^\"]+)\".*");
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      std::smatch match;
      if (!std::regex_match(line, match, include)) continue;
      const std::string target = match[1];
      const std::ptrdiff_t below = rank(target.substr(0, target.find('/')));
      if (below == std::ssize(layers)) continue;  // generated or a library's
      if (below > rank(layer)) found.push_back(fs::relative(entry.path(), root).string() + " includes " + target);
    }
  }
  return found;
}

TEST(Layers, IncludeOnlyFromAbove) {
  const fs::path root = aunit::sourceFolder();
  for (const std::string& layer : layers) {
    ASSERT_TRUE(fs::is_directory(root / layer)) << layer;
    for (const std::string& violation : violations(root, layer)) ADD_FAILURE() << violation;
  }
}

// Where the memory ends, std::filesystem's iterators end the process: support::FolderReader does not.
TEST(Layers, ReadFoldersInOneWay) {
  const fs::path root = aunit::sourceFolder();
  for (const std::string& layer : layers)
    for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
      std::ifstream in(entry.path());
      for (std::string line; entry.is_regular_file() && std::getline(in, line);)
        EXPECT_EQ(line.find("directory_iterator"), std::string::npos) << fs::relative(entry.path(), root) << ": " << line;
    }
}

/// Folders with more files than a reader takes in. Those of data (golden cases, recorded answers, conversations) have a file for
/// each case.
std::vector<std::string> largeFolders(const fs::path& root, const std::vector<std::string>& rooms) {
  constexpr std::size_t most = 30;
  std::map<fs::path, std::size_t> files;
  for (const std::string& room : rooms)
    for (const auto& entry : fs::recursive_directory_iterator(root / room))
      if (const auto extension = entry.path().extension(); extension == ".h" || extension == ".cpp")
        ++files[entry.path().parent_path()];
  std::vector<std::string> found;
  for (const auto& [folder, count] : files)
    if (count > most) found.push_back(fmt::format("{} has {} files", fs::relative(folder, root).string(), count));
  return found;
}

TEST(Layers, FoldersAreSmall) {
  std::vector<std::string> rooms = layers;
  rooms.insert(rooms.end(), {"tests", "bench", "wasm"});
  EXPECT_EQ(largeFolders(aunit::sourceFolder(), rooms), std::vector<std::string>());
}

/// A new folder under the folder for temporary files.
fs::path newFolder(const std::string& name) {
  const fs::path root =
      fs::temp_directory_path() / fmt::format("aunit-{}-{}", name, ::testing::UnitTest::GetInstance()->random_seed());
  fs::create_directories(root);
  return root;
}

TEST(Layers, ALargeFolderIsFound) {
  const fs::path root = newFolder("folders");
  fs::create_directories(root / "model");
  for (int i = 0; i < 31; ++i) std::ofstream(root / "model" / fmt::format("m{}.h", i)) << "#pragma once\n";
  EXPECT_EQ(largeFolders(root, {"model"}), std::vector<std::string>{"model has 31 files"});
  fs::remove(root / "model" / "m30.h");
  EXPECT_EQ(largeFolders(root, {"model"}), std::vector<std::string>());
  fs::remove_all(root);
}

TEST(Layers, AnIncludeFromBelowIsFound) {
  const fs::path root = newFolder("layers");
  fs::create_directories(root / "model");
  fs::create_directories(root / "runner");
  std::ofstream(root / "runner" / "run.h") << "#pragma once\n";
  std::ofstream(root / "model" / "bad.h") << "#include \"runner/run.h\"\n";
  EXPECT_EQ(violations(root, "model"), std::vector<std::string>{"model/bad.h includes runner/run.h"});
  fs::remove_all(root);
}

}  // namespace
