// Operators of the syntax tree: how they are written and how tightly they bind (language reference 4).
#pragma once

#include <string_view>

#include "parser/alloy/syntax.h"

namespace aunit::parser::alloy {

/// Levels of precedence: 1 is the loosest.
namespace level {
inline constexpr int sequence = 1, binder = 3, disjunction = 4, equivalence = 5, implication = 6, conjunction = 7, temporal = 8,
                     negation = 9, comparison = 10, shift = 11, sum = 12, product = 13, cardinality = 14, override_ = 15,
                     intersection = 16, arrow = 17, domain = 18, range = 19, join = 20, unary = 21, primary = 22;
}  // namespace level

int levelOf(syntax::Unary op);
int levelOf(syntax::Binary op);
/// Of the node, its own parentheses left out of account. What was written with `;` counts as the `and` it stands for.
int levelOf(const syntax::Expr& e);

std::string_view spelling(syntax::Unary op);
std::string_view spelling(syntax::Binary op);
std::string_view spelling(syntax::Quantifier quantifier);

/// disj, int, sum and pred/totalOrder as names: they stand only in front of [ ] or behind a dot.
bool isBuiltinTarget(const syntax::Expr& e);

}  // namespace aunit::parser::alloy
