#include "suite/log/symbolic/any_order.h"

#include <algorithm>

#include "solver/circuit/cardinality.h"
#include "solver/grounding/unsupported.h"

namespace aunit::suite::log {

using solver::Lit;

AnyOrder::AnyOrder(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count)
    : problem_(problem),
      records_(records),
      outset_(outset),
      count_(count),
      conditions_(problem, outset.states, true),
      at_(count),
      done_(count, solver::no) {}

Found AnyOrder::run() {
  conditions_.start(outset_);
  placeRecords();
  for (std::size_t place = 0; place < count_; ++place) addPlace(place);
  switch (conditions_.beginning().solve({})) {
    case solver::Answer::satisfiable: return found();
    case solver::Answer::unsatisfiable: break;
    case solver::Answer::unknown: throw support::Exhausted(problem_.budget.exhausted().value_or("the solver gave up"));
  }
  Found none;
  none.outcome = Found::Outcome::doesNotFit;
  none.visited = 1;
  return none;
}

/// Each record stands at one place, with room for those that come before and behind it.
void AnyOrder::placeRecords() {
  const auto& direct = *records_.predecessors();
  std::vector<std::vector<bool>> before(count_, std::vector<bool>(count_, false));
  for (std::size_t r = 0; r < count_; ++r)
    for (const std::size_t other : direct[r]) {
      if (other >= r) throw solver::Unsupported("records out of order", {});
      before[r][other] = true;
      for (std::size_t i = 0; i < count_; ++i) before[r][i] = before[r][i] || before[other][i];
    }
  solver::Circuit& circuit = conditions_.beginning().circuit();
  for (std::size_t r = 0; r < count_; ++r) {
    const auto earlier = static_cast<std::size_t>(std::ranges::count(before[r], true));
    std::size_t later = 0;
    for (std::size_t i = r + 1; i < count_; ++i) later += before[i][r];
    for (std::size_t place = 0; place < count_; ++place)
      at_[r].push_back(place >= earlier && place + later < count_ ? circuit.input() : solver::no);
    conditions_.require(solver::exactlyOne(circuit, at_[r]));
  }
}

void AnyOrder::addPlace(std::size_t place) {
  solver::Circuit& circuit = conditions_.beginning().circuit();
  for (int i = 0; i < problem_.log.hiddenSteps; ++i) {
    Lit holds = solver::yes;
    transitions_.push_back(hiddenTransition(conditions_, holds));
    conditions_.require(holds);
  }
  const Place states = statesOf(place);
  std::vector<Lit> here;
  for (std::size_t r = 0; r < count_; ++r) {
    const Lit taken = here.emplace_back(at_[r][place]);
    if (taken == solver::no) continue;
    problem_.budget.check();
    for (const std::size_t other : (*records_.predecessors())[r]) conditions_.require(circuit.implication(taken, done_[other]));
    conditions_.require(circuit.implication(taken, explains(r, states, taken)));
  }
  conditions_.require(solver::exactlyOne(circuit, here));
  for (std::size_t r = 0; r < count_; ++r) done_[r] = circuit.disjunction(done_[r], here[r]);
}

/// As many steps as the longest of the records that may stand at the place; a shorter one does nothing in the last of them.
AnyOrder::Place AnyOrder::statesOf(std::size_t place) {
  std::size_t steps = 1;
  for (std::size_t r = 0; r < count_; ++r)
    if (at_[r][place] != solver::no) steps = std::max(steps, records_.at(r)->later.size() + 1);
  Place states;
  states.entry = conditions_.last();
  for (std::size_t i = 0; i < steps; ++i) {
    const int from = conditions_.last(), to = conditions_.newState();
    states.step.push_back(conditions_.isStep(from));
    states.same.push_back(conditions_.same(from, to));
  }
  return states;
}

/// Whether the steps of a place explain a record, which stands there if `taken`.
Lit AnyOrder::explains(std::size_t record, const Place& place, Lit taken) {
  solver::Circuit& circuit = conditions_.beginning().circuit();
  const Observation* const line = records_.at(record);
  if (!line->impossible.empty() || !line->malformed.empty()) return solver::no;
  const bool passedOver = line->step == Observation::Step::passedOver;
  std::vector<Lit> parts;
  if (!passedOver) parts.push_back(conditions_.isAsSaid(*line, place.entry, conditions_.last()));
  for (std::size_t i = 0; i <= line->later.size(); ++i) {
    Transition& each = transitions_.emplace_back();
    each.entry = place.entry;
    each.from = place.entry + static_cast<int>(i);
    each.to = each.from + 1;
    each.record = record;
    each.whole = i == line->later.size();
    each.taken = taken;
    if (each.whole && !passedOver) each.line = line;
    const std::vector<Asked>& asked = i == 0 ? line->asked : line->later[i - 1];
    parts.push_back(conditions_.asks(asked, each.from, each.asked));
    if (passedOver || line->step == Observation::Step::none) parts.push_back(place.same[i]);
    if (passedOver || (line->step == Observation::Step::none && asked.empty())) {
      each.kind = Transition::Kind::nothing;
    } else if (line->step == Observation::Step::any && asked.empty()) {
      each.kind = Transition::Kind::stepOrNothing;
      parts.push_back(circuit.disjunction(place.step[i], place.same[i]));
    } else {
      parts.push_back(place.step[i]);
    }
  }
  for (std::size_t i = line->later.size() + 1; i < place.same.size(); ++i) parts.push_back(place.same[i]);
  return circuit.conjunction(parts);
}

/// The behaviour of the solution, each step evaluated.
Found AnyOrder::found() {
  Found found;
  found.visited = 1;
  const Values initial = conditions_.values(0);
  found.path.push_back({initial, PathStep::none, true});
  TransitionCheck check(conditions_);
  for (const Transition& each : transitions_) {
    if (each.taken != solver::yes && !conditions_.beginning().value(each.taken)) continue;
    const Values from = conditions_.values(each.from), to = conditions_.values(each.to);
    check(each, conditions_.values(each.entry), from, to, initial);
    if (each.record == PathStep::none && from == to) continue;
    found.path.push_back({to, each.record, each.whole});
  }
  found.states = {found.path.back().state};
  found.explained = count_;
  found.outcome = Found::Outcome::fits;
  return found;
}

}  // namespace aunit::suite::log
