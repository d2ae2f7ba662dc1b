#include "model/source.h"

#include <random>

#include <gtest/gtest.h>

#include "support/utf8.h"

namespace aunit::model {
namespace {

TEST(SourceFile, CountsColumnsInCodePoints) {
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    constexpr const char* parts[] = {"a", "é", "€", "𝄞", "\n", "\x80"};
    text += parts[random() % (i < 1000 ? 6 : 4)];
  }
  for (const std::size_t size : {text.size(), std::size_t{2048}, std::size_t{0}}) {
    const SourceFile file("t.als", text.substr(0, size));
    for (std::uint32_t offset = 0; offset <= size; ++offset) {
      const Position at = file.position(offset);
      const std::uint32_t start = file.lineStart(at.line);
      EXPECT_EQ(at.column, support::codePoints(std::string_view(text).substr(start, offset - start)) + 1) << offset;
    }
  }
}

/// A long line may have thousands of errors. Counting columns from the beginning of the line for each error would take hours.
TEST(SourceFile, FindsPositionsOnALongLineAtOnce) {
  constexpr std::uint32_t size = 16'000'000;
  const SourceFile file("t.als", std::string(size, 'x'));
  for (std::uint32_t i = 0; i < 1'000'000; ++i) ASSERT_EQ(file.position(size - i).column, size + 1 - i);
}

}  // namespace
}  // namespace aunit::model
