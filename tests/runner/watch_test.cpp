// The loop of `--watch`, with scripted events: there is no clock and no terminal, and files change only when the script says so.

#include "runner/watch.h"

#include <deque>
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/files/file_watcher.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A sequence of events. Each occurs when the watch waits for the next event.
class Script final : public WatchEvents {
 public:
  WatchEvent next() override {
    if (steps.empty()) return {.changed = {}, .key = {}, .ended = true};
    const auto step = std::move(steps.front());
    steps.pop_front();
    return step();
  }
  std::string watch(const std::set<std::string>& now) override {
    folders = now;
    return trouble;
  }
  void interruptOnEvent(std::atomic<bool>* stop) override {
    if (stop && interruptNext) *stop = true;
    if (stop) interruptNext = false;
  }

  std::deque<std::function<WatchEvent()>> steps;
  std::set<std::string> folders;
  std::string trouble;
  bool interruptNext = false;
};

/// Records what is shown: a line for each run or message.
class Page final : public WatchView, public Listener {
 public:
  Listener& begins() override { return *this; }
  void ends(const RunResult& run, const WatchStatus& status) override {
    std::string line;
    for (const suite::TestResult& test : run.tests)
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", test.name, suite::name(test.outcome));
    lines.push_back(line + suffix(status));
  }
  void idle(const WatchStatus& status) override { lines.push_back("nothing" + suffix(status)); }
  void typing(const std::string& prompt, const std::string& text) override { lines.push_back(prompt + text); }

  void started(std::size_t, std::size_t) override {}
  void running(const std::string&, const std::string&, std::size_t) override {}
  void finished(const suite::TestResult&) override {}

  std::vector<std::string> lines;

 private:
  static std::string suffix(const WatchStatus& status) {
    std::string text = status.failing == 0 ? "" : fmt::format(" ({} elsewhere)", status.failing);
    if (!status.filters.empty()) text += fmt::format(" [{}]", fmt::join(status.filters, ", "));
    return text;
  }
};

class WatchTest : public testing::Test {
 protected:
  WatchTest() {
    folder_.write("list.als", "sig Node { link: set Node }\npred Linked { some link }\n");
    folder_.write("a.aunit", "open list\nval v { Node = N0  link = N0->N0 }\ntest \"linked\" { v satisfies Linked }\n");
    folder_.write("b.aunit", "open list\nval v { Node = N0 }\ntest \"alone\" { v valid }\ntest \"bare\" { v gives no link }\n");
    folder_.write("c.als", "sig C {}\nrun { some C } for 1 expect 1\n");
  }

  void change(const std::string& name, std::optional<std::string> text) {
    events_.steps.push_back([this, name, text = std::move(text)] {
      if (text)
        folder_.write(name, *text);
      else
        std::filesystem::remove_all(folder_.path() / name);
      return WatchEvent{.changed = {std::filesystem::weakly_canonical(folder_ / name).string()}, .key = {}};
    });
  }
  void press(const std::string& keys) {
    for (const char key : keys) events_.steps.push_back([key] { return WatchEvent{.changed = {}, .key = key}; });
  }
  void watch(std::vector<std::string> arguments = {}) {
    if (arguments.empty()) arguments = {folder_.path().string()};
    Watch(arguments, {}, {}, events_, page_).run();
  }

  test::TemporaryFolder folder_;
  Script events_;
  Page page_;
};

TEST_F(WatchTest, JudgesWhatChangedAndWhatOpensIt) {
  change("b.aunit", "open list\nval v { Node = N0 }\ntest \"alone\" { v invalid }\n");
  change("list.als", "sig Node { link: set Node }\npred Linked { no link }\n");
  change("notes.txt", "nobody reads this");
  watch();
  EXPECT_THAT(page_.lines, ElementsAre("linked passed, alone passed, bare passed, run$1 passed", "alone failed",
                                       "linked failed, alone failed"));
}

TEST_F(WatchTest, WhatFailsElsewhereIsNotForgotten) {
  change("b.aunit", "open list\nval v { Node = N0 }\ntest \"alone\" { v invalid }\n");
  change("c.als", "sig C {}\nrun { some C } for 1 expect 0\n");
  change("b.aunit", std::nullopt);
  watch();
  EXPECT_THAT(page_.lines, ElementsAre(testing::_, "alone failed", "run$1 failed (1 elsewhere)", "nothing (1 elsewhere)"));
}

TEST_F(WatchTest, BrokenFilesAreMendedNewOnesFoundGoneOnesForgotten) {
  change("list.als", "sig Node {");
  change("list.als", "sig Node { link: set Node }\npred Linked { some link }\n");
  change("deep/er/d.als", "sig D {}\nrun { some D } for 1 expect 1\n");
  change("a.aunit", std::nullopt);
  change("a.aunit", "open gone\n");
  change("gone.als", "sig G {}\nrun { some G } for 1 expect 1\n");
  watch();
  EXPECT_THAT(page_.lines, ElementsAre(testing::_, "loading the file error, loading the file error, loading the file error",
                                       "linked passed, alone passed, bare passed", "run$1 passed", "nothing",
                                       "loading the file error", "run$1 passed"));
  EXPECT_TRUE(events_.folders.contains(std::filesystem::canonical(folder_.path() / "deep/er").string()));
}

TEST_F(WatchTest, SavedInstancesCount) {
  folder_.write("s.aunit", "open list\nval v from \"v.xml\"\ntest \"saved\" { v valid }\n");
  change("v.xml", "<alloy/>");
  watch({folder_ / "s.aunit"});
  EXPECT_THAT(page_.lines, ElementsAre("saved error", "saved error"));
}

TEST_F(WatchTest, Keys) {
  change("b.aunit", "open list\nval v { Node = N0 }\ntest \"alone\" { v invalid }\ntest \"bare\" { v gives no link }\n");
  press("f");
  press("f");
  press("pb.\x7f.a\n");
  press("tbare\n");
  press("\n");
  press("tx\x1b");
  press("a");
  press("q");
  press("a");  // no reader is left
  watch();
  EXPECT_THAT(page_.lines,
              ElementsAre("linked passed, alone passed, bare passed, run$1 passed", "alone failed, bare passed",
                          "alone failed [tests that failed]", "linked passed, alone failed, bare passed, run$1 passed",
                          "files like: ", "files like: b", "files like: b.", "files like: b", "files like: b.", "files like: b.a",
                          "alone failed, bare passed [files like \"b.a\"]", "tests like: ", "tests like: b", "tests like: ba",
                          "tests like: bar", "tests like: bare", "bare passed [files like \"b.a\", tests like \"bare\"]",
                          "bare passed [files like \"b.a\", tests like \"bare\"]", "tests like: ", "tests like: x",
                          "bare passed [files like \"b.a\", tests like \"bare\"]",
                          "linked passed, alone failed, bare passed, run$1 passed"));
}

TEST_F(WatchTest, APatternThatIsNoneIsAskedForAgain) {
  press("t(\n");
  press("alone\n");
  watch();
  ASSERT_GE(page_.lines.size(), 4u);
  EXPECT_THAT(page_.lines[3], testing::HasSubstr("( -- "));
  EXPECT_EQ(page_.lines.back(), "alone passed [tests like \"alone\"]");
}

TEST_F(WatchTest, WhatWasInterruptedIsJudgedWithTheNextChange) {
  events_.interruptNext = true;
  change("c.als", "sig C {}\nrun { some C } for 1 expect 0\n");
  watch();
  EXPECT_THAT(page_.lines, ElementsAre("linked passed, alone passed, bare passed, run$1 failed"));
}

TEST_F(WatchTest, OnePickedTest) {
  change("a.aunit", "open list\nval v { Node = N0 }\ntest \"linked\" { v satisfies Linked }\ntest \"other\" { v valid }\n");
  watch({folder_ / "a.aunit::linked"});
  EXPECT_THAT(page_.lines, ElementsAre("linked passed", "linked failed"));
}

TEST(FileWatcher, NamesWhatWasWrittenMovedAndDeleted) {
  const test::TemporaryFolder folder;
  const std::string path = std::filesystem::canonical(folder.path()).string();
  FileWatcher watcher;
  EXPECT_EQ(watcher.watch({path, path + "/none"}), "");
  EXPECT_THAT(watcher.changes(), IsEmpty());
  folder.write("a", "1");
  folder.write(".hidden", "1");
  EXPECT_THAT(watcher.changes(), ElementsAre(path + "/a"));
  std::filesystem::rename(path + "/a", path + "/b");
  EXPECT_THAT(watcher.changes(), ElementsAre(path + "/a", path + "/b"));
  std::filesystem::create_hard_link(path + "/b", path + "/c");
  EXPECT_THAT(watcher.changes(), ElementsAre(path + "/c"));
  std::filesystem::remove(path + "/b");
  EXPECT_THAT(watcher.changes(), ElementsAre(path + "/b"));
  std::filesystem::create_directory(path + "/d");
  EXPECT_THAT(watcher.changes(), ElementsAre(path + "/d"));
  EXPECT_EQ(watcher.watch({path + "/d"}), "");
  folder.write("d/e", "1");
  folder.write("f", "1");
  EXPECT_THAT(watcher.changes(), ElementsAre(path + "/d/e"));
  std::filesystem::remove_all(path + "/d");
  EXPECT_THAT(watcher.changes(), ElementsAre(path + "/d", path + "/d/e"));
}

}  // namespace
}  // namespace aunit::runner
