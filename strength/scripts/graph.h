// The graph of what can happen: states together with the call that led to them, up to renamings of atoms. It grows breadth first
// from all first states, and along behaviours that the solver found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "strength/scripts/stage.h"

namespace aunit::strength::scripts {

struct Edge {
  std::uint32_t to = 0;        // node
  Call call;                   // by the names of the node that it leaves
  std::uint32_t renaming = 0;  // number of the symmetry that makes the state after the call the node's
  Bits goals;                  // that the step shows, pairs included
};

struct Node {
  std::uint32_t stage = 0;
  Values state;
  Call last;
  Bits goals;  // that the state shows
  std::vector<Edge> edges;
  std::vector<Stage::Refusal> refusals;
  bool expanded = false;
  bool dead = false;  // no infinite behaviour goes on from here
  std::uint32_t depth = 0;
};

class Graph {
 public:
  explicit Graph(const Play& play) : play_(play) {}

  /// Adds a first state, of which the renamings of the frame are left out. Returns its node.
  std::uint32_t addStart(const model::Instance& instance);
  /// Expands nodes in their order until none is left, or so many successors were computed, or there are so many nodes. Throws
  /// support::Exhausted.
  void explore(std::uint64_t mostWork, std::size_t mostNodes);
  /// Follows a behaviour of which the steps are possible by `possible`, and adds what is on its way; ends where a step has no
  /// name. For models of which facts look further than a step, the nodes are of this behaviour alone.
  void follow(const model::Instance& behaviour, bool alone);
  /// A node with its edges, which it may get now. Throws support::Exhausted.
  const Node& expanded(std::uint32_t number) {
    expand(number);
    return nodes_[number];
  }
  /// Makes a goal of each state, by numbers from `first` on; returns how many there are.
  std::size_t addStateGoals(std::size_t first);
  /// Finds the nodes from which no behaviour goes on, once nothing is added any more.
  void findDeadEnds();

  /// Whether a step from there changes nothing.
  bool canStay(std::uint32_t number);

  const std::vector<std::uint32_t>& starts() const { return starts_; }
  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  std::size_t size() const { return nodes_.size(); }
  const Stage& stage(std::uint32_t number) const { return *stages_[number]; }
  /// Whether all that is reachable is there.
  bool complete() const { return !limited_ && expanded_ == nodes_.size() && stagesComplete(); }
  /// Whether facts look further than a step: then `explore` must not be asked.
  bool looksBeyond() const;
  std::size_t deadNodes() const { return dead_; }
  /// All goals that nodes and edges show from which behaviours go on.
  Bits shown() const;
  /// How many states there are, whatever led to them.
  std::size_t states() const;
  std::uint64_t work() const;

 private:
  std::uint32_t enter(std::uint32_t stage, const Values& state, const Call& last, std::uint32_t depth, std::uint32_t& renaming);
  void expand(std::uint32_t number);
  std::uint32_t stageOf(const model::Instance& instance);
  bool stagesComplete() const;
  std::vector<std::uint32_t> stateOfNode(std::size_t& count) const;
  Values valuesOf(const model::Instance& instance, std::size_t state) const;

  const Play& play_;
  std::deque<Node> nodes_;
  std::vector<std::unique_ptr<Stage>> stages_;
  std::unordered_map<std::string, std::uint32_t> known_, stagesKnown_;
  std::vector<std::uint32_t> starts_;
  std::size_t next_ = 0, expanded_ = 0, dead_ = 0;
  bool limited_ = false;
};

}  // namespace aunit::strength::scripts
