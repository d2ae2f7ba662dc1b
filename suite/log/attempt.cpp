#include "suite/log/attempt.h"

#include <functional>
#include <utility>

#include "solver/unsupported.h"
#include "suite/log/symbolic/search.h"

namespace aunit::suite::log {

namespace {

constexpr double secondsStuck = 2;    // CPU seconds without another explained line, after which the SAT solver is called
constexpr double solversShare = 0.6;  // part of the remaining time that the SAT solver may use if another search follows

/// For several files: finds the largest n for which the first n merged records are explained in some order. Searches by
/// bisection.
SearchResult longestExplained(const std::function<SearchResult(std::size_t)>& explain, std::size_t count,
                              const SearchResult& whole) {
  std::size_t good = 0, bad = count;
  if (const std::vector<bool>& known = whole.beginnings; !known.empty()) {
    for (std::size_t most = 0; most < known.size(); ++most)
      if (known[most]) good = most;
    bad = good + 1;
  }
  while (good + 1 < bad) {
    const std::size_t middle = good + (bad - good) / 2;
    SearchResult found = explain(middle);
    if (found.outcome == SearchResult::Outcome::undecided) return found;
    if (found.outcome == SearchResult::Outcome::fits) {
      good = middle;
    } else {
      bad = middle;
    }
  }
  SearchResult last = explain(good);
  last.outcome = SearchResult::Outcome::doesNotFit;
  last.explained = good;
  last.part = 0;
  return last;
}

}  // namespace

Attempt::Attempt(const AttemptInputs& all, const model::Instance& startFrame, Facts factsOfStart, std::vector<Values> states,
                 LogAtoms names)
    : inputs(all),
      frame(startFrame),
      facts(std::move(factsOfStart)),
      first(std::move(states)),
      atoms(std::move(names)),
      mapping(inputs.subject, inputs.log, inputs.numbers, frame, atoms, inputs.options.budget),
      successors(inputs.subject.model, inputs.numbers, inputs.looks, frame, facts, inputs.options.evaluation,
                 inputs.options.budget),
      search(inputs.subject.model, inputs.log, inputs.numbers, frame, successors, mapping, inputs.options.budget),
      continuation(inputs.subject.model, inputs.numbers, inputs.looks, frame, facts, inputs.options.evaluation,
                   inputs.options.budget),
      paths(inputs.subject.model, inputs.numbers, frame, facts, inputs.options) {}

SearchResult Attempt::explain() {
  if (loop) search.accept([&](const std::vector<const PathStep*>& path) { return paths.holds(path, *loop); });
  search.handOver([&](const PathStep& step) { paths.add(step); });
  const std::vector<StepFormula> ofFirst = ofFirstStep();
  search.askOfFirstStep(ofFirst);
  const auto behind = [&](const Values& last, bool isFirst) {
    return continuation.behind(last, isFirst ? ofFirst : std::vector<StepFormula>());
  };
  search.askBehindLast(behind);
  const auto solver = [&](const PathStep* front, std::size_t most, bool last) { return bySolver(front, most, last, behind); };
  if (inputs.options.engine != LogEngine::states) search.askForHelp(solver, secondsStuck);
  const bool solverAlone = inputs.isStartOpen || inputs.options.engine == LogEngine::solver;
  SearchResult found;
  if (!solverAlone)
    found = search.run(*records, first, count);
  else if (auto decided = solver(nullptr, count, true))
    found = std::move(*decided);
  else
    found.why = inputs.isStartOpen ? "there are too many first states" : "the SAT solver has not decided whether the log fits";
  if (found.outcome == SearchResult::Outcome::undecided) return undecidedBy(std::move(found));
  if (!records->predecessors() || found.outcome == SearchResult::Outcome::fits) return found;
  if (found.endsDead) {  // all records are explained, but no behaviour continues after the last one
    found.explained = count;
    return found;
  }
  return longestExplained(
      [&](std::size_t most) {
        if (!solverAlone) return search.run(*records, first, most);
        return solver(nullptr, most, true).value_or(SearchResult());
      },
      count, found);
}

/// Returns the result that explains more records: `states` is the result of the search state by state, `reached` is the result of
/// the SAT solver if it was called. Requires that neither result says whether the log fits.
SearchResult Attempt::undecidedBy(SearchResult states) {
  std::string why = states.why;
  if (!inputs.notBySolver.empty()) why += "; " + inputs.notBySolver;
  if (reached && !reached->why.empty()) why = reached->why;
  if (reached && reached->explained > states.explained)
    states = std::move(*reached);
  else
    again.reset();
  states.why = std::move(why);
  return states;
}

/// The facts that restrict only the first step. Empty if the log need not begin in a first state of the model.
std::vector<StepFormula> Attempt::ofFirstStep() const {
  std::vector<StepFormula> asked;
  if (inputs.log.initially != model::noId || inputs.log.anyStart) return asked;
  for (const Condition& each : facts.first)
    if (inputs.looks(each.formula).next.any()) asked.push_back({each.formula, each.given, {}});
  return asked;
}

/// Searches with the SAT solver, from the state `front` if earlier records were discarded. If the solver does not find out
/// whether the log fits, returns nothing and sets `reached` to the solver's result.
std::optional<SearchResult> Attempt::bySolver(const PathStep* front, std::size_t most, bool last,
                                              const LogSearch::GoesOn& goesOnBehind) {
  SearchStart outset{first, 0};
  if (front) outset = {{front->state}, front->record + 1};
  std::unique_ptr<Records> here;
  if (inputs.readAgain) {
    here = std::make_unique<OneFile>(*inputs.readAgain, inputs.log.tla, mapping, inputs.lines, inputs.options.budget);
    for (std::size_t i = 0; i + 1 < outset.record; ++i) here->at(i), here->forgetBefore(i);
  }
  const support::Budget budget =
      last ? inputs.options.budget
           : inputs.options.budget.within({.seconds = inputs.options.budget.secondsLeft() * solversShare});
  const LogProblem problem{.model = inputs.subject.model,
                           .log = inputs.log,
                           .numbers = inputs.numbers,
                           .looks = inputs.looks,
                           .frame = frame,
                           .facts = facts,
                           .mapping = mapping,
                           .evaluation = inputs.options.evaluation,
                           .budget = budget,
                           .window = inputs.options.window,
                           .goesOn = loop ? LogSearch::GoesOn() : goesOnBehind};
  SearchResult found;
  try {
    Records& read = here ? *here : *records;
    found = searchBySolver(problem, read, outset, most);
    if (loop && found.outcome == SearchResult::Outcome::fits && !goesOn(found)) {
      found = searchLoopBySolver(problem, read, outset, found.explained, *loop, std::move(found.path));
      if (found.outcome == SearchResult::Outcome::fits && !goesOn(found))
        throw solver::Unsupported("internal error: solver and evaluator disagree on a log's loop", inputs.log.span);
    }
  } catch (const solver::Unsupported& reason) {
    inputs.notBySolver = reason.what();
    found = {};
  }
  again = std::move(here);
  if (found.outcome != SearchResult::Outcome::undecided) return found;
  reached = std::move(found);
  return std::nullopt;
}

/// Whether the behaviour that was found, followed by its loop, satisfies all facts.
bool Attempt::goesOn(const SearchResult& found) {
  std::vector<const PathStep*> path;
  for (const PathStep& step : found.path) path.push_back(&step);
  return paths.holds(path, *loop);
}

}  // namespace aunit::suite::log
