#include "model/relations/digraph.h"

#include <array>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace aunit::model {
namespace {

using Edges = std::set<std::pair<Atom, Atom>>;

unsigned pick(unsigned count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, count));
}

// A graph with up to `most` atoms anywhere in the universe. Its edges are few or many, and random or along an order.
struct Graph {
  std::uint32_t universe;
  std::vector<Atom> atoms;
  Edges edges;

  explicit Graph(unsigned most) : universe(70 + pick(3) * 1000 + pick(2) * 4'000'000) {
    const unsigned count = 1 + pick(most), stride = 1 + pick(universe / count), first = pick(universe - (count - 1) * stride);
    for (unsigned i = 0; i < count; ++i) atoms.push_back(first + i * stride);
    const bool acyclic = pick(2) == 0;
    for (unsigned i = pick(count * (1 + pick(4)) + 1); i > 0; --i) {
      Atom from = atoms[pick(count)], to = atoms[pick(count)];
      if (acyclic && from < to) std::swap(from, to);
      if (!acyclic || from != to) edges.emplace(from, to);
    }
  }
  TupleSet relation() const {
    TupleSet out(universe, 2);
    for (const auto& [from, to] : edges) out.insert(std::array{from, to});
    return out;
  }
  Edges closure() const {
    Edges closed = edges;
    for (std::size_t before = 0; before != closed.size();) {
      before = closed.size();
      Edges more;
      for (const auto& [from, via] : closed)
        for (auto edge = edges.lower_bound({via, 0}); edge != edges.end() && edge->first == via; ++edge)
          more.emplace(from, edge->second);
      closed.merge(more);
    }
    return closed;
  }
  TupleSet some() const {
    TupleSet out(universe, 1);
    for (const Atom a : atoms)
      if (pick(4) == 0) out.insert({&a, 1});
    return out;
  }
};

TupleSet unary(std::uint32_t universe, const std::set<Atom>& atoms) {
  TupleSet out(universe, 1);
  for (const Atom a : atoms) out.insert({&a, 1});
  return out;
}

RC_GTEST_PROP(Digraph, AgreesWithTheClosure, ()) {
  const Graph graph(30);
  const Edges closed = graph.closure();
  const auto inClosure = [&](Atom from, Atom to) { return closed.count({from, to}) != 0; };
  Digraph digraph(graph.relation());
  // Many queries, so that the closure matrix is built between them.
  for (int round = 0; round < 8; ++round) {
    TupleSet found;
    const Atom one = graph.atoms[pick(static_cast<unsigned>(graph.atoms.size()))];
    for (const TupleSet& atoms : {graph.some(), TupleSet::atom(graph.universe, one)}) {
      std::set<Atom> after, before;
      for (const auto& [from, to] : closed) {
        if (atoms.contains({&from, 1})) after.insert(to);
        if (atoms.contains({&to, 1})) before.insert(from);
      }
      digraph.reachedFrom(atoms, found);
      RC_ASSERT(found == unary(graph.universe, after));
      digraph.reaching(atoms, found);
      RC_ASSERT(found == unary(graph.universe, before));
    }
    for (const Atom from : graph.atoms) {
      const Atom to = graph.atoms[pick(static_cast<unsigned>(graph.atoms.size()))];
      RC_ASSERT(digraph.reaches(from, to) == inClosure(from, to));
      RC_ASSERT(digraph.reaches(from, from) == inClosure(from, from));
      RC_ASSERT(digraph.onCycle(from) == inClosure(from, from));
    }
  }
  std::vector<Atom> cyclic;
  for (const Atom a : graph.atoms)
    if (inClosure(a, a)) cyclic.push_back(a);
  RC_ASSERT(digraph.atomsOnCycles() == cyclic);
}

RC_GTEST_PROP(Digraph, ClosesLikeSets, ()) {
  const Graph graph(40);
  Edges found;
  const TupleSet closure = graph.relation().closure();
  closure.forEach([&](std::span<const Atom> edge) { found.emplace(edge[0], edge[1]); });
  RC_ASSERT(found == graph.closure());
  RC_ASSERT(found.size() == closure.size());
}

// Too many small components for a closure matrix, so another representation is tested.
TEST(Digraph, ClosesManySmallParts) {
  constexpr Atom parts = 20'000;
  std::vector<Atom> tuples;
  for (Atom part = 0; part < parts; ++part)  // chains of three atoms; every third chain is closed to a cycle
    for (Atom i = 0; i < 3; ++i)
      if (i < 2 || part % 3 == 0) tuples.insert(tuples.end(), {part * 3 + i, part * 3 + (i + 1) % 3});
  const TupleSet edges = TupleSet::ofTuples(parts * 3, 2, tuples), closure = edges.closure();
  EXPECT_EQ(closure.size(), (parts + 2) / 3 * 9 + (parts - (parts + 2) / 3) * 3);
  EXPECT_TRUE(closure.contains(std::array{Atom{0}, Atom{0}}));
  EXPECT_TRUE(closure.contains(std::array{Atom{3}, Atom{5}}));
  EXPECT_FALSE(closure.contains(std::array{Atom{3}, Atom{3}}));
  EXPECT_TRUE(closure == closure.closure());
}

TEST(Digraph, HasNothingToSayOfNothing) {
  Digraph nothing(TupleSet(1000, 2));
  TupleSet out;
  nothing.reachedFrom(TupleSet::atom(1000, 7), out);
  EXPECT_TRUE(out.empty());
  nothing.reaching(TupleSet::atom(1000, 7), out);
  EXPECT_TRUE(out.empty());
  EXPECT_FALSE(nothing.reaches(7, 7));
  EXPECT_FALSE(nothing.onCycle(7));
  EXPECT_TRUE(nothing.atomsOnCycles().empty());
  EXPECT_TRUE(nothing.closure().empty());
}

}  // namespace
}  // namespace aunit::model
