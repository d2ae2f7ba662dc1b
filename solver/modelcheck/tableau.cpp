#include "solver/modelcheck/tableau.h"

#include <algorithm>
#include <stdexcept>

#include "solver/translation/relation_variables.h"

namespace aunit::modelcheck {

using model::ExprId;
using model::Op;
using solver::Entry;
using solver::Gate;
using solver::MatrixRef;
using solver::Moment;
using solver::no;
using solver::RelationVariables;
using solver::Value;
using solver::yes;

namespace {

// A number of states so large that no window reaches the last one.
constexpr int endless = 1 << 20;

}  // namespace

Tableau::Tableau(const model::Model& model, const solver::Analysis& analysis, const solver::Bounds& bounds,
                 RelationVariables& relationVariables, const solver::Algebra& algebra, model::Semantics semantics)
    : Translator(model, analysis, bounds, relationVariables, algebra, endless, semantics) {}

void Tableau::require(const solver::SkolemisedFormula& formula) {
  initially_.push_back(skolemised(formula, {.asserted = PartContext::AssertedContext()}));
}

Value Tableau::next(ExprId id, Moment at) {
  return value(id, {0, at.state + 1});
}

Value Tableau::behindLast(ExprId, Moment) {
  throw std::logic_error("a transition system has no last state");
}
MatrixRef Tableau::sigBehindLast(model::SigId) {
  throw std::logic_error("a transition system has no last state");
}
MatrixRef Tableau::fieldBehindLast(model::FieldId) {
  throw std::logic_error("a transition system has no last state");
}

// ---- variables over time ----

std::size_t Tableau::newWindow() {
  windows_.emplace_back();
  return windows_.size() - 1;
}

Lit Tableau::inWindow(std::size_t window, int offset) {
  Window& w = windows_[window];
  while (w.size() <= static_cast<std::size_t>(offset)) w.push_back(circuit_.input());
  return w[static_cast<std::size_t>(offset)];
}

/// Adds a latch. The caller must set its `next`.
std::size_t Tableau::addLatch(bool start) {
  const Lit now = circuit_.input();
  latches_.push_back({now, now});
  starts_.push_back(start ? now : !now);
  return latches_.size() - 1;
}

Lit Tableau::everSoFar(Lit l) {
  if (isConstant(l)) return l;
  const auto [known, added] = evers_.emplace(l, latches_.size());
  if (added) addLatch(false);
  Latch& latch = latches_[known->second];
  return latch.next = circuit_.disjunction(latch.now, l);
}

Lit Tableau::heldBefore(Lit l) {
  const auto [known, added] = befores_.emplace(l, latches_.size());
  if (added) latches_[addLatch(false)].next = l;
  return latches_[known->second].now;
}

// ---- temporal operators ----

/// The literal of `left until right` in the state `offset` steps after the current one. `left` and `right` are literals of the
/// current state.
Lit Tableau::until(Lit left, Lit right, int offset) {
  if (isConstant(right) || left == no) throw std::logic_error("this `until` needs no promise");
  const auto [known, added] = promises_.emplace(std::pair(left, right), windows_.size());
  if (added) {
    const std::size_t window = newWindow();
    const Lit now = inWindow(window, 0);
    const Lit later = inWindow(window, 1);
    constraints_.push_back(circuit_.equivalence(now, circuit_.disjunction(right, circuit_.conjunction(left, later))));
    justice_.push_back(circuit_.disjunction(!now, right));
  }
  return inWindow(known->second, offset);
}

/// The literal of `left since right` in the state `offset` steps after the current one. `left` and `right` are functions from an
/// offset to a literal.
template <class Left, class Right>
Lit Tableau::since(Left left, Right right, int offset) {
  const Lit meanwhile = left(0), now = right(0);  // before latches_.size() is read, because these calls may add latches
  const auto [known, added] = sinces_.emplace(std::pair(meanwhile, now), latches_.size());
  if (added) addLatch(false);
  Latch& latch = latches_[known->second];
  Lit holds = latch.next = circuit_.disjunction(now, circuit_.conjunction(meanwhile, latch.now));
  for (int i = 1; i <= offset; ++i) {
    const Lit before = circuit_.conjunction(left(i), holds);
    holds = circuit_.disjunction(right(i), before);
  }
  return holds;
}

Lit Tableau::temporal(ExprId id, Moment at) {
  const Op op = model_.expr(id).op;
  const bool binary = op == Op::until || op == Op::releases || op == Op::since || op == Op::triggered;
  // Except for `after` and `before`, each operator means `left until right` or `left since right`, or the dual of one of these.
  // The dual negates the operands and the result.
  const bool dual = op == Op::always || op == Op::releases || op == Op::historically || op == Op::triggered;
  const auto signedFormula = [&](std::uint32_t i, int offset) {
    const Lit l = formula(model_.child(id, i), {0, offset});
    return dual ? !l : l;
  };
  const auto left = [&](int offset) { return binary ? signedFormula(0, offset) : yes; };
  const auto right = [&](int offset) { return signedFormula(binary ? 1 : 0, offset); };
  const auto sign = [&](Lit l) { return dual ? !l : l; };
  switch (op) {
    case Op::after: return next(model_.child(id, 0), at).formula;
    case Op::before: {
      if (at.state > 0) return formula(model_.child(id, 0), {0, at.state - 1});
      return heldBefore(right(0));
    }
    case Op::always:
    case Op::eventually:
    case Op::until:
    case Op::releases: {
      const Lit first = left(0);
      if (isConstant(right(0)) || first == no) return sign(right(at.state));
      return sign(until(first, right(0), at.state));
    }
    default: {
      const Lit first = left(0);
      if ((isConstant(right(0)) && isConstant(first)) || first == no) return sign(right(at.state));
      return sign(since(left, right, at.state));
    }
  }
}

std::optional<Lit> Tableau::skolemisedLater(const Part& part, Moment at, const PartContext& under) {
  const Op op = model_.expr(part.expr).op;
  const std::uint32_t operand = part.parts[0];
  PartContext below{under.atoms, std::nullopt};
  if (op == Op::after) return skolemised(operand, {0, at.state + 1}, below);
  const bool conjunction = (op == Op::always) != part.negated;
  if (under.asserted) {
    const Lit guard = under.asserted->guard;
    if (conjunction) {
      below.asserted = {guard, true};
      constraints_.push_back(circuit_.implication(guard, skolemised(operand, {}, below)));
    } else {
      const Lit goal = circuit_.implication(guard, skolemised(operand, {}, below));
      (under.asserted->everywhere ? justice_ : goals_).push_back(goal);
    }
    return yes;
  }
  if (at.state != 0) return std::nullopt;
  // The constraints below say only that `now` implies the formula, not the converse. So they stay correct although each state has
  // its own witnesses.
  const std::size_t window = newWindow();
  const Lit now = inWindow(window, 0);
  const Lit later = inWindow(window, 1);
  const Lit holds = skolemised(operand, {}, below);
  if (conjunction) {
    constraints_.push_back(circuit_.implication(now, circuit_.conjunction(holds, later)));
  } else {
    constraints_.push_back(circuit_.implication(now, circuit_.disjunction(holds, later)));
    justice_.push_back(circuit_.implication(now, holds));
  }
  return now;
}

// ---- constants ----

/// Finds the inputs that have the same value in all states: those of static relations, and the witnesses of leading quantifiers.
void Tableau::noteConstants() {
  constant_.resize(circuit_.size(), 0);
  if (notedInputs_ == circuit_.inputCount()) return;
  notedInputs_ = circuit_.inputCount();
  for (const RelationVariables::Leaf& leaf : relationVariables_.known()) {
    if (leaf.isField ? model_.field(leaf.id).isVar : model_.sig(leaf.id).isVar) continue;
    for (const Entry& e : (*leaf.matrix)->entries) {
      if (circuit_.gate(e.holds.node()) == Gate::input) constant_[e.holds.node()] = 1;
    }
  }
  for (const Lit l : rigidWitnesses()) constant_[l.node()] = 1;
}

bool Tableau::isConstant(Lit l) {
  noteConstants();
  std::vector<std::uint32_t> open{l.node()};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    if (constant_[node] == 0) {
      if (circuit_.gate(node) == Gate::input) {
        constant_[node] = 2;
      } else {
        std::uint8_t all = 1;
        bool known = true;
        for (const Lit child : circuit_.children(node)) {
          if (constant_[child.node()] == 0) {
            open.push_back(child.node());
            known = false;
          }
          all = std::max(all, constant_[child.node()]);
        }
        if (!known) continue;
        constant_[node] = all;
      }
    }
    open.pop_back();
  }
  return constant_[l.node()] == 1;
}

// ---- the system ----

System Tableau::system() {
  System system(circuit_);
  // If there is only one goal, `bad` is the goal itself, not whether it was met so far.
  std::vector<Lit> met;
  for (const Lit goal : goals_) met.push_back(everSoFar(goal));
  system.justice = justice_;
  system.justice.insert(system.justice.end(), met.begin(), met.end());
  system.bad = goals_.size() == 1 ? goals_[0] : circuit_.conjunction(met);
  const Lit started = heldBefore(yes);
  addRelations(system);
  for (const Window& window : windows_) {
    for (std::size_t i = 0; i + 1 < window.size(); ++i) system.latches.push_back({window[i], window[i + 1]});
  }
  system.latches.insert(system.latches.end(), latches_.begin(), latches_.end());
  system.init = starts_;
  system.constraints = constraints_;
  addInitial(system, started);
  std::erase(system.constraints, yes);
  return system;
}

/// Adds the latches of relations. Latches of static relations keep their value. The next values of a variable relation in a state
/// of the window are its values in the following state. In the last state of the window, its values are plain inputs.
void Tableau::addRelations(System& system) {
  const auto isVar = [&](const RelationVariables::Leaf& leaf) {
    return leaf.isField ? model_.field(leaf.id).isVar : model_.sig(leaf.id).isVar;
  };
  const auto matrixOf = [&](const RelationVariables::Leaf& leaf, int state) {
    return leaf.isField ? relationVariables_.field(leaf.id, state) : relationVariables_.sig(leaf.id, state);
  };
  std::map<std::pair<bool, std::uint32_t>, int> lastState;
  for (const RelationVariables::Leaf& leaf : relationVariables_.known()) {
    int& last = lastState[{leaf.isField, leaf.id}];
    last = std::max(last, leaf.state);
    for (int state = 0; isVar(leaf) && state < leaf.state; ++state) matrixOf(leaf, state);
  }
  std::vector<bool> done(circuit_.size(), false);
  const auto add = [&](Lit now, Lit next) {
    if (circuit_.gate(now.node()) != Gate::input || done[now.node()]) return;
    done[now.node()] = true;
    system.latches.push_back({now, next});
  };
  for (const RelationVariables::Leaf& leaf : relationVariables_.known()) {
    const std::vector<Entry>& entries = (*leaf.matrix)->entries;
    if (!isVar(leaf)) {
      for (const Entry& e : entries) add(e.holds, e.holds);
      continue;
    }
    if (leaf.state == lastState[{leaf.isField, leaf.id}]) continue;
    const MatrixRef later = matrixOf(leaf, leaf.state + 1);
    for (const Entry& e : entries) {
      const auto found = std::ranges::find(later->entries, e.tuple, &Entry::tuple);
      add(e.holds, found == later->entries.end() ? no : found->holds);
    }
  }
  for (const Lit l : rigidWitnesses()) add(l, l);
}

/// Adds the formulas `initially_` to `system`. A formula over latches alone becomes an initial condition; if it is constant, it
/// becomes a constraint, too. Any other formula becomes a constraint on the first step. `started` is false only in the first
/// step.
void Tableau::addInitial(System& system, Lit started) {
  std::vector<bool> ofLatches(circuit_.size(), false);  // by node: whether it depends on latches only; children have lower ids
  for (const Latch& latch : system.latches) ofLatches[latch.now.node()] = true;
  for (std::uint32_t node = 0; node < ofLatches.size(); ++node)
    if (circuit_.gate(node) != Gate::input)
      ofLatches[node] =
          ofLatches[node] || std::ranges::all_of(circuit_.children(node), [&](Lit child) { return ofLatches[child.node()]; });
  std::vector<Lit> open = initially_;
  while (!open.empty()) {
    const Lit l = open.back();
    open.pop_back();
    if (!l.negative() && circuit_.gate(l.node()) == Gate::conjunction) {
      const auto children = circuit_.children(l.node());
      open.insert(open.end(), children.begin(), children.end());
    } else if (l == yes) {
      continue;
    } else if (ofLatches[l.node()]) {
      system.init.push_back(l);
      if (isConstant(l)) system.constraints.push_back(l);
    } else {
      system.constraints.push_back(circuit_.disjunction(started, l));
    }
  }
}

}  // namespace aunit::modelcheck
