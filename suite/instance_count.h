// Tests that expect a number of instances.
#pragma once

#include <optional>

#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "solver/options.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// Enumerates the instances of the test's command until there are more than the test expects, and returns the first one. The
/// command's `expect` does not influence which instances there are. The time limit of the options is for all instances together;
/// their symmetry applies if instances are counted up to symmetry.
std::optional<model::Instance> judgeInstances(const parser::Loaded& loaded, const TestCase& test, solver::Options options,
                                              TestResult& result);

}  // namespace aunit::suite
