// Instances one step away from another.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength {

/// Calls `visit` with each instance that differs in one tuple of one field, or in whether one atom belongs to a signature that is
/// part of another (of what is `var`, in one state), in the order of declarations. Tuples are made of the atoms that the instance
/// has, integers of 0 and 1. Ends when `visit` returns false.
void forEachNeighbour(const model::Model& model, const model::Instance& instance,
                      const std::function<bool(const model::Instance&)>& visit);

/// One of these, by chance; nothing if there are none. Moves `random` on.
std::optional<model::Instance> randomNeighbour(const model::Model& model, const model::Instance& instance, std::uint64_t& random);

/// A neighbour without the atoms of one signature, by chance.
model::Instance withoutSome(const model::Model& model, const model::Instance& instance, std::uint64_t& random);

/// Equal for instances that differ in the names of their atoms only, hardly ever for others.
std::uint64_t shapeOf(const model::Model& model, const model::Instance& instance, std::span<const model::TupleSet> arguments);

}  // namespace aunit::strength
