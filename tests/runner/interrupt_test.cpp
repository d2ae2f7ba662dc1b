// Ctrl-C is handled, also several times.
#include "runner/interrupt.h"

#include <csignal>

#include <gtest/gtest.h>

namespace aunit::runner {
namespace {

volatile std::sig_atomic_t heard = 0;

extern "C" void hear(int) {
  heard = heard + 1;
}

TEST(Interrupts, AScopeLeavesThemAsTheyWere) {
  const auto before = std::signal(SIGINT, hear);
  {
    const InterruptScope scope;
    std::raise(SIGINT);
    EXPECT_TRUE(interruptRequested);
    EXPECT_EQ(heard, 0);
  }
  EXPECT_FALSE(interruptRequested);
  EXPECT_EQ(std::signal(SIGINT, before), hear);
}

// In an InterruptScope, the first Ctrl-C is a request, and the second acts as before the scope. The end of the scope does not
// cancel the request.
TEST(Interrupts, AScopeThatWasInterruptedLeavesThemAsTheyWere) {
  const auto before = std::signal(SIGINT, hear);
  {
    const InterruptScope one;
    std::raise(SIGINT);
  }
  std::raise(SIGINT);
  EXPECT_EQ(heard, 1);
  std::signal(SIGINT, before);
}

}  // namespace
}  // namespace aunit::runner
