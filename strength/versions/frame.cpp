#include "strength/versions/frame.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "model/instances/instance_names.h"

namespace aunit::strength::versions {

using namespace model;

Frame::Frame(const Model& older, const Model& newer, comparison::Correspondence corresponding,
             const std::vector<std::uint32_t>& sameFacts)
    : older_(older),
      newer_(newer),
      extension_(newer),
      model_(extension_.growing()),
      corresponding_(std::move(corresponding)),
      transplant_(older, extension_, corresponding_),
      alike_(older, newer, corresponding_) {
  for (std::uint32_t fact = 0; fact < sameFacts.size(); ++fact)
    if (sameFacts[fact] == noId) model_.mutableFacts()[fact].body = noId;
  relaxDeclarations();
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
    if (corresponding_.sigs[id] == noId && !older_.sig(id).isMeta) {
      onlyOlder_.push_back("sig " + older_.sig(id).name);
      declaration(id, noId).said.missing = "sig " + older_.sig(id).name;
    }
  for (SigId id = model::builtin::count; id < newer_.sigs().size(); ++id)
    if (std::ranges::find(corresponding_.sigs, id) == corresponding_.sigs.end() && !newer_.sig(id).isMeta) {
      onlyNewer_.push_back("sig " + newer_.sig(id).name);
      declaration(noId, id);
    }
  for (FieldId id = 0; id < older_.fields().size(); ++id)
    if (const SigId sig = older_.field(id).sig; corresponding_.fields[id] == noId && !older_.field(id).isMeta) {
      onlyOlder_.push_back(fmt::format("field {}.{}", older_.sig(sig).name, older_.field(id).name));
      declaration(sig, corresponding_.sigs[sig]).said.missing = onlyOlder_.back();
    }
  for (FieldId id = 0; id < newer_.fields().size(); ++id)
    if (const SigId sig = newer_.field(id).sig;
        std::ranges::find(corresponding_.fields, id) == corresponding_.fields.end() && !newer_.field(id).isMeta) {
      onlyNewer_.push_back(fmt::format("field {}.{}", newer_.sig(sig).name, newer_.field(id).name));
      const auto same = std::ranges::find(corresponding_.sigs, sig);
      declaration(same == corresponding_.sigs.end() ? noId : static_cast<SigId>(same - corresponding_.sigs.begin()), sig);
    }

  std::vector<bool> matched(newer.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> changed;  // of the older and the newer
  const auto& old = older_.implicitConstraints();
  for (std::uint32_t i = 0; i < old.size(); ++i) {
    if (old[i].kind == ImplicitKind::disjointChildren) continue;  // follows from the hierarchy, which is the same
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
    if (newer[i].kind == ImplicitKind::disjointChildren) continue;
    const SigId sig = ofWhich(newer_, newer[i]);
    const auto same = std::ranges::find(corresponding_.sigs, sig);
    // Facts about parts that only the newer version has stay: the older cannot see them.
    const bool isNew =
        same == corresponding_.sigs.end() ||
        (newer[i].field != noId && std::ranges::find(corresponding_.fields, newer[i].field) == corresponding_.fields.end());
    if (!matched[i] && !isNew) changed.emplace_back(noId, i);
  }
  extension_.nodes().at({});
  const ExprId anything = extension_.nodes().truth(true);
  for (const auto& [before, after] : changed) {
    const ImplicitConstraint& constraint = before != noId ? old[before] : newer[after];
    const SigId sig = ofWhich(before != noId ? older_ : newer_, constraint);
    const SigId inOlder = before != noId || sig == noId
                              ? sig
                              : static_cast<SigId>(std::ranges::find(corresponding_.sigs, sig) - corresponding_.sigs.begin());
    if (inOlder == noId) continue;
    const SigId inNewer = corresponding_.sigs[inOlder];
    Said& said = declaration(inOlder, inNewer).said;
    if (before != noId) {
      const auto copied = transplant_.expression(old[before].formula);
      if (copied)
        said.older.push_back(*copied);
      else
        said.missing = transplant_.missing();
    }
    if (after != noId) {
      said.newer.push_back(newer[after].formula);
      model_.mutableImplicitConstraints()[after].formula = anything;
    }
    if (constraint.kind == ImplicitKind::sigMultiplicity) model_.mutableSigs()[inNewer].multiplicity = model::Multiplicity::set;
    if (constraint.kind == ImplicitKind::subsignature) model_.mutableSigs()[inNewer].subsetExact = false;
    if (constraint.kind == ImplicitKind::abstractCovered) model_.mutableSigs()[inNewer].isAbstract = false;
    if (constraint.kind == ImplicitKind::fieldBound && before != noId && after != noId)
      relaxField(old[before].field, newer[after].field);
  }
}

/// A set that holds all that a bound allows, or more.
ExprId Frame::withoutMultiplicities(ExprId bound) {
  const Op op = model_.expr(bound).op;
  if (op == Op::bound) return withoutMultiplicities(model_.child(bound, 0));
  if (op != Op::product && op != Op::seqBound) return bound;
  const ExprId left = withoutMultiplicities(model_.child(bound, 0)), right = withoutMultiplicities(model_.child(bound, 1));
  return extension_.nodes().arrow(left, model::Multiplicity::set, model::Multiplicity::set, right);
}

/// The solver looks at the bound of a field as well: it has to allow what either version does.
void Frame::relaxField(FieldId older, FieldId newer) {
  model::Field& field = model_.mutableFields()[newer];
  const model::Field& before = older_.field(older);
  if (before.thisVariable != noId && field.thisVariable != noId) transplant_.stand(before.thisVariable, field.thisVariable);
  const auto copied = transplant_.expression(before.bound);
  if (!copied) return;
  const ExprId one = withoutMultiplicities(*copied), other = withoutMultiplicities(field.bound);
  model_.mutableFields()[newer].bound = extension_.nodes().binary(Op::union_, one, other);
  if (const auto type = corresponding_.type(older_.type(before.type))) {
    model::Type both = model_.type(model_.field(newer).type);
    for (const model::Product& product : type->products)
      if (std::ranges::find(both.products, product) == both.products.end()) both.products.push_back(product);
    model_.mutableFields()[newer].type = model_.internType(both);
  }
}

model::Instance Frame::asOlder(const model::Instance& instance) const {
  model::Instance result = model::emptyInstance(older_, instance.universe, instance.states.size(), {});
  result.maxSequence = instance.maxSequence;
  result.loop = instance.loop;
  for (std::size_t s = 0; s < instance.states.size(); ++s) {
    for (SigId id = 0; id < older_.sigs().size(); ++id)
      if (corresponding_.sigs[id] != noId) result.states[s].sigs[id] = instance.states[s].sigs[corresponding_.sigs[id]];
    for (FieldId id = 0; id < older_.fields().size(); ++id)
      if (corresponding_.fields[id] != noId) result.states[s].fields[id] = instance.states[s].fields[corresponding_.fields[id]];
  }
  return result;
}

}  // namespace aunit::strength::versions
