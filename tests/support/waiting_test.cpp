#include "support/system/waiting.h"

#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

namespace aunit::support {
namespace {

using namespace std::chrono_literals;

TEST(Await, SaysWhichIsReady) {
  WakeFlag first, second;
  EXPECT_EQ(await({first.awaitable(), second.awaitable()}, 0ms), 0u);
  second.set();
  EXPECT_EQ(await({first.awaitable(), second.awaitable()}, 0ms), 2u);
  first.set();
  first.set();
  EXPECT_EQ(await({noAwaitable, first.awaitable(), second.awaitable()}, -1ms), 6u);
  first.clear();
  EXPECT_EQ(await({first.awaitable(), second.awaitable()}, 0ms), 2u);
}

TEST(Await, NothingIsReadyWhenTheTimeIsOver) {
  WakeFlag never;
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(await({never.awaitable()}, 30ms), 0u);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 29ms);
}

TEST(Await, IsWokenByAnotherThread) {
  WakeFlag wake;
  std::thread other([&] { wake.set(); });
  EXPECT_EQ(await({wake.awaitable()}, -1ms), 1u);
  other.join();
}

TEST(WakeFlag, ManySetsAreOneClear) {
  WakeFlag wake;
  for (int i = 0; i < 200'000; ++i) wake.set();  // more than a pipe's capacity
  wake.clear();
  EXPECT_EQ(await({wake.awaitable()}, 0ms), 0u);
  wake.set();
  EXPECT_EQ(await({wake.awaitable()}, 0ms), 1u);
}

TEST(Await, AnEndedPipeIsReadyAndUnheard) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_TRUE(isHeard(ends[1]));
  EXPECT_EQ(await({awaitableOf(ends[0])}, 0ms), 0u);
  const int writing = ::dup(ends[1]);
  ::close(ends[1]);
  EXPECT_EQ(await({awaitableOf(ends[0])}, 0ms), 0u);
  ::close(writing);
  EXPECT_EQ(await({awaitableOf(ends[0])}, 0ms), 1u);
  ::close(ends[0]);
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  EXPECT_FALSE(isHeard(ends[1]));
  ::close(ends[1]);
}

}  // namespace
}  // namespace aunit::support
