// Warnings beside the answer to a command: reasons why the answer may mislead.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/value.h"
#include "parser/front_end.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"

namespace aunit::suite {

/// An overflow on which an answer depends, in a sentence: "plus[a, b] (m.als:2:7) is 9 (of 4 and 5), which counts as -7 with
/// integers of 4 bits: use `5 int` or --no-overflow".
std::string wrappingWithPlace(const parser::Loaded& loaded, const evaluator::Overflow& wrapped, int bitwidth);

/// The warning that a problem without an instance has one if integers have `bits` bits.
std::string widerText(const solver::Problem& problem, int bits);

/// Returns the warnings on a command that was solved as this problem: numbers that do not fit, states that its traces do not
/// have, the overflow on which the instance rests (solver::Result::wrapped), and the bits with which there is an instance
/// (bitsForInstance).
std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const solver::Result& result);
std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const std::optional<evaluator::Overflow>& wrapped);

/// Returns the warnings about paragraphs of the model on which the command depends: facts, declarations, what the command calls.
/// The warnings of warningsOn() are not among them.
std::vector<model::Diagnostic> warningsUsedBy(const parser::Loaded& loaded, model::CommandId command);

/// What is wrong with the scopes of the model's own commands, before they are solved: the errors with which solvers refuse them,
/// and warnings about sets that can have more atoms than the largest integer.
std::vector<model::Diagnostic> scopeDiagnostics(const model::Model& model, const model::SourceMap& sources);

}  // namespace aunit::suite
