// Random small models as text, and all their instances by brute force.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "solver/session/search.h"

namespace aunit::solver::testing_ {

enum class Kind {
  relations,  // signatures A, B and C (extends A or is in it), fields f and g, for 2
  traces,     // as relations, with some of them `var`, temporal formulas, up to two states
  histories,  // two variable signatures, past and future operators deeply nested, up to three states
  integers,   // a field of integers of 2 or 3 bits, all arithmetic, variables over Int
  sequences,  // a field of sequences and the functions on them
  orders,     // a total order and the functions on it
  strings,    // a field of strings, literals, now and then a number of strings
  enums,      // a field of an enum, its names and its order
};

/// A model with one command, whose formula is random. Its paragraphs are in any order.
std::string generateModel(unsigned seed, Kind kind);

/// A model, and its first command as a problem.
struct Posed {
  std::string text;
  std::unique_ptr<parser::Loaded> loaded;
  Problem problem;
  const model::Model& model() const { return *loaded->model; }
};
/// Of a text without errors.
Posed posed(const std::string& text);

/// Generated models whose names and types fit, as those of most seeds do: from 1 to so many, until an assertion fails. Failures
/// name the seed and the text.
void forEachGenerated(unsigned seeds, Kind kind, const std::function<void(const Posed&, unsigned seed)>& visit);

/// A text of all relations of a trace that the model declares, equal for equal infinite traces. Skolem constants are left out.
std::string written(const model::Model& model, model::Instance instance);

/// Visits all traces of up to `steps` states within the bounds of a problem, whether they satisfy it or not; false when there are
/// too many.
bool forEachValuation(const model::Model& model, const Problem& problem, int steps,
                      const std::function<void(const model::Instance&)>& visit);
/// The traces (of a static model: instances) of up to `steps` states within the bounds of a problem that satisfy it, found by
/// evaluating all that there are.
std::set<std::string> allInstances(const model::Model& model, const Problem& problem, int steps, bool noOverflow);

}  // namespace aunit::solver::testing_
