#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

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

/// The pages of an answer; checks that each is within the limit of tokens.
std::vector<Json> pagesOf(const Answer& answer, std::size_t tokens) {
  Pages pages;
  std::vector<Json> all = {pages.first(answer, tokens)};
  for (;;) {
    const Json& last = all.back();
    const Json structured = last.value("structuredContent", Json::object());
    EXPECT_LE(textOfResult(last).size() + textOf(structured).size(), 4 * tokens) << last;
    if (!structured.contains("more") || all.size() > 1000) return all;
    all.push_back(pages.next(structured["more"].get<std::string>(), tokens).value());
  }
}

TEST(McpPages, APieceThatNoPageHasRoomForIsDivided) {
  Answer answer;
  answer.head["count"] = 4;
  answer.text = std::string(1000, 'v');  // a verdict may be long, too
  std::string lines, wide;
  for (int i = 0; i < 300; ++i) lines += "line\n", wide += "\xc3\xa4";
  answer.pieces = {{"items", std::string(400, 'd'), std::string(5000, 'q')},
                   {"items", 1, "short"},
                   {"items", std::string(5000, 'd'), "left out"},
                   {"items", 3, lines},
                   {"", nullptr, wide}};
  for (const std::size_t tokens : {200U, 201U, 202U, 203U, 250U, 1000U, 5000U}) {
    std::string text;
    std::vector<Json> items;
    for (const Json& page : pagesOf(answer, tokens)) {
      std::string here = textOfResult(page);
      here.resize(std::min(here.size(), here.rfind("\n[", here.size())));
      EXPECT_NE(here, "");
      text += here;
      for (const Json& item : page["structuredContent"].value("items", Json::array())) items.push_back(item);
    }
    EXPECT_EQ(std::ranges::count(text, 'q'), 5000) << tokens;
    EXPECT_EQ(std::ranges::count(text, 'v'), 1000) << tokens;
    EXPECT_EQ(std::ranges::count(text, '\xa4'), 300) << tokens;
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find("line", at)) != std::string::npos; ++at) ++found;
    EXPECT_EQ(found, 300U) << tokens;
    EXPECT_EQ(items.size(), tokens < 1300 ? 3U : 4U) << tokens;
  }
  const std::vector<Json> few = pagesOf(answer, 200);
  EXPECT_TRUE(std::ranges::any_of(few, [](const Json& page) {
    return textOfResult(page).find("are left out: use a larger `max_tokens`") != std::string::npos;
  }));
}

TEST(McpPages, ARefusalIsWithinThem) {
  const std::vector<Json> pages = pagesOf(refusal(std::string(2000, 'r')), 200);
  EXPECT_GT(pages.size(), 2U);
  for (const Json& page : pages) EXPECT_EQ(page["isError"], true);
}

TEST(McpPages, OldAnswersAreForgotten) {
  Pages pages;
  const std::string cursor = pages.first(longAnswer(100), 200)["structuredContent"]["more"].get<std::string>();
  EXPECT_TRUE(pages.next(cursor, 200));
  for (int i = 0; i < 16; ++i) pages.first(longAnswer(100), 200);
  EXPECT_FALSE(pages.next(cursor, 200));
  for (const char* wrong : {"", ".", "1", "1.", ".1", "a.b", "17.1", "17.1.", "17.1.0x", "17.1000.0", "17.1.1000", "-1.1.0",
                            "17.1.0.0", "18446744073709551616.1.0"})
    EXPECT_FALSE(pages.next(wrong, 200)) << wrong;
}

TEST(McpPages, TextIsCutBetweenCodePoints) {
  EXPECT_EQ(clipped("abc", 3), "abc");
  EXPECT_EQ(clipped("a\xc3\xa4\xc3\xa4", 2), "a... (4 bytes more)");
  EXPECT_EQ(clipped("", 0), "");
}

TEST(McpArguments, AreHeldAgainstTheSchema) {
  const Json schema = inputSchema(*toolNamed("exec"));
  EXPECT_EQ(wrongWith(Json::parse(R"({"paths": ["a.als"], "commands": ["a", 1], "timeout": 5, "core": true})"), schema), "");
  EXPECT_EQ(wrongWith(Json::object(), schema), "");
  EXPECT_EQ(wrongWith(Json::parse(R"({"comands": []})"), schema), "unknown argument `comands` (did you mean `commands`?)");
  EXPECT_EQ(wrongWith(Json::parse(R"({"core": 1})"), schema), "`core` must be a boolean");
  EXPECT_EQ(wrongWith(Json::parse(R"({"commands": [true]})"), schema), "`commands` must be a string");
  EXPECT_EQ(wrongWith(Json::parse(R"({"instances": 0})"), schema), "`instances` must be at least 1");
  EXPECT_EQ(wrongWith(Json::parse(R"({"timeout": 1e9})"), schema), "`timeout` must be at most 3600");
  EXPECT_EQ(wrongWith(Json::parse(R"({"paths": ["a\u0000b"]})"), schema), "`paths` contains a zero byte");
  EXPECT_EQ(wrongWith(Json::parse("[]"), schema), "the arguments must be an object");
  EXPECT_EQ(wrongWith(Json::object(), inputSchema(*toolNamed("eval"))), "`expressions` is missing");
  EXPECT_EQ(wrongWith(Json::parse(R"({"expressions": []})"), inputSchema(*toolNamed("eval"))), "`expressions` must not be empty");
}

/// All lines of these bytes, if they arrive in pieces of `piece` bytes.
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
