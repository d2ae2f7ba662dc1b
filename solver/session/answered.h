// Checks whether the solver ran out of memory before it had an answer.
#pragma once

#include <new>

#include "solver/options.h"

namespace aunit::solver {

/// Returns the result. Throws std::bad_alloc if the search ran out of memory, because a caller that does not expect `unknown`
/// might take it for an answer.
inline Result answered(Result result) {
  if (result.verdict == Verdict::unknown && result.message.starts_with("out of memory")) throw std::bad_alloc();
  return result;
}

}  // namespace aunit::solver
