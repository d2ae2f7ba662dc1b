#include "strength/versions/united.h"

#include <algorithm>
#include <functional>
#include <set>

namespace aunit::strength::versions {

using namespace model;

namespace {

void makeVar(Model& model, const Model& other, const comparison::Correspondence& corresponding) {
  bool changed = other.hasMutable() && !model.hasMutable();
  for (SigId id = model::builtin::count; id < other.sigs().size(); ++id) {
    const SigId here = corresponding.sigs[id];
    if (here == noId || !other.sig(id).isVar || model.sig(here).isVar) continue;
    model.mutableSigs()[here].isVar = changed = true;
    model.mutableSigs()[here].isExact = false;
  }
  for (FieldId id = 0; id < other.fields().size(); ++id) {
    const FieldId here = corresponding.fields[id];
    if (here != noId && other.field(id).isVar && !model.field(here).isVar) model.mutableFields()[here].isVar = changed = true;
  }
  if (!changed) return;
  model.setHasMutable(true);
  model.seal();
}

/// Whether two signatures have the same children in the same order. `sigs` maps signatures of the version that has `one` to
/// signatures of the version that has `other`.
bool hasSameMembers(const model::Sig& one, const model::Sig& other, std::span<const SigId> sigs) {
  return std::ranges::equal(one.children, other.children, {}, [&](SigId child) { return sigs[child]; });
}

/// A signature of `model` stays exact only if it is exact, and has the same members, in both versions. An enum stays an enum only
/// if it is an enum in both versions, and if it has the same members in both or no formula uses its order.
void makeInexact(Model& model, const Model& other, const comparison::Correspondence& corresponding) {
  for (SigId id = model::builtin::count; id < other.sigs().size(); ++id) {
    const SigId here = corresponding.sigs[id];
    if (here == noId) continue;
    model::Sig& sig = model.mutableSigs()[here];
    if (!sig.isEnum && !sig.isExact) continue;
    const model::Sig& there = other.sig(id);
    // Whether the signature has the same members, and so the same number of atoms, in both versions.
    const bool isCounted =
        there.isEnum == sig.isEnum && there.isAbstract == sig.isAbstract && hasSameMembers(there, sig, corresponding.sigs);
    sig.isExact = sig.isExact && there.isExact && isCounted;
    if (!there.isEnum || (!isCounted && (isOrderUsed(other, id) || isOrderUsed(model, here)))) sig.isEnum = false;
  }
}

}  // namespace

UnitedHierarchy unite(const Model& other, Extension& copy, const comparison::Correspondence& corresponding) {
  Model& model = copy.growing();
  const std::size_t count = model.sigs().size();
  UnitedHierarchy united{std::vector<bool>(count), std::vector<bool>(count)};
  std::vector<std::set<SigId>> tops(count);
  for (SigId id = model::builtin::count; id < count; ++id) tops[id] = comparison::topsOf(model, id);
  for (SigId id = model::builtin::count; id < other.sigs().size(); ++id) {
    const SigId here = corresponding.sigs[id];
    if (here == noId || model.sig(here).isMeta) continue;
    const model::Sig &there = other.sig(id), &sig = model.sig(here);
    std::set<SigId> parents;
    for (const SigId parent : there.parents) parents.insert(corresponding.sigs[parent]);
    if (there.subset == sig.subset && parents == std::set<SigId>(sig.parents.begin(), sig.parents.end())) continue;
    united.isLoose[here] = true;
    for (const SigId top : comparison::topsOf(other, id)) tops[here].insert(corresponding.sigs[top]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (SigId id = model::builtin::count; id < count; ++id) {
      const model::Sig& sig = model.sig(id);
      if (united.isLoose[id] || sig.subset || !united.isLoose[sig.parents[0]]) continue;
      united.isLoose[id] = changed = true;
      tops[id].merge(std::set(tops[sig.parents[0]]));
    }
  }
  for (SigId id = model::builtin::count; id < count; ++id) {
    if (!united.isLoose[id]) continue;
    model::Sig& sig = model.mutableSigs()[id];
    if (!sig.subset) {
      model::Sig& parent = model.mutableSigs()[sig.parents[0]];
      std::vector<SigId> others = parent.children;
      std::erase(others, id);
      parent.children = others;
      parent.isAbstract = parent.isEnum = false;
      united.hasParted[sig.parents[0]] = true;
    }
    sig.subset = true;
    sig.subsetExact = sig.isAbstract = sig.isEnum = sig.isExact = false;
    sig.parents = std::vector<SigId>(tops[id].begin(), tops[id].end());
    model::Type type;
    for (const SigId top : sig.parents) type.products.push_back({top});
    sig.type = model.internType(type);
  }
  makeInexact(model, other, corresponding);
  makeVar(model, other, corresponding);
  return united;
}

std::vector<ImpliedConstraint> constraintsMissingIn(const Model& version, Extension& copy, std::span<const SigId> sigs,
                                                    std::span<const FieldId> fields, bool hasOrders) {
  std::vector<ImpliedConstraint> result;
  model::Nodes& nodes = copy.nodes();
  nodes.at({});
  const auto stays = [&](SigId sig, ExprId relation) {
    result.push_back({sig, nodes.unary(Op::always, nodes.binary(Op::equal, nodes.unary(Op::prime, relation), relation))});
  };
  for (SigId id = model::builtin::count; id < sigs.size(); ++id)
    if (sigs[id] != noId && !version.sig(id).isVar && copy.model().sig(sigs[id]).isVar) stays(id, nodes.sig(sigs[id]));
  for (FieldId id = 0; id < fields.size(); ++id)
    if (fields[id] != noId && !version.field(id).isVar && copy.model().field(fields[id]).isVar)
      stays(version.field(id).sig, nodes.field(fields[id]));
  // The order of an enum is the order in which its members are declared.
  for (SigId id = model::builtin::count; id < sigs.size(); ++id) {
    const model::Module& module = version.modules()[version.sig(id).module];
    if (sigs[id] == noId || !module.library || module.named || module.arguments.size() != 1) continue;
    const model::Sig& members = version.sig(module.arguments[0]);
    const SigId here = sigs[module.arguments[0]];
    if (!members.isEnum || here == noId || (hasOrders && copy.model().sig(here).isEnum)) continue;
    ExprId order = noId;
    for (std::size_t i = 0; i + 1 < members.children.size(); ++i) {
      const SigId before = sigs[members.children[i]], after = sigs[members.children[i + 1]];
      if (before == noId || after == noId) continue;
      const ExprId step = nodes.binary(Op::product, nodes.sig(before), nodes.sig(after));
      order = order == noId ? step : nodes.binary(Op::union_, order, step);
    }
    for (const FieldId field : version.sig(id).fields)
      if (order != noId && fields[field] != noId && version.field(field).arity == 3)
        result.push_back(
            {module.arguments[0], nodes.binary(Op::equal, nodes.join(nodes.sig(sigs[id]), nodes.field(fields[field])), order)});
  }
  for (SigId id = model::builtin::count; id < sigs.size(); ++id) {
    const std::vector<SigId>& children = version.sig(id).children;
    const auto isLoose = [&](SigId child) { return sigs[child] != noId && copy.model().sig(sigs[child]).subset; };
    if (sigs[id] == noId || std::ranges::none_of(children, [&](SigId child) { return version.sig(child).isVar; }) ||
        std::ranges::none_of(children, isLoose))
      continue;
    // No atom moves from one of these sets to another: the children, and the set of atoms that are in no child.
    std::vector<ExprId> places;
    ExprId rest = nodes.sig(sigs[id]);
    for (const SigId child : children) {
      if (sigs[child] == noId) continue;
      places.push_back(nodes.sig(sigs[child]));
      rest = nodes.binary(Op::difference, rest, nodes.sig(sigs[child]));
    }
    if (!version.sig(id).isAbstract) places.push_back(rest);
    for (const ExprId here : places)
      for (const ExprId there : places) {
        if (here == there) continue;
        const VarId atom = nodes.newVariable("atom", sigs[id]);
        const ExprId never = nodes.unary(Op::always, nodes.binary(Op::in, nodes.variable(atom), there, true));
        const Decl decl{.firstVariable = atom, .variableCount = 1, .bound = here, .span = {}};
        result.push_back({id, nodes.unary(Op::always, nodes.quantified(Op::quantAll, decl, never))});
      }
  }
  return result;
}

bool isUnusedOrder(const Model& model, SigId sig) {
  const ModuleId module = model.sig(sig).module;
  const model::Module& order = model.modules()[module];
  if (!order.library || order.named || order.arguments.size() != 1) return false;
  // An order needs a first element. So an order that no formula mentions still matters if the ordered signature may be empty.
  if (std::ranges::none_of(model.sig(order.arguments[0]).children,
                           [&](SigId child) { return model.sig(child).multiplicity == Multiplicity::one; }))
    return false;
  const std::function<bool(ExprId)> speaks = [&](ExprId id) {
    if (id == noId) return false;
    const model::Expr& node = model.expr(id);
    if ((node.op == Op::sig && model.sig(node.payload).module == module) ||
        (node.op == Op::field && model.sig(model.field(node.payload).sig).module == module) ||
        (node.op == Op::call && model.func(node.payload).module == module))
      return true;
    return std::ranges::any_of(model.children(id), speaks) ||
           std::ranges::any_of(model.decls(id), [&](const Decl& decl) { return speaks(decl.bound); });
  };
  const auto elsewhere = [&](const auto& paragraph) { return paragraph.module != module && speaks(paragraph.body); };
  return std::ranges::none_of(model.facts(), elsewhere) && std::ranges::none_of(model.assertions(), elsewhere) &&
         std::ranges::none_of(model.funcs(),
                              [&](const model::Func& function) {
                                return elsewhere(function) ||
                                       (function.module != module && std::ranges::any_of(function.params, [&](const Decl& decl) {
                                          return speaks(decl.bound);
                                        }));
                              }) &&
         std::ranges::none_of(model.implicitConstraints(), [&](const model::ImplicitConstraint& constraint) {
           // The constraint that top-level signatures are disjoint mentions each of them. This does not count as a use of the
           // order.
           return constraint.sig != model::builtin::univ && constraint.sig != noId &&
                  model.sig(constraint.sig).module != module && speaks(constraint.formula);
         });
}

bool isOrderUsed(const Model& model, SigId members) {
  for (SigId order = model::builtin::count; order < model.sigs().size(); ++order) {
    const model::Module& module = model.modules()[model.sig(order).module];
    if (module.library && module.arguments == std::vector<SigId>{members} && !isUnusedOrder(model, order)) return true;
  }
  return false;
}

void leaveOutUnusedOrders(const Model& plainer, const Model& richer, comparison::Correspondence& corresponding) {
  for (SigId id = model::builtin::count; id < plainer.sigs().size(); ++id) {
    if (corresponding.sigs[id] == noId || !isUnusedOrder(plainer, id)) continue;
    const SigId members = plainer.modules()[plainer.sig(id).module].arguments[0], others = corresponding.sigs[members];
    if (others != noId && std::ranges::equal(plainer.sig(members).children, richer.sig(others).children, {},
                                             [&](SigId child) { return corresponding.sigs[child]; }))
      continue;
    corresponding.sigs[id] = noId;
    for (const model::FieldId field : plainer.sig(id).fields) corresponding.fields[field] = noId;
  }
}

}  // namespace aunit::strength::versions
