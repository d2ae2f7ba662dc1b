#include <gtest/gtest.h>

#include "reporters/run/json.h"
#include "reporters/run/junit.h"
#include "runner/files/discovery.h"
#include "runner/kept_results.h"
#include "runner/runner.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::runner {

namespace {

class NullRunListener : public runner::Listener {
 public:
  void started(std::size_t, std::size_t) override {}
  void running(const std::string&, const std::string&, std::size_t) override {}
  void finished(const suite::TestResult&) override {}
};

runner::RunResult judged(const std::string& suite, bool allScopes) {
  const test::TemporaryFolder folder;
  folder.write("list.als", R"(sig Node { link: set Node }
fact PartialFunction { all n: Node | lone n.link }
pred Never { some Node and no Node }
assert NoLoop { no iden & link }
assert Lone { all n: Node | lone n.link }
check Lone for 2
)");
  folder.write("list.aunit", suite);
  runner::RunOptions options{.vacuity = true};
  if (allScopes) options.allScopes = 1;
  runner::Run run(options);
  run.load(runner::discover({folder.path()}));
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < run.candidates().size(); ++i) all.push_back(i);
  NullRunListener nobody;
  return run.judge(all, nobody);
}

/// Every kind of report on a run, as one text.
std::string reported(const runner::RunResult& run) {
  return reporters::json(run) + reporters::junit(run);
}

constexpr const char* tests = R"(open list
val beta { Node = N0 + N1   link = N1->N0 }
val nu { Node = N0 + N1   link = N0->N1 + N0->N0 }
val part { N0 + N1 in Node   N0->N1 + N0->N0 in link }
test "passes" @fast { beta valid }
test "fails, and why" { nu valid }
test "two sides" { beta gives N1.link = N1 }
test "several" { beta valid   nu valid   beta gives N0.link = N1 }
test "cannot be completed" { part valid }
test "skipped" skip "later" { beta valid }
test "known to fail" xfail "a bug" { nu valid }
test "in error" { beta gives N9.link = N0 }
test "no instance" { run Never expect 1 }
test "counterexample" { check NoLoop expect 0 }
test "for nothing" { check { Never implies no Node } expect 0 }
)";

}  // namespace

TEST(KeptResults, NothingThatIsReportedIsLost) {
  runner::RunResult run = judged(tests, false);
  ASSERT_GT(run.tests.size(), 5u);
  const std::string before = reported(run);
  run.tests = resultsOfText(textOfResults(run.tests));
  EXPECT_EQ(reported(run), before);
}

TEST(KeptResults, AnswersForAllScopesAreKept) {
  runner::RunResult run = judged("open list\ntest \"holds\" { check Lone for 2 expect 0 }\n", true);
  ASSERT_TRUE(run.tests.at(0).allScopes || run.tests.at(0).statements.at(0).allScopes);
  const std::string before = reported(run);
  run.tests = resultsOfText(textOfResults(run.tests));
  EXPECT_EQ(reported(run), before);
}

TEST(KeptResults, OtherTextsAreNone) {
  for (const char* text : {"", "[", "{}", "3", "[{}]", "[{\"file\":3}]"}) EXPECT_TRUE(resultsOfText(text).empty()) << text;
}

}  // namespace aunit::runner
