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

/// Converts a reason. If a single part decides, names only the innermost part that decides. Omits variables in `known`, since
/// their values are shown already.
ReasonText textOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Reason& reason,
                  std::vector<NamedValue> known = {});

/// Values of variables, by name, each only once. A single atom has no braces.
std::vector<NamedValue> namedBindings(const model::Model& model, const model::Instance& instance,
                                      const std::vector<evaluator::Binding>& bindings);

/// Values of operands, by their source text, each only once. Omits literals, variables and built-in signatures.
std::vector<NamedValue> namedOperands(const parser::Loaded& loaded, const model::Instance& instance,
                                      const std::vector<evaluator::Operand>& operands);

}  // namespace aunit::suite
