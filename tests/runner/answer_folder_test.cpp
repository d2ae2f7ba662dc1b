#include "runner/files/answer_folder.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/digest.h"
#include "support/files.h"

namespace aunit::runner {
namespace {

class AnswerFolderTest : public testing::Test {
 protected:
  AnswerFolderTest() {
    std::string error;
    place_.emplace(std::move(*support::TemporaryFolder::create(testing::TempDir(), error)));
  }
  AnswerFolder open() {
    std::string error;
    auto folder = AnswerFolder::open(place_->path() + "/cache", error);
    if (!folder) throw std::runtime_error(error);
    return std::move(*folder);
  }
  static std::string key(int number) { return support::longHexDigest(std::to_string(number)); }

  std::optional<support::TemporaryFolder> place_;
};

TEST_F(AnswerFolderTest, KeepsByKeyAndName) {
  AnswerFolder folder = open();
  EXPECT_FALSE(folder.read(key(1)));
  folder.keep(key(1), "one");
  folder.note("run a", key(1));
  folder.keep(key(2), "two");
  folder.note("run a", key(2));
  AnswerFolder again = open();
  EXPECT_EQ(again.read(key(1)), "one");
  EXPECT_EQ(again.keysOf("run a"), (std::vector{key(2), key(1)}));
  again.note("run a", key(1));
  EXPECT_EQ(again.keysOf("run a"), (std::vector{key(1), key(2)}));
  EXPECT_TRUE(again.keysOf("run b").empty());
  EXPECT_EQ(again.damaged(), 0u);
}

TEST_F(AnswerFolderTest, DamagedFilesArePassedOverAndReplaced) {
  AnswerFolder folder = open();
  folder.keep(key(1), "one");
  folder.note("run a", key(1));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file()) std::ofstream(entry.path(), std::ios::app) << "x";
  EXPECT_FALSE(folder.read(key(1)));
  EXPECT_TRUE(folder.keysOf("run a").empty());
  EXPECT_EQ(folder.damaged(), 2u);
  folder.keep(key(1), "one");
  folder.note("run a", key(1));
  EXPECT_EQ(folder.read(key(1)), "one");
  EXPECT_EQ(folder.failed(), 0u);
}

TEST_F(AnswerFolderTest, FoldersInTheWayAreFailures) {
  AnswerFolder folder = open();
  std::filesystem::remove_all(folder.path());
  std::ofstream(folder.path()) << "a file";
  folder.keep(key(1), "one");
  folder.note("run a", key(1));
  EXPECT_EQ(folder.failed(), 2u);
  EXPECT_FALSE(folder.read(key(1)));
  std::string error;
  EXPECT_FALSE(AnswerFolder::open(folder.path(), error));
  EXPECT_NE(error.find(folder.path()), std::string::npos) << error;
}

// If a pipe is in place of a file, neither reading nor writing waits for its other end.
TEST_F(AnswerFolderTest, PipesInTheWayAreFailures) {
  AnswerFolder folder = open();
  folder.keep(key(1), "one");
  folder.note("run a", key(1));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file()) {
      std::filesystem::remove(entry.path());
      ASSERT_EQ(::mkfifo(entry.path().c_str(), 0600), 0);
    }
  EXPECT_FALSE(folder.read(key(1)));
  EXPECT_TRUE(folder.keysOf("run a").empty());
  EXPECT_EQ(folder.damaged(), 2u);
  folder.keep(key(1), "one");
  folder.note("run a", key(1));
  EXPECT_EQ(folder.failed(), 2u);
}

TEST_F(AnswerFolderTest, ManyWriteAndReadAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      AnswerFolder folder = open();
      for (int i = 0; i < 100; ++i) {
        folder.keep(key(i % 10), fmt::format("answer {}", i % 10));
        folder.note("run a", key(i % 10));
        if (const auto text = folder.read(key(i % 10)); text && *text != fmt::format("answer {}", i % 10)) ++wrong;
        for (const std::string& one : folder.keysOf("run a"))
          if (!folder.read(one)) ++wrong;
      }
      wrong += static_cast<int>(folder.damaged() + folder.failed());
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace aunit::runner
