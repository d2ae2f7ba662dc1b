#include "model/relations/tuple_set.h"

#include "support/cancellation.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace aunit::model {
namespace {

using Tuple = std::vector<Atom>;
using Naive = std::set<Tuple>;

// Sizes of universes around each change of representation: one word, one bit more, wide codes.
const std::vector<std::uint32_t> universes = {1, 5, 63, 64, 65, 300, 70000, 4000000000};

TupleSet build(std::uint32_t universe, std::uint32_t arity, const Naive& tuples) {
  TupleSet out(universe, arity);
  for (const Tuple& tuple : tuples) out.insert(tuple);
  return out;
}

Naive tuplesOf(const TupleSet& set) {
  Naive out;
  Tuple last;
  set.forEach([&](std::span<const Atom> tuple) {
    Tuple next(tuple.begin(), tuple.end());
    RC_ASSERT(last < next || out.empty());
    last = next;
    out.insert(std::move(next));
  });
  return out;
}

// Checks the invariants of every set, and that the content equals `expected`.
void check(const TupleSet& set, std::uint32_t universe, std::uint32_t arity, const Naive& expected) {
  RC_ASSERT(set.universeSize() == universe);
  RC_ASSERT(set.arity() == arity);
  RC_ASSERT(tuplesOf(set) == expected);
  RC_ASSERT(set.size() == expected.size());
  RC_ASSERT(set.sizeUpToTwo() == std::min<std::size_t>(2, expected.size()));
  RC_ASSERT(set.empty() == expected.empty());
  RC_ASSERT(set == build(universe, arity, expected));  // representations are canonical
}

// Random tuples of few atoms, at both ends of the universe, so that joins find matches.
Naive tuples(std::uint32_t universe, std::uint32_t arity) {
  std::vector<Atom> atoms;
  for (Atom a = 0; a < std::min(universe, 4u); ++a) atoms.push_back(a);
  for (Atom a = universe > 8 ? universe - 3 : universe; a < universe; ++a) atoms.push_back(a);
  return *rc::gen::scale(0.3, rc::gen::container<Naive>(rc::gen::container<Tuple>(arity, rc::gen::elementOf(atoms))));
}

std::uint32_t anyUniverse() {
  return *rc::gen::elementOf(universes);
}
std::uint32_t anyArity(std::uint32_t most) {
  return *rc::gen::inRange<std::uint32_t>(1, most + 1);
}

Naive naiveJoin(const Naive& a, const Naive& b) {
  Naive out;
  for (const Tuple& x : a)
    for (const Tuple& y : b)
      if (x.back() == y.front()) {
        Tuple joined(x.begin(), x.end() - 1);
        joined.insert(joined.end(), y.begin() + 1, y.end());
        out.insert(joined);
      }
  return out;
}

RC_GTEST_PROP(TupleSet, HoldsWhatIsInserted, ()) {
  const std::uint32_t universe = anyUniverse(), arity = anyArity(6);
  const Naive a = tuples(universe, arity);
  TupleSet set = build(universe, arity, a);
  check(set, universe, arity, a);
  Naive left = a;
  for (const Tuple& tuple : tuples(universe, arity)) {
    RC_ASSERT(set.contains(tuple) == (left.count(tuple) == 1));
    set.erase(tuple);
    left.erase(tuple);
  }
  check(set, universe, arity, left);
}

RC_GTEST_PROP(TupleSet, SetOperationsAgreeWithSets, ()) {
  const std::uint32_t universe = anyUniverse(), arity = anyArity(6);
  const Naive a = tuples(universe, arity), b = tuples(universe, arity);
  const TupleSet x = build(universe, arity, a), y = build(universe, arity, b);
  Naive either = a, both, onlyA;
  either.insert(b.begin(), b.end());
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(onlyA, onlyA.end()));
  check(x.unite(y), universe, arity, either);
  check(x.intersect(y), universe, arity, both);
  check(x.subtract(y), universe, arity, onlyA);
  RC_ASSERT(x.subsetOf(y) == std::includes(b.begin(), b.end(), a.begin(), a.end()));
  RC_ASSERT(x.intersects(y) == !both.empty());
  RC_ASSERT((x == y) == (a == b));
  Naive overridden = b;
  for (const Tuple& tuple : a)
    if (std::none_of(b.begin(), b.end(), [&](const Tuple& other) { return other[0] == tuple[0]; })) overridden.insert(tuple);
  check(x.overrideWith(y), universe, arity, overridden);
}

RC_GTEST_PROP(TupleSet, ProductAndJoinAgreeWithSets, ()) {
  const std::uint32_t universe = anyUniverse(), m = anyArity(4), n = anyArity(4);
  const Naive a = tuples(universe, m), b = tuples(universe, n);
  const TupleSet x = build(universe, m, a), y = build(universe, n, b);
  Naive pairs;
  for (const Tuple& head : a)
    for (const Tuple& tail : b) {
      Tuple pair = head;
      pair.insert(pair.end(), tail.begin(), tail.end());
      pairs.insert(pair);
    }
  check(x.product(y), universe, m + n, pairs);
  if (m + n > 2) check(x.join(y), universe, m + n - 2, naiveJoin(a, b));
}

RC_GTEST_PROP(TupleSet, RestrictionsAgreeWithSets, ()) {
  const std::uint32_t universe = anyUniverse(), arity = anyArity(5);
  const Naive a = tuples(universe, arity), s = tuples(universe, 1);
  const TupleSet x = build(universe, arity, a), set = build(universe, 1, s);
  Naive domain, range;
  for (const Tuple& tuple : a) {
    if (s.count({tuple.front()})) domain.insert(tuple);
    if (s.count({tuple.back()})) range.insert(tuple);
  }
  check(x.domainRestrict(set), universe, arity, domain);
  check(x.rangeRestrict(set), universe, arity, range);
}

RC_GTEST_PROP(TupleSet, TransposeAndClosureAgreeWithSets, ()) {
  const std::uint32_t universe = anyUniverse();
  const Naive a = tuples(universe, 2);
  const TupleSet x = build(universe, 2, a);
  Naive reversed, closed = a;
  for (const Tuple& tuple : a) reversed.insert({tuple[1], tuple[0]});
  for (std::size_t before = 0; before != closed.size();) {
    before = closed.size();
    const Naive more = naiveJoin(closed, a);
    closed.insert(more.begin(), more.end());
  }
  check(x.transpose(), universe, 2, reversed);
  check(x.closure(), universe, 2, closed);
}

RC_GTEST_PROP(TupleSet, ReusesMemoryWithoutTraces, ()) {
  const std::uint32_t universe = anyUniverse();
  TupleSet out = build(300, 3, tuples(300, 3));
  const Naive a = tuples(universe, 2), b = tuples(universe, 2);
  const TupleSet x = build(universe, 2, a), y = build(universe, 2, b);
  TupleSet::join(x, y, out);
  check(out, universe, 2, naiveJoin(a, b));
  TupleSet::closure(x, out);
  RC_ASSERT(out == x.closure());
  TupleSet copy = out;
  TupleSet moved = std::move(copy);
  RC_ASSERT(moved == out);
  copy = moved;
  RC_ASSERT(copy == out);
}

RC_GTEST_PROP(TupleSet, AlgebraicLaws, ()) {
  const std::uint32_t universe = anyUniverse();
  const auto any = [&](std::uint32_t arity) { return build(universe, arity, tuples(universe, arity)); };
  const TupleSet r = any(2), s = any(2), t = any(2), a = any(1);
  RC_ASSERT(r.join(s).join(t) == r.join(s.join(t)));
  RC_ASSERT(r.join(s.unite(t)) == r.join(s).unite(r.join(t)));
  RC_ASSERT(r.join(s).transpose() == s.transpose().join(r.transpose()));
  RC_ASSERT(r.transpose().transpose() == r);
  RC_ASSERT(r.closure().closure() == r.closure());
  RC_ASSERT(r.closure().transpose() == r.transpose().closure());
  RC_ASSERT(r.unite(s).subtract(s) == r.subtract(s));
  RC_ASSERT(r.intersect(s) == r.subtract(r.subtract(s)));
  RC_ASSERT(r.domainRestrict(a).transpose() == r.transpose().rangeRestrict(a));
  RC_ASSERT(TupleSet::identity(a).join(r) == r.domainRestrict(a));
  RC_ASSERT(r.overrideWith(r) == r);
  RC_ASSERT(r.overrideWith(s).overrideWith(t) == r.overrideWith(s.overrideWith(t)));
}

TEST(TupleSet, RangesAndAtoms) {
  for (const std::uint32_t universe : {64u, 65u}) {
    EXPECT_EQ(TupleSet::range(universe, 0, universe).size(), universe);
    EXPECT_EQ(TupleSet::range(universe, 3, 3).size(), 0u);
    EXPECT_EQ(TupleSet::range(universe, 62, 64).atoms(), (std::vector<Atom>{62, 63}));
    EXPECT_EQ(TupleSet::atom(universe, 63), TupleSet::singleton(universe, std::vector<Atom>{63}));
    EXPECT_EQ(TupleSet::identity(TupleSet::range(universe, 0, universe)).size(), universe);
  }
}

TEST(TupleSet, RefusesToGrowWithoutBound) {
  TupleSet all = TupleSet::range(70000, 0, 70000);
  EXPECT_THROW(all.product(all), std::length_error);
}

TEST(TupleSet, IsBuiltFromTuplesInAnyOrder) {
  for (const std::uint32_t universe : {5u, 300u, 4000000000u})
    EXPECT_EQ(TupleSet::ofTuples(universe, 2, std::vector<Atom>{3, 1, 0, 4, 3, 1, 2, 2}),
              build(universe, 2, {{0, 4}, {2, 2}, {3, 1}}));
  EXPECT_TRUE(TupleSet::ofTuples(300, 3, {}).empty());
}

TEST(TupleSet, LongOperationsAskWhetherTheyMayGoOn) {
  std::vector<Atom> ring, all;
  for (Atom a = 0; a < 2000; ++a) {
    ring.insert(ring.end(), {a, (a + 1) % 2000});
    all.push_back(a);
  }
  const TupleSet next = TupleSet::ofTuples(2000, 2, ring), atoms = TupleSet::ofTuples(2000, 1, all);
  const support::Budget nothing = support::Budget().endingAt(0);
  const support::Cancellation none(nothing);
  EXPECT_THROW(next.closure(), support::Exhausted);
  EXPECT_THROW(atoms.product(atoms), support::Exhausted);
  EXPECT_EQ(next.join(atoms), atoms);  // a short join
}

}  // namespace
}  // namespace aunit::model
