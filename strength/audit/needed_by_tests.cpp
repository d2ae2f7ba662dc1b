#include "strength/audit/needed_by_tests.h"

#include <cstddef>
#include <memory>

#include "model/changes/overlay.h"
#include "suite/omission.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::strength::audit {

using namespace model;

namespace {

/// Returns the formula of the fact, or of the signature's block of facts, at this place; noId if no loaded file has the place.
ExprId saidAt(const parser::Loaded& loaded, const FactPlace& place) {
  const auto isIt = [&](Span span) {
    return span.known() && span.begin == place.span.begin && loaded.sources.file(span.file).path() == place.path;
  };
  const Model& model = *loaded.model;
  for (const Fact& fact : model.facts())
    if (isIt(fact.span)) return fact.body;
  for (const Sig& sig : model.sigs())
    if (sig.appendedFact != noId && isIt(sig.span)) return sig.appendedFact;
  return noId;
}

std::vector<suite::Outcome> outcomesOf(const parser::Loaded& loaded, const std::vector<suite::TestCase>& tests,
                                       const suite::JudgeOptions& how) {
  suite::TestJudge judge(loaded, how);
  std::vector<suite::Outcome> outcomes;
  for (const suite::TestCase& test : tests) outcomes.push_back(judge.judge(test).outcome);
  return outcomes;
}

}  // namespace

std::vector<bool> neededByTests(const parser::Loaded& tests, std::span<const FactPlace> places, const suite::JudgeOptions& how) {
  std::vector<bool> needed(places.size());
  const std::unique_ptr<parser::Loaded> own = parser::copyOf(tests);
  if (!own->ok()) return needed;
  const std::vector<suite::TestCase> cases = suite::collectTests(*own);
  if (cases.empty()) return needed;
  std::vector<suite::Outcome> before;
  Overlay overlay(*own->model);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ExprId said = saidAt(*own, places[i]);
    if (said == noId) continue;
    if (before.empty()) before = outcomesOf(*own, cases, how);
    needed[i] = !suite::leaveOut(overlay, {&said, 1}) || outcomesOf(*own, cases, how) != before;
    overlay.rollback();
  }
  return needed;
}

}  // namespace aunit::strength::audit
