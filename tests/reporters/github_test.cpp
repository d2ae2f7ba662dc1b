#include "reporters/run/github.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/reporters/samples.h"

namespace aunit::reporters {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Github, AnnotationsAreOneLineEach) {
  const std::string text = githubAnnotations(test::mixedRun());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  EXPECT_THAT(text, StartsWith("::error file=specs/list.aunit,line=7,col=6,title=a fork <is> \"wrong\" & so on::fact "
                               "PartialFunction does not hold%0A"));
}

TEST(Github, PropertiesAreEscaped) {
  runner::RunResult run = test::mixedRun();
  run.tests[1].name = "50%: a, b\nc \x1b[2J\u202e\u009b";
  run.tests[1].place.path = "d\x1b\n::error::/t.aunit";
  run.tests[2].details = "\u202e\x07\n";
  const std::string text = githubAnnotations(run);
  EXPECT_THAT(text, HasSubstr("file=d\\x1b\\n%3A%3Aerror%3A%3A/t.aunit,"));
  EXPECT_THAT(text, HasSubstr("title=50%25%3A a%2C b\\nc \\x1b[2J\\u{202e}\\u{9b}::"));
  EXPECT_THAT(text, HasSubstr("::\\u{202e}\\x07%0A"));
}

TEST(Github, TheSummaryListsWhatDidNotPass) {
  const std::string text = githubSummary(test::mixedRun());
  EXPECT_THAT(text,
              StartsWith("### aunit: failed\n\n1 failed, 1 error, 1 passed, 1 skipped, 2 deselected in 500 ms (2 evaluated)\n"));
  EXPECT_THAT(text, HasSubstr("| specs/list.aunit:7 | fact PartialFunction does not hold |"));
  EXPECT_THAT(text, Not(HasSubstr("two nodes")));
}

TEST(Github, TheSummaryHoldsNoLinksAndNoMarkup) {
  runner::RunResult run = test::mixedRun();
  run.tests[1].name = "![x](https://a.b/c) <img src=x>\n| @user";
  EXPECT_THAT(githubSummary(run), HasSubstr("| \\!\\[x\\]\\(https\\://a.b/c\\) \\<img src=x\\>\\\\n\\| \\@user |"));
}

TEST(Github, TheSummaryLinksToLinesOfTheCommit) {
  const SourceLinks links("https://github.com/o/r/blob/abc", ".");
  EXPECT_THAT(githubSummary(test::mixedRun(), links),
              HasSubstr("| [specs/list.aunit:7](https://github.com/o/r/blob/abc/specs/list.aunit#L7) |"));
}

TEST(SourceLinks, LeadToWhatIsInTheFolder) {
  const SourceLinks links("https://github.com/o/r/blob/abc/", ".");
  EXPECT_EQ(links.to("./a b/[x](y).als", 0),
            "[./a b/\\[x\\]\\(y\\).als](https://github.com/o/r/blob/abc/a%20b/%5Bx%5D%28y%29.als)");
  EXPECT_EQ(links.to("a.als", 3, "line 3"), "[line 3](https://github.com/o/r/blob/abc/a.als#L3)");
  EXPECT_EQ(links.to("../a.als", 3), "../a.als:3");
  EXPECT_EQ(links.to("/a.als", 3), "/a.als:3");
  EXPECT_EQ(links.to("", 3, "nowhere"), "nowhere");
}

TEST(SourceLinks, AreNoneWhereTheAddressIsNone) {
  for (const char* address :
       {"", "github.com/o/r", "javascript:alert(1)", "https://x/)[y](z", "https://x/\nlist", "https://x/ y"})
    EXPECT_EQ(SourceLinks(address, ".").to("a.als", 3), "a.als:3") << address;
  EXPECT_EQ(SourceLinks("https://github.com/o/r/blob/abc", "").to("a.als", 3), "a.als:3");
  EXPECT_EQ(SourceLinks().to("a.als", 3), "a.als:3");
}

}  // namespace
}  // namespace aunit::reporters
