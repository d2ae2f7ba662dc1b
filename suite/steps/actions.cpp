#include "suite/steps/actions.h"

#include <algorithm>
#include <iterator>

#include "model/formulas/conjuncts.h"

namespace aunit::suite {

using model::ExprId;
using model::Op;

namespace {

constexpr int deepestChoice = 60;

class ChoiceFinder {
 public:
  ChoiceFinder(const model::Model& model, StateReadsOf& looks) : model_(model), looks_(looks) {}

  void searchFacts() {
    for (const model::Fact& fact : model_.facts())
      if (fact.body != model::noId) search(fact.body, 0);
    for (const model::ImplicitConstraint& each : model_.implicitConstraints())
      if (each.kind == model::ImplicitKind::appendedFact) search(each.formula, 0);
  }
  /// Searches for alternatives in each `always` inside the commands, at any depth. In an assertion, such an `always` is an
  /// assumption about the steps.
  void searchCommands() {
    std::vector<ExprId> open;
    for (const model::Command& command : model_.commands()) open.push_back(command.formula);
    std::vector<bool> seen(model_.exprCount());
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (id == model::noId || seen[id] || !model_.expr(id).temporal) continue;
      seen[id] = true;
      const model::Expr& e = model_.expr(id);
      if (e.op == Op::always) searchSteps(id);
      if (e.op == Op::call) open.push_back(model_.func(e.payload).body);
      const auto children = model_.children(id);
      std::copy(children.rbegin(), children.rend(), std::back_inserter(open));
    }
  }

  Choices found;

 private:
  bool isOfStep(ExprId formula) { return isStep(formula, looks_); }
  bool isPredicateCall(const model::Expr& e) const { return e.op == Op::call && model_.func(e.payload).isPredicate; }

  void search(ExprId fact, int depth) {
    if (depth > deepestChoice) return;
    for (const ExprId formula : model::conjunctsOf(model_, fact)) {
      const model::Expr& e = model_.expr(formula);
      if (isPredicateCall(e) && model_.func(e.payload).variables.empty() && looks_(formula).beyond &&
          !model_.func(e.payload).recursive && model_.func(e.payload).body != model::noId)
        search(model_.func(e.payload).body, depth + 1);
      else if (e.op == Op::always)
        searchSteps(formula);
    }
  }
  void searchSteps(ExprId always) {
    for (const ExprId step : model::conjunctsOf(model_, model_.child(always, 0))) {
      if (!isOfStep(step)) continue;
      if (isChoice(step, 0))
        choose(step, {}, 0);
      else
        choosePart(step, {}, {}, 0);
    }
  }

  /// Whether a formula is a call of a predicate, or `some E` for a set `E` of events (see collectEvents). Also true if an operand
  /// of a disjunction, or the body of a quantifier (`some x: S | F`), is such a formula.
  bool isChoice(ExprId formula, int depth) {
    const model::Expr& e = model_.expr(formula);
    if (depth > deepestChoice) return false;
    if (e.op == Op::or_ || e.op == Op::quantSome)
      return std::ranges::any_of(model_.children(formula),
                                 [&](ExprId child) { return isOfStep(child) && isChoice(child, depth + 1); });
    if (e.op == Op::some) {
      std::vector<ExprId> events;
      collectEvents(model_.child(formula, 0), events, 0);
      return !events.empty();
    }
    return isPredicateCall(e);
  }
  /// Collects the comprehensions whose union is a set of events. Example: `some events` with `fun events: set Event { { e:
  /// Upload, f: File | upload[f] }.File + ... }` has one comprehension for each kind of event.
  void collectEvents(ExprId expr, std::vector<ExprId>& events, int depth) {
    const model::Expr& e = model_.expr(expr);
    if (depth > deepestChoice || !isOfStep(expr)) return;
    if (e.op == Op::comprehension) {
      const ExprId body = model_.child(expr, 0);
      if (model_.expr(body).op == Op::call && isChoice(body, depth + 1)) events.push_back(expr);
    } else if (e.op == Op::union_) {
      for (const ExprId child : model_.children(expr)) collectEvents(child, events, depth + 1);
    } else if (e.op == Op::join) {
      collectEvents(model_.child(expr, 0), events, depth + 1);
    } else if (e.op == Op::call && model_.func(e.payload).variables.empty() && !model_.func(e.payload).recursive) {
      collectEvents(model_.func(e.payload).body, events, depth + 1);
    }
  }
  /// Whether the body of a predicate has only `or`, `some x: S | F` and calls.
  bool onlyChooses(const model::Func& function) {
    const auto isAtom = [&](const model::Decl& param) {
      return param.multiplicity == model::Multiplicity::one && !param.disjoint && model_.variable(param.firstVariable).arity == 1;
    };
    return std::ranges::all_of(function.params, isAtom) && !function.recursive && isOfStep(function.body) &&
           (model_.expr(function.body).op == Op::or_ || model_.expr(function.body).op == Op::quantSome ||
            model_.expr(function.body).op == Op::call) &&
           isChoice(function.body, 0) && leavesAreCalls(function.body, 0);
  }
  bool leavesAreCalls(ExprId formula, int depth) {
    const model::Expr& e = model_.expr(formula);
    if (depth > deepestChoice) return false;
    if (e.op == Op::or_ || e.op == Op::quantSome)
      return std::ranges::all_of(model_.children(formula), [&](ExprId child) { return leavesAreCalls(child, depth + 1); });
    return isPredicateCall(e);
  }
  void addParameters(ExprId call, std::vector<model::Decl>& decls) const {
    const model::Func& function = model_.func(model_.expr(call).payload);
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
      model::Decl& argument = decls.emplace_back();  // the parameter ranges over its argument
      argument.firstVariable = function.variables[i];
      argument.variableCount = 1;
      argument.bound = model_.child(call, static_cast<std::uint32_t>(i));
    }
  }

  void choose(ExprId formula, std::vector<model::Decl> decls, int depth) {
    const model::Expr& e = model_.expr(formula);
    if (depth > deepestChoice) return;
    if (e.op == Op::or_) {
      for (const ExprId child : model_.children(formula)) choose(child, decls, depth + 1);
      return;
    }
    if (e.op == Op::quantSome) {
      decls.insert(decls.end(), model_.decls(formula).begin(), model_.decls(formula).end());
      return choose(model_.child(formula, 0), std::move(decls), depth + 1);
    }
    if (e.op == Op::some) {
      std::vector<ExprId> events;
      collectEvents(model_.child(formula, 0), events, 0);
      for (const ExprId event : events) {
        std::vector<model::Decl> all = decls;
        all.insert(all.end(), model_.decls(event).begin(), model_.decls(event).end());
        choose(model_.child(event, 0), std::move(all), depth + 1);
      }
      return;
    }
    if (isPredicateCall(e) && isOfStep(model_.func(e.payload).body)) {
      if (onlyChooses(model_.func(e.payload))) {
        addParameters(formula, decls);
        return choose(model_.func(e.payload).body, std::move(decls), depth + 1);
      }
      found.calls.push_back({formula, std::move(decls), {}});
      return;
    }
    if (!isOfStep(formula)) return;
    found.unnamed.push_back(formula);
    choosePart(formula, decls, {}, depth + 1);
  }

  /// Adds the calls in `formula`, which is an alternative or a part of one.
  void choosePart(ExprId formula, std::vector<model::Decl> decls, std::vector<std::pair<ExprId, bool>> conditions, int depth) {
    if (depth > deepestChoice || !isOfStep(formula)) return;
    const model::Expr& e = model_.expr(formula);
    switch (e.op) {
      case Op::or_:
        for (const ExprId child : model_.children(formula)) choosePart(child, decls, conditions, depth + 1);
        return;
      case Op::and_:
        for (const ExprId child : model_.children(formula))
          if (!isOfStep(child) && !looks_(child).ahead) conditions.emplace_back(child, true);
        for (const ExprId child : model_.children(formula)) choosePart(child, decls, conditions, depth + 1);
        return;
      case Op::implies:
      case Op::ifThenElse:
        for (std::uint32_t i = 1; i < e.childCount; ++i) {
          std::vector<std::pair<ExprId, bool>> with = conditions;
          with.emplace_back(model_.child(formula, 0), i == 1);
          choosePart(model_.child(formula, i), decls, std::move(with), depth + 1);
        }
        return;
      case Op::quantAll:
      case Op::quantSome:
      case Op::quantOne:
      case Op::quantLone:
        decls.insert(decls.end(), model_.decls(formula).begin(), model_.decls(formula).end());
        return choosePart(model_.child(formula, 0), std::move(decls), std::move(conditions), depth + 1);
      case Op::call:
        if (!isPredicateCall(e)) return;
        if (onlyChooses(model_.func(e.payload))) {
          addParameters(formula, decls);
          return choosePart(model_.func(e.payload).body, std::move(decls), std::move(conditions), depth + 1);
        }
        found.calls.push_back({formula, std::move(decls), std::move(conditions), true});
        return;
      default: return;
    }
  }

  const model::Model& model_;
  StateReadsOf& looks_;
};

}  // namespace

bool isStep(ExprId formula, StateReadsOf& looks) {
  return formula != model::noId && !looks(formula).ahead && looks(formula).next.any();
}

Choices choicesOfFacts(const model::Model& model, StateReadsOf& looks) {
  ChoiceFinder finder(model, looks);
  finder.searchFacts();
  return std::move(finder.found);
}

Choices choicesOf(const model::Model& model, StateReadsOf& looks) {
  ChoiceFinder finder(model, looks);
  finder.searchFacts();
  if (finder.found.calls.empty()) finder.searchCommands();
  return std::move(finder.found);
}

}  // namespace aunit::suite
