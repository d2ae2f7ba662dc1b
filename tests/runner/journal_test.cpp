#include "runner/files/journal.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>

#include "support/digest.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::runner {
namespace {

using test::TemporaryFolder;

class Journals : public testing::Test {
 protected:
  std::string error;
  TemporaryFolder folder;
  const std::string path = folder / "journal";

  void write(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(path, std::ios::binary).rdbuf();
    return all.str();
  }
  /// An entry as a line of the file.
  static std::string line(const std::string& entry) { return support::hexDigest(entry) + " " + entry + "\n"; }
  std::vector<std::string> entries() {
    std::vector<std::string> texts;
    const auto journal = Journal::open(path, error);
    EXPECT_TRUE(journal) << error;
    if (journal)
      for (const Journal::Entry& entry : journal->entries()) texts.push_back(entry.text);
    return texts;
  }
};

using Texts = std::vector<std::string>;

TEST_F(Journals, KeepWhatWasAdded) {
  {
    auto journal = Journal::open(path, error);
    ASSERT_TRUE(journal) << error;
    EXPECT_TRUE(journal->entries().empty());
    EXPECT_TRUE(journal->add("one", error));
    EXPECT_TRUE(journal->add("two", error));
  }
  EXPECT_EQ(text(), "aunit journal 2\n" + line("one") + line("two"));
  EXPECT_EQ(entries(), (Texts{"one", "two"}));
}

TEST_F(Journals, AreCutWhereAProcessWasKilled) {
  const std::string head = "aunit journal 2\n", whole = head + line("one") + line("two");
  const std::size_t first = head.size() + line("one").size();
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    write(whole.substr(0, size));
    const Texts expected = size < first ? Texts{} : size < whole.size() ? Texts{"one"} : Texts{"one", "two"};
    EXPECT_EQ(entries(), expected) << size;
    auto journal = Journal::open(path, error);
    EXPECT_TRUE(journal->add("three", error));
    EXPECT_TRUE(text().ends_with("\n" + line("three"))) << text();
  }
}

TEST_F(Journals, AreCutWhereAnotherProcessWasKilledMeanwhile) {
  auto journal = Journal::open(path, error);
  ASSERT_TRUE(journal) << error;
  EXPECT_TRUE(journal->add("one", error));
  std::ofstream(path, std::ios::app) << "half of a li";
  EXPECT_TRUE(journal->add("two", error));
  EXPECT_EQ(entries(), (Texts{"one", "two"}));
}

// If any bit of a line is changed, the line is ignored. If the bit was in a line break, the next line is ignored, too.
TEST_F(Journals, DoNotBelieveWhatDoesNotFitItsChecksum) {
  const std::string head = "aunit journal 2\n", whole = head + line("one") + line("two") + line("three");
  const std::size_t begin = head.size() + line("one").size(), size = line("two").size();
  for (std::size_t bit = 0; bit < 8 * size; ++bit) {
    std::string changed = whole;
    changed[begin + bit / 8] = static_cast<char>(changed[begin + bit / 8] ^ (1 << bit % 8));
    write(changed);
    const auto journal = Journal::open(path, error);
    ASSERT_TRUE(journal) << error;
    Texts texts;
    for (const Journal::Entry& entry : journal->entries()) texts.push_back(entry.text);
    EXPECT_EQ(texts, (bit / 8 + 1 == size ? Texts{"one"} : Texts{"one", "three"})) << bit;
    ASSERT_FALSE(journal->damaged().empty()) << bit;
    EXPECT_EQ(journal->damaged().front(), 3u);
    EXPECT_EQ(text(), changed);
  }
}

TEST_F(Journals, OfOthersAreLeftAlone) {
  for (const std::string foreign : {"sig A {}\n", "aunit journal 3\n", "aunit journal 1\n", "\n", "aunit journal 2", "x"}) {
    write(foreign + (foreign == "aunit journal 2" ? "0\n" : ""));
    const std::string before = text();
    EXPECT_FALSE(Journal::open(path, error));
    EXPECT_NE(error.find("is not a journal of aunit"), std::string::npos) << error;
    EXPECT_EQ(text(), before);
  }
  EXPECT_FALSE(Journal::open(folder.path(), error));
  EXPECT_FALSE(Journal::open("/dev/full", error));
  EXPECT_NE(error.find("not a regular file"), std::string::npos) << error;
  EXPECT_FALSE(Journal::open(folder / "missing/journal", error));
}

// Two processes with two threads each write, and one of the processes is killed. Afterwards, each line is one that was written,
// and each entry whose writing was confirmed is there.
TEST_F(Journals, AreSharedByProcesses) {
  constexpr int lines = 20;
  const auto write = [&](char who) {
    std::string why;
    auto journal = Journal::open(path, why);
    if (!journal) ::_exit(1);
    const auto add = [&](char thread) {
      std::string because;
      for (int i = 0; i < lines; ++i)
        if (!journal->add(std::string(1 + static_cast<std::size_t>(i) * 97 % 500, who) + thread, because)) ::_exit(1);
    };
    std::thread other(add, '1');
    add('2');
    other.join();
  };
  const pid_t child = ::fork();
  if (child == 0) {
    write('c');
    ::_exit(0);
  }
  const pid_t victim = ::fork();
  if (victim == 0)
    for (;;) write('v');
  write('p');
  ::kill(victim, SIGKILL);
  int status = 0;
  ::waitpid(victim, &status, 0);
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  int ofChild = 0, ofParent = 0;
  for (const std::string& entry : entries()) {
    EXPECT_TRUE(entry.size() > 1 && entry.find_first_not_of(entry.front()) == entry.size() - 1) << entry;
    ofChild += entry.front() == 'c';
    ofParent += entry.front() == 'p';
  }
  EXPECT_EQ(ofChild, 2 * lines);
  EXPECT_EQ(ofParent, 2 * lines);
}

}  // namespace
}  // namespace aunit::runner
