// The text of operators in FormulaText, and rules for the text beside them.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace aunit::suite {

bool isPrefix(model::Op op);
bool isSign(model::Op op);
bool isInfix(model::Op op);
std::string signOf(const model::Expr& e);
inline bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
/// Whether a `-` after this text would be read as the sign of a following number.
bool hidesMinus(std::string_view text);
/// An arrow with its multiplicities.
std::string arrowOf(const model::Expr& e);

}  // namespace aunit::suite
