// What a model says, node by node, so that two models can be compared that were not made the same way.
#pragma once

#include <string>
#include <vector>

#include "model/changes/overlay.h"
#include "model/model.h"

namespace aunit::strength::testing_ {

/// A line for each signature, field, function, fact, assertion, command and implicit constraint, in no order that depends on ids.
/// Conjunctions and disjunctions are flat, a relation in front of which its own signature stands (`A <: f`) is itself, variables
/// go by the order in which they are bound.
std::vector<std::string> structureOf(const model::Model& model);
/// Of the model as the overlay changes it. The overlay is not to be installed.
std::vector<std::string> structureOf(model::Overlay& overlay);

/// The lines in which they differ, at most `most` of each; empty where there are none.
std::string difference(const std::vector<std::string>& judged, const std::vector<std::string>& shown, std::size_t most = 3);

}  // namespace aunit::strength::testing_
