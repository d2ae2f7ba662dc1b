// Properties of infinite runs, on the complete state space. A run that violates such a property ends in a cycle, which lies in a
// strongly connected component (Tarjan, SIAM J. Computing 1972). A component admits a weakly fair run if each process that is
// declared fair has a step within the component, or has no step at all in some state of the component (Lichtenstein & Pnueli,
// POPL 1985).
#include <algorithm>
#include <deque>
#include <functional>
#include <unordered_map>

#include "solver/reachability/space.h"

#include "support/budget.h"

namespace aunit::reachability {

namespace {

using program::Expr;
using program::ExprId;
using program::Op;
using program::ProcessId;

/// The violating runs of one property. Each run reaches a state in which `start` holds (an initial state if `fromInitial`). From
/// there on, it stays in states in which `avoid` does not hold, and is infinitely often in a state in which `settle` does not
/// hold. A missing formula imposes no condition.
struct ViolatingRuns {
  bool fromInitial = false;
  ExprId start = program::noId;
  ExprId avoid = program::noId;
  ExprId settle = program::noId;
  bool isSafety = false;  // a finite run violates the property as soon as it reaches a state in which `avoid` does not hold
};

bool aboutStates(const program::Program& p, ExprId id) {
  return !program::speaksOfRuns(p, id);
}

/// Like violatingRuns(), for the body of an `always`.
bool violatingRunsInsideAlways(const program::Program& p, ExprId id, std::vector<ViolatingRuns>& alternatives) {
  const Expr& e = p.expr(id);
  const auto isEventually = [&](ExprId child) {
    return p.expr(child).op == Op::eventually && aboutStates(p, p.expr(child).children[0]);
  };
  if (aboutStates(p, id)) {
    alternatives.push_back({.avoid = id, .isSafety = true});
    return true;
  }
  if (isEventually(id)) {
    alternatives.push_back({.avoid = e.children[0]});
    return true;
  }
  if (e.op == Op::implies && aboutStates(p, e.children[0]) && isEventually(e.children[1])) {
    alternatives.push_back({.start = e.children[0], .avoid = p.expr(e.children[1]).children[0]});
    return true;
  }
  if (e.op == Op::and_)
    return std::ranges::all_of(e.children, [&](ExprId c) { return violatingRunsInsideAlways(p, c, alternatives); });
  return false;
}

/// Adds to `alternatives` one or more kinds of runs. A run violates the formula if it is of one of these kinds. Returns false if
/// this engine does not support the form of the formula.
bool violatingRuns(const program::Program& p, ExprId id, std::vector<ViolatingRuns>& alternatives) {
  const Expr& e = p.expr(id);
  if (e.op == Op::proposition) return violatingRuns(p, p.propositions[e.target].formula, alternatives);
  if (e.op == Op::and_) return std::ranges::all_of(e.children, [&](ExprId c) { return violatingRuns(p, c, alternatives); });
  if (e.op == Op::always) return violatingRunsInsideAlways(p, e.children[0], alternatives);
  if (e.op != Op::eventually) return false;
  const Expr& body = p.expr(e.children[0]);
  if (aboutStates(p, e.children[0])) {
    alternatives.push_back({.fromInitial = true, .avoid = e.children[0]});
    return true;
  }
  if (body.op != Op::always || !aboutStates(p, body.children[0])) return false;
  alternatives.push_back({.fromInitial = true, .settle = body.children[0]});
  return true;
}

class ViolationSearch {
 public:
  ViolationSearch(const Space& space, const ViolatingRuns& violating, const support::Budget& budget)
      : space_(space), violating_(violating), budget_(budget), values_(space.layout.slots()), scratch_(space.machine.scratch()) {
    std::uint32_t longest = 0;
    for (std::uint32_t s = 0; s < shardCount; ++s) longest = std::max(longest, space.table.shard(s).size());
    ids_ = longest * shardCount;
  }

  std::optional<Path> find() {
    if (violating_.isSafety) {
      const StateId bad = nearest([&](StateId id) { return !holds(violating_.avoid, id); });
      return bad == noState ? std::nullopt : std::optional(space_.pathTo(bad));
    }
    findComponents();
    const StateId start = nearest([&](StateId id) { return isStart(id) && inRegion(id) && leadsToGood_[component_[id]]; });
    if (start == noState) return std::nullopt;
    return lasso(start);
  }

 private:
  struct Edge {
    ProcessId process;
    StateId to;
  };

  bool exists(StateId id) const { return id / shardCount < space_.table.shard(id % shardCount).size(); }
  bool holds(ExprId formula, StateId id) {
    space_.layout.unpack(space_.table.state(id), values_.data());
    return space_.machine.evaluate(formula, values_.data(), scratch_) != 0;
  }
  bool inRegion(StateId id) { return violating_.avoid == program::noId || !holds(violating_.avoid, id); }
  bool isStart(StateId id) {
    if (violating_.fromInitial && space_.table.parent(id) != noState) return false;
    return violating_.start == program::noId || holds(violating_.start, id);
  }

  std::vector<Edge> edges(StateId id) {
    std::vector<Edge> out;
    std::vector<std::uint64_t> next(space_.layout.words());
    const std::uint64_t* packed = space_.table.state(id);
    space_.layout.unpack(packed, values_.data());
    for (ProcessId p = 0; p < space_.program.processes.size(); ++p)
      if (space_.machine.step(p, values_.data(), packed, next.data(), scratch_) == StepKind::step)
        out.push_back({p, space_.table.find(next.data())});
    return out;
  }

  void checkTime() {
    if ((++ticks_ & 0xfff) != 0) return;
    budget_.check();
  }

  /// Finds the strongly connected components of the region, which consists of the states in which `avoid` does not hold. Sets
  /// `good_` and `leadsToGood_` of each component.
  void findComponents() {
    constexpr std::uint32_t unvisited = 0;
    component_.assign(ids_, noState);
    std::vector<std::uint32_t> order(ids_, unvisited), low(ids_, 0);
    std::vector<StateId> stack;
    struct Frame {
      StateId state;
      std::vector<Edge> edges;
      std::size_t next = 0;
    };
    std::vector<Frame> frames;
    std::uint32_t clock = 0;
    const auto enter = [&](StateId id) {
      order[id] = low[id] = ++clock;
      stack.push_back(id);
      frames.push_back({id, edges(id)});
      checkTime();
    };
    for (StateId root = 0; root < ids_; ++root) {
      if (!exists(root) || order[root] != unvisited || !inRegion(root)) continue;
      enter(root);
      while (!frames.empty()) {
        Frame& frame = frames.back();
        if (frame.next < frame.edges.size()) {
          const StateId to = frame.edges[frame.next++].to;
          if (order[to] == unvisited) {
            if (inRegion(to)) enter(to);
          } else if (component_[to] == noState) {
            low[frame.state] = std::min(low[frame.state], order[to]);
          }
          continue;
        }
        const StateId state = frame.state;
        if (low[state] == order[state]) {
          const auto first = std::find(stack.rbegin(), stack.rend(), state).base() - 1;
          closeComponent({first, stack.end()});
          stack.erase(first, stack.end());
        }
        frames.pop_back();
        if (!frames.empty()) low[frames.back().state] = std::min(low[frames.back().state], low[state]);
      }
    }
  }

  void closeComponent(const std::vector<StateId>& members) {
    const auto id = static_cast<std::uint32_t>(leadsToGood_.size());
    for (const StateId member : members) component_[member] = id;
    bool infinite = false, settles = violating_.settle == program::noId, leads = false;
    std::vector<bool> fairlyTreated(space_.program.processes.size(), false);
    for (const StateId member : members) {
      const std::vector<Edge> out = edges(member);
      std::vector<bool> enabled(fairlyTreated.size(), false);
      infinite = infinite || out.empty();  // no step leaves the state, so the run stays there
      for (const Edge& edge : out) {
        enabled[edge.process] = true;
        const std::uint32_t other = component_[edge.to];
        if (other == id) {
          infinite = true;
          fairlyTreated[edge.process] = true;
        } else if (other != noState && leadsToGood_[other]) {
          leads = true;
        }
      }
      for (ProcessId p = 0; p < enabled.size(); ++p)
        if (!enabled[p]) fairlyTreated[p] = true;
      settles = settles || !holds(violating_.settle, member);
      checkTime();
    }
    bool good = infinite && settles;
    for (ProcessId p = 0; p < fairlyTreated.size(); ++p) good = good && (fairlyTreated[p] || !space_.program.processes[p].fair);
    good_.push_back(good);
    leadsToGood_.push_back(good || leads);
  }

  /// The state with the shortest path from an initial state, among the states for which `wanted` holds.
  StateId nearest(const std::function<bool(StateId)>& wanted) {
    std::vector<std::uint32_t> depth(ids_, noState);
    StateId best = noState;
    for (StateId id = 0; id < ids_; ++id) {
      if (!exists(id)) continue;
      checkTime();
      if (!wanted(id)) continue;
      if (best == noState || depthOf(id, depth) < depthOf(best, depth)) best = id;
    }
    return best;
  }
  std::uint32_t depthOf(StateId id, std::vector<std::uint32_t>& depth) {
    std::vector<StateId> way;
    for (; id != noState && depth[id] == noState; id = space_.table.parent(id)) way.push_back(id);
    std::uint32_t d = id == noState ? 0 : depth[id] + 1;
    for (auto i = way.rbegin(); i != way.rend(); ++i) depth[*i] = d++;
    return way.empty() ? depth[id] : depth[way.front()];
  }

  /// Appends a shortest path from `from` to a state that satisfies `isGoal`, through states that satisfy `mayEnter`. Returns its
  /// end. If `moving`, the path has at least one step.
  StateId walk(Path& path, StateId from, const std::function<bool(StateId)>& mayEnter, const std::function<bool(StateId)>& isGoal,
               bool moving) {
    if (!moving && isGoal(from)) return from;
    std::unordered_map<StateId, std::pair<StateId, ProcessId>> cameFrom;
    std::deque<StateId> queue{from};
    for (; !queue.empty(); queue.pop_front()) {
      const StateId at = queue.front();
      for (const Edge& edge : edges(at)) {
        if (!mayEnter(edge.to)) continue;
        const bool isNew = cameFrom.try_emplace(edge.to, at, edge.process).second;
        if (isNew && isGoal(edge.to)) {
          std::vector<StateId> way{edge.to};
          for (StateId s = at;; s = cameFrom.at(s).first) {
            way.push_back(s);
            if (s == from) break;
          }
          for (std::size_t i = way.size() - 1; i > 0; --i)
            path.steps.push_back(stepTo(way[i], way[i - 1], cameFrom.at(way[i - 1]).second));
          return edge.to;
        }
        if (isNew) queue.push_back(edge.to);
      }
    }
    return noState;
  }

  Step stepTo(StateId from, StateId to, ProcessId process) const {
    const program::State before = space_.state(space_.table.state(from));
    return {process, before.locations[process], space_.state(space_.table.state(to))};
  }

  Path lasso(StateId start) {
    Path path = space_.pathTo(start);
    const StateId entry = walk(
        path, start, [&](StateId id) { return inRegion(id); }, [&](StateId id) { return good_[component_[id]]; }, false);
    const std::uint32_t home = component_[entry];
    path.loop = static_cast<std::uint32_t>(path.length());
    if (edges(entry).empty()) return path;
    const auto inside = [&](StateId id) { return component_[id] == home; };
    StateId at = entry;
    const std::size_t begin = path.length();
    if (violating_.settle != program::noId)
      at = walk(
          path, at, inside, [&](StateId id) { return !holds(violating_.settle, id); }, false);
    for (ProcessId p = 0; p < space_.program.processes.size(); ++p)
      if (space_.program.processes[p].fair) at = treatFairly(path, begin, at, p, inside);
    if (at != entry || path.length() == begin)
      walk(
          path, at, inside, [&](StateId id) { return id == entry; }, true);
    return path;
  }

  /// Extends the cycle that begins after the first `begin` steps of `path`. Afterwards the cycle contains a step of `process`, or
  /// a state in which `process` has no step.
  StateId treatFairly(Path& path, std::size_t begin, StateId at, ProcessId process, const std::function<bool(StateId)>& inside) {
    for (std::size_t i = begin; i < path.steps.size(); ++i)
      if (path.steps[i].process == process) return at;
    const auto disabled = [&](StateId id) {
      return std::ranges::none_of(edges(id), [&](const Edge& e) { return e.process == process; });
    };
    const auto stepsInside = [&](StateId id) {
      return std::ranges::any_of(edges(id), [&](const Edge& e) { return e.process == process && inside(e.to); });
    };
    at = walk(
        path, at, inside, [&](StateId id) { return disabled(id) || stepsInside(id); }, false);
    if (disabled(at)) return at;
    for (const Edge& edge : edges(at))
      if (edge.process == process && inside(edge.to)) {
        path.steps.push_back(stepTo(at, edge.to, process));
        return edge.to;
      }
    return at;
  }

  const Space& space_;
  const ViolatingRuns& violating_;
  const support::Budget& budget_;
  std::vector<std::int64_t> values_;
  Machine::Scratch scratch_;
  std::uint32_t ids_ = 0;
  std::vector<std::uint32_t> component_;  // by state; noState outside the region
  std::vector<bool> good_;                // by component: a violating run can stay there
  std::vector<bool> leadsToGood_;         // by component: the component, or a component that can be reached from it, is good
  std::uint64_t ticks_ = 0;
};

}  // namespace

Verdict decideTemporal(const Space& space, ExprId formula, const support::Budget& budget) {
  std::vector<ViolatingRuns> alternatives;
  if (!violatingRuns(space.program, formula, alternatives))
    return {Outcome::unsupported, {}, "only bounded search decides properties of this form"};
  try {
    for (const ViolatingRuns& violating : alternatives)
      if (std::optional<Path> path = ViolationSearch(space, violating, budget).find())
        return {Outcome::violated, std::move(path), {}};
  } catch (const support::Exhausted&) {
    return {Outcome::unknown, {}, "time limit reached"};
  }
  return {Outcome::holds, {}, {}};
}

}  // namespace aunit::reachability
