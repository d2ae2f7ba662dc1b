#include "suite/log/symbolic/window.h"

#include <algorithm>

#include "solver/grounding/unsupported.h"

namespace aunit::suite::log {

using solver::Beginning;
using solver::Entry;
using solver::Lit;
using solver::MatrixRef;

namespace {

constexpr std::size_t recordsOfWindow = 24;
constexpr std::size_t nodesOfWindow = 400'000;  // after which a window takes no more records

/// Whether a tuple belongs to a relation.
Lit holdsIn(const solver::Matrix& relation, solver::TupleCode tuple) {
  const auto entry = std::ranges::lower_bound(relation.entries, tuple, {}, &Entry::tuple);
  return entry != relation.entries.end() && entry->tuple == tuple ? entry->holds : solver::no;
}

bool canBe(const Observation& line) {
  return line.impossible.empty() && line.malformed.empty();
}

}  // namespace

Window::Window(const LogProblem& problem, const Outset& outset, std::size_t first, bool isFirst)
    : problem_(problem), conditions_(problem, outset.states, isFirst), check_(conditions_), first_(first), end_(first) {
  if (isFirst) conditions_.start(outset);
}

bool Window::isFull() const {
  return end_ - first_ >= recordsOfWindow || conditions_.beginning().size() > nodesOfWindow;
}

void Window::beginAt(const Observation& line) {
  conditions_.require(canBe(line) ? conditions_.isAsSaid(line, 0, 0) : solver::no);
}

void Window::add(const Observation& line) {
  problem_.budget.check();
  const std::size_t record = end_++;
  std::vector<Lit> parts;
  if (!canBe(line)) parts.push_back(solver::no);
  if (canBe(line) && line.step != Observation::Step::passedOver) {
    for (int i = 0; i < problem_.log.hiddenSteps; ++i)
      transitions_.push_back(hiddenTransition(conditions_, parts.emplace_back(solver::yes)));
    addSteps(line, record, parts);
  } else {
    Transition& none = transitions_.emplace_back();
    none.kind = Transition::Kind::nothing;
    none.from = none.to = none.entry = conditions_.last();
    none.record = record;
  }
  Beginning& beginning = conditions_.beginning();
  selectors_.push_back(beginning.selector(beginning.circuit().conjunction(parts)));
  counts_.push_back(transitions_.size());
}

void Window::addSteps(const Observation& line, std::size_t record, std::vector<Lit>& parts) {
  const int entry = conditions_.last();
  if (line.step == Observation::Step::none && line.asked.empty()) {
    Transition& none = transitions_.emplace_back();
    none.kind = Transition::Kind::nothing;
    none.from = none.to = none.entry = entry;
    none.record = record;
    none.line = &line;
    parts.push_back(conditions_.isAsSaid(line, entry, entry));
    return;
  }
  const auto known = conditions_.known(line, entry);
  for (std::size_t step = 0; step <= line.later.size(); ++step) {
    Transition& each = transitions_.emplace_back();
    each.from = conditions_.last();
    each.to = conditions_.newState();
    each.entry = entry;
    each.record = record;
    each.whole = step == line.later.size();
    if (each.whole) {
      each.line = &line;
      for (const auto& [relation, value] : known) conditions_.define(relation, each.to, value);
    }
    const std::vector<Asked>& asked = step == 0 ? line.asked : line.later[step - 1];
    parts.push_back(conditions_.asks(asked, each.from, each.asked));
    Lit holds = conditions_.isStep(each.from);
    if (line.step == Observation::Step::any && asked.empty()) {
      each.kind = Transition::Kind::stepOrNothing;
      holds = conditions_.beginning().circuit().disjunction(holds, conditions_.same(each.from, each.to));
    }
    if (line.step == Observation::Step::none) parts.push_back(conditions_.same(each.from, each.to));
    parts.push_back(holds);
  }
}

void Window::refute(const std::vector<Cube>& refuted) {
  for (; applied_ < refuted.size(); ++applied_) {
    std::vector<Lit> clause;
    for (const StatePart& part : refuted[applied_]) {
      const MatrixRef relation = conditions_.relation(part.relation, conditions_.last());
      const Lit in = holdsIn(*relation, part.tuple);
      clause.push_back(part.in ? !in : in);
    }
    conditions_.beginning().require(clause);
  }
}

bool Window::explains(const Values* boundary, std::size_t count, int also) {
  assumed_.clear();
  meaning_.clear();
  Beginning& beginning = conditions_.beginning();
  for (std::size_t i = 0; boundary && i < problem_.numbers.size(); ++i) {
    const MatrixRef relation = conditions_.relation(i, 0);
    const MatrixRef value = beginning.constant((*boundary)[i]);
    for (const Entry& entry : relation->entries) {
      const int literal = beginning.mentioned(entry.holds);
      if (literal == 0) continue;
      const bool in = holdsIn(*value, entry.tuple) != solver::no;
      assumed_.push_back(in ? literal : -literal);
      meaning_[assumed_.back()] = {i, entry.tuple, in};
    }
  }
  assumed_.insert(assumed_.end(), selectors_.begin(), selectors_.begin() + static_cast<std::ptrdiff_t>(count));
  if (also != 0) assumed_.push_back(also);
  switch (beginning.solve(assumed_)) {
    case solver::Answer::satisfiable: return true;
    case solver::Answer::unsatisfiable: return false;
    case solver::Answer::unknown: break;
  }
  throw support::Exhausted(problem_.budget.exhausted().value_or("the solver gave up"));
}

Cube Window::blamed() const {
  Cube cube;
  for (const int literal : conditions_.beginning().conflict())
    if (const auto part = meaning_.find(literal); part != meaning_.end()) cube.push_back(part->second);
  return cube;
}

Values Window::firstState() {
  return conditions_.values(0);
}

std::vector<PathStep> Window::path(std::size_t count, const Values& initial) {
  std::vector<PathStep> path;
  const std::size_t transitions = count == 0 ? 0 : counts_[count - 1];
  std::map<int, Values> states;
  for (std::size_t i = 0; i < transitions; ++i) {
    const Transition& each = transitions_[i];
    for (const int state : {each.entry, each.from, each.to})
      if (!states.contains(state)) states[state] = conditions_.values(state);
    check_(each, states[each.entry], states[each.from], states[each.to], initial);
    if (each.record == PathStep::none && states[each.from] == states[each.to]) continue;
    path.push_back({states[each.to], each.record, each.whole});
  }
  return path;
}

std::vector<Values> Window::otherEnds(const Values* boundary, std::size_t count, const Values& end, const Values& initial,
                                      std::size_t most) {
  const int last = count == 0 ? 0 : transitions_[counts_[count - 1] - 1].to;
  Beginning& beginning = conditions_.beginning();
  const Lit others = beginning.circuit().input();
  std::vector<Values> found{end};
  while (found.size() <= most) {
    std::vector<Lit> differs{!others};
    for (std::size_t i = 0; i < problem_.numbers.size(); ++i)
      differs.push_back(!beginning.algebra().equal(conditions_.relation(i, last), beginning.constant(found.back()[i])));
    beginning.require(differs);
    if (!explains(boundary, count, beginning.selector(others))) break;
    const std::vector<PathStep> steps = path(count, boundary ? initial : firstState());
    found.push_back(steps.empty() ? firstState() : steps.back().state);
  }
  found.erase(found.begin());
  return found;
}

}  // namespace aunit::suite::log
