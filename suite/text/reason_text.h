// Converts reasons (evaluator/reason.h) to text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluator/reason.h"
#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// Converts a reason. Names the innermost formula that alone decides the value. Omits variables in `known`, since their values
/// are shown already.
ReasonText textOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Reason& reason,
                  std::vector<NamedValue> known = {});

/// The names and values of variables, without repetitions. A single atom has no braces.
std::vector<NamedValue> namedBindings(const model::Model& model, const model::Instance& instance,
                                      const std::vector<evaluator::Binding>& bindings);

/// The source texts and values of operands, without repetitions. Omits literals, variables and built-in signatures.
std::vector<NamedValue> namedOperands(const parser::Loaded& loaded, const model::Instance& instance,
                                      const std::vector<evaluator::Operand>& operands);

}  // namespace aunit::suite
