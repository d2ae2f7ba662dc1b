// Test files of other languages that replay scripts, with the driver that does so and the frame of what connects it with a
// program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reporters/scripts/document.h"

namespace aunit::reporters::scripts {

enum class TestLanguage : std::uint8_t { pytest, node, junit, gtest, go, rust };
inline constexpr std::string_view testLanguages[] = {"pytest", "node", "junit", "gtest", "go", "rust"};

/// "pytest", "node", "junit", "gtest", "go" or "rust".
std::optional<TestLanguage> testLanguage(std::string_view name);

struct TestFile {
  std::string name;
  std::string text;
  bool once = false;  // it is the user's once it is there
};

/// The files. `view` is the command that shows a script, with `{}` for its number.
std::vector<TestFile> testFiles(TestLanguage language, const ScriptNames& names, const model::Model& model,
                                const strength::scripts::Scripts& scripts, const About& about, const std::string& view);

/// A script in lines of words with tabs between them, for languages that have no JSON at hand.
std::vector<std::string> scriptLines(const ScriptNames& names, const strength::scripts::Scripts& scripts, std::size_t number);

}  // namespace aunit::reporters::scripts
