// Compares the number of steps of scripts with that of a random walk that meets the same goals: one table row for each model on
// the command line. The walk restarts after the maximal length of a script. The result is the median over ten seeds.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/scripts/scripts.h"

using namespace aunit;
using strength::scripts::GoalOutcome;

int main(int count, char** arguments) {
  constexpr std::size_t most = 300'000;
  std::printf("%-44s %6s %5s %11s %8s %8s %6s %8s %12s %7s\n", "model", "goals", "met", "impossible", "unknown", "scripts",
              "steps", "seconds", "random steps", "ratio");
  for (int i = 1; i < count; ++i) {
    const auto loaded = parser::load(arguments[i]);
    if (!loaded->ok() || !loaded->model->hasMutable()) continue;
    const auto begin = std::chrono::steady_clock::now();
    strength::scripts::ScriptOptions options;
    if (const auto command = strength::scripts::takeSteps(*loaded, "")) options.scope = loaded->model->commands()[*command].scope;
    const strength::scripts::Scripts scripts = strength::scripts::scriptsOf(*loaded, options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!scripts.error.empty()) continue;
    std::vector<std::size_t> walks;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
      walks.push_back(strength::scripts::randomWalk(*loaded, scripts, options, seed, options.longest, most).value_or(most));
    std::ranges::sort(walks);
    const std::size_t median = (walks[4] + walks[5]) / 2;
    std::printf("%-44s %6zu %5zu %11zu %8zu %8zu %6zu %8.2f", std::filesystem::path(arguments[i]).stem().c_str(),
                scripts.goals.size() - scripts.count(GoalOutcome::Status::notWanted), scripts.count(GoalOutcome::Status::met),
                scripts.count(GoalOutcome::Status::impossible) + scripts.count(GoalOutcome::Status::impossibleInSteps),
                scripts.count(GoalOutcome::Status::unknown), scripts.scripts.size(), scripts.steps(), seconds);
    if (median == 0)  // no goals; or facts span several steps, so that no walk is a behaviour of the model
      std::printf(" %12s\n", "-");
    else
      std::printf(" %12s %6.1f%%\n", ((median == most ? ">" : "") + std::to_string(median)).c_str(),
                  100.0 * static_cast<double>(scripts.steps()) / static_cast<double>(median));
    std::fflush(stdout);
  }
}
