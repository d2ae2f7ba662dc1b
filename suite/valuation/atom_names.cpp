#include "suite/valuation/atom_names.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/utf8.h"

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

/// By atom: the lowest signature in the hierarchy that contains the atom, in the first state that has the atom. noId if no state
/// has it.
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

void noteNames(const Model& model, const model::Instance& instance, AtomNames& names) {
  const std::vector<SigId> sigOf = signatures(model, instance);
  for (Atom atom = 0; atom < instance.universe->firstInt(); ++atom) {
    if (sigOf[atom] == model::noId) continue;
    const std::string& name = instance.universe->name(atom);
    // A name such as `List$0` in a saved instance cannot be written in a test.
    if (!std::ranges::all_of(name, support::isWordPart)) continue;
    std::vector<std::string>& known = names[sigOf[atom]];
    if (std::ranges::find(known, name) == known.end()) known.push_back(name);
  }
}

void namePleasantly(const Model& model, model::Instance& instance, std::span<const evaluator::Binding> variables,
                    const AtomNames& known) {
  const model::Universe& old = *instance.universe;
  const std::vector<SigId> sigOf = signatures(model, instance);
  const auto letter = [&](SigId sig) {
    return std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(model.sig(sig).name[0]))));
  };
  std::map<std::string, std::set<SigId>> byLetter;
  for (const SigId sig : sigOf)
    if (sig != model::noId) byLetter[letter(sig)].insert(sig);

  std::optional<std::set<std::string>> declared;  // computed when first needed, since a file of many tests declares many names
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
  std::map<SigId, std::size_t> atomsOf;
  for (const SigId sig : sigOf) ++atomsOf[sig];
  // Uses known names only if there are enough for all atoms of a signature: `Ann + Bob + P0` would look like atoms of two
  // signatures.
  const auto knownName = [&](SigId sig) -> const std::string* {
    const auto names = known.find(sig);
    if (names == known.end() || names->second.size() < atomsOf[sig]) return nullptr;
    const auto free = std::ranges::find_if(names->second, [&](const std::string& name) { return !taken.contains(name); });
    return free == names->second.end() ? nullptr : &*free;
  };
  std::map<SigId, int> next;
  std::vector<std::string> atoms, strings;
  for (Atom atom = 0; atom < old.firstInt(); ++atom) {
    const SigId sig = sigOf[atom];
    if (old.isString(atom)) {
      strings.push_back(old.name(atom));
      continue;
    }
    const auto variable = named.find(atom);
    std::string name = variable != named.end() ? variable->second : old.name(atom);
    if (sig != model::noId && variable == named.end()) {
      const std::string& own = model.sig(sig).name;
      const bool alone = model.sig(sig).multiplicity == model::Multiplicity::one && !taken.contains(own);
      const std::string* byPerson = alone ? &own : knownName(sig);
      const std::string stem = byLetter[letter(sig)].size() > 1 ? own : letter(sig);
      for (name = byPerson ? *byPerson : stem + std::to_string(next[sig]++);
           !byPerson && (isDeclared(name) || taken.contains(name));)
        name = stem + std::to_string(next[sig]++);
    }
    taken.insert(name);
    atoms.push_back(std::move(name));
  }
  instance.universe = std::make_shared<const model::Universe>(std::move(atoms), std::move(strings), old.bitwidth());
}

}  // namespace aunit::suite
