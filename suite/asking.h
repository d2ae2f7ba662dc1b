// Answers one-line questions of a user about an instance: the value of an expression, why a formula has its value, why a tuple is
// in a relation or is not. Used by the prompt of `aunit eval` and by the instance view.
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

/// An answer has exactly one of `value`, `reason` and `tuple`, or an error.
struct ExpressionAnswer {
  std::optional<evaluator::Value> value;
  std::optional<ReasonText> reason;
  std::optional<TupleReason> tuple;
  std::string error;               // one line
  model::Diagnostics diagnostics;  // why the line does not resolve, and warnings about it
};

/// Answers a line of one of these forms:
///
///   E, F             the value of an expression or formula
///   why F            the parts of F that decide its value
///   why T in R       for one tuple T and a field or signature R: the constraints that require T in R; if T is not in R, the
///                    constraints that forbid it
///   why-not T in R   for a tuple T that is not in R: the constraints that forbid it
///
/// F may also be `fact NAME` or `assertion NAME`: the formula of that fact or assertion, in the first state. NAME alone means
/// the fact or assertion if nothing else has that name. If `command` is set, `instance` must be an instance of it. Adds
/// expressions to `loaded.model`. Throws support::Exhausted.
ExpressionAnswer ask(parser::Loaded& loaded, const model::Instance& instance, unsigned state,
                     std::optional<model::CommandId> command, std::string_view line, const evaluator::Options& options);

/// Why an instance of a check is a counterexample: the reasons why the assertion is false. Returns nothing for a run, or if
/// evaluation has an error.
std::optional<ReasonText> reasonForCounterexample(const parser::Loaded& loaded, const model::Instance& instance,
                                                  model::CommandId command, const evaluator::Options& options);

/// A reason as a sentence, such as "Separate is false: with u = User$2 and v = User$1, `u = v` does not hold (in state 2)".
std::string sentence(const ReasonText& reason, std::string_view subject);

}  // namespace aunit::suite
