#include "suite/log/explanation.h"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suite/steps/actions.h"
#include "suite/text/place.h"
#include "suite/text/value_text.h"
#include "support/visible.h"

namespace aunit::suite::log {

using model::ExprId;
using model::Op;

namespace {

constexpr std::size_t mostActions = 3;
constexpr std::size_t mostParts = 4;
constexpr std::size_t mostBindingsOfAction = 20'000;  // limit for the combinations of arguments that are tried for one action

using Given = std::vector<evaluator::Binding>;

/// A conjunct whose value is known and false.
struct FailingPart {
  ExprId formula;
  Given given;
};

}  // namespace

std::vector<PossibleAction> Explanation::meant(const Values& before, const Observation& line, const KnownRelations& after) const {
  model::Instance pair = frame_;
  pair.states.assign(2, frame_.states.front());
  pair.loop = 1;
  Relations known;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    numbers_.in(pair.states[0], i) = before[i];
    numbers_.in(pair.states[1], i) = after[i] ? *after[i] : before[i];
    if (after[i]) known.set(i);
  }
  evaluator::Evaluator evaluator(model_, evaluation_);
  evaluator.bind(pair);
  const auto assign = [&](const Given& given) {
    for (const evaluator::Binding& each : given) evaluator.assign(each.variable, each.value);
  };

  // Collects the conjuncts of a formula whose values are known and false.
  const std::function<void(ExprId, const Given&, std::vector<FailingPart>&)> look = [&](ExprId formula, const Given& given,
                                                                                        std::vector<FailingPart>& out) {
    const model::Expr& e = model_.expr(formula);
    if (e.op == Op::and_) {
      for (const ExprId child : model_.children(formula)) look(child, given, out);
      return;
    }
    const StateReads& looks = looks_(formula);
    if (e.op == Op::call && model_.func(e.payload).isPredicate && !model_.func(e.payload).recursive) {
      const model::Func& function = model_.func(e.payload);
      Given inner = given;
      bool plain = true;
      for (std::uint32_t i = 0; i < function.variables.size() && plain; ++i) {
        const ExprId argument = model_.child(formula, i);
        plain = model_.expr(argument).sort == model::Sort::relation && looks_(argument).next.none() && !looks_(argument).beyond &&
                !(looks_(argument).now.any() && std::binary_search(looks_(function.body).laterFree.begin(),
                                                                   looks_(function.body).laterFree.end(), function.variables[i]));
        if (!plain) break;
        assign(given);
        inner.push_back({function.variables[i], evaluator.relation(argument)});
      }
      if (plain) return look(function.body, inner, out);
    }
    if (looks.beyond || (looks.next & ~known).any()) return;
    assign(given);
    if (!evaluator.holds(formula)) out.push_back({formula, given});
  };

  struct Candidate {
    std::string action;
    model::FuncId function;
    Given given;
    model::Span span;
    std::vector<FailingPart> failing;
    std::size_t rank;
  };
  std::vector<Candidate> candidates;
  const auto tryAction = [&](model::FuncId action, const Given& given, const std::vector<StepFormula>& also) {
    const model::Func& function = model_.func(action);
    std::vector<Given> rows{given};
    for (const model::Decl& decl : function.params) {
      if (decl.multiplicity != model::Multiplicity::one) return;
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
        const model::VarId variable = decl.firstVariable + i;
        if (std::ranges::any_of(given, [&](const evaluator::Binding& each) { return each.variable == variable; })) continue;
        std::vector<Given> next;
        for (const Given& row : rows) {
          assign(row);
          for (const model::Atom atom : model::TupleSet(evaluator.relation(decl.bound)).atoms()) {
            next.push_back(row);
            next.back().push_back({variable, model::TupleSet::atom(frame_.universe->size(), atom)});
          }
          if (next.size() > mostBindingsOfAction) return;
        }
        rows = std::move(next);
      }
    }
    Candidate best;
    bool found = false;
    for (const Given& row : rows) {
      budget_.check();
      std::vector<FailingPart> failing;
      look(function.body, row, failing);
      for (const StepFormula& each : also)
        if (each.open.empty()) look(each.formula, each.given, failing);
      if (found && failing.size() >= best.failing.size()) continue;
      std::vector<std::string> arguments;
      for (const model::VarId variable : function.variables)
        for (const evaluator::Binding& each : row)
          if (each.variable == variable) {
            std::string value = text(each.value, *frame_.universe);
            if (each.value.sizeUpToTwo() == 1) value = value.substr(1, value.size() - 2);
            arguments.push_back(value);
          }
      best = {arguments.empty() ? function.name : fmt::format("{}[{}]", function.name, fmt::join(arguments, ", ")),
              action,
              row,
              function.nameSpan,
              std::move(failing),
              candidates.size()};
      found = true;
    }
    if (found) candidates.push_back(std::move(best));
  };

  std::vector<StepFormula> others = line.asked;
  if (line.predicate != model::noId && !line.asked.empty()) {
    const StepFormula& event = line.asked.front();
    others.erase(others.begin());
    Given given = event.given;
    const model::Expr& e = model_.expr(event.formula);
    if (e.op == Op::call) {  // a rule of the `log` paragraph calls the predicate
      given.clear();
      assign(event.given);
      for (std::uint32_t i = 0; i < model_.func(line.predicate).variables.size(); ++i)
        given.push_back({model_.func(line.predicate).variables[i], evaluator.relation(model_.child(event.formula, i))});
    }
    tryAction(line.predicate, given, others);
  } else {
    std::set<model::FuncId> actions;
    for (const ActionCall& each : choicesOfFacts(model_, looks_).calls) actions.insert(model_.expr(each.call).payload);
    for (const model::FuncId action : actions) tryAction(action, {}, others);
  }
  std::ranges::stable_sort(candidates, {}, [](const Candidate& each) { return each.failing.size(); });
  if (candidates.size() > mostActions) candidates.resize(mostActions);

  std::vector<PossibleAction> result;
  for (const Candidate& candidate : candidates) {
    PossibleAction& meant = result.emplace_back();
    meant.action = candidate.action;
    meant.function = candidate.function;
    if (meant.function != model::noId)
      for (const model::VarId variable : model_.func(meant.function).variables)
        for (const evaluator::Binding& each : candidate.given)
          if (each.variable == variable) meant.arguments.push_back(each.value);
    meant.place = placeOf(subject_.sources, candidate.span, 1);
    for (const FailingPart& part : candidate.failing) {
      if (meant.failing.size() == mostParts) break;
      PossibleAction::Part& shown = meant.failing.emplace_back();
      const model::Expr& e = model_.expr(part.formula);
      shown.text = support::oneLine(std::string(subject_.sources.text(e.span)));
      shown.place = placeOf(subject_.sources, e.span, 1);
      assign(part.given);
      std::set<std::string> names;
      const auto value = [&](ExprId expr) {
        const std::string name = support::oneLine(std::string(subject_.sources.text(model_.expr(expr).span)));
        if (model_.expr(expr).sort == model::Sort::formula || !names.insert(name).second) return;
        shown.values.push_back({name, text(evaluator.value(expr), *frame_.universe)});
      };
      const std::function<void(ExprId, int)> values = [&](ExprId formula, int depth) {
        // Omits the parts of a formula that declares variables, because these variables have no value here.
        if (!model_.decls(formula).empty() || model_.expr(formula).op == Op::let) return;
        for (const ExprId child : model_.children(formula))
          if (model_.expr(child).sort != model::Sort::formula)
            value(child);
          else if (depth < 3)
            values(child, depth + 1);
      };
      values(part.formula, 0);
      for (const model::VarId variable : looks_(part.formula).free)
        for (const evaluator::Binding& each : part.given)
          if (each.variable == variable && names.insert(model_.variable(variable).name).second)
            shown.values.push_back({model_.variable(variable).name, text(each.value, *frame_.universe)});
    }
  }
  return result;
}

}  // namespace aunit::suite::log
