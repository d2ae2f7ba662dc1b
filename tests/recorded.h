// Tests on recorded answers of the Alloy Analyzer. Some are in tests/reference (its README.md describes the files); the shared
// conformance data, with the same layout, have more.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/folders.h"

namespace aunit {

/// A fixture that runs once for each folder that exists. Use it through RECORDED_ANSWERS.
class RecordedAnswers : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder())) GTEST_SKIP() << folder() << " is not there";
  }
  std::filesystem::path folder() const {
    const std::string name = GetParam();
    return name == "own"     ? sourceFolder() + "/tests/reference"
           : name == "found" ? sharedFolder() + "/field/found"
                             : sharedFolder() + "/conformance";
  }
  /// The text of a file; empty if it does not exist.
  std::string contents(const std::filesystem::path& path) const {
    std::ostringstream text;
    text << std::ifstream(folder() / path, std::ios::binary).rdbuf();
    return text.str();
  }
  std::vector<std::string> lines(const std::filesystem::path& path) const {
    std::vector<std::string> all;
    std::istringstream text(contents(path));
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }
};

}  // namespace aunit

/// Declares the fixture NAME, whose TEST_P run on these folders: "own", "shared", "found" (models without answers, some of which
/// are malformed or hard).
#define RECORDED_ANSWERS(name, ...)              \
  class name : public aunit::RecordedAnswers {}; \
  INSTANTIATE_TEST_SUITE_P(Recorded, name, testing::Values(__VA_ARGS__), [](const auto& folder) { return folder.param; })
