#include "strength/scripts/actions.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "support/visible.h"

namespace aunit::strength::scripts {

using model::ExprId;
using model::noId;
using model::Op;

namespace {

constexpr int deepest = 60;
constexpr std::size_t longestText = 120;

class ActionFinder {
 public:
  ActionFinder(model::Extension& extension, const model::SourceMap& sources, suite::log::LooksOf& looks)
      : extension_(extension), model_(extension.model()), sources_(sources), looks_(looks) {}

  Actions find() {
    for (const model::Fact& fact : model_.facts())
      if (fact.body != noId) searchFact(fact.body, 0);
    for (const model::ImplicitConstraint& each : model_.implicitConstraints())
      if (each.kind == model::ImplicitKind::appendedFact) searchFact(each.formula, 0);
    if (found_.actions.empty() && found_.stuttering.empty())
      found_.error =
          model_.hasMutable()
              ? "no fact of the form `always (some x: X | a[x] or b or ...)` chooses among predicates: name them with --actions"
              : "nothing in the model changes: there are no actions";
    else if (found_.actions.empty())
      found_.error = "the model's steps change nothing: there are no actions";
    return std::move(found_);
  }

  Actions named(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      std::optional<model::FuncId> function;
      std::vector<std::string> known;
      for (model::FuncId id = 0; id < model_.funcs().size(); ++id) {
        const model::Func& each = model_.func(id);
        if (!each.isPredicate || model_.modules()[each.module].library) continue;
        known.push_back(each.name);
        if (each.name == name || each.label == name) function = function ? function : id;
      }
      if (!function) {
        found_.error = fmt::format("there is no predicate {}{}", name, model::orNear(name, known));
        return std::move(found_);
      }
      if (!isStep(model_.func(*function).body)) {
        found_.error = fmt::format("{} is no action: it does not say what the next state is", name);
        return std::move(found_);
      }
      add(*function, {model_.func(*function).params, {}});
    }
    if (found_.actions.empty()) found_.error = "the actions that were named change nothing";
    return std::move(found_);
  }

 private:
  /// Whether a formula is about a step.
  bool isStep(ExprId formula) { return formula != noId && !looks_(formula).beyond && looks_(formula).next.any(); }

  void searchFact(ExprId formula, int depth) {
    const model::Expr e = model_.expr(formula);
    if (depth > deepest) return;
    if (e.op == Op::and_) {
      for (const ExprId child : model_.children(formula)) searchFact(child, depth + 1);
    } else if (e.op == Op::call && model_.func(e.payload).isPredicate && model_.func(e.payload).variables.empty() &&
               looks_(formula).beyond && !model_.func(e.payload).recursive && model_.func(e.payload).body != noId) {
      searchFact(model_.func(e.payload).body, depth + 1);
    } else if (e.op == Op::always) {
      searchSteps(model_.child(formula, 0), depth + 1);
    }
  }

  void searchSteps(ExprId formula, int depth) {
    const model::Expr e = model_.expr(formula);
    if (e.op == Op::and_ && depth < deepest) {
      for (const ExprId child : model_.children(formula)) searchSteps(child, depth + 1);
      return;
    }
    if (!isStep(formula) || !isChoice(formula, 0)) return;
    choose(formula, {}, 0);
  }

  /// Whether it is a disjunction, perhaps behind quantifiers and names, of calls among other things.
  bool isChoice(ExprId formula, int depth) {
    const model::Expr& e = model_.expr(formula);
    if (depth > deepest) return false;
    if (e.op == Op::or_ || e.op == Op::quantSome)
      return std::ranges::any_of(model_.children(formula),
                                 [&](ExprId child) { return isStep(child) && isChoice(child, depth + 1); });
    return e.op == Op::call && model_.func(e.payload).isPredicate;
  }
  /// Whether a predicate only chooses among others.
  bool onlyChooses(const model::Func& function) {
    return function.variables.empty() && !function.recursive && isStep(function.body) &&
           (model_.expr(function.body).op == Op::or_ || model_.expr(function.body).op == Op::quantSome ||
            model_.expr(function.body).op == Op::call) &&
           isChoice(function.body, 0) && leavesAreCalls(function.body, 0);
  }
  bool leavesAreCalls(ExprId formula, int depth) {
    const model::Expr& e = model_.expr(formula);
    if (depth > deepest) return false;
    if (e.op == Op::or_ || e.op == Op::quantSome)
      return std::ranges::all_of(model_.children(formula), [&](ExprId child) { return leavesAreCalls(child, depth + 1); });
    return e.op == Op::call && model_.func(e.payload).isPredicate;
  }

  void choose(ExprId formula, std::vector<model::Decl> decls, int depth) {
    const model::Expr e = model_.expr(formula);
    if (depth > deepest) return;
    if (e.op == Op::or_) {
      for (const ExprId child : std::vector(model_.children(formula).begin(), model_.children(formula).end()))
        choose(child, decls, depth + 1);
      return;
    }
    if (e.op == Op::quantSome) {
      decls.insert(decls.end(), model_.decls(formula).begin(), model_.decls(formula).end());
      return choose(model_.child(formula, 0), std::move(decls), depth + 1);
    }
    if (e.op == Op::call && model_.func(e.payload).isPredicate && isStep(model_.func(e.payload).body)) {
      const model::Func& function = model_.func(e.payload);
      if (onlyChooses(function)) return choose(function.body, std::move(decls), depth + 1);
      add(e.payload, {std::move(decls), {model_.children(formula).begin(), model_.children(formula).end()}});
      return;
    }
    if (isStep(formula) && !keepsAll(formula, 0)) found_.unnamed.push_back(e.span);
  }

  void add(model::FuncId id, Occurrence occurrence) {
    const auto known = std::ranges::find(found_.actions, id, &Action::function);
    if (known != found_.actions.end()) {
      known->occurrences.push_back(std::move(occurrence));
      return;
    }
    const model::Func& function = model_.func(id);
    Action action;
    action.function = id;
    action.name = function.name;
    action.variables = function.variables;
    if (function.variables.empty() && keepsAll(function.body, 0)) {
      if (std::ranges::find(found_.stuttering, function.name) == found_.stuttering.end())
        found_.stuttering.push_back(function.name);
      return;
    }
    action.occurrences.push_back(std::move(occurrence));
    takeApart(function.body, action, 0);
    found_.actions.push_back(std::move(action));
  }

  /// Whether each conjunct says of a relation that it stays as it is.
  bool keepsAll(ExprId formula, int depth) {
    const model::Expr& e = model_.expr(formula);
    if (depth > deepest) return false;
    if (e.op == Op::and_)
      return std::ranges::all_of(model_.children(formula), [&](ExprId child) { return keepsAll(child, depth + 1); });
    if (e.op == Op::call && model_.func(e.payload).isPredicate && model_.func(e.payload).variables.empty() &&
        model_.func(e.payload).body != noId && !model_.func(e.payload).recursive)
      return keepsAll(model_.func(e.payload).body, depth + 1);
    if (e.op != Op::equal || e.negated) return false;
    const auto same = [&](ExprId a, ExprId b) {
      if (model_.expr(a).op != Op::prime) return false;
      const model::Expr& inner = model_.expr(model_.child(a, 0));
      return inner.shape != noId && inner.shape == model_.expr(b).shape;
    };
    const ExprId left = model_.child(formula, 0), right = model_.child(formula, 1);
    return same(left, right) || same(right, left);
  }

  std::string textOf(ExprId formula) {
    const model::Span span = model_.expr(formula).span;
    std::string text;
    for (const char c : sources_.text(span)) {
      const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      if (!blank)
        text += c;
      else if (!text.empty() && text.back() != ' ')
        text += ' ';
    }
    if (text.size() > longestText) text = text.substr(0, longestText) + "...";
    return support::oneLine(text);
  }

  bool isOver(ExprId formula, const Action& action) {
    return std::ranges::all_of(looks_(formula).free, [&](model::VarId variable) {
      return std::ranges::find(action.variables, variable) != action.variables.end();
    });
  }
  bool isGuard(ExprId formula) { return !looks_(formula).beyond && looks_(formula).next.none(); }

  void takeApart(ExprId formula, Action& action, int depth) {
    const model::Expr e = model_.expr(formula);
    const std::vector<ExprId> children(model_.children(formula).begin(), model_.children(formula).end());
    if (depth > deepest) return;
    if (e.op == Op::and_) {
      for (const ExprId child : children) takeApart(child, action, depth + 1);
      return;
    }
    if (isGuard(formula)) {
      if (looks_(formula).now.any() || !looks_(formula).free.empty()) action.guards.push_back({formula, textOf(formula), e.span});
    } else if (e.op == Op::quantSome) {
      // What there has to be before the step: the bounds, and of the body what looks at nothing else.
      std::vector<ExprId> parts;
      collectGuards(children[0], parts, 0);
      const std::vector<model::Decl> decls(model_.decls(formula).begin(), model_.decls(formula).end());
      if (std::ranges::all_of(decls, [&](const model::Decl& decl) { return isGuard(decl.bound); })) {
        extension_.nodes().at(e.span);
        std::string text = textOf(formula);
        const std::size_t bar = text.find_first_of("|{");
        text = bar == std::string::npos ? text : text.substr(0, text.find_last_not_of(' ', bar - 1) + 1);
        for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? " | " : " and ") + textOf(parts[i]);
        const ExprId body = extension_.nodes().list(Op::and_, parts);
        const ExprId guard = extension_.nodes().quantified(Op::quantSome, decls, body);
        action.guards.push_back({guard, text, e.span});
      }
    }
    collectBranches(formula, action, 0);
  }

  void collectGuards(ExprId formula, std::vector<ExprId>& parts, int depth) {
    if (depth > deepest) return;
    if (model_.expr(formula).op == Op::and_) {
      for (const ExprId child : model_.children(formula)) collectGuards(child, parts, depth + 1);
    } else if (isGuard(formula)) {
      parts.push_back(formula);
    }
  }

  void addBranch(ExprId formula, bool holds, Action& action) {
    if (looks_(formula).beyond || !isOver(formula, action)) return;
    const model::Span span = model_.expr(formula).span;
    const std::string text = textOf(formula);
    if (holds) {
      action.branches.push_back({formula, text, span});
      return;
    }
    extension_.nodes().at(span);
    action.branches.push_back({extension_.nodes().unary(Op::not_, formula), "not (" + text + ")", span});
  }

  void collectBranches(ExprId formula, Action& action, int depth) {
    const model::Expr e = model_.expr(formula);
    const std::vector<ExprId> children(model_.children(formula).begin(), model_.children(formula).end());
    if (depth > deepest || looks_(formula).beyond) return;
    if (e.op == Op::or_)
      for (const ExprId child : children) addBranch(child, true, action);
    if ((e.op == Op::implies || e.op == Op::ifThenElse) && isGuard(children[0])) {
      addBranch(children[0], true, action);
      addBranch(children[0], false, action);
    }
    for (const ExprId child : children) collectBranches(child, action, depth + 1);
  }

  model::Extension& extension_;
  const model::Model& model_;
  const model::SourceMap& sources_;
  suite::log::LooksOf& looks_;
  Actions found_;
};

}  // namespace

Actions actionsOf(model::Extension& extension, const model::SourceMap& sources, suite::log::LooksOf& looks,
                  const std::vector<std::string>& names) {
  ActionFinder finder(extension, sources, looks);
  return names.empty() ? finder.find() : finder.named(names);
}

}  // namespace aunit::strength::scripts
