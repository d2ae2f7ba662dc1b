// Benchmark of coverage: the cost of recording in addition to judging. Judges 100 tests of one model, which is loaded before the
// measurement. Argument 0: atoms per valuation. Argument 1: 0 only judges, 1 also records, 2 also stores the observed values.

#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "parser/front_end.h"
#include "suite/coverage_subject.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace {

using namespace aunit;

/// Tests whose valuations are chains of nodes; every other chain is closed to a cycle, which the predicate rejects.
std::string suite(int count, int atoms) {
  std::string text =
      "module list\nsig Node { link: set Node }\nfact PartialFunction { all n: Node | lone n.link }\n"
      "pred Acyclic { all n: Node | n !in n.^link }\n"
      "pred Connected { all disj m, n: Node | m in n.*link or n in m.*link }\n";
  for (int i = 0; i < count; ++i) {
    std::string names, nodes, links;
    for (int a = 0; a < atoms; ++a) {
      names += fmt::format("{}N{}", a == 0 ? "" : ", ", a);
      nodes += fmt::format("{}N{}", a == 0 ? "" : " + ", a);
      if (a > 0) links += fmt::format("{}N{}->N{}", a == 1 ? "" : " + ", a - 1, a);
    }
    if (i % 2 != 0) links += fmt::format(" + N{}->N0", atoms - 1);
    text += fmt::format(
        "pred test{} {{\n  some disj {}: Node {{\n    Node = {}\n    link = {}\n    Acyclic[]\n    Connected[]\n  }}\n}}\nrun "
        "test{} for {} expect {}\n",
        i, names, nodes, links, i, atoms, i % 2 == 0 ? 1 : 0);
  }
  return text;
}

void judgeAndRecord(benchmark::State& state) {
  const auto loaded = parser::loadText("suite.als", suite(100, static_cast<int>(state.range(0))));
  if (!loaded->ok()) return state.SkipWithError("the suite does not load");
  const auto tests = suite::collectTests(*loaded);
  const suite::CoverageSubject subject = suite::coverageSubject(*loaded, tests, false, state.range(1) == 2);
  suite::TestJudge judge(*loaded, {}, state.range(1) == 0 ? nullptr : &subject);
  for (auto _ : state)
    for (const suite::TestCase& test : tests)
      if (judge.judge(test).outcome != suite::Outcome::passed) return state.SkipWithError("a test does not pass");
}
BENCHMARK(judgeAndRecord)->ArgsProduct({{3, 6, 12, 24}, {0, 1, 2}})->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
