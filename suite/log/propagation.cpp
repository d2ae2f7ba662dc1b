#include "suite/log/propagation.h"

#include <algorithm>
#include <utility>

namespace aunit::suite::log {

using namespace model;

namespace {

constexpr std::size_t mostBindings = 100'000;  // limit for the bindings of a quantifier that is expanded
constexpr double mostEvaluated = 300;          // formulas with more bindings are split instead of evaluated
constexpr int deepestCall = 60;

}  // namespace

Propagation::Propagation(const model::Model& model, const RelationNumbers& numbers, StateReadsOf& looks,
                         const model::Instance& frame, const Facts& facts, evaluator::Options evaluation,
                         const support::Budget& budget)
    : model_(model),
      numbers_(numbers),
      looks_(looks),
      facts_(facts),
      evaluator_(model, evaluation),
      budget_(budget),
      pair_(frame) {
  pair_.states.assign(2, frame.states.front());
  pair_.loop = 1;
  counted_ = numbers.all();
}

void Propagation::project(const Relations& relations) {
  counted_ = relations;
  projected_ = counted_ != numbers_.all();
}

void Propagation::put(const Values& values, std::size_t state) {
  for (std::size_t i = 0; i < numbers_.size(); ++i) place(static_cast<int>(i), state) = values[i];
}

TupleSet& Propagation::place(int relation, std::size_t state) {
  return numbers_.in(pair_.states[state], static_cast<std::size_t>(relation));
}

void Propagation::set(StepPoint& point, int relation, TupleSet value) {
  point.next[static_cast<std::size_t>(relation)] = std::move(value);
  point.known.set(static_cast<std::size_t>(relation));
}

void Propagation::enter(const StepPoint& point) {
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    if (point.next[i]) place(static_cast<int>(i), 1) = *point.next[i];
  evaluator_.bind(pair_);
}

int Propagation::bind(StepPoint& point, int scope, const std::vector<evaluator::Binding>& given) {
  for (const evaluator::Binding& each : given) {
    StepCell cell;
    cell.is = StepCell::Kind::bound;
    cell.value = each.value;
    scope = link(each.variable, add(point, std::move(cell)), scope);
  }
  return scope;
}

int Propagation::add(StepPoint& point, StepCell cell) {
  point.cells.push_back(std::move(cell));
  return static_cast<int>(point.cells.size()) - 1;
}

int Propagation::link(VarId variable, int cell, int above) {
  links_.push_back({variable, cell, above});
  return static_cast<int>(links_.size()) - 1;
}

int Propagation::cellOf(VarId variable, int scope) const {
  for (; scope >= 0; scope = links_[static_cast<std::size_t>(scope)].above)
    if (links_[static_cast<std::size_t>(scope)].variable == variable) return links_[static_cast<std::size_t>(scope)].cell;
  return -1;
}

bool Propagation::bound(StepPoint& point, int index) {
  StepCell& cell = point.cells[static_cast<std::size_t>(index)];
  if (cell.is != StepCell::Kind::defined) return cell.is == StepCell::Kind::bound;
  const ExprId definition = cell.definition;
  if (!evaluable(point, definition, cell.scope, false)) return false;
  TupleSet value = relation(point, definition, cell.scope);
  point.cells[static_cast<std::size_t>(index)].value = std::move(value);
  point.cells[static_cast<std::size_t>(index)].is = StepCell::Kind::bound;
  return true;
}

bool Propagation::evaluable(StepPoint& point, ExprId expr, int scope, bool later) {
  const StateReads& looks = looks_(expr);
  if (looks.beyond || (later && looks.next.any()) || (projected_ && ignored(expr))) return false;
  if (((later ? looks.now : looks.next) & ~point.known).any()) return false;
  for (const VarId variable : looks.free) {
    const int cell = cellOf(variable, scope);
    if (cell < 0 || !bound(point, cell)) return false;
  }
  return true;
}

bool Propagation::ignored(ExprId expr) {
  const StateReads& looks = looks_(expr);
  return ((looks.now | looks.next) & ~counted_).any();
}

void Propagation::assignFree(const StepPoint& point, ExprId expr, int scope) {
  for (const VarId variable : looks_(expr).free) {
    const int cell = cellOf(variable, scope);
    evaluator_.assign(variable, point.cells[static_cast<std::size_t>(cell)].value);
  }
}

bool Propagation::holds(const StepPoint& point, ExprId formula, int scope, bool later) {
  assignFree(point, formula, scope);
  return evaluator_.holds(formula, later ? 1 : 0);
}

TupleSet Propagation::relation(const StepPoint& point, ExprId expr, int scope) {
  assignFree(point, expr, scope);
  return evaluator_.relation(expr, 0);
}

bool Propagation::leadsToHint(ExprId formula, int depth) {
  const model::Expr& e = model_.expr(formula);
  if (e.op == Op::call && e.payload == hint_) return true;
  if (depth > deepestCall) return false;
  if (e.op == Op::call) return model_.func(e.payload).body != noId && leadsToHint(model_.func(e.payload).body, depth + 1);
  if (e.op != Op::or_ && e.op != Op::and_ && e.op != Op::quantSome) return false;
  return std::ranges::any_of(model_.children(formula), [&](ExprId child) { return leadsToHint(child, depth + 1); });
}

bool Propagation::takeHint(StepPoint& point, const StepTask& task) {
  const model::Func& function = model_.func(hint_);
  for (std::uint32_t i = 0; i < function.variables.size(); ++i) {
    const int own = cellOf(function.variables[i], hintScope_);
    if (own < 0 || !bound(point, own)) return false;
    const TupleSet value = point.cells[static_cast<std::size_t>(own)].value;
    const ExprId argument = model_.child(task.formula, i);
    if (evaluable(point, argument, task.scope, false)) {
      if (!(relation(point, argument, task.scope) == value)) return false;
      continue;
    }
    if (model_.expr(argument).op != Op::variable) return false;
    const int index = cellOf(model_.expr(argument).payload, task.scope);
    if (index < 0 || value.sizeUpToTwo() != 1) return false;
    StepCell& cell = point.cells[static_cast<std::size_t>(index)];
    if (cell.is != StepCell::Kind::open || std::ranges::find(cell.domain, value.atoms().front()) == cell.domain.end())
      return false;
    cell.is = StepCell::Kind::bound;
    cell.value = value;
  }
  return true;
}

bool Propagation::propagate(StepPoint& point) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<StepTask> waiting;
    while (!point.tasks.empty()) {
      const StepTask task = point.tasks.back();
      point.tasks.pop_back();
      switch (step(point, task)) {
        case Result::failed: return false;
        case Result::done: changed = true; break;
        case Result::stays: waiting.push_back(task); break;
      }
    }
    std::ranges::reverse(waiting);
    point.tasks = std::move(waiting);
    if (point.tasks.empty()) break;
  }
  return true;
}

Propagation::Result Propagation::step(StepPoint& point, const StepTask& task) {
  const Result result = stepWithin(point, task);
  return result == Result::stays && projected_ && blind(point, task.formula, task.scope) ? Result::done : result;
}

bool Propagation::blind(const StepPoint& point, ExprId formula, int scope) {
  if (model_.expr(formula).op == Op::or_ || model_.expr(formula).op == Op::and_ || model_.expr(formula).op == Op::implies)
    return false;
  if (ignored(formula)) return true;
  for (const VarId variable : looks_(formula).free) {
    const int cell = cellOf(variable, scope);
    if (cell < 0) continue;
    const StepCell& each = point.cells[static_cast<std::size_t>(cell)];
    if (each.is == StepCell::Kind::defined && blind(point, each.definition, each.scope)) return true;
  }
  return false;
}

double Propagation::bindingsOf(ExprId formula, int depth) {
  if (const auto known = bindings_.find(formula); known != bindings_.end()) return known->second;
  if (depth > deepestCall) return 1;
  const model::Expr& e = model_.expr(formula);
  double sum = 0;
  for (const ExprId child : model_.children(formula)) sum += bindingsOf(child, depth + 1);
  if (e.op == Op::call && model_.func(e.payload).body != noId) sum += bindingsOf(model_.func(e.payload).body, depth + 1);
  sum = std::max(sum, 1.0);
  for (const model::Decl& decl : model_.decls(formula)) {
    const auto& products = model_.type(model_.expr(decl.bound).type).products;
    const double atoms = products.empty() ? 1 : static_cast<double>(atomsOf(products.front().front()).size());
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) sum *= std::max(atoms, 1.0);
  }
  return bindings_[formula] = std::min(sum, 1e12);
}

bool Propagation::costly(ExprId formula) {
  const Op op = model_.expr(formula).op;
  const bool apart = op == Op::or_ || op == Op::and_ || op == Op::quantSome || op == Op::call || op == Op::implies;
  return apart && looks_(formula).next.any() && bindingsOf(formula) > mostEvaluated;
}

Propagation::Result Propagation::stepWithin(StepPoint& point, const StepTask& task) {
  const model::Expr& e = model_.expr(task.formula);
  if (task.decl == 0 && evaluable(point, task.formula, task.scope, task.later) && (task.later || !costly(task.formula))) {
    return holds(point, task.formula, task.scope, task.later) == task.positive ? Result::done : Result::failed;
  }
  if (task.later) return Result::stays;
  const auto push = [&](ExprId formula, bool positive) { point.tasks.push_back({formula, positive, task.scope}); };
  switch (e.op) {
    case Op::and_:
    case Op::or_:
      if ((e.op == Op::and_) != task.positive) return alternatives(point, task);
      for (const ExprId child : model_.children(task.formula)) push(child, task.positive);
      return Result::done;
    case Op::not_: push(model_.child(task.formula, 0), !task.positive); return Result::done;
    case Op::implies:
      if (task.positive) return alternatives(point, task);
      push(model_.child(task.formula, 0), true);
      push(model_.child(task.formula, 1), false);
      return Result::done;
    case Op::iff:
      for (std::uint32_t i = 0; i < 2; ++i) {
        const ExprId side = model_.child(task.formula, i);
        if (!evaluable(point, side, task.scope, false)) continue;
        push(model_.child(task.formula, 1 - i), holds(point, side, task.scope, false) == task.positive);
        return Result::done;
      }
      return Result::stays;
    case Op::ifThenElse: {
      const ExprId condition = model_.child(task.formula, 0);
      if (!evaluable(point, condition, task.scope, false)) return Result::stays;
      push(model_.child(task.formula, holds(point, condition, task.scope, false) ? 1 : 2), task.positive);
      return Result::done;
    }
    case Op::quantSome:
    case Op::quantAll:
    case Op::quantNo: {
      const bool some = (e.op == Op::quantSome) == task.positive && e.op != Op::quantNo;
      const bool bodyHolds = e.op == Op::quantNo ? !task.positive : task.positive;
      if (some || (e.op == Op::quantNo && !task.positive)) return exists(point, task, bodyHolds);
      return forAll(point, task, bodyHolds);
    }
    case Op::call: return call(point, task);
    case Op::let: {
      const ExprId value = model_.child(task.formula, 0);
      const StateReads& body = looks_(model_.child(task.formula, 1));
      const bool byName = looks_(value).now.any() && std::binary_search(body.laterFree.begin(), body.laterFree.end(), e.payload);
      if (byName || model_.expr(value).sort != model::Sort::relation) return Result::stays;
      point.tasks.push_back(
          {model_.child(task.formula, 1), task.positive, link(e.payload, define(point, value, task.scope), task.scope)});
      return Result::done;
    }
    case Op::equal:
      if (e.negated == task.positive) return Result::stays;
      return equate(point, task, model_.child(task.formula, 0), model_.child(task.formula, 1));
    case Op::no: return task.positive ? equate(point, task, model_.child(task.formula, 0), noId) : Result::stays;
    default: return Result::stays;
  }
}

int Propagation::define(StepPoint& point, ExprId value, int scope) {
  const model::Expr& e = model_.expr(value);
  if (e.op == Op::variable)
    if (const int cell = cellOf(e.payload, scope); cell >= 0) return cell;
  StepCell cell;
  cell.is = StepCell::Kind::defined;
  cell.definition = value;
  cell.scope = scope;
  return add(point, std::move(cell));
}

Propagation::Result Propagation::call(StepPoint& point, const StepTask& task) {
  const model::Expr& e = model_.expr(task.formula);
  if (hinted_ && task.positive && e.payload == hint_) return takeHint(point, task) ? Result::done : Result::failed;
  const model::Func& function = model_.func(e.payload);
  if (!function.isPredicate || function.recursive || function.body == noId) return Result::stays;
  const StateReads& body = looks_(function.body);
  for (std::uint32_t i = 0; i < function.variables.size(); ++i) {
    const ExprId argument = model_.child(task.formula, i);
    if (model_.expr(argument).sort != model::Sort::relation) return Result::stays;
    if (looks_(argument).now.any() && std::binary_search(body.laterFree.begin(), body.laterFree.end(), function.variables[i]))
      return Result::stays;
  }
  int scope = -1;
  for (std::uint32_t i = 0; i < function.variables.size(); ++i)
    scope = link(function.variables[i], define(point, model_.child(task.formula, i), task.scope), scope);
  point.tasks.push_back({function.body, task.positive, scope});
  return Result::done;
}

Propagation::Result Propagation::alternatives(StepPoint& point, const StepTask& task) {
  const model::Expr& e = model_.expr(task.formula);
  ExprId left = noId;
  bool leftPositive = true;
  int open = 0;
  const auto children = model_.children(task.formula);
  for (std::uint32_t i = 0; i < children.size(); ++i) {
    const bool positive = e.op == Op::implies ? i == 1 : task.positive;
    if (evaluable(point, children[i], task.scope, false) && !costly(children[i])) {
      if (holds(point, children[i], task.scope, false) == positive) return Result::done;
      continue;
    }
    left = children[i];
    leftPositive = positive;
    ++open;
  }
  if (open == 0) return Result::failed;
  if (open > 1) return Result::stays;
  point.tasks.push_back({left, leftPositive, task.scope});
  return Result::done;
}

bool Propagation::declare(StepPoint& point, const model::Decl& decl, int& scope) {
  const TupleSet domain = relation(point, decl.bound, scope);
  std::vector<int> group;
  for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
    StepCell cell;
    cell.domain = domain.atoms();
    if (decl.disjoint) cell.differsFrom = group;
    if (cell.domain.empty()) return false;
    group.push_back(add(point, std::move(cell)));
    scope = link(decl.firstVariable + i, group.back(), scope);
  }
  return true;
}

Propagation::Result Propagation::exists(StepPoint& point, const StepTask& task, bool bodyHolds) {
  const auto decls = model_.decls(task.formula);
  StepTask rest = task;
  for (; rest.decl < decls.size(); ++rest.decl) {
    const model::Decl decl = decls[rest.decl];
    if (decl.multiplicity != model::Multiplicity::one || model_.variable(decl.firstVariable).arity != 1) break;
    if (!evaluable(point, decl.bound, rest.scope, false)) break;
    if (!declare(point, decl, rest.scope)) return Result::failed;
  }
  if (rest.decl == decls.size()) {
    point.tasks.push_back({model_.child(task.formula, 0), bodyHolds, rest.scope});
    return Result::done;
  }
  if (rest.decl == task.decl) return Result::stays;
  point.tasks.push_back(rest);
  return Result::done;
}

Propagation::Result Propagation::forAll(StepPoint& point, const StepTask& task, bool bodyHolds) {
  const auto decls = model_.decls(task.formula);
  std::vector<int> scopes{task.scope};
  const std::size_t cells = point.cells.size();
  const auto giveUp = [&] {
    point.cells.resize(cells);
    return Result::stays;
  };
  for (const model::Decl& decl : decls) {
    if (decl.multiplicity != model::Multiplicity::one || decl.disjoint || model_.variable(decl.firstVariable).arity != 1)
      return giveUp();
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      std::vector<int> inner;
      for (const int scope : scopes) {
        if (!evaluable(point, decl.bound, scope, false)) return giveUp();
        const TupleSet domain = relation(point, decl.bound, scope);
        if (inner.size() + domain.size() > mostBindings) return giveUp();
        for (const Atom atom : domain.atoms()) {
          StepCell cell;
          cell.is = StepCell::Kind::bound;
          cell.value = TupleSet::atom(pair_.universe->size(), atom);
          inner.push_back(link(decl.firstVariable + i, add(point, std::move(cell)), scope));
        }
      }
      scopes = std::move(inner);
    }
  }
  for (const int scope : scopes) point.tasks.push_back({model_.child(task.formula, 0), bodyHolds, scope});
  return Result::done;
}

Propagation::Result Propagation::equate(StepPoint& point, const StepTask& task, ExprId left, ExprId right) {
  for (const auto& [target, value] : {std::pair(left, right), std::pair(right, left)}) {
    if (target == noId) continue;
    if (value != noId && !evaluable(point, value, task.scope, false)) continue;
    std::vector<Atom> prefix;
    const int number = targetOf(point, target, task.scope, prefix);
    if (number < 0 || point.known[static_cast<std::size_t>(number)] || prefix.size() > 1) continue;
    const std::uint32_t arity = place(number, 0).arity() - static_cast<std::uint32_t>(prefix.size());
    TupleSet result = value == noId ? TupleSet(pair_.universe->size(), arity) : relation(point, value, task.scope);
    if (prefix.empty()) {
      for (const StepRow& row : point.rows)
        if (row.relation == number && !(TupleSet::atom(pair_.universe->size(), row.first).join(result) == row.value))
          return Result::failed;
      setNow(point, number, std::move(result));
      return Result::done;
    }
    return setRow(point, number, prefix.front(), std::move(result)) ? Result::done : Result::failed;
  }
  return Result::stays;
}

int Propagation::targetOf(StepPoint& point, ExprId expr, int scope, std::vector<Atom>& prefix) {
  const model::Expr& e = model_.expr(expr);
  if (e.op == Op::prime) {
    const ExprId inner = model_.child(expr, 0);
    const model::Expr& i = model_.expr(inner);
    if (i.op == Op::sig && i.payload >= model::builtin::count) return numbers_.ofSig(i.payload);
    if (i.op == Op::field) return numbers_.ofField(i.payload);
    if (i.op != Op::join || model_.expr(model_.child(inner, 1)).op != Op::field) return -1;
    const StateReads& row = looks_(model_.child(inner, 0));
    if (row.now.any() || row.next.any()) return -1;
    return rowOf(point, model_.child(inner, 0), numbers_.ofField(model_.expr(model_.child(inner, 1)).payload), scope, prefix);
  }
  if (e.op != Op::join) return -1;
  const ExprId inner = model_.child(expr, 1);
  const int number = targetOf(point, inner, scope, prefix);
  return number < 0 || !prefix.empty() ? -1 : rowOf(point, model_.child(expr, 0), number, scope, prefix);
}

int Propagation::rowOf(StepPoint& point, ExprId atom, int number, int scope, std::vector<Atom>& prefix) {
  if (model_.expr(atom).sort != model::Sort::relation || model_.expr(atom).arity != 1) return -1;
  if (number < 0 || !evaluable(point, atom, scope, false)) return -1;
  const TupleSet value = relation(point, atom, scope);
  if (value.sizeUpToTwo() != 1) return -1;
  prefix.push_back(value.atoms().front());
  return number;
}

void Propagation::setNow(StepPoint& point, int number, TupleSet value) {
  place(number, 1) = value;
  evaluator_.bind(pair_);
  set(point, number, std::move(value));
}

bool Propagation::setRow(StepPoint& point, int number, Atom first, TupleSet value) {
  const auto& which = numbers_[static_cast<std::size_t>(number)];
  for (const StepRow& row : point.rows)
    if (row.relation == number && row.first == first) return row.value == value;
  const model::SigId owner = model_.field(which.id).sig;
  const int varies = numbers_.ofSig(owner);
  point.rows.push_back({number, first, std::move(value)});
  if (varies >= 0 && !point.known[static_cast<std::size_t>(varies)]) return true;
  complete(point, number, pair_.states[varies >= 0 ? 1 : 0].sigs[owner]);
  return true;
}

void Propagation::complete(StepPoint& point, int number, const TupleSet& owners) {
  std::size_t found = 0;
  const std::uint32_t size = pair_.universe->size();
  for (const StepRow& row : point.rows) found += row.relation == number && owners.contains(std::span(&row.first, 1));
  if (found < owners.size()) return;
  TupleSet all(size, place(number, 0).arity());
  for (const StepRow& row : point.rows)
    if (row.relation == number && !row.value.empty()) all = all.unite(TupleSet::atom(size, row.first).product(row.value));
  setNow(point, number, std::move(all));
}

std::vector<Atom> Propagation::atomsOf(model::SigId sig) const {
  std::vector<Atom> atoms;
  const model::Universe& universe = *pair_.universe;
  if (sig == model::builtin::integers || sig == model::builtin::seqInt) {
    for (Atom a = universe.firstInt(); a < universe.size(); ++a)
      if (sig == model::builtin::integers || (universe.intValue(a) >= 0 && universe.intValue(a) < pair_.maxSequence))
        atoms.push_back(a);
  } else if (sig >= model::builtin::count && staticTop(sig) != noId) {
    atoms = pair_.states[0].sigs[staticTop(sig)].atoms();
  } else {
    for (Atom a = 0; a < universe.firstInt(); ++a) atoms.push_back(a);
  }
  return atoms;
}

model::SigId Propagation::staticTop(model::SigId sig) const {
  while (model_.sig(sig).isVar) {
    if (model_.sig(sig).parents.empty() || model_.sig(sig).parents.front() < model::builtin::count) return noId;
    sig = model_.sig(sig).parents.front();
  }
  return sig;
}
}  // namespace aunit::suite::log
