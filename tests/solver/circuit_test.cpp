// Circuits compared with an evaluation of their formulas, and their CNF compared with a simulation.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <random>

#include "solver/circuit/cardinality.h"
#include "solver/circuit/circuit.h"
#include "solver/circuit/cnf.h"
#include "solver/circuit/consequences.h"
#include "solver/circuit/matrix.h"
#include "solver/circuit/simulation.h"
#include "solver/sat/bounded_solver.h"
#include "solver/sat/sat.h"
#include "tests/solver/pigeons.h"

namespace aunit::solver {
namespace {

/// A random circuit. For each of its literals there is a truth table (one bit for each assignment of six inputs).
class RandomCircuit {
 public:
  explicit RandomCircuit(unsigned seed) : random_(seed) {
    for (int i = 0; i < inputs; ++i) {
      std::uint64_t table = 0;
      for (unsigned assignment = 0; assignment < 64; ++assignment) table |= std::uint64_t{assignment >> i & 1} << assignment;
      known_.emplace_back(circuit.input(), table);
    }
    known_.emplace_back(yes, ~std::uint64_t{0});
    while (known_.size() < 60) grow();
  }

  static constexpr int inputs = 6;
  Circuit circuit;
  const std::vector<std::pair<Lit, std::uint64_t>>& known() const { return known_; }

 private:
  std::pair<Lit, std::uint64_t> pick() {
    auto [l, table] = known_[random_() % known_.size()];
    return random_() % 2 == 0 ? std::pair(l, table) : std::pair(!l, ~table);
  }

  void grow() {
    const auto [a, x] = pick();
    const auto [b, y] = pick();
    const auto [c, z] = pick();
    switch (random_() % 6) {
      case 0: known_.emplace_back(circuit.conjunction(a, b), x & y); break;
      case 1: known_.emplace_back(circuit.exclusiveOr(a, b), x ^ y); break;
      case 2: known_.emplace_back(circuit.ifThenElse(a, b, c), (x & y) | (~x & z)); break;
      case 3: known_.emplace_back(circuit.majority(a, b, c), (x & y) | (x & z) | (y & z)); break;
      default: {
        std::vector<Lit> operands;
        std::uint64_t table = 0;
        for (unsigned i = 0; i < 2 + random_() % 8; ++i) {
          const auto [l, t] = pick();
          operands.push_back(l);
          table |= t;
        }
        known_.emplace_back(circuit.disjunction(operands), table);
      }
    }
  }

  std::mt19937 random_;
  std::vector<std::pair<Lit, std::uint64_t>> known_;
};

TEST(Circuit, FoldsAndSharesWithoutChangingMeaning) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomCircuit r(seed);
    for (unsigned assignment = 0; assignment < 64; ++assignment) {
      // The inputs are nodes 1 to 6.
      Simulation simulation(r.circuit, [&](std::uint32_t node) { return (assignment >> (node - 1) & 1) != 0; });
      for (const auto& [l, table] : r.known()) ASSERT_EQ(simulation.value(l), (table >> assignment & 1) != 0) << seed;
    }
  }
}

TEST(Circuit, EqualGatesAreOneNode) {
  Circuit c;
  const Lit a = c.input();
  const Lit b = c.input();
  const Lit d = c.input();
  EXPECT_EQ(c.conjunction(a, b), c.conjunction(b, a));
  EXPECT_EQ(c.exclusiveOr(!a, b), !c.exclusiveOr(b, a));
  EXPECT_EQ(c.ifThenElse(!a, b, d), c.ifThenElse(a, d, b));
  EXPECT_EQ(c.conjunction(a, c.disjunction(a, b)), a);
  EXPECT_EQ(c.conjunction(a, c.disjunction(!a, b)), c.conjunction(a, b));
  EXPECT_EQ(c.conjunction(c.conjunction(a, b), !a), no);
}

// Gates with two definitions, which agree if at most one condition holds: the clauses have the same models as the circuit.
TEST(Cnf, WritesEachDefinitionInItsDirection) {
  std::mt19937 random(5);
  int satisfiable = 0;
  for (int round = 0; round < 300; ++round) {
    Circuit c;
    c.relyOnDeclarations(true);
    std::vector<Lit> conditions, values;
    std::vector<Circuit::Choice> choices;
    for (int i = 0; i < 3; ++i) {
      conditions.push_back(c.input());
      values.push_back(random() % 4 == 0 ? (random() % 2 == 0 ? yes : no) : c.input());
      choices.emplace_back(conditions.back(), values.back());
    }
    const Lit otherwise = random() % 2 == 0 ? no : c.input();
    const Lit chosen = c.chosen(choices, otherwise), other = c.input();
    const Lit user =
        random() % 2 == 0 ? c.exclusiveOr(chosen, other) : c.conjunction(random() % 2 == 0 ? chosen : !chosen, other);
    const std::vector<Lit> asserted{random() % 3 == 0 ? !user : user, atMostOne(c, conditions)};
    CnfEncoder encoder(c, nullptr);
    encoder.assertAll(asserted);
    std::vector<std::pair<std::uint32_t, int>> inputs;
    for (std::uint32_t node = 1; node < c.size(); ++node)
      if (c.gate(node) == Gate::input) inputs.emplace_back(node, encoder.inputVariable(node));
    const auto solver = makeSolver("minisat", encoder.cnf());
    solver->keepAll();
    for (unsigned assignment = 0; assignment < 1u << inputs.size(); ++assignment) {
      const auto valueOf = [&](Lit l) {
        if (l == yes || l == no) return l == yes;
        const auto place = std::ranges::find(inputs, l.node(), &std::pair<std::uint32_t, int>::first) - inputs.begin();
        return (assignment >> place & 1) != 0;
      };
      std::vector<int> assumptions;
      for (std::size_t i = 0; i < inputs.size(); ++i)
        assumptions.push_back((assignment >> i & 1) != 0 ? inputs[i].second : -inputs[i].second);
      const auto held = std::ranges::count_if(conditions, valueOf);
      bool value = valueOf(otherwise);
      for (std::size_t i = 0; i < conditions.size(); ++i)
        if (valueOf(conditions[i])) value = valueOf(values[i]);
      Simulation simulation(c, [&](std::uint32_t node) { return valueOf(Lit{node * 2}); });
      if (held <= 1) {
        ASSERT_EQ(simulation.value(chosen), value) << round;
      }
      const bool expected = held <= 1 && simulation.value(asserted[0]);
      satisfiable += expected ? 1 : 0;
      ASSERT_EQ(solver->solve(assumptions, support::Budget()) == Answer::satisfiable, expected) << round << " " << assignment;
    }
  }
  EXPECT_GT(satisfiable, 300);
}

// Subset tests on sets, and on joins of a set with a function, compared with the tuples.
TEST(Algebra, ComparesWhatFunctionsLeadToWithSets) {
  std::mt19937 random(7);
  int twofold = 0;
  for (int round = 0; round < 60; ++round) {
    Circuit c;
    c.relyOnDeclarations(true);
    const Algebra algebra(c, 3);
    const auto relation = [&](unsigned arity, bool functional, TupleCode tuples) {
      auto m = std::make_shared<Matrix>();
      m->arity = static_cast<std::uint8_t>(arity);
      m->functional = functional;
      for (TupleCode t = 0; t < tuples; ++t) {
        if (random() % 2 == 0) m->entries.push_back({t, random() % 5 == 0 ? yes : c.input()});
      }
      return MatrixRef(m);
    };
    const MatrixRef start = relation(1, true, 3), function = relation(2, true, 9), other = relation(1, random() % 2 == 0, 3);
    const MatrixRef left = random() % 3 == 0 ? start : algebra.join(start, function);
    const MatrixRef right = random() % 3 == 0 ? algebra.join(other, function) : other;
    const Lit subset = algebra.subset(left, right);
    std::vector<std::uint32_t> inputs;
    for (std::uint32_t node = 1; node < c.size(); ++node) {
      if (c.gate(node) == Gate::input) inputs.push_back(node);
    }
    for (unsigned assignment = 0; assignment < 1u << inputs.size(); ++assignment) {
      Simulation simulation(
          c, [&](std::uint32_t node) { return (assignment >> (std::ranges::find(inputs, node) - inputs.begin()) & 1) != 0; });
      const auto holds = [&](const MatrixRef& m, TupleCode tuple) {
        return std::ranges::any_of(m->entries, [&](const Entry& e) { return e.tuple == tuple && simulation.value(e.holds); });
      };
      const auto isFunction = [&](const MatrixRef& m, TupleCode columns) {
        std::vector<int> of(3, 0);
        for (const Entry& e : m->entries) of[columns == 1 ? 0 : e.tuple / 3] += simulation.value(e.holds) ? 1 : 0;
        return !m->functional || std::ranges::all_of(of, [](int n) { return n <= 1; });
      };
      if (!isFunction(start, 1) || !isFunction(function, 2) || !isFunction(other, 1)) continue;
      bool expected = true;
      for (TupleCode atom = 0; atom < 3; ++atom) {
        const auto leads = [&](const MatrixRef& from) {
          return (holds(from, 0) && holds(function, atom)) || (holds(from, 1) && holds(function, 3 + atom)) ||
                 (holds(from, 2) && holds(function, 6 + atom));
        };
        const bool isLeft = left == start ? holds(start, atom) : leads(start);
        const bool isRight = right == other ? holds(other, atom) : leads(other);
        expected = expected && (!isLeft || isRight);
      }
      ASSERT_EQ(simulation.value(subset), expected) << round << " " << assignment;
      for (std::uint32_t node = 1; node < c.size(); ++node) {
        if (c.gate(node) != Gate::twofold) continue;
        ++twofold;
        ASSERT_EQ(simulation.value(c.children(node)[0]), simulation.value(c.children(node)[1])) << round << " " << assignment;
      }
    }
  }
  EXPECT_GT(twofold, 1000);
}

// The negation of a subset test needs no variables beyond the inputs if the left set has at most one atom.
TEST(Algebra, DeniesMembershipInShortClauses) {
  Circuit c;
  c.relyOnDeclarations(true);
  const auto set = [&](bool single) {
    auto m = std::make_shared<Matrix>();
    m->functional = single;
    for (TupleCode t = 0; t < 5; ++t) m->entries.push_back({t, c.input()});
    return m;
  };
  CnfEncoder encoder(c, nullptr);
  encoder.assertAll(std::vector<Lit>{!Algebra(c, 5).subset(set(true), set(false))});
  EXPECT_EQ(encoder.cnf().variables, 10);
  EXPECT_EQ(encoder.cnf().clauses, 6u);
}

TEST(Consequences, HoldInEveryModel) {
  std::size_t found = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    RandomCircuit r(seed);
    std::vector<Lit> asserted;
    std::uint64_t models = ~std::uint64_t{0};
    for (std::size_t i = r.known().size() - 1 - seed % 5; i < r.known().size(); ++i) {
      asserted.push_back(r.known()[i].first);
      models &= r.known()[i].second;
    }
    for (const Lit l : impliedInputs(r.circuit, asserted)) {
      const std::uint64_t table = r.known()[l.node() - 1].second;
      ASSERT_EQ(models & (l.negative() ? table : ~table), 0u) << seed;
      ++found;
    }
  }
  EXPECT_GT(found, 200u);
}

// A relation has tuples only within a set, and there its tuples are determined: (i, k) is one if and only if i < k.
TEST(Consequences, AreFoundBehindGuards) {
  Circuit c;
  std::vector<Lit> chosen, asserted, pairs;
  for (int i = 0; i < 6; ++i) chosen.push_back(c.input());
  const auto inSet = [&](std::size_t i) {
    return c.conjunction(std::vector<Lit>{!chosen[i], !chosen[(i + 1) % 6], !chosen[(i + 2) % 6]});
  };
  for (std::size_t i = 0; i < 6; ++i) {
    std::vector<Lit> row;
    for (std::size_t k = 0; k < 6; ++k) {
      pairs.push_back(c.input());
      row.push_back(pairs.back());
      asserted.push_back(
          c.implication(c.conjunction(inSet(i), inSet(k)), i < k ? c.equivalence(pairs.back(), yes) : !pairs.back()));
      asserted.push_back(c.implication(pairs.back(), inSet(k)));
    }
    asserted.push_back(c.implication(c.disjunction(row), inSet(i)));
  }
  const std::vector<Lit> implied = impliedInputs(c, asserted);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k <= i; ++k) EXPECT_NE(std::ranges::find(implied, !pairs[6 * i + k]), implied.end()) << i << " " << k;
  EXPECT_EQ(implied.size(), 21u);
}

TEST(Consequences, OfAContradictionAreNone) {
  Circuit c;
  const Lit a = c.input(), b = c.input();
  const std::vector<Lit> asserted{a, c.disjunction(!a, b), !b};
  EXPECT_TRUE(impliedInputs(c, asserted).empty());
  EXPECT_TRUE(impliedInputs(c, std::vector<Lit>{no}).empty());
  EXPECT_EQ(impliedInputs(c, std::vector<Lit>{c.disjunction(a, b), !a}), (std::vector<Lit>{!a, b}));
}

TEST(Cnf, HasTheModelsOfTheCircuit) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomCircuit r(1000 + seed);
    std::vector<Lit> asserted;
    std::uint64_t models = ~std::uint64_t{0};
    for (std::size_t i = r.known().size() - 1 - seed % 3; i < r.known().size(); ++i) {
      asserted.push_back(r.known()[i].first);
      models &= r.known()[i].second;
    }
    CnfEncoder encoder(r.circuit, nullptr);
    encoder.assertAll(asserted);
    std::vector<int> variables;
    for (std::uint32_t node = 1; node <= RandomCircuit::inputs; ++node) variables.push_back(encoder.inputVariable(node));
    for (const std::string& name : solverNames()) {
      const auto solver = makeSolver(name, encoder.cnf());
      for (const int v : variables) solver->keep(v);
      for (unsigned assignment = 0; assignment < 64; assignment += 1 + seed % 7) {
        std::vector<int> assumptions;
        for (unsigned i = 0; i < variables.size(); ++i)
          assumptions.push_back((assignment >> i & 1) != 0 ? variables[i] : -variables[i]);
        const Answer expected = (models >> assignment & 1) != 0 ? Answer::satisfiable : Answer::unsatisfiable;
        ASSERT_EQ(solver->solve(assumptions, support::Budget()), expected) << name << " " << seed;
      }
    }
  }
}

TEST(Cardinality, CountsLiterals) {
  for (int n = 0; n <= 9; ++n) {
    Circuit circuit;
    std::vector<Lit> literals;
    for (int i = 0; i < n; ++i) literals.push_back(i == 4 ? yes : i == 7 ? no : circuit.input());
    const Lit lone = atMostOne(circuit, literals);
    const Lit one = exactlyOne(circuit, literals);
    std::vector<Lit> least;
    std::vector<Lit> most;
    for (std::size_t k = 0; k <= 10; ++k) {
      least.push_back(atLeast(circuit, literals, k));
      most.push_back(atMost(circuit, literals, k));
    }
    for (unsigned assignment = 0; assignment < (1u << n); ++assignment) {
      Simulation simulation(circuit, [&](std::uint32_t node) { return (assignment >> (node - 1) & 1) != 0; });
      std::size_t count = 0;
      for (const Lit l : literals) count += simulation.value(l) ? 1 : 0;
      ASSERT_EQ(simulation.value(lone), count <= 1);
      ASSERT_EQ(simulation.value(one), count == 1);
      for (std::size_t k = 0; k <= 10; ++k) {
        ASSERT_EQ(simulation.value(least[k]), count >= k);
        ASSERT_EQ(simulation.value(most[k]), count <= k);
      }
    }
  }
}

TEST(Sat, ConflictsNameAssumptionsThatContradict) {
  for (const std::string& name : solverNames()) {
    const Cnf clauses{{-1, -2, 0, 3, 4, 0}, 4, 2};
    const auto solver = makeSolver(name, clauses);
    for (int v = 1; v <= 4; ++v) solver->keep(v);
    ASSERT_EQ(solver->solve(std::vector<int>{1, 2, 3}, support::Budget()), Answer::unsatisfiable) << name;
    std::vector<int> conflict = solver->conflict();
    std::sort(conflict.begin(), conflict.end());
    EXPECT_EQ(conflict, (std::vector<int>{1, 2})) << name;
    EXPECT_EQ(solver->solve(std::vector<int>{1, 3}, support::Budget()), Answer::satisfiable) << name;
    EXPECT_TRUE(solver->value(1) && !solver->value(2)) << name;
  }
}

TEST(Sat, StopsWhenTimeIsUp) {
  const Cnf clauses = pigeons(10);
  for (const std::string& name : solverNames()) {
    const auto solver = makeSolver(name, clauses);
    const support::Budget budget({.seconds = 0.2});
    const auto start = support::Budget::Clock::now();
    EXPECT_EQ(solver->solve({}, budget), Answer::unknown) << name;
    EXPECT_LT(std::chrono::duration<double>(support::Budget::Clock::now() - start).count(), 5) << name;
  }
}

TEST(Sat, StopsWithinASearchOfLimitedLength) {
  constexpr int practicallyUnlimited = 1'000'000'000;
  const Cnf clauses = pigeons(30);
  const std::atomic<bool> stop = true;
  for (const MakeEngine make : {makeCryptoMiniSat, makeCadical, makeMiniSat}) {
    if (make == makeCryptoMiniSat && !hasCryptoMiniSat) continue;
    EXPECT_EQ(BoundedSolver(make, clauses).solve({}, support::Budget({.stop = &stop}), practicallyUnlimited), Answer::unknown);
  }
}

TEST(Sat, RefusesMoreVariablesThanItTakes) {
  const Cnf clauses{{}, 1 << 29, 0};
  if (!makeSolver("cryptominisat", clauses)) GTEST_SKIP() << "built without CryptoMiniSat";
  EXPECT_THROW(makeSolver("cryptominisat", clauses)->solve({}, support::Budget()), support::Exhausted);
}

// Sanitizers need much address space, so the limit of memory is not tested with them.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Sat, MemoryThatIsNotThereIsBadAlloc) {
  const auto fill = [] {
    const rlimit limit{std::size_t{1} << 29, std::size_t{1} << 29};
    setrlimit(RLIMIT_AS, &limit);
    try {
      const Cnf clauses{{}, 1 << 28, 0};
      makeSolver("minisat", clauses)->solve({}, support::Budget());
    } catch (const std::bad_alloc&) {
      std::_Exit(0);
    } catch (...) {
      std::_Exit(1);
    }
    std::_Exit(2);
  };
  EXPECT_EXIT(fill(), testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace aunit::solver
