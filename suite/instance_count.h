// How many instances a command has.
#pragma once

#include <cstdint>
#include <optional>

#include "model/instance.h"
#include "model/model.h"
#include "model/test.h"
#include "solver/options.h"

namespace aunit::suite {

struct Counted {
  std::uint32_t found = 0;                  // at most one more than is wanted
  std::optional<model::Instance> instance;  // the first of them
  solver::Result last;                      // `error` or `unknown`: there may be more, and the message says why that is not known
};

/// Enumerates the instances of a command until there are more than are wanted. What the command expects has no influence on which
/// there are. The options' time is for all of them together; their symmetry holds when they are wanted up to that.
Counted countInstances(const model::Model& model, model::CommandId command, const model::InstanceCount& wanted,
                       solver::Options options);

}  // namespace aunit::suite
