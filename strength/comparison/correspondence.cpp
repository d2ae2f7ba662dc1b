#include "strength/comparison/correspondence.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

namespace aunit::strength::comparison {

using namespace model;

namespace {

std::string renamed(const Renamings& renamings, const std::string& label) {
  const auto found = renamings.find(label);
  return found == renamings.end() ? label : found->second;
}

std::set<model::Product> sortedProducts(const model::Type& type) {
  return {type.products.begin(), type.products.end()};
}

}  // namespace

std::set<SigId> topsOf(const Model& model, SigId id) {
  if (model.sig(id).builtin || model.isTopLevel(id)) return {id};
  std::set<SigId> tops;
  for (const SigId parent : model.sig(id).parents) tops.merge(topsOf(model, parent));
  return tops;
}

Correspondence correspondence(const Model& from, const Model& to, const Renamings& renamings, Kinds kinds) {
  Correspondence result;
  std::unordered_map<std::string, SigId> byLabel;
  for (SigId id = 0; id < to.sigs().size(); ++id) byLabel.emplace(to.sig(id).label, id);
  for (const model::Sig& sig : from.sigs()) {
    const auto found = byLabel.find(renamed(renamings, sig.label));
    result.sigs.push_back(found == byLabel.end() ? noId : found->second);
  }
  const auto same = [&](SigId id) {
    const model::Sig &one = from.sig(id), &other = to.sig(result.sigs[id]);
    if (kinds == Kinds::any && !one.builtin && !other.builtin && one.isMeta == other.isMeta) {
      if (from.isTopLevel(id) != to.isTopLevel(result.sigs[id])) return false;
      if (from.isTopLevel(id)) return true;
      const std::set<SigId> shared(result.sigs.begin(), result.sigs.end());
      return std::ranges::all_of(topsOf(from, id), [&](SigId top) { return result.sigs[top] != noId; }) &&
             std::ranges::all_of(topsOf(to, result.sigs[id]), [&](SigId top) { return shared.contains(top); });
    }
    if (one.builtin != other.builtin || one.subset != other.subset || one.isVar != other.isVar || one.isMeta != other.isMeta)
      return false;
    std::set<SigId> parents;
    for (const SigId parent : one.parents) parents.insert(result.sigs[parent]);
    return parents == std::set<SigId>(other.parents.begin(), other.parents.end());
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (SigId id = 0; id < result.sigs.size(); ++id) {
      if (result.sigs[id] == noId || same(id)) continue;
      result.sigs[id] = noId;
      changed = true;
    }
  }
  std::unordered_map<std::string, FieldId> fields;
  for (FieldId id = 0; id < to.fields().size(); ++id) fields.emplace(to.field(id).label, id);
  for (const model::Field& field : from.fields()) {
    const auto found = fields.find(renamed(renamings, field.label));
    result.fields.push_back(noId);
    if (found == fields.end()) continue;
    const model::Field& other = to.field(found->second);
    if (result.sigs[field.sig] != other.sig || field.arity != other.arity ||
        (kinds == Kinds::alike && field.isVar != other.isVar))
      continue;
    result.fields.back() = found->second;
    const auto type = result.type(from.type(field.type));
    if (!type || sortedProducts(*type) != sortedProducts(to.type(other.type))) result.sameTypes = false;
  }
  return result;
}

std::vector<std::string> leaveToVersions(const Model& from, const Model& to, Correspondence& corresponding) {
  const std::set<SigId> shared(corresponding.sigs.begin(), corresponding.sigs.end());
  const auto all = [](const Model& model, FieldId field, const auto& isShared) {
    const auto& products = model.type(model.field(field).type).products;
    return std::ranges::all_of(products, [&](const model::Product& product) { return std::ranges::all_of(product, isShared); });
  };
  std::vector<std::string> left;
  for (FieldId id = 0; id < from.fields().size(); ++id) {
    FieldId& other = corresponding.fields[id];
    if (other == noId || (all(from, id, [&](SigId sig) { return corresponding.sigs[sig] != noId; }) &&
                          all(to, other, [&](SigId sig) { return shared.contains(sig); })))
      continue;
    other = noId;
    left.push_back(fmt::format("field {}.{}", from.sig(from.field(id).sig).name, from.field(id).name));
  }
  return left;
}

}  // namespace aunit::strength::comparison
