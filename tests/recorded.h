// Tests that compare with recorded answers of the Alloy Analyzer. Some of these are in tests/reference (see its README.md); the
// shared conformance data have more, in the same layout.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/folders.h"

namespace aunit {

/// A fixture that is instantiated for each folder that exists. Use RECORDED_ANSWERS to declare such tests.
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

/// Declares the fixture NAME, whose tests (TEST_P) run on these folders: "own", "shared", or "found" (models without answers;
/// some are malformed or hard).
#define RECORDED_ANSWERS(name, ...)              \
  class name : public aunit::RecordedAnswers {}; \
  INSTANTIATE_TEST_SUITE_P(Recorded, name, testing::Values(__VA_ARGS__), [](const auto& folder) { return folder.param; })
