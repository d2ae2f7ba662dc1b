#include "suite/log/symbolic.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "solver/beginning/beginning.h"
#include "solver/circuit/cardinality.h"
#include "solver/grounding/unsupported.h"
#include "suite/log/updates.h"

namespace aunit::suite::log {

namespace {

using model::TupleSet;
using solver::Beginning;
using solver::Entry;
using solver::Lit;
using solver::MatrixRef;

constexpr std::size_t recordsOfWindow = 24;
constexpr std::size_t nodesOfWindow = 400'000;  // after which a window takes no more records
constexpr std::size_t windowsKept = 4;
constexpr std::size_t otherStates = 5;  // before the line that is left, for the report

/// Tuples with conditions.
class OpenTuples {
 public:
  OpenTuples(Beginning& beginning, const model::Universe& universe) : beginning_(beginning), universe_(universe) {}

  std::uint32_t arity(const MatrixRef& set) const { return set->arity; }
  MatrixRef atom(model::Atom atom) const { return algebra().singleton(atom); }
  MatrixRef constant(const TupleSet& set) const { return beginning_.constant(set); }
  MatrixRef unite(const MatrixRef& a, const MatrixRef& b) const { return algebra().unite(a, b); }
  MatrixRef subtract(const MatrixRef& a, const MatrixRef& b) const { return algebra().subtract(a, b); }
  MatrixRef product(const MatrixRef& a, const MatrixRef& b) const { return algebra().product(a, b); }
  MatrixRef join(const MatrixRef& a, const MatrixRef& b) const { return algebra().join(a, b); }
  MatrixRef has(const MatrixRef& all, model::Atom atom) const {
    return where(algebra().singleton(0), algebra().intersect(all, algebra().singleton(atom)));
  }
  MatrixRef where(const MatrixRef& tuple, const MatrixRef& condition) const {
    return algebra().ifThenElse(algebra().some(*condition), tuple, algebra().empty(tuple->arity));
  }
  MatrixRef append(const MatrixRef& sequence, const TupleSet& value) const {
    std::vector<Lit> members;
    for (const Entry& entry : sequence->entries) members.push_back(entry.holds);
    const std::vector<Lit> atLeast = solver::sortedCount(circuit(), members, members.size());
    MatrixRef result = sequence;
    for (std::size_t length = 0; length <= members.size(); ++length) {
      const Lit is = circuit().conjunction(length == 0 ? solver::yes : atLeast[length - 1],
                                           length == members.size() ? solver::yes : !atLeast[length]);
      if (is == solver::no) continue;
      const bool wraps = static_cast<std::int64_t>(length) > universe_.maxInt();
      const MatrixRef tuple =
          product(atom(universe_.intAtom(wraps ? universe_.minInt() : static_cast<std::int32_t>(length))), constant(value));
      result = unite(result, algebra().ifThenElse(is, tuple, algebra().empty(2)));
    }
    return result;
  }
  MatrixRef plus(const MatrixRef& set, const Update& update) const {
    const bool known = std::ranges::all_of(set->entries, [](const Entry& entry) { return entry.holds == solver::yes; });
    if (!update.single && !(known && set->entries.size() < 2))
      throw solver::Unsupported("a counter of which it is not known that it has one number", {});
    const Lit some = algebra().some(*set);
    MatrixRef result = algebra().empty(1);
    const auto add = [&](std::int32_t number, Lit condition) {
      const std::int64_t sum = std::int64_t{number} + update.amount;
      const bool zero = (condition != !some || update.amount == 0) && update.prefix.empty();
      if (sum < universe_.minInt() || sum > universe_.maxInt() || (sum == 0 && !zero)) return;
      result = unite(
          result, algebra().ifThenElse(condition, atom(universe_.intAtom(static_cast<std::int32_t>(sum))), algebra().empty(1)));
    };
    for (const Entry& entry : set->entries) add(universe_.intValue(static_cast<model::Atom>(entry.tuple)), entry.holds);
    add(0, !some);
    return result;
  }

 private:
  const solver::Algebra& algebra() const { return beginning_.algebra(); }
  solver::Circuit& circuit() const { return beginning_.circuit(); }

  Beginning& beginning_;
  const model::Universe& universe_;
};

/// Whether a tuple belongs to a relation.
Lit holdsIn(const solver::Matrix& relation, solver::TupleCode tuple) {
  const auto entry = std::ranges::lower_bound(relation.entries, tuple, {}, &Entry::tuple);
  return entry != relation.entries.end() && entry->tuple == tuple ? entry->holds : solver::no;
}

/// A part of a state: that a tuple is in a relation, or is not.
struct Part {
  std::size_t relation = 0;
  solver::TupleCode tuple = 0;
  bool in = false;
};
using Cube = std::vector<Part>;

/// A formula that is asked of a step, with the values of the variables that are left out.
struct AskedHere {
  const Asked* asked = nullptr;
  std::vector<std::pair<model::VarId, MatrixRef>> open;
};

/// A transition from one state of a window to another.
struct Transition {
  enum class Kind : std::uint8_t { step, stepOrNothing, nothing } kind = Kind::step;
  int from = 0, to = 0, entry = 0;  // entry: the state before the line
  std::size_t record = PathStep::none;
  bool whole = true;
  const Observation* line = nullptr;  // of which the updates are known behind it
  std::vector<AskedHere> asked;
  Lit taken = solver::yes;  // with several records for one step: whether it is this one
};

}  // namespace

/// What holds in the states of a beginning.
class SymbolicSearch::Conditions {
 public:
  Conditions(const SymbolicSearch& search, const std::vector<Values>& starts)
      : search_(search),
        beginning_(search.model_, search.frame_, search.evaluation_.semantics, search.budget_),
        algebra_(beginning_, *search.frame_.universe),
        starts_(starts) {}

  Beginning& beginning() { return beginning_; }
  int newState() { return ++last_; }
  int last() const { return last_; }

  MatrixRef relation(std::size_t number, int state) {
    return beginning_.relation(search_.numbers_[number].isField, search_.numbers_[number].id, state);
  }
  void define(std::size_t number, int state, MatrixRef value) {
    beginning_.define(search_.numbers_[number].isField, search_.numbers_[number].id, state, std::move(value));
  }

  /// The first state is that of the outset.
  void start(const Outset& outset) {
    if (outset.states.size() == 1) {
      for (std::size_t i = 0; i < search_.numbers_.size(); ++i) define(i, 0, beginning_.constant(outset.states.front()[i]));
      return;
    }
    std::vector<Lit> ways;
    for (const Values& state : outset.states) {
      std::vector<Lit> parts;
      for (std::size_t i = 0; i < search_.numbers_.size(); ++i)
        parts.push_back(beginning_.algebra().equal(relation(i, 0), beginning_.constant(state[i])));
      ways.push_back(beginning_.circuit().conjunction(parts));
    }
    if (!outset.states.empty()) return beginning_.require(ways);
    for (const auto* list : {&search_.facts_.first, &search_.facts_.states})
      for (const Condition& fact : *list) {
        const Looks& looks = search_.looks_(fact.formula);
        const bool replaced = list == &search_.facts_.first && looks.now.any() && !search_.log_.states &&
                              (search_.log_.initially != model::noId || search_.log_.anyStart);
        if (looks.next.none() && !replaced) require(holds(fact, 0));
      }
    if (search_.log_.initially != model::noId && !search_.log_.states) require(beginning_.holds(search_.log_.initially, {}, 0));
  }
  void require(Lit l) { beginning_.require(std::span(&l, 1)); }

  Lit holds(const Condition& fact, int state) {
    Beginning::Given given;
    for (const evaluator::Binding& each : fact.given) given.emplace_back(each.variable, beginning_.constant(each.value));
    return beginning_.holds(fact.formula, given, state);
  }
  /// Whether the model allows this step.
  Lit isStep(int from) {
    std::vector<Lit> parts;
    for (const Condition& fact : search_.facts_.steps) parts.push_back(holds(fact, from));
    for (const Condition& fact : search_.facts_.states) parts.push_back(holds(fact, from + 1));
    return beginning_.circuit().conjunction(parts);
  }
  Lit same(int a, int b) {
    std::vector<Lit> parts;
    for (std::size_t i = 0; i < search_.numbers_.size(); ++i)
      parts.push_back(beginning_.algebra().equal(relation(i, a), relation(i, b)));
    return beginning_.circuit().conjunction(parts);
  }
  Lit asks(std::span<const Asked> asked, int from, std::vector<AskedHere>& here) {
    std::vector<Lit> parts;
    for (const Asked& each : asked) {
      AskedHere& one = here.emplace_back();
      one.asked = &each;
      Beginning::Given given;
      for (const evaluator::Binding& binding : each.given)
        given.emplace_back(binding.variable, beginning_.constant(binding.value));
      Lit allowed = solver::yes;
      for (const model::Decl& decl : each.open)
        for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
          given.emplace_back(decl.firstVariable + i, beginning_.anyOf(decl, given, from, allowed));
          one.open.push_back(given.back());
        }
      parts.push_back(allowed);
      parts.push_back(beginning_.holds(each.formula, given, from));
    }
    return beginning_.circuit().conjunction(parts);
  }
  /// What a line says of the state after it, given the one before.
  std::map<std::size_t, MatrixRef> known(const Observation& line, int before) {
    std::map<std::size_t, MatrixRef> result;
    for (const Update& update : line.updates) {
      const auto found = result.find(update.relation);
      result[update.relation] =
          updated(algebra_, update, found != result.end() ? found->second : relation(update.relation, before), initial(update));
    }
    const Relations all = search_.mapping_.knownRelations(line);
    for (std::size_t i = 0; i < search_.numbers_.size(); ++i)
      if (all[i] && !result.contains(i)) result[i] = relation(i, before);
    return result;
  }
  Values values(int state) {
    Values result;
    for (std::size_t i = 0; i < search_.numbers_.size(); ++i) result.push_back(beginning_.value(relation(i, state)));
    return result;
  }

 private:
  MatrixRef initial(const Update& update) {
    if (starts_.size() == 1) return beginning_.constant(starts_.front()[update.relation]);
    if (update.does != Update::Does::initial) return beginning_.algebra().empty(1);
    if (!isFirst_) throw solver::Unsupported("a value as in the first state, of which there are several", {});
    return relation(update.relation, 0);
  }

  const SymbolicSearch& search_;
  Beginning beginning_;
  OpenTuples algebra_;
  const std::vector<Values>& starts_;
  int last_ = 0;

 public:
  bool isFirst_ = false;  // the first state is that of the log
};

/// Some records, one behind the other, from any state on.
class SymbolicSearch::Window {
 public:
  Window(const SymbolicSearch& search, const Outset& outset, std::size_t first, bool isFirst)
      : search_(search), conditions_(search, outset.states), first_(first), end_(first) {
    conditions_.isFirst_ = isFirst;
    if (isFirst) conditions_.start(outset);
  }

  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }
  bool isFull() const { return end_ - first_ >= recordsOfWindow || conditions_.beginning().size() > nodesOfWindow; }

  void add(const Observation& line) {
    search_.budget_.check();
    const std::size_t record = end_++;
    Beginning& beginning = conditions_.beginning();
    std::vector<Lit> parts;
    const bool possible = line.impossible.empty() && line.malformed.empty();
    if (!possible) parts.push_back(solver::no);
    if (possible && line.step != Observation::Step::passedOver) {
      for (int i = 0; i < search_.log_.hiddenSteps; ++i) {
        Transition& hidden = transitions_.emplace_back();
        hidden.kind = Transition::Kind::stepOrNothing;
        hidden.from = conditions_.last();
        hidden.to = conditions_.newState();
        hidden.entry = hidden.from;
        parts.push_back(
            beginning.circuit().disjunction(conditions_.same(hidden.from, hidden.to), conditions_.isStep(hidden.from)));
      }
      addLine(line, record, parts);
    } else {
      Transition& none = transitions_.emplace_back();
      none.kind = Transition::Kind::nothing;
      none.from = none.to = none.entry = conditions_.last();
      none.record = record;
    }
    selectors_.push_back(beginning.selector(beginning.circuit().conjunction(parts)));
    counts_.push_back(transitions_.size());
  }

  /// Further states in which the first `count` records may end, at most so many; after path().
  std::vector<Values> otherEnds(const Values* boundary, std::size_t count, const Values& end, Values& initial, std::size_t most) {
    const int last = count == 0 ? 0 : transitions_[counts_[count - 1] - 1].to;
    Beginning& beginning = conditions_.beginning();
    const Lit others = beginning.circuit().input();
    std::vector<Values> found{end};
    while (found.size() <= most) {
      std::vector<Lit> differs{!others};
      for (std::size_t i = 0; i < search_.numbers_.size(); ++i)
        differs.push_back(!beginning.algebra().equal(conditions_.relation(i, last), beginning.constant(found.back()[i])));
      beginning.require(differs);
      if (!explains(boundary, count, beginning.selector(others))) break;
      const std::vector<PathStep> steps = path(count, initial, false);
      found.push_back(steps.empty() ? conditions_.values(0) : steps.back().state);
    }
    found.erase(found.begin());
    return found;
  }

  /// The first state is what a line says.
  void beginAt(const Observation& line) {
    for (const auto& [relation, value] : conditions_.known(line, 0))
      conditions_.require(conditions_.beginning().algebra().equal(conditions_.relation(relation, 0), value));
    if (!line.impossible.empty() || !line.malformed.empty()) conditions_.require(solver::no);
  }

  /// Keeps states out in which the window must not end.
  void refute(const std::vector<Cube>& refuted) {
    Beginning& beginning = conditions_.beginning();
    for (; applied_ < refuted.size(); ++applied_) {
      std::vector<Lit> clause;
      for (const Part& part : refuted[applied_]) {
        const MatrixRef relation = conditions_.relation(part.relation, conditions_.last());
        const Lit in = holdsIn(*relation, part.tuple);
        clause.push_back(part.in ? !in : in);
      }
      beginning.require(clause);
    }
  }

  /// Whether the first `count` records are explained from a state on; null: from the log's first.
  bool explains(const Values* boundary, std::size_t count, int also = 0) {
    assumed_.clear();
    meaning_.clear();
    Beginning& beginning = conditions_.beginning();
    for (std::size_t i = 0; boundary && i < search_.numbers_.size(); ++i) {
      const MatrixRef relation = conditions_.relation(i, 0);
      const MatrixRef value = beginning.constant((*boundary)[i]);
      for (const Entry& entry : relation->entries) {
        const int literal = beginning.mentioned(entry.holds);
        if (literal == 0) continue;
        const bool in = holdsIn(*value, entry.tuple) != solver::no;
        assumed_.push_back(in ? literal : -literal);
        meaning_[assumed_.back()] = {i, entry.tuple, in};
      }
    }
    assumed_.insert(assumed_.end(), selectors_.begin(), selectors_.begin() + static_cast<std::ptrdiff_t>(count));
    if (also != 0) assumed_.push_back(also);
    switch (beginning.solve(assumed_)) {
      case solver::Answer::satisfiable: return true;
      case solver::Answer::unsatisfiable: return false;
      case solver::Answer::unknown: break;
    }
    throw support::Exhausted(search_.budget_.exhausted().value_or("the solver gave up"));
  }

  /// After explains() was false: the part of the boundary that is to blame.
  Cube blamed() const {
    Cube cube;
    for (const int literal : conditions_.beginning().conflict())
      if (const auto part = meaning_.find(literal); part != meaning_.end()) cube.push_back(part->second);
    return cube;
  }

  /// After explains() was true: the path behind the boundary. The evaluator has looked at each step; throws Unsupported where it
  /// does not agree.
  std::vector<PathStep> path(std::size_t count, Values& initial, bool takeInitial) {
    Values first = conditions_.values(0);
    if (takeInitial) initial = first;
    std::vector<PathStep> path;
    const std::size_t transitions = count == 0 ? 0 : counts_[count - 1];
    std::map<int, Values> states;
    states[0] = std::move(first);
    for (std::size_t i = 0; i < transitions; ++i) {
      const Transition& each = transitions_[i];
      for (const int state : {each.entry, each.from, each.to})
        if (!states.contains(state)) states[state] = conditions_.values(state);
      check(each, states[each.entry], states[each.from], states[each.to], initial);
      if (each.record == PathStep::none && states[each.from] == states[each.to]) continue;
      path.push_back({states[each.to], each.record, each.whole});
    }
    return path;
  }

 private:
  void addLine(const Observation& line, std::size_t record, std::vector<Lit>& parts) {
    Beginning& beginning = conditions_.beginning();
    const int entry = conditions_.last();
    const auto known = conditions_.known(line, entry);
    if (line.step == Observation::Step::none && line.asked.empty()) {
      Transition& none = transitions_.emplace_back();
      none.kind = Transition::Kind::nothing;
      none.from = none.to = none.entry = entry;
      none.record = record;
      none.line = &line;
      for (const auto& [relation, value] : known)
        parts.push_back(beginning.algebra().equal(conditions_.relation(relation, entry), value));
      return;
    }
    for (std::size_t step = 0; step <= line.later.size(); ++step) {
      Transition& each = transitions_.emplace_back();
      each.from = conditions_.last();
      each.to = conditions_.newState();
      each.entry = entry;
      each.record = record;
      each.whole = step == line.later.size();
      if (each.whole) {
        each.line = &line;
        for (const auto& [relation, value] : known) conditions_.define(relation, each.to, value);
      }
      const std::vector<Asked>& asked = step == 0 ? line.asked : line.later[step - 1];
      const Lit asks = conditions_.asks(asked, each.from, each.asked);
      Lit holds = conditions_.isStep(each.from);
      if (line.step == Observation::Step::any && asked.empty()) {
        each.kind = Transition::Kind::stepOrNothing;
        holds = beginning.circuit().disjunction(holds, conditions_.same(each.from, each.to));
      }
      if (line.step == Observation::Step::none) parts.push_back(conditions_.same(each.from, each.to));
      parts.push_back(asks);
      parts.push_back(holds);
    }
  }

 public:
  void check(const Transition& each, const Values& entry, const Values& from, const Values& to, const Values& initial) {
    search_.budget_.check();
    const auto disagree = [] { throw solver::Unsupported("internal error: solver and evaluator disagree on a log's step", {}); };
    if (each.line) {
      const Known known = search_.mapping_.known(*each.line, entry, initial);
      for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i] && !(*known[i] == to[i])) disagree();
    }
    if (each.kind == Transition::Kind::nothing || (each.kind == Transition::Kind::stepOrNothing && from == to)) {
      if (!(from == to)) disagree();
      return;
    }
    if (!evaluator_) {
      evaluator_ = std::make_unique<evaluator::Evaluator>(search_.model_, search_.evaluation_);
      pair_ = search_.frame_;
      pair_.states.assign(2, search_.frame_.states.front());
      pair_.loop = 1;
    }
    for (std::size_t i = 0; i < search_.numbers_.size(); ++i)
      for (const bool later : {false, true}) {
        model::State& state = pair_.states[later ? 1 : 0];
        const auto& which = search_.numbers_[i];
        (which.isField ? state.fields[which.id] : state.sigs[which.id]) = later ? to[i] : from[i];
      }
    evaluator_->bind(pair_);
    const auto holds = [&](model::ExprId formula, const std::vector<evaluator::Binding>& given, unsigned state) {
      for (const evaluator::Binding& binding : given) evaluator_->assign(binding.variable, binding.value);
      if (!evaluator_->holds(formula, state)) disagree();
    };
    for (const Condition& fact : search_.facts_.steps) holds(fact.formula, fact.given, 0);
    for (const Condition& fact : search_.facts_.states) holds(fact.formula, fact.given, 1);
    for (const AskedHere& one : each.asked) {
      std::vector<evaluator::Binding> given = one.asked->given;
      for (const auto& [variable, value] : one.open) given.push_back({variable, conditions_.beginning().value(value)});
      holds(one.asked->formula, given, 0);
    }
  }
  Conditions& conditions() { return conditions_; }

 private:
  const SymbolicSearch& search_;
  mutable Conditions conditions_;
  std::size_t first_, end_;
  std::vector<Transition> transitions_;
  std::vector<int> selectors_;       // by record
  std::vector<std::size_t> counts_;  // of transitions up to a record's end
  std::size_t applied_ = 0;          // refuted boundaries that are said
  std::vector<int> assumed_;
  std::map<int, Part> meaning_;
  std::unique_ptr<evaluator::Evaluator> evaluator_;
  model::Instance pair_;
};

Found SymbolicSearch::run(Records& records, const Outset& outset, std::size_t count) {
  for (const Condition& fact : facts_.first)
    if (looks_(fact.formula).next.any() && log_.initially == model::noId && !log_.anyStart && outset.record == 0)
      throw solver::Unsupported("a fact about the first step alone", fact.span);
  Found found;
  try {
    if (records.predecessors()) return inAnyOrder(records, outset, count);
    inOrder(records, outset, count, found);
  } catch (const support::Exhausted& end) {
    found.outcome = Found::Outcome::undecided;
    found.why = end.what();
  }
  return found;
}

void SymbolicSearch::inOrder(Records& records, const Outset& outset, std::size_t count, Found& found) {
  struct Boundary {
    std::size_t first = 0;  // record
    Values state;
    std::vector<Cube> refuted;
    std::vector<PathStep> path;  // through the window behind it
  };
  std::vector<Boundary> chain(1);
  const bool firstIsState = log_.states && outset.record == 0;
  chain.front().first = outset.record + (firstIsState ? 1 : 0);
  std::map<std::size_t, std::unique_ptr<Window>> windows;
  Values initial;
  const auto keepPath = [&](std::size_t k) {
    found.path.clear();
    PathStep root;
    root.state = initial;
    if (firstIsState) root.record = 0;
    if (outset.record > 0) root.record = outset.record - 1;
    found.path.push_back(std::move(root));
    for (std::size_t i = 0; i <= k; ++i) found.path.insert(found.path.end(), chain[i].path.begin(), chain[i].path.end());
    found.states = {found.path.back().state};
  };
  const auto windowAt = [&](std::size_t k) -> Window& {
    std::unique_ptr<Window>& window = windows[k];
    if (window) return *window;
    window = std::make_unique<Window>(*this, outset, chain[k].first, k == 0);
    const std::size_t end = k + 1 < chain.size() ? chain[k + 1].first : count;
    if (k == 0 && firstIsState)
      if (const Observation* line = records.at(0)) window->beginAt(*line);
    for (std::size_t record = chain[k].first; record < end; ++record) {
      if (k + 1 == chain.size() && window->isFull()) break;
      const Observation* line = records.at(record);
      if (!line) break;
      window->add(*line);
    }
    ++found.visited;
    while (windows.size() > windowsKept) windows.erase(windows.begin()->first == k ? std::prev(windows.end()) : windows.begin());
    return *windows[k];
  };
  for (std::size_t k = 0;;) {
    budget_.check();
    Window& window = windowAt(k);
    if (k + 1 < chain.size()) window.refute(chain[k + 1].refuted);
    const Values* boundary = k == 0 ? nullptr : &chain[k].state;
    const std::size_t all = window.end() - window.first();
    std::size_t reached = all;
    if (!window.explains(boundary, all)) {
      // Within a window that was never left the line counts.
      const bool fresh = k + 1 == chain.size();
      if (fresh) {
        std::size_t good = 0, bad = all;
        while (bad > 0 && good + 1 < bad) {
          const std::size_t middle = good + (bad - good) / 2;
          (window.explains(boundary, middle) ? good : bad) = middle;
        }
        reached = good;
        if (window.first() + reached > found.explained || found.path.empty()) {
          if (window.explains(boundary, reached)) {
            found.explained = window.first() + reached;
            chain[k].path = window.path(reached, initial, k == 0);
            keepPath(k);
            Values begins = initial;
            for (Values& other : window.otherEnds(boundary, reached, found.states.front(), begins, otherStates))
              found.states.push_back(std::move(other));
          }
        }
        window.explains(boundary, std::min(all, reached + 1));
      }
      const Cube cube = window.blamed();
      if (k == 0 || cube.empty()) {
        found.outcome = Found::Outcome::doesNotFit;
        return;
      }
      chain[k].refuted.push_back(cube);
      --k;
      continue;
    }
    chain[k].path = window.path(all, initial, k == 0);
    const std::size_t end = window.end();
    if (end > found.explained || found.path.empty()) {
      found.explained = end;
      keepPath(k);
    }
    if (end >= count || !records.at(end)) {
      found.outcome = Found::Outcome::fits;
      keepPath(k);
      return;
    }
    if (k + 1 == chain.size()) chain.emplace_back().first = end;
    chain[k + 1].state = chain[k].path.empty() ? (k == 0 ? initial : chain[k].state) : chain[k].path.back().state;
    ++k;
  }
}

Found SymbolicSearch::inAnyOrder(Records& records, const Outset& outset, std::size_t count) {
  const auto& direct = *records.predecessors();
  // Which records come before each, and so between which places it may stand.
  std::vector<std::vector<bool>> before(count, std::vector<bool>(count, false));
  for (std::size_t r = 0; r < count; ++r)
    for (const std::size_t other : direct[r]) {
      if (other >= r) throw solver::Unsupported("records out of order", {});
      before[r][other] = true;
      for (std::size_t i = 0; i < count; ++i) before[r][i] = before[r][i] || before[other][i];
    }
  Window window(*this, outset, 0, true);
  Conditions& conditions = window.conditions();
  Beginning& beginning = conditions.beginning();
  solver::Circuit& circuit = beginning.circuit();
  std::vector<std::vector<Lit>> chosen(count);  // by record, place
  for (std::size_t r = 0; r < count; ++r) {
    const auto earlier = static_cast<std::size_t>(std::ranges::count(before[r], true));
    std::size_t later = 0;
    for (std::size_t i = r + 1; i < count; ++i) later += before[i][r];
    for (std::size_t place = 0; place < count; ++place)
      chosen[r].push_back(place >= earlier && place + later < count ? circuit.input() : solver::no);
    conditions.require(solver::exactlyOne(circuit, chosen[r]));
  }
  std::vector<Transition> transitions;
  std::vector<Lit> done(count, solver::no);  // by record: before this place
  for (std::size_t place = 0; place < count; ++place) {
    for (int i = 0; i < log_.hiddenSteps; ++i) {
      Transition& hidden = transitions.emplace_back();
      hidden.kind = Transition::Kind::stepOrNothing;
      hidden.from = hidden.entry = conditions.last();
      hidden.to = conditions.newState();
      conditions.require(circuit.disjunction(conditions.same(hidden.from, hidden.to), conditions.isStep(hidden.from)));
    }
    // As many steps as the longest of the records that may stand here: behind its own a record has none.
    std::size_t steps = 1;
    for (std::size_t r = 0; r < count; ++r)
      if (chosen[r][place] != solver::no) steps = std::max(steps, records.at(r)->later.size() + 1);
    const int entry = conditions.last();
    std::vector<Lit> step, same;  // by step
    for (std::size_t i = 0; i < steps; ++i) {
      const int from = conditions.last(), to = conditions.newState();
      step.push_back(conditions.isStep(from));
      same.push_back(conditions.same(from, to));
    }
    std::vector<Lit> here;
    for (std::size_t r = 0; r < count; ++r) {
      const Lit chosenHere = chosen[r][place];
      here.push_back(chosenHere);
      if (chosenHere == solver::no) continue;
      budget_.check();
      for (const std::size_t other : direct[r]) conditions.require(circuit.implication(chosenHere, done[other]));
      const Observation* line = records.at(r);
      std::vector<Lit> parts;
      if (!line->impossible.empty() || !line->malformed.empty()) parts.push_back(solver::no);
      const bool passedOver = line->step == Observation::Step::passedOver;
      if (!passedOver)
        for (const auto& [relation, value] : conditions.known(*line, entry))
          parts.push_back(beginning.algebra().equal(conditions.relation(relation, conditions.last()), value));
      for (std::size_t i = 0; i <= line->later.size(); ++i) {
        Transition& each = transitions.emplace_back();
        each.entry = entry;
        each.from = entry + static_cast<int>(i);
        each.to = each.from + 1;
        each.record = r;
        each.whole = i == line->later.size();
        each.taken = chosenHere;
        if (passedOver) {
          each.kind = Transition::Kind::nothing;
          parts.push_back(same[i]);
          continue;
        }
        if (each.whole) each.line = line;
        const std::vector<Asked>& asked = i == 0 ? line->asked : line->later[i - 1];
        parts.push_back(conditions.asks(asked, each.from, each.asked));
        const bool plain = asked.empty() && line->step != Observation::Step::event;
        each.kind = !plain                                  ? Transition::Kind::step
                    : line->step == Observation::Step::none ? Transition::Kind::nothing
                                                            : Transition::Kind::stepOrNothing;
        if (line->step == Observation::Step::none) parts.push_back(same[i]);
        if (!plain) parts.push_back(step[i]);
        if (each.kind == Transition::Kind::stepOrNothing) parts.push_back(circuit.disjunction(step[i], same[i]));
      }
      for (std::size_t i = line->later.size() + 1; i < steps; ++i) parts.push_back(same[i]);
      conditions.require(circuit.implication(chosenHere, circuit.conjunction(parts)));
    }
    conditions.require(solver::exactlyOne(circuit, here));
    for (std::size_t r = 0; r < count; ++r) done[r] = circuit.disjunction(done[r], here[r]);
  }
  Found found;
  found.visited = 1;
  if (!window.explains(nullptr, 0)) {
    found.outcome = Found::Outcome::doesNotFit;
    return found;
  }
  const Values initial = conditions.values(0);
  found.path.push_back({initial, PathStep::none, true});
  for (const Transition& each : transitions) {
    if (each.taken != solver::yes && !beginning.value(each.taken)) continue;
    const Values from = conditions.values(each.from), to = conditions.values(each.to);
    window.check(each, conditions.values(each.entry), from, to, initial);
    if (each.record == PathStep::none && from == to) continue;
    found.path.push_back({to, each.record, each.whole});
  }
  found.states = {found.path.back().state};
  found.explained = count;
  found.outcome = Found::Outcome::fits;
  return found;
}

}  // namespace aunit::suite::log
