// Two engines against each other on generated models: what the solver enumerates is what the evaluator accepts, whatever the settings.

#include <gtest/gtest.h>

#include "generated_model.h"
#include "parser/front_end.h"

namespace aunit::solver {
namespace {

using testing_::allInstances;
using testing_::generateModel;
using testing_::written;

struct Settings {
  const char* name;
  Options options;
};

std::vector<Settings> settings() {
  std::vector<Settings> all;
  Options options;
  options.threads = false;
  all.push_back({"default", options});
  options.symmetry = 0;
  all.push_back({"no symmetry breaking", options});
  options.skolemDepth = 2;
  all.push_back({"skolem functions", options});
  options.symmetry = 20;
  options.solver = "cadical";
  all.push_back({"cadical", options});
  options.solver = "minisat";
  options.skolemDepth = 0;
  all.push_back({"minisat", options});
  options.threads = true;
  options.solver = "portfolio";
  all.push_back({"portfolio", options});
  options.core = true;
  all.push_back({"cores", options});
  return all;
}

void compare(unsigned seed, bool variable, bool noOverflow, int& used, int& satisfiable) {
  const std::string text = generateModel(seed, variable);
  SCOPED_TRACE(text);
  const auto loaded = parser::loadText("generated.als", text);
  if (!loaded->ok()) return;  // a name or type that does not fit; most models do
  const model::Model& model = *loaded->model;
  const Problem problem = problemOf(model, 0);
  if (problem.temporal != variable) return;  // nothing variable came out
  const std::set<std::string> expected = allInstances(model, problem, variable ? 2 : 1, noOverflow);
  if (expected.count("too many") != 0) return;
  ++used;
  satisfiable += expected.empty() ? 0 : 1;

  for (Settings& s : settings()) {
    SCOPED_TRACE(s.name);
    s.options.noOverflow = noOverflow;
    const Result result = Search(model, problem, s.options).next();
    ASSERT_EQ(result.verdict, expected.empty() ? Verdict::unsatisfiable : Verdict::satisfiable) << result.message;
    if (result.instance) {
      ASSERT_TRUE(expected.count(written(model, *result.instance)) != 0);
    }
  }
  Options options;
  options.symmetry = 0;
  options.enumerate = true;
  options.threads = false;
  Search search(model, problem, options);
  std::set<std::string> enumerated;
  for (Result r = search.next(); r.verdict == Verdict::satisfiable; r = search.next()) enumerated.insert(written(model, *r.instance));
  if (!noOverflow) {
    ASSERT_EQ(enumerated, expected);
  }
}

TEST(GeneratedModels, HaveTheInstancesThatEvaluationAccepts) {
  int used = 0;
  int satisfiable = 0;
  for (unsigned seed = 1; seed <= 250 && !HasFatalFailure(); ++seed) compare(seed, false, false, used, satisfiable);
  EXPECT_GT(used, 100);
  EXPECT_GT(satisfiable, used / 5);
  EXPECT_LT(satisfiable, used);
}

TEST(GeneratedModels, HaveTheTracesThatEvaluationAccepts) {
  int used = 0;
  int satisfiable = 0;
  for (unsigned seed = 1; seed <= 400 && !HasFatalFailure(); ++seed) compare(seed, true, false, used, satisfiable);
  EXPECT_GT(used, 30);
  EXPECT_GT(satisfiable, used / 5);
  EXPECT_LT(satisfiable, used);
}

}  // namespace
}  // namespace aunit::solver
