// Reasons (evaluator/reason.h) as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluator/reason.h"
#include "model/instance.h"
#include "parser/front_end.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// Where one part decides alone only the innermost such part is named. `known` are variables that have been named with their
/// values already: they are not named again.
ReasonText textOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Reason& reason,
                  std::vector<NamedValue> known = {});

/// Variables by name, each once. An atom stands without braces.
std::vector<NamedValue> namedBindings(const model::Model& model, const model::Instance& instance,
                                      const std::vector<evaluator::Binding>& bindings);

/// Operands by their source text, each once; literals, variables and built-in signatures need no line of their own.
std::vector<NamedValue> namedOperands(const parser::Loaded& loaded, const model::Instance& instance,
                                      const std::vector<evaluator::Operand>& operands);

}  // namespace aunit::suite
