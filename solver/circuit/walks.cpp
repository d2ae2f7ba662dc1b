#include "solver/circuit/walks.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "support/budget.h"

namespace aunit::solver {

Walks::Walks(const Algebra& algebra, MatrixRef edges, bool backward) : algebra_(algebra), edges_(std::move(edges)) {
  support::Meter& meter = algebra.circuit().meter();
  const TupleCode base = algebra.universeSize();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  ends.reserve(edges_->entries.size());
  std::vector<std::uint32_t> vertexOf(base, 0);  // by atom: at first, 1 if the atom is a vertex; later the vertex's number
  for (const Entry& e : edges_->entries) {
    meter.step();
    auto from = static_cast<std::uint32_t>(e.tuple / base), to = static_cast<std::uint32_t>(e.tuple % base);
    if (backward) std::swap(from, to);
    ends.emplace_back(from, to);
    vertexOf[from] = vertexOf[to] = 1;
  }
  for (std::uint32_t atom = 0; atom < base; ++atom) {
    if (vertexOf[atom] == 0) continue;
    vertexOf[atom] = static_cast<std::uint32_t>(atoms_.size());
    atoms_.push_back(atom);
  }
  firstIn_.assign(atoms_.size() + 1, 0);
  std::vector<std::uint32_t> firstOut(atoms_.size() + 1, 0), heads(ends.size());
  for (auto& [from, to] : ends) {
    meter.step();
    from = vertexOf[from];
    to = vertexOf[to];
    ++firstIn_[to + 1];
    ++firstOut[from + 1];
  }
  std::partial_sum(firstIn_.begin(), firstIn_.end(), firstIn_.begin());
  std::partial_sum(firstOut.begin(), firstOut.end(), firstOut.begin());
  in_.resize(ends.size());
  std::vector<std::size_t> nextIn(firstIn_.begin(), firstIn_.end() - 1);
  std::vector<std::uint32_t> nextOut(firstOut.begin(), firstOut.end() - 1);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    meter.step();
    in_[nextIn[ends[i].second]++] = {ends[i].first, edges_->entries[i].holds};
    heads[nextOut[ends[i].first]++] = ends[i].second;
  }
  component_ = componentsOf(firstOut, heads);
  order_.resize(atoms_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::ranges::stable_sort(order_, {}, [&](std::uint32_t vertex) { return component_[vertex]; });
}

/// By vertex: the number of its strongly connected component. No edge leads to a component with a lower number (Tarjan, SIAM J.
/// Comput. 1972, without recursion).
std::vector<std::uint32_t> Walks::componentsOf(const std::vector<std::uint32_t>& firstOut,
                                               const std::vector<std::uint32_t>& heads) {
  constexpr std::uint32_t unseen = ~std::uint32_t{0};
  const auto count = static_cast<std::uint32_t>(atoms_.size());
  std::vector<std::uint32_t> number(count, unseen), lowest(count, 0), component(count, unseen), next(count, 0);
  std::vector<std::uint32_t> path, open;
  std::uint32_t numbers = 0, components = 0;
  for (std::uint32_t root = 0; root < count; ++root) {
    if (number[root] != unseen) continue;
    path.push_back(root);
    while (!path.empty()) {
      algebra_.circuit().meter().step();
      const std::uint32_t v = path.back();
      if (number[v] == unseen) {
        number[v] = lowest[v] = numbers++;
        next[v] = firstOut[v];
        open.push_back(v);
      }
      if (next[v] < firstOut[v + 1]) {
        const std::uint32_t w = heads[next[v]++];
        if (number[w] == unseen)
          path.push_back(w);
        else if (component[w] == unseen)
          lowest[v] = std::min(lowest[v], number[w]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) lowest[path.back()] = std::min(lowest[path.back()], lowest[v]);
      if (lowest[v] != number[v]) continue;
      for (std::uint32_t w = unseen; w != v;) {
        w = open.back();
        open.pop_back();
        component[w] = components;
      }
      ++components;
    }
  }
  for (std::uint32_t& each : component) each = components - 1 - each;
  return component;
}

/// Whether an edge leads to the vertex from a start or from a reached vertex. Counts only edges within the vertex's component if
/// `inside`, else only edges from other components.
Lit Walks::step(std::uint32_t vertex, const std::vector<Lit>& started, const std::vector<Lit>& reached, bool inside) const {
  Circuit& circuit = algebra_.circuit();
  std::vector<Lit> ways;
  circuit.meter().step(firstIn_[vertex + 1] - firstIn_[vertex]);
  for (std::size_t i = firstIn_[vertex]; i < firstIn_[vertex + 1]; ++i) {
    const Edge& edge = in_[i];
    if (inside != (component_[edge.vertex] == component_[vertex])) continue;
    const Lit way = circuit.conjunction(circuit.disjunction(started[edge.vertex], reached[edge.vertex]), edge.holds);
    if (way == yes) return yes;
    if (way != no) ways.push_back(way);
  }
  return circuit.disjunction(ways);
}

MatrixRef Walks::from(const MatrixRef& starts) const {
  Circuit& circuit = algebra_.circuit();
  std::vector<Lit> started(atoms_.size(), no), reached(atoms_.size(), no);
  for (const Entry& e : starts->entries) {
    const auto vertex = std::ranges::lower_bound(atoms_, e.tuple);
    if (vertex != atoms_.end() && *vertex == e.tuple) started[static_cast<std::size_t>(vertex - atoms_.begin())] = e.holds;
  }
  for (std::size_t first = 0, end = 0; first < order_.size(); first = end) {
    while (end < order_.size() && component_[order_[end]] == component_[order_[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) reached[order_[i]] = step(order_[i], started, reached, false);
    // A shortest path within a component visits each vertex at most once. So one round for each vertex of the component is
    // enough.
    bool changed = true;
    for (std::size_t round = first; round < end && changed; ++round) {
      changed = false;
      for (std::size_t i = first; i < end; ++i) {
        const Lit more = circuit.disjunction(reached[order_[i]], step(order_[i], started, reached, true));
        changed = changed || more != reached[order_[i]];
        reached[order_[i]] = more;
      }
    }
  }
  auto m = std::make_shared<Matrix>();
  m->overflow = circuit.disjunction(edges_->overflow, starts->overflow);
  for (std::size_t vertex = 0; vertex < atoms_.size(); ++vertex)
    if (reached[vertex] != no) m->entries.push_back({atoms_[vertex], reached[vertex]});
  return m;
}

}  // namespace aunit::solver
