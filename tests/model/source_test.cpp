#include "model/source.h"

#include <chrono>
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

/// A line may be as long as the file, and thousands of errors on it.
TEST(SourceFile, FindsPositionsOnALongLineAtOnce) {
  const SourceFile file("t.als", std::string(1'000'000, 'x'));
  const auto start = std::chrono::steady_clock::now();
  for (std::uint32_t i = 0; i < 100'000; ++i) ASSERT_EQ(file.position(1'000'000 - i).column, 1'000'001 - i);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace aunit::model
