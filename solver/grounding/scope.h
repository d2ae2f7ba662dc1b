// Scopes: how many atoms each signature may have under a command (language reference 15).
#pragma once

#include <vector>

#include "evaluator/judge.h"
#include "model/model.h"

namespace aunit::solver {

inline constexpr int defaultSteps = 10;    // language reference 13.7
inline constexpr int defaultBitwidth = 4;  // language reference 15
inline constexpr int defaultSequence = 4;  // used if the scope has no overall number (the 5 of `for 5`)

/// The sizes that a command's scope gives. Every signature that is neither a subset signature nor built-in has a size.
struct SigSizes {
  std::vector<int> size;    // by SigId; -1 for subset and built-in signatures
  std::vector<bool> exact;  // by SigId: whether the signature has exactly `size` atoms
  int bitwidth = 4;
  int maxSequence = 4;  // seq/Int = 0 .. maxSequence-1
  int strings = -1;     // the n of `exactly n String`; -1: the number of literals
  int minSteps = 1;
  int maxSteps = 1;  // model::unboundedSteps: traces of any length
};

/// Derives the sizes. Throws Unsupported with the Analyzer's wording if the scope contradicts the model or itself. `temporal`:
/// the command has traces (language reference 13.1).
SigSizes deriveSizes(const model::Model& model, const model::Scope& scope, bool temporal);

/// Appends the sizes, as constraints on instances.
void append(std::vector<evaluator::Constraint>& constraints, const SigSizes& sizes);

}  // namespace aunit::solver
