#include "solver/preference.h"

namespace aunit::solver {

using namespace model;

bool countsAsRelation(const model::Model& model, SigId signature) {
  const model::Sig& sig = model.sig(signature);
  if (signature < model::builtin::count || sig.isMeta || sig.subsetExact) return false;
  return sig.subset || (sig.isVar && !(sig.isAbstract && !sig.children.empty()));
}

bool countsAsRelation(const model::Model& model, const model::Field& field) {
  return !field.isMeta && !model.sig(field.sig).isMeta;
}

Size sizeOf(const model::Model& model, const model::Instance& instance) {
  Size size;
  const auto add = [&](bool isVar, const auto& relationIn) {
    size.tuples += relationIn(instance.states[0]).size();
    for (std::size_t s = 1; isVar && s < instance.states.size(); ++s) {
      const TupleSet &before = relationIn(instance.states[s - 1]), &now = relationIn(instance.states[s]);
      size.tuples += now.size();
      size.changes += before.subtract(now).size() + now.subtract(before).size();
    }
  };
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const auto members = [id](const State& state) -> const TupleSet& { return state.sigs[id]; };
    if (countsAsRelation(model, id)) add(model.sig(id).isVar, members);
    if (!model.isTopLevel(id) || model.sig(id).isMeta) continue;
    TupleSet ever = members(instance.states[0]);
    for (const State& state : instance.states) ever = ever.unite(members(state));
    size.atoms += ever.size();
  }
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (countsAsRelation(model, model.field(id)))
      add(model.field(id).isVar, [id](const State& state) -> const TupleSet& { return state.fields[id]; });
  return size;
}

}  // namespace aunit::solver
