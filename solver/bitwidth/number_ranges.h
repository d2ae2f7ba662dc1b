// Limits for the numbers that a problem can calculate. They follow from the scope and from the shape of the expressions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"

namespace aunit::solver {

/// A cardinality that may exceed the largest integer.
struct WideCardinality {
  model::ExprId expr = model::noId;
  std::int64_t most = 0;
};

struct NumberRanges {
  /// Whether a literal, a cardinality or the result of an operation on integers may overflow. If false, none can overflow.
  bool mayOverflow = false;
  /// The number of bits that suffices for every literal and every cardinality.
  int bits = 0;
  std::vector<WideCardinality> wide;  // each expression once
};

/// Returns the ranges of all numbers in the formulas that the problem asserts, and in the predicates and functions that these
/// call. The ranges may be too large, because they follow from the sizes of the signatures and the multiplicities of
/// declarations, not from facts. Throws Unsupported if the scope contradicts the model.
NumberRanges numberRangesOf(const model::Model& model, const Problem& problem);

}  // namespace aunit::solver
