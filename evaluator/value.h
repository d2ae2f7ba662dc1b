// Values of expressions, and errors of evaluation.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "model/expr.h"
#include "model/relations/tuple_set.h"

namespace aunit::evaluator {

/// The value of a formula, an integer expression or a relational expression.
using Value = std::variant<bool, std::int32_t, model::TupleSet>;

/// A calculation whose result is outside the range of the bit width.
struct Overflow {
  model::ExprId expr = model::noId;    // the operation; for an operation inside a library function, the call of the function
  std::vector<std::int32_t> operands;  // the two operands of an arithmetic operation; empty for other operations
  std::optional<std::int64_t> exact;   // the exact result; not set for shifts and divisions by zero
  std::int32_t countsAs = 0;           // the result if integers wrap around
};

struct Binding {
  model::VarId variable = model::noId;
  model::TupleSet value;
};

/// Thrown if an expression has no value in an instance. Examples: a string literal that is not an atom, a quantifier over too
/// many sub-relations, calls nested too deeply, a state beyond the trace. The message is a sentence for the user.
class EvaluationError : public std::runtime_error {
 public:
  EvaluationError(model::ExprId expr, const std::string& message) : std::runtime_error(message), expr_(expr) {}
  /// The expression without a value; noId if the error is not about an expression.
  model::ExprId expr() const { return expr_; }

 private:
  model::ExprId expr_;
};

}  // namespace aunit::evaluator
