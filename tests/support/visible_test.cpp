#include "support/visible.h"

#include <gtest/gtest.h>

namespace aunit::model {
namespace {

TEST(Visible, escapesWhatWouldNotBeSeen) {
  EXPECT_EQ(support::oneLine("plain, caf\u00e9, \u4e2d, \U0001F600, \\n"), "plain, caf\u00e9, \u4e2d, \U0001F600, \\n");
  EXPECT_EQ(support::oneLine("a\nb\r\tc\x1b[2J\x07\x7f"), "a\\nb\\r\\tc\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(support::oneLine(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(support::oneLine("\u0085\u009b2J\u2028"), "\\u{85}\\u{9b}2J\\u{2028}");  // C1 controls, line separator
  EXPECT_EQ(support::oneLine("\u202eevil\u2066\u200f\ufeff"), "\\u{202e}evil\\u{2066}\\u{200f}\\u{feff}");  // marks that reorder
  EXPECT_EQ(support::oneLine("\uffff"), "\\u{ffff}");                                                       // forbidden in XML
  EXPECT_EQ(support::oneLine("\xff\xc3(\xed\xa0\x80"), "\\xff\\xc3(\\xed\\xa0\\x80");                       // not UTF-8
  EXPECT_EQ(support::oneLine("x ##[error]y ##vso[task] ## [z]"), "x \\x23#[error]y \\x23#vso[task] ## [z]");
}

TEST(Visible, keepsTheLinesOfATextButNoCommandAtTheStartOfOne) {
  EXPECT_EQ(support::visible("a\tb\nc\x1b[31m\n", false), "a\tb\nc\\x1b[31m\n");
  EXPECT_EQ(support::visible("\x1b[1;31mF\x1b[0m\x1b[2J\x1b]0;t\x07", true), "\x1b[1;31mF\x1b[0m\\x1b[2J\\x1b]0;t\\x07");
  EXPECT_EQ(support::visible("::error::x\n  ::stop-commands::y\n a ::b", false),
            "\\x3a:error::x\n  \\x3a:stop-commands::y\n a ::b");
  EXPECT_EQ(support::visible("\x1b[1m::error::x", true), "\x1b[1m\\x3a:error::x");
}

TEST(Visible, aLineOfSourceHasItsTabStopsAsBlanks) {
  const support::VisibleLine line = support::visibleLine("a\t\u00e9\x1b\tb");
  EXPECT_EQ(line.text, "a       \u00e9\\x1b   b");
  EXPECT_EQ(line.columns, (std::vector<std::size_t>{0, 1, 8, 9, 13, 16, 17}));
}

}  // namespace
}  // namespace aunit::model
