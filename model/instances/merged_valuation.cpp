#include "model/instances/merged_valuation.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace aunit::model {

namespace {

using Names = std::vector<std::string>;

Names namesIn(const NamedTuple& tuple) {
  Names names;
  for (const AtomName& atom : tuple) names.push_back(atom.text);
  return names;
}

std::set<Names> namesIn(const std::vector<NamedTuple>& tuples) {
  std::set<Names> result;
  for (const NamedTuple& tuple : tuples) result.insert(namesIn(tuple));
  return result;
}

/// Returns the assignment to `relation` that is for all states, then the assignment for each single state. An element is null if
/// there is no such assignment.
std::vector<const Assignment*> saidOf(const MergedValuation& merged, Relation relation, std::size_t states) {
  const auto in = [&](const Statements& statements) {
    const auto found = statements.find(relation);
    return found == statements.end() ? nullptr : found->second;
  };
  std::vector<const Assignment*> said = {in(merged.common)};
  for (std::size_t s = 0; s < states; ++s) said.push_back(s < merged.states.size() ? in(merged.states[s]) : nullptr);
  return said;
}

/// Whether an assignment changes an earlier one by `+` or `-`.
bool isChange(const Assignment& assignment) {
  return assignment.kind == Assignment::Kind::plus || assignment.kind == Assignment::Kind::minus;
}

bool isSaid(const MergedValuation& merged, Relation relation) {
  return merged.common.contains(relation) ||
         std::ranges::any_of(merged.states, [&](const Statements& state) { return state.contains(relation); });
}

std::set<Relation> relationsOf(const MergedValuation& merged) {
  std::set<Relation> relations;
  for (const auto& [relation, said] : merged.common) relations.insert(relation);
  for (const Statements& state : merged.states)
    for (const auto& [relation, said] : state) relations.insert(relation);
  return relations;
}

class Merger {
 public:
  Merger(const Model& model, const Tests& tests, Diagnostics& diagnostics)
      : model_(model), tests_(tests), diagnostics_(diagnostics) {}

  MergedValuation merged(std::uint32_t id) {
    const Valuation& valuation = tests_.valuations[id];
    MergedValuation result;
    std::set<Relation> undecided;
    for (std::size_t i = 0; i < valuation.bases.size(); ++i) {
      MergedValuation base = merged(valuation.bases[i]);
      if (i == 0)
        result = std::move(base);
      else
        unite(result, std::move(base), valuation, undecided);
    }
    result.span = valuation.nameSpan;
    result.open |= valuation.open;
    for (const Assignment& assignment : valuation.common.assignments) {
      if (!isChange(assignment)) undecided.erase(relationOf(assignment));
      addCommon(result, assignment);
    }
    if (result.states.size() < valuation.states.size()) result.states.resize(valuation.states.size());
    for (std::size_t s = 0; s < valuation.states.size(); ++s)
      for (const Assignment& assignment : valuation.states[s].assignments) addInState(result, s, assignment);
    if (valuation.loop) {
      result.loop = valuation.loop;
      result.loopSpan = valuation.loopSpan;
    }
    for (const Relation relation : undecided) {
      const std::string& name = nameOf(model_, relation);
      error(valuation.nameSpan, fmt::format("the valuations that are extended here differ in `{}`", name))
          .hints.push_back(fmt::format("give this relation a value here: `{} = ...`", name));
    }
    return result;
  }

 private:
  Diagnostic& error(Span span, std::string message) { return diagnostics_.error("valuation", span, std::move(message)); }

  /// Copies from `base` the assignments to relations that `into` does not mention. Adds to `undecided` the relations whose
  /// assignments in `into` and `base` differ.
  void unite(MergedValuation& into, MergedValuation base, const Valuation& by, std::set<Relation>& undecided) {
    const std::size_t states = std::max(into.states.size(), base.states.size());
    const auto same = [](const Assignment* a, const Assignment* b) {
      return a == b || (a && b && a->kind == b->kind && sameTuples(*a, *b));
    };
    for (const Relation relation : relationsOf(base)) {
      if (isSaid(into, relation)) {
        if (!std::ranges::equal(saidOf(into, relation, states), saidOf(base, relation, states), same)) undecided.insert(relation);
        continue;
      }
      if (const auto said = base.common.find(relation); said != base.common.end()) into.common.insert(*said);
      into.states.resize(states);
      for (std::size_t s = 0; s < base.states.size(); ++s)
        if (const auto said = base.states[s].find(relation); said != base.states[s].end()) into.states[s].insert(*said);
    }
    into.changed.splice(into.changed.end(), base.changed);
    into.open |= base.open;
    if (into.loop && base.loop && into.loop != base.loop && !by.loop)
      error(by.nameSpan, "the valuations that are extended here loop to different states")
          .hints.push_back("state the loop here: `loop ...`");
    if (!base.loop) return;
    into.loop = base.loop;
    into.loopSpan = base.loopSpan;
  }

  /// Adds an assignment for all states.
  void addCommon(MergedValuation& merged, const Assignment& assignment) {
    const Relation relation = relationOf(assignment);
    const Assignment*& common = merged.common[relation];
    if (!isChange(assignment)) {
      common = &assignment;
      for (Statements& state : merged.states) state.erase(relation);
      return;
    }
    bool found = false;
    common = changed(merged, common, assignment, found);
    for (Statements& state : merged.states)
      if (const auto said = state.find(relation); said != state.end())
        said->second = changed(merged, said->second, assignment, found);
    if (!found) nothingToTake(assignment);
  }

  void addInState(MergedValuation& merged, std::size_t s, const Assignment& assignment) {
    const Relation relation = relationOf(assignment);
    const Assignment*& said = merged.states[s][relation];
    if (!isChange(assignment)) {
      said = &assignment;
      return;
    }
    const auto common = merged.common.find(relation);
    bool found = false;
    said = changed(merged, said || common == merged.common.end() ? said : common->second, assignment, found);
    if (!found) nothingToTake(assignment);
  }

  /// Applies `change`, which is a `+` or a `-`, to the assignment `said` (null if there is none) and returns the result. Sets
  /// `found` to true if `said` contains all tuples that `change` removes. Otherwise leaves `found` as it is.
  const Assignment* changed(MergedValuation& merged, const Assignment* said, const Assignment& change, bool& found) const {
    Assignment& result = merged.changed.emplace_back(change);
    result.kind = said ? said->kind : Assignment::Kind::plus;
    result.tuples = said ? said->tuples : std::vector<NamedTuple>();
    if (said) result.upTo = said->upTo;
    if (change.kind == Assignment::Kind::plus) {
      result.tuples.insert(result.tuples.end(), change.tuples.begin(), change.tuples.end());
      if (result.upTo) result.upTo->insert(result.upTo->end(), change.tuples.begin(), change.tuples.end());
      found = true;
      return &result;
    }
    const std::set<Names> gone = namesIn(change.tuples);
    const std::size_t wanted = gone.size();
    std::set<Names> taken;
    const auto isGone = [&](const NamedTuple& tuple) {
      const Names names = namesIn(tuple);
      if (!gone.contains(names)) return false;
      taken.insert(names);
      return true;
    };
    std::erase_if(result.tuples, isGone);
    if (result.upTo) std::erase_if(*result.upTo, isGone);
    found |= taken.size() == wanted;
    return &result;
  }

  void nothingToTake(const Assignment& assignment) {
    error(assignment.span,
          fmt::format("this removes at least one tuple that `{}` does not have", nameOf(model_, relationOf(assignment))));
  }

  const Model& model_;
  const Tests& tests_;
  Diagnostics& diagnostics_;
};

}  // namespace

const std::string& nameOf(const Model& model, Relation relation) {
  return relation.isField ? model.field(relation.id).name : model.sig(relation.id).name;
}

Relation relationOf(const Assignment& assignment) {
  return assignment.sig ? Relation{false, *assignment.sig} : Relation{true, *assignment.field};
}

bool isPartial(const MergedValuation& merged) {
  const auto isPartly = [](const auto& said) { return said.second->kind == Assignment::Kind::partly; };
  return merged.open || std::ranges::any_of(merged.common, isPartly) ||
         std::ranges::any_of(merged.states, [&](const Statements& state) { return std::ranges::any_of(state, isPartly); });
}

bool sameTuples(const Assignment& a, const Assignment& b) {
  return namesIn(a.tuples) == namesIn(b.tuples) && a.upTo.has_value() == b.upTo.has_value() &&
         (!a.upTo || namesIn(*a.upTo) == namesIn(*b.upTo));
}

MergedValuation merge(const Model& model, const Tests& tests, std::uint32_t valuation, Diagnostics& diagnostics) {
  return Merger(model, tests, diagnostics).merged(valuation);
}

}  // namespace aunit::model
