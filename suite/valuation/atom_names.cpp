#include "suite/valuation/atom_names.h"

#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace aunit::suite {

using namespace model;

namespace {

std::set<std::string> declaredNames(const Model& model) {
  std::set<std::string> names;
  for (const model::Sig& sig : model.sigs()) names.insert(sig.name);
  for (const model::Field& field : model.fields()) names.insert(field.name);
  for (model::FuncId id = 0; id < model.funcs().size(); ++id) names.insert(model.func(id).name);
  for (const model::Assertion& assertion : model.assertions()) names.insert(assertion.name);
  return names;
}

/// The signature at the bottom of the hierarchy that each atom has, in the first state where it has one; noId: none.
std::vector<SigId> signatures(const Model& model, const model::Instance& instance) {
  std::vector<SigId> result(instance.universe->size(), model::noId);
  std::vector<SigId> here;
  for (const model::State& state : instance.states) {
    here.assign(result.size(), model::noId);
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
      if (model.sig(id).subset) continue;
      for (const Atom atom : state.sigs[id].atoms())
        if (here[atom] == model::noId || model.sig(id).parents[0] == here[atom]) here[atom] = id;
    }
    for (Atom atom = 0; atom < result.size(); ++atom)
      if (result[atom] == model::noId) result[atom] = here[atom];
  }
  return result;
}

}  // namespace

void namePleasantly(const Model& model, model::Instance& instance, std::span<const evaluator::Binding> variables) {
  const model::Universe& old = *instance.universe;
  const std::vector<SigId> sigOf = signatures(model, instance);
  const auto letter = [&](SigId sig) {
    return std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(model.sig(sig).name[0]))));
  };
  std::map<std::string, std::set<SigId>> byLetter;
  for (const SigId sig : sigOf)
    if (sig != model::noId) byLetter[letter(sig)].insert(sig);

  std::optional<std::set<std::string>> declared;  // many, in a file of many tests, and rarely asked for
  const auto isDeclared = [&](const std::string& name) {
    if (!declared) declared = declaredNames(model);
    return declared->contains(name);
  };
  std::set<std::string> taken;
  std::map<Atom, std::string> named;
  for (const auto& [variable, value] : variables)
    if (value.arity() == 1 && value.size() == 1 && value.atoms().front() < old.firstString() &&
        !named.contains(value.atoms().front()) && taken.insert(model.variable(variable).name).second)
      named.emplace(value.atoms().front(), model.variable(variable).name);
  std::map<SigId, int> next;
  std::vector<std::string> atoms, strings;
  for (Atom atom = 0; atom < old.firstInt(); ++atom) {
    const SigId sig = sigOf[atom];
    if (old.isString(atom)) {
      strings.push_back(old.name(atom));
      continue;
    }
    const auto known = named.find(atom);
    std::string name = known != named.end() ? known->second : old.name(atom);
    if (sig != model::noId && known == named.end()) {
      const std::string& own = model.sig(sig).name;
      const bool alone = model.sig(sig).multiplicity == model::Multiplicity::one && !taken.contains(own);
      const std::string stem = byLetter[letter(sig)].size() > 1 ? own : letter(sig);
      for (name = alone ? own : stem + std::to_string(next[sig]++); !alone && (isDeclared(name) || taken.contains(name));)
        name = stem + std::to_string(next[sig]++);
    }
    taken.insert(name);
    atoms.push_back(std::move(name));
  }
  instance.universe = std::make_shared<const model::Universe>(std::move(atoms), std::move(strings), old.bitwidth());
}

}  // namespace aunit::suite
