// Judges tests that expect a certain number of instances.
#pragma once

#include <optional>

#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "solver/options.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// Enumerates the instances of the test's command. Stops after one instance more than the test expects. Returns the first
/// instance. Ignores the command's `expect`. The time limit in `options` is for all instances together. Breaks symmetries as in
/// `options` if the test counts instances up to symmetry, else not at all.
std::optional<model::Instance> judgeInstances(const parser::Loaded& loaded, const TestCase& test, solver::Options options,
                                              TestResult& result);

}  // namespace aunit::suite
