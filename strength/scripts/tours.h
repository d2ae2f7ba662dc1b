// Tours: paths through the graph that together meet all goals in few steps.
#pragma once

#include <cstdint>
#include <vector>

#include "strength/scripts/graph.h"

namespace aunit::strength::scripts {

/// A path from a first state: the edges to take.
struct Tour {
  std::uint32_t start = 0;
  std::vector<std::uint32_t> edges;  // numbers of edges of the node that was reached
};

struct TourOptions {
  std::size_t longest = 20;  // steps of a tour; more where a goal is further away
  std::size_t attempts = 0;  // that are compared; 0: as many as the size of the graph allows
};

/// Paths that meet each wanted goal that the graph contains. A tour continues to the nearest open goal, or ends if a new tour
/// would reach that goal in fewer steps. Among several attempts, which break ties differently, the one with fewest steps
/// counts. Deterministic. Throws support::Exhausted.
std::vector<Tour> toursFor(const Graph& graph, const Bits& wanted, const TourOptions& options, const support::Budget& budget);

}  // namespace aunit::strength::scripts
