// Mutants judged in memory have the results that they have when they are written as text and parsed, and all tests are judged.

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "strength/generation/generation.h"
#include "strength/generation/proposal_text.h"
#include "strength/mutation/campaign.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/mutants.h"
#include "suite/coverage_subject.h"
#include "suite/test_judge.h"
#include "support/files.h"
#include "tests/folders.h"
#include "tests/solver/generated_model.h"

namespace aunit::strength {
namespace {

using suite::Outcome;

struct Subject {
  std::string path;       // of the file with tests
  std::string modelPath;  // --model
  OperatorSet operators = OperatorSet::all;
  bool alloy5 = false, noOverflow = false;
  std::size_t step = 1;   // every so-manieth mutant
  std::string text = {};  // not empty: of the file, which is on no disk
};

parser::LoadOptions optionsFor(const Subject& subject) {
  parser::LoadOptions options;
  options.alloy5 = subject.alloy5;
  options.modelPath = subject.modelPath;
  return options;
}

std::string textOf(const Subject& subject) {
  std::string error;
  return subject.text.empty() ? support::readFile(subject.path, error).value_or("") : subject.text;
}

/// Loads the subject with a file's text exchanged.
std::unique_ptr<parser::Loaded> loadChanged(const Subject& subject, const std::string& path, const std::string& text) {
  parser::LoadOptions options = optionsFor(subject);
  options.readFile = [&](const std::string& wanted) -> std::optional<std::string> {
    if (wanted == path) return text;
    std::string error;
    return support::readFile(wanted, error);
  };
  return parser::loadText(subject.path, subject.path == path ? text : textOf(subject), options);
}

std::vector<Outcome> outcomes(const parser::Loaded& loaded, bool noOverflow) {
  suite::TestJudge judge(loaded, {.noOverflow = noOverflow, .timeout = 10, .threads = solver::Threads::one});
  std::vector<Outcome> result;
  for (const suite::TestCase& test : suite::collectTests(loaded)) result.push_back(judge.judge(test).outcome);
  return result;
}

std::string shown(const std::set<std::uint32_t>& tests) {
  std::string result;
  for (const std::uint32_t t : tests) result += std::to_string(t) + " ";
  return result;
}

void compare(const Subject& subject) {
  auto loaded = parser::loadText(subject.path, textOf(subject), optionsFor(subject));
  ASSERT_TRUE(loaded->model) << subject.path;
  const std::vector<Outcome> before = outcomes(*loaded, subject.noOverflow);
  Campaign campaign(*loaded, {.operators = subject.operators, .noOverflow = subject.noOverflow});
  const std::vector<Mutant>& mutants = campaign.mutants();
  Judge& judge = campaign.judgeOf();
  ASSERT_FALSE(judge.tests().empty()) << subject.path;
  ASSERT_FALSE(mutants.empty()) << subject.path;
  for (std::size_t i = 0; i < mutants.size(); i += subject.step) {
    const Replacement replacement = *replacementOf(mutants[i], *loaded->model, loaded->sources);
    const model::SourceFile& file = loaded->sources.file(replacement.span.file);
    std::string text = file.text();
    text.replace(replacement.span.begin, replacement.span.end - replacement.span.begin, replacement.text);
    const std::string what = std::string(name(mutants[i].by)) + " at " + loaded->sources.describe(replacement.span) + ": " +
                             std::string(loaded->sources.text(replacement.span)) + " becomes " + replacement.text;
    const auto changed = loadChanged(subject, file.path(), text);
    if (!changed->model) {
      ADD_FAILURE() << what << "\n" << model::render(changed->diagnostics.errorsSince(0), changed->sources, false);
      continue;
    }
    const std::vector<Outcome> after = outcomes(*changed, subject.noOverflow);
    ASSERT_EQ(after.size(), before.size()) << what;
    std::set<std::uint32_t> expected, found;
    for (std::uint32_t t = 0; t < before.size(); ++t)
      if (judge.verdicts()[t].usable && after[t] != before[t] && after[t] != Outcome::error) expected.insert(t);
    for (const std::uint32_t t : judge.killers(mutants[i])) found.insert(t);
    for (const std::uint32_t t : judge.killersBySolving(mutants[i])) found.insert(t);
    EXPECT_EQ(shown(found), shown(expected)) << what;
    if (!found.empty()) {
      const auto first = judge.killers(mutants[i], 1, *found.rbegin());
      EXPECT_LE(first.size(), 1u) << what;
      for (const std::uint32_t t : first) EXPECT_TRUE(found.contains(t)) << what;
    }
  }
  EXPECT_EQ(outcomes(*loaded, subject.noOverflow), before) << subject.path << ": the model is not what it was";
}

class Specs : public testing::TestWithParam<const char*> {};

TEST_P(Specs, EveryCellIsThatOfTheMutantAsText) {
  Subject subject;
  subject.path = sourceFolder() + "/specs/" + GetParam();
  compare(subject);
}
TEST_P(Specs, WithoutOverflows) {
  Subject subject;
  subject.path = sourceFolder() + "/specs/" + GetParam();
  subject.noOverflow = true;
  subject.step = 3;
  compare(subject);
}

INSTANTIATE_TEST_SUITE_P(BruteForce, Specs,
                         testing::Values("access/access.aunit", "accounts/accounts.aunit", "list/list.aunit", "mutex/mutex.aunit",
                                         "queue/queue.aunit", "relay/relay.aunit", "tree/tree_tests.als"),
                         [](const auto& spec) { return std::filesystem::path(spec.param).parent_path().string(); });

/// The suites of the public models, where they are there: some of the mutants of each.
TEST(BruteForce, PublicSuites) {
  const std::string folder = sharedFolder() + "/conformance/suites";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/tests"))
    compare({.path = entry.path().string(),
             .modelPath = folder + "/models/" + entry.path().filename().string(),
             .operators = OperatorSet::mualloy,
             .alloy5 = true,
             .noOverflow = true,
             .step = 23});
}

/// Where a set may become an integer, or the other way round, and what stands around it is read by that.
TEST(BruteForce, SetsAndIntegers) {
  Subject subject;
  subject.path = "sorts.aunit";
  subject.text = R"(
sig A { v: set Int }
fun either[a: A]: set Int { some a.v => 1 + 2 else a.v }
pred then { all a: A | 3 in (some a.v => 1 + 2 else 3 + 4) }
pred inner { all a: A | 3 in (one A => (some a.v => 1 else 1 + 2) else 3 + 4) }
pred value { let x = 1 + 2 | 1 in (no A => x else A.v) }
pred sums { all a: A | (a.v << 0) = 3 }
pred choice { all a: A | (some a.v => a.v << 0 else 1) = 3 }
pred less { all a: A | a.v << 1 < 7 and (1 + 2) > 1 }
pred function { all a: A | either[a] = 1 + 2 }
val none_ { no A }
val two { A = A0  v = A0->1 + A0->2 }
val three { A = A0  v = A0->3 }
val empty { A = A0  no v }
val both { A = A0 + A1  v = A0->1 + A0->2 + A1->-3 }
)";
  for (const char* predicate : {"then", "inner", "value", "sums", "choice", "less", "function"})
    for (const char* valuation : {"none_", "two", "three", "empty", "both"})
      subject.text += fmt::format("test \"{} {}\" {{ {} satisfies {} }}\n", predicate, valuation, valuation, predicate);
  compare(subject);
}

/// Signatures of which `this` is an atom or the signature itself, tests that the solver decides, scopes of their own.
TEST(BruteForce, DeclarationsAndSolvedTests) {
  Subject subject;
  subject.path = "declarations.aunit";
  subject.text = R"(
enum Color { Red, Green }
one sig Box { lamp: one Lamp, spare: disj set lamp } { some lamp }
sig Lamp { shows: set (Red & Color), like: set shows, wired: Lamp lone -> set Color }
sig Bulb extends Lamp { shown: lone Color } { shown in shows }
lone sig Rest in Lamp + Color {}
fact { all l: Lamp | l.like = l.shows }
pred lit { #Lamp > 2 implies some Lamp.shows }
val none_ { no Lamp  no Box }
val one_ { Lamp = L  Box = X  lamp = X->L  shows = L->Red  like = L->Red }
val green { Lamp = L  Box = X  lamp = X->L  shows = L->Green  like = L->Green }
val two { Lamp = L + M  Bulb = M  Box = X  lamp = X->L  spare = X->L  shows = L->Red + M->Red  like = L->Red + M->Red  shown = M->Red }
val boxes { Lamp = L + M  Box = X + Y  lamp = X->L + Y->M  shows = L->Red + M->Red  like = L->Red + M->Red }
test "none" { none_ invalid }
test "one" { one_ valid }
test "green" { green invalid }
test "two" { two valid }
val shared { Lamp = L  Box = X + Y  lamp = X->L + Y->L  spare = X->L + Y->L  shows = L->Red  like = L->Red }
test "boxes" { boxes invalid }
test "shared" { shared invalid }
run { lit and no Lamp.shown } for 2 but 3 Lamp expect 1
run { some Lamp.shows - Red } for 3 expect 0
run { #Lamp = 4 and not lit } for 2 but 4 Lamp expect 0
check { lone wired.Red.Lamp } for 2 but exactly 2 Lamp expect 1
)";
  compare(subject);
}

class GeneratedModels : public testing::TestWithParam<solver::testing_::Kind> {};

/// The formula of a random model's command as a predicate, with tests that are proposed for it.
std::string withTests(std::string model) {
  const std::string run = "run q { ", scope = " } for ";
  const std::size_t begin = model.rfind(run), end = model.rfind(scope);
  model = model.substr(0, begin) + "pred q { " + model.substr(begin + run.size(), end - begin - run.size()) + " }\nrun q for " +
          model.substr(end + scope.size());
  const auto loaded = parser::loadText("generated.aunit", model);
  if (!loaded->ok()) return "";
  GenerationOptions options;
  options.purposes = {Purpose::mutants};
  options.limit = 6;
  options.scope = 2;
  ProposalText writer(*loaded->model, model);
  for (const Proposal& proposal : generate(*loaded, options).proposals) model += writer.next(proposal.claim, proposal.title, "");
  return model;
}

TEST_P(GeneratedModels, HaveEveryCellThatTheMutantAsTextHas) {
  const char* more = std::getenv("AUNIT_SEEDS");
  const unsigned seeds = more ? static_cast<unsigned>(std::stoul(more)) / 10 : 6;
  std::size_t compared = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Subject subject;
    subject.path = "generated.aunit";
    subject.step = 3;
    subject.text = withTests(solver::testing_::generateModel(seed, GetParam()));
    if (subject.text.find("\ntest ") == std::string::npos) continue;
    SCOPED_TRACE(subject.text);
    compare(subject);
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

INSTANTIATE_TEST_SUITE_P(BruteForce, GeneratedModels,
                         testing::Values(solver::testing_::Kind::relations, solver::testing_::Kind::traces,
                                         solver::testing_::Kind::orders, solver::testing_::Kind::integers));

}  // namespace
}  // namespace aunit::strength
