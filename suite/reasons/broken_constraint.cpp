#include "suite/reasons/broken_constraint.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "suite/text/place.h"
#include "suite/text/reason_text.h"

namespace aunit::suite {

Failure failureOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Broken& broken,
                  const evaluator::Options& options, std::span<const evaluator::Binding> given) {
  const model::Model& model = *loaded.model;
  Failure failure;
  failure.constraint = broken.message;
  failure.place = placeOf(loaded.sources, broken.span);
  if (broken.formula == model::noId) return failure;
  failure.readBy = readByCalls(model, broken.formula);
  const evaluator::Reason why = evaluator::innermost(evaluator::reasonFor(model, instance, broken.formula, options, given));
  if (why.formula == model::noId) return failure;
  const model::Span offender = model.expr(why.formula).span;
  if (offender.known() && !(offender == broken.span)) {
    // If the offending formula is outside the constraint, both places are shown. If it is inside, only its place is
    // shown, unless the constraint is implicit.
    if (model::contains(broken.span, offender) && broken.part != evaluator::Part::implicit)
      failure.place = placeOf(loaded.sources, offender);
    else if (!model::contains(broken.span, offender))
      failure.offender = placeOf(loaded.sources, offender);
  }
  if (instance.states.size() > 1) failure.state = static_cast<int>(why.state);
  std::vector<evaluator::Binding> bound;
  std::ranges::copy_if(why.bindings, std::back_inserter(bound), [&](const evaluator::Binding& binding) {
    return std::ranges::none_of(given, [&](const evaluator::Binding& g) { return g.variable == binding.variable; });
  });
  failure.witness = namedBindings(model, instance, bound);
  std::vector<evaluator::Operand> shown;  // contains no formulas if reports show `why.parts` instead
  std::ranges::copy_if(why.operands, std::back_inserter(shown), [&](const evaluator::Operand& operand) {
    return why.parts.empty() || model.expr(operand.expr).sort != model::Sort::formula;
  });
  failure.values = namedOperands(loaded, instance, shown);
  for (const evaluator::Reason& part : why.parts) failure.parts.push_back(textOf(loaded, instance, part, failure.witness));
  return failure;
}

std::map<std::string, std::set<std::string>> readByCalls(const model::Model& model, model::ExprId expr) {
  const auto below = [&](model::ExprId root, bool through, const auto& visit) {
    std::vector<model::ExprId> open{root};
    std::set<model::ExprId> seen;
    while (!open.empty()) {
      const model::ExprId id = open.back();
      open.pop_back();
      if (id == model::noId || !seen.insert(id).second) continue;
      const model::Expr& e = model.expr(id);
      visit(e);
      std::ranges::copy(model.children(id), std::back_inserter(open));
      for (const model::Decl& decl : model.decls(id)) open.push_back(decl.bound);
      if (through && e.op == model::Op::call) open.push_back(model.func(e.payload).body);
    }
  };
  std::set<model::FuncId> called;
  below(expr, true, [&](const model::Expr& e) {
    if (e.op == model::Op::call && !model.modules()[model.func(e.payload).module].library) called.insert(e.payload);
  });
  std::map<std::string, std::set<std::string>> reads;
  for (const model::FuncId id : called)
    below(model.func(id).body, true, [&](const model::Expr& e) {
      if (e.op == model::Op::sig && e.payload >= model::builtin::count)
        reads[model.func(id).name].insert(model.sig(e.payload).name);
      if (e.op == model::Op::field) reads[model.func(id).name].insert(model.field(e.payload).name);
    });
  return reads;
}

}  // namespace aunit::suite
