// Traces of any length against bounded search on generated temporal models, in both directions.

#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/modelcheck/prover.h"
#include "solver/search.h"
#include "tests/solver/generated_model.h"

namespace aunit::modelcheck {
namespace {

using solver::Verdict;
using solver::testing_::generateModel;
using solver::testing_::Kind;

// Every trace of these models that a formula can tell from others has a lasso this short.
constexpr int longestLasso = 7;

struct Family {
  const char* name;
  Kind kind;
  bool noOverflow;
  unsigned seeds;  // AUNIT_SEEDS asks for others
};

std::ostream& operator<<(std::ostream& out, const Family& family) {
  return out << family.name;
}

class CompleteSearch : public testing::TestWithParam<Family> {
 protected:
  void compare(unsigned seed);

  int proved_ = 0;
  int refuted_ = 0;
};

void CompleteSearch::compare(unsigned seed) {
  const std::string text = generateModel(seed, GetParam().kind);
  SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
  const auto loaded = parser::loadText("generated.als", text);
  if (!loaded->ok()) return;
  const model::Model& model = *loaded->model;
  solver::Problem problem = solver::problemOf(model, 0);
  if (!problem.temporal) return;
  problem.scope.minSteps = 1;
  problem.scope.maxSteps = longestLasso;
  solver::Options options;
  options.noOverflow = GetParam().noOverflow;
  options.threads = solver::Threads::one;
  const solver::Result bounded = solver::Search(model, problem, options).next();
  ASSERT_NE(bounded.verdict, Verdict::error) << bounded.message;

  const solver::Groundwork groundwork(model, problem, options, {});
  Prover prover(groundwork, {}, {});
  const auto proof = prover.run();
  ASSERT_EQ(bounded.verdict, proof ? Verdict::unsatisfiable : Verdict::satisfiable) << (proof ? proof->method : "a loop");
  (proof ? proved_ : refuted_) += 1;
}

TEST_P(CompleteSearch, AgreesWithBoundedSearch) {
  const char* others = std::getenv("AUNIT_SEEDS");
  const unsigned seeds = others == nullptr ? GetParam().seeds : static_cast<unsigned>(std::stoul(others));
  for (unsigned seed = 1; seed <= seeds && !HasFatalFailure(); ++seed) compare(seed);
  EXPECT_GT(proved_, static_cast<int>(seeds / 8));
  EXPECT_GT(refuted_, static_cast<int>(seeds / 8));
}

INSTANTIATE_TEST_SUITE_P(Families, CompleteSearch,
                         testing::Values(Family{"traces", Kind::traces, false, 150},
                                         Family{"tracesNoOverflow", Kind::traces, true, 60},
                                         Family{"histories", Kind::histories, false, 150}),
                         [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace aunit::modelcheck
