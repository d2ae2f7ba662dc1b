#include "suite/log/symbolic/search.h"

#include <optional>

#include "solver/unsupported.h"
#include "suite/log/symbolic/chain.h"
#include "suite/log/symbolic/window.h"

namespace aunit::suite::log {

SearchResult searchBySolver(const LogProblem& problem, Records& records, const SearchStart& outset, std::size_t count) {
  const bool fromStart = problem.log.initially == model::noId && !problem.log.anyStart && outset.record == 0;
  for (const Condition& fact : problem.facts.first)
    if (fromStart && problem.looks(fact.formula).next.any())
      throw solver::Unsupported("the SAT solver cannot handle a fact that restricts only the first step", fact.span);
  SearchResult found;
  try {
    Chain(problem, records, outset, count, found).run();
  } catch (const support::Exhausted& end) {
    found.outcome = SearchResult::Outcome::undecided;
    found.why = end.what();
  }
  // The solver explains the records at the first places. If the order of the records is open, these need not be the first records
  // of the log, so a partial result says nothing about the beginning of the log.
  if (records.predecessors() && found.outcome != SearchResult::Outcome::fits) {
    found.explained = 0;
    found.path.clear();
    found.states.clear();
  }
  return found;
}

SearchResult searchLoopBySolver(const LogProblem& problem, Records& records, const SearchStart& outset, std::size_t count,
                                std::size_t loop, std::vector<PathStep> beginning) {
  if (records.predecessors())
    throw solver::Unsupported("a `loop` cannot be judged if the lines can have several orders", problem.log.span);
  if (problem.log.hiddenSteps > 0)
    throw solver::Unsupported("the SAT solver cannot handle a loop if some steps are not logged", problem.log.span);
  SearchResult found;
  try {
    const Places places(problem, records, count, false);
    const bool firstIsState = beginsWithState(problem, outset);
    solver::Beginning::Loop states;
    std::optional<int> target;
    for (std::size_t explained = firstIsState ? 1 : 0;; ++explained) {
      if (explained == loop) target = states.states - 1;
      if (explained >= count) break;
      states.states += static_cast<int>(places.record(explained).later.size()) + 1;
    }
    found.outcome = SearchResult::Outcome::doesNotFit;
    found.explained = count;
    found.path = std::move(beginning);
    found.states = {found.path.back().state};
    if (!target) return found;
    states.target = *target;
    Window window(problem, places, outset, states);
    if (firstIsState) window.beginAt(places.record(0));
    for (std::size_t place = window.first(); place < count; ++place) window.add({place});
    window.close();
    const std::size_t all = window.end() - window.first();
    if (!window.explains(nullptr, all)) return found;
    found.path.clear();
    PathStep root;
    root.state = window.firstState();
    if (firstIsState) root.record = 0;
    found.path.push_back(root);
    for (PathStep& step : window.path(all, root.state)) found.path.push_back(std::move(step));
    found.states = {found.path.back().state};
    found.outcome = SearchResult::Outcome::fits;
  } catch (const support::Exhausted& end) {
    found.outcome = SearchResult::Outcome::undecided;
    found.why = end.what();
  }
  return found;
}

}  // namespace aunit::suite::log
