// A survivor's difference as a test that can be pasted: a valuation, and what the model says of it.
#pragma once

#include <string>

#include "strength/equivalence.h"

namespace aunit::strength {

struct SuggestionText {
  std::string valuation;  // name of its `val`
  std::string title;      // of the test; quotes in it are replaced
};

/// A `val` and a `test` that the model passes and the mutant fails. It asks whether the valuation is a solution, in the changed
/// predicate's case with arguments; where other constraints hide the difference it asks for the value of the changed predicate
/// or function alone. Empty where the test language has no words for it. The model is changed and restored on the way. Throws
/// evaluator::Interrupted.
std::string suggestion(const Mutant& mutant, model::Model& model, const Difference& difference, const SuggestionText& text,
                       const ProofOptions& options);

}  // namespace aunit::strength
