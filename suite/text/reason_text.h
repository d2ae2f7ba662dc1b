// Conversion of reasons (evaluator/reason.h) to text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluator/reason.h"
#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// The text of a reason. While one part decides alone, only the innermost such part is named. The variables `known` have been
/// listed with their values already, and are not listed again.
ReasonText textOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Reason& reason,
                  std::vector<NamedValue> known = {});

/// Variables by name, each once, with their values; a single atom has no braces.
std::vector<NamedValue> namedBindings(const model::Model& model, const model::Instance& instance,
                                      const std::vector<evaluator::Binding>& bindings);

/// Operands by their source text, each once, with their values; literals, variables and built-in signatures are left out.
std::vector<NamedValue> namedOperands(const parser::Loaded& loaded, const model::Instance& instance,
                                      const std::vector<evaluator::Operand>& operands);

}  // namespace aunit::suite
