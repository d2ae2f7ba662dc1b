#include "suite/log/successors.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "suite/log/propagation.h"
#include "support/random.h"

namespace aunit::suite::log {

using namespace model;

namespace {

constexpr std::size_t mostValues = 1 << 12;  // limit for the values of a relation that no constraint determines

}  // namespace

/// If propagation alone does not find the next states, tries alternatives: the atoms of a variable, the disjuncts of a formula,
/// the values of an undetermined relation.
class Successors::Search : public Propagation {
 public:
  using Propagation::Propagation;

  void run(const Values& before, std::span<const StepFormula> asked, const KnownRelations& known,
           const std::function<Orbits()>& orbits, const std::function<bool(Values)>& visit) {
    links_.clear();
    hint_ = noId;
    hinted_ = false;
    parts_.reset();
    askOrbits_ = &orbits;
    put(before, 0);
    StepPoint start;
    start.next.resize(numbers_.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (!known.empty() && known[i])
        set(start, static_cast<int>(i), *known[i]);
      else if (!counted_[i])
        set(start, static_cast<int>(i), before[i]);  // ignored relations are not searched: they keep their values
    }
    evaluator_.bind(pair_);
    for (const StepFormula& each : asked) {
      int scope = bind(start, -1, each.given);
      for (const model::Decl& decl : each.open) {
        const bool unary = model_.variable(decl.firstVariable).arity == 1;
        // The search tries only single atoms as values. It is incomplete if a quantifier ranges over sets or tuples.
        if (decl.multiplicity != model::Multiplicity::one || !unary) complete_ = false;
        if (!unary || !declare(start, decl, scope)) return;
      }
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
    Propagation::project(relations);
    complete_ = true;
  }

 private:
  /// Finds all next states that agree with the choices in `point`. Returns false if `visit` has returned false.
  bool solve(StepPoint point) {
    budget_.check();
    enter(point);
    if (!propagate(point)) return true;
    if (point.settled || point.known.count() < numbers_.size()) return branch(point);
    // The next state is known, so it is enough to find one solution of the remaining choices. First tries choices that lead to a
    // call of the event's predicate.
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
      StepPoint attempt = point;
      if (propagate(attempt)) branch(attempt);
    }
    hinted_ = false;
    visit_ = visit;
    return !found || (*visit_)(std::move(*found));
  }

  // --- Choices

  bool branch(StepPoint& point) {
    if (point.tasks.empty() && point.known.count() == numbers_.size()) return finish(point);
    int bestCell = -1;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    const StepTask* bestTask = nullptr;
    for (const StepTask& task : point.tasks) {
      if (task.later) continue;
      std::size_t count = alternativesOf(point, task);
      // The body of the event's predicate is a task of its own, and determines more of the next state. So a choice that leads to
      // a call of this predicate comes last.
      if (count != 0 && hint_ != noId && !point.settled && leadsToHint(task.formula)) count += mostValues;
      if (count != 0 && count < fewest) fewest = count, bestTask = &task;
    }
    std::vector<Atom> atoms;
    for (std::size_t i = 0; i < point.cells.size(); ++i) {
      if (point.cells[i].is != StepCell::Kind::open || !matters(point, static_cast<int>(i))) continue;
      std::vector<Atom> domain = filtered(point, static_cast<int>(i));
      if (domain.empty()) return true;
      if (domain.size() < fewest) fewest = domain.size(), bestCell = static_cast<int>(i), atoms = std::move(domain);
      if (fewest == 1 && bestCell >= 0) break;
    }
    if (bestCell >= 0) return branchOn(point, bestCell, atoms);
    if (bestTask) return branchOn(point, *bestTask);
    return branchOnRelation(point);
  }

  /// The number of alternatives of a task, for example the undecided disjuncts of a disjunction; 0 if there is nothing to choose.
  std::size_t alternativesOf(StepPoint& point, const StepTask& task) {
    const model::Expr& e = model_.expr(task.formula);
    if (((e.op == Op::or_) == task.positive && (e.op == Op::or_ || e.op == Op::and_)) || (e.op == Op::implies && task.positive)) {
      std::size_t open = 0;
      for (const ExprId child : model_.children(task.formula))
        open += !evaluable(point, child, task.scope, false) || costly(child);
      return open;
    }
    return e.op == Op::iff || e.op == Op::ifThenElse ? 2 : 0;
  }

  /// Whether some task depends on cell `index`.
  bool matters(StepPoint& point, int index) {
    for (const StepTask& task : point.tasks)
      for (const VarId variable : looks_(task.formula).free)
        if (dependsOn(point, cellOf(variable, task.scope), index)) return true;
    return false;
  }
  bool dependsOn(StepPoint& point, int cell, int index) {
    if (cell == index) return true;
    if (cell < 0 || point.cells[static_cast<std::size_t>(cell)].is != StepCell::Kind::defined) return false;
    const StepCell& defined = point.cells[static_cast<std::size_t>(cell)];
    for (const VarId variable : looks_(defined.definition).free)
      if (dependsOn(point, cellOf(variable, defined.scope), index)) return true;
    return false;
  }

  /// The atoms that can be the value of cell `index`. Excludes atoms that violate a task in which all other variables have
  /// values.
  std::vector<Atom> filtered(StepPoint& point, int index) {
    std::vector<Atom> domain = point.cells[static_cast<std::size_t>(index)].domain;
    for (const int other : point.cells[static_cast<std::size_t>(index)].differsFrom)
      if (bound(point, other)) std::erase(domain, point.cells[static_cast<std::size_t>(other)].value.atoms().front());
    if (point.orbits.empty() && !point.chosen && *askOrbits_) {
      if (!parts_) parts_ = (*askOrbits_)();
      point.orbits = parts_->of;
    }
    if (!point.orbits.empty()) {  // atoms with the same orbit number lead to isomorphic states, so one of them is enough
      std::vector<std::uint32_t> seen;
      std::erase_if(domain, [&](Atom atom) {
        if (std::ranges::find(seen, point.orbits[atom]) != seen.end()) return true;
        seen.push_back(point.orbits[atom]);
        return false;
      });
    }
    const std::vector<StepTask> tasks = point.tasks;
    for (const StepTask& task : tasks) {
      if (task.later || task.decl != 0 || costly(task.formula) || (projected_ && ignored(task.formula))) continue;
      const StateReads& looks = looks_(task.formula);
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
      if (!alone) continue;
      std::erase_if(domain, [&](Atom atom) {
        StepCell& cell = point.cells[static_cast<std::size_t>(index)];
        cell.value = TupleSet::atom(pair_.universe->size(), atom);
        return holds(point, task.formula, task.scope, false) != task.positive;
      });
      if (domain.empty()) break;
    }
    return domain;
  }

  bool branchOn(const StepPoint& point, int index, std::vector<Atom> atoms) {
    if (random_ != 0)
      std::ranges::rotate(atoms, atoms.begin() + static_cast<std::ptrdiff_t>(support::nextRandom(random_) % atoms.size()));
    for (const Atom atom : atoms) {
      StepPoint next = point;
      next.chosen = true;
      for (std::size_t a = 0; a < next.orbits.size(); ++a)
        if (parts_->part[a] == parts_->part[atom]) next.orbits[a] = static_cast<std::uint32_t>(next.orbits.size() + a);
      StepCell& cell = next.cells[static_cast<std::size_t>(index)];
      cell.is = StepCell::Kind::bound;
      cell.value = TupleSet::atom(pair_.universe->size(), atom);
      if (!solve(std::move(next))) return false;
    }
    return true;
  }

  bool branchOn(const StepPoint& point, const StepTask& chosen) {
    const StepTask task = chosen;
    StepPoint rest = point;
    std::erase_if(rest.tasks, [&](const StepTask& each) {
      return each.formula == task.formula && each.scope == task.scope && each.positive == task.positive && each.decl == task.decl;
    });
    const auto with = [&](std::vector<StepTask> more) {
      StepPoint next = rest;
      next.tasks.insert(next.tasks.end(), more.begin(), more.end());
      return solve(std::move(next));
    };
    const auto child = [&](std::uint32_t i, bool positive) {
      return StepTask{model_.child(task.formula, i), positive, task.scope};
    };
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

  /// Tries all values of a relation that no task determines.
  bool branchOnRelation(StepPoint& point) {
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    int chosen = -1;
    std::vector<std::vector<Atom>> tuples;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (point.known[i]) continue;
      std::vector<std::vector<Atom>> possible = tuplesOf(static_cast<int>(i));
      if (possible.size() < fewest) fewest = possible.size(), chosen = static_cast<int>(i), tuples = std::move(possible);
    }
    // All relations are known, but `point.tasks` still has a formula whose value cannot be decided.
    if (chosen < 0) return complete_ = false, true;
    if (tuples.size() >= static_cast<std::size_t>(std::bit_width(mostValues))) return complete_ = false, true;
    // Tries the unchanged value first, because it is the likeliest.
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < tuples.size(); ++i) before |= std::uint64_t{place(chosen, 0).contains(tuples[i])} << i;
    for (std::uint64_t change = 0; change < (std::uint64_t{1} << tuples.size()); ++change) {
      TupleSet value(pair_.universe->size(), place(chosen, 0).arity());
      for (std::size_t i = 0; i < tuples.size(); ++i)
        if (((before ^ change) >> i) & 1) value.insert(tuples[i]);
      bool fits = true;
      for (const StepRow& row : point.rows)
        fits = fits && (row.relation != chosen || TupleSet::atom(pair_.universe->size(), row.first).join(value) == row.value);
      if (!fits) continue;
      StepPoint next = point;
      set(next, chosen, std::move(value));
      if (!solve(std::move(next))) return false;
    }
    return true;
  }

  /// The tuples that a relation can contain according to the types of its columns.
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
  bool finish(const StepPoint& point) {
    Values values;
    for (const auto& value : point.next) values.push_back(*value);
    return (*visit_)(std::move(values));
  }
  const std::function<Orbits()>* askOrbits_ = nullptr;
  std::optional<Orbits> parts_;  // orbits in the state before the step
  std::uint64_t random_ = 0;     // 0: values are tried in the order of the atoms
  const std::function<bool(Values)>* visit_ = nullptr;
  bool complete_ = true;
};

Successors::Successors(const model::Model& model, const RelationNumbers& numbers, StateReadsOf& looks,
                       const model::Instance& frame, const Facts& facts, evaluator::Options evaluation,
                       const support::Budget& budget)
    : search_(std::make_unique<Search>(model, numbers, looks, frame, facts, evaluation, budget)) {}
Successors::~Successors() = default;

void Successors::forEach(const Values& before, std::span<const StepFormula> asked, const KnownRelations& known,
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
