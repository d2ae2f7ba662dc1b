// Decides with the solver whether a mutant is equivalent to the original within a scope.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "strength/instances/finder.h"
#include "strength/mutation/mutant.h"

namespace aunit::strength {

enum class Equivalence : std::uint8_t { equivalent, different, unknown };

struct Comparison {
  Equivalence equivalence = Equivalence::unknown;
  // For a mutant that is not equivalent: a smallest instance that distinguishes it from the model (`difference`), and one that
  // the solver found within the whole scope (`large`). If a predicate or function changes, both have arguments for its
  // parameters. Both are missing if a limit ended the search, or if the predicate or function differs only below a negation or in
  // a quantifier over integers.
  std::optional<Witness> difference;
  std::optional<Witness> large;
  // For an equivalent mutant, if requested: the answers for any number of atoms, one for each question that was asked.
  std::vector<solver::AllScopes> allScopes;
};

/// Decides, like MuAlloy, whether the original and the changed form of a paragraph have different values in some instance of all
/// other constraints. The body of a predicate or function is compared for all arguments. In addition, each fact or declaration
/// that calls a changed predicate or function must keep its value in each instance of the other constraints. A mutant is
/// equivalent if it is equivalent in each scope, and different if it differs from the original in at least one scope. Questions
/// share translations unless they must take a constraint out of the model.
class Comparer {
 public:
  Comparer(const model::Model& model, const std::vector<model::Scope>& scopes, ProofOptions options);

  /// Compares one mutant with the model, or several changes of one paragraph that are applied together.
  Comparison compare(std::span<const Mutant> change);

  /// Whether a fact follows from the declarations alone, without the other facts.
  bool holdsByDeclaration(std::uint32_t fact);

 private:
  class Question;

  FinderResult find(Question& question, Finder& finder);
  /// Searches instances of the formula that `formulaOf` returns. Returns nothing if this formula is noId.
  std::optional<Comparison> compareBy(std::span<const Mutant> change, model::ExprId (Question::*formulaOf)());

  model::Model model_;  // a copy; overlays change and restore it
  const ProofOptions options_;
  std::deque<Finder> finders_;  // one finder for each scope
};

}  // namespace aunit::strength
