// The values and errors of evaluation.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>

#include "model/expr.h"
#include "model/relations/tuple_set.h"

namespace aunit::evaluator {

/// The value of a formula, an integer expression or a relational expression.
using Value = std::variant<bool, std::int32_t, model::TupleSet>;

/// A cardinality that is larger than the largest integer, and so has wrapped around to another number.
struct WrappedSize {
  model::ExprId expr = model::noId;
  std::size_t size = 0;
  std::int32_t countsAs = 0;
};

/// A variable and its value.
struct Binding {
  model::VarId variable = model::noId;
  model::TupleSet value;
};

/// Thrown when an expression has no value in an instance: a string literal that is no atom, a quantifier over more sub-relations
/// than the limit, calls nested too deeply, a state that the trace does not have. The message is a sentence for the user.
class EvaluationError : public std::runtime_error {
 public:
  EvaluationError(model::ExprId expr, const std::string& message) : std::runtime_error(message), expr_(expr) {}
  /// The expression without a value; noId when the error is about no expression.
  model::ExprId expr() const { return expr_; }

 private:
  model::ExprId expr_;
};

}  // namespace aunit::evaluator
