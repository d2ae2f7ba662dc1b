#include "suite/instance_count.h"

#include <utility>

#include <fmt/format.h>

#include "solver/session/search.h"
#include "suite/trouble.h"
#include "support/budget.h"
#include "support/plural.h"

namespace aunit::suite {

namespace {

struct CountedInstances {
  std::uint32_t found = 0;                  // counting stops at one more than the test expects
  std::optional<model::Instance> instance;  // the first instance
  solver::Result last;  // the last answer; if `error` or `unknown`, there may be more instances, and its message says why
};

CountedInstances count(const model::Model& model, model::CommandId command, const model::InstanceCount& wanted,
                       solver::Options options) {
  solver::Problem problem = solver::problemOf(model, command);
  CountedInstances result;
  if (problem.scope.maxSteps == model::unboundedSteps) {
    result.last.verdict = solver::Verdict::error;
    result.last.message =
        "the length of traces is unbounded, so there may be infinitely many instances: give `steps` an upper bound";
    return result;
  }
  options.enumerate = true;
  if (!wanted.upToSymmetry) options.symmetry = 0;
  const support::Budget budget(options.limits);
  solver::Search search(model, std::move(problem), options);
  do {
    result.last = search.next(budget);
    if (result.last.verdict != solver::Verdict::satisfiable) break;
    if (++result.found == 1) result.instance = std::move(result.last.instance);
  } while (result.found <= wanted.number);
  return result;
}

}  // namespace

std::optional<model::Instance> judgeInstances(const parser::Loaded& loaded, const TestCase& test, solver::Options options,
                                              TestResult& result) {
  const std::uint32_t wanted = test.test.instances->number;
  CountedInstances counted = count(*loaded.model, test.test.command, *test.test.instances, std::move(options));
  const std::string_view what = loaded.model->commands()[test.test.command].check ? "counterexample" : "instance";
  const auto some = [&](std::uint32_t number) { return support::plural(number, what); };
  const solver::Result& last = counted.last;
  if (last.verdict == solver::Verdict::error || last.verdict == solver::Verdict::unknown) {
    const std::string found =
        last.verdict == solver::Verdict::unknown ? fmt::format(" (found {} by then)", some(counted.found)) : "";
    fail(result, troubleAt(last.span.known() ? last.span : test.test.span, last.message + found, loaded.sources));
    return std::nullopt;
  }
  result.engine = Engine::solved;
  if (counted.found != wanted) {
    result.outcome = Outcome::failed;
    result.message = counted.found > wanted ? fmt::format("found more than {}, expected {}", some(wanted), wanted)
                                            : fmt::format("found {}, expected {}", some(counted.found), wanted);
  }
  return std::move(counted.instance);
}

}  // namespace aunit::suite
