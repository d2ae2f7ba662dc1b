// The part of a model's instances that a version with fewer declarations has, too; by brute force.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evaluator/judge.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "solver/grounding/problem.h"
#include "tests/solver/generated_model.h"

namespace aunit::strength::testing_ {

/// The part of a trace of `model` for which `plainer`, a version with fewer declarations, has declarations. Infinite traces that
/// are equal up to renaming of atoms give equal texts.
inline std::string seen(const model::Model& plainer, const model::Model& model, const model::Instance& instance) {
  std::vector<model::Atom> order;
  for (model::Atom atom = 0; atom < instance.universe->firstString(); ++atom) order.push_back(atom);
  std::string least;
  do {
    std::vector<std::string> states;
    for (const model::State& state : instance.states) {
      std::string text;
      const auto add = [&](const std::string& label, const model::TupleSet& value) {
        std::set<std::vector<std::string>> tuples;
        value.forEach([&](std::span<const model::Atom> tuple) {
          std::vector<std::string> renamed;
          for (const model::Atom atom : tuple)  // strings and integers keep their names
            renamed.push_back(atom < order.size() ? std::to_string(order[atom]) : instance.universe->name(atom));
          tuples.insert(renamed);
        });
        text += label;
        for (const auto& tuple : tuples) {
          for (const std::string& atom : tuple) text += "." + atom;
          text += " ";
        }
      };
      for (model::SigId id = model::builtin::count; id < plainer.sigs().size(); ++id) {
        const auto same = std::ranges::find(model.sigs(), plainer.sig(id).label, &model::Sig::label);
        add(plainer.sig(id).label, state.sigs[static_cast<std::size_t>(same - model.sigs().begin())]);
      }
      for (const model::Field& field : plainer.fields()) {
        const auto same = std::ranges::find(model.fields(), field.label, &model::Field::label);
        add(field.label, state.fields[static_cast<std::size_t>(same - model.fields().begin())]);
      }
      states.push_back(text);
    }
    // Finds the lasso with the shortest loop and then the fewest states before it.
    std::size_t loop = instance.loop, period = states.size() - loop;
    for (std::size_t shorter = 1; shorter < period; ++shorter) {
      bool repeats = period % shorter == 0;
      for (std::size_t i = loop; repeats && i + shorter < states.size(); ++i) repeats = states[i] == states[i + shorter];
      if (repeats) period = shorter;
    }
    states.resize(loop + period);
    while (loop > 0 && states[loop - 1] == states.back()) {
      states.pop_back();
      --loop;
    }
    std::string text = fmt::format("{}:", loop);
    for (const std::string& state : states) text += state + "|";
    if (least.empty() || text < least) least = text;
  } while (std::ranges::next_permutation(order).found);
  return least;
}

/// These parts of all instances within the bounds of a problem; nothing if there are too many.
inline std::optional<std::set<std::string>> allSeen(const model::Model& plainer, const model::Model& model,
                                                    const solver::Problem& problem, int steps, model::Semantics semantics = {}) {
  evaluator::Evaluator evaluator(model, {.semantics = semantics});
  std::set<std::string> found;
  const bool few = solver::testing_::forEachValuation(model, problem, steps, [&](const model::Instance& instance) {
    if (evaluator::judge(evaluator, instance, {.constraints = evaluator::constraintsOf(model)}).holds())
      found.insert(seen(plainer, model, instance));
  });
  if (!few) return std::nullopt;
  return found;
}

}  // namespace aunit::strength::testing_
