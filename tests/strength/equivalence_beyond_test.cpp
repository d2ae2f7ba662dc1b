// Mutants that are reported as equivalent for any number of atoms: hand-written cases, and a check that no larger scope
// distinguishes them.

#include <iostream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/allscopes/provers.h"
#include "solver/allscopes/words.h"
#include "strength/mutation/equivalence.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/mutants.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"

namespace aunit::strength {
namespace {

using Beyond = solver::AllScopes::Verdict;

/// The comparison of the model with the mutant that has this replacement, in a scope of two atoms.
Comparison compared(const std::string& text, const std::string& original, const std::string& replacement) {
  const auto loaded = tests::loaded("m.als", text);
  Comparer comparer(*loaded->model, {{.overall = 2}}, {.allScopes = 5});
  std::string all;
  for (const Mutant& mutant : mutantsOf(*loaded->model, {})) {
    const auto written = replacementOf(mutant, *loaded->model, loaded->sources);
    if (!written) continue;
    all += fmt::format("{} -> {}\n", loaded->sources.text(written->span), written->text);
    if (loaded->sources.text(written->span) == original && written->text == replacement) return comparer.compare({&mutant, 1});
  }
  ADD_FAILURE() << "no mutant " << original << " -> " << replacement << " among\n" << all;
  return {};
}

TEST(EquivalenceBeyond, HoldsForAnyNumberOfAtoms) {
  const Comparison same = compared("sig A { f: set A } fact { no f } pred p[a: A] { some a.f }", "some a.f", "lone a.f");
  EXPECT_EQ(same.equivalence, Equivalence::different);
  const Comparison never = compared("sig A { f: set A } fact { no f } pred p[a: A] { some a.f }", "some a.f", "one a.f");
  EXPECT_EQ(never.equivalence, Equivalence::equivalent);
  EXPECT_EQ(solver::together(never.allScopes), Beyond::holds);
  EXPECT_TRUE(solver::beyondTheScope(never.allScopes).starts_with("and for any number of atoms ("));
}

TEST(EquivalenceBeyond, EndsWhereTheScopeDid) {
  const Comparison comparison = compared("sig A {} pred p { #A < 4 }", "4", "5");
  EXPECT_EQ(comparison.equivalence, Equivalence::equivalent);
  EXPECT_EQ(solver::beyondTheScope(comparison.allScopes), "but not for 4 A");
}

// If the mutant changes a multiplicity, the question does not assume that multiplicity.
TEST(EquivalenceBeyond, ChangedDeclarationsAreNotTakenForGranted) {
  EXPECT_EQ(compared("sig A { f: one A }", "one A", "lone A").equivalence, Equivalence::different);
  const Comparison implied = compared("sig A { f: one A } fact { all a: A | one a.f }", "one A", "lone A");
  EXPECT_EQ(implied.equivalence, Equivalence::equivalent);
  EXPECT_EQ(solver::together(implied.allScopes), solver::installedProvers().empty() ? Beyond::unknown : Beyond::holds);
  const Comparison few = compared("sig A { f: one A } fact { #A < 3 implies all a: A | one a.f }", "one A", "lone A");
  EXPECT_EQ(few.equivalence, Equivalence::equivalent);
  EXPECT_EQ(solver::together(few.allScopes), Beyond::counterexample);
}

TEST(EquivalenceBeyond, IsNotAskedUnlessItIsWanted) {
  const auto loaded = parser::loadText("m.als", "sig A { f: set A } fact { no f } pred p { some f }");
  Comparer comparer(*loaded->model, {{.overall = 2}}, {});
  for (const Mutant& mutant : mutantsOf(*loaded->model, {})) EXPECT_TRUE(comparer.compare({&mutant, 1}).allScopes.empty());
}

class GeneratedEquivalence : public testing::TestWithParam<solver::testing_::Kind> {};

TEST_P(GeneratedEquivalence, IsNotToldApartInLargerScopes) {
  const unsigned seeds = tests::seedsOr(120) / 10;
  constexpr std::size_t mostMutants = 12;  // per model, equivalent in its scope
  int forAll = 0, further = 0;
  solver::testing_::forEachGenerated(seeds, GetParam(), [&](const solver::testing_::PosedProblem& one, unsigned) {
    const auto& loaded = one.loaded;
    const model::Scope own = loaded->model->commands()[0].scope;
    const model::Scope four{.overall = 4, .bitwidth = own.bitwidth}, five{.overall = 5, .bitwidth = own.bitwidth};
    Comparer small(*loaded->model, {own}, {.limits = {.seconds = 1}, .allScopes = 0.15});
    Comparer large(*loaded->model, {four, five}, {.limits = {.seconds = 0.5}});
    std::size_t asked = 0;
    for (const Mutant& mutant : mutantsOf(*loaded->model, {})) {
      if (asked >= mostMutants) break;
      const Comparison here = small.compare({&mutant, 1});
      if (here.equivalence != Equivalence::equivalent) continue;
      ++asked;
      const Beyond verdict = solver::together(here.allScopes);
      forAll += verdict == Beyond::holds || verdict == Beyond::empty ? 1 : 0;
      further += verdict == Beyond::counterexample ? 1 : 0;
      if (verdict != Beyond::holds && verdict != Beyond::empty) continue;
      EXPECT_NE(large.compare({&mutant, 1}).equivalence, Equivalence::different)
          << name(mutant.by) << " at " << loaded->sources.describe(loaded->model->expr(mutant.place).span) << ": "
          << solver::beyondTheScope(here.allScopes);
    }
  });
  std::cout << forAll << " for any number of atoms, " << further << " not in larger scopes\n";
  EXPECT_GT(forAll + further, 0);  // at least one, within the time limit
}

INSTANTIATE_TEST_SUITE_P(Families, GeneratedEquivalence,
                         testing::Values(solver::testing_::Kind::relations, solver::testing_::Kind::integers));

}  // namespace
}  // namespace aunit::strength
