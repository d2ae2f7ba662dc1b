// One-line questions of a user about an instance: the value of an expression, why a formula has its value, why a tuple is there
// or is not. The prompt of `aunit eval` and the instance view share it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "evaluator/evaluator.h"
#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "suite/outcome.h"
#include "suite/reasons/tuple_reason.h"

namespace aunit::suite {

/// Has one of the first three members, or an error.
struct ExpressionAnswer {
  std::optional<evaluator::Value> value;
  std::optional<ReasonText> reason;
  std::optional<TupleReason> tuple;
  std::string error;               // one line
  model::Diagnostics diagnostics;  // of a text that does not resolve; warnings, too
};

/// Answers a line:
///
///   E, F         the value of an expression or formula
///   why F        the parts of F that decide its value
///   why T in R   of one tuple of a field or signature: the constraints that need it, or those that keep it out
///   why-not T in R   of a missing tuple: the constraints that keep it out
///
/// As F, `fact NAME` and `assertion NAME` mean what these paragraphs state of the first state, and so does NAME alone if nothing
/// else has that name. `command` is the command of the instance. Appends to `loaded.model`. Throws support::Exhausted.
ExpressionAnswer ask(parser::Loaded& loaded, const model::Instance& instance, unsigned state,
                     std::optional<model::CommandId> command, std::string_view line, const evaluator::Options& options);

/// Why an instance of a check is a counterexample: why its assertion is false. Nothing for a run, or if that takes too long.
std::optional<ReasonText> reasonForCounterexample(const parser::Loaded& loaded, const model::Instance& instance,
                                                  model::CommandId command, const evaluator::Options& options);

/// A reason as a sentence: "Separate is false: with u = User$2 and v = User$1, `u = v` does not hold (in state 2)".
std::string sentence(const ReasonText& reason, std::string_view subject);

}  // namespace aunit::suite
