// Two engines against each other on generated models: the solver enumerates the instances that the evaluator accepts, whatever
// the settings.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generated_model.h"
#include "parser/front_end.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using testing_::allInstances;
using testing_::generateModel;
using testing_::Kind;
using testing_::Posed;
using testing_::written;

struct Settings {
  const char* name;
  Options options;
};

std::vector<Settings> settings() {
  std::vector<Settings> all;
  Options options{.threads = Threads::one};
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
  options.threads = Threads::race;
  options.solver = "portfolio";
  all.push_back({"portfolio", options});
  options.core = true;
  all.push_back({"cores", options});
  return all;
}

struct Family {
  const char* name;
  Kind kind;
  bool noOverflow;
  unsigned seeds;  // as many as there is time for in every run; the environment variable AUNIT_SEEDS asks for others
  int used;        // so many of them at least must be models, and small enough
};

std::ostream& operator<<(std::ostream& out, const Family& family) {
  return out << family.name;
}

int statesOf(Kind kind) {
  return kind == Kind::histories ? 3 : kind == Kind::traces ? 2 : 1;
}

class GeneratedModels : public testing::TestWithParam<Family> {
 protected:
  void compare(const Posed& one, unsigned seed);

  int used_ = 0;
  int satisfiable_ = 0;
};

void GeneratedModels::compare(const Posed& one, unsigned seed) {
  const auto [name, kind, noOverflow, seeds, least] = GetParam();
  const model::Model& model = one.model();
  const Problem& problem = one.problem;
  if (problem.temporal != (statesOf(kind) > 1)) return;  // nothing variable came out
  const std::set<std::string> expected = allInstances(model, problem, statesOf(kind), noOverflow);
  if (expected.count("too many") != 0) return;
  ++used_;
  satisfiable_ += expected.empty() ? 0 : 1;

  for (Settings& s : settings()) {
    SCOPED_TRACE(s.name);
    s.options.semantics.noOverflow = noOverflow;
    s.options.refute = seed % 4 == 0;
    const Result result = Search(model, problem, s.options).next();
    ASSERT_EQ(result.verdict, expected.empty() ? Verdict::unsatisfiable : Verdict::satisfiable) << result.message;
    ASSERT_EQ(result.refutation.has_value(), s.options.refute && expected.empty());
    if (result.instance) {
      ASSERT_TRUE(expected.count(written(model, *result.instance)) != 0);
    }
  }
  const Options options{.symmetry = 0, .semantics = {.noOverflow = noOverflow}, .enumerate = true, .threads = Threads::one};
  Search search(model, problem, options);
  std::set<std::string> enumerated;
  for (Result r = search.next(); r.verdict == Verdict::satisfiable; r = search.next())
    enumerated.insert(written(model, *r.instance));
  ASSERT_EQ(enumerated, expected);
}

TEST_P(GeneratedModels, HaveTheInstancesThatEvaluationAccepts) {
  const unsigned seeds = tests::seedsOr(GetParam().seeds);
  forEachGenerated(seeds, GetParam().kind, [&](const Posed& one, unsigned seed) { compare(one, seed); });
  if (seeds < GetParam().seeds) return;
  EXPECT_GT(used_, GetParam().used);
  EXPECT_GT(satisfiable_, used_ / 5);
  EXPECT_LT(satisfiable_, used_);
}

INSTANTIATE_TEST_SUITE_P(Families, GeneratedModels,
                         testing::Values(Family{"relations", Kind::relations, false, 250, 100},
                                         Family{"relationsNoOverflow", Kind::relations, true, 120, 50},
                                         Family{"traces", Kind::traces, false, 400, 30},
                                         Family{"tracesNoOverflow", Kind::traces, true, 200, 15},
                                         Family{"histories", Kind::histories, false, 60, 30},
                                         Family{"integers", Kind::integers, false, 200, 100},
                                         Family{"integersNoOverflow", Kind::integers, true, 300, 150},
                                         Family{"sequences", Kind::sequences, false, 100, 50},
                                         Family{"sequencesNoOverflow", Kind::sequences, true, 100, 50},
                                         Family{"orders", Kind::orders, false, 100, 50}),
                         [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace aunit::solver
