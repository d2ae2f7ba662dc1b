// The atoms that a relation reaches from some atoms, without computing its transitive closure.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/circuit/matrix.h"

namespace aunit::solver {

/// The directed graph whose edges are the entries of a binary relation. from() visits each edge once if the graph has no cycle.
/// It visits the edges of a strongly connected component at most once for each vertex of the component.
class Walks {
 public:
  /// `backward`: follows edges from their end to their start. The algebra must outlive this object.
  Walks(const Algebra& algebra, MatrixRef edges, bool backward);

  /// The value of starts.^edges, or of (^edges).starts if `backward`.
  MatrixRef from(const MatrixRef& starts) const;

 private:
  struct Edge {
    std::uint32_t vertex;  // where the edge begins
    Lit holds;
  };
  std::vector<std::uint32_t> componentsOf(const std::vector<std::uint32_t>& firstOut, const std::vector<std::uint32_t>& heads);
  Lit step(std::uint32_t vertex, const std::vector<Lit>& started, const std::vector<Lit>& reached, bool inside) const;

  const Algebra& algebra_;
  MatrixRef edges_;
  std::vector<std::uint32_t> atoms_;  // by vertex: its atom; ascending
  // by vertex: index in `in_` of the first edge that ends there; the last element is the number of edges
  std::vector<std::size_t> firstIn_;
  std::vector<Edge> in_;
  std::vector<std::uint32_t> component_;  // by vertex: number of its component; no edge leads to a lower number
  std::vector<std::uint32_t> order_;      // the vertices, sorted by the numbers of their components
};

}  // namespace aunit::solver
