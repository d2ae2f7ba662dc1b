#include "strength/scripts/actions.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/formulas/conjuncts.h"
#include "support/visible.h"

namespace aunit::strength::scripts {

using namespace model;

namespace {

constexpr int deepest = 60;
constexpr std::size_t longestText = 120;

class ActionFinder {
 public:
  ActionFinder(model::Extension& extension, const model::SourceMap& sources, suite::log::LooksOf& looks, Memory& memory)
      : extension_(extension), model_(extension.model()), sources_(sources), looks_(looks), memory_(memory) {}

  Actions find() {
    for (const model::Fact& fact : model_.facts())
      if (fact.body != noId) searchFact(fact.body, 0);
    for (const model::ImplicitConstraint& each : model_.implicitConstraints())
      if (each.kind == model::ImplicitKind::appendedFact) searchFact(each.formula, 0);
    if (found_.actions.empty() && found_.stuttering.empty())
      found_.error = model_.hasMutable() ? "no fact, and no run, says `always (some x: X | a[x] or b or ...)`: name the "
                                           "predicates that are the actions with --actions"
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
  bool isStep(ExprId formula) { return formula != noId && !looks_(formula).ahead && looks_(formula).next.any(); }

  void searchFact(ExprId fact, int depth) {
    if (depth > deepest) return;
    for (const ExprId formula : model::conjunctsOf(model_, fact)) {
      const model::Expr e = model_.expr(formula);
      if (e.op == Op::call && model_.func(e.payload).isPredicate && model_.func(e.payload).variables.empty() &&
          looks_(formula).beyond && !model_.func(e.payload).recursive && model_.func(e.payload).body != noId) {
        searchFact(model_.func(e.payload).body, depth + 1);
      } else if (e.op == Op::always) {
        for (const ExprId step : model::conjunctsOf(model_, model_.child(formula, 0)))
          if (isStep(step) && isChoice(step, 0)) choose(step, {}, 0);
      }
    }
  }

  /// Whether it is a disjunction, perhaps behind quantifiers and names, of calls among other things.
  bool isChoice(ExprId formula, int depth) {
    const model::Expr& e = model_.expr(formula);
    if (depth > deepest) return false;
    if (e.op == Op::or_ || e.op == Op::quantSome)
      return std::ranges::any_of(model_.children(formula),
                                 [&](ExprId child) { return isStep(child) && isChoice(child, depth + 1); });
    if (e.op == Op::some) {
      std::vector<ExprId> events;
      collectEvents(model_.child(formula, 0), events, 0);
      return !events.empty();
    }
    return e.op == Op::call && model_.func(e.payload).isPredicate;
  }
  /// The comprehensions of steps among which a set is some: of `fun events: set Event { { e: Upload, f: File | upload[f] }.File +
  /// ... }` in `some events` those of each event.
  void collectEvents(ExprId expr, std::vector<ExprId>& found, int depth) {
    const model::Expr& e = model_.expr(expr);
    if (depth > deepest || !isStep(expr)) return;
    if (e.op == Op::comprehension) {
      const ExprId body = model_.child(expr, 0);
      if (model_.expr(body).op == Op::call && isChoice(body, depth + 1)) found.push_back(expr);
    } else if (e.op == Op::union_) {
      for (const ExprId child : model_.children(expr)) collectEvents(child, found, depth + 1);
    } else if (e.op == Op::join) {
      collectEvents(model_.child(expr, 0), found, depth + 1);
    } else if (e.op == Op::call && model_.func(e.payload).variables.empty() && !model_.func(e.payload).recursive) {
      collectEvents(model_.func(e.payload).body, found, depth + 1);
    }
  }
  /// Whether a predicate only chooses among others.
  bool onlyChooses(const model::Func& function) {
    const auto isAtom = [&](const model::Decl& param) {
      return param.multiplicity == model::Multiplicity::one && !param.disjoint && model_.variable(param.firstVariable).arity == 1;
    };
    return std::ranges::all_of(function.params, isAtom) && !function.recursive && isStep(function.body) &&
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
    if (e.op == Op::call && model_.func(e.payload).isPredicate && isStep(model_.func(e.payload).body)) {
      const model::Func& function = model_.func(e.payload);
      if (onlyChooses(function)) {
        for (std::size_t i = 0; i < function.variables.size(); ++i) {
          model::Decl& argument = decls.emplace_back();  // which is what its variable ranges over
          argument.firstVariable = function.variables[i];
          argument.variableCount = 1;
          argument.bound = model_.child(formula, static_cast<std::uint32_t>(i));
        }
        return choose(function.body, std::move(decls), depth + 1);
      }
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
    action.body = memory_.replaced(function.body);
    found_.beyond = found_.beyond || looks_(action.body).beyond;
    for (const ExprId conjunct : model::conjunctsOf(model_, function.body)) addConjunct(conjunct, action);
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
    return std::ranges::all_of(looks_(memory_.replaced(formula)).free, [&](model::VarId variable) {
      return memory_.isMemory(variable) || std::ranges::find(action.variables, variable) != action.variables.end();
    });
  }
  /// Whether it is about the state before the step, and its past.
  bool isGuard(ExprId formula) {
    const suite::log::Looks& looks = looks_(memory_.replaced(formula));
    return !looks.beyond && looks.next.none();
  }

  void addConjunct(ExprId formula, Action& action) {
    const model::Expr e = model_.expr(formula);
    if (isGuard(formula)) {
      if (looks_(formula).now.any() || !looks_(formula).free.empty())
        action.guards.push_back({formula, memory_.replaced(formula), textOf(formula), e.span});
    } else if (e.op == Op::quantSome) {
      // The conditions before the step: the bounds, and the parts of the body that look at nothing else.
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
  suite::log::LooksOf& looks_;
  Memory& memory_;
  Actions found_;
};

}  // namespace

Actions actionsOf(model::Extension& extension, const model::SourceMap& sources, suite::log::LooksOf& looks, Memory& memory,
                  const std::vector<std::string>& names) {
  ActionFinder finder(extension, sources, looks, memory);
  return names.empty() ? finder.find() : finder.named(names);
}

std::optional<model::CommandId> takeSteps(parser::Loaded& loaded, const std::string& label) {
  const auto says = [&](const model::Model& model) {
    model::Extension extension(model);
    const suite::log::RelationNumbers numbers(model);
    suite::log::LooksOf looks(extension.model(), numbers);
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
