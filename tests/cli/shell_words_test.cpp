// How bash splits the lines that users type.
#include "cli/completion/shell_words.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aunit::cli {
namespace {

using testing::ElementsAre;

constexpr const char* breaks = " \t\n\"'><=;|&(:";

TEST(ShellWords, AreSplitAtBlanksOutsideOfQuotes) {
  EXPECT_THAT(splitShellLine("aunit run 'a b' \"c d\" e\\ f", breaks).words, ElementsAre("run", "a b", "c d", "e f"));
  EXPECT_THAT(splitShellLine("aunit run ", breaks).words, ElementsAre("run", ""));
  EXPECT_THAT(splitShellLine("", breaks).words, ElementsAre(""));
  EXPECT_THAT(splitShellLine("aunit \"a\\\"b\\c\"", breaks).words, ElementsAre("a\"b\\c"));
}

TEST(ShellWords, KnowTheQuoteThatIsStillOpen) {
  EXPECT_EQ(splitShellLine("aunit run \"list.als::a t", breaks).quote, '"');
  EXPECT_EQ(splitShellLine("aunit run 'list", breaks).quote, '\'');
  EXPECT_EQ(splitShellLine("aunit run 'list'", breaks).quote, 0);
}

TEST(ShellWords, KeepWhatTheLineEditorKeeps) {
  EXPECT_EQ(splitShellLine("aunit run list.aunit::ri", breaks).kept, std::string("list.aunit::").size());
  EXPECT_EQ(splitShellLine("aunit run --scope=No", breaks).kept, std::string("--scope=").size());
  EXPECT_EQ(splitShellLine("aunit run list.aunit::'a r", breaks).kept, std::string("list.aunit::").size());
  EXPECT_EQ(splitShellLine("aunit run a@b", "@").kept, 1u);  // completion replaces the @, too
}

TEST(ShellWords, QuotedTextIsReadBackAsItWas) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t i = 0, size = 1 + random() % 8; i < size; ++i) text += "a~/ '\"\\$`!*é;&|(#\t"[random() % 20];
    for (const char quote : {'\0', '\'', '"'}) {
      const std::string written = quote == 0 ? shellQuoted(text, 0) : quote + shellQuoted(text, quote) + quote;
      const ShellLine line = splitShellLine("aunit " + written, "");
      ASSERT_THAT(line.words, ElementsAre(text)) << written;
      ASSERT_EQ(line.quote, 0) << written;
    }
  }
}

}  // namespace
}  // namespace aunit::cli
