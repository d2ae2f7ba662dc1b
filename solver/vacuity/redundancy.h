// Redundant constraints: they follow from the other facts and the declarations.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/source.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

struct RedundantConstraint {
  model::Span span;
  /// A minimal set of constraints from which this one follows; empty if it follows from the declarations alone.
  std::vector<model::Span> from;
  bool minimal = true;  // false if time ended before every constraint was tried for removal
  /// If requested: whether the constraint follows from `from` for any number of atoms.
  std::optional<AllScopes> allScopes{};
};

struct Redundancies {
  std::vector<RedundantConstraint> found;  // in the order of the text
  /// A maximal set of constraints that can be removed together: each follows from the constraints that stay. In the order of the
  /// text.
  std::vector<model::Span> removable;
  bool contradictory = false;          // the facts contradict each other in every scope, so that anything follows from them
  std::vector<model::Span> core;       // if `contradictory`: a minimal set of constraints that contradict each other
  std::optional<AllScopes> allScopes;  // if `contradictory`, and if requested: whether the facts contradict each other for any
                                       // number of atoms
  std::size_t examined = 0;            // the number of examined constraints
  std::vector<model::Span> undecided;  // constraints that were not decided in time
  std::string within;                  // the searched scopes: "up to 3 atoms", "in the scopes of all commands"
};

/// Looks for redundant conjuncts of the model's own facts. A conjunct is redundant if it holds in every instance of the other
/// conjuncts and the declarations, within the scopes of all commands. Blocks after signatures count as facts. Conjunctions inside
/// `all`, `always`, `let` and `implies` are split. Each conjunct is examined by itself: if two conjuncts are equivalent, both are
/// redundant. The model may be shared, because the search works on a copy. The budget limits all questions together.
class RedundancySearch {
 public:
  RedundancySearch(const model::Model& model, const Options& options, const support::Budget& budget);
  /// Searches in the scopes of these problems instead of the scopes of all commands. `within` names these scopes if there are
  /// several: "in the scopes of all tests".
  RedundancySearch(const model::Model& model, const std::vector<Problem>& problems, std::string within, const Options& options,
                   const support::Budget& budget);
  ~RedundancySearch();

  /// Finds all redundant constraints. If `allScopes` is not 0, also asks whether each of them is redundant for any number of
  /// atoms. Each of these questions may take `allScopes` seconds, which do not count against the budget.
  Redundancies all(double allScopes = 0);
  /// Examines the constraint whose text contains `place`. Returns nothing if there is none, if it is not shown to be redundant,
  /// or if the facts contradict each other.
  std::optional<RedundantConstraint> at(model::Span place);
  /// As Redundancies::within.
  const std::string& within() const { return within_; }

 private:
  class Work;
  std::unique_ptr<Work> work_;
  std::string within_;
};

/// Codes of the warnings.
inline constexpr const char *redundantConstraint = "redundant-constraint", *contradictoryFacts = "contradictory-facts",
                            *undecidedConstraint = "undecided-constraint";
/// A warning for each redundant constraint. The warning names the constraints that imply it. If the facts contradict each other,
/// there is only one warning, which says so.
std::vector<model::Diagnostic> warningsOf(const Redundancies& redundancies);
/// A warning for each constraint that was not decided in time.
std::vector<model::Diagnostic> warningsOfUndecided(const Redundancies& redundancies);

}  // namespace aunit::solver
