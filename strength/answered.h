// Answers of the solver that no memory was left for.
#pragma once

#include <new>

#include "solver/options.h"

namespace aunit::strength {

/// The result, unless the memory ended on the way to it: whoever takes what is unknown for harmless would say too much then, so
/// that this is thrown on (std::bad_alloc).
inline solver::Result answered(solver::Result result) {
  if (result.verdict == solver::Verdict::unknown && result.message.starts_with("out of memory")) throw std::bad_alloc();
  return result;
}

}  // namespace aunit::strength
