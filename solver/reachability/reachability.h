// Explicit-state search, which visits every reachable state of a parallel program, breadth first, so that each counterexample is
// a shortest path. It is complete: if it finds that a property holds, the property holds for runs of any length (Baier & Katoen,
// Principles of Model Checking, 3.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/program.h"
#include "support/budget.h"

namespace aunit::reachability {

struct Options {
  int jobs = 1;
  support::Limits limits{};                  // its memory limit is ignored; `bytes` is used instead
  std::size_t bytes = std::size_t{4} << 30;  // limit for the tables of states
  std::uint64_t states = 0;                  // limit for the number of states; 0: as many as 32-bit ids can number
};

/// A step: `process` executes the statement at `location`, which leads to `state`.
struct Step {
  model::program::ProcessId process = 0;
  model::program::LocationId location = 0;
  model::program::State state;
};

/// A path from an initial state. If `loop` is set, the path stands for an infinite run: the last state equals state number `loop`
/// (the initial state has number 0), and the steps after state `loop` repeat. If `loop` is the number of the last state, this
/// state has no successor, and the run stays there.
struct Path {
  model::program::State initial;
  std::vector<Step> steps;
  std::optional<std::uint32_t> loop;

  const model::program::State& state(std::size_t i) const { return i == 0 ? initial : steps[i - 1].state; }
  std::size_t length() const { return steps.size(); }
};

enum class Outcome : std::uint8_t {
  holds,
  violated,
  unknown,      // the search ended before the property was decided
  unsupported,  // not a property that this engine decides
};

struct Verdict {
  Outcome outcome = Outcome::unknown;
  std::optional<Path> path;  // set if violated
  std::string reason;        // if noError is violated: the process and the statement that failed, and why
};

struct Statistics {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;  // number of pairs of a visited state and a process that can take a step there
  std::uint64_t initialStates = 0;
  std::uint32_t depth = 0;  // steps to the farthest state that was visited
  std::uint32_t bits = 0;   // size of a packed state in bits
  std::size_t bytes = 0;
  double seconds = 0;
  bool complete = false;  // every reachable state was visited
};

struct Report {
  std::vector<Verdict> verdicts;  // by property of the program
  Statistics statistics;
  std::string limit;  // the reason why the search ended early; empty if it did not
};

Report explore(const model::program::Program& program, const Options& options = {});

/// The possible steps in a state, in the order of the processes.
std::vector<Step> successors(const model::program::Program& program, const model::program::State& state);

/// The path through the given states; nothing if some state has no step to the next one. `loop`: the index of the state that
/// follows the last one.
std::optional<Path> pathThrough(const model::program::Program& program, const std::vector<model::program::State>& states,
                                std::optional<std::uint32_t> loop);

/// The transition system of a program.
struct Graph {
  struct Edge {
    std::uint32_t from, to;
    model::program::ProcessId process;
  };
  std::vector<model::program::State> states;  // breadth first
  std::uint32_t initialStates = 0;            // number of initial states, which come first
  std::vector<Edge> edges;
  bool complete = false;  // true if all states are in the graph; false if there are more than `mostStates`
};

Graph graph(const model::program::Program& program, std::uint32_t mostStates);

}  // namespace aunit::reachability
