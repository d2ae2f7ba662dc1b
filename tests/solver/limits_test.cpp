// Searches can end early anywhere and be used again; inputs that cannot be represented are refused.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/sat/sat.h"
#include "solver/session/session.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

using testing::HasSubstr;

std::unique_ptr<parser::Loaded> loaded(const std::string& text) {
  auto result = tests::loaded("test.als", text);
  return result;
}

// After the budget has ended at any check, the answer is `unknown` with a reason; the session then answers the next question as
// usual.
TEST(Limits, EndASearchAnywhere) {
  constexpr int fewest = 3;  // least number of budget checks in these searches
  constexpr int most = 2000;
  const std::pair<const char*, const char*> searches[] = {
      {"portfolio", "sig A { r: set A } run { some a: A | a in a.^r } for 22"},
      {"portfolio", "sig A { r: set A } run { (all a: A | some a.^r) and no A.r and some A } for 14"},
      {"portfolio", "sig A { r: set A } run { some a: A | a in a.^r and \"a\" != \"b\" and some String } for 17"},
      {"portfolio",
       "var sig A { var r: set A } run { always (no iden & ^r and all a: A | some a.r) and eventually some A } for 4 but 2..4 "
       "steps"},
      {"cryptominisat", "sig A { r: set A } run { some a: A | a in a.^r } for 17"},
      {"cadical", "sig A { r: set A } run { some a: A | a in a.^r } for 17"},
      {"minisat", "sig A { r: set A } run { some a: A | a in a.^r } for 17"},
  };
  for (const auto& [solver, text] : searches) {
    SCOPED_TRACE(text);
    const std::vector<std::string> built = solverNames();
    if (std::ranges::find(built, solver) == built.end()) continue;
    const auto source = loaded(text);
    Problem problem = problemOf(*source->model, 0);
    const model::ExprId goal = problem.formula;
    problem.formula = model::noId;
    const Options options{.solver = solver, .enumerate = true, .threads = Threads::one};
    Session whole(*source->model, problem, options);
    const Verdict verdict = whole.ask({{goal}}).verdict;
    int place = 0;
    for (; place < most; ++place) {
      Session session(*source->model, problem, options);
      const Result result = session.ask({{goal}}, support::Budget().endingAt(place));
      if (result.verdict == verdict) break;
      ASSERT_EQ(result.verdict, Verdict::unknown) << place << ": " << result.message;
      ASSERT_FALSE(result.instance) << place;
      ASSERT_THAT(result.message, testing::StartsWith("no question left")) << place;
      ASSERT_EQ(session.ask({{goal}}).verdict, verdict) << place;
    }
    EXPECT_GE(place, fewest);
    EXPECT_LT(place, most);
  }
}

TEST(Limits, RefuseWhatCannotBeRepresented) {
  const auto refused = [](const std::string& text) {
    const auto source = loaded(text);
    const Result result = Session(*source->model, problemOf(*source->model, 0), {}).next();
    EXPECT_EQ(result.verdict, Verdict::error) << text;
    return result.message;
  };
  EXPECT_THAT(refused("sig A {} sig B {} run {} for exactly 2000000000 A, exactly 2000000000 B"), HasSubstr("universe"));
  EXPECT_THAT(refused("sig A {} run { some x: A->A->A->A->A | some x } for 60"), HasSubstr("tuples"));
  EXPECT_THAT(refused("sig A {} run { all y: A | some x: A->A->A->A->A | y in x.A.A.A.A } for 60"), HasSubstr("tuples"));
}

}  // namespace
}  // namespace aunit::solver
