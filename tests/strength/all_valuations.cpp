#include "tests/strength/all_valuations.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "solver/grounding/scope.h"

namespace aunit::strength::testing_ {

using namespace model;

namespace {

constexpr std::size_t mostBits = 16;

class Valuations {
 public:
  Valuations(const Model& model, const model::Scope& scope, int states) {
    const solver::SigSizes sizes = solver::deriveSizes(model, scope, model.hasMutable());
    std::vector<std::string> names;
    std::vector<std::vector<Atom>> atoms(model.sigs().size());
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
      if (!model.isTopLevel(id)) continue;
      const auto entry = std::ranges::find(scope.sigs, id, &model::SigScope::sig);
      const int count = std::max(sizes.size[id], entry != scope.sigs.end() ? entry->start : scope.overall);
      for (int i = 0; i < count; ++i) {
        atoms[id].push_back(static_cast<Atom>(names.size()));
        names.push_back(fmt::format("{}{}", model.sig(id).name, i));
      }
    }
    const int bitwidth = std::max(scope.bitwidth, 0);
    const auto universe = std::make_shared<const model::Universe>(names, std::vector<std::string>(), bitwidth);
    instance_.universe = universe;
    instance_.maxSequence = bitwidth == 0 ? 0 : sizes.maxSequence;
    model::State empty;
    for (SigId id = 0; id < model.sigs().size(); ++id) empty.sigs.emplace_back(universe->size(), 1u);
    for (const model::Field& field : model.fields()) empty.fields.emplace_back(universe->size(), field.arity);
    instance_.states.assign(static_cast<std::size_t>(states), empty);
    const std::function<SigId(SigId)> top = [&](SigId id) { return model.isTopLevel(id) ? id : top(model.sig(id).parents[0]); };
    const auto add = [&](bool isField, std::uint32_t id, bool isVar, std::vector<Atom> tuple) {
      for (std::size_t state = 0; state < (isVar ? static_cast<std::size_t>(states) : 1); ++state)
        choices_.push_back({isField, id, isVar ? std::optional(state) : std::nullopt, tuple});
    };
    std::vector<Atom> everything(universe->size());
    for (Atom a = 0; a < everything.size(); ++a) everything[a] = a;
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
      const model::Sig& sig = model.sig(id);
      // In a library, the only such signature is the order of an enum, and the members of an enum are fixed.
      if (model.modules()[sig.module].library) {
        for (model::State& state : instance_.states) state.sigs[id].insert({&atoms[id][0], 1});
        continue;
      }
      if (sig.isEnum || (!sig.subset && !model.isTopLevel(id) && model.sig(sig.parents[0]).isEnum)) {
        const auto& siblings = model.sig(top(id)).children;
        for (std::size_t i = 0; i < siblings.size(); ++i)
          if (sig.isEnum || siblings[i] == id)
            for (model::State& state : instance_.states) state.sigs[id].insert({&atoms[top(id)][i], 1});
        continue;
      }
      for (const Atom a : sig.subset ? everything : atoms[top(id)]) add(false, id, sig.isVar, {a});
    }
    for (FieldId id = 0; id < model.fields().size(); ++id) {
      const model::Field& field = model.field(id);
      if (model.modules()[model.sig(field.sig).module].library) {
        std::vector<Atom> order = {atoms[field.sig][0]};
        for (SigId e = 0; e < model.sigs().size(); ++e)
          if (model.sig(e).isEnum) order.insert(order.end(), atoms[e].begin(), atoms[e].end());
        order.resize(field.arity);
        for (model::State& state : instance_.states) state.fields[id].insert(order);
        continue;
      }
      const std::vector<Atom>& first = model.sig(field.sig).subset ? everything : atoms[top(field.sig)];
      std::vector<std::vector<Atom>> tuples;
      for (const Atom a : first) tuples.push_back({a});
      for (unsigned column = 1; column < field.arity; ++column) {
        std::vector<std::vector<Atom>> longer;
        for (const auto& tuple : tuples)
          for (const Atom a : everything) {
            longer.push_back(tuple);
            longer.back().push_back(a);
          }
        tuples = std::move(longer);
      }
      for (const auto& tuple : tuples) add(true, id, field.isVar, tuple);
    }
  }

  std::size_t bits() const { return choices_.size(); }

  bool choose(std::size_t i, const std::function<bool(const model::Instance&)>& visit) {
    if (i == choices_.size()) {
      for (std::uint32_t loop = 0; loop < instance_.states.size(); ++loop) {
        instance_.loop = loop;
        if (!visit(instance_)) return false;
      }
      return true;
    }
    if (!choose(i + 1, visit)) return false;
    const Choice& c = choices_[i];
    const auto each = [&](auto&& change) {
      for (std::size_t s = 0; s < instance_.states.size(); ++s)
        if (!c.state || *c.state == s) change((c.isField ? instance_.states[s].fields : instance_.states[s].sigs)[c.id]);
    };
    each([&](TupleSet& set) { set.insert(c.tuple); });
    const bool goOn = choose(i + 1, visit);
    each([&](TupleSet& set) { set.erase(c.tuple); });
    return goOn;
  }

 private:
  /// A tuple that may be present, in one state or in all.
  struct Choice {
    bool isField;
    std::uint32_t id;
    std::optional<std::size_t> state;
    std::vector<Atom> tuple;
  };

  model::Instance instance_;
  std::vector<Choice> choices_;
};

}  // namespace

bool forEachValuation(const Model& model, const model::Scope& scope, int states,
                      const std::function<bool(const model::Instance&)>& visit) {
  Valuations all(model, scope, states);
  if (all.bits() > mostBits) return false;
  all.choose(0, visit);
  return true;
}

}  // namespace aunit::strength::testing_
