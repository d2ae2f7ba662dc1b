#include "suite/log/continuation.h"

#include <utility>

namespace aunit::suite::log {

Continuation::Continuation(const model::Model& model, const RelationNumbers& numbers, StateReadsOf& looks,
                           const model::Instance& frame, const Facts& facts, evaluator::Options evaluation,
                           const support::Budget& budget)
    : numbers_(numbers),
      named_(frame.universe->size(), false),
      keys_(model, numbers, frame),
      successors_(model, numbers, looks, frame, facts, evaluation, budget) {}

std::string Continuation::keyOf(const Values& state) const {
  return keys_.keyOf(state, named_, numbers_.all());
}

bool Continuation::isStep(const Values& before, const Values& after, std::span<const StepFormula> asked) {
  bool found = false;
  successors_.forEach(before, asked, KnownRelations(after.begin(), after.end()), {},
                      [&](const Values&) { return found = true, false; });
  return found;
}

/// The first call for a node computes one next state, which is often sufficient. The second call computes all next states.
void Continuation::expand(Node& node) {
  const bool all = node.known != Node::Extent::none;
  node.known = all ? Node::Extent::all : Node::Extent::first;
  node.next.clear();
  node.taken = 0;
  successors_.forEach(node.state, {}, {}, {}, [&](Values next) {
    node.next.push_back(std::move(next));
    return all;
  });
  if (!all || successors_.complete()) return;
  // There are too many next states. Adds only those that differ from `node.state` in at most one relation.
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    KnownRelations stays(node.state.begin(), node.state.end());
    stays[i].reset();
    successors_.forEach(node.state, {}, stays, {}, [&](Values next) { return node.next.push_back(std::move(next)), true; });
  }
}

Continuation::Answer Continuation::behind(const Values& state, std::span<const StepFormula> first) {
  if (isStep(state, state, first)) return Answer::goesOn;
  std::vector<Values> begins;
  if (first.empty())
    begins.push_back(state);
  else
    successors_.forEach(state, first, {}, {}, [&](Values next) { return begins.push_back(std::move(next)), true; });
  std::vector<Node> path;
  // Returns true if a behaviour is known to continue from `next`. Otherwise, if `next` is new, appends it to the path.
  const auto enter = [&](Values next) {
    std::string key = keyOf(next);
    const auto [known, isNew] = marks_.emplace(key, Mark::onPath);
    if (!isNew) return known->second != Mark::ends;
    if (isStep(next, next, {})) return true;
    path.push_back({.key = std::move(key), .state = std::move(next), .next = {}});
    return false;
  };
  for (Values& begin : begins) {
    bool goesOn = enter(std::move(begin));
    while (!goesOn && !path.empty()) {
      Node& node = path.back();
      if (node.taken < node.next.size()) {
        Values next = std::move(node.next[node.taken++]);
        goesOn = enter(std::move(next));
      } else if (node.known != Node::Extent::all) {
        expand(node);
      } else {
        marks_.at(node.key) = Mark::ends;
        path.pop_back();
      }
    }
    if (!goesOn) continue;
    for (const Node& node : path) marks_.at(node.key) = Mark::goesOn;
    return Answer::goesOn;
  }
  return successors_.complete() ? Answer::ends : Answer::unknown;
}

}  // namespace aunit::suite::log
