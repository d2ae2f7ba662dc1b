// What a model says, node by node, so that two models can be compared that were not made the same way.
#pragma once

#include <string>
#include <vector>

#include "model/changes/overlay.h"
#include "model/model.h"
#include "strength/repair/edited_model.h"

namespace aunit::strength::testing_ {

/// A line for each signature, field, function, fact, assertion, command and implicit constraint, in no order that depends on ids.
/// Conjunctions and disjunctions are flat, a relation in front of which its own signature stands (`A <: f`) is itself, variables
/// go by the order in which they are bound.
std::vector<std::string> structureOf(const model::Model& model);
/// Of the model as the overlay changes it. The overlay is not to be installed.
std::vector<std::string> structureOf(model::Overlay& overlay);

/// The lines in which they differ, at most three of each; empty where there are none.
std::string difference(const std::vector<std::string>& judged, const std::vector<std::string>& shown);

/// Expects that the file `path` with these edits, read again as `how` says, has the structure that was judged.
void expectReadBack(const std::vector<std::string>& judged, const parser::Loaded& loaded, const std::string& path,
                    const parser::LoadOptions& how, const std::vector<Replacement>& edits);

}  // namespace aunit::strength::testing_
