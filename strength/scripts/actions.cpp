#include "strength/scripts/actions.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/formulas/conjuncts.h"
#include "suite/steps/actions.h"
#include "support/visible.h"

namespace aunit::strength::scripts {

using namespace model;

namespace {

constexpr int deepest = 60;
constexpr std::size_t longestText = 120;

class ActionFinder {
 public:
  ActionFinder(model::Extension& extension, const model::SourceMap& sources, suite::StateReadsOf& looks, Memory& memory)
      : extension_(extension), model_(extension.model()), sources_(sources), looks_(looks), memory_(memory) {}

  Actions find() {
    const suite::Choices choices = suite::choicesOfFacts(model_, looks_);
    for (const suite::ActionCall& each : choices.calls)
      if (!each.isPart)
        add(model_.expr(each.call).payload, {each.decls, {model_.children(each.call).begin(), model_.children(each.call).end()}});
    for (const ExprId formula : choices.unnamed)
      if (!keepsAll(formula, 0)) found_.unnamed.push_back(model_.expr(formula).span);
    if (found_.actions.empty() && found_.stuttering.empty())
      found_.error = model_.hasMutable() ? "no fact and no run has the form `always (some x: X | a[x] or b or ...)`, so the "
                                           "actions are unknown: name them with --actions"
                                         : "nothing in the model changes, so there are no actions";
    else if (found_.actions.empty())
      found_.error = "the steps of the model change nothing, so there are no actions";
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
        found_.error = fmt::format("there is no predicate `{}`{}", name, model::orNear(name, known));
        return std::move(found_);
      }
      if (!suite::isStep(model_.func(*function).body, looks_)) {
        found_.error = fmt::format("`{}` is not an action: it does not constrain the next state", name);
        return std::move(found_);
      }
      add(*function, {model_.func(*function).params, {}});
    }
    if (found_.actions.empty()) found_.error = "the actions that --actions names change nothing";
    return std::move(found_);
  }

 private:
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
    action.body = memory_.replaced(function.body);
    found_.beyond = found_.beyond || looks_(action.body).beyond;
    for (const ExprId conjunct : model::conjunctsOf(model_, function.body)) addConjunct(conjunct, action);
    found_.actions.push_back(std::move(action));
  }

  /// Whether the formula only says that nothing changes: each conjunct has the form `x' = x`.
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
      const model::ShapeId inner = model_.shape(model_.child(a, 0));
      return inner != noId && inner == model_.shape(b);
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
    return std::ranges::all_of(looks_(memory_.replaced(formula)).free, [&](model::VarId variable) {
      return memory_.isMemory(variable) || std::ranges::find(action.variables, variable) != action.variables.end();
    });
  }
  /// Whether the formula mentions only the state before the step and earlier states.
  bool isGuard(ExprId formula) {
    const suite::StateReads& looks = looks_(memory_.replaced(formula));
    return !looks.beyond && looks.next.none();
  }

  void addConjunct(ExprId formula, Action& action) {
    const model::Expr e = model_.expr(formula);
    if (isGuard(formula)) {
      if (looks_(formula).now.any() || !looks_(formula).free.empty())
        action.guards.push_back({formula, memory_.replaced(formula), textOf(formula), e.span});
    } else if (e.op == Op::quantSome) {
      // If some conjuncts of the body are guards, then the quantified formula with only these conjuncts is a guard of the step.
      std::vector<ExprId> parts = model::conjunctsOf(model_, model_.child(formula, 0));
      std::erase_if(parts, [&](ExprId part) { return !isGuard(part); });
      const std::vector<model::Decl> decls(model_.decls(formula).begin(), model_.decls(formula).end());
      if (std::ranges::all_of(decls, [&](const model::Decl& decl) { return isGuard(decl.bound); })) {
        extension_.nodes().at(e.span);
        std::string text = textOf(formula);
        const std::size_t bar = text.find_first_of("|{");
        text = bar == std::string::npos ? text : text.substr(0, text.find_last_not_of(' ', bar - 1) + 1);
        for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? " | " : " and ") + textOf(parts[i]);
        const ExprId body = extension_.nodes().list(Op::and_, parts);
        const ExprId guard = extension_.nodes().quantified(Op::quantSome, decls, body);
        action.guards.push_back({guard, memory_.replaced(guard), text, e.span});
      }
    }
    collectBranches(formula, action, 0);
  }

  void addBranch(ExprId formula, bool holds, Action& action) {
    if (looks_(memory_.replaced(formula)).beyond || !isOver(formula, action)) return;
    const model::Span span = model_.expr(formula).span;
    const std::string text = textOf(formula);
    if (holds) {
      action.branches.push_back({formula, memory_.replaced(formula), text, span});
      return;
    }
    extension_.nodes().at(span);
    const ExprId opposite = extension_.nodes().unary(Op::not_, formula);
    action.branches.push_back({opposite, memory_.replaced(opposite), "not (" + text + ")", span});
  }

  void collectBranches(ExprId formula, Action& action, int depth) {
    const model::Expr e = model_.expr(formula);
    const std::vector<ExprId> children(model_.children(formula).begin(), model_.children(formula).end());
    if (depth > deepest || looks_(formula).ahead || model::isPast(e.op)) return;
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
  suite::StateReadsOf& looks_;
  Memory& memory_;
  Actions found_;
};

}  // namespace

Actions actionsOf(model::Extension& extension, const model::SourceMap& sources, suite::StateReadsOf& looks, Memory& memory,
                  const std::vector<std::string>& names) {
  ActionFinder finder(extension, sources, looks, memory);
  return names.empty() ? finder.find() : finder.named(names);
}

std::optional<model::CommandId> takeSteps(parser::Loaded& loaded, const std::string& label) {
  const auto says = [&](const model::Model& model) {
    model::Extension extension(model);
    const suite::RelationNumbers numbers(model);
    suite::StateReadsOf looks(extension.model(), numbers);
    Memory memory(extension, looks);
    return actionsOf(extension, loaded.sources, looks, memory, {}).error.empty();
  };
  if (!loaded.model->hasMutable() || says(*loaded.model)) return std::nullopt;
  for (model::CommandId id = 0; id < loaded.model->commands().size(); ++id) {
    const model::Command& command = loaded.model->commands()[id];
    if (command.check || command.isDefault || command.formula == noId || (!label.empty() && command.label != label)) continue;
    auto with = std::make_unique<model::Model>(*loaded.model);
    model::Fact fact;
    fact.name = command.label;
    fact.module = command.module;
    fact.span = command.span;
    fact.body = command.formula;
    with->mutableFacts().push_back(std::move(fact));
    if (!says(*with)) continue;
    loaded.model = std::move(with);
    return id;
  }
  return std::nullopt;
}

}  // namespace aunit::strength::scripts
