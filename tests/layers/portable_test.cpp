// The standard library for WebAssembly is older. Sources that are compiled for WebAssembly use only what it or wasm/ranges.h has.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/folders.h"

namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

/// The range algorithms in wasm/ranges.h, and the function objects that the older library has.
std::set<std::string> knownRanges() {
  std::set<std::string> known =
      matches(contentOf(aunit::sourceFolder() + "/wasm/ranges.h"), std::regex("\n(?:constexpr )?(?:auto|bool|void) (\\w+)\\("));
  known.insert({"less", "greater", "equal_to"});
  return known;
}

TEST(Portable, WhatWebAssemblyIsCompiledOf) {
  const fs::path root = aunit::sourceFolder();
  const std::set<std::string> known = knownRanges();
  ASSERT_TRUE(known.contains("find_if"));
  const std::regex ranges("std::ranges::(\\w+)"), lacking("std::(views|jthread|stop_token|format|latch|barrier)\\b");
  std::vector<fs::path> files;
  for (const char* const layer :
       {"support", "model", "parser", "evaluator", "solver", "coverage", "suite", "strength", "runner", "reporters", "cli"})
    for (const auto& entry : fs::recursive_directory_iterator(root / layer)) files.push_back(entry.path());
  for (const char* const file : {"messages", "view/instance_source", "view/viewer"})
    for (const char* const extension : {".h", ".cpp"}) files.push_back(root / "server" / (file + std::string(extension)));
  for (const fs::path& path : files) {
    if (path.extension() != ".h" && path.extension() != ".cpp") continue;
    const std::string text = contentOf(path), file = fs::relative(path, root).string();
    ASSERT_FALSE(text.empty()) << file;
    for (const std::string& name : matches(text, ranges))
      EXPECT_TRUE(known.contains(name)) << file << " uses std::ranges::" << name << ", which wasm/ranges.h lacks";
    for (const std::string& name : matches(text, lacking)) ADD_FAILURE() << file << " uses std::" << name;
  }
}

}  // namespace
