// Makes short formulas over a model's names, like those that a person might write by mistake as the body of a predicate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::strength {

/// Returns at most `most` closed random formulas. The seed `random` determines the formulas. Some compare signatures, domains of
/// fields and ranges of fields. Others have multiplicities, one or two outer quantifiers, or implications. `make` adds them to
/// the model.
std::vector<model::ExprId> alternatives(const model::Model& model, model::Nodes& make, std::size_t most, std::uint64_t random);

}  // namespace aunit::strength
