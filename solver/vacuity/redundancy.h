// Constraints that say nothing new: they follow from the other facts and the declarations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/source.h"
#include "solver/grounding/options.h"
#include "support/budget.h"

namespace aunit::solver {

struct RedundantConstraint {
  model::Span span;
  /// A set of constraints that it follows from and of which none can be spared; empty: it follows from the declarations alone.
  std::vector<model::Span> from;
  bool minimal = true;  // no: the time ended before all of them were tried
};

struct Redundancies {
  std::vector<RedundantConstraint> found;  // in the order of the text
  bool contradictory = false;              // the facts contradict each other in every scope, so that anything follows from them
  std::vector<model::Span> core;           // then: a smallest set that does
  std::size_t examined = 0;                // constraints that were looked at
  std::size_t undecided = 0;               // of these, those about which the time ended
  std::string within;                      // "up to 3 atoms", "in the scopes of all commands"
};

/// The conjuncts of the model's own facts (those behind its signatures included, conjunctions behind `all`, `always`, `let` and
/// `implies` taken apart) that hold in every instance of the others and the declarations, within the scopes of all commands. Each
/// is redundant by itself: of two that say the same, each follows from the other. The model may be shared: the questions are put
/// to a copy.
Redundancies redundantConstraints(const model::Model& model, const Options& options, const support::Budget& budget);

/// Codes of the warnings.
inline constexpr const char *redundantConstraint = "redundant-constraint", *contradictoryFacts = "contradictory-facts";
/// A warning for each redundant constraint, with what it follows from; of contradicting facts one.
std::vector<model::Diagnostic> warningsOf(const Redundancies& redundancies);

}  // namespace aunit::solver
