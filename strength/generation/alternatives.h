// Makes short formulas over the model's names that a person might have written instead of a predicate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::strength {

/// At most `most` closed random formulas, the same for the same seed `random`: comparisons of signatures and of domains and
/// ranges of fields, multiplicities, one or two outer quantifiers, implications. `make` adds them to the model.
std::vector<model::ExprId> alternatives(const model::Model& model, model::Nodes& make, std::size_t most, std::uint64_t random);

}  // namespace aunit::strength
