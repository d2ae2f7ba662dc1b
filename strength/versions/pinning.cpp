#include "strength/versions/pinning.h"

#include <map>

#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace aunit::strength::versions {

namespace {

/// Returns the outcome of each test, by the test's name.
std::map<std::string, suite::Outcome> outcomes(const parser::Loaded& tests, const ProofOptions& options) {
  suite::JudgeOptions how{.semantics = options.semantics, .limits = options.limits, .conflicts = false};
  suite::TestJudge judge(tests, std::move(how));
  std::map<std::string, suite::Outcome> result;
  for (const suite::TestCase& test : suite::collectTests(tests)) {
    if (options.limits.stopped()) throw support::Exhausted("stopped");
    result[test.name] = judge.judge(test).outcome;
  }
  return result;
}

}  // namespace

std::vector<PinningTest> pinningTests(const parser::Loaded& withOlder, const parser::Loaded& withNewer,
                                      const ProofOptions& options) {
  const auto before = outcomes(withOlder, options);
  std::vector<PinningTest> result;
  for (const auto& [name, now] : outcomes(withNewer, options)) {
    const auto then = before.find(name);
    if (then == before.end()) continue;
    const bool passed = then->second == suite::Outcome::passed, passes = now == suite::Outcome::passed;
    if (passed != passes) result.push_back({withNewer.sources.file(withNewer.model->modules()[0].file).path(), name, passes});
  }
  return result;
}

}  // namespace aunit::strength::versions
