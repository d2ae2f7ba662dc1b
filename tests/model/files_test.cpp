#include "model/files.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace aunit::model {
namespace {

// Reading a pipe that nobody writes would wait for ever, and a device may have no end.
TEST(ReadFile, RefusesWhatIsNoRegularFile) {
  std::string folder = (std::filesystem::temp_directory_path() / "aunit-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string pipe = folder + "/x.aunit";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/zero")}) {
    std::string error;
    EXPECT_FALSE(readFile(path, error)) << path;
    EXPECT_EQ(error, "not a regular file");
  }
  std::string error;
  EXPECT_FALSE(readFile(folder, error));
  EXPECT_EQ(error, "Is a directory");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace aunit::model
