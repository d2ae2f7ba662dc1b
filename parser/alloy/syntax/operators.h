// Maps the operators of the syntax tree to those of the model. Spelling and precedence are in model/operators.h.
#pragma once

#include <string_view>

#include "model/operators.h"
#include "parser/alloy/syntax/syntax.h"

namespace aunit::parser::alloy {

namespace level = model::level;

/// Returns the model's operator for a binary operator of the syntax.
model::Op opOf(syntax::Binary op);

int levelOf(syntax::Unary op);
int levelOf(syntax::Binary op);
/// Returns the precedence level of a node, ignoring parentheses around it. `;` has the level of the `and` that replaced it.
int levelOf(const syntax::Expr& e);

/// Whether the last operand of an expression is a binder. Text after the expression would become part of the binder's body.
bool endsInBinder(const syntax::Expr& e);
/// Whether the last operand of an expression is a binder or an implication. Then readers may think that a formula after the
/// expression, on the same line, belongs to this operand.
bool endsOpen(const syntax::Expr& e);

std::string_view spelling(syntax::Unary op);
std::string_view spelling(syntax::Binary op);
std::string_view spelling(syntax::Quantifier quantifier);

/// Whether a name is `disj`, `int`, `sum` or `pred/totalOrder`, which are allowed only before `[ ]` or after a dot.
bool isBuiltinTarget(const syntax::Expr& e);

}  // namespace aunit::parser::alloy
