// Tests that expect a number of instances.
#pragma once

#include <optional>

#include "model/instance.h"
#include "parser/front_end.h"
#include "solver/options.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// Enumerates the instances of the test's command until there are more than are wanted, and hands out the first. What the command
/// expects has no influence on which there are. The options' time is for all of them together; their symmetry holds when they are
/// counted up to that.
std::optional<model::Instance> judgeInstances(const parser::Loaded& loaded, const TestCase& test, solver::Options options,
                                              TestResult& result);

}  // namespace aunit::suite
