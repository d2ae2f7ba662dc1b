#include "runner/runner.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#ifdef __SANITIZE_ADDRESS__
extern "C" std::size_t
__sanitizer_get_current_allocated_bytes();  // of <sanitizer/allocator_interface.h>, which some compilers lack
#endif

#include "tests/runner/temporary_folder.h"

namespace aunit::runner {
namespace {

/// The number of bytes that are allocated now.
std::size_t inUse() {
#ifdef __SANITIZE_ADDRESS__
  return __sanitizer_get_current_allocated_bytes();
#else
  return mallinfo2().uordblks + mallinfo2().hblkhd;
#endif
}

class MemoryWatch final : public Listener {
 public:
  void started(std::size_t, std::size_t) override {}
  void running(const std::string&, const std::string&, std::size_t) override {}
  void finished(const suite::TestResult& test) override {
    most = std::max(most, inUse());
    verdicts.push_back(fmt::format("{} {}", test.id(), suite::name(test.outcome)));
  }

  std::size_t most = 0;
  std::vector<std::string> verdicts;
};

class ManyFiles : public testing::Test {
 protected:
  static constexpr std::size_t count = 200;

  ManyFiles() {
    folder.write("list.als", "sig Node { link: set Node }\npred NoDirectedCycles { no n: Node | n in n.^link }\n");
    for (std::size_t i = 0; i < count; ++i)
      folder.write(name(i), fmt::format("open list\nval v {{ Node = N0 + N1  link = N0->N1{} }}\n"
                                        "test \"t{}\" {{ v satisfies NoDirectedCycles }}\n",
                                        i % 3 == 0 ? " + N1->N0" : "", i));
  }

  static std::string name(std::size_t i) { return fmt::format("t{:03}.aunit", i); }

  RunOptions options(std::size_t keptText) const { return {.keptText = keptText}; }

  /// The verdicts of all tests, and the peak of memory in use above the initial level.
  MemoryWatch judgeAll(const RunOptions& options) const {
    const std::size_t before = inUse();
    runner::Run run(options);
    run.load(discover({folder.path().string()}));
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < run.candidates().size(); ++i) all.push_back(i);
    MemoryWatch watching;
    run.judge(all, watching);
    watching.most -= std::min(watching.most, before);
    return watching;
  }

  test::TemporaryFolder folder;
};

constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

TEST_F(ManyFiles, AreNotAllInMemory) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer does not say how much memory is in use";
#endif
  judgeAll(options(0));  // fills caches that stay allocated
  const MemoryWatch kept = judgeAll(options(everything)), dropped = judgeAll(options(0));
  EXPECT_EQ(kept.verdicts.size(), count);
  EXPECT_LT(dropped.most, kept.most / 5);
  EXPECT_EQ(dropped.verdicts, kept.verdicts);
}

TEST_F(ManyFiles, HaveTheirResultsInOrderOnSeveralThreads) {
  RunOptions threads = options(20'000);
  threads.jobs = 3;
  threads.coverage = true;
  EXPECT_EQ(judgeAll(threads).verdicts, judgeAll(options(everything)).verdicts);
}

TEST_F(ManyFiles, MayChangeInTheMeantime) {
  runner::Run run(options(0));
  run.load(discover({folder.path().string()}));
  folder.write(name(0), "open list\nval v { }\ntest \"other\" { v valid }\n");
  folder.write(name(1), "sig {");
  std::filesystem::remove(folder / name(2));
  MemoryWatch watching;
  const RunResult result = run.judge({0, 1, 2, 3}, watching);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result.tests[i].outcome, suite::Outcome::error);
    EXPECT_EQ(result.tests[i].message, "the file has changed since the run began");
    EXPECT_EQ(result.tests[i].name, fmt::format("t{}", i));
  }
  EXPECT_EQ(result.tests[3].outcome, suite::Outcome::failed);
}

// A run in which an engine throws: a callback throws before a test is judged.
class Faults : public testing::Test {
 protected:
  Faults() {
    for (std::size_t file = 0; file < 2; ++file) {
      std::string text = "sig Node {}\npred full { some Node }\nval v { Node = N0 }\n";
      for (std::size_t i = 3 * file; i < 3 * file + 3; ++i)
        text += fmt::format("test \"t{}\" {{ v {} full }}\n", i, i % 3 == 0 ? "violates" : "satisfies");
      folder.write(fmt::format("{}.aunit", file), text);
    }
  }

  /// The results of t0 to t5 if judging t1 and t4 throws.
  std::vector<suite::TestResult> results(unsigned jobs, const std::function<void()>& fault) const {
    RunOptions faulty;
    faulty.jobs = jobs;
    faulty.judging = [&](const suite::TestCase& test) {
      if (test.name == "t1" || test.name == "t4") fault();
    };
    runner::Run run(faulty);
    run.load(discover({folder.path().string()}));
    MemoryWatch watching;
    return run.judge({0, 1, 2, 3, 4, 5}, watching).tests;
  }

  static void expect(const std::vector<suite::TestResult>& results, const std::string& message, bool internal) {
    ASSERT_EQ(results.size(), 6u);
    for (const std::size_t i : {0u, 2u, 3u, 5u}) {
      EXPECT_EQ(results[i].outcome, i % 3 == 0 ? suite::Outcome::failed : suite::Outcome::passed) << i;
      EXPECT_FALSE(suite::isInternalError(results[i]));
    }
    for (const std::size_t i : {1u, 4u}) {
      EXPECT_EQ(results[i].name, fmt::format("t{}", i));
      EXPECT_EQ(results[i].outcome, suite::Outcome::error);
      EXPECT_EQ(results[i].message, message);
      EXPECT_EQ(results[i].details.find("please report it") != std::string::npos, internal) << results[i].details;
      EXPECT_EQ(suite::isInternalError(results[i]), internal);
    }
  }

  test::TemporaryFolder folder;
};

TEST_F(Faults, AreTheOutcomeOfTheirTest) {
  for (const unsigned jobs : {1u, 4u}) {
    expect(results(jobs, [] { throw std::logic_error("a leaf has no node"); }), "internal error: a leaf has no node", true);
    expect(results(jobs, [] { throw 1; }), "internal error: an exception of an unknown kind", true);
    expect(results(jobs, [] { throw std::bad_alloc(); }), "out of memory", false);
  }
}

TEST(Statements, AreJudgedThoughOneOfThemFails) {
  test::TemporaryFolder folder;
  folder.write("t.aunit",
               "sig A { r: set A }\npred p { some A }\nval v { no A }\n"
               "test \"two\" {\n v valid\n v violates p\n}\ntest \"one\" { v violates p }\n");
  RunOptions options;
  int judged = 0;
  options.judging = [&](const suite::TestCase&) {
    if (judged++ == 0) throw std::logic_error("lost");
  };
  runner::Run run(options);
  run.load(discover({folder.path().string()}));
  ASSERT_EQ(run.candidates().size(), 2u);
  MemoryWatch watching;
  const std::vector<suite::TestResult> results = run.judge({0, 1}, watching).tests;
  EXPECT_TRUE(suite::isInternalError(results[0]));
  ASSERT_EQ(results[0].statements.size(), 2u);
  EXPECT_EQ(results[0].statements[1].outcome, suite::Outcome::passed);
  EXPECT_EQ(results[1].outcome, suite::Outcome::passed);
}

// An unsat core needs another search, so it is computed only if some report shows it.
TEST(Conflicts, AreLookedForWhereTheyAreWanted) {
  test::TemporaryFolder folder;
  folder.write("t.aunit",
               "sig A { r: set A }\nfact Empty { no r }\npred linked { some r }\n"
               "val part { A = A0 + A1  A0->A1 in r  ... }\n"
               "test \"a completion\" { part satisfies linked }\n"
               "test \"a command\" { run linked for 2 expect 1 }\n"
               "pred stated { some disj A0: A { A0 in A and some A0.r and linked } }\n"
               "run stated for 2 expect 1\n");
  for (const bool wanted : {false, true}) {
    runner::Run run({.conflicts = wanted});
    run.load(discover({folder.path().string()}));
    ASSERT_EQ(run.candidates().size(), 3u);
    MemoryWatch watching;
    for (const suite::TestResult& test : run.judge({0, 1, 2}, watching).tests) {
      EXPECT_EQ(test.outcome, suite::Outcome::failed) << test.name;
      EXPECT_EQ(test.conflict.empty(), !wanted) << test.name;
    }
  }
}

}  // namespace
}  // namespace aunit::runner
