#include "solver/translation/relation_variables.h"

#include <algorithm>

namespace aunit::solver {

using model::FieldId;
using model::SigId;
namespace builtin = model::builtin;

RelationVariables::RelationVariables(const model::Model& model, const Bounds& bounds, const Algebra& algebra, int states,
                                     bool declared)
    : model_(model), bounds_(bounds), algebra_(algebra), states_(states), declared_(declared) {
  slotOf(true, states - 1);
}

/// The index of a relation's state in `sigs_` and `fields_`: 0 for static relations, which are the same in every state.
std::size_t RelationVariables::slotOf(bool variable, int state) {
  const std::size_t slot = variable ? static_cast<std::size_t>(state) : 0;
  while (sigs_.size() <= slot) {
    sigs_.emplace_back(model_.sigs().size());
    fields_.emplace_back(model_.fields().size());
  }
  return slot;
}

MatrixRef RelationVariables::make(const RelationBound& bound, unsigned arity) const {
  if (bound.lower == bound.upper) return algebra_.constant(arity, bound.upper);
  auto m = std::make_shared<Matrix>();
  m->arity = static_cast<std::uint8_t>(arity);
  m->functional = bound.functional && declared_;
  // Each tuple of the upper bound needs memory for one entry of the matrix and for two nodes of the circuit (24 bytes).
  algebra_.circuit().meter().room(bound.upper.size() * (sizeof(Entry) + 24));
  m->entries.reserve(bound.upper.size());
  auto certain = bound.lower.begin();
  for (const TupleCode t : bound.upper) {
    while (certain != bound.lower.end() && *certain < t) ++certain;
    m->entries.push_back({t, certain != bound.lower.end() && *certain == t ? yes : algebra_.circuit().input()});
  }
  return m;
}

// A signature that is the union of its children or of its parents (`parts`) needs no inputs of its own. The exception is a static
// signature with a variable part: its inputs are the same in all states, so they ensure that the union is constant.
bool RelationVariables::followsFrom(SigId id, const std::vector<SigId>& parts) const {
  return model_.sig(id).isVar || std::none_of(parts.begin(), parts.end(), [&](SigId part) { return model_.sig(part).isVar; });
}

MatrixRef RelationVariables::makeSig(SigId id, int state) {
  const model::Sig& sig = model_.sig(id);
  const bool covered = sig.isAbstract && !sig.children.empty();
  const std::vector<SigId>& parts = covered ? sig.children : sig.parents;
  if ((covered || sig.subsetExact) && followsFrom(id, parts)) {
    std::vector<MatrixRef> all;
    for (const SigId part : parts) all.push_back(this->sig(part, state));
    return algebra_.unite(all);
  }
  return make(bounds_.sig(id), 1);
}

MatrixRef RelationVariables::sig(SigId id, int state) {
  if (id == builtin::none) return algebra_.empty(1);
  if (id == builtin::univ) {
    // Integers, strings, and the members of the top-level signatures in this state.
    std::vector<TupleCode> constants = bounds_.sig(builtin::string).lower;
    constants.insert(constants.end(), bounds_.sig(builtin::integers).lower.begin(), bounds_.sig(builtin::integers).lower.end());
    std::vector<MatrixRef> parts{algebra_.constant(1, std::move(constants))};
    for (SigId s = builtin::count; s < model_.sigs().size(); ++s) {
      if (model_.isTopLevel(s)) parts.push_back(sig(s, state));
    }
    return algebra_.unite(parts);
  }
  const std::size_t slot = slotOf(model_.sig(id).isVar, state);
  if (!sigs_[slot][id]) sigs_[slot][id] = makeSig(id, state);
  return sigs_[slot][id];
}

MatrixRef RelationVariables::field(FieldId id, int state) {
  MatrixRef& slot = fields_[slotOf(model_.field(id).isVar, state)][id];
  if (!slot) slot = declared_ && bounds_.isOfRecord(id) ? ofRecord(id) : make(bounds_.field(id), model_.field(id).arity);
  return slot;
}

MatrixRef RelationVariables::valuesOfRecord(FieldId id) {
  if (!declared_ || !bounds_.isOfRecord(id)) return nullptr;
  MatrixRef& values = values_[id];
  if (!values) values = algebra_.constant(2, bounds_.field(id).upper);
  return values;
}

// A record's field has a value if and only if the atom exists.
MatrixRef RelationVariables::ofRecord(FieldId id) {
  const MatrixRef atoms = sig(model_.field(id).sig, 0);
  const RelationBound& bound = bounds_.field(id);
  auto m = std::make_shared<Matrix>();
  m->arity = 2;
  m->functional = true;
  auto atom = atoms->entries.begin();
  for (const TupleCode t : bound.upper) {
    while (atom != atoms->entries.end() && atom->tuple < t / bounds_.universeSize()) ++atom;
    if (atom != atoms->entries.end() && atom->tuple == t / bounds_.universeSize()) m->entries.push_back({t, atom->holds});
  }
  return m;
}

void RelationVariables::define(bool isField, std::uint32_t id, int state, MatrixRef value) {
  const std::size_t slot = slotOf(true, state);
  (isField ? fields_ : sigs_)[slot][id] = std::move(value);
}

void RelationVariables::completeAll() {
  for (int state = 0; state < states_; ++state) {
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) sig(id, state);
    for (FieldId id = 0; id < model_.fields().size(); ++id) field(id, state);
  }
}

std::vector<RelationVariables::Leaf> RelationVariables::known() const {
  std::vector<Leaf> relationVariables;
  for (std::size_t state = 0; state < sigs_.size(); ++state) {
    for (std::uint32_t id = 0; id < sigs_[state].size(); ++id) {
      if (sigs_[state][id]) relationVariables.push_back({false, id, static_cast<int>(state), &sigs_[state][id]});
    }
    for (std::uint32_t id = 0; id < fields_[state].size(); ++id) {
      if (fields_[state][id]) relationVariables.push_back({true, id, static_cast<int>(state), &fields_[state][id]});
    }
  }
  return relationVariables;
}

}  // namespace aunit::solver
