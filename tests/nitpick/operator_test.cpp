// Each operator compared with the set that its definition describes, for all relations over small types.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <utility>

#include "evaluator/evaluator.h"
#include "tests/nitpick/support.h"

namespace aunit::parser::nitpick {
namespace {

using model::Atom;
using Pair = std::pair<Atom, Atom>;
using Pairs = std::set<Pair>;
using Atoms = std::set<Atom>;

// Elements of the universe: S has the elements 0 and 1, T has 2 and 3.
const Atoms S = {0, 1}, T = {2, 3};

struct Values {
  Pairs P, Q;  // S <-> T
  Pairs R;     // T <-> S
  Pairs E;     // S <-> S
  Atoms s, t;  // set S, set T
  Atom x = 0;  // S
};

Pairs pairsOf(const model::TupleSet& set) {
  Pairs out;
  set.forEach([&](std::span<const Atom> tuple) { out.emplace(tuple[0], tuple[1]); });
  return out;
}

Atoms atomsOf(const model::TupleSet& set) {
  const auto atoms = set.atoms();
  return {atoms.begin(), atoms.end()};
}

Pairs compose(const Pairs& p, const Pairs& q) {
  Pairs out;
  for (const auto& [a, b] : p)
    for (const auto& [c, d] : q)
      if (b == c) out.emplace(a, d);
  return out;
}

Pairs closureOf(Pairs p) {
  for (Pairs more = p;; p = more) {
    const Pairs step = compose(p, p);
    more.insert(step.begin(), step.end());
    if (more == p) return p;
  }
}

template <class Keep>
Pairs filter(const Pairs& p, Keep keep) {
  Pairs out;
  for (const Pair& pair : p)
    if (keep(pair)) out.insert(pair);
  return out;
}

Pairs unite(Pairs p, const Pairs& q) {
  p.insert(q.begin(), q.end());
  return p;
}

Atoms domainOf(const Pairs& p) {
  Atoms out;
  for (const auto& [a, b] : p) out.insert(a);
  return out;
}

Atoms rangeOf(const Pairs& p) {
  Atoms out;
  for (const auto& [a, b] : p) out.insert(b);
  return out;
}

std::size_t successors(const Pairs& p, Atom a) {
  return filter(p, [&](const Pair& pair) { return pair.first == a; }).size();
}
std::size_t predecessors(const Pairs& p, Atom b) {
  return filter(p, [&](const Pair& pair) { return pair.second == b; }).size();
}

class NitpickOperators : public ::testing::Test {
 protected:
  NitpickOperators()
      : loaded_(loadNitpick("[S, T]\nV = [ P, Q: S <-> T  R: T <-> S  E: S <-> S  s: set S  t: set T  x: S ]")),
        instance_(blankInstance(*loaded_, {{"S", 2}, {"T", 2}})),
        evaluator_(*loaded_->model) {}

  /// Calls `test` with all combinations of values of the variables that it names ("PQ": all P and Q, the rest empty).
  void forAll(const std::string& variables, const std::function<void(const Values&)>& test) { choose(variables, 0, test); }

  void expectPairs(const std::string& expression, const std::string& variables,
                   const std::function<Pairs(const Values&)>& meaning) {
    const model::ExprId id = resolved(*loaded_, expression, instance_);
    int cases = 0;
    forAll(variables, [&](const Values& v) {
      ++cases;
      ASSERT_EQ(pairsOf(evaluator_.relation(id)), meaning(v)) << expression;
    });
    EXPECT_GE(cases, 2);
  }
  void expectAtoms(const std::string& expression, const std::string& variables,
                   const std::function<Atoms(const Values&)>& meaning) {
    const model::ExprId id = resolved(*loaded_, expression, instance_);
    forAll(variables, [&](const Values& v) { ASSERT_EQ(atomsOf(evaluator_.relation(id)), meaning(v)) << expression; });
  }
  /// Expects the truth of a formula for all values; both truth values must occur.
  void expectTruth(const std::string& expression, const std::string& variables,
                   const std::function<bool(const Values&)>& meaning) {
    const model::ExprId id = resolved(*loaded_, expression, instance_);
    std::set<bool> seen;
    forAll(variables, [&](const Values& v) {
      const bool expected = meaning(v);
      seen.insert(expected);
      ASSERT_EQ(evaluator_.holds(id), expected) << expression;
    });
    EXPECT_EQ(seen.size(), 2u) << expression;
  }

 private:
  void choose(const std::string& variables, std::size_t index, const std::function<void(const Values&)>& test) {
    if (index == variables.size()) {
      evaluator_.bind(instance_);
      test(values_);
      return;
    }
    const char v = variables[index];
    std::vector<std::vector<Atom>> tuples;
    const auto product = [&](const Atoms& a, const Atoms& b) {
      for (const Atom first : a)
        for (const Atom second : b) tuples.push_back({first, second});
    };
    if (v == 'P' || v == 'Q') product(S, T);
    if (v == 'R') product(T, S);
    if (v == 'E') product(S, S);
    if (v == 's' || v == 'x') tuples = {{0}, {1}};
    if (v == 't') tuples = {{2}, {3}};
    for (unsigned bits = 0; bits < 1u << tuples.size(); ++bits) {
      if (v == 'x' && bits != 1 && bits != 2) continue;
      model::TupleSet set(instance_.universe->size(), static_cast<std::uint32_t>(tuples[0].size()));
      for (std::size_t i = 0; i < tuples.size(); ++i)
        if (bits >> i & 1) set.insert(tuples[i]);
      if (v == 'P') values_.P = pairsOf(set);
      if (v == 'Q') values_.Q = pairsOf(set);
      if (v == 'R') values_.R = pairsOf(set);
      if (v == 'E') values_.E = pairsOf(set);
      if (v == 's') values_.s = atomsOf(set);
      if (v == 't') values_.t = atomsOf(set);
      if (v == 'x') values_.x = bits - 1;
      valueOf(*loaded_, instance_, std::string(1, v)) = set;
      choose(variables, index + 1, test);
    }
  }

  std::unique_ptr<Loaded> loaded_;
  model::Instance instance_;
  evaluator::Evaluator evaluator_;
  Values values_;
};

TEST_F(NitpickOperators, SetOperators) {
  expectPairs("P U Q", "PQ", [](const Values& v) { return unite(v.P, v.Q); });
  expectPairs("P & Q", "PQ", [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.Q.count(p) == 1; }); });
  expectPairs("P \\ Q", "PQ", [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.Q.count(p) == 0; }); });
  expectTruth("P <= Q", "PQ", [](const Values& v) { return std::includes(v.Q.begin(), v.Q.end(), v.P.begin(), v.P.end()); });
  expectTruth("P < Q", "PQ",
              [](const Values& v) { return v.P != v.Q && std::includes(v.Q.begin(), v.Q.end(), v.P.begin(), v.P.end()); });
  expectTruth("P = Q", "PQ", [](const Values& v) { return v.P == v.Q; });
  expectTruth("P != Q", "PQ", [](const Values& v) { return v.P != v.Q; });
  expectTruth("s = {}", "s", [](const Values& v) { return v.s.empty(); });
  expectTruth("{} = P", "P", [](const Values& v) { return v.P.empty(); });
}

TEST_F(NitpickOperators, Membership) {
  expectTruth("x in s", "xs", [](const Values& v) { return v.s.count(v.x) == 1; });
  expectTruth("x : s", "xs", [](const Values& v) { return v.s.count(v.x) == 1; });
  expectTruth("x not in s", "xs", [](const Values& v) { return v.s.count(v.x) == 0; });
  expectTruth("x !: s", "xs", [](const Values& v) { return v.s.count(v.x) == 0; });
  expectTruth("x -> t0 in P", "xP", [](const Values& v) { return v.P.count({v.x, 2}) == 1; });
  expectTruth("(x, t0) in P", "xP", [](const Values& v) { return v.P.count({v.x, 2}) == 1; });
}

TEST_F(NitpickOperators, RelationalOperators) {
  expectPairs("P & Un", "P", [](const Values& v) { return v.P; });
  expectPairs("Un \\ P", "P", [](const Values& v) {
    return filter({{0, 2}, {0, 3}, {1, 2}, {1, 3}}, [&](const Pair& p) { return v.P.count(p) == 0; });
  });
  expectPairs("E & Id", "E", [](const Values& v) { return filter(v.E, [](const Pair& p) { return p.first == p.second; }); });
  expectAtoms("dom P", "P", [](const Values& v) { return domainOf(v.P); });
  expectAtoms("ran P", "P", [](const Values& v) { return rangeOf(v.P); });
  expectPairs("s <: P", "sP",
              [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.s.count(p.first) == 1; }); });
  expectPairs("s <; P", "sP",
              [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.s.count(p.first) == 0; }); });
  expectPairs("P >: t", "tP",
              [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.t.count(p.second) == 1; }); });
  expectPairs("t >: P", "tP",
              [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.t.count(p.second) == 1; }); });
  expectPairs("P >; t", "tP",
              [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.t.count(p.second) == 0; }); });
  expectPairs("t >; P", "tP",
              [](const Values& v) { return filter(v.P, [&](const Pair& p) { return v.t.count(p.second) == 0; }); });
  expectPairs("P (+) Q", "PQ", [](const Values& v) {
    return unite(filter(v.P, [&](const Pair& p) { return domainOf(v.Q).count(p.first) == 0; }), v.Q);
  });
  expectPairs("P ; R", "PR", [](const Values& v) { return compose(v.P, v.R); });
  expectPairs("P~", "P", [](const Values& v) {
    Pairs out;
    for (const auto& [a, b] : v.P) out.emplace(b, a);
    return out;
  });
  expectPairs("E+", "E", [](const Values& v) { return closureOf(v.E); });
  expectPairs("E*", "E", [](const Values& v) { return unite(closureOf(v.E), {{0, 0}, {1, 1}}); });
  expectAtoms("P.s", "Ps",
              [](const Values& v) { return rangeOf(filter(v.P, [&](const Pair& p) { return v.s.count(p.first) == 1; })); });
  expectAtoms("P.{x, s1}", "Px", [](const Values& v) {
    return rangeOf(filter(v.P, [&](const Pair& p) { return p.first == v.x || p.first == 1; }));
  });
  expectAtoms("fdom P", "P", [](const Values& v) {
    Atoms out;
    for (const Atom a : S)
      if (successors(v.P, a) == 1) out.insert(a);
    return out;
  });
}

TEST_F(NitpickOperators, Predicates) {
  const auto all = [](const Atoms& atoms, auto holds) { return std::all_of(atoms.begin(), atoms.end(), holds); };
  expectTruth("fun P", "P", [&](const Values& v) { return all(S, [&](Atom a) { return successors(v.P, a) <= 1; }); });
  expectTruth("inj P", "P", [&](const Values& v) { return all(T, [&](Atom b) { return predecessors(v.P, b) <= 1; }); });
  expectTruth("sur P", "P", [&](const Values& v) { return rangeOf(v.P) == T; });
  expectTruth("tot P", "P", [&](const Values& v) { return domainOf(v.P) == S; });
  expectTruth("one s", "s", [&](const Values& v) { return v.s.size() <= 1; });
}

// R.x is the only y with (x, y) in R. If there is no such y or more than one, atomic formulas about R.x are false.
TEST_F(NitpickOperators, Application) {
  const auto theOne = [](const Values& v, Atom y) { return successors(v.P, v.x) == 1 && v.P.count({v.x, y}) == 1; };
  expectTruth("P.x = t0", "Px", [&](const Values& v) { return theOne(v, 2); });
  expectTruth("t0 = P.x", "Px", [&](const Values& v) { return theOne(v, 2); });
  expectTruth("P.x != t0", "Px", [&](const Values& v) { return !theOne(v, 2); });
  expectTruth("P.x in t", "Pxt",
              [&](const Values& v) { return (theOne(v, 2) && v.t.count(2)) || (theOne(v, 3) && v.t.count(3)); });
  expectTruth("P.x not in t", "Pxt",
              [&](const Values& v) { return !((theOne(v, 2) && v.t.count(2)) || (theOne(v, 3) && v.t.count(3))); });
  expectTruth("P.x = Q.x", "PQx", [&](const Values& v) {
    return successors(v.P, v.x) == 1 && successors(v.Q, v.x) == 1 && theOne(v, 2) == (v.Q.count({v.x, 2}) == 1);
  });
  expectTruth("R.P.x = s0", "PRx", [&](const Values& v) {
    if (successors(v.P, v.x) != 1) return false;
    const Atom y = v.P.count({v.x, 2}) ? 2 : 3;
    return successors(v.R, y) == 1 && v.R.count({y, 0}) == 1;
  });
}

TEST_F(NitpickOperators, Connectives) {
  expectTruth("one s and one t", "st", [](const Values& v) { return v.s.size() <= 1 && v.t.size() <= 1; });
  expectTruth("one s or one t", "st", [](const Values& v) { return v.s.size() <= 1 || v.t.size() <= 1; });
  expectTruth("one s => one t", "st", [](const Values& v) { return v.s.size() > 1 || v.t.size() <= 1; });
  expectTruth("one s <=> one t", "st", [](const Values& v) { return (v.s.size() <= 1) == (v.t.size() <= 1); });
  expectTruth("not one s", "s", [](const Values& v) { return v.s.size() > 1; });
}

TEST_F(NitpickOperators, Literals) {
  expectPairs("{x -> t0, s1 -> t1}", "x", [](const Values& v) { return Pairs{{v.x, 2}, {1, 3}}; });
  expectPairs("{x -> {t0, t1}}", "x", [](const Values& v) { return Pairs{{v.x, 2}, {v.x, 3}}; });
  expectPairs("{x -> t}", "xt", [](const Values& v) {
    Pairs out;
    for (const Atom b : v.t) out.emplace(v.x, b);
    return out;
  });
  expectAtoms("S \\ s", "s", [](const Values& v) {
    Atoms out;
    for (const Atom a : S)
      if (!v.s.count(a)) out.insert(a);
    return out;
  });
}

}  // namespace
}  // namespace aunit::parser::nitpick
