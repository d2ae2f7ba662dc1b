// The engines on random small systems, compared with a visit of every state.

#include <gtest/gtest.h>

#include <sstream>

#include "naive_system.h"
#include "solver/modelcheck/aiger.h"
#include "solver/modelcheck/certificate.h"
#include "solver/modelcheck/liveness.h"
#include "solver/modelcheck/pdr.h"

namespace aunit::modelcheck {
namespace {

using solver::no;
using solver::yes;
using support::Budget;
using testing_::explore;
using testing_::Facts;
using testing_::proves;
using testing_::randomSystem;

constexpr unsigned systems = 300;

TEST(Pdr, FindsBadStatesAndInvariants) {
  int never = 0;
  for (unsigned seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Circuit circuit;
    const System system = randomSystem(circuit, seed);
    const Facts facts = explore(system);
    Pdr pdr(system, Budget());
    const Reach reach = pdr.run();
    ASSERT_EQ(reach, facts.badAfter < 0 ? Reach::never : Reach::reached);
    if (reach == Reach::reached) {
      ASSERT_LE(pdr.frames(), facts.badAfter);
      continue;
    }
    ++never;
    ASSERT_TRUE(proves(system, pdr.invariant()));
    ASSERT_EQ(flaw(system, pdr.invariant(), Budget()), std::nullopt);
  }
  EXPECT_GT(never, static_cast<int>(systems / 5));
}

TEST(ClosingLoop, IsReachedExactlyWhenThereIsATrace) {
  int traces = 0;
  for (unsigned seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Circuit circuit;
    const System system = randomSystem(circuit, seed);
    const System safety = closingLoop(system);
    const bool trace = explore(system).trace;
    traces += trace ? 1 : 0;
    Pdr pdr(safety, Budget());
    ASSERT_EQ(pdr.run(), trace ? Reach::reached : Reach::never);
    if (!trace) {
      ASSERT_EQ(flaw(safety, pdr.invariant(), Budget()), std::nullopt);
    }
  }
  EXPECT_GT(traces, static_cast<int>(systems / 5));
}

// If a finite system has no trace, some number of rounds is never reached. If it has a trace, every number is.
TEST(CountingRounds, EndsWhereThereIsNoTrace) {
  for (unsigned seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Circuit circuit;
    const System system = randomSystem(circuit, seed);
    const bool trace = explore(system).trace;
    for (const int rounds : {1, 3, 33}) {
      const System safety = countingRounds(system, rounds);
      Pdr pdr(safety, Budget());
      const Reach reach = pdr.run();
      ASSERT_FALSE(trace && reach == Reach::never) << rounds;
      ASSERT_FALSE(!trace && reach == Reach::reached && rounds == 33);  // the system has fewer than 33 states
      if (reach != Reach::never) continue;
      ASSERT_EQ(flaw(safety, pdr.invariant(), Budget()), std::nullopt);
      break;
    }
  }
}

// If a clause is removed from a certificate, or from the system, the certificate is rejected unless it happens to be valid.
TEST(Certificate, NoticesWhatIsMissing) {
  int refused = 0;
  for (unsigned seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Circuit circuit;
    const System system = randomSystem(circuit, seed);
    Pdr pdr(system, Budget());
    if (pdr.run() != Reach::never) continue;
    for (std::size_t i = 0; i < pdr.invariant().excluded.size(); ++i) {
      Invariant weaker = pdr.invariant();
      weaker.excluded.erase(weaker.excluded.begin() + static_cast<std::ptrdiff_t>(i));
      const bool proof = proves(system, weaker);
      ASSERT_EQ(!flaw(system, weaker, Budget()), proof);
      refused += proof ? 0 : 1;
    }
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
      System freer = system;
      freer.constraints.erase(freer.constraints.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_EQ(!flaw(freer, pdr.invariant(), Budget()), proves(freer, pdr.invariant()));
    }
  }
  EXPECT_GT(refused, 50);
}

/// A two-bit counter that goes from 0 to 2 and stays there.
System counter(Circuit& circuit) {
  System system(circuit);
  const std::size_t low = system.addLatch(false);
  const std::size_t high = system.addLatch(false);
  const Lit l = system.latches[low].now;
  const Lit h = system.latches[high].now;
  system.latches[low].next = circuit.conjunction(!l, !h);
  system.latches[high].next = circuit.disjunction(l, h);
  system.bad = circuit.conjunction(l, h);
  return system;
}

/// The counter, with sets of states that are no invariants, or do not exclude the value 3.
class ForgedCertificate : public testing::Test {
 protected:
  Circuit circuit;
  System system = counter(circuit);
  Lit low = system.latches[0].now;
  Lit high = system.latches[1].now;

  void expectRefused(const Invariant& forged, const std::string& why) const {
    EXPECT_EQ(flaw(system, forged, Budget()), why);
    EXPECT_THROW(proofBy(system, forged, Budget()), std::logic_error);
  }
};

TEST_F(ForgedCertificate, WithoutAnInitialState) {
  expectRefused({{{low, high}, {!low, !high}}}, "an initial state is not in the invariant");
}

TEST_F(ForgedCertificate, WithABadStep) {
  expectRefused({}, "a step inside the invariant is bad");
}

TEST_F(ForgedCertificate, ThatAStepLeaves) {
  expectRefused({{{low, high}, {!low, high}}}, "a step leaves the invariant");
}

TEST_F(ForgedCertificate, IsOneWhereTheStepIsNotAllowed) {
  system.constraints.push_back(!low);
  EXPECT_EQ(proofBy(system, {{{low, high}, {!low, high}}}, Budget()).clauses, 2u);
}

// The checks ignore inputs in an initial condition. Such a condition may hold in the first step although it is not a set of
// states.
TEST(Certificate, RefusesAnInitialConditionOverInputs) {
  Circuit circuit;
  System system = counter(circuit);
  system.init.push_back(circuit.input());
  EXPECT_EQ(flaw(system, {}, Budget()), "the initial condition depends on inputs");
}

TEST(Certificate, RefusesAnInvariantOverInputs) {
  Circuit circuit;
  const System system = counter(circuit);
  EXPECT_EQ(flaw(system, {{{circuit.input()}}}, Budget()), "the invariant depends on inputs");
}

TEST(CountingRounds, CountsEachRound) {
  Circuit circuit;
  System system = counter(circuit);
  system.justice.push_back(!system.latches[1].now);  // holds while the counter is 0 and 1
  const System two = countingRounds(system, 2);
  EXPECT_EQ(Pdr(two, Budget()).run(), Reach::reached);
  const System three = countingRounds(system, 3);
  EXPECT_EQ(Pdr(three, Budget()).run(), Reach::never);
}

// A solver that is built again must know the clauses of its frame; otherwise the search would find the same predecessor forever.
TEST(Pdr, GoesOnWithNewSolvers) {
  for (unsigned seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Circuit circuit;
    const System system = randomSystem(circuit, seed);
    Pdr pdr(system, Budget().endingAt(10'000), 0);
    ASSERT_EQ(pdr.run(), explore(system).badAfter < 0 ? Reach::never : Reach::reached);
  }
}

TEST(Pdr, StopsWhenAskedTo) {
  Circuit circuit;
  const System system = counter(circuit);
  std::atomic<bool> stop = true;
  Pdr pdr(system, Budget({.stop = &stop}));
  EXPECT_THROW(
      {
        for (int i = 0; i < 100; ++i) pdr.run();
      },
      support::Exhausted);
}

TEST(Pdr, WithoutAnInitialStateExcludesAll) {
  Circuit circuit;
  System system = counter(circuit);
  system.init.push_back(no);
  Pdr pdr(system, Budget());
  EXPECT_EQ(pdr.run(), Reach::never);
  EXPECT_EQ(pdr.invariant().excluded, std::vector<Cube>{{}});
  EXPECT_EQ(flaw(system, pdr.invariant(), Budget()), std::nullopt);
}

TEST(Aiger, WritesInputsLatchesPropertiesAndGates) {
  Circuit circuit;
  System system = counter(circuit);
  system.constraints.push_back(circuit.input());
  EXPECT_EQ(aiger(system),
            "aag 5 1 2 0 2 1 1 0 0\n"
            "2\n"         // the input
            "4 8 0\n"     // the low bit, its next and initial value
            "6 9 0\n"     // the high bit
            "10\n"        // bad
            "2\n"         // the constraint
            "8 7 5\n"     // neither bit is set
            "10 6 4\n");  // both bits are set
}

/// The system that a file describes. Its initial states are those that the resets allow.
System readAiger(const std::string& text, Circuit& circuit) {
  std::istringstream in(text);
  std::string magic;
  std::uint32_t last, inputs, latches, outputs, gates, bad, constraints, justice, fairness;
  in >> magic >> last >> inputs >> latches >> outputs >> gates >> bad >> constraints >> justice >> fairness;
  std::vector<Lit> variables(last + 1, yes);
  variables[0] = no;
  const auto literal = [&](std::uint32_t l) { return (l & 1) != 0 ? !variables[l / 2] : variables[l / 2]; };
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t n; in >> n;) numbers.push_back(n);
  auto at = numbers.begin();
  System system(circuit);
  for (std::uint32_t i = 0; i < inputs; ++i) variables[*at++ / 2] = circuit.input();
  const auto latchLines = at;
  for (std::uint32_t i = 0; i < latches; ++i, at += 3) {
    const Lit now = variables[*at / 2] = circuit.input();
    system.latches.push_back({now, now});
    if (at[2] <= 1) system.init.push_back(at[2] == 1 ? now : !now);
  }
  const auto properties = at;
  at += bad + constraints;
  const std::uint32_t conditions = justice == 0 ? 0 : *at++;
  const auto justiceLines = at;
  for (at += conditions; at != numbers.end(); at += 3) variables[at[0] / 2] = circuit.conjunction(literal(at[1]), literal(at[2]));
  for (std::uint32_t i = 0; i < latches; ++i) system.latches[i].next = literal(latchLines[3 * i + 1]);
  system.bad = literal(*properties);
  for (std::uint32_t i = 0; i < constraints; ++i) system.constraints.push_back(literal(properties[bad + i]));
  for (std::uint32_t i = 0; i < conditions; ++i) system.justice.push_back(literal(justiceLines[i]));
  return system;
}

TEST(Aiger, MeansTheSameWhenReadAgain) {
  for (unsigned seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Circuit circuit;
    const System system = randomSystem(circuit, seed);
    const Facts facts = explore(system);
    Circuit another;
    const Facts read = explore(readAiger(aiger(system), another));
    ASSERT_EQ(read.badAfter, facts.badAfter);
    ASSERT_EQ(read.trace, facts.trace);
    if (facts.badAfter >= 0) continue;
    Pdr pdr(system, Budget());
    ASSERT_EQ(pdr.run(), Reach::never);
    Circuit third;
    const System witness = readAiger(aigerWitness(system, pdr.invariant()), third);
    ASSERT_LT(explore(witness).badAfter, 0);
  }
}

}  // namespace
}  // namespace aunit::modelcheck
