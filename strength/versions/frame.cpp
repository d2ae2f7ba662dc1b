#include "strength/versions/frame.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "model/instances/instance_names.h"
#include "solver/grounding/scope.h"
#include "solver/unsupported.h"

namespace aunit::strength::versions {

using namespace model;

Frame::Frame(const Model& older, const Model& newer, comparison::Correspondence corresponding,
             const std::vector<std::uint32_t>& sameFacts)
    : older_(older),
      newer_(newer),
      extension_(newer),
      model_(extension_.growing()),
      corresponding_(std::move(corresponding)),
      back_(corresponding_.turned(newer)),
      copier_(older, extension_, corresponding_),
      alike_(older, newer, corresponding_) {
  united_ = unite(older, extension_, corresponding_);
  for (std::uint32_t fact = 0; fact < sameFacts.size(); ++fact)
    if (sameFacts[fact] == noId) model_.mutableFacts()[fact].body = noId;
  relaxDeclarations();
}

ExprId Frame::all(const std::vector<ExprId>& formulas) {
  extension_.nodes().at({});
  return extension_.nodes().list(Op::and_, formulas);
}

Frame::Declaration& Frame::declaration(SigId older, SigId newer) {
  const auto found = std::ranges::find_if(declarations_, [&](const Declaration& declaration) {
    return (older != noId && declaration.older == older) || (newer != noId && declaration.newer == newer);
  });
  if (found != declarations_.end()) {
    if (newer != noId) found->newer = newer;
    return *found;
  }
  declarations_.push_back({(newer != noId ? newer_.sig(newer) : older_.sig(older)).name, older, newer, {}});
  return declarations_.back();
}

void Frame::relaxDeclarations() {
  using Key = std::tuple<ImplicitKind, SigId, FieldId, std::size_t>;
  std::map<Key, std::uint32_t> ofNewer;
  const auto key = [](std::map<std::tuple<ImplicitKind, SigId, FieldId>, std::size_t>& counts, ImplicitKind kind, SigId sig,
                      FieldId field) {
    return Key(kind, sig, field, counts[{kind, sig, field}]++);
  };
  std::map<std::tuple<ImplicitKind, SigId, FieldId>, std::size_t> counts, countsOfOlder;
  const auto& newer = newer_.implicitConstraints();
  for (std::uint32_t i = 0; i < newer.size(); ++i) ofNewer[key(counts, newer[i].kind, newer[i].sig, newer[i].field)] = i;

  for (SigId id = model::builtin::count; id < older_.sigs().size(); ++id)
    if (corresponding_.sigs[id] == noId && !older_.sig(id).isMeta && !isUnusedOrder(older_, id)) {
      onlyOlder_.push_back("sig " + older_.sig(id).name);
      declaration(id, noId).said.missing = "sig " + older_.sig(id).name;
    }
  for (SigId id = model::builtin::count; id < newer_.sigs().size(); ++id)
    if (back_.sigs[id] == noId && !newer_.sig(id).isMeta && !isUnusedOrder(newer_, id)) {
      onlyNewer_.push_back("sig " + newer_.sig(id).name);
      declaration(noId, id);
    }
  for (FieldId id = 0; id < older_.fields().size(); ++id)
    if (const SigId sig = older_.field(id).sig;
        corresponding_.fields[id] == noId && !older_.field(id).isMeta && !isUnusedOrder(older_, sig)) {
      onlyOlder_.push_back(fmt::format("field {}.{}", older_.sig(sig).name, older_.field(id).name));
      declaration(sig, corresponding_.sigs[sig]).said.missing = onlyOlder_.back();
    }
  for (FieldId id = 0; id < newer_.fields().size(); ++id)
    if (const SigId sig = newer_.field(id).sig;
        back_.fields[id] == noId && !newer_.field(id).isMeta && !isUnusedOrder(newer_, sig)) {
      onlyNewer_.push_back(fmt::format("field {}.{}", newer_.sig(sig).name, newer_.field(id).name));
      declaration(back_.sigs[sig], sig);
    }

  std::vector<bool> matched(newer.size());
  // The implicit constraints that differ between the versions: the index in the older model and the index in the newer model;
  // noId if a model lacks the constraint.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> changed;
  const auto& old = older_.implicitConstraints();
  for (std::uint32_t i = 0; i < old.size(); ++i) {
    if (old[i].kind == ImplicitKind::disjointChildren && !areLooseBelow(older_, old[i].sig)) continue;
    const SigId sig = old[i].sig == noId ? noId : corresponding_.sigs[old[i].sig];
    const FieldId field = old[i].field == noId ? noId : corresponding_.fields[old[i].field];
    const bool there = (sig != noId || old[i].sig == noId) && (field != noId || old[i].field == noId);
    const auto found = there ? ofNewer.find(key(countsOfOlder, old[i].kind, sig, field)) : ofNewer.end();
    if (found != ofNewer.end()) {
      matched[found->second] = true;
      if (!alike_.expressions(old[i].formula, newer[found->second].formula)) changed.emplace_back(i, found->second);
    } else if (there) {
      changed.emplace_back(i, noId);
    }
  }
  const auto ofWhich = [](const Model& model, const ImplicitConstraint& constraint) {
    return constraint.sig != noId ? constraint.sig : constraint.field != noId ? model.field(constraint.field).sig : noId;
  };
  for (std::uint32_t i = 0; i < newer.size(); ++i) {
    if (newer[i].kind == ImplicitKind::disjointChildren && !areLooseBelow(newer_, newer[i].sig)) continue;
    const SigId sig = ofWhich(newer_, newer[i]);
    // If only the newer version has a signature or field, the constraints about this signature or field stay constraints of the
    // frame. The older version says nothing about it.
    const bool isNew =
        (sig != noId && back_.sigs[sig] == noId) || (newer[i].field != noId && back_.fields[newer[i].field] == noId);
    if (!matched[i] && !isNew) changed.emplace_back(noId, i);
  }
  extension_.nodes().at({});
  const ExprId anything = extension_.nodes().truth(true);
  for (const auto& [before, after] : changed) {
    const ImplicitConstraint& constraint = before != noId ? old[before] : newer[after];
    const SigId sig = ofWhich(before != noId ? older_ : newer_, constraint);
    const SigId inOlder = before != noId || sig == noId ? sig : back_.sigs[sig];
    if (inOlder == noId) continue;
    const SigId inNewer = corresponding_.sigs[inOlder];
    FramedParagraph& said = declaration(inOlder, inNewer).said;
    if (before != noId) {
      const auto copied = copier_.expression(old[before].formula);
      if (copied)
        said.older.push_back(*copied);
      else
        said.missing = copier_.missing();
    }
    if (after != noId) {
      said.newer.push_back(newer[after].formula);
      model_.mutableImplicitConstraints()[after].formula = anything;
      if (constraint.kind == ImplicitKind::subsignature && united_.isLoose[inNewer])
        model_.mutableImplicitConstraints()[after].formula = withinParents(inNewer);
    }
    if (constraint.kind == ImplicitKind::sigMultiplicity) model_.mutableSigs()[inNewer].multiplicity = model::Multiplicity::set;
    if (constraint.kind == ImplicitKind::subsignature) model_.mutableSigs()[inNewer].subsetExact = false;
    if (constraint.kind == ImplicitKind::abstractCovered) model_.mutableSigs()[inNewer].isAbstract = false;
    if (constraint.kind == ImplicitKind::fieldBound && before != noId && after != noId)
      model_.mutableImplicitConstraints()[after].formula = relaxField(old[before].field, newer[after].field);
  }
  for (const ImpliedConstraint& unsaid : constraintsMissingIn(older_, extension_, corresponding_.sigs, corresponding_.fields))
    declaration(unsaid.sig, corresponding_.sigs[unsaid.sig]).said.older.push_back(unsaid.formula);
  std::vector<SigId> sigs(newer_.sigs().size(), noId);
  std::vector<FieldId> fields(newer_.fields().size(), noId);
  for (const SigId sig : corresponding_.sigs)
    if (sig != noId) sigs[sig] = sig;
  for (const FieldId field : corresponding_.fields)
    if (field != noId) fields[field] = field;
  for (const ImpliedConstraint& unsaid : constraintsMissingIn(newer_, extension_, sigs, fields))
    declaration(back_.sigs[unsaid.sig], unsaid.sig).said.newer.push_back(unsaid.formula);
}

/// Whether the frame makes some child of `sig` a subset signature (`isLoose`). `model` is the older or the newer version.
bool Frame::areLooseBelow(const Model& model, SigId sig) const {
  if (sig == noId || sig == model::builtin::univ) return false;
  return std::ranges::any_of(model.sig(sig).children, [&](SigId child) {
    const SigId here = &model == &newer_ ? child : corresponding_.sigs[child];
    return here != noId && united_.isLoose[here];
  });
}

/// Returns `always formula` if the formula depends on the state, else the formula itself.
ExprId Frame::always(ExprId formula) {
  return model_.expr(formula).variable ? extension_.nodes().unary(Op::always, formula) : formula;
}

ExprId Frame::withinParents(SigId sig) {
  model::Nodes& nodes = extension_.nodes();
  ExprId all = noId;
  for (const SigId parent : model_.sig(sig).parents)
    all = all == noId ? nodes.sig(parent) : nodes.binary(Op::union_, all, nodes.sig(parent));
  return always(nodes.binary(Op::in, nodes.sig(sig), all));
}

/// Replaces the field's bound by the union of the bounds in both versions, because the solver limits the field to its bound.
/// Returns the constraint that states the new bound.
ExprId Frame::relaxField(FieldId older, FieldId newer) {
  model::Nodes& nodes = extension_.nodes();
  const model::Field before = older_.field(older);
  const model::Field field = model_.field(newer);
  const auto type = corresponding_.type(older_.type(before.type));
  model::Type both = model_.type(field.type);
  if (type)
    for (const model::Product& product : type->products)
      if (std::ranges::find(both.products, product) == both.products.end()) both.products.push_back(product);
  const bool sameThis = (before.thisVariable == noId) == (field.thisVariable == noId);
  if (sameThis && field.thisVariable != noId) copier_.stand(before.thisVariable, field.thisVariable);
  const auto copied = sameThis ? copier_.expression(before.bound) : std::nullopt;
  nodes.at({});
  const ExprId bound =
      copied ? nodes.binary(Op::union_, nodes.withoutMultiplicities(*copied), nodes.withoutMultiplicities(field.bound))
             : nodes.everything(both, 1);
  if (bound == noId) return nodes.truth(true);
  model_.mutableFields()[newer].bound = bound;
  model_.mutableFields()[newer].type = model_.internType(both);
  model_.mutableFields()[newer].defined = false;
  const ExprId self = field.thisVariable == noId ? nodes.sig(field.sig) : nodes.variable(field.thisVariable);
  const ExprId within = nodes.binary(Op::in, nodes.join(self, nodes.field(newer)), bound);
  if (field.thisVariable == noId) return always(within);
  return always(
      nodes.quantified(Op::quantAll, {field.thisVariable, 1, nodes.sig(field.sig), model::Multiplicity::one, false, {}}, within));
}

model::Scope Frame::scopeFor(model::Scope scope) const {
  model::Scope ofOlder = scope;
  std::erase_if(ofOlder.sigs, [&](model::SigScope& of) {
    of.sig = back_.sigs[of.sig];
    return of.sig == noId;
  });
  // Removes the scopes of subset signatures, and of `var` signatures that extend another one. These signatures then get the
  // scopes of their parents.
  const auto asFor = [](const Model& model, model::Scope of) {
    std::erase_if(of.sigs, [&](const model::SigScope& each) {
      return model.sig(each.sig).subset || (model.sig(each.sig).isVar && !model.isTopLevel(each.sig));
    });
    for (model::SigScope& each : of.sigs) each.exact = each.exact && !model.sig(each.sig).isVar;
    return of;
  };
  const auto sizesOf = [&](const Model& model, const model::Scope& of) -> std::vector<int> {
    try {
      model::Scope sizes = asFor(model, of);
      sizes.minSteps = sizes.maxSteps = -1;
      return solver::deriveSizes(model, sizes, model.hasMutable()).size;
    } catch (const solver::Unsupported&) {  // the Analyzer would refuse this scope for this version
      return std::vector<int>(model.sigs().size(), -1);
    }
  };
  const std::vector<int> before = sizesOf(older_, ofOlder), after = sizesOf(newer_, scope), now = sizesOf(model_, scope);
  scope = asFor(model_, std::move(scope));
  for (SigId id = model::builtin::count; id < older_.sigs().size(); ++id) {
    const SigId newer = corresponding_.sigs[id];
    if (newer == noId || !older_.isTopLevel(id) || model_.sig(newer).isEnum) continue;
    const int size = std::max(before[id], after[newer]);
    if (size <= now[newer]) continue;
    const auto known = std::ranges::find(scope.sigs, newer, &model::SigScope::sig);
    if (known != scope.sigs.end())
      known->start = known->end = size;
    else
      scope.sigs.push_back({.sig = newer, .exact = false, .start = size, .end = size, .increment = 1, .span = {}});
  }
  return scope;
}

model::Instance Frame::asNewer(model::Instance instance) const {
  if (newer_.hasMutable() || instance.states.size() == 1) return instance;
  instance.states.resize(1);
  instance.loop = 0;
  return instance;
}

model::Instance Frame::asOlder(const model::Instance& instance) const {
  // If a relation is static in the older version, it gets its value from the first state.
  const std::size_t states = older_.hasMutable() ? instance.states.size() : 1;
  model::Instance result = model::emptyInstance(older_, instance.universe, states, {});
  result.maxSequence = instance.maxSequence;
  result.loop = older_.hasMutable() ? instance.loop : 0;
  for (std::size_t s = 0; s < states; ++s) {
    for (SigId id = 0; id < older_.sigs().size(); ++id)
      if (corresponding_.sigs[id] != noId) result.states[s].sigs[id] = instance.states[s].sigs[corresponding_.sigs[id]];
    for (FieldId id = 0; id < older_.fields().size(); ++id)
      if (corresponding_.fields[id] != noId) result.states[s].fields[id] = instance.states[s].fields[corresponding_.fields[id]];
  }
  return result;
}

}  // namespace aunit::strength::versions
