#include "solver/modelcheck/pdr.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>

#include "solver/circuit/cnf.h"
#include "solver/modelcheck/query.h"

namespace aunit::modelcheck {

using solver::CnfEncoder;
using solver::Gate;

namespace {

/// Values of latches: i+1 if latch i is true, -(i+1) if it is false. Sorted by latch.
using Values = std::vector<int>;

std::size_t latchOf(int value) {
  return static_cast<std::size_t>(std::abs(value)) - 1;
}

bool byLatch(int a, int b) {
  return std::abs(a) < std::abs(b);
}

/// Whether every literal of `a` is also in `b`.
bool subsumes(const Values& a, const Values& b) {
  return a.size() <= b.size() && std::includes(b.begin(), b.end(), a.begin(), a.end(), [](int x, int y) {
           return std::abs(x) != std::abs(y) ? std::abs(x) < std::abs(y) : x < y;
         });
}

/// For each circuit input that is no latch: its node, and its variable in the solver.
using Inputs = std::vector<std::pair<std::uint32_t, int>>;

/// A step of the system as clauses. For each circuit literal that a query mentions, there is an equivalent literal in the
/// clauses.
struct Encoding {
  solver::Cnf cnf;
  std::vector<int> now;   // by latch: the variable of its value in the state before the step
  std::vector<int> next;  // by latch: the literal of its value in the state after the step
  int bad = 0;            // the literal of System::bad
  int broken = 0;         // set by anyStep(): a literal that implies that some constraint does not hold
  Inputs inputs;
  solver::Cnf initially;  // set by allowedStep(): `cnf` and clauses that make the step begin in an initial state
};

int equivalent(CnfEncoder& encoder, Lit l) {
  if (l == solver::yes || l == solver::no) {
    const int v = encoder.newVariable();
    const int unit[] = {l == solver::yes ? v : -v};
    encoder.cnf().add(unit);
    return v;
  }
  encoder.implying(!l);
  return encoder.implying(l);
}

Encoding finished(const System& system, CnfEncoder& encoder, Encoding e) {
  std::vector<bool> isLatch(system.circuit->size(), false);
  for (const Latch& latch : system.latches) {
    isLatch[latch.now.node()] = true;
    e.now.push_back(encoder.inputVariable(latch.now.node()));
    e.next.push_back(equivalent(encoder, latch.next));
  }
  e.bad = equivalent(encoder, system.bad);
  for (std::uint32_t node = 0; node < system.circuit->size(); ++node) {
    const bool input = system.circuit->gate(node) == Gate::input && !isLatch[node];
    if (input && encoder.variableOf(node) != 0) e.inputs.emplace_back(node, encoder.variableOf(node));
  }
  e.cnf = encoder.cnf();
  return e;
}

/// Encodes the steps that the constraints allow.
Encoding allowedStep(const System& system, const support::Budget& budget) {
  CnfEncoder encoder(*system.circuit, &budget);
  encoder.assertAll(system.constraints);
  Encoding e = finished(system, encoder, {});
  encoder.assertAll(system.init);
  e.initially = std::move(encoder.cnf());
  return e;
}

/// Encodes all steps. `broken` implies that a step is not allowed.
Encoding anyStep(const System& system, const support::Budget& budget) {
  CnfEncoder encoder(*system.circuit, &budget);
  Encoding e;
  e.broken = encoder.implying(!system.circuit->conjunction(system.constraints));
  return finished(system, encoder, std::move(e));
}

/// Encodes the initial states. Sets only `now`.
Encoding initialState(const System& system, const support::Budget& budget) {
  CnfEncoder encoder(*system.circuit, &budget);
  encoder.assertAll(system.init);
  Encoding e;
  for (const Latch& latch : system.latches) e.now.push_back(encoder.inputVariable(latch.now.node()));
  e.cnf = std::move(encoder.cnf());
  return e;
}

/// Values as literals of a solver. `variables`: by latch, its variable in the solver.
std::vector<int> literals(const Values& values, const std::vector<int>& variables) {
  std::vector<int> result;
  for (const int v : values) result.push_back(v < 0 ? -variables[latchOf(v)] : variables[latchOf(v)]);
  return result;
}

std::vector<int> negated(std::vector<int> clause) {
  for (int& l : clause) l = -l;
  return clause;
}

}  // namespace

struct Pdr::State {
  struct Obligation {
    Values cube;
    int frame;
  };

  State(const System& s, const support::Budget& budget, std::size_t questionsOfASolver);

  Reach run();
  std::optional<Values> bad(int frame);
  bool block(const Obligation& obligation);
  bool reachable(int frame, const Values& cube);
  Values core(int frame, const Values& cube);
  void generalise(int frame, Values& cube);
  bool meetsInit(const Values& cube);
  void exclude(const Values& cube, int frame, int from = 1);
  bool excluded(int frame, const Values& cube) const;
  std::optional<int> push();
  void conclude(int frame);
  Values lifted(const Query& query, std::vector<int> target);
  std::unique_ptr<Query> solverOf(int frame);
  int last() const { return static_cast<int>(frames.size()) - 1; }

  const System& system;
  const std::size_t mostTemporary;  // a solver is replaced after more than this many questions with temporary clauses
  const support::Budget whole;
  support::Budget turn;  // the part of the budget `whole` for one turn
  support::Meter meter{&turn};
  Encoding step;
  Encoding function;
  Encoding start;
  std::unordered_map<std::uint32_t, int> stepInputs;
  std::unique_ptr<Query> initial;
  std::unique_ptr<Query> lifting;
  std::vector<std::unique_ptr<Query>> solvers;  // by frame: a solver for the steps that begin in the frame's states
  std::vector<std::vector<Values>> frames;      // by frame: cubes that are excluded up to this frame, but not from the next frame
  std::vector<std::vector<bool>> initialStates;      // some initial states, found during the search
  std::vector<std::vector<Obligation>> obligations;  // by frame
  std::vector<std::uint32_t> activity;               // by latch: how often it occurs in blocked cubes
  std::atomic<int> safe = 0;
  bool reached = false;
  Invariant invariant;
};

Pdr::Pdr(const System& system, const support::Budget& budget, std::size_t questionsOfASolver)
    : state_(solver::withBadAlloc([&] { return std::make_unique<State>(system, budget, questionsOfASolver); })) {}
Pdr::~Pdr() = default;

Reach Pdr::run(double seconds) {
  state_->turn = state_->whole.within({.seconds = seconds});
  try {
    return solver::withBadAlloc([&] { return state_->run(); });
  } catch (const support::Exhausted&) {
    state_->whole.check();
    return Reach::undecided;
  }
}

int Pdr::frames() const {
  return state_->safe;
}

const Invariant& Pdr::invariant() const {
  return state_->invariant;
}

Pdr::State::State(const System& s, const support::Budget& budget, std::size_t questionsOfASolver)
    : system(s),
      mostTemporary(questionsOfASolver),
      whole(budget),
      step(allowedStep(s, budget)),
      function(anyStep(s, budget)),
      start(initialState(s, budget)),
      stepInputs(step.inputs.begin(), step.inputs.end()),
      initial(std::make_unique<Query>(start.cnf, whole, meter)),
      lifting(std::make_unique<Query>(function.cnf, whole, meter)),
      activity(s.latches.size(), 0) {}

// ---- the search ----

Reach Pdr::State::run() {
  if (reached) return Reach::reached;
  if (frames.empty()) {
    if (!initial->satisfiable({})) {
      invariant.excluded = {{}};  // no initial state: the invariant excludes all states
      return Reach::never;
    }
    frames.resize(1);
    obligations.resize(1);
    solvers.push_back(solverOf(0));
  }
  while (true) {
    // The obligations of the earliest frame come first, because results there help in later frames.
    const auto open = std::ranges::find_if(obligations, [](const auto& o) { return !o.empty(); });
    if (open != obligations.end()) {
      const Obligation obligation = open->back();
      if (block(obligation)) {
        std::erase_if(*open, [&](const Obligation& o) { return o.cube == obligation.cube; });
        // The cube becomes an obligation of the next frame, too, because long counterexamples are then found earlier, and frames
        // become equal earlier.
        if (obligation.frame < last()) std::next(open)->push_back({obligation.cube, obligation.frame + 1});
      }
      if (reached) return Reach::reached;
      continue;
    }
    if (const auto cube = bad(last())) {
      if (last() == 0) {
        reached = true;
        return Reach::reached;
      }
      obligations.back().push_back({*cube, last()});
      continue;
    }
    safe = last() + 1;
    if (const auto fixpoint = push()) {
      conclude(*fixpoint);
      return Reach::never;
    }
  }
}

/// Returns a cube of states. Each of them has a step that satisfies `bad`, and at least one of them is in the frame. Returns
/// nothing if the frame has no such state.
std::optional<Values> Pdr::State::bad(int frame) {
  Query& query = *solvers[static_cast<std::size_t>(frame)];
  if (!query.satisfiable(std::span(&step.bad, 1))) return std::nullopt;
  return lifted(query, {function.bad});
}

/// Tries to show that the obligation's cube cannot be reached. Returns true if this succeeds. Otherwise, adds an obligation for
/// a predecessor, or sets `reached`. No obligation contains an initial state (core() relies on this): an initial state would
/// lead to a bad step in fewer steps than earlier frames allow.
bool Pdr::State::block(const Obligation& obligation) {
  int frame = obligation.frame;
  if (excluded(frame, obligation.cube)) return true;
  if (reachable(frame, obligation.cube)) {
    const Values before = lifted(*solvers[static_cast<std::size_t>(frame) - 1], literals(obligation.cube, function.next));
    if (frame == 1)
      reached = true;
    else
      obligations[static_cast<std::size_t>(frame) - 1].push_back({before, frame - 1});
    return false;
  }
  Values cube = core(frame, obligation.cube);
  generalise(frame, cube);
  while (frame < last() && !reachable(frame + 1, cube)) {
    ++frame;
    cube = core(frame, cube);
  }
  exclude(cube, frame);
  return true;
}

/// Whether some state of frame `frame` - 1 that is outside the cube has a step into the cube.
bool Pdr::State::reachable(int frame, const Values& cube) {
  std::unique_ptr<Query>& query = solvers[static_cast<std::size_t>(frame) - 1];
  if (query->temporary() > mostTemporary) query = solverOf(frame - 1);
  return query->satisfiableWith(negated(literals(cube, step.now)), literals(cube, step.next));
}

/// Requires that reachable() has just returned false. Returns some of the cube's literals. They describe a larger cube, which
/// cannot be reached either, and which contains no initial state.
Values Pdr::State::core(int frame, const Values& cube) {
  Query& query = *solvers[static_cast<std::size_t>(frame) - 1];
  Values part = query.blamed(cube, literals(cube, step.next));
  while (meetsInit(part)) {
    // Adds a literal that is false in the initial state just found.
    const std::vector<bool>& state = initialStates.back();
    const auto other = std::ranges::find_if(cube, [&](int v) { return state[latchOf(v)] != (v > 0); });
    part.insert(std::upper_bound(part.begin(), part.end(), *other, byLatch), *other);
  }
  return part;
}

/// Drops literals of the cube while the cube stays unreachable and contains no initial state.
void Pdr::State::generalise(int frame, Values& cube) {
  Values order = cube;
  std::ranges::stable_sort(order, {}, [&](int v) { return activity[latchOf(v)]; });
  for (const int v : order) {
    if (cube.size() == 1) break;
    Values without = cube;
    const std::size_t size = without.size();
    std::erase(without, v);
    if (without.size() == size || meetsInit(without) || reachable(frame, without)) continue;
    cube = core(frame, without);
  }
}

/// Whether the cube contains an initial state. If so, `initialStates` ends with this state.
bool Pdr::State::meetsInit(const Values& cube) {
  for (const int v : cube) {
    if (initial->fixed(v < 0 ? start.now[latchOf(v)] : -start.now[latchOf(v)])) return false;
  }
  for (auto& state : initialStates) {
    if (std::ranges::all_of(cube, [&](int v) { return state[latchOf(v)] == (v > 0); })) {
      std::swap(state, initialStates.back());
      return true;
    }
  }
  if (!initial->satisfiable(literals(cube, start.now))) return false;
  constexpr std::size_t most = 32;
  if (initialStates.size() == most) initialStates.erase(initialStates.begin());
  std::vector<bool>& state = initialStates.emplace_back();
  for (const int variable : start.now) state.push_back(initial->value(variable));
  return true;
}

/// Excludes a cube from the frames up to `frame`. Requires that the frames before `from` already exclude it.
void Pdr::State::exclude(const Values& cube, int frame, int from) {
  for (const int v : cube) ++activity[latchOf(v)];
  for (int f = 1; f <= frame; ++f) {
    std::erase_if(frames[static_cast<std::size_t>(f)], [&](const Values& other) { return subsumes(cube, other); });
    if (f >= from) solvers[static_cast<std::size_t>(f)]->add(negated(literals(cube, step.now)));
  }
  frames[static_cast<std::size_t>(frame)].push_back(cube);
}

bool Pdr::State::excluded(int frame, const Values& cube) const {
  for (std::size_t f = static_cast<std::size_t>(frame); f < frames.size(); ++f) {
    if (std::ranges::any_of(frames[f], [&](const Values& other) { return subsumes(other, cube); })) return true;
  }
  return false;
}

/// Opens another frame, and pushes cubes to later frames while they stay unreachable. Returns the first frame that equals the
/// next one; nothing if there is none.
std::optional<int> Pdr::State::push() {
  frames.emplace_back();
  obligations.emplace_back();
  solvers.push_back(solverOf(last()));
  for (int frame = 1; frame < last(); ++frame) {
    const std::vector<Values> cubes = frames[static_cast<std::size_t>(frame)];
    for (const Values& cube : cubes) {
      if (reachable(frame + 1, cube)) continue;
      const Values pushed = core(frame + 1, cube);
      exclude(pushed, frame + 1, pushed == cube ? frame + 1 : 1);
    }
    if (frames[static_cast<std::size_t>(frame)].empty()) return frame;
  }
  return std::nullopt;
}

/// Sets the invariant: the cubes that frame `frame` and the next one exclude. Requires that these frames are equal.
void Pdr::State::conclude(int frame) {
  for (std::size_t f = static_cast<std::size_t>(frame) + 1; f < frames.size(); ++f) {
    for (const Values& cube : frames[f]) {
      Cube& literals = invariant.excluded.emplace_back();
      for (const int v : cube) literals.push_back(v < 0 ? !system.latches[latchOf(v)].now : system.latches[latchOf(v)].now);
    }
  }
}

// ---- steps ----

/// Requires that the last answer of `query` was a state and a step from it. Returns literals of the state that are enough for
/// this step: in each state with these literals, the same inputs make an allowed step that meets `target`, which consists of
/// literals of the encoding `function`.
Values Pdr::State::lifted(const Query& query, std::vector<int> target) {
  std::vector<int> assumed;
  Values state;
  std::vector<int> stateLiterals;
  for (std::size_t i = 0; i < step.now.size(); ++i) {
    const bool value = query.value(step.now[i]);
    state.push_back(value ? static_cast<int>(i + 1) : -static_cast<int>(i + 1));
    stateLiterals.push_back(value ? function.now[i] : -function.now[i]);
  }
  for (const auto& [node, variable] : function.inputs) {
    const auto found = stepInputs.find(node);
    assumed.push_back(found != stepInputs.end() && query.value(found->second) ? variable : -variable);
  }
  assumed.insert(assumed.end(), stateLiterals.begin(), stateLiterals.end());
  if (lifting->temporary() > mostTemporary) lifting = std::make_unique<Query>(function.cnf, whole, meter);
  std::vector<int> missed = negated(std::move(target));
  missed.push_back(function.broken);
  if (lifting->satisfiableWith(missed, assumed))
    throw std::logic_error("the same state has two different next states for the same inputs");
  return lifting->blamed(state, stateLiterals);
}

std::unique_ptr<Query> Pdr::State::solverOf(int frame) {
  auto query = std::make_unique<Query>(frame == 0 ? step.initially : step.cnf, whole, meter);
  for (std::size_t f = static_cast<std::size_t>(std::max(1, frame)); frame > 0 && f < frames.size(); ++f) {
    for (const Values& cube : frames[f]) query->add(negated(literals(cube, step.now)));
  }
  return query;
}

}  // namespace aunit::modelcheck
