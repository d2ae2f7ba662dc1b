// What a model without all else sees of the instances of another, by brute force.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "solver/grounding/problem.h"

namespace aunit::strength::testing_ {

/// The part of a trace of `model` that a version without all else, `plainer`, sees, as a text that is equal for equal infinite
/// traces up to the names of atoms.
std::string seen(const model::Model& plainer, const model::Model& model, const model::Instance& instance);

/// That of all instances within the bounds of a problem; nothing where there are too many.
std::optional<std::set<std::string>> allSeen(const model::Model& plainer, const model::Model& model,
                                             const solver::Problem& problem, int steps, model::Semantics semantics = {});

}  // namespace aunit::strength::testing_
