// A binary relation as a directed graph: the part of its transitive closure that begins at some atoms, without the rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/relations/tuple_set.h"

namespace aunit::model {

/// The directed graph whose edges are the tuples of a binary relation. Made in time and memory in proportion to the tuples,
/// however large the universe; a question costs what it reaches. What many questions need (predecessors, strongly connected
/// components, after many questions the closure as a matrix of bits) is made when it is first of use, and kept.
///
/// "Reached" always means in one or more steps, as `^r` does. Questions write to working memory inside: a graph must not be used
/// by several threads at once.
class Digraph {
 public:
  explicit Digraph(const TupleSet& edges);

  /// sources.^edges; `out` must not be `sources`.
  void reachedFrom(const TupleSet& sources, TupleSet& out) { walk(forward_, sources, none, out); }
  /// (^edges).targets
  void reaching(const TupleSet& targets, TupleSet& out);
  /// As many atoms of sources.^edges, or (^edges).sources, as there are up to `most`.
  void reachesAtLeast(const TupleSet& sources, std::uint32_t most, bool forward, TupleSet& out);
  /// Whether from->to is in ^edges.
  bool reaches(Atom from, Atom to);
  /// Whether the atom is on a cycle: whether a->a is in ^edges.
  bool onCycle(Atom a);
  /// All atoms that are on a cycle, ascending.
  std::vector<Atom> atomsOnCycles();
  /// ^edges. Throws std::length_error beyond the size that a relation may have.
  TupleSet closure();

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint64_t mostMatrixWords = std::uint64_t{1} << 23;

  // Neighbours of each vertex, one behind the other.
  struct Adjacency {
    std::vector<std::uint32_t> first;  // by vertex, and the end
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
  std::vector<Atom> atoms_;  // that occur, ascending: a vertex is an index of them
  Adjacency forward_, backward_;
  // Strongly connected components, numbered so that an edge leads to one with the same number or a lower one.
  std::vector<std::uint32_t> component_;  // by vertex
  std::vector<bool> cyclic_;              // by component
  std::vector<std::uint64_t> matrix_;     // by component: a bit for each vertex that is reached
  std::size_t width_ = 0;                 // words of a row
  std::uint64_t work_ = 0;                // edges walked along for questions so far
  std::vector<std::uint32_t> seen_;       // by vertex: the walk that saw it last
  std::uint32_t walk_ = 0;
  std::vector<std::uint32_t> reached_;  // vertices of the walk at hand
};

}  // namespace aunit::model
