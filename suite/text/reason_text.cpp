#include "suite/text/reason_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/one_line.h"
#include "suite/text/formula_text.h"
#include "suite/text/place.h"
#include "suite/text/value_text.h"

namespace aunit::suite {

namespace {

/// Removes parentheses that enclose the whole text.
std::string_view withoutParentheses(std::string_view text) {
  while (text.starts_with('(') && text.ends_with(')')) {
    int open = 0;
    std::size_t closed = 0;  // index of the parenthesis that closes the first one
    while (closed < text.size() && (open += (text[closed] == '(') - (text[closed] == ')')) != 0) ++closed;
    if (closed + 1 != text.size()) break;
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

/// Whether an expression comes from the translation of a program. Such an expression has no text of its own: its span is that of
/// a statement of the program. Reports write the expression in Alloy.
bool isMade(const parser::Loaded& loaded, const model::Expr& e) {
  return loaded.program && e.synthetic;
}

/// The text of a node on one line. The formulas of a block are separated by semicolons.
std::string formulaText(const parser::Loaded& loaded, model::ExprId id) {
  const model::Expr& e = loaded.model->expr(id);
  if (isMade(loaded, e)) return FormulaText(*loaded.model, loaded.sources, 0).of(id);
  const std::string_view text = withoutParentheses(loaded.sources.text(e.span));
  if (e.op != model::Op::and_ || !text.starts_with('{')) return model::onOneLine(text);
  std::vector<std::string> parts;
  for (const model::ExprId part : loaded.model->children(id)) parts.push_back(formulaText(loaded, part));
  return fmt::format("{{ {} }}", fmt::join(parts, "; "));
}

/// Whether the value of an expression is obvious, so that reports omit it: true for literals, variables, built-in signatures, and
/// locations of processes in programs.
bool isPlain(const parser::Loaded& loaded, const model::Expr& e) {
  using model::Op;
  if (e.op == Op::sig && isMade(loaded, e)) return true;
  return e.op == Op::integer || e.op == Op::variable || e.op == Op::atom || e.op == Op::true_ || e.op == Op::false_ ||
         e.op == Op::stringAtom || (e.op == Op::sig && e.payload < model::builtin::count);
}

/// The value of a variable: an atom without braces, any other value as a set.
std::string variableText(const model::TupleSet& value, const model::Universe& universe) {
  return value.size() == 1 ? tupleTexts(value, universe).front() : text(value, universe);
}

bool contains(const std::vector<NamedValue>& list, const NamedValue& value) {
  return std::ranges::any_of(list,
                             [&](const NamedValue& other) { return other.name == value.name && other.value == value.value; });
}

void addOnce(std::vector<NamedValue>& list, NamedValue value) {
  if (!contains(list, value)) list.push_back(std::move(value));
}

}  // namespace

ReasonText textOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Reason& reason,
                  std::vector<NamedValue> known) {
  const evaluator::Reason inner = evaluator::innermost(reason);
  ReasonText result;
  if (inner.formula != model::noId) {
    const model::Span span = loaded.model->expr(inner.formula).span;
    result.formula = formulaText(loaded, inner.formula);
    if (span.known()) result.place = loaded.sources.describe(span);
    result.span = placeOf(loaded.sources, span, 0);
  }
  result.actual = inner.actual;
  if (instance.states.size() > 1) result.state = static_cast<int>(inner.state);
  for (NamedValue& value : namedBindings(*loaded.model, instance, inner.bindings)) {
    if (contains(known, value)) continue;
    known.push_back(value);
    result.bound.push_back(std::move(value));
  }
  if (inner.parts.empty()) result.values = namedOperands(loaded, instance, inner.operands);
  for (const evaluator::Reason& part : inner.parts) result.parts.push_back(textOf(loaded, instance, part, known));
  result.others = inner.others;
  result.held = inner.held;
  result.conjuncts = inner.conjuncts;
  return result;
}

std::vector<NamedValue> namedBindings(const model::Model& model, const model::Instance& instance,
                                      const std::vector<evaluator::Binding>& bindings) {
  std::vector<NamedValue> result;
  for (const evaluator::Binding& binding : bindings)
    addOnce(result, {model.variable(binding.variable).name, variableText(binding.value, *instance.universe)});
  return result;
}

std::vector<NamedValue> namedOperands(const parser::Loaded& loaded, const model::Instance& instance,
                                      const std::vector<evaluator::Operand>& operands) {
  std::vector<NamedValue> result;
  for (const evaluator::Operand& operand : operands) {
    const model::Expr& e = loaded.model->expr(operand.expr);
    if (!e.span.known() || isPlain(loaded, e)) continue;
    const std::string name =
        isMade(loaded, e) ? formulaText(loaded, operand.expr) : model::onOneLine(loaded.sources.text(e.span));
    addOnce(result, {name, text(operand.value, *instance.universe)});
  }
  return result;
}

}  // namespace aunit::suite
