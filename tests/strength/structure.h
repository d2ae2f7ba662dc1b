// The content of a model as text, to compare models that were made in different ways.
#pragma once

#include <string>
#include <vector>

#include "model/changes/overlay.h"
#include "model/model.h"
#include "strength/repair/edited_model.h"

namespace aunit::strength::testing_ {

/// A line for each signature, field, function, fact, assertion, command and implicit constraint, in an order that does not depend
/// on ids. Conjunctions and disjunctions are flattened, `A <: f` equals `f` if A is the signature of f, and variables are
/// numbered in binding order.
std::vector<std::string> structureOf(const model::Model& model);
/// The structure of the model as the overlay changes it. The overlay must not be installed.
std::vector<std::string> structureOf(model::Overlay& overlay);

/// The lines that only one of the two has, at most three of each; empty if they are equal.
std::string difference(const std::vector<std::string>& judged, const std::vector<std::string>& shown);

/// Expects that the file `path`, loaded with these edits and the options `how`, has the structure `judged`.
void expectReadBack(const std::vector<std::string>& judged, const parser::Loaded& loaded, const std::string& path,
                    const parser::LoadOptions& how, const std::vector<Replacement>& edits);

}  // namespace aunit::strength::testing_
