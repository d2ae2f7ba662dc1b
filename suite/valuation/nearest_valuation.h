// Converts the nearest valuation (solver/nearest/nearest.h) to text.
#pragma once

#include <string>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "solver/nearest/nearest.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// The constraints that the valuation violates, with reasons. Requires that `nearest` has an instance.
NearestValuation nearestValuation(const parser::Loaded& loaded, const solver::Nearest& nearest,
                                  const evaluator::Options& options);

/// A text such as "fact Total does not hold: a.als:3:14: all n: Node | some n.link, for n = N0".
std::string brokenText(const NearestValuation::Violation& broken);
/// The same with the formula at the end: "fact Total does not hold for n = N0: a.als:3:14: all n: Node | some n.link".
std::string brokenSentence(const NearestValuation::Violation& broken);

}  // namespace aunit::suite
