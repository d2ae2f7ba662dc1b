#include "suite/log/facts.h"

#include <algorithm>

namespace aunit::suite::log {

using model::ExprId;
using model::Op;

namespace {

class Splitter {
 public:
  Splitter(const model::Model& model, StateReadsOf& looks, const model::Instance& instance, Facts& facts)
      : model_(model), looks_(looks), instance_(instance), evaluator_(model), facts_(facts) {
    evaluator_.bind(instance);
  }

  void split(ExprId formula, std::vector<evaluator::Binding> given, bool everywhere, model::Span span) {
    const model::Expr e = model_.expr(formula);
    if (e.op == Op::and_) {
      for (const ExprId child : model_.children(formula)) split(child, given, everywhere, span);
      return;
    }
    if (e.op == Op::always) return split(model_.child(formula, 0), std::move(given), true, span);
    if (looks_(formula).beyond) {
      if (e.op == Op::call && model_.func(e.payload).isPredicate && bindArguments(formula, given))
        return split(model_.func(e.payload).body, std::move(given), everywhere, span);
      if (e.op == Op::quantAll && splitEach(formula, 0, given, everywhere, span)) return;
    }
    const StateReads& looks = looks_(formula);
    Condition condition{formula, std::move(given), span};
    if (looks.beyond) {
      if (std::ranges::find(facts_.unjudged, span) == facts_.unjudged.end()) facts_.unjudged.push_back(span);
      facts_.beyond = facts_.beyond || !isOfEnd(formula, everywhere, 0);
    } else if (!everywhere || (looks.now.none() && looks.next.none())) {
      facts_.first.push_back(std::move(condition));
    } else {
      (looks.next.any() ? facts_.steps : facts_.states).push_back(std::move(condition));
    }
  }

 private:
  /// Whether the value of a formula does not depend on how a behaviour begins: `always eventually ...`, `eventually always ...`,
  /// and combinations of these. The parameter `always` says whether the formula must hold in every state.
  bool isOfEnd(ExprId formula, bool always, int depth) {
    const model::Expr e = model_.expr(formula);
    const auto future = [&](ExprId child) { return !looks_(child).back; };
    constexpr int deepest = 30;
    if (depth > deepest || looks_(formula).back) return false;
    if (!looks_(formula).beyond && looks_(formula).now.none() && looks_(formula).next.none()) return true;
    const auto all = [&](bool within) {
      return std::ranges::all_of(model_.children(formula), [&](ExprId child) { return isOfEnd(child, within, depth + 1); });
    };
    switch (e.op) {
      case Op::always: {
        const ExprId child = model_.child(formula, 0);
        return isOfEnd(child, true, depth + 1);
      }
      case Op::eventually: {
        const ExprId child = model_.child(formula, 0);
        return always ? future(child)
                      : (model_.expr(child).op == Op::always && future(child)) || isOfEnd(child, false, depth + 1);
      }
      case Op::and_:
      case Op::or_:
      case Op::not_:
      case Op::implies:
      case Op::iff: return all(always && e.op == Op::and_);
      case Op::quantAll:
      case Op::quantSome: {
        const auto decls = model_.decls(formula);
        return std::ranges::all_of(decls,
                                   [&](const model::Decl& decl) {
                                     const StateReads& looks = looks_(decl.bound);
                                     return looks.now.none() && looks.next.none() && !looks.beyond;
                                   }) &&
               all(always && e.op == Op::quantAll);
      }
      case Op::call:
        return model_.func(e.payload).body != model::noId && !model_.func(e.payload).recursive &&
               isOfEnd(model_.func(e.payload).body, always, depth + 1);
      default: return false;
    }
  }

  /// The value of a relation-valued expression that reads only static relations; null for any other expression.
  const model::TupleSet* constant(ExprId expr, const std::vector<evaluator::Binding>& given) {
    const StateReads& looks = looks_(expr);
    if (looks.now.any() || looks.next.any() || looks.beyond || model_.expr(expr).sort != model::Sort::relation) return nullptr;
    for (const evaluator::Binding& each : given) evaluator_.assign(each.variable, each.value);
    return &evaluator_.relation(expr);
  }

  bool bindArguments(ExprId call, std::vector<evaluator::Binding>& given) {
    const model::Func& function = model_.func(model_.expr(call).payload);
    std::vector<evaluator::Binding> all = given;
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
      const model::TupleSet* value = constant(model_.child(call, static_cast<std::uint32_t>(i)), given);
      if (!value) return false;
      all.push_back({function.variables[i], *value});
    }
    given = std::move(all);
    return true;
  }

  /// Splits `all x: S | F` into a formula for each element of S, if S is static.
  bool splitEach(ExprId formula, std::size_t index, const std::vector<evaluator::Binding>& given, bool everywhere,
                 model::Span span) {
    const auto decls = model_.decls(formula);
    for (const model::Decl& decl : decls)
      if (decl.multiplicity != model::Multiplicity::one || decl.disjoint) return false;
    std::vector<std::vector<evaluator::Binding>> rows{given};
    for (; index < decls.size(); ++index) {
      const model::Decl decl = decls[index];
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
        std::vector<std::vector<evaluator::Binding>> next;
        for (const auto& row : rows) {
          const model::TupleSet* domain = constant(decl.bound, row);
          if (!domain || domain->arity() != 1 || next.size() + domain->size() > mostRows) return false;
          for (const model::Atom atom : model::TupleSet(*domain).atoms()) {
            next.push_back(row);
            next.back().push_back({decl.firstVariable + i, model::TupleSet::atom(instance_.universe->size(), atom)});
          }
        }
        rows = std::move(next);
      }
    }
    for (auto& row : rows) split(model_.child(formula, 0), std::move(row), everywhere, span);
    return true;
  }

  static constexpr std::size_t mostRows = 10'000;

  const model::Model& model_;
  StateReadsOf& looks_;
  const model::Instance& instance_;
  evaluator::Evaluator evaluator_;
  Facts& facts_;
};

}  // namespace

Facts factsOf(const model::Model& model, StateReadsOf& looks, const model::Instance& instance,
              const std::function<ExprId(ExprId)>& as) {
  Facts facts;
  Splitter splitter(model, looks, instance, facts);
  for (const model::ImplicitConstraint& each : model.implicitConstraints()) splitter.split(each.formula, {}, false, each.span);
  for (const model::Fact& fact : model.facts())
    if (fact.body != model::noId) splitter.split(as ? as(fact.body) : fact.body, {}, false, fact.span);
  return facts;
}

}  // namespace aunit::suite::log
