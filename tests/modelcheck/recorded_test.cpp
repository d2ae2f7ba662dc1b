// Recorded verdicts of bounded searches, compared with the answers for traces of any length.

#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "parser/front_end.h"
#include "solver/session/search.h"
#include "tests/recorded.h"

namespace aunit::modelcheck {
namespace {

using solver::Result;
using solver::Verdict;

RECORDED_ANSWERS(AnyLength, "own", "shared");

constexpr int usualSteps = 10;

/// The command's answer for traces of any length; its own number of steps does not count. The limit is none, or ten minutes.
Result answerOfAnyLength(const model::Model& model, solver::Problem problem) {
  problem.scope.minSteps = -1;
  problem.scope.maxSteps = model::unboundedSteps;
  return solver::Search(model, std::move(problem), {.limits = {.seconds = 600}}).next();
}

// A bounded trace is a trace of some length. If there is no bounded trace, there may still be a longer one.
TEST_P(AnyLength, ContradictsNoRecordedVerdict) {
  if (GetParam() == std::string("shared") && std::getenv("AUNIT_ALL_RECORDED") == nullptr)
    GTEST_SKIP() << "they take minutes: scripts/nightly asks";
  std::string path;
  std::unique_ptr<parser::Loaded> loaded;
  int traces = 0, proofs = 0;
  for (const std::string& line : lines("verdicts.jsonl")) {
    const auto record = nlohmann::json::parse(line);
    const std::string verdict = record["verdict"];
    if (verdict != "SAT" && verdict != "UNSAT") continue;
    if (const std::string file = record["file"]; file != path) {
      path = file;
      loaded = parser::load((folder() / path).string());
      ASSERT_TRUE(loaded->ok()) << path;
    }
    const solver::Problem problem = solver::problemOf(*loaded->model, record["index"].get<model::CommandId>());
    if (!problem.temporal) continue;
    SCOPED_TRACE(line);
    const int steps = problem.scope.maxSteps < 0 ? usualSteps : problem.scope.maxSteps;
    const Result answer = answerOfAnyLength(*loaded->model, problem);
    if (answer.verdict == Verdict::unsatisfiable) {
      EXPECT_EQ(verdict, "UNSAT");
      EXPECT_TRUE(answer.proof);
      ++proofs;
    } else {
      ASSERT_EQ(answer.verdict, Verdict::satisfiable) << answer.message;
      EXPECT_TRUE(verdict == "SAT" || static_cast<int>(answer.instance->states.size()) > steps);
      ++traces;
    }
  }
  EXPECT_GT(traces, 0);
  EXPECT_GT(proofs, 0);
}

}  // namespace
}  // namespace aunit::modelcheck
