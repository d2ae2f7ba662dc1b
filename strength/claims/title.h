// The title of a proposed test: a sentence about what its valuation shows.
#pragma once

#include <string>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "strength/claims/claim.h"

namespace aunit::strength {

/// If one part of the model decides the model's answer, names that part: "invalid: lone n.link is false with n = N0", "Tree
/// fails: no left & right is false". Otherwise names the contents: "valid: 2 Node, 1 link", "Tree holds: no Node". For a claim
/// about an expression, states its value.
std::string titleOf(const parser::Loaded& loaded, const Claim& claim, const evaluator::Options& options);

}  // namespace aunit::strength
