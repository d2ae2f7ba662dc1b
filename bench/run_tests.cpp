// Benchmark of predicate tests from source text to verdict, on one core: parse, resolve, read the valuations, judge.

#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "parser/front_end.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace {

using namespace aunit;

/// The list model with `count` tests of one to three nodes, half of them acyclic.
std::string suite(int count) {
  std::string text =
      "module list\nsig Node { link: set Node }\nfact PartialFunction { all n: Node | lone n.link }\n"
      "pred Acyclic { all n: Node | n !in n.^link }\n";
  for (int i = 0; i < count; ++i) {
    const char* link = i % 2 == 0 ? "N0->N1 + N1->N2" : "N0->N1 + N1->N2 + N2->N0";
    text += fmt::format(
        "pred test{} {{\n  some disj N0, N1, N2: Node {{\n    Node = N0 + N1 + N2\n    link = {}\n    Acyclic[]\n  }}\n}}\n"
        "run test{} for 3 expect {}\n",
        i, link, i, i % 2 == 0 ? 1 : 0);
  }
  return text;
}

void fromTextToVerdict(benchmark::State& state) {
  const std::string text = suite(static_cast<int>(state.range(0)));
  std::int64_t judged = 0;
  for (auto _ : state) {
    const auto loaded = parser::loadText("suite.als", text);
    if (!loaded->ok()) return state.SkipWithError("the suite does not load");
    suite::TestJudge judge(*loaded, {});
    for (const suite::TestCase& test : suite::collectTests(*loaded)) {
      if (judge.judge(test).outcome != suite::Outcome::passed) return state.SkipWithError("a test does not pass");
      ++judged;
    }
  }
  state.counters["tests/s"] = benchmark::Counter(static_cast<double>(judged), benchmark::Counter::kIsRate);
}
BENCHMARK(fromTextToVerdict)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
