// What MiniSat throws when there is no memory left, as everybody else calls it.
#pragma once

#include <minisat/mtl/XAlloc.h>

#include <new>

namespace aunit::solver {

/// Calls; MiniSat's own exception is derived from nothing.
template <class Call>
auto withBadAlloc(Call call) {
  try {
    return call();
  } catch (const Minisat::OutOfMemoryException&) {
    throw std::bad_alloc();
  }
}

}  // namespace aunit::solver
