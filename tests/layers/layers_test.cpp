// Folders are layers: each includes from itself and from those above it, never from below.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

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

TEST(Layers, AnIncludeFromBelowIsFound) {
  const fs::path root =
      fs::temp_directory_path() / ("aunit-layers-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()));
  fs::create_directories(root / "model");
  fs::create_directories(root / "runner");
  std::ofstream(root / "runner" / "run.h") << "#pragma once\n";
  std::ofstream(root / "model" / "bad.h") << "#include \"runner/run.h\"\n";
  EXPECT_EQ(violations(root, "model"), std::vector<std::string>{"model/bad.h includes runner/run.h"});
  fs::remove_all(root);
}

}  // namespace
