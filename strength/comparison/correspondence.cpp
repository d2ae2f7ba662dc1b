#include "strength/comparison/correspondence.h"

#include <algorithm>

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

std::optional<model::Type> Correspondence::type(const model::Type& type) const {
  model::Type result = type;
  for (model::Product& product : result.products)
    for (SigId& sig : product)
      if ((sig = sigs[sig]) == noId) return std::nullopt;
  return result;
}

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

bool Alike::expressions(ExprId from, ExprId to) {
  variables_.clear();
  return same(from, to);
}

bool Alike::functions(model::FuncId from, model::FuncId to) {
  const std::pair pair(from, to);
  if (const auto known = functions_.find(pair); known != functions_.end()) return known->second;
  if (!assumed_.insert(pair).second) return true;
  const model::Func &one = from_.func(from), &other = to_.func(to);
  auto outer = std::exchange(variables_, {});
  const bool result = one.isPredicate == other.isPredicate && same(one.params, other.params) && same(one.result, other.result) &&
                      same(one.body, other.body);
  variables_ = std::move(outer);
  assumed_.erase(pair);
  if (!one.recursive) functions_[pair] = result;  // else it rests on what is assumed
  return result;
}

bool Alike::same(std::span<const Decl> from, std::span<const Decl> to) {
  return std::ranges::equal(from, to, [&](const Decl& one, const Decl& other) { return sameDecl(one, other); });
}

bool Alike::sameDecl(const Decl& from, const Decl& to) {
  if (from.variableCount != to.variableCount || from.multiplicity != to.multiplicity || from.disjoint != to.disjoint ||
      from.illFormed != to.illFormed || !same(from.bound, to.bound))
    return false;
  for (std::uint32_t i = 0; i < from.variableCount; ++i) bind(from.firstVariable + i, to.firstVariable + i);
  return true;
}

bool Alike::same(ExprId from, ExprId to) {
  if (from == noId || to == noId) return from == to;
  const Expr &one = from_.expr(from), &other = to_.expr(to);
  if (one.op != other.op || one.sort != other.sort || one.arity != other.arity || one.negated != other.negated ||
      one.leftMultiplicity != other.leftMultiplicity || one.rightMultiplicity != other.rightMultiplicity ||
      one.childCount != other.childCount || one.declCount != other.declCount)
    return false;
  switch (one.op) {
    case Op::sig:
      if (corresponding_.sigs[one.payload] != other.payload) return false;
      break;
    case Op::field:
      if (corresponding_.fields[one.payload] != other.payload) return false;
      break;
    case Op::variable: {
      const auto found = variables_.find(one.payload);
      return found != variables_.end() && found->second == other.payload;
    }
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem:
      if (from_.strings()[one.payload] != to_.strings()[other.payload]) return false;
      break;
    case Op::call:
      if (!functions(one.payload, other.payload)) return false;
      break;
    case Op::let:
      if (!same(from_.child(from, 0), to_.child(to, 0))) return false;
      bind(one.payload, other.payload);
      return same(from_.child(from, 1), to_.child(to, 1));
    default:
      if (one.payload != other.payload) return false;
  }
  if (!same(from_.decls(from), to_.decls(to))) return false;
  for (std::uint32_t i = 0; i < one.childCount; ++i)
    if (!same(from_.child(from, i), to_.child(to, i))) return false;
  return true;
}

}  // namespace aunit::strength::comparison
