// The parser accepts a text if and only if the Alloy Analyzer does: for the models of its distribution, and for those of the
// language reference.
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "parser/library/library.h"
#include "tests/parser/syntax_support.h"
#include "tests/recorded.h"

namespace aunit::parser::alloy {
namespace {

RECORDED_ANSWERS(SyntaxRecorded, "own", "shared");

/// Whether the Analyzer reports this error when it parses, not when it resolves names and types.
bool isSyntaxError(const std::string& message) {
  for (const char* part : {"possible tokens", "Empty string", "cannot contain the '$'", "time scope must start",
                           "at least one step", "must be incremented"})
    if (message.find(part) != std::string::npos) return true;
  return false;
}

TEST_P(SyntaxRecorded, ModelsParseOrAreRejectedAsRecorded) {
  const auto exceptions = nlohmann::json::parse(contents("exceptions.json"), nullptr, false);  // intended differences
  std::map<std::string, std::string> rejections;  // file to message; empty if accepted
  for (const std::string& line : lines("verdicts.jsonl")) {
    const auto record = nlohmann::json::parse(line);
    if (exceptions.contains(record["file"])) continue;
    std::string& message = rejections[record["file"]];
    if (record["verdict"] == "REJECTED") message = record["error"];
  }
  ASSERT_GT(rejections.size(), 50u);
  for (const auto& [file, message] : rejections) {
    const ParsedFile parsed = parseText(contents(file), {.insist = true}, file);  // the reference reads all as Alloy 6
    ASSERT_TRUE(parsed.file) << file;
    EXPECT_EQ(parsed.diagnostics.hasErrors(), isSyntaxError(message)) << file << "\n"
                                                                      << parsed.messages() << "\nreference: " << message;
  }
}

TEST(SyntaxLibrary, ModulesParse) {
  for (const std::string_view name : libraryModuleNames()) {
    const ParsedFile parsed = parseText(std::string(*libraryModule(name)), {}, std::string(name));
    EXPECT_EQ(parsed.messages(), "") << name;
    EXPECT_FALSE(parsed.file->paragraphs.empty()) << name;
  }
}

}  // namespace
}  // namespace aunit::parser::alloy
