// Replaces cryptominisat.cpp in builds with AUNIT_MINIMAL.

#include "solver/sat/sat_engine.h"

namespace aunit::solver {

const bool hasCryptoMiniSat = false;

std::unique_ptr<Engine> makeCryptoMiniSat() {
  return nullptr;
}

}  // namespace aunit::solver
