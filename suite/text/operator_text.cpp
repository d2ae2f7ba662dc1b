#include "suite/text/operator_text.h"

#include <fmt/format.h>

#include "model/operators.h"

namespace aunit::suite {

using namespace model;

bool isPrefix(Op op) {
  return (op >= Op::some && op <= Op::not_) || (op >= Op::always && op <= Op::once);
}
bool isSign(Op op) {
  return op == Op::transpose || op == Op::closure || op == Op::reflexiveClosure;
}
bool isInfix(Op op) {
  return (op >= Op::union_ && op <= Op::rangeRestriction && op != Op::join) || model::isArithmetic(op) ||
         model::isComparison(op) || op == Op::implies || op == Op::iff || (op >= Op::until && op <= Op::triggered);
}

std::string signOf(const Expr& e) {
  const std::string_view sign = spelling(e.op).text;
  return fmt::format("{}{}", !e.negated ? "" : e.op == Op::in ? "not " : "!", sign);
}

bool hidesMinus(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\n").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text.ends_with('\'') || text.ends_with("String") || text.ends_with("steps");
}

std::string arrowOf(const Expr& e) {
  const auto marked = [](model::Multiplicity m) { return m == model::Multiplicity::set ? std::string() : std::string(word(m)); };
  const std::string left = marked(e.leftMultiplicity), right = marked(e.rightMultiplicity);
  return fmt::format("{}{}->{}{}", left, left.empty() ? "" : " ", right.empty() ? "" : " ", right);
}

}  // namespace aunit::suite
