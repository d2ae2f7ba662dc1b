// Tours: paths through the graph that together meet all goals in few steps.
#pragma once

#include <cstdint>
#include <vector>

#include "strength/scripts/graph.h"

namespace aunit::strength::scripts {

/// A path from a first state.
struct Tour {
  std::uint32_t start = 0;
  std::vector<std::uint32_t> edges;  // by step: index of the edge among the edges of the node at which the step begins
};

struct TourOptions {
  std::size_t longest = 20;  // limit for the steps of a tour; a tour is longer only if its first goal is farther away
  std::size_t attempts = 0;  // number of attempts that are compared; 0: as many as the size of the graph permits
};

/// Returns paths that meet each goal of `wanted` that the graph contains. A tour continues to the nearest open goal. It ends if a
/// new tour would reach this goal in fewer steps. Makes several attempts, which break ties differently, and returns the result
/// with the smallest number of tours plus steps. Deterministic. Throws support::Exhausted.
std::vector<Tour> toursFor(const Graph& graph, const Bits& wanted, const TourOptions& options, const support::Budget& budget);

}  // namespace aunit::strength::scripts
