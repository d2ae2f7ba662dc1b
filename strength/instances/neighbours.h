// The neighbours of an instance: the instances that differ from it in one tuple.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength {

/// Calls `visit` with each neighbour: an instance that differs in one tuple of one field, or in whether one atom is in one
/// subsignature. If the field or signature is `var`, the instances differ in one state only. The order is that of the
/// declarations. New tuples consist of the instance's atoms and the integers 0 and 1. Stops when `visit` returns false.
void forEachNeighbour(const model::Model& model, const model::Instance& instance,
                      const std::function<bool(const model::Instance&)>& visit);

/// A random neighbour; nothing if there is none. Advances `random`.
std::optional<model::Instance> randomNeighbour(const model::Model& model, const model::Instance& instance, std::uint64_t& random);

/// Removes all atoms of one random signature from the instance. Advances `random`.
model::Instance withoutSome(const model::Model& model, const model::Instance& instance, std::uint64_t& random);

/// A hash that is equal for isomorphic instances (equal up to the names of atoms), and almost never for other instances.
std::uint64_t shapeOf(const model::Model& model, const model::Instance& instance, std::span<const model::TupleSet> arguments);

}  // namespace aunit::strength
