#include "solver/translation/translation.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/circuit/cardinality.h"
#include "solver/circuit/consequences.h"
#include "solver/translation/structure.h"
#include "solver/translation/symmetry.h"
#include "support/budget.h"

namespace aunit::solver {

using model::ExprId;
using model::SigId;

namespace {

/// Whether the multiplicities of all declarations hold in every instance.
bool demandsDeclarations(const Grounding& grounding) {
  if (grounding.options.soft || grounding.options.core || !grounding.dispensable.empty()) return false;
  Problem whole = grounding.problem;
  const std::vector<ExprId> without = std::exchange(whole.without, {});
  if (without.empty()) return true;
  return std::ranges::none_of(conjunctsOf(grounding.model, whole), [&](const Conjunct& c) {
    return c.origin == Conjunct::Origin::declaration && std::ranges::find(without, c.formula) != without.end();
  });
}

}  // namespace

Translation::Translation(const Grounding& grounding, int states, const support::Budget& budget)
    : grounding_(grounding),
      model_(grounding.model),
      bounds_(*grounding.bounds),
      budget_(budget),
      circuit_(&budget_),
      algebra_(circuit_, bounds_.universeSize()),
      relationVariables_(model_, bounds_, algebra_, states, demandsDeclarations(grounding)),
      trace_(circuit_, states, grounding.pastDepth),
      skolemization_(model_, grounding.options.skolemDepth, grounding.problem.label, Moments::apart, circuit_.meter()),
      translator_(model_, grounding.analysis, bounds_, relationVariables_, algebra_, trace_, grounding.options.semantics),
      encoder_(circuit_, &budget_) {
  translate();
}

/// Whether consequences of the facts are computed before other formulas are translated. This takes time, which pays off for
/// models that hold much data. Returns false if facts need not hold, and for proofs, which need unchanged formulas.
bool Translation::learnsFromFacts() const {
  const Options& options = grounding_.options;
  return bounds_.universeSize() > fewAtoms && !options.core && !options.soft && !options.refute && grounding_.dispensable.empty();
}

void Translation::translate() {
  std::vector<Lit> asserted;
  std::vector<Lit> soft;
  circuit_.relyOnDeclarations(relationVariables_.declared());
  if (grounding_.options.enumerate) translator_.countWitnesses();
  translator_.mayGiveUp(grounding_.dispensable);
  const bool apart = grounding_.options.core && grounding_.dispensable.empty();
  auto learn = [&, learns = learnsFromFacts()]() mutable {
    if (!std::exchange(learns, false)) return;
    const std::vector<Lit> holding = impliedInputs(circuit_, asserted);
    translator_.settle(holding);
    asserted.insert(asserted.end(), holding.begin(), holding.end());
  };
  for (std::size_t i = 0; i < grounding_.conjuncts.size(); ++i) {
    if (grounding_.isSettled(i)) continue;
    const Conjunct& c = grounding_.conjuncts[i];
    if (c.origin == Conjunct::Origin::formula) learn();
    const SkolemisedFormula formula = skolemization_.of(c.formula);
    if (grounding_.options.soft && c.origin != Conjunct::Origin::structure) {
      // Only conjuncts of the problem's own formulas are split into parts. The parts of one conjunct share the
      // witnesses of its leading existential quantifiers.
      if (c.origin != Conjunct::Origin::formula) {
        soft.push_back(translator_.assertion(formula));
        soft_.push_back({0, c});
        continue;
      }
      for (const auto& part : translator_.assertedParts(formula, c.span, Translator::Calls::apart)) {
        soft.push_back(part.holds);
        const Conjunct::Origin origin = part.ofWitnesses ? Conjunct::Origin::witness : c.origin;
        soft_.push_back({0, {part.formula, part.span, origin}, part.around});
      }
      continue;
    }
    if (!apart) {
      asserted.push_back(translator_.assertion(formula));
      continue;
    }
    for (const Translator::AssertedPart& part : translator_.assertedParts(formula, c.span)) {
      asserted.push_back(part.holds);
      selected_.push_back({part.formula, part.span});
    }
  }
  learn();
  if (grounding_.options.enumerate) relationVariables_.completeAll();
  std::vector<Lit> always{structure()};
  const Options& options = grounding_.options;
  if (options.symmetry > 0) {
    const bool shows = options.enumerate || options.preference.kind != Preference::Kind::any;
    always.push_back(breakSymmetries(model_, bounds_, relationVariables_, translator_.skolems(), algebra_, trace_.length,
                                     options.symmetry, shows ? SymmetryOrder::reference : SymmetryOrder::fixedFirst));
  }
  if (apart) {
    encoder_.assertAll(always);
    for (const Lit l : asserted) selectors_.push_back(encoder_.implying(l));
  } else {
    asserted.insert(asserted.end(), always.begin(), always.end());
    encoder_.assertAll(asserted);
  }
  for (const OmissiblePart& one : grounding_.dispensable) {
    selectors_.push_back(encoder_.inputVariable(translator_.guards().at(one.formula).holds.node()));
    selected_.push_back({one.formula, model_.expr(one.formula).span});
  }
  for (std::size_t i = 0; i < soft.size(); ++i) soft_[i].holds = encoder_.implying(soft[i]);
  numberInputs();
  shown_ = translator_.skolems();
}

// Gives a variable to every input that an instance shows, so that the instance can be excluded.
void Translation::numberInputs() {
  if (!grounding_.options.enumerate) return;
  for (; numbered_ < circuit_.size(); ++numbered_) {
    if (circuit_.gate(numbered_) == Gate::input) inputVariables_.push_back(encoder_.inputVariable(numbered_));
  }
}

void Translation::requireOutside(const Bounds& other) {
  std::vector<Lit> outside;
  const auto compare = [&](const RelationBound& own, const RelationBound& inner, const auto& relationIn, bool isVar) {
    std::vector<TupleCode> required;  // tuples that only `inner` requires
    std::set_difference(inner.lower.begin(), inner.lower.end(), own.lower.begin(), own.lower.end(), std::back_inserter(required));
    if (required.empty() && own.upper == inner.upper) return;
    for (int state = 0; state < (isVar ? trace_.length : 1); ++state) {
      std::size_t present = 0;
      for (const Entry& e : relationIn(state)->entries) {
        if (!std::binary_search(inner.upper.begin(), inner.upper.end(), e.tuple)) outside.push_back(e.holds);
        if (!std::binary_search(required.begin(), required.end(), e.tuple)) continue;
        outside.push_back(!e.holds);
        ++present;
      }
      if (present < required.size()) outside.push_back(yes);
    }
  };
  for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
    compare(
        bounds_.sig(id), other.sig(id), [&](int state) { return relationVariables_.sig(id, state); }, model_.sig(id).isVar);
  for (model::FieldId id = 0; id < model_.fields().size(); ++id)
    compare(
        bounds_.field(id), other.field(id), [&](int state) { return relationVariables_.field(id, state); },
        model_.field(id).isVar);
  encoder_.assertAll(std::vector{circuit_.disjunction(outside)});
}

int Translation::goal(ExprId formula) {
  const auto known = goals_.find(formula);
  if (known != goals_.end()) return known->second.selector;
  Goal goal;
  const Lit holds = translator_.goal(skolemization_.of(formula), goal.witnesses);
  goal.selector = encoder_.implying(holds);
  numberInputs();
  return goals_.emplace(formula, std::move(goal)).first->second.selector;
}

int Translation::branch(const Branch& branch) {
  const int selector = encoder_.implying(branching(branch, model_, relationVariables_, algebra_, trace_));
  numberInputs();
  return selector;
}

void Translation::forget(ExprId first) {
  skolemization_.forget(first);
  translator_.forget(first);
  std::erase_if(goals_, [&](const auto& goal) { return goal.first >= first; });
}

void Translation::show(std::span<const Conjunct> goals) {
  shown_ = translator_.skolems();
  for (const Conjunct& c : goals) {
    const std::vector<SkolemRelation>& more = goals_.at(c.formula).witnesses;
    shown_.insert(shown_.end(), more.begin(), more.end());
  }
}

// The constraints that are in no formula of the model. The trace has exactly one loop, signatures keep to their sizes, and no
// atom moves from one child of a signature to another child over time.
Lit Translation::structure() {
  std::vector<Lit> constraints{exactlyOne(circuit_, trace_.loopsTo),
                               constantSizes(model_, bounds_, relationVariables_, algebra_)};
  for (int state = 0; state < trace_.length; ++state)
    constraints.push_back(sizesIn(state, model_, bounds_, relationVariables_, algebra_));
  for (int state = 0; grounding_.options.soft && state < trace_.length; ++state)
    constraints.push_back(onlyExistingAtoms(state, model_, relationVariables_, algebra_));
  for (const SigId sig : signaturesWithPlaces(model_)) {
    std::vector<MatrixRef> ever = placesIn(0, sig, model_, relationVariables_, algebra_);
    for (int state = 1; state < trace_.length; ++state) {
      const std::vector<MatrixRef> places = placesIn(state, sig, model_, relationVariables_, algebra_);
      for (std::size_t i = 0; i < ever.size(); ++i) ever[i] = algebra_.unite(ever[i], places[i]);
    }
    constraints.push_back(pairwiseDisjoint(ever, algebra_));
  }
  return circuit_.conjunction(constraints);
}

/// `unmentioned`: if true, relations that no clause mentions get variables; if false, their tuples count as absent.
Aims Translation::aimsOver(bool unmentioned) {
  return {model_, relationVariables_, circuit_, trace_.length, [this, unmentioned](std::uint32_t node) {
            return unmentioned ? encoder_.inputVariable(node) : encoder_.variableOf(node);
          }};
}

/// Returns an aim for each integer except 0: few tuples with this integer. The larger the absolute value, the more important is
/// the aim; of -n and n, the aim about -n is more important.
std::vector<Aim> Translation::numbers() {
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Cost>> with;  // by -|n|, then by n
  const auto count = std::uint32_t{1} << bounds_.sizes().bitwidth;
  std::vector<std::uint32_t> atoms;
  for (const StateRelation& relation : inComparedOrder(model_, bounds_, relationVariables_, shown_, trace_.length)) {
    atoms.resize(relation.arity);
    for (const Entry& e : *relation.entries) {
      const int variable = circuit_.gate(e.holds.node()) == Gate::input ? encoder_.variableOf(e.holds.node()) : 0;
      if (variable == 0) continue;
      algebra_.decode(e.tuple, atoms);
      for (const std::uint32_t atom : atoms) {
        if (atom < bounds_.firstInt() || atom - bounds_.firstInt() >= count) continue;
        const std::int64_t value = bounds_.intValue(atom);
        if (value != 0) with[{-std::abs(value), value}].push_back({{{variable}}});
      }
    }
  }
  std::vector<Aim> aims;
  for (auto& [unused, costs] : with) aims.push_back({.groups = {std::move(costs)}, .claimed = false});
  return aims;
}

/// Returns RankedAims::order: the loop states first, so that a later loop state is better, then the tuples.
std::vector<int> Translation::order() {
  std::vector<int> variables;
  const auto add = [&](Lit literal) {
    if (circuit_.gate(literal.node()) != Gate::input) return;
    if (const int variable = encoder_.variableOf(literal.node())) variables.push_back(variable);
  };
  for (const Lit loop : trace_.loopsTo) add(loop);
  for (const StateRelation& relation : inComparedOrder(model_, bounds_, relationVariables_, shown_, trace_.length))
    for (const Entry& e : *relation.entries) add(e.holds);
  return variables;
}

RankedAims Translation::wishes(const Preference& preference, const std::vector<std::vector<bool>>& before) {
  using Kind = Preference::Kind;
  const bool unmentioned = preference.kind == Kind::maximal || preference.kind == Kind::diverse;
  RankedAims wishes{aimsOver(unmentioned).of(preference, before)};
  if (preference.kind == Kind::any || (preference.kind == Kind::diverse && !before.empty())) return wishes;
  std::vector<Aim> broken;
  using Origin = Conjunct::Origin;
  if (preference.kind == Kind::nearest)
    for (const Origin origin : {Origin::witness, Origin::formula, Origin::declaration, Origin::fact}) {
      Aim& aim = broken.emplace_back();
      aim.proved = true;
      std::vector<Cost>& costs = aim.groups.emplace_back();
      for (const SoftConstraint& soft : soft_)
        if (soft.conjunct.origin == origin) costs.push_back({{{-soft.holds}}});
    }
  if (!broken.empty()) broken.back().least = 1;  // the nearest valuation is asked for only if some constraint must be broken
  wishes.aims.insert(wishes.aims.begin(), broken.begin(), broken.end());
  const std::vector<Aim> more = numbers();
  wishes.aims.insert(wishes.aims.end(), more.begin(), more.end());
  wishes.order = order();
  if (preference.kind == Kind::smallest || preference.kind == Kind::diverse)
    wishes.signatures = aimsOver(unmentioned).signatures();
  return wishes;
}

std::vector<bool> Translation::valuesOfRelations(const Values& values) {
  std::vector<bool> result;
  for (const int variable : aimsOver(true).places()) result.push_back(values(variable));
  return result;
}

model::Instance Translation::instance(const Values& values) {
  translator_.release();
  model::Instance instance = decode(model_, bounds_, relationVariables_, trace_, shown_, algebra_, [&](std::uint32_t node) {
    const int v = encoder_.variableOf(node);
    return v != 0 && values(v);
  });
  instance.semantics = translator_.semantics();
  return instance;
}

std::vector<evaluator::Binding> Translation::witnesses(const model::Instance& instance) const {
  std::vector<evaluator::Binding> result;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const SkolemRelation& skolem = shown_[i];
    if (skolem.arity == model_.variable(skolem.variable).arity)
      result.emplace_back(skolem.variable, instance.states[0].skolems[i]);
  }
  return result;
}

void Translation::nameAtoms(model::Instance& instance) const {
  if (grounding_.problem.given == model::noId) return;
  const std::vector<model::VarId> named = namedAtoms(model_, grounding_.problem.given);
  const model::Universe& universe = *instance.universe;
  std::vector<std::string> names(universe.firstString());
  std::set<std::string> taken;
  std::vector<bool> isName(shown_.size(), false);
  // If the command's formula names atoms of the valuation, it quantifies over these atoms again, and `shown_` has their variables
  // twice. The variables of the formula are the last ones, so this loop visits them first, and they take precedence.
  for (std::size_t i = shown_.size(); i-- != 0;) {
    if (std::ranges::find(named, shown_[i].variable) == named.end()) continue;
    isName[i] = true;
    const std::string& name = model_.variable(shown_[i].variable).name;
    const std::vector<model::Atom> atoms = instance.states.front().skolems[i].atoms();
    if (atoms.size() == 1 && atoms.front() < names.size() && names[atoms.front()].empty() && taken.insert(name).second)
      names[atoms.front()] = name;
  }
  for (model::Atom atom = 0; atom < names.size(); ++atom) {
    if (!names[atom].empty()) continue;
    names[atom] = universe.name(atom);
    while (!taken.insert(names[atom]).second) names[atom] += '\'';
  }
  std::vector<std::string> strings;
  for (model::Atom atom = universe.firstString(); atom < universe.firstInt(); ++atom) strings.push_back(universe.name(atom));
  instance.universe = std::make_shared<const model::Universe>(std::move(names), std::move(strings), universe.bitwidth());
  const auto dropNames = [&](auto& skolems) {
    std::size_t i = 0;
    std::erase_if(skolems, [&](const auto&) { return isName[i++]; });
  };
  dropNames(instance.skolems);
  for (model::State& state : instance.states) dropNames(state.skolems);
}

std::vector<int> Translation::excluding(const Values& values) {
  std::vector<int> clause;
  const auto differ = [&](Lit l) {
    if (circuit_.gate(l.node()) != Gate::input) return;
    const int v = encoder_.inputVariable(l.node());
    clause.push_back(values(v) ? -v : v);
  };
  for (const RelationVariables::Leaf& leaf : relationVariables_.known()) {
    for (const Entry& e : (*leaf.matrix)->entries) differ(e.holds);
  }
  for (const SkolemRelation& skolem : shown_) {
    for (const Entry& e : skolem.entries) differ(e.holds);
  }
  for (const Lit l : trace_.loopsTo) differ(l);
  return clause;
}

std::string Translation::legend() const {
  std::string text;
  const auto name = [&](Lit l, const std::string& what, int state) {
    const int variable = circuit_.gate(l.node()) == Gate::input ? encoder_.variableOf(l.node()) : 0;
    if (variable != 0) text += fmt::format("c {}: {}, state {}\n", variable, what, state);
  };
  const auto nameEntries = [&](const std::vector<Entry>& entries, unsigned arity, const std::string& relation, int state) {
    std::vector<std::uint32_t> atoms(arity);
    for (const Entry& e : entries) {
      algebra_.decode(e.tuple, atoms);
      name(e.holds, fmt::format("{} in {}", fmt::join(atoms, "->"), relation), state);
    }
  };
  for (const RelationVariables::Leaf& leaf : relationVariables_.known()) {
    const Matrix& matrix = **leaf.matrix;
    nameEntries(matrix.entries, matrix.arity, leaf.isField ? model_.field(leaf.id).label : model_.sig(leaf.id).label, leaf.state);
  }
  for (const SkolemRelation& skolem : shown_) nameEntries(skolem.entries, skolem.arity, skolem.name, 0);
  for (std::size_t state = 0; state < trace_.loopsTo.size(); ++state)
    name(trace_.loopsTo[state], "the loop leads here", static_cast<int>(state));
  return text;
}

}  // namespace aunit::solver
