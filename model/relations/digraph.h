// A binary relation as a directed graph, which computes only the needed part of its transitive closure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/relations/tuple_set.h"

namespace aunit::model {

/// The directed graph whose edges are the tuples of a binary relation. Construction takes time and memory proportional to the
/// number of tuples, for any size of the universe. The cost of a query is proportional to what it reaches. Predecessors, strongly
/// connected components and, after many queries, the closure as a bit matrix are computed when first needed, and cached.
///
/// Atoms are "reached" in one or more steps, as by `^r`. Queries change internal working memory, so they are not thread-safe.
class Digraph {
 public:
  explicit Digraph(const TupleSet& edges);

  /// Computes sources.^edges. `out` must not be `sources`.
  void reachedFrom(const TupleSet& sources, TupleSet& out) { walk(forward_, sources, none, out); }
  /// Computes (^edges).targets.
  void reaching(const TupleSet& targets, TupleSet& out);
  /// Like reachedFrom() if `forward` is true, otherwise like reaching(). Stops when `out` has `most` or more atoms; further
  /// atoms may then be missing in `out`.
  void reachesAtLeast(const TupleSet& sources, std::uint32_t most, bool forward, TupleSet& out);
  /// Whether from->to is in ^edges.
  bool reaches(Atom from, Atom to);
  /// Whether the atom is on a cycle: whether a->a is in ^edges.
  bool onCycle(Atom a);
  /// All atoms on cycles, ascending.
  std::vector<Atom> atomsOnCycles();
  /// The relation ^edges. Throws std::length_error if it is too large for a relation.
  TupleSet closure();

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint64_t mostMatrixWords = std::uint64_t{1} << 23;

  // The neighbours of all vertices, one vertex after the other.
  struct Adjacency {
    std::vector<std::uint32_t> first;  // by vertex: index of its first neighbour; at the end, the number of neighbours
    std::vector<std::uint32_t> neighbours;
    std::span<const std::uint32_t> of(std::uint32_t vertex) const {
      return {neighbours.data() + first[vertex], first[vertex + 1] - first[vertex]};
    }
  };

  std::uint32_t vertices() const { return static_cast<std::uint32_t>(atoms_.size()); }
  std::uint32_t vertexOf(Atom a) const;
  std::uint32_t startWalk();
  void walk(const Adjacency& adjacency, const TupleSet& from, std::uint32_t most, TupleSet& out);
  void collect(const Adjacency& adjacency, std::uint32_t lowestComponent, std::uint32_t wanted, std::uint32_t most);
  void sortReached();
  void addReached(TupleSet& out) const;
  void findPredecessors();
  void findComponents();
  bool useMatrix();
  void fillMatrix();
  std::span<const std::uint64_t> rowOf(std::uint32_t vertex) const {
    return {matrix_.data() + std::size_t{component_[vertex]} * width_, width_};
  }
  void closeByWalks(TupleSet& out);

  std::uint32_t universeSize_;
  std::vector<Atom> atoms_;  // the atoms in edges, ascending; a vertex is an index into this vector
  Adjacency forward_, backward_;
  // Strongly connected components, numbered so that edges never lead to a higher number.
  std::vector<std::uint32_t> component_;  // by vertex
  std::vector<bool> cyclic_;              // by component
  std::vector<std::uint64_t> matrix_;     // by component: a bit for each reached vertex
  std::size_t width_ = 0;                 // words per row
  std::uint64_t work_ = 0;                // number of edges that all queries together have visited
  std::vector<std::uint32_t> seen_;       // by vertex: number of the last walk that visited it
  std::uint32_t walk_ = 0;
  std::vector<std::uint32_t> reached_;  // vertices that the current walk has reached
};

}  // namespace aunit::model
