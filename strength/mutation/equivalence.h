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
  // For a mutant that is not equivalent: instances that distinguish it from the model, with arguments for the parameters of a
  // changed predicate or function. No values if a limit ended the search, or if the predicate or function differs only when it
  // is called below a negation or in a quantifier over integers.
  std::optional<Witness> difference;  // a smallest distinguishing instance
  std::optional<Witness> large;       // an instance that the solver found within the whole scope
  // For an equivalent mutant, if requested: for each question, whether it is equivalent for any number of atoms.
  std::vector<solver::AllScopes> allScopes;
};

/// Compares the two forms of the changed paragraph in the instances of all other constraints, like MuAlloy. The body of a
/// predicate or function is compared for all arguments. In addition, facts and declarations that call a changed predicate or
/// function must be equivalent, each in the instances of the other constraints. A mutant is equivalent if it is equivalent in
/// every scope, and different if it differs in one scope. Questions that leave the model unchanged share translations.
class Comparer {
 public:
  Comparer(const model::Model& model, const std::vector<model::Scope>& scopes, ProofOptions options);

  /// Compares one mutant, or several changes of one paragraph at once.
  Comparison compare(std::span<const Mutant> change);

  /// Whether a fact follows from the declarations alone, without the other facts.
  bool holdsByDeclaration(std::uint32_t fact);

 private:
  class Question;

  FinderResult find(Question& question, Finder& finder);
  /// Returns nothing if `formulaOf` returns noId.
  std::optional<Comparison> compareBy(std::span<const Mutant> change, model::ExprId (Question::*formulaOf)());

  model::Model model_;  // a copy; overlays change and restore it
  const ProofOptions options_;
  std::deque<Finder> finders_;  // one finder for each scope
};

}  // namespace aunit::strength
