#include "support/system/child_process.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

#include "support/system/this_program.h"

namespace aunit::support {
namespace {

Budget soon() {
  return Budget(Limits{.seconds = 0.3});
}

TEST(ChildProcess, ErrorsAreKeptWhereTheyAreWanted) {
  const std::vector<std::string> command = {"sh", "-c", "echo out; echo wrong >&2; exit 4"};
  const ChildAnswer kept = askChild(command, "", {}, {.keepErrors = true});
  EXPECT_EQ(kept.output, "out\n");
  EXPECT_EQ(kept.errors, "wrong\n");
  EXPECT_EQ(kept.code, 4);
  EXPECT_EQ(askChild(command, "", {}).errors, "");
}

TEST(ChildProcess, MuchOnBothStreamsBlocksNeither) {
  const ChildAnswer answer =
      askChild({"sh", "-c", "yes wrong | head -c 300000 >&2; yes | head -c 300000"}, "", {}, {.keepErrors = true});
  EXPECT_TRUE(answer.ended);
  EXPECT_EQ(answer.output.size(), 300000U);
  EXPECT_EQ(answer.errors.size(), 300000U);
}

TEST(ChildProcess, OutputIsHeardAsItComes) {
  std::string heard;
  const auto begin = std::chrono::steady_clock::now();
  double first = 0;
  askChild({"sh", "-c", "echo one; sleep 0.5; echo two"}, "", {}, {}, [&](std::string_view more) {
    if (heard.empty() && !more.empty()) first = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    heard += more;
  });
  EXPECT_EQ(heard, "one\ntwo\n");
  EXPECT_LT(first, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() - 0.4);
}

TEST(ChildProcess, InTheGraceItMaySayWhatItHasFound) {
  const std::vector<std::string> polite = {"sh", "-c", "trap 'echo partial; exit 2' INT; while :; do sleep 0.05; done"};
  const ChildAnswer answer = askChild(polite, "", soon(), {.graceSeconds = 20});
  EXPECT_TRUE(answer.ended);
  EXPECT_EQ(answer.output, "partial\n");
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(askChild(polite, "", soon()).output, "");
}

TEST(ChildProcess, NoGraceIsForEver) {
  const ChildAnswer answer = askChild({"sh", "-c", "trap '' INT; sleep 100 & sleep 100"}, "", soon(), {.graceSeconds = 0.3});
  EXPECT_TRUE(answer.started);
  EXPECT_FALSE(answer.ended);
}

#ifdef __linux__
TEST(ChildProcess, TimeIsLimitedWhereNobodyIsLeftToEndIt) {
  rlimit own{};
  getrlimit(RLIMIT_CPU, &own);
  if (own.rlim_max != RLIM_INFINITY) GTEST_SKIP() << "this process has a limit itself";
  const std::vector<std::string> asked = {"sh", "-c", "read line; ulimit -H -t"};  // it is told when it is limited
  EXPECT_EQ(askChild(asked, "now\n", {}).output, "unlimited\n");
  const int seconds = std::stoi(askChild(asked, "now\n", Budget(Limits{.seconds = 100}), {.graceSeconds = 10}).output);
  EXPECT_GT(seconds, 100);
  EXPECT_LE(seconds, 110 * static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U)) + 1);
}
#endif

TEST(ChildProcess, TooMuchOutputIsCut) {
  const ChildAnswer answer = askChild({"yes"}, "", {}, {.outputBytes = 1000});
  EXPECT_FALSE(answer.ended);
  EXPECT_EQ(answer.output.size(), 1000U);
}

TEST(ChildProcess, TheProgramKnowsItself) {
  EXPECT_TRUE(ownProgram().ends_with("test_support")) << ownProgram();
}

}  // namespace
}  // namespace aunit::support
