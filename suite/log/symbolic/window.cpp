#include "suite/log/symbolic/window.h"

#include <algorithm>

#include "solver/circuit/cardinality.h"
#include "solver/unsupported.h"

namespace aunit::suite::log {

using solver::Beginning;
using solver::Circuit;
using solver::Entry;
using solver::Lit;
using solver::MatrixRef;

namespace {

constexpr std::size_t placesOfWindow = 24;
// If n records may be at one place, a window has at least n times this many places: the effect of a wrong choice may show only
// several places later.
constexpr std::size_t placesByChoice = 5;
constexpr std::size_t nodesOfWindow = 400'000;  // a window with this many nodes takes no more places

/// True if a tuple is in a relation.
Lit holdsIn(const solver::Matrix& relation, solver::TupleCode tuple) {
  const auto entry = std::ranges::lower_bound(relation.entries, tuple, {}, &Entry::tuple);
  return entry != relation.entries.end() && entry->tuple == tuple ? entry->holds : solver::no;
}

bool canBe(const Observation& line) {
  return line.impossible.empty() && line.malformed.empty();
}

}  // namespace

Window::Window(const LogProblem& problem, const Places& places, const SearchStart& outset, std::size_t first, bool isFirst)
    : problem_(problem),
      places_(places),
      conditions_(problem, outset.states, isFirst),
      check_(conditions_),
      first_(first),
      end_(first) {
  if (isFirst) conditions_.start(outset);
  for (const std::size_t record : places.around(first)) done_[record] = conditions_.beginning().circuit().input();
  before_ = done_;
}

Window::Window(const LogProblem& problem, const Places& places, const SearchStart& outset, solver::Beginning::Loop loop)
    : problem_(problem),
      places_(places),
      conditions_(problem, outset.states, true, loop),
      check_(conditions_),
      first_(beginsWithState(problem, outset) ? 1 : 0),
      end_(first_) {
  conditions_.start(outset);
}

bool Window::isFull() const {
  if (problem_.window > 0) return end_ - first_ >= problem_.window;
  return end_ - first_ >= std::max(placesOfWindow, placesByChoice * widest_) || conditions_.beginning().size() > nodesOfWindow;
}

void Window::beginAt(const Observation& line) {
  conditions_.require(canBe(line) ? conditions_.isAsSaid(line, 0, 0) : solver::no);
}

void Window::add(const std::vector<std::size_t>& records) {
  problem_.budget.check();
  ++end_;
  if (places_.open()) widest_ = std::max(widest_, records.size());
  std::vector<Lit> parts;
  if (records.size() == 1 && places_.isFixed(records.front()))
    addRecord(records.front(), parts);
  else
    addChoice(records, parts);
  Beginning& beginning = conditions_.beginning();
  selectors_.push_back(beginning.selector(beginning.circuit().conjunction(parts)));
  counts_.push_back(transitions_.size());
  ends_.push_back(conditions_.last());
}

void Window::close() {
  conditions_.requireFacts();
}

void Window::addHidden(std::vector<Lit>& parts) {
  for (int i = 0; i < problem_.log.hiddenSteps; ++i)
    transitions_.push_back(hiddenTransition(conditions_, parts.emplace_back(solver::yes)));
}

void Window::addRecord(std::size_t record, std::vector<Lit>& parts) {
  const Observation& line = places_.record(record);
  if (!canBe(line)) parts.push_back(solver::no);
  if (canBe(line) && line.step != Observation::Step::passedOver) {
    addHidden(parts);
    addSteps(line, record, parts);
    return;
  }
  addNothing(record);
}

void Window::addNothing(std::size_t record) {
  Transition& none = transitions_.emplace_back();
  none.kind = Transition::Kind::nothing;
  none.from = none.entry = conditions_.last();
  none.to = conditions_.hasLoop() ? conditions_.repeatState() : none.from;
  none.record = record;
}

void Window::addSteps(const Observation& line, std::size_t record, std::vector<Lit>& parts) {
  const int entry = conditions_.last();
  if (line.step == Observation::Step::none && line.asked.empty()) {
    addNothing(record);
    transitions_.back().line = &line;
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
    const std::vector<StepFormula>& asked = step == 0 ? line.asked : line.later[step - 1];
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

/// True if a record is before the window or at one of its places. While addChoice() adds a place, that place does not count.
Lit Window::isDone(std::size_t record) {
  if (places_.last(record) + 1 < end_) return solver::yes;
  const auto known = done_.find(record);
  return known != done_.end() ? known->second : solver::no;
}

/// Adds a place that one of `records` takes. The place has as many steps as the record with the most steps. For a record with
/// fewer steps, nothing changes in the last steps.
void Window::addChoice(const std::vector<std::size_t>& records, std::vector<Lit>& parts) {
  Circuit& circuit = conditions_.beginning().circuit();
  addHidden(parts);
  std::size_t steps = 1;
  for (const std::size_t record : records) steps = std::max(steps, places_.record(record).later.size() + 1);
  const int entry = conditions_.last();
  std::vector<Lit> step, same;
  for (std::size_t i = 0; i < steps; ++i) {
    const int from = conditions_.last(), to = conditions_.newState();
    step.push_back(conditions_.isStep(from));
    same.push_back(conditions_.same(from, to));
  }
  std::vector<Lit> here;
  for (const std::size_t record : records) {
    problem_.budget.check();
    const Lit taken = here.emplace_back(circuit.input());
    conditions_.require(circuit.implication(taken, !isDone(record)));
    for (const std::size_t other : places_.before(record)) conditions_.require(circuit.implication(taken, isDone(other)));
    conditions_.require(circuit.implication(taken, explainsAt(record, entry, step, same, taken)));
  }
  parts.push_back(solver::exactlyOne(circuit, here));
  for (std::size_t i = 0; i < records.size(); ++i) {
    Lit& done = done_[records[i]] = circuit.disjunction(isDone(records[i]), here[i]);
    if (places_.last(records[i]) + 1 == end_) parts.push_back(done);
  }
}

/// True if the steps from state `entry` on explain a record. `taken` is true if the record is at the place of these steps. For
/// each step, `step` is true if the model allows the step, and `same` is true if nothing changes in it.
Lit Window::explainsAt(std::size_t record, int entry, std::span<const Lit> step, std::span<const Lit> same, Lit taken) {
  Circuit& circuit = conditions_.beginning().circuit();
  const Observation& line = places_.record(record);
  if (!canBe(line)) return solver::no;
  const bool passedOver = line.step == Observation::Step::passedOver;
  std::vector<Lit> parts;
  if (!passedOver) parts.push_back(conditions_.isAsSaid(line, entry, conditions_.last()));
  for (std::size_t i = 0; i <= line.later.size(); ++i) {
    Transition& each = transitions_.emplace_back();
    each.entry = entry;
    each.from = entry + static_cast<int>(i);
    each.to = each.from + 1;
    each.record = record;
    each.whole = i == line.later.size();
    each.taken = taken;
    if (each.whole && !passedOver) each.line = &line;
    const std::vector<StepFormula>& asked = i == 0 ? line.asked : line.later[i - 1];
    parts.push_back(conditions_.asks(asked, each.from, each.asked));
    if (passedOver || line.step == Observation::Step::none) parts.push_back(same[i]);
    if (passedOver || (line.step == Observation::Step::none && asked.empty())) {
      each.kind = Transition::Kind::nothing;
    } else if (line.step == Observation::Step::any && asked.empty()) {
      each.kind = Transition::Kind::stepOrNothing;
      parts.push_back(circuit.disjunction(step[i], same[i]));
    } else {
      parts.push_back(step[i]);
    }
  }
  for (std::size_t i = line.later.size() + 1; i < same.size(); ++i) parts.push_back(same[i]);
  return circuit.conjunction(parts);
}

void Window::avoidEnds(const std::vector<Values>& ends) {
  Beginning& beginning = conditions_.beginning();
  for (; avoided_ < ends.size(); ++avoided_) beginning.require(differs(ends[avoided_], conditions_.last()));
}

/// Returns a clause that is true if some relation has another value in state `state` than in `values`.
std::vector<Lit> Window::differs(const Values& values, int state) {
  Beginning& beginning = conditions_.beginning();
  std::vector<Lit> clause;
  for (std::size_t i = 0; i < problem_.numbers.size(); ++i)
    clause.push_back(!beginning.algebra().equal(conditions_.relation(i, state), beginning.constant(values[i])));
  return clause;
}

void Window::refute(const std::vector<Cube>& refuted) {
  for (; applied_ < refuted.size(); ++applied_) {
    std::vector<Lit> clause;
    for (const BoundaryPart& part : refuted[applied_]) {
      const Lit is =
          part.record ? isDone(*part.record) : holdsIn(*conditions_.relation(part.relation, conditions_.last()), part.tuple);
      clause.push_back(part.is ? !is : is);
    }
    conditions_.beginning().require(clause);
  }
}

bool Window::explains(const Boundary* boundary, std::size_t count, int also) {
  assumed_.clear();
  meaning_.clear();
  Beginning& beginning = conditions_.beginning();
  const auto assume = [&](Lit input, BoundaryPart part) {
    const int literal = beginning.mentioned(input);
    if (literal == 0) return;
    assumed_.push_back(part.is ? literal : -literal);
    meaning_[assumed_.back()] = part;
  };
  if (boundary) {
    for (std::size_t i = 0; i < problem_.numbers.size(); ++i) {
      const MatrixRef value = beginning.constant(boundary->state[i]);
      for (const Entry& entry : conditions_.relation(i, 0)->entries)
        assume(entry.holds, {{}, i, entry.tuple, holdsIn(*value, entry.tuple) != solver::no});
    }
    for (const auto& [record, done] : before_)
      assume(done, {record, 0, 0, std::ranges::find(boundary->done, record) != boundary->done.end()});
  }
  assumed_.insert(assumed_.end(), selectors_.begin(), selectors_.begin() + static_cast<std::ptrdiff_t>(count));
  if (also != 0) assumed_.push_back(also);
  switch (beginning.solve(assumed_)) {
    case solver::Answer::satisfiable: return true;
    case solver::Answer::unsatisfiable: return false;
    case solver::Answer::unknown: break;
  }
  throw support::Exhausted(problem_.budget.exhausted().value_or("the solver did not decide"));
}

Cube Window::blamed() const {
  Cube cube;
  for (const int literal : conditions_.beginning().conflict())
    if (const auto part = meaning_.find(literal); part != meaning_.end()) cube.push_back(part->second);
  return cube;
}

std::vector<std::size_t> Window::doneAtEnd() {
  std::vector<std::size_t> done;
  for (const std::size_t record : places_.around(end_))
    if (conditions_.beginning().value(isDone(record))) done.push_back(record);
  return done;
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
    if (each.taken != solver::yes && !conditions_.beginning().value(each.taken)) continue;
    for (const int state : {each.entry, each.from, each.to})
      if (!states.contains(state)) states[state] = conditions_.values(state);
    check_(each, states[each.entry], states[each.from], states[each.to], initial);
    if (each.record == PathStep::none && states[each.from] == states[each.to]) continue;
    path.push_back({states[each.to], each.record, each.whole});
  }
  return path;
}

std::vector<Values> Window::otherEnds(const Boundary* boundary, std::size_t count, const Values& end, const Values& initial,
                                      std::size_t most) {
  const int last = count == 0 ? 0 : ends_[count - 1];
  Beginning& beginning = conditions_.beginning();
  const Lit others = beginning.circuit().input();
  std::vector<Values> found{end};
  while (found.size() <= most) {
    std::vector<Lit> clause = differs(found.back(), last);
    clause.push_back(!others);
    beginning.require(clause);
    if (!explains(boundary, count, beginning.selector(others))) break;
    const std::vector<PathStep> steps = path(count, boundary ? initial : firstState());
    found.push_back(steps.empty() ? firstState() : steps.back().state);
  }
  found.erase(found.begin());
  return found;
}

}  // namespace aunit::suite::log
