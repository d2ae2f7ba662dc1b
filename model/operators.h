// The spelling and the precedence of Alloy's operators (language reference 4).
#pragma once

#include <string_view>

#include "model/expr.h"

namespace aunit::model {

/// Levels of precedence. Operators of higher levels bind tighter.
namespace level {
inline constexpr int sequence = 1, binder = 3, disjunction = 4, equivalence = 5, implication = 6, conjunction = 7, temporal = 8,
                     negation = 9, comparison = 10, shift = 11, sum = 12, product = 13, cardinality = 14, override_ = 15,
                     intersection = 16, arrow = 17, domain = 18, range = 19, join = 20, unary = 21, primary = 22;
}  // namespace level

struct Spelling {
  std::string_view text;
  int level;
};
Spelling spelling(Op op);

std::string_view word(Multiplicity multiplicity);

}  // namespace aunit::model
