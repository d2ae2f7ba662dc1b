// A suggested test for a survivor is appended to the other tests: it passes on the model, and kills the mutant.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "strength/mutation/campaign.h"
#include "support/files.h"
#include "tests/folders.h"
#include "tests/loaded.h"

namespace aunit::strength {
namespace {

using testing::HasSubstr;

struct SuggestionTrial {
  std::string path, text;
  std::unique_ptr<parser::Loaded> loaded;
  std::unique_ptr<Campaign> campaign;

  SuggestionTrial(std::string p, std::string t) : path(std::move(p)), text(std::move(t)), loaded(tests::loaded(path, text)) {
    campaign = std::make_unique<Campaign>(*loaded, CampaignOptions{});
  }

  /// With the mutant's test appended, or in a separate file if the tests are in Alloy's own syntax.
  SuggestionTrial pasted(const MutantResult& mutant) const {
    const std::filesystem::path file(path);
    if (file.extension() == ".aunit") return {path, text + "\n" + mutant.test};
    const std::string module = std::filesystem::path(mutant.place.path).stem().string();
    return {(file.parent_path() / "gaps.aunit").string(), "open " + module + "\n" + mutant.test};
  }

  /// The suggested tests of all survivors.
  std::string tests() const {
    std::string all;
    for (std::size_t i = 0; i < campaign->mutants().size(); ++i) all += result(i).test;
    return all;
  }

  MutantResult result(std::size_t i) const {
    MutantResult mutant = campaign->describe(i);
    mutant.name = "told_apart";
    campaign->judge(i, mutant);
    if (mutant.fate == Fate::survived) campaign->prove(i, mutant);
    return mutant;
  }
};

/// Tests the suggestions for all survivors; returns the number of survivors.
std::size_t killAll(const SuggestionTrial& tried) {
  std::size_t survivors = 0;
  for (std::size_t i = 0; i < tried.campaign->mutants().size(); ++i) {
    const MutantResult mutant = tried.result(i);
    EXPECT_NE(mutant.fate, Fate::unknown) << mutant.original << " -> " << mutant.replacement;
    if (mutant.fate != Fate::survived) continue;
    ++survivors;
    EXPECT_NE(mutant.test, "") << mutant.original << " -> " << mutant.replacement;
    const SuggestionTrial with = tried.pasted(mutant);
    const auto tests = static_cast<std::uint32_t>(with.campaign->judgeOf().tests().size());
    const Verdict& verdict = with.campaign->judgeOf().verdicts().back();
    EXPECT_TRUE(verdict.usable && !verdict.solved) << verdict.why << "\n" << mutant.test;
    // A test file's nodes follow the model's, so the same mutant has the same index unless the file has both.
    const auto& mutants = with.campaign->mutants();
    std::size_t same = 0;
    for (; same < mutants.size(); ++same) {
      const MutantResult other = with.campaign->describe(same);
      if (other.by == mutant.by && other.begin == mutant.begin && other.end == mutant.end &&
          other.replacement == mutant.replacement && other.place.path == mutant.place.path)
        break;
    }
    if (same == mutants.size()) {
      ADD_FAILURE() << "the mutant is no longer there: " << mutant.replacement << "\n" << mutant.test;
      continue;
    }
    EXPECT_THAT(with.campaign->judgeOf().killers(mutants[same]), testing::Contains(tests - 1)) << mutant.test;
  }
  return survivors;
}

class OfSpecs : public testing::TestWithParam<const char*> {};

TEST_P(OfSpecs, Kills) {
  std::string error;
  const std::string path = sourceFolder() + "/specs/" + GetParam();
  killAll(SuggestionTrial(path, support::readFile(path, error).value()));
}

// The models without their tests, so that every mutant survives.
INSTANTIATE_TEST_SUITE_P(Suggestion, OfSpecs,
                         testing::Values("access/access.als", "accounts/accounts.als", "filesystem/filesystem.md",
                                         "lights/lights.als", "list/list.als", "mutex/mutex.als", "queue/queue.als",
                                         "relay/relay.als", "tree/tree.als"));

TEST(Suggestion, OfATrace) {
  EXPECT_GT(killAll(SuggestionTrial("t.aunit", R"(
var sig Up {}
sig Box { var full: lone Up }
fact Moves { always (Up' in Up or no Up) }
pred drained { eventually no full }
pred kept [b: Box] { always some b.full implies always b.full' = b.full }
val still { state { } loop 0 }
test "t" { still satisfies drained }
)")),
            20u);
}

TEST(Suggestion, OfFunctionsSetsAndIntegers) {
  EXPECT_GT(killAll(SuggestionTrial("t.aunit", R"(
abstract sig Thing { weight: Int, parts: set Thing }
sig Leaf, Node extends Thing {}
one sig Top extends Thing {}
enum Color { Red, Green }
fun heavy [limit: Int] : set Thing { { t: Thing | t.weight > limit } }
fun total [s: set Thing] : Int { sum t: s | t.weight }
fun below [t: Thing] : Thing -> Thing { t <: parts }
pred balanced [a, b: set Thing] { total[a] = total[b] and no a & b }
pred colored [c: Color] { c in Red }
val empty { Top = T  weight = T->1 }
test "t" { empty valid }
)")),
            30u);
}

/// A fact excludes all valuations on which model and mutant differ, so only the value of the predicate distinguishes them.
TEST(Suggestion, AsksForTheValueWhereFactsHideIt) {
  SuggestionTrial tried("t.aunit", R"(
sig A { f: set A }
pred looped [a: A] { a in a.f }
fact { all a: A | not looped[a] }
val v { A = A0 }
test "t" { v valid }
)");
  EXPECT_GT(killAll(tried), 0u);
}

/// On the model, a weaker predicate would still hold for the atoms that the fact allows. But in the mutant, the fact is weaker,
/// too.
TEST(Suggestion, OfWhatAFactCalls) {
  SuggestionTrial tried("t.aunit", R"(
sig A { f: set A }
pred good [a: A] { some a.f and a in a.f.f }
fact { all a: A | good[a] }
val v { A = A0  f = A0->A0 }
test "t" { v valid }
)");
  EXPECT_GT(killAll(tried), 5u);
  for (std::size_t i = 0; i < tried.campaign->mutants().size(); ++i) {
    const MutantResult mutant = tried.result(i);
    if (mutant.replacement != "(a in a.f.f)" && mutant.replacement != "(some a.f)") continue;
    const bool implied = mutant.replacement == "(a in a.f.f)";  // `a in a.f.f` implies it
    EXPECT_EQ(mutant.fate, implied ? Fate::equivalent : Fate::survived) << mutant.replacement;
  }
}

TEST(Suggestion, NamesAtomsAsPeopleDo) {
  SuggestionTrial tried("t.aunit", R"(
sig Node { next: lone Node, name: lone Name }
sig Name {}
one sig Root extends Node {}
pred p { some next.name }
run p for 3 expect 1
)");
  const std::string all = tried.tests();
  EXPECT_THAT(all, HasSubstr("Name0"));
  EXPECT_THAT(all, HasSubstr("Node0"));
  EXPECT_THAT(all, HasSubstr("next = Root->"));
  EXPECT_THAT(all, testing::Not(HasSubstr("  Root = Root\n")));
  EXPECT_THAT(all, testing::Not(HasSubstr("$")));
}

TEST(Suggestion, SaysWhatItShows) {
  SuggestionTrial tried("t.aunit", R"(
sig Node { link: set Node, mark: one Node }
one sig Top {}
fact Chain { all n: Node | lone n.link }
pred p { no link -- a comment
  some Node }
fun ends : set Node { Node - link.Node }
val v { }
test "t" { v gives no Node }
)");
  const std::string all = tried.tests();
  EXPECT_THAT(all, HasSubstr("test \"valid: no Node\""));
  EXPECT_THAT(all, HasSubstr("test \"invalid: `lone n.link` is false with n = N1\""));
  EXPECT_THAT(all, HasSubstr("test \"invalid: mark is not one Node: 1 Node\""));
  EXPECT_THAT(all, HasSubstr("test \"invalid: Top has 0 atoms\""));
  EXPECT_THAT(all, HasSubstr("test \"p fails: `some Node` is false\""));
  EXPECT_THAT(all, HasSubstr("test \"p holds: 1 Node, mark = N0->N0\""));
  EXPECT_THAT(all, HasSubstr("test \"ends = N0: 1 Node, mark = N0->N0\""));
}

TEST(Suggestion, TakesFewAndPlainIntegers) {
  SuggestionTrial tried("t.aunit", R"(
sig Account { balance: Int }
pred rich { all a: Account | a.balance > 3 }
val v { }
test "t" { v valid }
)");
  for (std::size_t i = 0; i < tried.campaign->mutants().size(); ++i) {
    const MutantResult mutant = tried.result(i);
    if (mutant.replacement == "4") {
      EXPECT_THAT(mutant.test, HasSubstr("balance = A0->4\n"));
    }
    if (mutant.replacement == "some Int") {  // -8, 0 and 7 would do as well
      EXPECT_THAT(mutant.test, HasSubstr("balance = A0->0 + A0->1\n"));
    }
  }
}

}  // namespace
}  // namespace aunit::strength
