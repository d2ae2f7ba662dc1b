// Benchmark of translation and solving: families of models with increasing scopes, one stage at a time.

#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include "parser/front_end.h"
#include "solver/session/search.h"

namespace {

using namespace aunit;

std::unique_ptr<parser::Loaded> model(const std::string& text) {
  auto loaded = parser::loadText("bench.als", text);
  if (!loaded->ok()) throw std::runtime_error("the benchmark's model does not resolve");
  return loaded;
}

/// Solves the first command and reports the time of each stage.
void solve(benchmark::State& state, const parser::Loaded& loaded) {
  solver::Statistics last;
  double translate = 0;
  double search = 0;
  for (auto _ : state) {
    const solver::Result result = solver::Search(*loaded.model, solver::problemOf(*loaded.model, 0), {}).next();
    if (result.verdict == solver::Verdict::error) state.SkipWithError(result.message.c_str());
    last = result.statistics;
    translate += last.translateMs;
    search += last.solveMs;
  }
  const auto runs = static_cast<double>(state.iterations());
  state.counters["translate_ms"] = translate / runs;
  state.counters["solve_ms"] = search / runs;
  state.counters["variables"] = static_cast<double>(last.variables);
  state.counters["clauses"] = static_cast<double>(last.clauses);
}

void solve(benchmark::State& state, const std::string& text) {
  solve(state, *model(text));
}

void example(benchmark::State& state, const char* path) {
  const auto loaded = parser::load(std::string(AUNIT_SOURCE_DIR "/specs/") + path);
  if (!loaded->ok() || loaded->model->commands().empty()) return state.SkipWithError("the example does not resolve");
  solve(state, *loaded);
}
BENCHMARK_CAPTURE(example, list, "list/list.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, tree, "tree/tree.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, access, "access/access.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, accounts, "accounts/accounts.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, filesystem, "filesystem/filesystem.md")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, lights, "lights/lights.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, mutex, "mutex/mutex.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, queue, "queue/queue.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, relay, "relay/relay.als")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(example, phones, "nitpick/phones.np")->Unit(benchmark::kMillisecond);

void acyclicList(benchmark::State& state) {
  solve(state, fmt::format("sig Node {{ link: lone Node }}\nfact {{ no n: Node | n in n.^link }}\nrun {{ some n: Node | Node = "
                           "n.*link }} for exactly {} Node",
                           state.range(0)));
}
BENCHMARK(acyclicList)->DenseRange(3, 12, 3)->Unit(benchmark::kMillisecond);

void orderedStates(benchmark::State& state) {
  solve(state,
        fmt::format("open util/ordering[S]\nsig S {{ on: set L }}\nsig L {{}}\nfact {{ no first.on all s: S - last | one l: L | "
                    "s.next.on = s.on + l or s.next.on = s.on - l }}\ncheck {{ all s: S | #s.on < 6 }} for {} S, 5 L, 5 int",
                    state.range(0)));
}
BENCHMARK(orderedStates)->DenseRange(4, 16, 4)->Unit(benchmark::kMillisecond);

void tokenRing(benchmark::State& state) {
  solve(state, fmt::format("open util/ordering[P]\nsig P {{ var token: lone T }}\none sig T {{}}\nfact {{ token = first -> T\n"
                           "always some p: P | p.token = T and token' = (p = last => first else p.next) -> T }}\n"
                           "check {{ always one p: P | some p.token }} for 4 but {} steps",
                           state.range(0)));
}
BENCHMARK(tokenRing)->DenseRange(4, 16, 4)->Unit(benchmark::kMillisecond);

void subSignatureScopes(benchmark::State& state) {
  solve(state, fmt::format("abstract sig Abs {{}}\nsig A extends Abs {{}}\none sig O extends Abs {{}}\nlone sig L extends Abs "
                           "{{}}\nrun {{}} for {}",
                           state.range(0)));
}
BENCHMARK(subSignatureScopes)->RangeMultiplier(4)->Range(10, 640)->Unit(benchmark::kMillisecond);

void integerSums(benchmark::State& state) {
  solve(state,
        fmt::format(
            "sig A {{ v: one Int }}\nrun {{ (sum a: A | a.v) = 7 and all disj a, b: A | a.v != b.v }} for exactly 5 A, {} int",
            state.range(0)));
}
BENCHMARK(integerSums)->DenseRange(4, 8, 1)->Unit(benchmark::kMillisecond);

void enumeration(benchmark::State& state) {
  const auto loaded = model("sig A { r: set A } run { no a: A | a in a.^r } for 3");
  for (auto _ : state) {
    solver::Options options;
    options.enumerate = true;
    options.symmetry = 0;
    solver::Search search(*loaded->model, solver::problemOf(*loaded->model, 0), options);
    std::int64_t count = 0;
    while (search.next().verdict == solver::Verdict::satisfiable) ++count;
    state.counters["instances"] = static_cast<double>(count);
  }
}
BENCHMARK(enumeration)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
