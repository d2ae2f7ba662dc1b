// Warnings that are shown with the answer to a command: reasons why the answer may mislead.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/value.h"
#include "parser/front_end.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"

namespace aunit::suite {

/// A sentence about an overflow on which an answer depends, such as "`plus[a, b]` (m.als:2:7) is 9 (from 4 and 5), which counts
/// as -7 with integers of 4 bits: use `5 int` or --no-overflow".
std::string wrappingWithPlace(const parser::Loaded& loaded, const evaluator::Overflow& wrapped, int bitwidth);

/// The warning that `problem` would have an instance (for a check, a counterexample) if integers had `bits` bits.
std::string widerText(const solver::Problem& problem, int bits);

/// The warnings about a command that was solved as `problem`: numbers that do not fit the bit width; formulas about other states
/// in a command without traces; the overflow on which the instance depends (solver::Result::wrapped); the bit width with which
/// there is an instance (bitsForInstance).
std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const solver::Result& result);
std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const std::optional<evaluator::Overflow>& wrapped);

/// The warnings about the parts of the model that influence the command: facts, declarations, functions that the command calls.
/// Does not return the warnings of warningsOn().
std::vector<model::Diagnostic> warningsUsedBy(const parser::Loaded& loaded, model::CommandId command);

/// Diagnostics about the scopes of the model's own commands, found without solving: errors if the solver would refuse a command,
/// and warnings about sets whose size can exceed the largest integer.
std::vector<model::Diagnostic> scopeDiagnostics(const model::Model& model, const model::SourceMap& sources);

}  // namespace aunit::suite
