#include "solver/translation/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "solver/circuit/simulation.h"

namespace aunit::solver {

using namespace model;
namespace builtin = model::builtin;

namespace {

/// Names each atom after the most specific signature that holds it in some state. The atoms of a signature are numbered in the
/// order in which they first appear.
class AtomNames {
 public:
  AtomNames(const model::Model& model, const Bounds& bounds, const std::vector<model::State>& states, support::Meter& meter)
      : model_(model), states_(states), meter_(meter), names_(bounds.firstString()) {}

  std::vector<std::string> run() {
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (model_.isTopLevel(id)) name(id);
    }
    int unused = 0;
    for (std::string& n : names_) {
      if (n.empty()) n = fmt::format("unused{}", unused++);
    }
    return names_;
  }

 private:
  void name(SigId id) {
    const Sig& sig = model_.sig(id);
    for (const SigId child : sig.children) name(child);
    std::string label = sig.label;
    if (label.starts_with("this/")) label.erase(0, 5);
    int number = 0;
    for (const model::State& state : states_) {
      for (const model::Atom a : inOrder(state, state.sigs[id].atoms())) {
        meter_.step(16);
        if (a >= names_.size() || !names_[a].empty()) continue;
        names_[a] = fmt::format("{}${}", label, number++);
      }
    }
  }

  // If a field `next` or `prev` (case ignored) orders the atoms totally, the result has this order.
  std::vector<model::Atom> inOrder(const model::State& state, std::vector<model::Atom> atoms) const {
    if (atoms.size() < 2) return atoms;
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      std::string lower = model_.field(id).name;
      for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      if (lower != "next" && lower != "prev") continue;
      std::map<model::Atom, model::Atom> successor;
      std::vector<bool> hasPredecessor(names_.size(), false);
      bool functional = true;
      state.fields[id].forEach([&](std::span<const model::Atom> tuple) {
        model::Atom from = tuple[tuple.size() - 2];
        model::Atom to = tuple[tuple.size() - 1];
        if (lower == "prev") std::swap(from, to);
        if (from >= names_.size() || to >= names_.size())
          functional = false;
        else
          functional = successor.emplace(from, to).second && !hasPredecessor[to] && functional;
        if (functional) hasPredecessor[to] = true;
      });
      if (!functional || successor.size() + 1 != atoms.size()) continue;
      const auto first = std::find_if(atoms.begin(), atoms.end(), [&](model::Atom a) { return !hasPredecessor[a]; });
      if (first == atoms.end()) continue;
      std::vector<model::Atom> ordered{*first};
      for (auto next = successor.find(*first); next != successor.end() && ordered.size() < atoms.size();
           next = successor.find(next->second)) {
        ordered.push_back(next->second);
      }
      if (std::is_permutation(ordered.begin(), ordered.end(), atoms.begin(), atoms.end())) return ordered;
    }
    return atoms;
  }

  const model::Model& model_;
  const std::vector<model::State>& states_;
  support::Meter& meter_;
  std::vector<std::string> names_;
};

}  // namespace

model::Instance decode(const model::Model& model, const Bounds& bounds, RelationVariables& relationVariables, const Trace& trace,
                       std::span<const SkolemRelation> skolems, const Algebra& algebra,
                       const std::function<bool(std::uint32_t)>& inputValue) {
  Simulation simulation(algebra.circuit(), inputValue);
  support::Meter& meter = algebra.circuit().meter();
  const std::uint32_t n = bounds.universeSize();
  const auto read = [&](std::span<const Entry> entries, unsigned arity) {
    TupleSet set(n, arity);
    std::vector<model::Atom> tuple(arity);
    meter.step(entries.size());
    for (const Entry& e : entries) {
      if (!simulation.value(e.holds)) continue;
      algebra.decode(e.tuple, tuple);
      set.insert(tuple);
    }
    return set;
  };

  model::Instance instance;
  instance.maxSequence = bounds.sizes().maxSequence;
  for (const SkolemRelation& s : skolems) instance.skolems.push_back({s.name, static_cast<std::uint8_t>(s.arity)});
  for (int i = 0; i < trace.length; ++i) {
    model::State state;
    for (SigId id = 0; id < model.sigs().size(); ++id) {
      state.sigs.push_back(id < builtin::count ? TupleSet(n, 1) : read(relationVariables.sig(id, i)->entries, 1));
    }
    for (FieldId id = 0; id < model.fields().size(); ++id)
      state.fields.push_back(read(relationVariables.field(id, i)->entries, model.field(id).arity));
    for (const SkolemRelation& s : skolems) state.skolems.push_back(read(s.entries, s.arity));
    instance.states.push_back(std::move(state));
    if (simulation.value(trace.loopsTo[static_cast<std::size_t>(i)])) instance.loop = static_cast<std::uint32_t>(i);
  }
  instance.universe = std::make_shared<const model::Universe>(AtomNames(model, bounds, instance.states, meter).run(),
                                                              bounds.strings(), bounds.sizes().bitwidth);
  return instance;
}

std::uint64_t solutionsOfReference(const model::Model& model, const Bounds& bounds, const model::Instance& instance) {
  std::uint64_t count = 1;
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    const Sig& sig = model.sig(id);
    if (sig.children.empty()) continue;
    const std::vector<TupleCode>& lower = bounds.sig(id).lower;
    if (sig.isAbstract) {
      std::size_t certain = 0;
      for (const SigId child : sig.children) certain += bounds.sig(child).lower.size();
      if (!bounds.sizes().exact[id] || certain == lower.size()) continue;
      for (std::uint64_t n = 2; n <= lower.size(); ++n) count *= n;
      continue;
    }
    for (const SigId child : sig.children) {
      for (const model::Atom a : instance.states[0].sigs[child].atoms()) {
        const bool ownedByChild = std::any_of(sig.children.begin(), sig.children.end(), [&](SigId c) {
          return std::binary_search(bounds.sig(c).lower.begin(), bounds.sig(c).lower.end(), a);
        });
        if (!ownedByChild && !std::binary_search(lower.begin(), lower.end(), a)) count *= 2;
      }
    }
  }
  return count;
}

std::pair<std::string, std::size_t> canonicalTrace(const model::Instance& instance) {
  // Equal states get equal letters. The trace is then an infinite word: a prefix, and a part that repeats forever.
  std::map<std::string, std::size_t> letters;
  std::vector<std::string> texts;
  std::vector<std::size_t> word;
  for (const model::State& state : instance.states) {
    std::string text;
    const auto write = [&](const std::vector<TupleSet>& relations) {
      for (const TupleSet& r : relations) {
        r.forEach([&](std::span<const model::Atom> tuple) {
          for (const model::Atom a : tuple) text += fmt::format("{},", a);
        });
        text += ';';
      }
    };
    write(state.sigs);
    write(state.fields);
    write(state.skolems);
    const auto [found, added] = letters.emplace(std::move(text), letters.size());
    if (added) texts.push_back(found->first);
    word.push_back(found->second);
  }
  std::vector<std::size_t> prefix(word.begin(), word.begin() + instance.loop);
  std::vector<std::size_t> period(word.begin() + instance.loop, word.end());
  for (std::size_t p = 1; p < period.size(); ++p) {
    if (period.size() % p != 0) continue;
    bool repeats = true;
    for (std::size_t i = p; i < period.size(); ++i) repeats = repeats && period[i] == period[i - p];
    if (!repeats) continue;
    period.resize(p);
    break;
  }
  while (!prefix.empty() && prefix.back() == period.back()) {
    prefix.pop_back();
    std::rotate(period.begin(), period.end() - 1, period.end());
  }
  std::string key;
  for (const std::size_t letter : prefix) key += texts[letter] + "|";
  key += "(";
  for (const std::size_t letter : period) key += texts[letter] + "|";
  return {key, prefix.size() + period.size()};
}

}  // namespace aunit::solver
