#include "suite/log/symbolic/search.h"

#include "solver/grounding/unsupported.h"
#include "suite/log/symbolic/chain.h"

namespace aunit::suite::log {

Found searchBySolver(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count) {
  const bool fromStart = problem.log.initially == model::noId && !problem.log.anyStart && outset.record == 0;
  for (const Condition& fact : problem.facts.first)
    if (fromStart && problem.looks(fact.formula).next.any())
      throw solver::Unsupported("a fact about the first step alone", fact.span);
  Found found;
  try {
    Chain(problem, records, outset, count, found).run();
  } catch (const support::Exhausted& end) {
    found.outcome = Found::Outcome::undecided;
    found.why = end.what();
  }
  if (records.predecessors() && found.outcome != Found::Outcome::fits) {  // some places are explained, not the first records
    found.explained = 0;
    found.path.clear();
    found.states.clear();
  }
  return found;
}

}  // namespace aunit::suite::log
