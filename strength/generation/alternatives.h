// Other things that a person might have written for a predicate: short formulas over the model's names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::strength {

/// At most so many closed formulas, chosen by chance, the same on each run: comparisons of signatures and of what fields lead
/// from and to, multiplicities, one or two quantifiers in front, implications. Added to the model by `make`.
std::vector<model::ExprId> alternatives(const model::Model& model, model::Nodes& make, std::size_t most, std::uint64_t random);

}  // namespace aunit::strength
