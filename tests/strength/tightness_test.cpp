// Mutants of facts that give a check a counterexample, compared with all valuations of the mutants' texts.

#include "strength/audit/tightness.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/judge.h"
#include "solver/grounding/problem.h"
#include "solver/reliance/reliance.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/mutants.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/strength/all_valuations.h"

namespace aunit::strength {
namespace {

using audit::HoldingCheck;
using audit::Tightness;

struct FactLanguage {
  const char* name;
  std::string declarations, scope;
  bool noOverflow;
  int steps;
  std::vector<std::string> formulas;
};
std::ostream& operator<<(std::ostream& out, const FactLanguage& language) {
  return out << language.name;
}

/// Whether the first command has a counterexample; found by evaluation.
bool hasCounterexample(const parser::Loaded& file, int steps, bool noOverflow) {
  const model::Model& model = *file.model;
  const solver::Problem problem = solver::problemOf(model, 0);
  evaluator::Evaluator evaluator(model, {.semantics = {.noOverflow = noOverflow}});
  evaluator::Question question{.constraints = evaluator::constraintsOf(model)};
  evaluator::append(question.constraints, evaluator::Part::formula, {{problem.formula}});
  bool found = false;
  for (int states = 1; states <= steps && !found; ++states)
    EXPECT_TRUE(testing_::forEachValuation(model, problem.scope, states, [&](const model::Instance& instance) {
      found = evaluator::judge(evaluator, instance, question).holds();
      return !found;
    }));
  return found;
}

std::vector<solver::Entailment::Source> everyFact(const model::Model& model) {
  std::vector<solver::Entailment::Source> all;
  for (model::FactId id = 0; id < model.facts().size(); ++id) all.push_back({model::Paragraph::Kind::fact, id});
  return all;
}

class TightnessAmong : public testing::TestWithParam<FactLanguage> {};

TEST_P(TightnessAmong, AllValuations) {
  const FactLanguage& language = GetParam();
  const solver::Options options{.semantics = {.noOverflow = language.noOverflow}};
  std::mt19937 random(7);
  std::size_t breaking = 0, spared = 0;
  for (unsigned round = 0, rounds = tests::seedsOr(25); round < rounds; ++round) {
    std::string text = language.declarations;
    for (std::size_t i = 0, n = 1 + random() % 3; i < n; ++i)
      text += fmt::format("\nfact {{ {} }}", language.formulas[random() % language.formulas.size()]);
    text += fmt::format("\ncheck {{ {} }} for {}", language.formulas[random() % language.formulas.size()], language.scope);
    SCOPED_TRACE(text);
    const auto file = tests::loaded("m.als", text);
    model::Model& model = *file->model;
    if (hasCounterexample(*file, language.steps, language.noOverflow)) continue;

    Tightness expected;
    for (const Mutant& mutant : mutantsOf(model, {})) {
      if (model.paragraphs()[mutant.paragraph].kind != model::Paragraph::Kind::fact) continue;
      const auto written = replacementOf(mutant, model, file->sources);
      ASSERT_TRUE(written);
      std::string changed = text;
      changed.replace(written->span.begin, written->span.end - written->span.begin, written->text);
      ++expected.mutants;
      expected.breaking += hasCounterexample(*tests::loaded("m.als", changed), language.steps, language.noOverflow);
    }
    const auto found = audit::tightnessOf(*file, std::vector<HoldingCheck>{{0, everyFact(model)}}, options, {});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].mutants, expected.mutants);
    EXPECT_EQ(found[0].breaking, expected.breaking);
    EXPECT_EQ(found[0].undecided, 0u);
    EXPECT_EQ(found[0].example.has_value(), expected.breaking != 0);
    breaking += expected.breaking;
    if (found[0].example) {
      const Tightness::BreakingMutant& example = *found[0].example;
      EXPECT_NE(text.find(example.before), std::string::npos);
      EXPECT_FALSE(example.counterexample.rows.empty());
    }
    // Mutants of facts that the check does not need are skipped, which must not change the numbers.
    solver::ModelQuestions questions(model);
    const auto on = solver::relianceOf(questions, solver::problemOf(model, 0), options, {});
    if (on.kind != solver::Reliance::Kind::facts && on.kind != solver::Reliance::Kind::repeats) continue;
    HoldingCheck needy{0, {}};
    for (const solver::Reliance::Part& part : on.needs) needy.needs.push_back(part.paragraph);
    spared += on.paragraphs() < model.facts().size();
    const auto again = audit::tightnessOf(*file, {{needy}}, options, {});
    EXPECT_EQ(again.at(0).breaking, expected.breaking);
    EXPECT_EQ(again.at(0).mutants, expected.mutants);
  }
  EXPECT_GT(breaking, 0u);
  EXPECT_GT(spared, 0u);
}

const std::vector<std::string> setFacts = {"no f",
                                           "A = B",
                                           "no iden & f",
                                           "f = ~f",
                                           "lone B",
                                           "f in B->B",
                                           "some B.f",
                                           "no A - B",
                                           "A.f in A",
                                           "#f < 3",
                                           "B = A.f",
                                           "A->A in f",
                                           "f.f in f",
                                           "some A implies some f",
                                           "all a: A | a not in a.f",
                                           "all a: A | a in B implies some a.f"};
const std::vector<std::string> integerFacts = {"all a: A | a.n > 0",
                                               "all a: A | a.n >= 0",
                                               "no a: A | a.n < 0",
                                               "all a: A | a.n = 1",
                                               "all a: A | plus[a.n, 1] > a.n",
                                               "all a: A | a.n != 0",
                                               "no A.n & 0",
                                               "one A.n",
                                               "#A < 2"};
const std::vector<std::string> traceFacts = {"no V",
                                             "always no V",
                                             "always V' = V",
                                             "always V in V'",
                                             "lone V",
                                             "always lone V",
                                             "after some V",
                                             "always (some V implies some V')",
                                             "eventually some V"};
const std::vector<std::string> enumFacts = {"A.e = E0",  "some A.e",  "all a: A | one a.e", "no a: A | a.e = E1",
                                            "E1 in A.e", "A.e != E1", "lone A.e",           "E0 not in A.e"};

INSTANTIATE_TEST_SUITE_P(
    Languages, TightnessAmong,
    testing::Values(FactLanguage{"sets", "sig A { f: set A } sig B in A {}", "2", false, 1, setFacts},
                    FactLanguage{"integersWrap", "sig A { n: set Int }", "1 but 2 Int", false, 1, integerFacts},
                    FactLanguage{"integersExcluded", "sig A { n: set Int }", "1 but 2 Int", true, 1, integerFacts},
                    FactLanguage{"traces", "sig A {} var sig V in A {}", "2 but 2 steps", false, 2, traceFacts},
                    FactLanguage{"enums", "enum E { E0, E1 } sig A { e: set E }", "2", false, 1, enumFacts}),
    testing::PrintToStringParamName());

// Facts of signatures count; declarations and predicates do not. If the budget ends, fewer mutants were tried.
TEST(Tightness, CountsFactsAlone) {
  const auto file = tests::loaded("m.als", "sig A { f: lone A } { f != this }\npred p { no A }\ncheck { no iden & f }");
  model::SigId sig = 0;
  while (file->model->sig(sig).name != "A") ++sig;
  const std::vector<HoldingCheck> checks = {{0, {{model::Paragraph::Kind::sig, sig}}}};
  const auto found = audit::tightnessOf(*file, checks, {}, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_GT(found[0].mutants, 1u);
  EXPECT_GT(found[0].breaking, 0u);
  ASSERT_TRUE(found[0].example);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(audit::tightnessOf(*file, checks, {}, support::Budget({.stop = &stop})).at(0).mutants, 0u);
  EXPECT_TRUE(audit::tightnessOf(*file, {}, {}, {}).empty());
}

TEST(Tightness, PrefersRemovals) {
  const auto file = tests::loaded("m.als", "sig A { f: set A }\nfact { no iden & f  some A }\ncheck { all a: A | a not in a.f }");
  const auto found = audit::tightnessOf(*file, std::vector<HoldingCheck>{{0, {{model::Paragraph::Kind::fact, 0}}}}, {}, {});
  ASSERT_TRUE(found.at(0).example);
  EXPECT_EQ(found[0].example->after.find("iden"), std::string::npos);
}

}  // namespace
}  // namespace aunit::strength
