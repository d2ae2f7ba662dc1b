#include "solver/translation/structure.h"

#include <algorithm>
#include <map>

#include "solver/circuit/cardinality.h"

namespace aunit::solver {

using model::SigId;
namespace builtin = model::builtin;

namespace {

Lit sizeLimits(bool variable, int state, const model::Model& model, const Bounds& bounds, RelationVariables& relationVariables,
               const Algebra& algebra) {
  std::vector<Lit> constraints;
  for (const Bounds::SizeLimit& limit : bounds.sizeLimits()) {
    if (model.sig(limit.sig).isVar != variable) continue;
    std::vector<Lit> members;
    for (const Entry& e : relationVariables.sig(limit.sig, state)->entries) members.push_back(e.holds);
    constraints.push_back(atMost(algebra.circuit(), members, limit.size));
    if (limit.exact) constraints.push_back(!atMost(algebra.circuit(), members, limit.size - 1));
  }
  return algebra.circuit().conjunction(constraints);
}

}  // namespace

Lit constantSizes(const model::Model& model, const Bounds& bounds, RelationVariables& relationVariables, const Algebra& algebra) {
  std::vector<Lit> constraints{sizeLimits(false, 0, model, bounds, relationVariables, algebra)};
  // An abstract signature is the union of its children. If its size is exact, the children together must use all its atoms.
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (!sig.isAbstract || sig.children.empty() || sig.isVar) continue;
    constraints.push_back(algebra.subset(algebra.constant(1, bounds.sig(id).lower), relationVariables.sig(id, 0)));
  }
  return algebra.circuit().conjunction(constraints);
}

Lit sizesIn(int state, const model::Model& model, const Bounds& bounds, RelationVariables& relationVariables,
            const Algebra& algebra) {
  return sizeLimits(true, state, model, bounds, relationVariables, algebra);
}

Lit onlyExistingAtoms(int state, const model::Model& model, RelationVariables& relationVariables, const Algebra& algebra) {
  std::map<TupleCode, Lit> exists;
  const MatrixRef all = relationVariables.sig(builtin::univ, state);
  for (const Entry& e : all->entries) exists.emplace(e.tuple, e.holds);
  std::vector<Lit> constraints;
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    const MatrixRef field = relationVariables.field(id, state);
    std::vector<model::Atom> tuple(field->arity);
    for (const Entry& e : field->entries) {
      algebra.decode(e.tuple, tuple);
      for (const model::Atom atom : tuple) {
        const auto there = exists.find(atom);
        constraints.push_back(algebra.circuit().implication(e.holds, there == exists.end() ? no : there->second));
      }
    }
  }
  return algebra.circuit().conjunction(constraints);
}

std::vector<SigId> signaturesWithPlaces(const model::Model& model) {
  std::vector<SigId> result;
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    if (std::ranges::any_of(model.sig(id).children, [&](SigId child) { return model.sig(child).isVar; })) result.push_back(id);
  }
  return result;
}

std::vector<MatrixRef> placesIn(int state, SigId sig, const model::Model& model, RelationVariables& relationVariables,
                                const Algebra& algebra) {
  std::vector<MatrixRef> places;
  for (const SigId child : model.sig(sig).children) places.push_back(relationVariables.sig(child, state));
  if (model.sig(sig).isAbstract) return places;
  MatrixRef rest = relationVariables.sig(sig, state);
  for (const MatrixRef& child : places) rest = algebra.subtract(rest, child);
  places.push_back(rest);
  return places;
}

Lit pairwiseDisjoint(const std::vector<MatrixRef>& sets, const Algebra& algebra) {
  std::vector<Lit> constraints;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = i + 1; j < sets.size(); ++j) constraints.push_back(!algebra.some(*algebra.intersect(sets[i], sets[j])));
  }
  return algebra.circuit().conjunction(constraints);
}

}  // namespace aunit::solver
