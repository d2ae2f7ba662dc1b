// Finds components by Tarjan's algorithm (R. Tarjan, "Depth-first search and linear graph algorithms", 1972) with an explicit
// stack. Fills the matrix of the closure component by component, successors first (P. Purdom, "A transitive closure algorithm",
// 1970). Skips a successor that an earlier successor reaches, because it adds nothing.
#include "model/relations/digraph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "support/cancellation.h"

namespace aunit::model {

Digraph::Digraph(const TupleSet& edges) : universeSize_(edges.universeSize()) {
  const std::uint64_t count = edges.size();
  support::spend(count * 16);
  std::vector<std::uint32_t> numbers;  // by atom: its vertex; used only if the universe is not much larger than the relation
  if (universeSize_ / 8 <= count) {
    numbers.assign(universeSize_, none);
    edges.forEach([&](std::span<const Atom> edge) { numbers[edge[0]] = numbers[edge[1]] = 0; });
    for (Atom a = 0; a < universeSize_; ++a) {
      if (numbers[a] == none) continue;
      numbers[a] = vertices();
      atoms_.push_back(a);
    }
  } else {
    edges.forEach([&](std::span<const Atom> edge) { atoms_.insert(atoms_.end(), edge.begin(), edge.end()); });
    std::sort(atoms_.begin(), atoms_.end());
    atoms_.erase(std::unique(atoms_.begin(), atoms_.end()), atoms_.end());
  }
  const auto numberOf = [&](Atom a) { return numbers.empty() ? vertexOf(a) : numbers[a]; };
  forward_.first.reserve(atoms_.size() + 1);
  forward_.neighbours.reserve(count);
  edges.forEach([&](std::span<const Atom> edge) {
    const std::uint32_t source = numberOf(edge[0]);
    if (forward_.first.size() <= source)
      forward_.first.resize(source + 1, static_cast<std::uint32_t>(forward_.neighbours.size()));
    forward_.neighbours.push_back(numberOf(edge[1]));
  });
  forward_.first.resize(atoms_.size() + 1, static_cast<std::uint32_t>(forward_.neighbours.size()));
  seen_.resize(atoms_.size());
}

std::uint32_t Digraph::vertexOf(Atom a) const {
  if (a < atoms_.size() && atoms_[a] == a) return a;  // frequent case: all atoms up to `a` occur in edges
  const auto found = std::lower_bound(atoms_.begin(), atoms_.end(), a);
  return found != atoms_.end() && *found == a ? static_cast<std::uint32_t>(found - atoms_.begin()) : none;
}

std::uint32_t Digraph::startWalk() {
  if (++walk_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    walk_ = 1;
  }
  reached_.clear();
  return walk_;
}

void Digraph::reaching(const TupleSet& targets, TupleSet& out) {
  findPredecessors();
  walk(backward_, targets, none, out);
}

void Digraph::reachesAtLeast(const TupleSet& sources, std::uint32_t most, bool forward, TupleSet& out) {
  if (!forward) findPredecessors();
  walk(forward ? forward_ : backward_, sources, most, out);
}

void Digraph::walk(const Adjacency& adjacency, const TupleSet& from, std::uint32_t most, TupleSet& out) {
  out.reset(universeSize_, 1);
  startWalk();
  const bool single = from.sizeUpToTwo() == 1 && most == none;
  bool known = false;
  from.forEach([&](std::span<const Atom> atom) {
    const std::uint32_t vertex = vertexOf(atom[0]);
    if (vertex == none || known) return;
    if (single && &adjacency == &forward_ && useMatrix()) {
      known = true;
      const auto row = rowOf(vertex);
      support::spend(row.size());
      for (std::size_t w = 0; w < row.size(); ++w)
        for (std::uint64_t bits = row[w]; bits != 0; bits &= bits - 1)
          reached_.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
      return;
    }
    for (const std::uint32_t next : adjacency.of(vertex))
      if (seen_[next] != walk_) {
        seen_[next] = walk_;
        reached_.push_back(next);
      }
  });
  if (!known) {
    collect(adjacency, 0, none, most);
    sortReached();
  }
  addReached(out);
}

/// Adds to `reached_` all vertices that can be reached from the vertices in it. Ignores components below `lowestComponent`. Stops
/// when `wanted` is reached, or when `reached_` has at least `most` vertices.
void Digraph::collect(const Adjacency& adjacency, std::uint32_t lowestComponent, std::uint32_t wanted, std::uint32_t most) {
  for (std::size_t i = 0; i < reached_.size() && reached_.size() < most; ++i) {
    const auto neighbours = adjacency.of(reached_[i]);
    support::spend(neighbours.size() * 2 + 1);
    work_ += neighbours.size() + 1;
    for (const std::uint32_t next : neighbours) {
      if (seen_[next] == walk_ || (lowestComponent != 0 && component_[next] < lowestComponent)) continue;
      seen_[next] = walk_;
      reached_.push_back(next);
      if (next == wanted) return;
    }
  }
}

void Digraph::sortReached() {
  if (std::is_sorted(reached_.begin(), reached_.end())) return;
  support::spend(reached_.size() * 16);
  if (reached_.size() < vertices() / 16) return std::sort(reached_.begin(), reached_.end());
  reached_.clear();
  for (std::uint32_t vertex = 0; vertex < vertices(); ++vertex)
    if (seen_[vertex] == walk_) reached_.push_back(vertex);
}

void Digraph::addReached(TupleSet& out) const {
  std::vector<Atom> atoms(reached_.size());
  for (std::size_t i = 0; i < atoms.size(); ++i) atoms[i] = atoms_[reached_[i]];
  out = TupleSet::ofTuples(universeSize_, 1, atoms);
}

bool Digraph::reaches(Atom from, Atom to) {
  const std::uint32_t source = vertexOf(from), target = vertexOf(to);
  if (source == none || target == none) return false;
  findComponents();
  const std::uint32_t low = component_[target];
  if (component_[source] == low) return cyclic_[low];
  if (component_[source] < low) return false;
  if (useMatrix()) return (rowOf(source)[target / 64] >> target % 64 & 1) != 0;
  startWalk();
  seen_[source] = walk_;
  reached_.push_back(source);
  collect(forward_, low, target, none);
  return seen_[target] == walk_;
}

bool Digraph::onCycle(Atom a) {
  const std::uint32_t vertex = vertexOf(a);
  if (vertex == none) return false;
  findComponents();
  return cyclic_[component_[vertex]];
}

std::vector<Atom> Digraph::atomsOnCycles() {
  findComponents();
  std::vector<Atom> out;
  for (std::uint32_t vertex = 0; vertex < vertices(); ++vertex)
    if (cyclic_[component_[vertex]]) out.push_back(atoms_[vertex]);
  return out;
}

void Digraph::findPredecessors() {
  if (!backward_.first.empty()) return;
  support::spend(forward_.neighbours.size() * 4);
  std::vector<std::uint32_t> first(vertices() + 1), neighbours(forward_.neighbours.size());
  for (const std::uint32_t target : forward_.neighbours) ++first[target];
  std::uint32_t end = 0;
  for (std::uint32_t& begin : first) begin = end += begin;
  for (std::uint32_t vertex = vertices(); vertex-- > 0;)
    for (const std::uint32_t target : forward_.of(vertex)) neighbours[--first[target]] = vertex;
  backward_ = {std::move(first), std::move(neighbours)};
}

void Digraph::findComponents() {
  if (!component_.empty() || atoms_.empty()) return;
  support::spend(forward_.neighbours.size() * 4);
  std::vector<std::uint32_t> component(vertices(), none), order(vertices(), none), lowest(vertices()), next(vertices());
  std::vector<std::uint32_t> path, open;
  std::vector<bool> cyclic;
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t vertex) {
    order[vertex] = lowest[vertex] = count++;
    next[vertex] = forward_.first[vertex];
    path.push_back(vertex);
    open.push_back(vertex);
  };
  for (std::uint32_t root = 0; root < vertices(); ++root) {
    if (order[root] != none) continue;
    enter(root);
    while (!path.empty()) {
      const std::uint32_t vertex = path.back();
      if (next[vertex] < forward_.first[vertex + 1]) {
        const std::uint32_t target = forward_.neighbours[next[vertex]++];
        if (order[target] == none)
          enter(target);
        else if (component[target] == none)
          lowest[vertex] = std::min(lowest[vertex], order[target]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) lowest[path.back()] = std::min(lowest[path.back()], lowest[vertex]);
      if (lowest[vertex] != order[vertex]) continue;
      const auto loops = forward_.of(vertex);
      cyclic.push_back(open.back() != vertex || std::binary_search(loops.begin(), loops.end(), vertex));
      for (std::uint32_t member = none; member != vertex;) {
        member = open.back();
        open.pop_back();
        component[member] = static_cast<std::uint32_t>(cyclic.size() - 1);
      }
    }
  }
  cyclic_ = std::move(cyclic);
  component_ = std::move(component);
}

/// Whether to use the matrix. It is built when all queries together have cost about as much as building it.
bool Digraph::useMatrix() {
  if (!matrix_.empty()) return true;
  const std::uint64_t width = (vertices() + 63) / 64;
  if (width * vertices() > mostMatrixWords) return false;
  if (work_ < (width * (vertices() + forward_.neighbours.size())) / 4) return false;
  findComponents();
  fillMatrix();
  return !matrix_.empty();
}

void Digraph::fillMatrix() {
  width_ = (vertices() + 63) / 64;
  const std::size_t components = cyclic_.size();
  std::vector<std::uint64_t> matrix(components * width_);
  std::vector<std::uint32_t> byComponent(vertices());  // vertices, ordered by component
  for (std::uint32_t vertex = 0; vertex < vertices(); ++vertex) byComponent[vertex] = vertex;
  std::sort(byComponent.begin(), byComponent.end(),
            [&](std::uint32_t a, std::uint32_t b) { return component_[a] < component_[b]; });
  for (const std::uint32_t vertex : byComponent) {
    const std::size_t own = component_[vertex];
    std::uint64_t* row = &matrix[own * width_];
    const auto set = [&](std::uint32_t target) { row[target / 64] |= std::uint64_t{1} << target % 64; };
    if (cyclic_[own]) set(vertex);
    for (const std::uint32_t target : forward_.of(vertex)) {
      if (component_[target] == own || (row[target / 64] >> target % 64 & 1) != 0) continue;
      support::spend(width_);
      set(target);
      const std::uint64_t* reached = &matrix[std::size_t{component_[target]} * width_];
      for (std::size_t w = 0; w < width_; ++w) row[w] |= reached[w];
    }
  }
  matrix_ = std::move(matrix);
}

TupleSet Digraph::closure() {
  TupleSet out(universeSize_, 2);
  if (atoms_.empty()) return out;
  findComponents();
  // If the matrix has at most 64 * (vertices + edges) words, building it is cheaper than a walk from each vertex.
  const std::uint64_t width = (vertices() + 63) / 64;
  if (matrix_.empty() && width * cyclic_.size() <= 64 * (std::uint64_t{vertices()} + forward_.neighbours.size())) fillMatrix();
  if (matrix_.empty()) {
    closeByWalks(out);
    return out;
  }
  for (std::uint32_t vertex = 0; vertex < vertices(); ++vertex) {
    const auto row = rowOf(vertex);
    support::spend(row.size());
    for (std::size_t w = 0; w < row.size(); ++w) {
      support::spend(static_cast<std::uint64_t>(std::popcount(row[w])));
      for (std::uint64_t bits = row[w]; bits != 0; bits &= bits - 1)
        out.append(std::array{atoms_[vertex], atoms_[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))]});
    }
  }
  return out;
}

void Digraph::closeByWalks(TupleSet& out) {
  for (std::uint32_t vertex = 0; vertex < vertices(); ++vertex) {
    startWalk();
    for (const std::uint32_t next : forward_.of(vertex)) {
      seen_[next] = walk_;
      reached_.push_back(next);
    }
    collect(forward_, 0, none, none);
    sortReached();
    for (const std::uint32_t target : reached_) out.append(std::array{atoms_[vertex], atoms_[target]});
  }
}

}  // namespace aunit::model
