// Whether a mutant is equivalent to the original within a scope, as the solver decides.
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
  // For a mutant that is not equivalent, unless the time was up before they were found, or it differs only if it is called
  // below a negation or in a quantifier over integers: instances that tell it from the model. Parameters of a changed predicate
  // or function stand for their arguments.
  std::optional<Witness> difference;  // the smallest
  std::optional<Witness> large;       // as the solver gave it, within the whole scope
  // For an equivalent mutant, on request: by question, whether it is equivalent for any number of atoms.
  std::vector<solver::AllScopes> allScopes;
};

/// Asks of the changed paragraph, where all others hold, as MuAlloy does: a signature's or field's declaration with that
/// declaration relaxed, a fact's body without that fact, a predicate's or function's body for all arguments; beyond MuAlloy,
/// facts and declarations that call the changed predicate or function must say the same, too, each without itself. They are
/// equivalent that are so in each scope, different in any. What can be asked of the model as it is shares translations.
class Comparer {
 public:
  Comparer(const model::Model& model, const std::vector<model::Scope>& scopes, ProofOptions options);

  /// One mutant, or several changes of one paragraph at once.
  Comparison compare(std::span<const Mutant> change);

  /// Whether a fact holds wherever the declarations do, all other facts left out.
  bool holdsByDeclaration(std::uint32_t fact);

 private:
  class Question;

  Found find(Question& question, Finder& finder);
  /// Nothing if there is no such question.
  std::optional<Comparison> compareBy(std::span<const Mutant> change, model::ExprId (Question::*formulaOf)());

  model::Model model_;  // a copy, which is changed and restored
  const ProofOptions options_;
  std::deque<Finder> finders_;  // one for each scope
};

}  // namespace aunit::strength
