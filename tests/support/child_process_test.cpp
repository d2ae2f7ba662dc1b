#include "support/system/child_process.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include <gtest/gtest.h>
#ifdef __linux__
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
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
  const std::vector<std::string> asked = {"sh", "-c", "read line; ulimit -H -t"};  // a line comes after the limit is set
  EXPECT_EQ(askChild(asked, "now\n", {}).output, "unlimited\n");
  const int seconds = std::stoi(askChild(asked, "now\n", Budget(Limits{.seconds = 100}), {.graceSeconds = 10}).output);
  EXPECT_GT(seconds, 100);
  EXPECT_LE(seconds, 110 * static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U)) + 1);
}
#endif

#ifdef __linux__
/// The state of a process ("S"); empty if the process does not exist.
std::string stateOf(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name = text.rfind(") ");
  return name == std::string::npos ? "" : text.substr(name + 2, 1);
}

TEST(ChildProcess, AChildEndsWithAProcessThatIsKilled) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto tell = [&](std::string_view text) {
      if (::write(ends[1], text.data(), text.size()) < 0) std::_Exit(1);
    };
    support::askChild({"sh", "-c", "echo $$; exec sleep 600"}, "", support::Budget(), {}, tell);
    std::_Exit(0);
  }
  std::string child;
  for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) child += c;
  ASSERT_FALSE(stateOf(child).empty()) << child;
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  for (int i = 0; i < 1000 && !stateOf(child).empty() && stateOf(child) != "Z"; ++i) ::usleep(10'000);
  EXPECT_TRUE(stateOf(child).empty() || stateOf(child) == "Z") << stateOf(child);
  ::close(ends[0]);
  ::close(ends[1]);
}
#endif

TEST(ChildProcess, AProgramThatIsNotThereIsNotStarted) {
  EXPECT_FALSE(support::askChild({"aunit-no-such-program"}, "", support::Budget(), {}).started);
  EXPECT_FALSE(support::askChild({"/dev/null"}, "", support::Budget(), {}).started);
}

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
