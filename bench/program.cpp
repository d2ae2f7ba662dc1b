// Benchmark of the reachability engine: states per second, on programs with five processes.
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "parser/program/parse.h"
#include "parser/source_text.h"
#include "solver/reachability/reachability.h"

namespace {

using namespace aunit;

/// An example with its `const N = 3` increased.
std::unique_ptr<model::program::Program> withProcesses(const std::string& name, int processes) {
  std::ifstream in(std::string(AUNIT_SOURCE_DIR) + "/specs/programs/" + name);
  std::ostringstream text;
  text << in.rdbuf();
  std::string program = text.str();
  const std::string declaration = "const N = 3";
  program.replace(program.find(declaration), declaration.size(), "const N = " + std::to_string(processes));
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  parser::UseCollector uses;
  auto parsed = parser::program::parse(sources, parser::addSource(sources, name, program, diagnostics), diagnostics, uses);
  if (!parsed) throw std::runtime_error(name);
  return parsed;
}

void explore(benchmark::State& state, const std::string& name) {
  const auto program = withProcesses(name, 5);
  reachability::Options options;
  options.jobs = static_cast<int>(state.range(0));
  std::uint64_t states = 0, bytes = 0;
  for (auto _ : state) {
    const reachability::Report report = reachability::explore(*program, options);
    states += report.statistics.states;
    bytes = report.statistics.bytes / report.statistics.states;
  }
  state.counters["states"] = benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
  state.counters["bytes_per_state"] = static_cast<double>(bytes);
}

}  // namespace

BENCHMARK_CAPTURE(explore, filter_lock, "filter_lock.prog")->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(explore, filter_lock_real_time, "filter_lock.prog")->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(explore, philosophers, "philosophers.prog")->Arg(1)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
