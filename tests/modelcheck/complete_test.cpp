// Proofs about traces of any length compared with bounded search, in both directions, on generated temporal models.

#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/modelcheck/prover.h"
#include "solver/session/search.h"
#include "tests/seeds.h"
#include "tests/shrunk.h"
#include "tests/solver/generated_model.h"

namespace aunit::modelcheck {
namespace {

using solver::Verdict;
using solver::testing_::generateModel;
using solver::testing_::Kind;

// For all formulas that are tested: each trace of these models is equivalent to a lasso of at most this length.
constexpr int longestLasso = 7;

struct Family {
  const char* name;
  Kind kind;
  bool noOverflow;
  unsigned seeds;  // number of models; AUNIT_SEEDS overrides it
};

std::ostream& operator<<(std::ostream& out, const Family& family) {
  return out << family.name;
}

/// Whether the first command of a model has a trace: by the proof search, and by bounded search.
struct Answers {
  Verdict bounded = Verdict::unknown;
  int shortest = 0;  // states of the trace that the bounded search found
  std::optional<Proof> proof;
  int excluded = 0;  // the prover excludes traces of up to this many states

  bool skipsTraces() const { return bounded == Verdict::satisfiable && excluded >= shortest; }

  bool agree() const { return bounded == (proof ? Verdict::unsatisfiable : Verdict::satisfiable); }
};

/// Asks both methods. Nothing if the text does not load, or the model has no traces at all.
std::optional<Answers> ask(const std::string& text, bool noOverflow) {
  const auto loaded = parser::loadText("model.als", text);
  if (!loaded->ok()) return std::nullopt;
  const model::Model& model = *loaded->model;
  solver::Problem problem = solver::problemOf(model, 0);
  if (!problem.temporal) return std::nullopt;
  problem.scope.minSteps = 1;
  problem.scope.maxSteps = longestLasso;
  const solver::Options options{.semantics = {.noOverflow = noOverflow}, .threads = solver::Threads::one};
  Answers answers;
  const solver::Result found = solver::Search(model, problem, options).next();
  answers.bounded = found.verdict;
  if (answers.bounded == Verdict::error) return answers;
  if (found.instance) answers.shortest = static_cast<int>(found.instance->states.size());
  const solver::Grounding grounding(model, problem, options, {});
  Prover prover(grounding, {}, {});
  answers.proof = prover.run();
  answers.excluded = prover.excludedStates();
  return answers;
}

/// Removes parts of a text on which the methods disagree, as long as they still disagree.
std::string smallest(const std::string& text, bool noOverflow) {
  return tests::shrunk(text, [&](const std::string& smaller) {
    const auto answers = ask(smaller, noOverflow);
    return answers && answers->bounded != Verdict::error && !answers->agree();
  });
}

class CompleteSearch : public testing::TestWithParam<Family> {
 protected:
  void compare(unsigned seed) {
    const std::string text = generateModel(seed, GetParam().kind);
    const auto answers = ask(text, GetParam().noOverflow);
    if (!answers) return;
    (answers->proof ? proved_ : refuted_) += 1;
    if (!answers->agree())
      ADD_FAILURE() << "seed " << seed << ", " << (answers->proof ? answers->proof->method : "a loop") << '\n'
                    << smallest(text, GetParam().noOverflow);
    EXPECT_FALSE(answers->skipsTraces()) << "seed " << seed << ": " << answers->excluded << " states\n" << text;
  }

  int proved_ = 0;
  int refuted_ = 0;
};

TEST_P(CompleteSearch, AgreesWithBoundedSearch) {
  const unsigned seeds = tests::seedsOr(GetParam().seeds);
  for (unsigned seed = 1; seed <= seeds && !HasFailure(); ++seed) compare(seed);
  EXPECT_GT(proved_, static_cast<int>(seeds / 8));
  EXPECT_GT(refuted_, static_cast<int>(seeds / 8));
}

INSTANTIATE_TEST_SUITE_P(Families, CompleteSearch,
                         testing::Values(Family{"traces", Kind::traces, false, 150},
                                         Family{"tracesNoOverflow", Kind::traces, true, 60},
                                         Family{"histories", Kind::histories, false, 150}),
                         [](const auto& family) { return std::string(family.param.name); });

struct Corner {
  const char* what;
  bool trace;
  const char* text;
};

class Corners : public testing::TestWithParam<Corner> {};

TEST_P(Corners, AreDecidedAsBoundedSearchDoes) {
  SCOPED_TRACE(GetParam().text);
  const auto answers = ask(GetParam().text, false);
  ASSERT_TRUE(answers);
  EXPECT_TRUE(answers->agree());
  EXPECT_EQ(!answers->proof, GetParam().trace);
  EXPECT_FALSE(answers->skipsTraces()) << answers->excluded << " states";
}

INSTANTIATE_TEST_SUITE_P(
    Of, Corners,
    testing::Values(
        Corner{"a bad state behind which every trace ends", false,
               "var sig A {} run { some A and always (some A => some A' and some A'') and always (some A => no A'') } for 2"},
        Corner{"the first state is an input: nothing looks at it again", true,
               "var sig A {} run { some A and always lone A } for 2"},
        Corner{"the first state and the next", false,
               "var sig A {} run { some A and no A' and always (some A => some A') } for 2"},
        Corner{"a set chosen state by state", true,
               "sig N {} var sig A in N {} run { always some s: set N | s = A' and s != A } for exactly 4 N"},
        Corner{"a set chosen once, looked at for ever", false,
               "sig N {} var sig A in N {} run { always A' != A and some s: set N | always (A in s and #s = 1 and some A) } for "
               "exactly 4 N"},
        Corner{
            "a set chosen in each state, looked at for ever", false,
            "sig N {} var sig A in N {} run { (always A' = N - A) and some A and some N - A and always some s: set N | s = A and "
            "always A in s } for exactly 3 N"},
        Corner{"a set chosen in some state", true,
               "sig N {} var sig A in N {} run { no A and always A in A' and eventually some s: set N | #s = 2 and s in A } for "
               "3 N"},
        Corner{
            "a set chosen state by state, in one of two alternatives", false,
            "sig N {} var sig A, B in N {} run { always no B and always A' = A and (some B or always some s: set N | s = A' and "
            "s != A) } for exactly 4 N"},
        Corner{
            "a set chosen in each state of one of two alternatives, not in the first only", false,
            "sig N {} var sig A, B in N {} run { always no B and A' != A and after always A' = A and (some B or always some s: "
            "set N | s = A' and s != A) } for exactly 4 N"},
        Corner{"a set chosen in each state of one of two alternatives", true,
               "sig N {} var sig A, B in N {} run { always no B and (some B or always some s: set N | s = A' and s != A) } for "
               "exactly 4 N"},
        Corner{
            "a set chosen in some state, in one of two alternatives", false,
            "sig N {} var sig A, B in N {} run { always no B and always lone A and (some B or eventually some s: set N | #s = 2 "
            "and s in A) } for 3 N"},
        Corner{"a static relation that a set follows", false,
               "sig N {} sig S in N {} var sig A in N {} run { always A = S and eventually A' != A } for 2"},
        Corner{"an expression by name", false,
               "var sig A {} pred later[s: set A] { eventually some s } run { no A and (let s = A | later[s]) and always no A' } "
               "for 2"},
        Corner{"a variable over what changes", true,
               "var sig A {} run { some A and (all a: A | eventually a not in A) and always some A } for 2"},
        Corner{"a guard that is constant", false,
               "sig S {} var sig A in S {} one sig T in S {} run { (all s: T | always s in A) and eventually no A } for 2"},
        Corner{"a guard that is constant: of others nothing is said", true,
               "sig S {} var sig A in S {} sig T in S {} run { some T and some S - A and all s: T | always s in A } for 2"},
        Corner{"a guard that is constant: of others nothing is said to come", true,
               "sig S {} var sig A in S {} sig T in S {} run { some S - T and always A in T and some T - A and all s: T | "
               "eventually s in A } for 2"},
        Corner{"a guard that changes", true,
               "sig S {} var sig A in S {} run { some A and (all s: A | after always s not in A) and always eventually some A } "
               "for 2"},
        Corner{"an atom stays where it was", false,
               "abstract sig P {} var sig X, Y extends P {} run { one X and no Y and after (one Y and no X) and always P = X + Y "
               "} for "
               "exactly 1 P"},
        Corner{"an atom of a parent stays one", false,
               "sig P {} var sig X extends P {} run { no X and eventually some X } for exactly 1 P"},
        Corner{"the past of a later state", false,
               "var sig A {} run { no A and always (some A iff before no A) and after after some A } for 1"},
        Corner{"the state before the next one", true, "var sig A {} run { some A and after before some A } for 1"},
        Corner{"a past that takes more steps to be than the trace has states", true,
               "var sig A {} run { no A and always (some A iff no A') and eventually before before before before some A } for 1"},
        Corner{"what has been by the next state", true, "var sig A {} run { no A and after once some A } for 1"},
        Corner{"the size of a signature that never changes", false,
               "sig A {} sig B extends A {} var sig V in A {} run { always V = B and eventually #V = 2 } for 3 but 1 B"},
        Corner{"the size that others leave a variable signature", false,
               "abstract sig A {} sig B extends A {} var sig C extends A {} run { eventually #C = 2 } for 3 but 2 B"},
        Corner{"the past within the future", true,
               "var sig A {} run { no A and always eventually (some A and once no A and before some A) and always eventually no "
               "A } for 1"},
        Corner{"since and triggered", false,
               "var sig A, B {} run { always (some A since some B) and eventually (no B triggered no A) and always no A and "
               "eventually no "
               "B } for 1"},
        Corner{"until and releases", false,
               "var sig A, B {} run { (some A until some B) and (no B releases no A) and some A } for 1"},
        Corner{"what must recur cannot", false,
               "var sig A {} run { (always eventually some A) and (always eventually no A) and always (no A => no A') } for 1"},
        Corner{"either goal", false, "var sig A {} run { no A and always A' = A and (eventually some A or after some A) } for 1"},
        Corner{"no trace is infinite", false,
               "sig N {} var sig A in N {} run { always some n: N - A | A' = A + n } for exactly 3 N"}));

}  // namespace
}  // namespace aunit::modelcheck
