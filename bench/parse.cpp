// Benchmark of the parser: bytes of Alloy text per second, and the cost of the first parse of a process.
#include <string>

#include <benchmark/benchmark.h>

#include "parser/alloy/parse.h"
#include "parser/library/library.h"

namespace {

using namespace aunit;

void parseOnce(benchmark::State& state, const std::string& text) {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const model::FileId file = parser::addSource(sources, "bench.als", text, diagnostics);
  benchmark::DoNotOptimize(parser::alloy::parse(sources, file, {}, diagnostics));
  if (diagnostics.hasErrors()) state.SkipWithError("the text does not parse");
}

/// Repeats typical signatures, facts, predicates and commands until the text is long enough.
std::string modelOfSize(std::size_t bytes) {
  std::string text = "module bench\nopen util/ordering[State] as so\n\nsig State { var owner: Key -> lone Guest }\n";
  for (int i = 0; text.size() < bytes; ++i) {
    const std::string n = std::to_string(i);
    text += "\nsig Room" + n +
            " extends Room { keys: set Key, currentKey: keys one -> State }{ #keys > 0 and some currentKey }\n"
            "fact Disjoint" +
            n + " { all disj r1, r2: Room" + n +
            " | no r1.keys & r2.keys }\n"
            "fun nextKey" +
            n +
            " [k: Key, ks: set Key]: lone Key { min[k.nexts & ks] }\n"
            "-- what a guest does\n"
            "pred entry" +
            n + " [t, u: State, g: Guest, r: Room" + n +
            ", k: Key] {\n"
            "  k in g.keys.t\n"
            "  let ck = r.currentKey |\n"
            "    (k = ck.t and ck.u = ck.t) or (k = nextKey" +
            n +
            "[ck.t, r.keys] and ck.u = k)\n"
            "  noRoomChangeExcept[t, u, r] and (some r.keys => g.keys.u = g.keys.t + r->k else always no owner')\n"
            "}\n"
            "assert NoBadEntry" +
            n + " { all t: State, r: Room" + n +
            ", g: Guest, k: Key | let u = t.next, o = owner.t[r] |\n"
            "  entry" +
            n +
            "[t, u, g, r, k] and some o => g in o }\n"
            "check NoBadEntry" +
            n + " for 3 but exactly 2 Room" + n + ", 5 State expect 0\n";
  }
  return text;
}

void parseModel(benchmark::State& state) {
  const std::string text = modelOfSize(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) parseOnce(state, text);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
}

/// One iteration in a new process, since ANTLR caches its parsing decisions.
void firstParse(benchmark::State& state) {
  for (auto _ : state)
    for (const char* name : {"util/integer", "util/ordering"}) parseOnce(state, std::string(*parser::libraryModule(name)));
}

}  // namespace

BENCHMARK(firstParse)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(parseModel)->Arg(10 << 10)->Arg(100 << 10)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
