#include "support/threads.h"

#include <atomic>
#include <new>

#include <gtest/gtest.h>

namespace aunit::support {
namespace {

// The call is not a tail call, so each level uses stack.
std::size_t descend(std::size_t depth) {
  volatile char piece[5000] = {};
  piece[depth % sizeof piece] = 1;
  return depth == 0 ? 0 : descend(depth - 1) + static_cast<std::size_t>(piece[depth % sizeof piece]);
}

TEST(Thread, HasRoomForDeepRecursion) {
  std::size_t reached = 0;
  {
    Thread thread([&] { reached = descend(20'000); });
  }
  EXPECT_EQ(reached, 20'000u);
}

TEST(ForEachParallel, CallsEveryIndexOnce) {
  std::vector<std::atomic<int>> calls(1000);
  forEachParallel(calls.size(), 4, [&](std::size_t i) { ++calls[i]; });
  for (const auto& count : calls) EXPECT_EQ(count, 1);
  forEachParallel(0, 4, [](std::size_t) { FAIL(); });
}

TEST(ForEachParallel, ThrowsWhereSomebodyWaits) {
  for (const unsigned threads : {1u, 4u}) {
    std::atomic<int> calls = 0;
    EXPECT_THROW(forEachParallel(1000, threads,
                                 [&](std::size_t i) {
                                   ++calls;
                                   if (i == 3) throw std::bad_alloc();
                                 }),
                 std::bad_alloc);
    EXPECT_GE(calls, 1);
  }
}

}  // namespace
}  // namespace aunit::support
