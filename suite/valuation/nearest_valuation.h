// The valuation nearest to an instance, if there is none, as reports show it.
#pragma once

#include <string>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "solver/nearest/nearest.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// The broken constraints in it, with the reasons; `nearest` must have an instance.
NearestValuation nearestValuation(const parser::Loaded& loaded, const solver::Nearest& nearest,
                                  const evaluator::Options& options);

/// "fact Total does not hold: a.als:3:14: all n: Node | some n.link, for n = N0".
std::string brokenText(const NearestValuation::Broken& broken);

}  // namespace aunit::suite
