// Published test suites: coverage does not depend on the number of threads or on the division into shards.
#include <filesystem>

#include <gtest/gtest.h>

#include "coverage/criteria.h"
#include "coverage/data_file.h"
#include "runner/runner.h"
#include "tests/folders.h"

namespace aunit::coverage {
namespace {

namespace fs = std::filesystem;

struct NullListener : runner::Listener {
  void started(std::size_t, std::size_t) override {}
  void running(const std::string&, const std::string&, std::size_t) override {}
  void finished(const suite::TestResult&) override {}
};

/// Runs every `parts`-th test, beginning with test number `part`.
Data run(const fs::path& model, const fs::path& tests, unsigned jobs, std::size_t part = 0, std::size_t parts = 1) {
  runner::RunOptions options;
  options.modelPath = model.string();
  options.alloy5 = options.semantics.noOverflow = true;
  options.jobs = jobs;
  options.coverage = options.coverageValues = true;
  runner::Run all(options);
  all.load(runner::discover({tests.string()}));
  std::vector<std::size_t> chosen;
  for (std::size_t i = part; i < all.candidates().size(); i += parts) chosen.push_back(i);
  NullListener silent;
  return *all.judge(chosen, silent).coverage;
}

/// If `model` is empty, the tests open their models.
void expectTheSame(const fs::path& model, const fs::path& tests) {
  SCOPED_TRACE(tests.filename());
  const Data whole = run(model, tests, 1);
  ASSERT_EQ(whole.models.size(), 1u);
  EXPECT_GT(tally(requirementsOf(whole.models[0].requirements, Criterion::model), whole.models[0].met()).met, 0u);
  EXPECT_EQ(toJson(run(model, tests, 3)), toJson(whole));
  Data shards = run(model, tests, 1, 1, 2);
  std::string error;
  ASSERT_TRUE(merge(shards, run(model, tests, 1, 0, 2), error)) << error;
  EXPECT_EQ(toJson(shards), toJson(whole));
}

TEST(Suites, OfTheSpecsAreCoveredTheSameWhateverTheThreadsAndShards) {
  for (const char* name : {"access", "accounts", "list", "queue"})
    expectTheSame({}, fs::path(sourceFolder()) / "specs" / name / (name + std::string(".aunit")));
}

TEST(Suites, AreCoveredTheSameWhateverTheThreadsAndShards) {
  const fs::path suites = fs::path(sharedFolder()) / "conformance/suites";
  if (!fs::exists(suites)) GTEST_SKIP() << "no suites here";
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(suites / "models")) {
    const fs::path tests = suites / "tests" / entry.path().filename();
    if (!fs::exists(tests)) continue;
    ++count;
    expectTheSame(entry.path(), tests);
  }
  EXPECT_GT(count, 0u);
}

}  // namespace
}  // namespace aunit::coverage
