// The fields of a row that journals of solved commands store.
#include "runner/solving/solve_journal.h"

#include <gtest/gtest.h>

#include "reporters/solving/rows.h"
#include "reporters/solving/rows_json.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::runner {

namespace {

/// A row in which each member differs from its default.
CommandRow fullRow() {
  CommandRow row;
  row.path = "a.als";
  row.index = 1;
  row.label = "p";
  row.text = "Check p";
  row.check = true;
  row.verdict = "UNKNOWN";
  row.answer = "none";
  row.error = "no time";
  row.expect = 0;
  row.parseMs = 0.1;
  row.translateMs = 1e-7;
  row.solveMs = 3;
  row.statistics = {4, 5, 6, 0, 0, 7};
  row.solver = "minisat";
  row.symmetry = 8;
  row.skolemDepth = 9;
  row.noOverflow = true;
  row.dialect = "Alloy 5";
  row.several = true;
  row.solutions = 10;
  row.distinct = 11;
  row.incomplete = "an end";
  row.reached = "smallest: 1 atom";
  row.sizes = {{{1, 2, 3}, true}};
  row.scope = {{"this/B", 2}, {"this/A", 1}};
  row.bound = model::unboundedSteps;
  row.proof = {"inductive invariant", 1, 2, 3, "", ""};
  row.refutation = {4, 5, 6, 7.5, "", ""};
  row.cubes = CommandRow::Cubes{1, 2, 3};
  row.core = std::vector<CommandRow::Part>{{"a.als:1:1", "some A"}};
  row.vacuous = CommandRow::VacuityDetails{"guard", "never", "a.als:2:1", {{"a.als:3:1", "no A"}}};
  row.nearest.emplace().broken.push_back({"fact F does not hold", "a.als:4:1", "some A", 2, {{"x", "A$0"}}, {}});
  row.kept = "an instance";
  row.cache = "solved";
  row.allScopes.emplace().verdict = "unknown";
  row.allScopes->place = CommandRow::Part{"a.als:5:1", "A.r"};
  row.allScopes->invariant = {"some A"};
  row.warnings = {{"redundant", "a \"warning\"", "a hint", {"a.als", 6, 1, 6, 2, {"fact"}}, true}};
  row.place = CommandRow::Part{"a.als:7:1", "one A"};
  row.why.emplace().formula = "no A";
  row.shown = {"{\"a\":1}"};
  return row;
}

std::string said(const CommandRow& row) {
  return reporters::rowJson(row, true, true) + reporters::rowText(row, true, reporters::Style(false));
}

TEST(SolveJournals, KeepAllThatIsSaidOfARow) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "journal";
  std::string warning, error;
  {
    SolveJournal journal;
    ASSERT_TRUE(journal.open(path, warning, error)) << error;
    ASSERT_TRUE(journal.add("full", 2, fullRow(), error)) << error;
    ASSERT_TRUE(journal.add("empty", 2, {}, error)) << error;
  }
  SolveJournal journal;
  ASSERT_TRUE(journal.open(path, warning, error)) << error;
  ASSERT_TRUE(journal.find("full", 2));
  EXPECT_EQ(said(*journal.find("full", 2)), said(fullRow()));
  EXPECT_EQ(said(*journal.find("empty", 0)), said({}));
  EXPECT_FALSE(journal.find("full", 3));  // 3 may be enough
  EXPECT_FALSE(journal.find("full", 0));
  EXPECT_FALSE(journal.find("another", 0));
  EXPECT_EQ(warning, "");
}

TEST(SolveJournals, PassOverTheLinesOfEarlierVersions) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "journal";
  std::string warning, error;
  for (const auto& [line, good] :
       {std::pair(R"({"digest":"d","line":{},"seconds":1,"shown":[]})", true), {R"({"digest":"d"})", false}}) {
    ASSERT_TRUE(Journal::open(path, error)->add(line, error)) << error;
    EXPECT_EQ(SolveJournal().open(path, warning, error), good) << error;
  }
  EXPECT_NE(error.find(":3: this is not a line of a journal of `aunit exec`; remove this line to use the journal"),
            std::string::npos)
      << error;
}

}  // namespace

}  // namespace aunit::runner
