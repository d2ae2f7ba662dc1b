// Random small models as text, and all instances of a model by brute force.
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
  relations,  // signatures A, B and C (which extends A or is a subset of it), fields f and g, scope 2
  traces,     // like `relations`, with `var` declarations, temporal formulas, up to two states
  histories,  // two variable signatures, deeply nested past and future operators, up to three states
  integers,   // a field of integers of 2 or 3 bits, all arithmetic, variables over Int
  functions,  // a function to atoms and one to integers, and comparisons of their values
  sequences,  // a field of sequences and the functions on them
  orders,     // a total order and the functions on it
  strings,    // a field of strings, literals, sometimes a scope for String
  enums,      // a field of an enum, its names and its order
  records,    // signatures whose atoms differ in the values of two fields, also of two levels
};

/// A model with one command, whose formula is random. Its paragraphs are in random order.
std::string generateModel(unsigned seed, Kind kind);

/// A loaded model, and its first command as a problem.
struct PosedProblem {
  std::string text;
  std::unique_ptr<parser::Loaded> loaded;
  Problem problem;
  const model::Model& model() const { return *loaded->model; }
};
/// The problem of a text. The text must have no errors.
PosedProblem posed(const std::string& text);

/// Calls `visit` for the generated models of seeds 1 to `seeds` that resolve (most do), until an assertion fails. Failures show
/// the seed and the text.
void forEachGenerated(unsigned seeds, Kind kind, const std::function<void(const PosedProblem&, unsigned seed)>& visit);

/// The declared relations of a trace as text. Equal infinite traces give equal texts. Skolem constants are left out.
std::string written(const model::Model& model, model::Instance instance);

/// Visits all traces of up to `steps` states within the bounds of a problem, also those that do not satisfy it. Returns false if
/// there are too many.
bool forEachValuation(const model::Model& model, const Problem& problem, int steps,
                      const std::function<void(const model::Instance&)>& visit);
/// The traces of up to `steps` states (for a static model: the instances) that satisfy a problem, found by evaluation of all
/// traces within its bounds.
std::set<std::string> allInstances(const model::Model& model, const Problem& problem, int steps, bool noOverflow);

/// Checks that the bounds of the first command follow from the formulas that narrowed them (bounds_refutation.h). Returns whether
/// a formula narrowed them.
bool expectBoundsFollow(const model::Model& model, Options options);

}  // namespace aunit::solver::testing_
