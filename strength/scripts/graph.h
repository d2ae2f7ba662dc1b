// The graph of reachable states. Each node is a state together with the call that led to it. States that differ only in names of
// atoms are one state. The graph grows breadth-first from all first states, and along behaviours that the solver found.
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
  std::uint32_t to = 0;  // number of the node to which the edge leads
  Call call;             // the call of the step; its atoms have the names that they have in the node at which the edge begins
  std::uint32_t renaming = 0;  // number of the symmetry that maps the state after the call to the state of node `to`
  Bits goals;                  // goals that the step meets, including those of Goal::Kind::pair
};

struct Node {
  std::uint32_t stage = 0;
  Values state;
  Call last;
  Bits goals;  // goals that the state meets
  std::vector<Edge> edges;
  std::vector<Stage::Refusal> refusals;
  bool expanded = false;
  bool dead = false;  // whether no infinite behaviour continues from this node
  std::uint32_t depth = 0;
};

class Graph {
 public:
  explicit Graph(const StageData& play) : play_(play) {}

  /// Adds a first state, and returns its node. States that are renamings of each other share a node.
  std::uint32_t addStart(const model::Instance& instance);
  /// Expands nodes in the order of their numbers. Stops when all nodes are expanded, after `mostWork` computations of successors,
  /// or at `mostNodes` nodes. Throws support::Exhausted.
  void explore(std::uint64_t mostWork, std::size_t mostNodes);
  /// Adds the states and steps of a behaviour. Stops at a step that is not a call of an action. If `alone` is false, uses the
  /// nodes that the graph has, and expands them as needed. If `alone` is true, adds new nodes for the behaviour, which is
  /// necessary for models with facts that depend on more than two states.
  void follow(const model::Instance& behaviour, bool alone);
  /// Returns the node; expands it if it is not expanded yet. Throws support::Exhausted.
  const Node& expanded(std::uint32_t number) {
    expand(number);
    return nodes_[number];
  }
  /// Makes one goal for each state. Each node with this state meets the goal. The first of these goals has the index `first`.
  /// Returns the number of states.
  std::size_t addStateGoals(std::size_t first);
  /// Finds the nodes from which no infinite behaviour continues. Must be called after the graph is finished.
  void findDeadEnds();

  /// Whether a behaviour can stay in the state of this node forever.
  bool canStay(std::uint32_t number);

  const std::vector<std::uint32_t>& starts() const { return starts_; }
  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  std::size_t size() const { return nodes_.size(); }
  const Stage& stage(std::uint32_t number) const { return *stages_[number]; }
  /// Whether the graph has all reachable states.
  bool complete() const { return !limited_ && expanded_ == nodes_.size() && stagesComplete(); }
  /// Whether the facts depend on more than two states. If they do, `explore` must not be called.
  bool looksBeyond() const;
  std::size_t deadNodes() const { return dead_; }
  /// Returns the goals that are met: those of all nodes that are not dead, and of all edges between such nodes.
  Bits shown() const;
  /// The number of different states, regardless of the calls that led to them.
  std::size_t states() const;
  std::uint64_t work() const;

 private:
  std::uint32_t enter(std::uint32_t stage, const Values& state, const Call& last, std::uint32_t depth, std::uint32_t& renaming);
  void expand(std::uint32_t number);
  std::uint32_t stageOf(const model::Instance& instance);
  bool stagesComplete() const;
  std::vector<std::uint32_t> stateOfNode(std::size_t& count) const;
  Values valuesOf(const model::Instance& instance, std::size_t state) const;

  const StageData& play_;
  std::deque<Node> nodes_;
  std::vector<std::unique_ptr<Stage>> stages_;
  std::unordered_map<std::string, std::uint32_t> known_, stagesKnown_;
  std::vector<std::uint32_t> starts_;
  std::size_t next_ = 0, expanded_ = 0, dead_ = 0;
  bool limited_ = false;
};

}  // namespace aunit::strength::scripts
