#include "strength/scripts/memory.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "support/budget.h"

namespace aunit::strength::scripts {

using namespace model;

namespace {

constexpr double mostTuples = 10'000;  // a formula about the past is evaluated for at most this many tuples

}  // namespace

Memory::Memory(model::Extension& extension, suite::StateReadsOf& looks)
    : extension_(extension), model_(extension.model()), looks_(looks), scalar_(model_.variables().size(), false) {
  const auto declare = [&](const model::Decl& decl) {
    if (decl.multiplicity != model::Multiplicity::one) return;
    for (std::uint32_t i = 0; i < decl.variableCount; ++i)
      scalar_[decl.firstVariable + i] = model_.variable(decl.firstVariable + i).arity == 1;
  };
  for (const model::Func& function : model_.funcs())
    for (const model::Decl& decl : function.params) declare(decl);
  for (ExprId id = 0; id < model_.exprCount(); ++id)
    for (const model::Decl& decl : model_.decls(id)) declare(decl);
}

bool Memory::isScalar(VarId variable) const {
  return variable < scalar_.size() && scalar_[variable];
}

bool Memory::isMemory(VarId variable) const {
  return std::ranges::any_of(all_, [&](const PastFormula& each) { return each.variable == variable; });
}

ExprId Memory::replaced(ExprId formula) {
  if (formula == noId) return noId;
  if (const auto found = known_.find(formula); found != known_.end()) return found->second;
  known_[formula] = formula;  // if a function calls itself, the recursion ends here
  const ExprId result = compute(formula);
  known_[formula] = result;
  return result;
}

ExprId Memory::compute(ExprId formula) {
  if (!looks_(formula).back) return formula;
  const model::Expr e = model_.expr(formula);
  if (model::isPast(e.op)) return remember(formula);
  // `always F` is judged state by state, each time with the values that the state stores for its own past. So subformulas of F
  // about the past can be replaced by these values. Below a prime or another temporal operator, a subformula is about another
  // state, for which the current state stores no values.
  if (e.op != Op::always && (model::isTemporal(e.op) || e.op == Op::prime)) return formula;
  const std::vector<ExprId> children(model_.children(formula).begin(), model_.children(formula).end());
  model::Nodes& make = extension_.nodes();
  if (e.op == Op::call) {
    const model::Func function = model_.func(e.payload);
    if (function.recursive || function.body == noId) return formula;
    for (const ExprId argument : children)
      if (model_.expr(argument).op != Op::variable || !isScalar(model_.expr(argument).payload)) return formula;
    for (const VarId variable : function.variables)
      if (!isScalar(variable)) return formula;
    const ExprId body = replaced(function.body);
    if (looks_(body).back) return formula;
    make.at(e.span, e.synthetic);
    return make.let(function.variables, children, body);
  }
  const std::vector<model::Decl> decls(model_.decls(formula).begin(), model_.decls(formula).end());
  if (std::ranges::any_of(decls, [&](const model::Decl& decl) { return looks_(decl.bound).back; })) return formula;
  std::vector<ExprId> parts;
  for (const ExprId child : children) parts.push_back(replaced(child));
  make.at(e.span, e.synthetic);
  const auto typed = make.typed(e, parts, decls);
  return typed ? make.add(*typed, parts, decls) : formula;
}

ExprId Memory::remember(ExprId formula) {
  const model::Expr e = model_.expr(formula);
  const std::vector<ExprId> children(model_.children(formula).begin(), model_.children(formula).end());
  PastFormula entry;
  entry.op = e.op;
  std::vector<ExprId> parts;
  for (const ExprId child : children) {
    const ExprId part = replaced(child);
    const suite::StateReads seen = looks_(part);
    if (seen.beyond || seen.next.any()) return formula;
    for (const VarId variable : seen.free) {
      if (isMemory(variable)) continue;
      if (!isScalar(variable)) return formula;
      if (std::ranges::find(entry.over, variable) == entry.over.end()) entry.over.push_back(variable);
    }
    parts.push_back(part);
  }
  entry.left = parts[0];
  if (parts.size() > 1) entry.right = parts[1];
  model::Nodes& make = extension_.nodes();
  make.at(e.span, e.synthetic);
  ExprId tuple = noId;
  for (const VarId variable : entry.over) {
    const ExprId one = make.variable(variable);
    tuple = tuple == noId ? one : make.arrow(tuple, model::Multiplicity::set, model::Multiplicity::set, one);
  }
  const ExprId type = tuple == noId ? make.sig(model::builtin::univ) : tuple;
  model::Variable variable{
      .name = "remembered", .arity = model_.expr(type).arity, .type = model_.expr(type).type, .span = e.span};
  entry.variable = extension_.growing().addVariable(std::move(variable));
  const ExprId memory = make.variable(entry.variable);
  PastFormula now = entry;
  all_.push_back(std::move(entry));
  if (e.op == Op::before) {
    now.op = Op::and_;
    now.variable = extension_.growing().addVariable(model::Variable(model_.variable(now.variable)));
    all_.push_back(std::move(now));
  }
  return tuple == noId ? make.unary(Op::some, memory) : make.binary(Op::in, tuple, memory);
}

std::vector<TupleSet> Memory::in(evaluator::Evaluator& evaluator, std::size_t moment, const model::Universe& universe,
                                 const TupleSet* before) const {
  std::vector<TupleSet> result;
  const std::uint32_t atoms = universe.firstString();
  for (const PastFormula& each : all_) {
    // The value of this entry in the previous state. For an entry with Op::before, it is the previous value of the entry after
    // this one (see PastFormula::op).
    const TupleSet* last = before ? before + result.size() + (each.op == Op::before ? 1 : 0) : nullptr;
    const std::size_t arity = std::max<std::size_t>(each.over.size(), 1);
    TupleSet now(universe.size(), static_cast<std::uint8_t>(arity));
    if (std::pow(atoms, each.over.size()) > mostTuples)
      throw support::Exhausted(
          "there are too many atoms for the model's formulas about the past: make the scope smaller with --scope");
    std::vector<model::Atom> tuple(each.over.size(), 0);
    const auto holds = [&](bool was) {
      for (std::size_t i = 0; i < tuple.size(); ++i) evaluator.assign(each.over[i], TupleSet::atom(universe.size(), tuple[i]));
      const auto is = [&](ExprId formula) { return evaluator.holds(formula, static_cast<unsigned>(moment)); };
      switch (each.op) {
        case Op::before: return was;
        case Op::once: return was || is(each.left);
        case Op::historically: return (!last || was) && is(each.left);
        case Op::since: return is(each.right) || (was && is(each.left));
        case Op::triggered: return is(each.right) && (!last || was || is(each.left));
        case Op::and_: return is(each.left);
        default: return false;
      }
    };
    const std::function<void(std::size_t)> fill = [&](std::size_t place) {
      if (place < tuple.size()) {
        for (model::Atom a = 0; a < atoms; ++a) {
          tuple[place] = a;
          fill(place + 1);
        }
        return;
      }
      const bool was = last && (tuple.empty() ? !last->empty() : last->contains(tuple));
      if (!holds(was)) return;
      if (!tuple.empty())
        now.insert(tuple);
      else
        for (model::Atom a = 0; a < universe.size(); ++a) now.insert(std::span(&a, 1));
    };
    fill(0);
    evaluator.assign(each.variable, now);
    result.push_back(std::move(now));
  }
  return result;
}

}  // namespace aunit::strength::scripts
