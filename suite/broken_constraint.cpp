#include "suite/broken_constraint.h"

#include <algorithm>

#include "suite/place.h"
#include "suite/value_text.h"

namespace aunit::suite {

namespace {

bool contains(model::Span outer, model::Span inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

/// The text of an expression on one line.
std::string oneLine(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (blank && (result.empty() || result.back() == ' ')) continue;
    result += blank ? ' ' : c;
  }
  return result;
}

/// Literals, variables and built-in signatures need no line of their own.
bool isPlain(const model::Expr& e) {
  using model::Op;
  return e.op == Op::integer || e.op == Op::variable || e.op == Op::atom || e.op == Op::true_ || e.op == Op::false_ ||
         e.op == Op::stringAtom || (e.op == Op::sig && e.payload < model::builtin::count);
}

/// An atom without braces, anything else as a set.
std::string variableText(const model::TupleSet& value, const model::Universe& universe) {
  return value.size() == 1 ? tupleTexts(value, universe).front() : text(value, universe);
}

}  // namespace

Failure failureOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Broken& broken,
                  const evaluator::Options& options, std::span<const evaluator::Binding> given) {
  const model::Model& model = *loaded.model;
  Failure failure;
  failure.constraint = broken.message;
  failure.place = placeOf(loaded.sources, broken.span);
  if (broken.formula == model::noId) return failure;
  const auto why = evaluator::explain(model, instance, broken.formula, options, given);
  if (!why) return failure;
  const model::Span offender = model.expr(why->formula).span;
  if (offender.known() && !(offender == broken.span)) {
    // The offending part alone is shown when it stands within the constraint, both when it stands elsewhere.
    if (contains(broken.span, offender) && broken.part != evaluator::Part::implicit)
      failure.place = placeOf(loaded.sources, offender);
    else if (!contains(broken.span, offender))
      failure.offender = placeOf(loaded.sources, offender);
  }
  if (instance.states.size() > 1) failure.state = static_cast<int>(why->state);
  for (const evaluator::Binding& binding : why->bindings) {
    const model::Variable& variable = model.variable(binding.variable);
    if (std::ranges::none_of(given, [&](const evaluator::Binding& g) { return g.variable == binding.variable; }))
      failure.witness.push_back({variable.name, variableText(binding.value, *instance.universe)});
  }
  for (const evaluator::Operand& operand : why->operands) {
    const model::Expr& e = model.expr(operand.expr);
    if (!e.span.known() || isPlain(e)) continue;
    NamedValue value{oneLine(loaded.sources.text(e.span)), text(operand.value, *instance.universe)};
    const bool known = std::ranges::any_of(failure.values, [&](const NamedValue& other) { return other.name == value.name; });
    if (!known) failure.values.push_back(std::move(value));
  }
  return failure;
}

}  // namespace aunit::suite
