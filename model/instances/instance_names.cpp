#include "model/instances/instance_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace aunit::model {

namespace {

/// Some instance files are written for a module that our root file opens, as if this module were the root. `label` is the label
/// of a declaration in our model; returns the label that the declaration has in such an instance file. For example, if our root
/// opens `list`, returns "this/Node" for "list/Node", and "order/Ord" for "list/order/Ord". Returns "" for declarations of our
/// root file, and of library modules that it opens.
std::string labelWithinOpened(const Model& model, const std::string& label) {
  const std::size_t slash = label.find('/');
  if (slash == std::string::npos || label.starts_with("this/")) return {};
  const std::string path = label.substr(0, slash), rest = label.substr(slash + 1);
  const auto opened = std::ranges::find(model.modules(), path, &Module::path);
  if (opened == model.modules().end() || opened->library) return {};
  return rest.find('/') == std::string::npos ? "this/" + rest : rest;
}

}  // namespace

InstanceNames::InstanceNames(const Model& model) : model_(model) {
  for (SigId id = 0; id < model.sigs().size(); ++id) {
    sigs_.emplace(model.sig(id).label, id);
    sigLabels_.push_back(model.sig(id).label);
  }
  for (FieldId id = 0; id < model.fields().size(); ++id) {
    fields_.emplace(model.sig(model.field(id).sig).label + "." + model.field(id).name, id);
    fieldLabels_.push_back(model.sig(model.field(id).sig).label + "." + model.field(id).name);
  }
  for (SigId id = builtin::count; id < model.sigs().size(); ++id)
    if (const std::string label = labelWithinOpened(model, model.sig(id).label); !label.empty()) sigs_.emplace(label, id);
  for (FieldId id = 0; id < model.fields().size(); ++id)
    if (const std::string label = labelWithinOpened(model, fieldLabels_[id]); !label.empty()) fields_.emplace(label, id);
}

std::optional<SigId> InstanceNames::sig(std::string_view label) const {
  const auto found = sigs_.find(std::string(label));
  if (found == sigs_.end()) return std::nullopt;
  return found->second;
}

std::optional<FieldId> InstanceNames::field(SigId sig, std::string_view name) const {
  return field(model_.sig(sig).label + "." + std::string(name));
}

std::optional<FieldId> InstanceNames::field(std::string_view label) const {
  const auto found = fields_.find(std::string(label));
  if (found == fields_.end()) return std::nullopt;
  return found->second;
}

namespace {
std::vector<std::string> hintFor(std::string_view label, const std::vector<std::string>& candidates) {
  const std::string question = didYouMean(label, candidates);
  return question.empty() ? std::vector<std::string>{} : std::vector{question};
}
}  // namespace

std::vector<std::string> InstanceNames::hintsForSig(std::string_view label) const {
  return hintFor(label, sigLabels_);
}
std::vector<std::string> InstanceNames::hintsForField(std::string_view label) const {
  return hintFor(label, fieldLabels_);
}

Instance emptyInstance(const Model& model, std::shared_ptr<const Universe> universe, std::size_t states,
                       const std::vector<Skolem>& skolems) {
  const std::uint32_t size = universe->size();
  State state;
  state.sigs.assign(model.sigs().size(), TupleSet(size, 1));
  for (const Field& field : model.fields()) state.fields.emplace_back(size, field.arity);
  for (const Skolem& skolem : skolems) state.skolems.emplace_back(size, skolem.arity);
  Instance instance;
  instance.universe = std::move(universe);
  instance.states.assign(states, state);
  instance.skolems = skolems;
  return instance;
}

std::optional<std::string> addAtomsToAncestors(const Model& model, const Universe& universe, State& state) {
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    SigId child = id;
    while (!model.sig(child).subset && model.sig(child).parents.size() == 1) {
      const SigId parent = model.sig(child).parents[0];
      if (model.sig(parent).builtin) break;
      state.sigs[parent] = state.sigs[parent].unite(state.sigs[id]);
      child = parent;
    }
  }
  const auto said = [&](Atom atom, SigId first, SigId second) {
    return fmt::format("the atom `{}` is in `{}` and in `{}`, which are disjoint", universe.name(atom), model.sig(first).label,
                       model.sig(second).label);
  };
  const auto check = [&](const std::vector<SigId>& siblings) -> std::optional<std::string> {
    for (std::size_t i = 0; i < siblings.size(); ++i)
      for (std::size_t j = i + 1; j < siblings.size(); ++j) {
        const TupleSet both = state.sigs[siblings[i]].intersect(state.sigs[siblings[j]]);
        if (!both.empty()) return said(both.atoms().front(), siblings[i], siblings[j]);
      }
    return std::nullopt;
  };
  std::vector<SigId> topLevel;
  for (SigId id = builtin::count; id < model.sigs().size(); ++id)
    if (model.isTopLevel(id)) topLevel.push_back(id);
  if (const auto shared = check(topLevel)) return shared;
  for (const SigId id : topLevel)
    for (const Atom a : state.sigs[id].atoms())
      if (a >= universe.firstString()) return said(a, id, universe.isInt(a) ? builtin::integers : builtin::string);
  for (const Sig& sig : model.sigs())
    if (const auto shared = check(sig.children)) return shared;
  return std::nullopt;
}

}  // namespace aunit::model
