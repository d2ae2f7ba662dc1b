#include "suite/log/start.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/changes/extension.h"
#include "model/instances/instance_names.h"
#include "solver/grounding/analysis.h"
#include "solver/session/session.h"
#include "suite/log/canonical.h"
#include "suite/log/facts.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite::log {

using model::Atom;
using model::SigId;

namespace {

constexpr std::size_t mostStarts = 2'000;

/// Replaces each atom in a state by the atom `to(atom)`, in a universe of `size` atoms.
template <class Renaming>
void rename(model::State& state, std::uint32_t size, const Renaming& to) {
  for (auto* sets : {&state.sigs, &state.fields})
    for (model::TupleSet& set : *sets) {
      std::vector<Atom> atoms;
      set.forEach([&](std::span<const Atom> tuple) { std::ranges::transform(tuple, std::back_inserter(atoms), to); });
      set = model::TupleSet::ofTuples(size, set.arity(), atoms);
    }
}

/// Returns a copy of `from` in which the atoms have the names `names`. Adds atoms with the names `further`. The added atoms are
/// in no signature yet.
model::Instance withNames(const model::Model& model, const model::Instance& from, const std::vector<std::string>& names,
                          const std::vector<std::string>& further) {
  const model::Universe& old = *from.universe;
  std::vector<std::string> all, strings;
  for (Atom a = 0; a < old.firstString(); ++a) all.push_back(names[a]);
  all.insert(all.end(), further.begin(), further.end());
  for (Atom a = old.firstString(); a < old.firstInt(); ++a) strings.push_back(old.name(a));
  const auto universe = std::make_shared<const model::Universe>(all, strings, old.bitwidth());
  model::Instance result = from;
  result.universe = universe;
  const auto shifted = static_cast<Atom>(further.size());
  result.states.resize(1);
  result.loop = 0;
  result.skolems.clear();
  rename(result.states[0], universe->size(), [&](Atom atom) { return atom < old.firstString() ? atom : atom + shifted; });
  result.states[0].skolems.clear();
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (result.states[0].fields[id].empty()) result.states[0].fields[id].reset(universe->size(), model.field(id).arity);
  return result;
}

/// The instance after the permutation `to` of its atoms.
model::Instance permuted(const model::Instance& from, const std::vector<Atom>& to) {
  model::Instance result = from;
  rename(result.states[0], from.universe->size(), [&](Atom atom) { return to[atom]; });
  return result;
}

/// For each string literal in facts, predicates, functions and the `log` paragraph: an expression that is this literal.
std::map<model::StringId, model::ExprId> literalsOf(const model::Model& model, const model::Log& log) {
  std::map<model::StringId, model::ExprId> literals;
  if (model.strings().empty()) return literals;
  const solver::Analysis analysis(model);
  const auto look = [&](model::ExprId formula) {
    if (formula == model::noId) return;
    analysis.forEachReached(formula, [&](model::ExprId id) {
      if (model.expr(id).op == model::Op::stringAtom) literals.try_emplace(model.expr(id).payload, id);
    });
  };
  for (const model::Fact& fact : model.facts()) look(fact.body);
  for (const model::ImplicitConstraint& each : model.implicitConstraints()) look(each.formula);
  for (const model::Func& function : model.funcs())
    if (!model.modules()[function.module].library) look(function.body);
  for (const model::LogRule& rule : log.rules) look(rule.formula);
  for (const model::LogElements& elements : log.elements)
    for (const model::LogRule& rule : elements.rules) look(rule.formula);
  for (const model::LogValue& value : log.values) look(value.value);
  look(log.initially);
  return literals;
}

}  // namespace

Starts startsOf(const Subject& subject, const model::Log& log, AtomsBySig atoms, const model::Scope& scope,
                const solver::Options& options, FirstStates which) {
  const bool configurations = which == FirstStates::whatNeverChanges;
  const model::Model& model = subject.model;
  Starts starts;
  const RelationNumbers numbers(model);
  StateReadsOf looks(model, numbers);

  solver::Problem problem;
  problem.scope = scope;
  problem.scope.minSteps = problem.scope.maxSteps = model.hasMutable() ? 1 : -1;
  problem.temporal = model.hasMutable();
  problem.facts = problem.signatureFacts = false;
  std::size_t total = 0;
  for (const auto& [sig, names] : atoms) {
    total += names.size();
    if (model.sig(sig).isVar || model.sig(sig).multiplicity == model::Multiplicity::one || model.sig(sig).isEnum) continue;
    std::erase_if(problem.scope.sigs, [sig = sig](const model::SigScope& each) { return each.sig == sig; });
    model::SigScope& entry = problem.scope.sigs.emplace_back();
    entry.sig = sig;
    entry.exact = true;
    entry.start = entry.end = static_cast<int>(names.size());
  }
  for (const model::SigScope& each : scope.sigs)
    if (!atoms.contains(each.sig)) total += static_cast<std::size_t>(std::max(each.end, 0));
  if (problem.scope.overall < 0) problem.scope.overall = std::max<int>(3, static_cast<int>(2 * total + 2));
  if (problem.scope.maxSequence < 0) {
    model::Scope ofIntegers;
    ofIntegers.bitwidth = scope.bitwidth;
    problem.scope.maxSequence = integerScope(ofIntegers).maxSequence;
  }

  // Adds each conjunct of a fact to the problem if the conjunct restricts the first state.
  const std::function<void(model::ExprId, bool)> collect = [&](model::ExprId formula, bool everywhere) {
    const model::Expr e = model.expr(formula);
    if (e.op == model::Op::and_) {
      for (const model::ExprId child : model.children(formula)) collect(child, everywhere);
    } else if (e.op == model::Op::always) {
      collect(model.child(formula, 0), true);
    } else if (e.op == model::Op::call && looks(formula).beyond && model.funcs()[e.payload].variables.empty()) {
      collect(model.func(e.payload).body, everywhere);
    } else if (const StateReads& seen = looks(formula); !seen.beyond && seen.next.none()) {
      const bool replaced = seen.now.any() && (configurations || (!everywhere && (log.initially != model::noId || log.anyStart)));
      if (!replaced) problem.also.push_back(formula);
    }
  };
  for (const model::Fact& fact : model.facts())
    if (fact.body != model::noId) collect(fact.body, false);
  for (const model::ImplicitConstraint& each : model.implicitConstraints())
    if (each.kind == model::ImplicitKind::appendedFact) collect(each.formula, false);
  if (log.initially != model::noId && !configurations) problem.also.push_back(log.initially);
  // String literals that only steps mention must be atoms, too.
  std::optional<model::Extension> naming;
  for (const auto& [literal, node] : literalsOf(model, log)) {
    if (!naming) naming.emplace(model);
    model::Nodes& nodes = naming->nodes();
    const model::ExprId atom = nodes.add(model::Expr(model.expr(node)), {});
    problem.also.push_back(nodes.binary(model::Op::in, atom, nodes.sig(model::builtin::string)));
  }

  solver::Options how = options;
  how.enumerate = true;
  how.core = false;
  solver::Session session(naming ? naming->model() : model, problem, how);
  std::deque<model::Instance> siblings;
  const auto another = [&] {
    if (!configurations) return session.next();
    solver::Branch branch;
    for (const model::Instance& sibling : siblings) branch.siblings.push_back(&sibling);
    return session.follow(branch);
  };
  for (solver::Result result = another(); result.verdict != solver::Verdict::unsatisfiable; result = another()) {
    if (result.verdict != solver::Verdict::satisfiable || !result.instance) {
      starts.error = result.message;
      starts.complete = false;
      return starts;
    }
    if (starts.instances.size() >= mostStarts) {
      starts.complete = false;
      break;
    }
    if (configurations) siblings.push_back(*result.instance);
    // Names the atoms: the atom of a `one sig` gets the signature's name, other atoms get names from the log.
    const model::Instance& found = *result.instance;
    const model::Universe& universe = *found.universe;
    std::vector<std::string> names;
    for (Atom a = 0; a < universe.size(); ++a) names.push_back(universe.name(a));
    for (Atom a = 0; a < universe.firstString(); ++a)
      if (const std::string plain = names[a].substr(names[a].rfind('/') + 1); std::ranges::find(names, plain) == names.end())
        names[a] = plain;
    std::vector<bool> named(universe.size(), false);
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      if (model.sig(id).multiplicity == model::Multiplicity::one && !model.sig(id).isVar)
        for (const Atom a : found.states[0].sigs[id].atoms()) names[a] = model.sig(id).name, named[a] = true;
    std::map<std::string, int> uses;
    for (const auto& [sig, list] : atoms)
      for (const std::string& name : list) ++uses[name];
    std::vector<std::string> further;
    std::vector<std::vector<Atom>> groups;
    for (const auto& [sig, list] : atoms) {
      std::size_t next = 0;
      std::vector<Atom> group;
      const auto shown = [&, sig = sig](const std::string& name) {
        const bool number = !name.empty() && std::ranges::all_of(name, [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
        return uses[name] > 1 || number ? fmt::format("{}/{}", model.sig(sig).name, name) : name;
      };
      if (model.sig(sig).isVar) {
        for (const std::string& name : list) further.push_back(shown(name));
        continue;
      }
      for (const Atom a : found.states[0].sigs[sig].atoms()) {
        if (named[a] || next >= list.size()) continue;
        names[a] = shown(list[next++]);
        named[a] = true;
        group.push_back(a);
      }
      groups.push_back(std::move(group));
    }
    const std::set<std::string> before(names.begin(), names.begin() + universe.firstString());
    if (before.size() < universe.firstString()) {  // if two atoms would have the same name, both get the solver's names
      for (Atom a = 0; a < universe.firstString(); ++a)
        if (std::ranges::count(names, names[a]) > 1) names[a] = universe.name(a);
    }
    model::Instance instance = withNames(model, found, names, further);
    // If two atoms exchange their names, the result is another start only if some relation distinguishes these atoms.
    const CanonicalKeys keys(model, numbers, instance);
    std::vector<bool> fixed(instance.universe->size(), false);
    for (const auto& group : groups)
      for (const Atom a : group) fixed[a] = true;
    std::set<std::string> seen;
    std::vector<model::Instance> open{instance};
    seen.insert(keys.keyOf(numbers.valuesIn(instance.states[0]), fixed, numbers.all(), true));
    for (std::size_t i = 0; i < open.size() && starts.complete; ++i)
      for (const auto& group : groups)
        for (std::size_t k = 0; k + 1 < group.size(); ++k) {
          std::vector<Atom> to(instance.universe->size());
          for (Atom a = 0; a < to.size(); ++a) to[a] = a;
          std::swap(to[group[k]], to[group[k + 1]]);
          model::Instance other = permuted(open[i], to);
          if (!seen.insert(
                       CanonicalKeys(model, numbers, other).keyOf(numbers.valuesIn(other.states[0]), fixed, numbers.all(), true))
                   .second)
            continue;
          if (starts.instances.size() + open.size() >= mostStarts) {
            starts.complete = false;
            break;
          }
          open.push_back(std::move(other));
        }
    starts.instances.insert(starts.instances.end(), open.begin(), open.end());
  }
  if (starts.instances.empty()) {
    std::vector<std::string> sizes;
    for (const model::SigScope& each : problem.scope.sigs)
      sizes.push_back(fmt::format("{}{} {}", each.exact ? "" : "up to ", each.end, model.sig(each.sig).name));
    sizes.push_back(
        fmt::format("{}at most {} atoms of every other signature", sizes.empty() ? "" : "and ", problem.scope.overall));
    starts.none =
        fmt::format("the model has no first state with {}: set the number of atoms with a scope (`log {} for ...`) or --atoms",
                    fmt::join(sizes, ", "), log.name.empty() ? "NAME" : log.name);
  }
  starts.atoms = std::move(atoms);
  return starts;
}

bool haveSameFrame(const model::Model& model, const model::Instance& a, const model::Instance& b) {
  if (a.universe->size() != b.universe->size()) return false;
  for (model::Atom atom = 0; atom < a.universe->size(); ++atom)
    if (a.universe->name(atom) != b.universe->name(atom)) return false;
  for (model::SigId id = 0; id < model.sigs().size(); ++id)
    if (!model.sig(id).isVar && !(a.states[0].sigs[id] == b.states[0].sigs[id])) return false;
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isVar && !(a.states[0].fields[id] == b.states[0].fields[id])) return false;
  return true;
}

}  // namespace aunit::suite::log
