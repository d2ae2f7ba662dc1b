// Translation of MiniSat's exception for exhausted memory to std::bad_alloc.
#pragma once

#include <minisat/mtl/XAlloc.h>

#include <new>

namespace aunit::solver {

/// The result of `call`. Throws std::bad_alloc instead of MiniSat's own exception, which has no base class.
template <class Call>
auto withBadAlloc(Call call) {
  try {
    return call();
  } catch (const Minisat::OutOfMemoryException&) {
    throw std::bad_alloc();
  }
}

}  // namespace aunit::solver
