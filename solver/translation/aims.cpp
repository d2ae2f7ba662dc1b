#include "solver/translation/aims.h"

#include <map>
#include <stdexcept>
#include <utility>

namespace aunit::solver {

using model::SigId;

Aims::Aims(const model::Model& model, RelationVariables& relationVariables, const Circuit& circuit, int states,
           VariableOf variableOf)
    : model_(model),
      relationVariables_(relationVariables),
      circuit_(circuit),
      states_(states),
      variableOf_(std::move(variableOf)) {}

// `literal` says whether a relation has a tuple. If the relation is a signature that consists of other signatures, `literal` is a
// disjunction of inputs; otherwise it is an input or a constant.
bool Aims::alternatives(Lit literal, std::vector<int>& out) const {
  if (literal == yes) return false;
  if (literal == no) return true;
  const Gate gate = circuit_.gate(literal.node());
  if (gate == Gate::input && !literal.negative()) {
    if (const int variable = variableOf_(literal.node())) out.push_back(variable);
    return true;
  }
  if (gate != Gate::conjunction || !literal.negative()) throw std::logic_error("a relation is not a disjunction of inputs");
  for (const Lit child : circuit_.children(literal.node()))
    if (!alternatives(!child, out)) return false;
  return true;
}

namespace {

std::vector<std::vector<int>> oneByOne(const std::vector<int>& literals) {
  std::vector<std::vector<int>> ways;
  for (const int literal : literals) ways.push_back({literal});
  return ways;
}

/// The value of Cost::ways for a cost that arises if all of the literals are false.
std::vector<std::vector<int>> none(const std::vector<int>& literals) {
  std::vector<std::vector<int>> ways(1);
  for (const int literal : literals) ways[0].push_back(-literal);
  return ways;
}

}  // namespace

/// Appends a cost for each atom that may or may not be in a signature. If `wanted` is `few`, the cost arises if the atom is in
/// the signature in some state; if `many`, the cost arises if the atom is in the signature in no state.
void Aims::everIn(SigId id, Direction wanted, std::vector<Cost>& costs) {
  std::map<TupleCode, std::pair<bool, std::vector<int>>> ever;  // by atom: whether it may be absent, and its literals
  for (int state = 0; state < (model_.sig(id).isVar ? states_ : 1); ++state) {
    for (const Entry& e : relationVariables_.sig(id, state)->entries) {
      auto& [open, places] = ever.try_emplace(e.tuple, true, std::vector<int>()).first->second;
      open = alternatives(e.holds, places) && open;
    }
  }
  for (const auto& [atom, where] : ever)
    if (where.first && !where.second.empty())
      costs.push_back({wanted == Direction::few ? oneByOne(where.second) : none(where.second)});
}

std::vector<Cost> Aims::atoms() {
  std::vector<Cost> costs;
  for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
    if (model_.isTopLevel(id) && !model_.sig(id).isMeta) everIn(id, Direction::few, costs);
  return costs;
}

std::vector<std::vector<Cost>> Aims::signatures() {
  std::vector<std::vector<Cost>> all;
  for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
    if (!model_.isTopLevel(id) || model_.sig(id).isMeta) continue;
    std::vector<Cost> costs;
    everIn(id, Direction::few, costs);
    if (costs.size() > 1) all.push_back(std::move(costs));
  }
  return all;
}

/// Calls `visit` for each relation, with a function that returns the relation's matrix in a state, and with a flag that is true
/// if the relation is variable.
template <class Visit>
void Aims::forEachRelation(const Visit& visit) {
  for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
    if (countsAsRelation(model_, id))
      visit([&, id](int state) { return relationVariables_.sig(id, state); }, model_.sig(id).isVar);
  for (model::FieldId id = 0; id < model_.fields().size(); ++id)
    if (countsAsRelation(model_, model_.field(id)))
      visit([&, id](int state) { return relationVariables_.field(id, state); }, model_.field(id).isVar);
}

std::vector<Cost> Aims::tuples(Direction wanted) {
  std::vector<Cost> costs;
  forEachRelation([&](const auto& matrixIn, bool isVar) {
    for (int state = 0; state < (isVar ? states_ : 1); ++state) {
      for (const Entry& e : matrixIn(state)->entries) {
        std::vector<int> places;
        if (alternatives(e.holds, places) && !places.empty())
          costs.push_back({wanted == Direction::few ? oneByOne(places) : none(places)});
      }
    }
  });
  return costs;
}

std::vector<Cost> Aims::changes() {
  std::vector<Cost> costs;
  forEachRelation([&](const auto& matrixIn, bool isVar) {
    for (int state = 0; isVar && state + 1 < states_; ++state) {
      const MatrixRef now = matrixIn(state), next = matrixIn(state + 1);
      for (std::size_t i = 0; i < now->entries.size(); ++i) {  // both matrices have the same entries, because the bounds are the
                                                               // same in all states
        std::vector<int> before, after;
        if (!alternatives(now->entries[i].holds, before) || !alternatives(next->entries[i].holds, after)) continue;
        if (before.size() != 1 || after.size() != 1) continue;  // no clause mentions the tuple, so it never changes
        costs.push_back({{{before[0], -after[0]}, {-before[0], after[0]}}});
      }
    }
  });
  return costs;
}

std::vector<int> Aims::places() {
  std::vector<int> all;
  for (int state = 0; state < states_; ++state) {
    const auto add = [&](const MatrixRef& matrix) {
      for (const Entry& e : matrix->entries)
        if (circuit_.gate(e.holds.node()) == Gate::input)
          if (const int variable = variableOf_(e.holds.node())) all.push_back(variable);
    };
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      if (state == 0 || model_.sig(id).isVar) add(relationVariables_.sig(id, state));
    for (model::FieldId id = 0; id < model_.fields().size(); ++id)
      if (state == 0 || model_.field(id).isVar) add(relationVariables_.field(id, state));
  }
  return all;
}

std::vector<Aim> Aims::of(const Preference& preference, const std::vector<std::vector<bool>>& before) {
  using Kind = Preference::Kind;
  std::vector<Aim> aims;
  const auto add = [&](std::vector<Cost> costs, bool proved = false) { aims.push_back({{std::move(costs)}, proved}); };
  if (preference.kind == Kind::any) return aims;
  if (preference.kind == Kind::diverse && !before.empty()) {
    const std::vector<int> all = places();
    Aim& far = aims.emplace_back();
    for (const std::vector<bool>& other : before) {
      std::vector<Cost>& same = far.groups.emplace_back();
      for (std::size_t i = 0; i < all.size(); ++i) same.push_back({{{other[i] ? all[i] : -all[i]}}});
    }
    return aims;
  }
  const bool ofTuples = preference.signature == model::noId;
  if (preference.kind == Kind::minimal || preference.kind == Kind::maximal) {
    const Direction wanted = preference.kind == Kind::minimal ? Direction::few : Direction::many;
    std::vector<Cost> costs;
    if (!ofTuples) everIn(preference.signature, wanted, costs);
    add(ofTuples ? tuples(wanted) : std::move(costs), true);
    add(atoms());
    if (!ofTuples) add(tuples(Direction::few));
  } else {  // also for Kind::nearest: Translation inserts the aims about broken constraints before these
    add(atoms());
    add(tuples(Direction::few));
  }
  add(changes());
  return aims;
}

}  // namespace aunit::solver
