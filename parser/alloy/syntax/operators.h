// Operators of the syntax tree, as the model has them: model/operators.h says how they are written and how tightly they bind.
#pragma once

#include <string_view>

#include "model/operators.h"
#include "parser/alloy/syntax/syntax.h"

namespace aunit::parser::alloy {

namespace level = model::level;

/// The model's operator for a binary operator of the syntax.
model::Op opOf(syntax::Binary op);

int levelOf(syntax::Unary op);
int levelOf(syntax::Binary op);
/// For the node, its own parentheses left out of account. What was written with `;` counts as the `and` it stands for.
int levelOf(const syntax::Expr& e);

/// Whether the expression's last operand is a binder, which would reach over anything written behind it.
bool endsInBinder(const syntax::Expr& e);
/// Whether its last operand is a binder or an implication: readers take a formula behind it on the same line for a part of it.
bool endsOpen(const syntax::Expr& e);

std::string_view spelling(syntax::Unary op);
std::string_view spelling(syntax::Binary op);
std::string_view spelling(syntax::Quantifier quantifier);

/// disj, int, sum and pred/totalOrder as names: they stand only in front of [ ] or behind a dot.
bool isBuiltinTarget(const syntax::Expr& e);

}  // namespace aunit::parser::alloy
