#include "strength/scripts/graph.h"

#include <algorithm>
#include <utility>

#include "suite/log/canonical.h"

namespace aunit::strength::scripts {

using model::TupleSet;

Values Graph::valuesOf(const model::Instance& instance, std::size_t state) const {
  Values values;
  for (std::size_t i = 0; i < play_.numbers.size(); ++i) {
    const auto& which = play_.numbers[i];
    values.push_back(which.isField ? instance.states[state].fields[which.id] : instance.states[state].sigs[which.id]);
  }
  return values;
}

std::uint32_t Graph::stageOf(const model::Instance& instance) {
  // Two instances share a stage if their atoms and their static relations are equal.
  std::string key;
  for (model::Atom a = 0; a < instance.universe->size(); ++a) key += instance.universe->name(a) + "\n";
  const auto add = [&](const TupleSet& set) {
    key += ';';
    set.forEach([&](std::span<const model::Atom> tuple) {
      for (const model::Atom atom : tuple) key += std::to_string(atom) + ",";
    });
  };
  for (model::SigId id = model::builtin::count; id < play_.model.sigs().size(); ++id)
    if (!play_.model.sig(id).isVar) add(instance.states[0].sigs[id]);
  for (model::FieldId id = 0; id < play_.model.fields().size(); ++id)
    if (!play_.model.field(id).isVar) add(instance.states[0].fields[id]);
  const auto [known, isNew] = stagesKnown_.emplace(std::move(key), static_cast<std::uint32_t>(stages_.size()));
  if (isNew) stages_.push_back(std::make_unique<Stage>(play_, instance));
  return known->second;
}

std::uint32_t Graph::enter(std::uint32_t stage, const Values& state, const Call& last, std::uint32_t depth,
                           std::uint32_t& renaming) {
  std::string key;
  renaming = static_cast<std::uint32_t>(stages_[stage]->canonical(state, last, key));
  key += "@" + std::to_string(stage);
  const auto [known, isNew] = known_.emplace(std::move(key), static_cast<std::uint32_t>(nodes_.size()));
  if (isNew) {
    Node& node = nodes_.emplace_back();
    const Renaming& by = stages_[stage]->symmetries()[renaming];
    node.stage = stage;
    node.state = renamed(state, by);
    node.last = renamed(last, by);
    node.depth = depth;
  }
  return known->second;
}

std::uint32_t Graph::addStart(const model::Instance& instance) {
  const std::uint32_t stage = stageOf(instance);
  std::uint32_t renaming = 0;
  const std::uint32_t number = enter(stage, stages_[stage]->remembering(valuesOf(instance, 0), nullptr), {}, 0, renaming);
  if (std::ranges::find(starts_, number) == starts_.end()) starts_.push_back(number);
  return number;
}

void Graph::expand(std::uint32_t number) {
  if (nodes_[number].expanded) return;
  Stage& stage = *stages_[nodes_[number].stage];
  Stage::Expansion possible = stage.possible(nodes_[number].state);
  std::vector<Edge> edges;
  for (Stage::Step& step : possible.steps) {
    Edge edge;
    stage.addPairs(nodes_[number].last, step.call, step.goals);
    edge.goals = std::move(step.goals);
    edge.to = enter(nodes_[number].stage, step.after, step.call, nodes_[number].depth + 1, edge.renaming);
    edge.call = std::move(step.call);
    edges.push_back(std::move(edge));
  }
  Node& node = nodes_[number];
  node.edges = std::move(edges);
  node.refusals = std::move(possible.refusals);
  node.goals = std::move(possible.goals);
  node.dead = possible.deadEnd;
  node.expanded = true;
  ++expanded_;
}

void Graph::explore(std::uint64_t mostWork, std::size_t mostNodes) {
  for (; next_ < nodes_.size(); ++next_) {
    if (nodes_[next_].expanded) continue;
    if (work() > mostWork || nodes_.size() > mostNodes) {
      limited_ = true;
      return;
    }
    expand(static_cast<std::uint32_t>(next_));
  }
}

void Graph::follow(const model::Instance& behaviour, bool alone) {
  const std::uint32_t stageNumber = stageOf(behaviour);
  Stage& stage = *stages_[stageNumber];
  // `states` has the states of the lasso, and then again the state in which its loop begins.
  std::vector<Values> states;
  for (std::size_t i = 0; i <= behaviour.states.size(); ++i)
    states.push_back(stage.remembering(valuesOf(behaviour, i < behaviour.states.size() ? i : behaviour.loop),
                                       i > 0 ? &states[i - 1] : nullptr));
  if (!alone) {
    std::uint32_t renaming = 0;
    std::uint32_t number = enter(stageNumber, states[0], {}, 0, renaming);
    if (std::ranges::find(starts_, number) == starts_.end()) starts_.push_back(number);
    Renaming back = inverse(stage.symmetries()[renaming]);  // from the atom names of the node to those of the behaviour
    for (std::size_t i = 1; i < states.size(); ++i) {
      if (states[i] == states[i - 1]) continue;
      expand(number);
      const Edge* taken = nullptr;
      for (const Edge& edge : nodes_[number].edges) {
        const Renaming& by = stage.symmetries()[edge.renaming];
        if (renamed(renamed(nodes_[edge.to].state, inverse(by)), back) == states[i]) {
          taken = &edge;
          break;
        }
      }
      if (!taken) break;
      const Renaming there = inverse(stage.symmetries()[taken->renaming]);
      Renaming next(back.size());
      for (model::Atom a = 0; a < back.size(); ++a) next[a] = back[there[a]];
      back = std::move(next);
      number = taken->to;
    }
    expand(number);
    return;
  }
  Call last;
  std::uint32_t before = model::noId;
  Edge open;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (i > 0 && states[i] == states[i - 1] && i + 1 < states.size()) continue;
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.stage = stageNumber;
    node.state = states[i];
    node.last = last;
    node.depth = before == model::noId ? 0 : nodes_[before].depth + 1;
    if (before == model::noId) {
      starts_.push_back(number);
    } else {
      open.to = number;
      nodes_[before].edges.push_back(open);
    }
    const Values* after = nullptr;
    for (std::size_t k = i + 1; k < states.size() && !after; ++k)
      if (!(states[k] == states[i])) after = &states[k];
    Stage::Expansion possible = stage.between(states[i], after);
    node.goals = std::move(possible.goals);
    node.refusals = std::move(possible.refusals);
    node.expanded = true;
    ++expanded_;
    if (possible.steps.empty()) break;
    open = Edge();
    open.call = possible.steps[0].call;
    open.goals = std::move(possible.steps[0].goals);
    stage.addPairs(last, open.call, open.goals);
    last = open.call;
    before = number;
  }
  limited_ = true;
}

bool Graph::canStay(std::uint32_t number) {
  Stage& stage = *stages_[nodes_[number].stage];
  Values state = nodes_[number].state;
  suite::log::KnownRelations same;
  for (const TupleSet& value : stage.plain(state)) same.emplace_back(value);
  // If a step changes nothing, the stored values about the past may still change, so several steps are tried.
  constexpr int mostStays = 4;
  for (int i = 0; i < mostStays; ++i) {
    bool stays = false;
    stage.anyStep(state, same, stays);
    if (!stays) return false;
    Values next = stage.remembering(stage.plain(state), &state);
    if (next == state) return true;
    state = std::move(next);
  }
  return false;
}

void Graph::findDeadEnds() {
  // Goes backwards from nodes without steps. A node is dead if all its edges lead to dead nodes.
  std::vector<std::vector<std::uint32_t>> above(nodes_.size());
  std::vector<std::size_t> alive(nodes_.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    alive[n] = nodes_[n].edges.size();
    for (const Edge& edge : nodes_[n].edges) above[edge.to].push_back(n);
    if (nodes_[n].dead) open.push_back(n);
  }
  // A node that allows a step without any change is not dead, because a behaviour may stay in it forever.
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const std::uint32_t n : above[open[i]])
      if (!nodes_[n].dead && --alive[n] == 0 && nodes_[n].expanded && !canStay(n)) {
        nodes_[n].dead = true;
        open.push_back(n);
      }
  dead_ = open.size();
}

bool Graph::looksBeyond() const {
  return std::ranges::any_of(stages_, [](const auto& stage) { return stage->beyond(); });
}

bool Graph::stagesComplete() const {
  return std::ranges::all_of(stages_, [](const auto& stage) { return stage->complete(); });
}

std::uint64_t Graph::work() const {
  std::uint64_t sum = 0;
  for (const auto& stage : stages_) sum += stage->work();
  return sum;
}

Bits Graph::shown() const {
  Bits result(play_.goals.size());
  for (const Node& node : nodes_) {
    if (node.dead) continue;
    result |= node.goals;
    for (const Edge& edge : node.edges)
      if (!nodes_[edge.to].dead) result |= edge.goals;
  }
  return result;
}

std::vector<std::uint32_t> Graph::stateOfNode(std::size_t& count) const {
  std::unordered_map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> result;
  for (const Node& node : nodes_) {
    std::string key;
    stages_[node.stage]->canonical(stages_[node.stage]->plain(node.state), {}, key);
    key += "@" + std::to_string(node.stage);
    result.push_back(known.emplace(std::move(key), static_cast<std::uint32_t>(known.size())).first->second);
  }
  count = known.size();
  return result;
}

std::size_t Graph::states() const {
  std::size_t count = 0;
  stateOfNode(count);
  return count;
}

std::size_t Graph::addStateGoals(std::size_t first) {
  std::size_t count = 0;
  const std::vector<std::uint32_t> states = stateOfNode(count);
  for (std::size_t n = 0; n < nodes_.size(); ++n) nodes_[n].goals.set(first + states[n]);
  return count;
}

}  // namespace aunit::strength::scripts
