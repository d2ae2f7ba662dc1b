// Warnings beside an answer to a command: reasons why it is other than it looks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/value.h"
#include "parser/front_end.h"
#include "solver/grounding/problem.h"

namespace aunit::suite {

/// A cardinality that wraps in a sentence: "A (m.als:2:7) is 20, which counts as 4 with integers of 4 bits: 6 are enough".
std::string wrappingWithPlace(const parser::Loaded& loaded, const evaluator::WrappedSize& wrapped, int bitwidth);

/// Of a command that was solved as this problem: numbers that do not fit, states that it does not have, and the cardinality that
/// wraps in the instance found (solver::Result::wrapped).
std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const std::optional<evaluator::WrappedSize>& wrapped);

/// The errors with which solvers refuse commands of the model itself, because of their scopes.
std::vector<model::Diagnostic> refusedCommands(const model::Model& model);

}  // namespace aunit::suite
