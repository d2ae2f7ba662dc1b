// Benchmark of mutation testing, from source text to the whole matrix of mutants and tests: parses, makes mutants, and judges
// each test on each mutant.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "parser/front_end.h"
#include "strength/mutation/campaign.h"

namespace {

using namespace aunit;

struct Counted {
  std::size_t mutants = 0, cells = 0, survivors = 0;
};

/// Judges every cell of one file's matrix; if `prove`, also asks the solver which survivors are equivalent.
Counted matrix(parser::Loaded& loaded, const strength::CampaignOptions& options, bool prove) {
  strength::Campaign campaign(loaded, options);
  Counted counted;
  counted.mutants = campaign.mutants().size();
  counted.cells = counted.mutants * campaign.judgeOf().tests().size();
  for (std::size_t i = 0; i < campaign.mutants().size(); ++i) {
    strength::MutantResult result;
    campaign.judge(i, result, std::size_t(-1));  // finds all tests that kill it
    if (!strength::isSurvivor(result)) continue;
    ++counted.survivors;
    if (!prove) continue;
    result = campaign.describe(i);
    result.fate = strength::Fate::survived;
    campaign.prove(i, result);
  }
  return counted;
}

void report(benchmark::State& state, const Counted& counted) {
  state.counters["mutants"] = static_cast<double>(counted.mutants);
  state.counters["cells"] = static_cast<double>(counted.cells);
  state.counters["survivors"] = static_cast<double>(counted.survivors);
}

/// MuAlloy's thirteen models with its test suites, if they are installed.
void publicSuites(benchmark::State& state) {
  const std::string folder = std::string(AUNIT_SOURCE_DIR "/../shared/conformance/suites");
  if (!std::filesystem::exists(folder)) return state.SkipWithError("the public suites are not installed");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/tests"))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  strength::CampaignOptions options;
  options.operators = strength::OperatorSet::mualloy;
  options.semantics.noOverflow = true;
  Counted all;
  for (auto _ : state) {
    all = {};
    for (const std::string& name : names) {
      parser::LoadOptions how;
      how.alloy5 = true;
      how.modelPath = folder + "/models/" + name;
      const auto loaded = parser::load(folder + "/tests/" + name, how);
      if (!loaded->ok()) return state.SkipWithError("a suite does not resolve");
      const Counted one = matrix(*loaded, options, state.range(0) != 0);
      all.mutants += one.mutants;
      all.cells += one.cells;
      all.survivors += one.survivors;
    }
  }
  report(state, all);
}
BENCHMARK(publicSuites)->ArgName("proofs")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// A model of about a hundred lines with about a thousand mutants, and 200 tests.
std::string largeModel() {
  std::string text = "sig Node { a, b, c: set Node }\nsig Leaf extends Node { weight: set Leaf }\n";
  for (int i = 0; i < 24; ++i) {
    const char* field = i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : "c";
    text += fmt::format(
        "pred p{0} {{\n  all n: Node | n.{1} in n.^(a + b) and some m: Node | m in n.{1} + n.c implies n !in m.*{1}\n"
        "  no n: Leaf | n in n.^{1} & n.weight\n}}\n",
        i, field);
  }
  for (int i = 0; i < 200; ++i)
    text += fmt::format(
        "val v{0} {{ Node = N0 + N1 + N2 + L0  Leaf = L0  a = N{1}->N{2}  b = N{2}->L0  c = L0->N{1} }}\n"
        "test \"t{0}\" {{ v{0} gives p{3} iff p{3} }}\n",
        i, i % 3, (i + 1) % 3, i % 24);
  return text;
}

void largeSuite(benchmark::State& state) {
  const std::string text = largeModel();
  Counted counted;
  for (auto _ : state) {
    const auto loaded = parser::loadText("large.aunit", text);
    if (!loaded->ok()) return state.SkipWithError("the model does not resolve");
    counted = matrix(*loaded, {}, false);
  }
  report(state, counted);
}
BENCHMARK(largeSuite)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
