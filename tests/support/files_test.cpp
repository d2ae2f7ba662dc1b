#include "support/files.h"

#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.h"

namespace aunit::model {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class FilesOnDisk : public testing::Test {
 protected:
  std::string error;
  test::TemporaryFolder folder;

  std::string text(const std::string& name) {
    std::string why;
    return support::readFile(folder / name, why).value_or("(" + why + ")");
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder.path())) found.push_back(entry.path().filename().string());
    std::ranges::sort(found);
    return found;
  }
  mode_t modeOf(const std::string& name) const {
    struct stat status {};
    ::lstat((folder / name).c_str(), &status);
    return status.st_mode & 07777;
  }
};

// Reading a pipe without a writer would block forever, and a device may have no end.
TEST_F(FilesOnDisk, ThatAreNotRegularAreNotRead) {
  const std::string pipe = folder / "x.aunit";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/zero")}) {
    EXPECT_FALSE(support::readFile(path, error)) << path;
    EXPECT_EQ(error, "not a regular file");
  }
  EXPECT_FALSE(support::readFile(folder.path().string(), error));
  EXPECT_EQ(error, "Is a directory");
}

TEST_F(FilesOnDisk, OfNamesAsLongAsNamesMayBeAreWritten) {
  for (std::size_t length = 240; length <= 255; ++length) {
    const std::string name(length, 'n');
    ASSERT_TRUE(support::writeFile(folder / name, "one", error)) << length << ": " << error;
    ASSERT_TRUE(support::editFile(folder / name, "one", "two", error)) << length << ": " << error;
    EXPECT_EQ(text(name), "two");
  }
  EXPECT_FALSE(support::OutputFile::create(folder / std::string(256, 'n'), error));  // fails before any work is done
  EXPECT_EQ(error, "File name too long");
  EXPECT_EQ(names().size(), 16u);
}

TEST_F(FilesOnDisk, AreWrittenWhereSymbolicLinksLead) {
  folder.write("to/a.als", "one");
  folder.write("other/keep", "");
  fs::create_symlink("../to/a.als", folder / "other/link");
  fs::create_symlink("other/link", folder / "a.als");
  fs::create_symlink("to/new.als", folder / "dangling");
  ASSERT_TRUE(support::editFile(folder / "a.als", "one", "two", error)) << error;
  EXPECT_EQ(text("to/a.als"), "two");
  ASSERT_TRUE(support::writeFile(folder / "a.als", "three", error)) << error;
  EXPECT_EQ(text("to/a.als"), "three");
  ASSERT_TRUE(support::writeFile(folder / "dangling", "new", error)) << error;
  EXPECT_EQ(text("to/new.als"), "new");
  EXPECT_TRUE(fs::is_symlink(folder / "a.als") && fs::is_symlink(folder / "other/link") && fs::is_symlink(folder / "dangling"));
  EXPECT_THAT(names(), ElementsAre("a.als", "dangling", "other", "to"));
}

TEST_F(FilesOnDisk, ThatSomebodyHasChangedMeanwhileStay) {
  folder.write("a.als", "read");
  {
    auto edit = support::FileEdit::prepare(folder / "a.als", "read", "ours", error);
    ASSERT_TRUE(edit) << error;
    folder.write("a.als", "theirs");
    EXPECT_FALSE(edit->commit(error));
    EXPECT_THAT(error, HasSubstr("has changed since aunit last read it"));
  }
  EXPECT_EQ(text("a.als"), "theirs");
  {
    auto creation = support::FileEdit::prepare(folder / "new.als", std::nullopt, "ours", error);
    ASSERT_TRUE(creation) << error;
    folder.write("new.als", "");
    EXPECT_FALSE(creation->commit(error));
  }
  EXPECT_EQ(text("new.als"), "");
  {
    auto edit = support::FileEdit::prepare(folder / "a.als", "theirs", "ours", error);
    ASSERT_TRUE(edit) << error;
    fs::remove(folder / "a.als");
    EXPECT_FALSE(edit->commit(error));
  }
  EXPECT_THAT(names(), ElementsAre("new.als"));
}

TEST_F(FilesOnDisk, KeepTheirModeAndOwner) {
  folder.write("a.als", "one");
  fs::permissions(folder / "a.als", fs::perms(0640));
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown((folder / "a.als").c_str(), 12345, 54321), 0);
  }
  ASSERT_TRUE(support::editFile(folder / "a.als", "one", "two", error)) << error;
  struct stat status {};
  ASSERT_EQ(::stat((folder / "a.als").c_str(), &status), 0);
  EXPECT_EQ(modeOf("a.als"), 0640u);
  if (::geteuid() == 0) {
    EXPECT_EQ(status.st_uid, 12345u);
    EXPECT_EQ(status.st_gid, 54321u);
  }
}

TEST_F(FilesOnDisk, ThatAreReadOnlyAreNotChanged) {
  folder.write("a.als", "one");
  fs::permissions(folder / "a.als", fs::perms(0444));
  EXPECT_FALSE(support::editFile(folder / "a.als", "one", "two", error));
  EXPECT_EQ(error, "it is read-only");
  EXPECT_EQ(text("a.als"), "one");
}

TEST_F(FilesOnDisk, OfSeveralNamesAreNotChanged) {
  folder.write("a.als", "one");
  fs::create_hard_link(folder / "a.als", folder / "b.als");
  EXPECT_FALSE(support::editFile(folder / "a.als", "one", "two", error));
  EXPECT_THAT(error, HasSubstr("2 names"));
  EXPECT_EQ(text("b.als"), "one");
}

/// A process that begins to write and is killed.
void beginAndDie(const std::string& path, bool inFolder) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::string why;
    const auto file = support::OutputFile::create(path, why);
    const auto folder = inFolder ? support::TemporaryFolder::create(fs::path(path).parent_path().string(), why) : std::nullopt;
    if (folder) std::ofstream(folder->path() + "/page.html") << "page";
    const bool good = ::write(ready[1], "x", 1) == 1;
    for (;;) ::sleep(good ? 100 : 1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(FilesOnDisk, OfKilledProcessesAreSweptAway) {
  beginAndDie(folder / "a.json", true);
  std::vector<std::string> left = names();
  ASSERT_EQ(left.size(), 2u);
  for (const std::string& name : left) EXPECT_THAT(name, testing::StartsWith(".aunit-tmp-"));
  // Files of other programs, and files that are being written, stay.
  folder.write(".aunit-tmp-mine", "");
  folder.write(".aunit-tmp-00000000-abcdef", "of another system, and new");
  const std::string held = left[0].substr(0, left[0].size() - 6) + "locked";
  folder.write(held, "");
  const int descriptor = ::open((folder / held).c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(descriptor, LOCK_EX), 0);
  const std::string link = left[0].substr(0, left[0].size() - 6) + "symbol";
  fs::create_symlink("elsewhere", folder / link);
  ASSERT_TRUE(support::writeFile(folder / "b.json", "{}", error)) << error;
  ::close(descriptor);
  std::vector<std::string> expected{".aunit-tmp-mine", ".aunit-tmp-00000000-abcdef", held, link, "b.json"};
  EXPECT_THAT(names(), testing::UnorderedElementsAreArray(expected));
}

/// While this object lives, no file can grow.
class FullDisk {
 public:
  /// Files can have at most `bytes` bytes.
  explicit FullDisk(rlim_t bytes = 0) : before_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &limit_);
    rlimit less = limit_;
    less.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }

 private:
  void (*before_)(int);
  rlimit limit_{};
};

TEST_F(FilesOnDisk, KeepTheirAttributesAndAccessControlLists) {
  folder.write("a.als", "one");
  const std::string path = folder / "a.als";
  if (::setxattr(path.c_str(), "user.note", "mine", 4, 0) != 0) GTEST_SKIP() << "the file system has no attributes";
  // Version 2; the owner rw-, user 12345 r--, the group ---, the mask r--, others ---.
  const unsigned char list[] = {2, 0, 0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,   4,  0, 57, 48, 0,   0,   4,   0,
                                0, 0, 255, 255, 255, 255, 16, 0, 4,   0,   255, 255, 255, 255, 32, 0, 0,  0,  255, 255, 255, 255};
  const bool controlled = ::setxattr(path.c_str(), "system.posix_acl_access", list, sizeof list, 0) == 0;
  const mode_t mode = modeOf("a.als");
  ASSERT_TRUE(support::editFile(path, "one", "two", error)) << error;
  EXPECT_EQ(text("a.als"), "two");
  EXPECT_EQ(modeOf("a.als"), mode);
  char value[64] = "";
  EXPECT_EQ(::getxattr(path.c_str(), "user.note", value, sizeof value), 4);
  EXPECT_STREQ(value, "mine");
  if (controlled) {
    EXPECT_EQ(::getxattr(path.c_str(), "system.posix_acl_access", value, sizeof value), static_cast<ssize_t>(sizeof list));
    EXPECT_EQ(std::memcmp(value, list, sizeof list), 0);
  }
}

TEST_F(FilesOnDisk, AreOpenedToBeReadOnlyIfTheyEnd) {
  folder.write("log", "line");
  for (const support::AcceptedFiles accepts : {support::AcceptedFiles::files, support::AcceptedFiles::filesAndPipes}) {
    const int descriptor = support::openToRead(folder / "log", accepts, error);
    EXPECT_GE(descriptor, 0) << error;
    ::close(descriptor);
    for (const char* device : {"/dev/zero", "/dev/null"}) {
      EXPECT_LT(support::openToRead(device, accepts, error), 0);
      EXPECT_EQ(error, "not a regular file");
    }
    EXPECT_LT(support::openToRead(folder.path().string(), accepts, error), 0);
    EXPECT_EQ(error, "Is a directory");
    EXPECT_LT(support::openToRead(folder / "missing", accepts, error), 0);
    EXPECT_EQ(error, "No such file or directory");
  }
}

// In a process of its own, because confinement cannot be undone.
TEST_F(FilesOnDisk, AreReadBeneathPlacesAlone) {
  folder.write("in/a", "a");
  folder.write("in/deep/b", "b");
  folder.write("inside/c", "c");  // its name has the same prefix
  folder.write("one", "one");
  folder.write("two", "two");
  fs::create_symlink(folder / "two", folder / "in/link");
  fs::create_symlink(folder.path(), folder / "in/up");
  fs::create_symlink("deep/b", folder / "in/within");
  fs::create_symlink("/", folder / "in/root");
  ASSERT_EQ(::mkfifo((folder / "in/pipe").c_str(), 0600), 0);
  const auto answers = [&](const std::string& name) {
    const std::string path = folder / name;
    std::string why;
    const int descriptor = support::openToRead(path, support::AcceptedFiles::filesAndPipes, why);
    return std::string(support::mayRead(path) ? "may" : "-") + (support::isFile(path) ? " file" : "") +
           (support::isFolder(path) ? " folder" : "") + (descriptor >= 0 ? " opened" : "") +
           (support::readFile(path, why) ? " read" : "") + (support::FolderReader::open(path, why) ? " listed" : "");
  };
  const auto confined = [&] {
    support::confine({folder / "in", folder / "one"});
    std::vector<std::string> wrong;
    for (const auto& [name, expected] : std::map<std::string, std::string>{{"in/a", "may file opened read"},
                                                                           {"in/deep", "may folder listed"},
                                                                           {"in/deep/../a", "may file opened read"},
                                                                           {"in/deep/b", "may file opened read"},
                                                                           {"in/within", "may file opened read"},
                                                                           {"in/missing", "may"},
                                                                           {"in/pipe", "may"},
                                                                           {"in/link", "-"},
                                                                           {"in/up", "-"},
                                                                           {"in/up/two", "-"},
                                                                           {"in/up/one", "may file opened read"},
                                                                           {"in/../two", "-"},
                                                                           {"in/root/etc/passwd", "-"},
                                                                           {"in/missing/../../two", "-"},
                                                                           {"inside/c", "-"},
                                                                           {"one", "may file opened read"},
                                                                           {"two", "-"},
                                                                           {"", "-"}})
      if (answers(name) != expected) wrong.push_back(name + ": " + answers(name));
    std::string why;
    if (support::openToExtend(folder / "in/a", why) >= 0 || support::writeFile(folder / "in/new", "", why)) wrong.push_back(why);
    for (const std::string& line : wrong) std::fprintf(stderr, "%s\n", line.c_str());
    std::exit(static_cast<int>(wrong.size()));
  };
  EXPECT_EXIT(confined(), testing::ExitedWithCode(0), "");
}

TEST_F(FilesOnDisk, AreReadByFolder) {
  folder.write("a.als", "");
  folder.write("b/c.als", "");
  auto reader = support::FolderReader::open(folder.path().string(), error);
  ASSERT_TRUE(reader) << error;
  std::vector<std::string> found;
  while (auto name = reader->next()) found.push_back(std::move(*name));
  std::ranges::sort(found);
  EXPECT_THAT(found, ElementsAre("a.als", "b"));
  EXPECT_FALSE(support::FolderReader::open(folder / "a.als", error));
  EXPECT_EQ(error, "Not a directory");
}

TEST_F(FilesOnDisk, AreAddedToWhollyOrNotAtAll) {
  ASSERT_TRUE(support::appendToFile(folder / "page", "one", error)) << error;
  ASSERT_TRUE(support::appendToFile(folder / "page", " two", error)) << error;
  EXPECT_EQ(text("page"), "one two");
  bool added = true;
  {
    const FullDisk full(10);
    added = support::appendToFile(folder / "page", " and three", error);
  }
  EXPECT_FALSE(added);
  EXPECT_EQ(error, "File too large");
  EXPECT_EQ(text("page"), "one two");
  EXPECT_FALSE(support::appendToFile("/dev/full", "one", error));
  EXPECT_EQ(error, "No space left on device");
}

TEST_F(FilesOnDisk, StayOnAFullDisk) {
  folder.write("a.als", "one");
  bool written = true, edited = true, made = false;
  {
    const FullDisk full;
    written = support::writeFile(folder / "out.json", "{}", error);
    edited = support::editFile(folder / "a.als", "one", "two", error);
    const auto folders = support::NewFolders::create(folder / "deep/er/still", error);
    made = folders && fs::is_directory(folder / "deep/er/still");
  }
  EXPECT_FALSE(written);
  EXPECT_FALSE(edited);
  EXPECT_EQ(error, "File too large");
  EXPECT_TRUE(made);
  EXPECT_EQ(text("a.als"), "one");
  EXPECT_THAT(names(), ElementsAre("a.als"));
}

TEST_F(FilesOnDisk, NewFoldersStayWhenTheyAreOfUse) {
  support::NewFolders::create(folder / "a/b", error)->keep();
  EXPECT_TRUE(fs::is_directory(folder / "a/b"));
  {
    const auto more = support::NewFolders::create(folder / "a/b/c/", error);
    ASSERT_TRUE(more) << error;
    folder.write("a/b/c/file", "");
  }
  EXPECT_TRUE(fs::exists(folder / "a/b/c/file"));
  EXPECT_TRUE(support::NewFolders::create("", error));
  EXPECT_TRUE(support::NewFolders::create("/", error));
  EXPECT_FALSE(support::NewFolders::create(folder / "a/b/c/file/d", error));
  EXPECT_EQ(error, "Not a directory");
  EXPECT_THAT(names(), ElementsAre("a"));
}

}  // namespace
}  // namespace aunit::model
