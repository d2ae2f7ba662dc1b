// The solvers that sat.h offers by name; each in its own source file, so that their headers do not meet.
#pragma once

#include <memory>

#include "solver/sat.h"

namespace aunit::solver {

std::unique_ptr<SatSolver> makeCryptoMiniSat();
std::unique_ptr<SatSolver> makeCadical();
std::unique_ptr<SatSolver> makeMiniSat();

}  // namespace aunit::solver
