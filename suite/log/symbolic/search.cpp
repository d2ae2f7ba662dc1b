#include "suite/log/symbolic/search.h"

#include "solver/grounding/unsupported.h"
#include "suite/log/symbolic/any_order.h"
#include "suite/log/symbolic/in_order.h"

namespace aunit::suite::log {

Found searchBySolver(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count) {
  const bool fromStart = problem.log.initially == model::noId && !problem.log.anyStart && outset.record == 0;
  for (const Condition& fact : problem.facts.first)
    if (fromStart && problem.looks(fact.formula).next.any())
      throw solver::Unsupported("a fact about the first step alone", fact.span);
  Found found;
  try {
    if (records.predecessors()) return AnyOrder(problem, records, outset, count).run();
    InOrder(problem, records, outset, count, found).run();
  } catch (const support::Exhausted& end) {
    found.outcome = Found::Outcome::undecided;
    found.why = end.what();
  }
  return found;
}

}  // namespace aunit::suite::log
