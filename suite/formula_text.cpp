#include "suite/formula_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "parser/alloy/operators.h"
#include "suite/spelling.h"

namespace aunit::suite {

using model::Expr;
using model::ExprId;
using model::Op;
namespace level = parser::alloy::level;

ExprId FormulaText::uncoerced(ExprId id) const {
  while ((model_.expr(id).op == Op::integerAtom || model_.expr(id).op == Op::sumOf) &&
         (id >= written_ || model_.expr(model_.child(id, 0)).span == model_.expr(id).span))
    id = model_.child(id, 0);
  return id;
}

/// Of what is written in a file the span may be larger than the operator: then it is enclosed.
int FormulaText::levelOf(ExprId id) const {
  if (id < written_ && isEnclosed(sources_.text(model_.expr(id).span))) return level::primary;
  const Expr& e = model_.expr(id);
  if ((e.op == Op::and_ || e.op == Op::or_) && e.childCount == 1) return levelOf(model_.child(id, 0));
  return spelling(e.op).level;
}

std::string FormulaText::of(ExprId id) const {
  id = uncoerced(id);
  const Expr& e = model_.expr(id);
  if (id < written_ && e.span.known()) {
    std::string own(sources_.text(e.span));
    return e.op == Op::after && own.find("after") == std::string::npos ? "after " + own : own;  // the right side of `;`
  }
  return made(id);
}

/// What binds no tighter than what is around it stands in parentheses.
std::string FormulaText::operand(ExprId id, int around) const {
  id = uncoerced(id);
  return levelOf(id) > around ? of(id) : "(" + of(id) + ")";
}

std::string FormulaText::insteadOf(ExprId place, ExprId by) const {
  const std::string_view old = sources_.text(model_.expr(place).span);
  const std::string text = of(by);
  if (old.starts_with('{') && isEnclosed(old) && model_.expr(place).sort == model::Sort::formula) return "{ " + text + " }";
  const int around = levelAround(place);
  return levelOf(by) > around || (isEnclosed(old) && levelOf(by) == level::primary) ? text : "(" + text + ")";
}

/// How tightly what stands directly above a node of the file binds; 0 where everything fits.
int FormulaText::levelAround(ExprId place) const {
  for (ExprId id = 0; id < written_; ++id) {
    const Expr& e = model_.expr(id);
    const auto children = model_.children(id);
    if (e.shape == model::noId || std::ranges::find(children, place) == children.end()) continue;
    if (e.synthetic) return levelAround(id);
    if (model::isQuantifier(e.op) || e.op == Op::comprehension || e.op == Op::let || e.op == Op::sum) return 0;
    if (e.op == Op::and_ && sources_.text(e.span).starts_with('{')) return 0;
    return spelling(e.op).level;
  }
  return 0;
}

std::string FormulaText::nameOf(const model::Field& field) const {
  const bool shared = std::ranges::any_of(
      model_.fields(), [&](const model::Field& other) { return other.name == field.name && other.label != field.label; });
  return shared ? fmt::format("({} <: {})", model_.sig(field.sig).name, field.name) : field.name;
}

std::string FormulaText::declarations(ExprId id) const {
  std::string text;
  for (const model::Decl& decl : model_.decls(id)) {
    if (!text.empty()) text += ", ";
    if (decl.disjoint) text += "disj ";
    for (std::uint32_t i = 0; i < decl.variableCount; ++i)
      text += (i == 0 ? "" : ", ") + model_.variable(decl.firstVariable + i).name;
    text += ": ";
    if (decl.multiplicity != model::Multiplicity::one) text += fmt::format("{} ", word(decl.multiplicity));
    text += of(decl.bound);
  }
  return text;
}

std::string FormulaText::made(ExprId id) const {
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
  const auto [sign, own] = spelling(e.op);
  switch (e.op) {
    case Op::sig: return model_.sig(e.payload).name;
    case Op::field: return nameOf(model_.field(e.payload));
    case Op::variable: return model_.variable(e.payload).name;
    case Op::iden: return "iden";
    case Op::integer: return std::to_string(static_cast<std::int32_t>(e.payload));
    case Op::true_: return "(no none)";
    case Op::false_: return "(some none)";
    case Op::comprehension: return fmt::format("{{{} | {}}}", declarations(id), of(child(0)));
    case Op::prime: return operand(child(0), level::unary - 1) + "'";
    case Op::transpose:
    case Op::closure:
    case Op::reflexiveClosure:
    case Op::cardinality: return fmt::format("{}{}", sign, operand(child(0), own - 1));
    case Op::and_:
    case Op::or_: {
      if (e.childCount == 0) return e.op == Op::and_ ? "(no none)" : "(some none)";
      if (e.childCount == 1) return of(child(0));
      std::string text;
      for (const ExprId part : model_.children(id)) text += (text.empty() ? "" : fmt::format(" {} ", sign)) + operand(part, own);
      return text;
    }
    case Op::implies: return fmt::format("{} implies {}", operand(child(0), own), operand(child(1), own - 1));
    case Op::ifThenElse:
      return fmt::format("{} => {} else {}", operand(child(0), own), operand(child(1), own), operand(child(2), own));
    case Op::call: {
      std::string arguments;
      for (const ExprId argument : model_.children(id)) arguments += (arguments.empty() ? "" : ", ") + of(argument);
      return arguments.empty() ? model_.func(e.payload).name : fmt::format("{}[{}]", model_.func(e.payload).name, arguments);
    }
    default: break;
  }
  if (model::isQuantifier(e.op)) return fmt::format("{} {} | {}", sign, declarations(id), of(child(0)));
  if (e.childCount == 1) return fmt::format("{} {}", sign, operand(child(0), own - 1));
  const std::string_view negation = !e.negated ? "" : e.op == Op::in ? "not " : "!";
  return e.op == Op::join ? fmt::format("{}.{}", operand(child(0), own - 1), operand(child(1), own))
                          : fmt::format("{} {}{} {}", operand(child(0), own - 1), negation, sign, operand(child(1), own));
}

}  // namespace aunit::suite
