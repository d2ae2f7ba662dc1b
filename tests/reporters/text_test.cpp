#include "reporters/text.h"

#include <gtest/gtest.h>

#include "tests/reporters/samples.h"

namespace aunit::reporters {
namespace {

TEST(Text, DurationsShowWhatMatters) {
  EXPECT_EQ(duration(0.123), "0.12 ms");
  EXPECT_EQ(duration(45.6), "46 ms");
  EXPECT_EQ(duration(12'340), "12.3 s");
}

TEST(Text, CountsLeaveOutWhatIsZero) {
  EXPECT_EQ(counts(test::mixedRun()), "1 failed, 1 error, 1 passed, 1 skipped, 2 deselected");
  EXPECT_EQ(counts({}), "no tests ran");
  EXPECT_EQ(engines(test::mixedRun()), "2 evaluated");
}

TEST(Text, ControlsAndBrokenBytesAreReplaced) {
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(withoutControls("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(withoutControls(std::string("a\0b\x1b", 4)), "a" + replacement + "b" + replacement);
  EXPECT_EQ(withoutControls("\u009b\u202e\u2066 \u200d"), replacement + replacement + replacement + " \u200d");
  EXPECT_EQ(withoutControls("\xF0\x9F\x98\x80"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(withoutControls("\xED\xA0\x80"), replacement + replacement + replacement);  // a surrogate
  EXPECT_EQ(withoutControls("\xC0\xAF"), replacement + replacement);                    // overlong
  EXPECT_EQ(withoutControls("\xE2\x82"), replacement + replacement);                    // truncated
}

TEST(Text, WidthCountsCodePoints) {
  EXPECT_EQ(displayWidth("\xC3\xA4"
                         "b"),
            2u);
  EXPECT_EQ(padded("\xC3\xA4", 3), "\xC3\xA4  ");
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
}

}  // namespace
}  // namespace aunit::reporters
