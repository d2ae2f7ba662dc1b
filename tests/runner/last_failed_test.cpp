#include "runner/selection/last_failed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.h"

namespace aunit::runner {
namespace {

using suite::Outcome;
using suite::TestResult;
using testing::ElementsAre;
using testing::IsEmpty;

TestResult result(const std::string& name, Outcome outcome) {
  TestResult test;
  test.file = "f";
  test.name = name;
  test.outcome = outcome;
  return test;
}

/// A run with these tests of the file "f"; it omits other tests.
RunResult part(std::vector<TestResult> tests) {
  RunResult run;
  run.tests = std::move(tests);
  run.deselected = 1;
  return run;
}

TEST(LastFailed, RemembersFailuresUntilTheyPass) {
  const test::TemporaryFolder folder;
  const LastFailed memory(folder.path().string());
  EXPECT_THAT(memory.load(), IsEmpty());
  memory.update(part({result("a", Outcome::failed), result("b", Outcome::error), result("c", Outcome::passed),
                      result("d", Outcome::skipped)}),
                {"f"});
  EXPECT_THAT(memory.load(), ElementsAre("f::a", "f::b"));
  memory.update(part({result("a", Outcome::passed)}), {"f"});
  EXPECT_THAT(memory.load(), ElementsAre("f::b"));
}

TEST(LastFailed, ATestThatFailsInOneOfItsRunsHasFailed) {
  const test::TemporaryFolder folder;
  const LastFailed memory(folder.path().string());
  memory.update(part({result("a", Outcome::failed), result("a", Outcome::passed)}), {"f"});
  EXPECT_THAT(memory.load(), ElementsAre("f::a"));
}

TEST(LastFailed, NothingIsWrittenWhenNothingFails) {
  const test::TemporaryFolder folder;
  LastFailed(folder.path().string()).update(part({result("a", Outcome::passed)}), {"f"});
  EXPECT_FALSE(std::filesystem::exists(folder / ".aunit"));
}

TEST(LastFailed, FallsBackOnTheCacheFolder) {
  const test::TemporaryFolder folder;
  folder.write("root/.aunit", "a file where the folder should be");
  setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
  const LastFailed memory(folder / "root");
  memory.update(part({result("a", Outcome::failed)}), {"f"});
  EXPECT_THAT(memory.load(), ElementsAre("f::a"));
  unsetenv("XDG_CACHE_HOME");
}

// A test may be renamed or deleted, and a file that did not load may be fixed. Then no later run can clear their old entries.
TEST(LastFailed, ACompleteRunForgetsWhatIsNoLongerThere) {
  const test::TemporaryFolder folder;
  folder.write("other", "");
  const std::string other = (folder / "other") + "::x";
  const LastFailed memory(folder.path().string());
  TestResult elsewhere = result("x", Outcome::failed);
  elsewhere.file = (folder / "other");
  TestResult deleted = result("y", Outcome::failed);
  deleted.file = (folder / "deleted");
  memory.update(part({result("old name", Outcome::failed), elsewhere, deleted}), {"f"});
  RunResult complete = part({result("new name", Outcome::passed)});
  memory.update(complete, {"f"});
  EXPECT_EQ(memory.load().size(), 3u);
  complete.deselected = 0;
  memory.update(complete, {"f"});
  EXPECT_THAT(memory.load(), ElementsAre(other));
}

TEST(Stepwise, RemembersTheFirstFailureUntilARunComesToItsEnd) {
  const test::TemporaryFolder folder;
  const Stepwise memory(folder.path().string());
  memory.update(part({result("a", Outcome::passed)}));
  EXPECT_FALSE(std::filesystem::exists(folder / ".aunit"));
  memory.update(part({result("a", Outcome::passed), result("b", Outcome::error), result("c", Outcome::failed)}));
  EXPECT_EQ(memory.load(), "f::b");
  RunResult stopped = part({});
  stopped.interrupted = true;
  memory.update(stopped);
  EXPECT_EQ(memory.load(), "f::b");
  memory.update(part({result("b", Outcome::passed)}));
  EXPECT_FALSE(memory.load());
}

TEST(LastFailed, NamesMayHoldLineBreaks) {
  const test::TemporaryFolder folder;
  const LastFailed memory(folder.path().string());
  memory.update(part({result("a\nb\\n", Outcome::failed)}), {"f"});
  EXPECT_THAT(memory.load(), ElementsAre("f::a\nb\\n"));
}

}  // namespace
}  // namespace aunit::runner
