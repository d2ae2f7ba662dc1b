#include "solver/reachability/space.h"

#include <algorithm>
#include <map>

namespace aunit::reachability {

program::State Space::state(const std::uint64_t* packed) const {
  std::vector<std::int64_t> values(layout.slots());
  layout.unpack(packed, values.data());
  return layout.state(values.data());
}

Step Space::stepBetween(const std::uint64_t* from, const std::uint64_t* to) const {
  std::vector<std::int64_t> values(layout.slots());
  std::vector<std::uint64_t> successor(layout.words());
  layout.unpack(from, values.data());
  Machine::Scratch scratch = machine.scratch();
  for (program::ProcessId p = 0; p < program.processes.size(); ++p)
    if (machine.step(p, values.data(), from, successor.data(), scratch) == StepKind::step &&
        std::equal(successor.begin(), successor.end(), to))
      return {p, static_cast<program::LocationId>(values[p]), state(to)};
  return {};  // not reached: callers pass only states with a step from `from` to `to`
}

Path Space::pathTo(StateId id) const {
  std::vector<StateId> states;
  for (; id != noState; id = table.parent(id)) states.push_back(id);
  Path path{state(table.state(states.back())), {}, {}};
  for (std::size_t i = states.size() - 1; i > 0; --i)
    path.steps.push_back(stepBetween(table.state(states[i]), table.state(states[i - 1])));
  return path;
}

InitialStates::InitialStates(const program::Program& program) : program_(program), position_(program.variables.size(), 0) {
  state_.locations.assign(program.processes.size(), 0);
  for (const program::Variable& variable : program.variables) state_.values.push_back(variable.initial.front());
}

const program::State* InitialStates::next() {
  if (!started_) {
    started_ = true;
    return &state_;
  }
  for (std::size_t v = position_.size(); v-- > 0;) {
    const std::vector<std::int64_t>& initial = program_.variables[v].initial;
    const bool more = ++position_[v] < initial.size();
    if (!more) position_[v] = 0;
    state_.values[v] = initial[position_[v]];
    if (more) return &state_;
  }
  return nullptr;
}

std::vector<Step> successors(const program::Program& program, const program::State& state) {
  const Layout layout(program);
  const Machine machine(program, layout);
  std::vector<std::uint64_t> packed(layout.words()), successor(layout.words());
  std::vector<std::int64_t> values(layout.slots());
  layout.pack(state, packed.data());
  layout.unpack(packed.data(), values.data());
  Machine::Scratch scratch = machine.scratch();
  std::vector<Step> steps;
  for (program::ProcessId p = 0; p < program.processes.size(); ++p) {
    if (machine.step(p, values.data(), packed.data(), successor.data(), scratch) != StepKind::step) continue;
    std::vector<std::int64_t> after(layout.slots());
    layout.unpack(successor.data(), after.data());
    steps.push_back({p, state.locations[p], layout.state(after.data())});
  }
  return steps;
}

std::optional<Path> pathThrough(const program::Program& program, const std::vector<program::State>& states,
                                std::optional<std::uint32_t> loop) {
  Path path{states.front(), {}, loop};
  const auto follow = [&](const program::State& from, const program::State& to) {
    for (Step& step : successors(program, from)) {
      if (step.state != to) continue;
      path.steps.push_back(std::move(step));
      return true;
    }
    return false;
  };
  for (std::size_t i = 1; i < states.size(); ++i)
    if (!follow(states[i - 1], states[i])) return std::nullopt;
  if (!loop) return path;
  const bool stays = *loop + 1 == states.size() && successors(program, states.back()).empty();
  if (!stays && !follow(states.back(), states[*loop])) return std::nullopt;
  return path;
}

Graph graph(const program::Program& program, std::uint32_t mostStates) {
  const Layout layout(program);
  const Machine machine(program, layout);
  Machine::Scratch scratch = machine.scratch();
  std::map<std::vector<std::uint64_t>, std::uint32_t> numbers;
  std::vector<std::vector<std::uint64_t>> packed;
  Graph graph;
  graph.complete = true;
  std::vector<std::int64_t> values(layout.slots());
  const auto number = [&](const std::vector<std::uint64_t>& state) -> std::optional<std::uint32_t> {
    if (const auto found = numbers.find(state); found != numbers.end()) return found->second;
    if (packed.size() >= mostStates) {
      graph.complete = false;
      return std::nullopt;
    }
    const auto id = static_cast<std::uint32_t>(packed.size());
    numbers.emplace(state, id);
    packed.push_back(state);
    std::vector<std::int64_t> unpacked(layout.slots());
    layout.unpack(state.data(), unpacked.data());
    graph.states.push_back(layout.state(unpacked.data()));
    return id;
  };
  std::vector<std::uint64_t> next(layout.words());
  InitialStates initial(program);
  for (const program::State* state = initial.next(); state && graph.complete; state = initial.next()) {
    layout.pack(*state, next.data());
    number(next);
  }
  graph.initialStates = static_cast<std::uint32_t>(packed.size());
  for (std::uint32_t from = 0; from < packed.size(); ++from) {
    layout.unpack(packed[from].data(), values.data());
    for (program::ProcessId p = 0; p < program.processes.size(); ++p) {
      if (machine.step(p, values.data(), packed[from].data(), next.data(), scratch) != StepKind::step) continue;
      if (const auto to = number(next)) graph.edges.push_back({from, *to, p});
    }
  }
  return graph;
}

}  // namespace aunit::reachability
