// Two engines compared on generated models: with any options, the solver enumerates exactly the instances that the evaluator
// accepts.

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "generated_model.h"
#include "parser/front_end.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using testing_::allInstances;
using testing_::forEachValuation;
using testing_::generateModel;
using testing_::Kind;
using testing_::PosedProblem;
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
  unsigned seeds;  // default number; AUNIT_SEEDS overrides it
  int used;        // least number of seeds that must give models of usable size
};

std::ostream& operator<<(std::ostream& out, const Family& family) {
  return out << family.name;
}

int statesOf(Kind kind) {
  return kind == Kind::histories ? 3 : kind == Kind::traces ? 2 : 1;
}

class GeneratedModels : public testing::TestWithParam<Family> {
 protected:
  void compare(const PosedProblem& one, unsigned seed);
  void compareCore(const PosedProblem& one);

  int used_ = 0;
  int satisfiable_ = 0;
  int cores_ = 0;
};

void GeneratedModels::compare(const PosedProblem& one, unsigned seed) {
  const auto [name, kind, noOverflow, seeds, least] = GetParam();
  const model::Model& model = one.model();
  const Problem& problem = one.problem;
  if (problem.temporal != (statesOf(kind) > 1)) return;  // no `var` declaration was generated
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
  if (expected.empty() && seed % 3 == 0) compareCore(one);
  const Options options{.symmetry = 0, .semantics = {.noOverflow = noOverflow}, .enumerate = true, .threads = Threads::one};
  Search search(model, problem, options);
  std::set<std::string> enumerated;
  for (Result r = search.next(); r.verdict == Verdict::satisfiable; r = search.next())
    enumerated.insert(written(model, *r.instance));
  ASSERT_EQ(enumerated, expected);
}

/// No valuation satisfies all constraints of the core; without any one of them, some valuation satisfies the others. If the core
/// has only a part of a constraint, others may be needed although the whole constraint contradicts itself.
void GeneratedModels::compareCore(const PosedProblem& one) {
  const bool noOverflow = GetParam().noOverflow;
  const Options options{.semantics = {.noOverflow = noOverflow}, .core = true};
  const Result result = Search(one.model(), one.problem, options).next();
  ASSERT_EQ(result.verdict, Verdict::unsatisfiable);
  ASSERT_TRUE(result.coreIsMinimal);
  struct Part {
    model::ExprId formula;
    bool isWhole = false;  // whether the core has the whole constraint rather than a part
    bool isNeeded = false;
  };
  std::vector<Part> parts;
  const std::vector<Conjunct> conjuncts = conjunctsOf(one.model(), one.problem);
  for (const Conjunct& c : conjuncts) {
    const auto isOf = [&](model::Span span) { return model::contains(c.span, span); };
    if (c.span.known() && std::ranges::none_of(result.core, isOf)) continue;
    const bool isOnly = std::ranges::count(conjuncts, c.span, &Conjunct::span) == 1;  // a declaration may have several conjuncts
    parts.push_back({c.formula, isOnly && std::ranges::count(result.core, c.span) == 1});
  }
  evaluator::Evaluator evaluator(one.model(), {.semantics = {.noOverflow = noOverflow}});
  forEachValuation(one.model(), one.problem, statesOf(GetParam().kind), [&](const model::Instance& instance) {
    evaluator.bind(instance);
    Part* broken = nullptr;
    for (Part& part : parts) {
      if (evaluator.holds(part.formula)) continue;
      if (broken) return;
      broken = &part;
    }
    ASSERT_TRUE(broken) << written(one.model(), instance);
    broken->isNeeded = true;
  });
  const bool hasPart = std::ranges::any_of(
      result.core, [&](model::Span span) { return std::ranges::find(conjuncts, span, &Conjunct::span) == conjuncts.end(); });
  for (const Part& part : parts) {
    const model::Span span = one.model().expr(part.formula).span;
    EXPECT_TRUE(part.isNeeded || !part.isWhole || hasPart) << one.loaded->sources.text(span);
  }
  ++cores_;
}

TEST_P(GeneratedModels, HaveTheInstancesThatEvaluationAccepts) {
  const unsigned seeds = tests::seedsOr(GetParam().seeds);
  forEachGenerated(seeds, GetParam().kind, [&](const PosedProblem& one, unsigned seed) { compare(one, seed); });
  if (seeds < GetParam().seeds) return;
  EXPECT_GT(used_, GetParam().used);
  EXPECT_GT(satisfiable_, used_ / 5);
  EXPECT_GT(cores_, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Families, GeneratedModels,
    testing::Values(
        Family{"relations", Kind::relations, false, 250, 100}, Family{"relationsNoOverflow", Kind::relations, true, 120, 50},
        Family{"traces", Kind::traces, false, 400, 30}, Family{"tracesNoOverflow", Kind::traces, true, 200, 15},
        Family{"histories", Kind::histories, false, 60, 30}, Family{"integers", Kind::integers, false, 200, 100},
        Family{"integersNoOverflow", Kind::integers, true, 300, 150}, Family{"functions", Kind::functions, false, 300, 150},
        Family{"functionsNoOverflow", Kind::functions, true, 150, 70}, Family{"sequences", Kind::sequences, false, 100, 50},
        Family{"sequencesNoOverflow", Kind::sequences, true, 100, 50}, Family{"orders", Kind::orders, false, 100, 50},
        Family{"strings", Kind::strings, false, 60, 20}, Family{"enums", Kind::enums, false, 120, 40}),
    [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace aunit::solver
