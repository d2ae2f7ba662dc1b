#include <unistd.h>

#include <array>
#include <thread>

#include <gtest/gtest.h>

#include "server/mcp/answer.h"
#include "server/mcp/arguments.h"
#include "server/mcp/lines.h"
#include "server/mcp/tools.h"
#include "support/system/system_files.h"

namespace aunit::server::mcp {
namespace {

Answer longAnswer(std::size_t pieces) {
  Answer answer;
  answer.text = "verdict";
  answer.head["count"] = pieces;
  for (std::size_t i = 0; i < pieces; ++i) answer.pieces.push_back({"items", i, std::string(100, 'x')});
  return answer;
}

std::string textOfResult(const Json& result) {
  return result["content"][0]["text"].get<std::string>();
}

TEST(McpPages, AShortAnswerIsOnePage) {
  Pages pages;
  const Json result = pages.first(longAnswer(2), 1500);
  EXPECT_EQ(textOfResult(result), "verdict\n" + std::string(100, 'x') + "\n" + std::string(100, 'x'));
  EXPECT_EQ(result["structuredContent"], Json::parse(R"({"count": 2, "items": [0, 1]})"));
  EXPECT_FALSE(result.contains("isError"));
}

TEST(McpPages, ALongOneHasEachPieceOnceAndKeepsToTheTokens) {
  Pages pages;
  Json result = pages.first(longAnswer(100), 300);
  std::vector<std::size_t> seen;
  for (;;) {
    EXPECT_LE(textOfResult(result).size() + textOf(result["structuredContent"]).size(), 1200U);
    EXPECT_EQ(result["structuredContent"]["count"], 100);
    for (const Json& item : result["structuredContent"]["items"]) seen.push_back(item.get<std::size_t>());
    if (!result["structuredContent"].contains("more")) break;
    result = pages.next(result["structuredContent"]["more"].get<std::string>(), 300).value();
  }
  ASSERT_EQ(seen.size(), 100U);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], i);
}

TEST(McpPages, APieceThatIsTooLongHasAPageOfItsOwn) {
  Pages pages;
  Answer answer;
  answer.pieces = {{"items", 0, std::string(5000, 'x')}, {"items", 1, "short"}};
  const Json result = pages.first(answer, 200);
  EXPECT_EQ(result["structuredContent"]["items"].size(), 1U);
  EXPECT_EQ(pages.next(result["structuredContent"]["more"].get<std::string>(), 200).value()["structuredContent"]["items"][0], 1);
}

TEST(McpPages, OldAnswersAreForgotten) {
  Pages pages;
  const std::string cursor = pages.first(longAnswer(100), 200)["structuredContent"]["more"].get<std::string>();
  EXPECT_TRUE(pages.next(cursor, 200));
  for (int i = 0; i < 16; ++i) pages.first(longAnswer(100), 200);
  EXPECT_FALSE(pages.next(cursor, 200));
  for (const char* wrong : {"", ".", "1", "1.", ".1", "a.b", "17.1x", "17.1000", "-1.1", "18446744073709551616.1"})
    EXPECT_FALSE(pages.next(wrong, 200)) << wrong;
}

TEST(McpPages, TextIsCutBetweenCodePoints) {
  EXPECT_EQ(clipped("abc", 3), "abc");
  EXPECT_EQ(clipped("a\xc3\xa4\xc3\xa4", 2), "a... (4 characters more)");
  EXPECT_EQ(clipped("", 0), "");
}

TEST(McpArguments, AreHeldAgainstTheSchema) {
  const Json schema = inputSchema(*toolNamed("exec"));
  EXPECT_EQ(wrongWith(Json::parse(R"({"paths": ["a.als"], "commands": ["a", 1], "timeout": 5, "core": true})"), schema), "");
  EXPECT_EQ(wrongWith(Json::object(), schema), "");
  EXPECT_EQ(wrongWith(Json::parse(R"({"comands": []})"), schema), "there is no argument `comands` (did you mean `commands`?)");
  EXPECT_EQ(wrongWith(Json::parse(R"({"core": 1})"), schema), "`core` must be a boolean");
  EXPECT_EQ(wrongWith(Json::parse(R"({"commands": [true]})"), schema), "`commands` must be a string");
  EXPECT_EQ(wrongWith(Json::parse(R"({"instances": 0})"), schema), "`instances` must be at least 1");
  EXPECT_EQ(wrongWith(Json::parse(R"({"timeout": 1e9})"), schema), "`timeout` must be at most 3600");
  EXPECT_EQ(wrongWith(Json::parse(R"({"paths": ["a\u0000b"]})"), schema), "`paths` holds a zero byte");
  EXPECT_EQ(wrongWith(Json::parse("[]"), schema), "the arguments must be an object");
  EXPECT_EQ(wrongWith(Json::object(), inputSchema(*toolNamed("eval"))), "`expressions` is missing");
  EXPECT_EQ(wrongWith(Json::parse(R"({"expressions": []})"), inputSchema(*toolNamed("eval"))), "`expressions` must not be empty");
}

/// All lines of these bytes, which come in pieces of so many.
std::vector<std::string> linesOf(const std::string& bytes, std::size_t piece) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  std::thread writer([&] {
    for (std::size_t at = 0; at < bytes.size(); at += piece) support::writeAll(ends[1], bytes.substr(at, piece));
    ::close(ends[1]);
  });
  std::vector<std::string> lines;
  LineReader reader(ends[0]);
  while (const auto line = reader.next()) lines.push_back(line->tooLong ? "too long" : line->text);
  writer.join();
  ::close(ends[0]);
  return lines;
}

TEST(McpLines, AreSplitHoweverTheyCome) {
  for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
    EXPECT_EQ(linesOf("a\nbc\n\n \r\nlast", piece), (std::vector<std::string>{"a", "bc", "last"}));
    EXPECT_EQ(linesOf("", piece), std::vector<std::string>());
    EXPECT_EQ(linesOf("\n\n", piece), std::vector<std::string>());
  }
}

TEST(McpLines, OneThatIsTooLongIsPassedOver) {
  const std::string large(LineReader::largest + 70000, 'x');
  EXPECT_EQ(linesOf("a\n" + large + "\nb\n", 1 << 20), (std::vector<std::string>{"a", "too long", "b"}));
  EXPECT_EQ(linesOf(large, 1 << 20), std::vector<std::string>{"too long"});
}

}  // namespace
}  // namespace aunit::server::mcp
