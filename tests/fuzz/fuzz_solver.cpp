// For the first command of any small model, two solvers give the same verdict, with any skolemisation and symmetry breaking. The
// search itself checks each instance by evaluation ("internal error" if it does not hold). Scopes are reduced so that an input
// takes milliseconds.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "parser/front_end.h"
#include "solver/session/search.h"

using namespace aunit;

namespace {

void cut(model::Scope& scope) {
  scope.overall = scope.overall < 0 ? 2 : std::min(scope.overall, 2);
  scope.bitwidth = scope.bitwidth < 0 ? 2 : std::min(scope.bitwidth, 3);
  scope.maxSequence = std::min(scope.maxSequence, 2);
  scope.minSteps = std::min(scope.minSteps, 2);
  scope.maxSteps = scope.maxSteps < 0 ? 2 : std::min(scope.maxSteps, 3);
  for (model::SigScope& entry : scope.sigs) entry.start = entry.end = std::min(entry.start, 2);
}

solver::Verdict solve(const model::Model& model, const solver::Problem& problem, const char* name, int symmetry,
                      int skolemDepth) {
  const solver::Options options{.solver = name,
                                .symmetry = symmetry,
                                .skolemDepth = skolemDepth,
                                .limits = {.seconds = 2},
                                .threads = solver::Threads::one};
  solver::Search search(model, problem, options);
  const solver::Result result = search.next();
  if (result.message.find("internal error") != std::string::npos) std::abort();
  return result.verdict;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 2000) return 0;
  const parser::LoadOptions options{.readFile = [](const std::string&) { return std::optional<std::string>(); }};
  const auto loaded = parser::loadText("fuzz.als", std::string(reinterpret_cast<const char*>(data), size), options);
  if (!loaded->ok() || loaded->model->commands().empty()) return 0;
  solver::Problem problem = solver::problemOf(*loaded->model, 0);
  cut(problem.scope);
  const auto decided = [](solver::Verdict v) { return v == solver::Verdict::satisfiable || v == solver::Verdict::unsatisfiable; };
  const solver::Verdict one = solve(*loaded->model, problem, "minisat", 0, 0);
  const solver::Verdict other = solve(*loaded->model, problem, "cadical", 20, 2);
  if (decided(one) && decided(other) && one != other) std::abort();
  return 0;
}
