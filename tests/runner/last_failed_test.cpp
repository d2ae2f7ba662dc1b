#include "runner/last_failed.h"

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

TEST(LastFailed, RemembersFailuresUntilTheyPass) {
  const test::TemporaryFolder folder;
  const LastFailed memory(folder.path().string());
  EXPECT_THAT(memory.load(), IsEmpty());
  memory.update(
      {result("a", Outcome::failed), result("b", Outcome::error), result("c", Outcome::passed), result("d", Outcome::skipped)});
  EXPECT_THAT(memory.load(), ElementsAre("f::a", "f::b"));
  memory.update({result("a", Outcome::passed)});
  EXPECT_THAT(memory.load(), ElementsAre("f::b"));
}

TEST(LastFailed, NothingIsWrittenWhenNothingFails) {
  const test::TemporaryFolder folder;
  LastFailed(folder.path().string()).update({result("a", Outcome::passed)});
  EXPECT_FALSE(std::filesystem::exists(folder / ".aunit"));
}

TEST(LastFailed, FallsBackOnTheCacheFolder) {
  const test::TemporaryFolder folder;
  folder.write("root/.aunit", "a file where the folder should be");
  setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
  const LastFailed memory(folder / "root");
  memory.update({result("a", Outcome::failed)});
  EXPECT_THAT(memory.load(), ElementsAre("f::a"));
  unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace aunit::runner
