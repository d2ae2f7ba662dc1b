// Test files in other languages that replay scripts. Each comes with a driver, and a skeleton of the code that connects the
// driver to the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reporters/scripts/document.h"

namespace aunit::reporters::scripts {

enum class TestLanguage : std::uint8_t { pytest, node, junit, gtest, go, rust };
inline constexpr std::string_view testLanguages[] = {"pytest", "node", "junit", "gtest", "go", "rust"};

/// The language that is called "pytest", "node", "junit", "gtest", "go" or "rust"; nothing for other names.
std::optional<TestLanguage> testLanguage(std::string_view name);

struct TestFile {
  std::string name;
  std::string text;
  bool once = false;  // written only if there is no such file, because the user edits it
};

/// The files to write. `view` is the command that shows a script, with `{}` for the script's number.
std::vector<TestFile> testFiles(TestLanguage language, const ScriptNames& names, const model::Model& model,
                                const strength::scripts::Scripts& scripts, const ScriptOrigin& about, const std::string& view);

}  // namespace aunit::reporters::scripts
