#include "suite/log/successors.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>
#include <utility>

namespace aunit::suite::log {

using model::Atom;
using model::ExprId;
using model::noId;
using model::Op;
using model::TupleSet;
using model::VarId;

namespace {

constexpr std::size_t mostBindings = 100'000;  // of one quantifier that is written out
constexpr double mostEvaluated = 300;          // bindings that evaluation tries rather than propagation
constexpr int deepestCall = 60;
constexpr std::size_t mostValues = 1 << 12;  // of a relation of which nothing is said

/// A variable whose value is looked for.
struct Cell {
  enum class Is : std::uint8_t { bound, open, defined } is = Is::open;
  TupleSet value;            // bound
  std::vector<Atom> domain;  // open
  ExprId definition = noId;  // defined: by this expression there
  int scope = -1;
  std::vector<int> differsFrom;
};

/// A formula that has to hold (or not), with its variables.
struct Task {
  ExprId formula = noId;
  bool positive = true;
  int scope = -1;
  std::uint32_t decl = 0;  // of a quantifier: how many of its variables have cells already
  bool later = false;      // it is about the next state
};

/// The value of a relation in the next state for tuples that begin so.
struct Row {
  int relation = -1;
  Atom first = 0;
  TupleSet value;
};

/// A partial solution.
struct Point {
  std::vector<Task> tasks;
  std::vector<Cell> cells;
  Known next;
  Relations known;
  std::vector<Row> rows;
  std::vector<std::uint32_t> orbits;  // by atom, as far as no choice has told them apart; empty: all are told apart
  bool chosen = false;                // a cell was given a value
  bool settled = false;               // the next state is known, and no choice changes it
};

/// Links of names to cells; they only ever grow while one state's successors are looked for.
struct Link {
  VarId variable;
  int cell;
  int above;
};

}  // namespace

class Successors::Search {
 public:
  Search(const model::Model& model, const RelationNumbers& numbers, LooksOf& looks, const model::Instance& frame,
         const Facts& facts, evaluator::Options evaluation, const support::Budget& budget)
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

  void run(const Values& before, std::span<const Asked> asked, const Known& known, const std::function<Orbits()>& orbits,
           const std::function<bool(Values)>& visit) {
    links_.clear();
    hint_ = noId;
    hinted_ = false;
    parts_.reset();
    askOrbits_ = &orbits;
    put(before, 0);
    Point start;
    start.next.resize(numbers_.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (!known.empty() && known[i])
        set(start, static_cast<int>(i), *known[i]);
      else if (!counted_[i])
        set(start, static_cast<int>(i), before[i]);  // whatever it is
    }
    evaluator_.bind(pair_);
    for (const Asked& each : asked) {
      int scope = bind(start, -1, each.given);
      for (const model::Decl& decl : each.open)
        if (!declare(start, decl, scope)) return;
      start.tasks.push_back({each.formula, true, scope});
      if (each.predicate != noId && hint_ == noId) hint_ = each.predicate, hintScope_ = scope;
    }
    for (const Condition& fact : facts_.steps) start.tasks.push_back({fact.formula, true, bind(start, -1, fact.given)});
    for (const Condition& fact : facts_.states) start.tasks.push_back({fact.formula, true, bind(start, -1, fact.given), 0, true});
    visit_ = &visit;
    solve(std::move(start));
  }

  bool complete() const { return complete_; }
  void shuffle(std::uint64_t seed) { random_ = seed; }
  void project(const Relations& relations) {
    counted_ = relations;
    projected_ = counted_ != numbers_.all();
    complete_ = true;
  }

 private:
  // --- Values.

  void put(const Values& values, std::size_t state) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) place(static_cast<int>(i), state) = values[i];
  }
  TupleSet& place(int relation, std::size_t state) {
    const auto& which = numbers_[static_cast<std::size_t>(relation)];
    return which.isField ? pair_.states[state].fields[which.id] : pair_.states[state].sigs[which.id];
  }
  void set(Point& point, int relation, TupleSet value) {
    point.next[static_cast<std::size_t>(relation)] = std::move(value);
    point.known.set(static_cast<std::size_t>(relation));
  }
  /// Makes the point's values those of the next state.
  void enter(const Point& point) {
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      if (point.next[i]) place(static_cast<int>(i), 1) = *point.next[i];
    evaluator_.bind(pair_);
  }

  int bind(Point& point, int scope, const std::vector<evaluator::Binding>& given) {
    for (const evaluator::Binding& each : given) {
      Cell cell;
      cell.is = Cell::Is::bound;
      cell.value = each.value;
      scope = link(each.variable, add(point, std::move(cell)), scope);
    }
    return scope;
  }
  static int add(Point& point, Cell cell) {
    point.cells.push_back(std::move(cell));
    return static_cast<int>(point.cells.size()) - 1;
  }
  int link(VarId variable, int cell, int above) {
    links_.push_back({variable, cell, above});
    return static_cast<int>(links_.size()) - 1;
  }
  int cellOf(VarId variable, int scope) const {
    for (; scope >= 0; scope = links_[static_cast<std::size_t>(scope)].above)
      if (links_[static_cast<std::size_t>(scope)].variable == variable) return links_[static_cast<std::size_t>(scope)].cell;
    return -1;
  }

  /// Whether the cell has a value; computes what is defined.
  bool bound(Point& point, int index) {
    Cell& cell = point.cells[static_cast<std::size_t>(index)];
    if (cell.is != Cell::Is::defined) return cell.is == Cell::Is::bound;
    const ExprId definition = cell.definition;
    if (!evaluable(point, definition, cell.scope, false)) return false;
    TupleSet value = relation(point, definition, cell.scope);
    point.cells[static_cast<std::size_t>(index)].value = std::move(value);
    point.cells[static_cast<std::size_t>(index)].is = Cell::Is::bound;
    return true;
  }

  bool evaluable(Point& point, ExprId expr, int scope, bool later) {
    const Looks& looks = looks_(expr);
    if (looks.beyond || (later && looks.next.any()) || (projected_ && ignored(expr))) return false;
    if (((later ? looks.now : looks.next) & ~point.known).any()) return false;
    for (const VarId variable : looks.free) {
      const int cell = cellOf(variable, scope);
      if (cell < 0 || !bound(point, cell)) return false;
    }
    return true;
  }
  /// Whether it says something of what does not count.
  bool ignored(ExprId expr) {
    const Looks& looks = looks_(expr);
    return ((looks.now | looks.next) & ~counted_).any();
  }

  void assignFree(const Point& point, ExprId expr, int scope) {
    for (const VarId variable : looks_(expr).free) {
      const int cell = cellOf(variable, scope);
      evaluator_.assign(variable, point.cells[static_cast<std::size_t>(cell)].value);
    }
  }
  bool holds(const Point& point, ExprId formula, int scope, bool later) {
    assignFree(point, formula, scope);
    return evaluator_.holds(formula, later ? 1 : 0);
  }
  TupleSet relation(const Point& point, ExprId expr, int scope) {
    assignFree(point, expr, scope);
    return evaluator_.relation(expr, 0);
  }

  // --- Search.

  /// False where no more is wanted.
  bool solve(Point point) {
    budget_.check();
    enter(point);
    if (!propagate(point)) return true;
    if (point.settled || point.known.count() < numbers_.size()) return branch(point);
    // The next state is known: whatever else there is to choose, one choice is enough. The event's own is tried first.
    point.settled = true;
    std::optional<Values> found;
    const std::function<bool(Values)> once = [&](Values values) {
      found = std::move(values);
      return false;
    };
    const auto* const visit = std::exchange(visit_, &once);
    for (const bool hinted : {true, false}) {
      if (found || (hinted && hint_ == noId)) continue;
      hinted_ = hinted;
      enter(point);
      Point attempt = point;
      if (propagate(attempt)) branch(attempt);
    }
    hinted_ = false;
    visit_ = visit;
    return !found || (*visit_)(std::move(*found));
  }

  /// Whether a choice may come down to a call of the event's predicate.
  bool leadsToHint(ExprId formula, int depth = 0) {
    const model::Expr& e = model_.expr(formula);
    if (e.op == Op::call && e.payload == hint_) return true;
    if (depth > deepestCall) return false;
    if (e.op == Op::call) return model_.func(e.payload).body != noId && leadsToHint(model_.func(e.payload).body, depth + 1);
    if (e.op != Op::or_ && e.op != Op::and_ && e.op != Op::quantSome) return false;
    return std::ranges::any_of(model_.children(formula), [&](ExprId child) { return leadsToHint(child, depth + 1); });
  }

  /// Gives a call of the event's predicate the event's arguments.
  bool takeHint(Point& point, const Task& task) {
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
      Cell& cell = point.cells[static_cast<std::size_t>(index)];
      if (cell.is != Cell::Is::open || std::ranges::find(cell.domain, value.atoms().front()) == cell.domain.end()) return false;
      cell.is = Cell::Is::bound;
      cell.value = value;
    }
    return true;
  }

  /// False where the point has no solution.
  bool propagate(Point& point) {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<Task> waiting;
      while (!point.tasks.empty()) {
        const Task task = point.tasks.back();
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

  enum class Result { failed, done, stays };

  Result step(Point& point, const Task& task) {
    const Result result = stepWithin(point, task);
    return result == Result::stays && projected_ && blind(point, task.formula, task.scope) ? Result::done : result;
  }

  /// Whether a part that cannot be taken apart depends on what does not count.
  bool blind(const Point& point, ExprId formula, int scope) {
    if (model_.expr(formula).op == Op::or_ || model_.expr(formula).op == Op::and_ || model_.expr(formula).op == Op::implies)
      return false;
    if (ignored(formula)) return true;
    for (const VarId variable : looks_(formula).free) {
      const int cell = cellOf(variable, scope);
      if (cell < 0) continue;
      const Cell& each = point.cells[static_cast<std::size_t>(cell)];
      if (each.is == Cell::Is::defined && blind(point, each.definition, each.scope)) return true;
    }
    return false;
  }

  /// How many bindings an evaluation of it may try.
  double bindingsOf(ExprId formula, int depth = 0) {
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
  /// Whether it is quicker to take it apart than to evaluate it.
  bool costly(ExprId formula) {
    const Op op = model_.expr(formula).op;
    const bool apart = op == Op::or_ || op == Op::and_ || op == Op::quantSome || op == Op::call || op == Op::implies;
    return apart && looks_(formula).next.any() && bindingsOf(formula) > mostEvaluated;
  }

  Result stepWithin(Point& point, const Task& task) {
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
        const Looks& body = looks_(model_.child(task.formula, 1));
        const bool byName =
            looks_(value).now.any() && std::binary_search(body.laterFree.begin(), body.laterFree.end(), e.payload);
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

  int define(Point& point, ExprId value, int scope) {
    const model::Expr& e = model_.expr(value);
    if (e.op == Op::variable)
      if (const int cell = cellOf(e.payload, scope); cell >= 0) return cell;
    Cell cell;
    cell.is = Cell::Is::defined;
    cell.definition = value;
    cell.scope = scope;
    return add(point, std::move(cell));
  }

  Result call(Point& point, const Task& task) {
    const model::Expr& e = model_.expr(task.formula);
    if (hinted_ && task.positive && e.payload == hint_) return takeHint(point, task) ? Result::done : Result::failed;
    const model::Func& function = model_.func(e.payload);
    if (!function.isPredicate || function.recursive || function.body == noId) return Result::stays;
    const Looks& body = looks_(function.body);
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

  /// Disjuncts that cannot hold go; the last one must.
  Result alternatives(Point& point, const Task& task) {
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

  /// Cells for the variables of a declaration whose bound has a value. False where one has none to choose from.
  bool declare(Point& point, const model::Decl& decl, int& scope) {
    const TupleSet domain = relation(point, decl.bound, scope);
    std::vector<int> group;
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      Cell cell;
      cell.domain = domain.atoms();
      if (decl.disjoint) cell.differsFrom = group;
      if (cell.domain.empty()) return false;
      group.push_back(add(point, std::move(cell)));
      scope = link(decl.firstVariable + i, group.back(), scope);
    }
    return true;
  }

  Result exists(Point& point, const Task& task, bool bodyHolds) {
    const auto decls = model_.decls(task.formula);
    Task rest = task;
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

  Result forAll(Point& point, const Task& task, bool bodyHolds) {
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
            Cell cell;
            cell.is = Cell::Is::bound;
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

  /// `target` = `value` (noId: nothing), where one side is a relation of the next state, or a row of it, and the other has a
  /// value.
  Result equate(Point& point, const Task& task, ExprId left, ExprId right) {
    for (const auto& [target, value] : {std::pair(left, right), std::pair(right, left)}) {
      if (target == noId) continue;
      if (value != noId && !evaluable(point, value, task.scope, false)) continue;
      std::vector<Atom> prefix;
      const int number = targetOf(point, target, task.scope, prefix);
      if (number < 0 || point.known[static_cast<std::size_t>(number)] || prefix.size() > 1) continue;
      const std::uint32_t arity = place(number, 0).arity() - static_cast<std::uint32_t>(prefix.size());
      TupleSet result = value == noId ? TupleSet(pair_.universe->size(), arity) : relation(point, value, task.scope);
      if (prefix.empty()) {
        for (const Row& row : point.rows)
          if (row.relation == number && !(TupleSet::atom(pair_.universe->size(), row.first).join(result) == row.value))
            return Result::failed;
        setNow(point, number, std::move(result));
        return Result::done;
      }
      return setRow(point, number, prefix.front(), std::move(result)) ? Result::done : Result::failed;
    }
    return Result::stays;
  }

  /// The relation of which `expr` is the next value, or a row of it; -1 where it is none.
  int targetOf(Point& point, ExprId expr, int scope, std::vector<Atom>& prefix) {
    const model::Expr& e = model_.expr(expr);
    if (e.op == Op::prime) {
      const ExprId inner = model_.child(expr, 0);
      const model::Expr& i = model_.expr(inner);
      if (i.op == Op::sig && i.payload >= model::builtin::count) return numbers_.ofSig(i.payload);
      if (i.op == Op::field) return numbers_.ofField(i.payload);
      if (i.op != Op::join || model_.expr(model_.child(inner, 1)).op != Op::field) return -1;
      const Looks& row = looks_(model_.child(inner, 0));
      if (row.now.any() || row.next.any()) return -1;
      return rowOf(point, model_.child(inner, 0), numbers_.ofField(model_.expr(model_.child(inner, 1)).payload), scope, prefix);
    }
    if (e.op != Op::join) return -1;
    const ExprId inner = model_.child(expr, 1);
    const int number = targetOf(point, inner, scope, prefix);
    return number < 0 || !prefix.empty() ? -1 : rowOf(point, model_.child(expr, 0), number, scope, prefix);
  }
  int rowOf(Point& point, ExprId atom, int number, int scope, std::vector<Atom>& prefix) {
    if (model_.expr(atom).sort != model::Sort::relation || model_.expr(atom).arity != 1) return -1;
    if (number < 0 || !evaluable(point, atom, scope, false)) return -1;
    const TupleSet value = relation(point, atom, scope);
    if (value.sizeUpToTwo() != 1) return -1;
    prefix.push_back(value.atoms().front());
    return number;
  }

  void setNow(Point& point, int number, TupleSet value) {
    place(number, 1) = value;
    evaluator_.bind(pair_);
    set(point, number, std::move(value));
  }

  bool setRow(Point& point, int number, Atom first, TupleSet value) {
    const auto& which = numbers_[static_cast<std::size_t>(number)];
    for (const Row& row : point.rows)
      if (row.relation == number && row.first == first) return row.value == value;
    const model::SigId owner = model_.field(which.id).sig;
    const int varies = numbers_.ofSig(owner);
    point.rows.push_back({number, first, std::move(value)});
    if (varies >= 0 && !point.known[static_cast<std::size_t>(varies)]) return true;
    complete(point, number, pair_.states[varies >= 0 ? 1 : 0].sigs[owner]);
    return true;
  }

  /// The relation is known once each row is.
  void complete(Point& point, int number, const TupleSet& owners) {
    std::size_t found = 0;
    const std::uint32_t size = pair_.universe->size();
    for (const Row& row : point.rows) found += row.relation == number && owners.contains(std::span(&row.first, 1));
    if (found < owners.size()) return;
    TupleSet all(size, place(number, 0).arity());
    for (const Row& row : point.rows)
      if (row.relation == number && !row.value.empty()) all = all.unite(TupleSet::atom(size, row.first).product(row.value));
    setNow(point, number, std::move(all));
  }

  // --- Branching.

  bool branch(Point& point) {
    if (point.tasks.empty() && point.known.count() == numbers_.size()) return finish(point);
    int bestCell = -1;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    const Task* bestTask = nullptr;
    for (const Task& task : point.tasks) {
      if (task.later) continue;
      std::size_t count = alternativesOf(point, task);
      // Of an event it is clearer what it is than how the facts come to it.
      if (count != 0 && hint_ != noId && !point.settled && leadsToHint(task.formula)) count += mostValues;
      if (count != 0 && count < fewest) fewest = count, bestTask = &task;
    }
    std::vector<Atom> atoms;
    for (std::size_t i = 0; i < point.cells.size(); ++i) {
      if (point.cells[i].is != Cell::Is::open || !matters(point, static_cast<int>(i))) continue;
      std::vector<Atom> domain = filtered(point, static_cast<int>(i));
      if (domain.empty()) return true;
      if (domain.size() < fewest) fewest = domain.size(), bestCell = static_cast<int>(i), atoms = std::move(domain);
      if (fewest == 1 && bestCell >= 0) break;
    }
    if (bestCell >= 0) return branchOn(point, bestCell, atoms);
    if (bestTask) return branchOn(point, *bestTask);
    return branchOnRelation(point);
  }

  /// How many ways a task leaves; 0 where it is none to branch on.
  std::size_t alternativesOf(Point& point, const Task& task) {
    const model::Expr& e = model_.expr(task.formula);
    if (((e.op == Op::or_) == task.positive && (e.op == Op::or_ || e.op == Op::and_)) || (e.op == Op::implies && task.positive)) {
      std::size_t open = 0;
      for (const ExprId child : model_.children(task.formula))
        open += !evaluable(point, child, task.scope, false) || costly(child);
      return open;
    }
    return e.op == Op::iff || e.op == Op::ifThenElse ? 2 : 0;
  }

  /// Whether a task depends on a cell.
  bool matters(Point& point, int index) {
    for (const Task& task : point.tasks)
      for (const VarId variable : looks_(task.formula).free)
        if (dependsOn(point, cellOf(variable, task.scope), index)) return true;
    return false;
  }
  bool dependsOn(Point& point, int cell, int index) {
    if (cell == index) return true;
    if (cell < 0 || point.cells[static_cast<std::size_t>(cell)].is != Cell::Is::defined) return false;
    const Cell& defined = point.cells[static_cast<std::size_t>(cell)];
    for (const VarId variable : looks_(defined.definition).free)
      if (dependsOn(point, cellOf(variable, defined.scope), index)) return true;
    return false;
  }

  /// The atoms that no task rules out which speaks of this cell alone.
  std::vector<Atom> filtered(Point& point, int index) {
    std::vector<Atom> domain = point.cells[static_cast<std::size_t>(index)].domain;
    for (const int other : point.cells[static_cast<std::size_t>(index)].differsFrom)
      if (bound(point, other)) std::erase(domain, point.cells[static_cast<std::size_t>(other)].value.atoms().front());
    if (point.orbits.empty() && !point.chosen && *askOrbits_) {
      if (!parts_) parts_ = (*askOrbits_)();
      point.orbits = parts_->of;
    }
    if (!point.orbits.empty()) {  // of atoms that are alike, one
      std::vector<std::uint32_t> seen;
      std::erase_if(domain, [&](Atom atom) {
        if (std::ranges::find(seen, point.orbits[atom]) != seen.end()) return true;
        seen.push_back(point.orbits[atom]);
        return false;
      });
    }
    const std::vector<Task> tasks = point.tasks;
    for (const Task& task : tasks) {
      if (task.later || task.decl != 0) continue;
      const Looks& looks = looks_(task.formula);
      if (looks.beyond || (looks.next & ~point.known).any()) continue;
      bool alone = false;
      for (const VarId variable : looks.free) {
        const int cell = cellOf(variable, task.scope);
        if (cell == index) {
          alone = true;
        } else if (cell < 0 || !bound(point, cell)) {
          alone = false;
          break;
        }
      }
      if (!alone || !onlyOpen(point, task, index)) continue;
      std::erase_if(domain, [&](Atom atom) {
        Cell& cell = point.cells[static_cast<std::size_t>(index)];
        cell.value = TupleSet::atom(pair_.universe->size(), atom);
        return holds(point, task.formula, task.scope, false) != task.positive;
      });
      if (domain.empty()) break;
    }
    return domain;
  }
  bool onlyOpen(Point& point, const Task& task, int index) {
    for (const VarId variable : looks_(task.formula).free)
      if (const int cell = cellOf(variable, task.scope); cell != index && !bound(point, cell)) return false;
    return true;
  }

  bool branchOn(const Point& point, int index, std::vector<Atom> atoms) {
    if (random_ != 0) {
      random_ = random_ * 6364136223846793005u + 1442695040888963407u;
      std::ranges::rotate(atoms, atoms.begin() + static_cast<std::ptrdiff_t>((random_ >> 33) % atoms.size()));
    }
    for (const Atom atom : atoms) {
      Point next = point;
      next.chosen = true;
      for (std::size_t a = 0; a < next.orbits.size(); ++a)
        if (parts_->part[a] == parts_->part[atom]) next.orbits[a] = static_cast<std::uint32_t>(next.orbits.size() + a);
      Cell& cell = next.cells[static_cast<std::size_t>(index)];
      cell.is = Cell::Is::bound;
      cell.value = TupleSet::atom(pair_.universe->size(), atom);
      if (!solve(std::move(next))) return false;
    }
    return true;
  }

  bool branchOn(const Point& point, const Task& chosen) {
    const Task task = chosen;
    Point rest = point;
    std::erase_if(rest.tasks, [&](const Task& each) {
      return each.formula == task.formula && each.scope == task.scope && each.positive == task.positive && each.decl == task.decl;
    });
    const auto with = [&](std::vector<Task> more) {
      Point next = rest;
      next.tasks.insert(next.tasks.end(), more.begin(), more.end());
      return solve(std::move(next));
    };
    const auto child = [&](std::uint32_t i, bool positive) { return Task{model_.child(task.formula, i), positive, task.scope}; };
    switch (model_.expr(task.formula).op) {
      case Op::implies: return with({child(0, false)}) && with({child(0, true), child(1, true)});
      case Op::iff: return with({child(0, true), child(1, task.positive)}) && with({child(0, false), child(1, !task.positive)});
      case Op::ifThenElse:
        return with({child(0, true), child(1, task.positive)}) && with({child(0, false), child(2, task.positive)});
      default: break;
    }
    const bool only = hinted_ && task.positive && leadsToHint(task.formula);
    for (std::uint32_t i = 0; i < model_.children(task.formula).size(); ++i) {
      if (only && !leadsToHint(model_.child(task.formula, i))) continue;
      if (!with({child(i, task.positive)})) return false;
    }
    return true;
  }

  /// Of a relation that nothing determines: whatever it may be.
  bool branchOnRelation(Point& point) {
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    int chosen = -1;
    std::vector<std::vector<Atom>> tuples;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (point.known[i]) continue;
      std::vector<std::vector<Atom>> possible = tuplesOf(static_cast<int>(i));
      if (possible.size() < fewest) fewest = possible.size(), chosen = static_cast<int>(i), tuples = std::move(possible);
    }
    if (chosen < 0) return complete_ = false, true;  // a task that nothing decides
    if (tuples.size() >= static_cast<std::size_t>(std::bit_width(mostValues))) return complete_ = false, true;
    // What does not change is the likeliest.
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < tuples.size(); ++i) before |= std::uint64_t{place(chosen, 0).contains(tuples[i])} << i;
    for (std::uint64_t change = 0; change < (std::uint64_t{1} << tuples.size()); ++change) {
      TupleSet value(pair_.universe->size(), place(chosen, 0).arity());
      for (std::size_t i = 0; i < tuples.size(); ++i)
        if (((before ^ change) >> i) & 1) value.insert(tuples[i]);
      bool fits = true;
      for (const Row& row : point.rows)
        fits = fits && (row.relation != chosen || TupleSet::atom(pair_.universe->size(), row.first).join(value) == row.value);
      if (!fits) continue;
      Point next = point;
      set(next, chosen, std::move(value));
      if (!solve(std::move(next))) return false;
    }
    return true;
  }

  /// The atoms that a signature may have.
  std::vector<Atom> atomsOf(model::SigId sig) const {
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

  /// The tuples that a relation may hold by the types of its columns.
  std::vector<std::vector<Atom>> tuplesOf(int number) {
    const auto& which = numbers_[static_cast<std::size_t>(number)];
    std::vector<std::vector<Atom>> result;
    std::vector<model::Product> products;
    if (which.isField)
      products = model_.type(model_.field(which.id).type).products;
    else
      products = {{which.id}};
    for (const model::Product& product : products) {
      std::vector<std::vector<Atom>> rows{{}};
      for (const model::SigId sig : product) {
        std::vector<std::vector<Atom>> next;
        for (const auto& row : rows)
          for (const Atom atom : atomsOf(sig)) {
            next.push_back(row);
            next.back().push_back(atom);
            if (next.size() > mostValues) return next;
          }
        rows = std::move(next);
      }
      result.insert(result.end(), rows.begin(), rows.end());
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }
  /// The signature itself or the nearest above it that never changes.
  model::SigId staticTop(model::SigId sig) const {
    while (model_.sig(sig).isVar) {
      if (model_.sig(sig).parents.empty() || model_.sig(sig).parents.front() < model::builtin::count) return noId;
      sig = model_.sig(sig).parents.front();
    }
    return sig;
  }

  bool finish(const Point& point) {
    Values values;
    for (const auto& value : point.next) values.push_back(*value);
    return (*visit_)(std::move(values));
  }

  const model::Model& model_;
  const RelationNumbers& numbers_;
  LooksOf& looks_;
  const Facts& facts_;
  evaluator::Evaluator evaluator_;
  const support::Budget& budget_;
  model::Instance pair_;
  std::vector<Link> links_;
  std::unordered_map<ExprId, double> bindings_;
  model::FuncId hint_ = noId;  // the predicate that the line is an event of
  int hintScope_ = -1;         // where its arguments are
  bool hinted_ = false;        // choices are those that lead to it
  const std::function<Orbits()>* askOrbits_ = nullptr;
  std::optional<Orbits> parts_;  // of the state before
  std::uint64_t random_ = 0;     // 0: values are tried in the order of the atoms
  const std::function<bool(Values)>* visit_ = nullptr;
  Relations counted_;
  bool projected_ = false;
  bool complete_ = true;
};

Successors::Successors(const model::Model& model, const RelationNumbers& numbers, LooksOf& looks, const model::Instance& frame,
                       const Facts& facts, evaluator::Options evaluation, const support::Budget& budget)
    : search_(std::make_unique<Search>(model, numbers, looks, frame, facts, evaluation, budget)) {}
Successors::~Successors() = default;

void Successors::forEach(const Values& before, std::span<const Asked> asked, const Known& known,
                         const std::function<Orbits()>& orbits, const std::function<bool(Values)>& visit) {
  search_->run(before, asked, known, orbits, visit);
}
bool Successors::complete() const {
  return search_->complete();
}
void Successors::shuffle(std::uint64_t seed) {
  search_->shuffle(seed);
}
void Successors::project(const Relations& relations) {
  search_->project(relations);
}

}  // namespace aunit::suite::log
