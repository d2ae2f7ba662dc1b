// Mutants of small models: the mutants that exist, their texts, and their equivalence.
#include "strength/mutation/campaign.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/loaded.h"

namespace aunit::strength {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

struct Tried {
  std::unique_ptr<parser::Loaded> loaded;
  std::unique_ptr<Campaign> campaign;

  explicit Tried(const std::string& text, const CampaignOptions& options = {})
      : loaded(tests::loaded("test.aunit", text)), campaign(std::make_unique<Campaign>(*loaded, options)) {}

  /// The mutants of an operator: "text -> other text".
  std::vector<std::string> by(Operator op) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < campaign->mutants().size(); ++i)
      if (campaign->mutants()[i].by == op) {
        const MutantResult mutant = campaign->describe(i);
        result.push_back(mutant.original + " -> " + mutant.replacement);
      }
    return result;
  }

  /// The fate of the first mutant that `isMeant` accepts.
  MutantResult fate(const std::function<bool(const Mutant&)>& isMeant) {
    const auto found = std::ranges::find_if(campaign->mutants(), isMeant);
    if (found == campaign->mutants().end()) throw std::runtime_error("no such mutant");
    return fate(static_cast<std::size_t>(found - campaign->mutants().begin()));
  }
  /// The fate of the mutant with this text.
  MutantResult fate(const std::string& wanted) {
    for (std::size_t i = 0; i < campaign->mutants().size(); ++i)
      if (const MutantResult mutant = campaign->describe(i); mutant.original + " -> " + mutant.replacement == wanted)
        return fate(i);
    throw std::runtime_error("no mutant " + wanted);
  }

 private:
  MutantResult fate(std::size_t i) {
    MutantResult mutant = campaign->describe(i);
    campaign->judge(i, mutant);
    if (mutant.fate == Fate::survived) campaign->solve(i, mutant);
    if (mutant.fate == Fate::survived) campaign->prove(i, mutant);
    return mutant;
  }
};

const std::string list = R"(
sig Node { link: lone Node }
pred acyclic { no n: Node | n in n.^link }
val single { Node = N }
val loop { Node = N  link = N->N }
val two { Node = N + M  link = N->M + M->N }
test "one node" { single satisfies acyclic }
test "a loop" { loop violates acyclic }
test "a loop of two" { two violates acyclic }
)";

TEST(Mutants, OperatorsOfMuAlloy) {
  const Tried tried(list, {.operators = OperatorSet::mualloy});
  EXPECT_THAT(tried.by(Operator::MOR), UnorderedElementsAre(" -> lone ", " -> one ", " -> some "));
  EXPECT_EQ(tried.by(Operator::QOR).size(), 4u);
  EXPECT_THAT(tried.by(Operator::UOD), ElementsAre("^link -> link"));
  EXPECT_THAT(tried.by(Operator::LOD), IsEmpty());
}

TEST(Mutants, InclusionOfIntegersHoldsForMuAlloyWhereAModelHasNone) {
  const auto edits = [](const std::string& declarations, OperatorSet operators) {
    const Tried tried(declarations + " pred p { all a, b: A | #a.f = #b.f }  run p expect 1", {.operators = operators});
    std::vector<Edit> result;
    for (const Mutant& mutant : tried.campaign->mutants())
      if (mutant.by == Operator::BOR && mutant.op == model::Op::in) result.push_back(mutant.edit);
    return result;
  };
  const auto are = [](Edit edit) { return ElementsAre(edit, edit); };
  EXPECT_THAT(edits("sig A { f: set A }", OperatorSet::mualloy), are(Edit::emptyInclusion));
  EXPECT_THAT(edits("sig A { f: set A }", OperatorSet::all), are(Edit::operation));
  EXPECT_THAT(edits("sig A { f: set A, n: lone Int }", OperatorSet::mualloy), are(Edit::operation));
  EXPECT_THAT(edits("sig A { f: set A } fact { #A < 3 }", OperatorSet::mualloy), are(Edit::operation));
  EXPECT_THAT(edits("sig A { f: set A } { #f < 3 }", OperatorSet::mualloy), are(Edit::operation));
}

TEST(Mutants, NewOperatorsStayAwayFromMuAlloys) {
  const std::string text = "sig A { var f: set A, g: set A } fact { always (no f and some g or after no f') }  run {} expect 1";
  const Tried all(text), few(text, {.operators = OperatorSet::mualloy});
  for (int op = 0; op <= static_cast<int>(Operator::IEOE); ++op)
    EXPECT_EQ(all.by(static_cast<Operator>(op)), few.by(static_cast<Operator>(op)));
  EXPECT_THAT(all.by(Operator::TOR), Not(IsEmpty()));
  EXPECT_THAT(all.by(Operator::POD), Contains("f' -> f"));
  EXPECT_THAT(all.by(Operator::FFR), Contains("g -> f"));
}

TEST(Mutants, AreLeftOutWhereTypesForbid) {
  const Tried tried("sig A { f: set A } sig B { g: set A } fact { f.A in A and some g }  run {} expect 1");
  for (const std::string& insertion : tried.by(Operator::UOI)) EXPECT_THAT(insertion, Not(testing::HasSubstr("g")));
}

TEST(Mutants, ExchangeALeafForTheNearestOfItsKind) {
  std::string sigs = "abstract sig A {}\none sig a0";
  for (int i = 1; i < 60; ++i) sigs += ", a" + std::to_string(i);
  const auto instead = [&](const std::string& leaf) {
    return Tried(sigs + " extends A {} fact { some " + leaf + " } run {} expect 1").by(Operator::FFR);
  };
  EXPECT_EQ(instead("a0").size(), 16);
  EXPECT_EQ(instead("a30").size(), 32);
  EXPECT_EQ(instead("a30").front(), "a30 -> a14");
  EXPECT_EQ(instead("a30").back(), "a30 -> a46");
  EXPECT_EQ(instead("a59").front(), "a59 -> a43");
}

TEST(Campaign, TellsKilledFromEquivalent) {
  Tried tried(list);
  EXPECT_EQ(tried.fate("^link -> link").fate, Fate::killed);
  EXPECT_THAT(tried.fate("^link -> link").killedBy, ElementsAre(2));
  const MutantResult same = tried.fate("^link -> ~^link");
  EXPECT_EQ(same.fate, Fate::equivalent);
  EXPECT_EQ(same.reason, "equivalent in scope 3");
}

/// If a mutant changes a declaration, instances are searched that only the changed declaration allows.
TEST(Campaign, AChangedDeclarationIsNotBoundByWhatItWas) {
  const auto becomes = [](model::Op op) { return [op](const Mutant& m) { return m.by == Operator::BOR && m.op == op; }; };
  const auto keeps = [](std::uint32_t operand) {
    return [operand](const Mutant& m) { return m.by == Operator::BOD && m.index == operand; };
  };
  const std::function<bool(const Mutant&)> union_ = becomes(model::Op::union_), left = keeps(0), right = keeps(1);
  const std::string test = "val v { no Light } test \"v\" { v valid }", colors = "enum Color { Red, Green, Blue } ";
  const auto expectDifferent = [&](const std::string& text, const std::function<bool(const Mutant&)>& isMeant) {
    const MutantResult result = Tried(text + test).fate(isMeant);
    EXPECT_EQ(result.fate, Fate::survived) << text << ": " << result.reason;
    EXPECT_NE(result.test, "") << text;
  };
  for (const char* fields : {"c: set (Red & Color)", "var c: set (Red & Color)", "c: Light -> (Red & Color)",
                             "c: (Red & Color) one -> lone Light", "c: seq (Red & Color)", "disj c, d: set (Red & Color)"}) {
    expectDifferent(colors + "sig Light { " + fields + " } ", union_);
    expectDifferent(colors + "sig Light { " + fields + " } ", right);
  }
  // Fields whose bounds mention the changed field.
  expectDifferent(colors + "sig Light { c: set (Red & Color), d: set c } fact { c = d } ", right);
  expectDifferent(colors + "sig Light { c: set (Red & Color), d: Light -> c } fact { Light.c = Light.(Light.d) } ", right);
  expectDifferent(colors + "sig Light { c: set (Red & Color) } sig Lamp extends Light { d: set c } fact { c = d } ", right);
  expectDifferent("sig A, C {} sig Light { c: set (A - C), d: set c } fact { c = d } ", union_);
  expectDifferent("sig A, C {} sig Light { c: set (A - C), d: Light -> c } fact { Light.c = Light.(Light.d) } ", union_);
  expectDifferent("sig A, C {} sig Light { c: set (A - C) } ", union_);
  expectDifferent("sig A, C {} sig B in A + C {} sig Light { c: one (A & B) } ", union_);
  expectDifferent("sig A, C {} sig Light { c: set (A + C) } ", left);
  EXPECT_EQ(Tried("sig A, C {} sig Light { c: set (A - C) } " + test).fate(left).fate, Fate::equivalent);
  EXPECT_EQ(Tried(colors + "sig Light { c: set (Red & Color) } " + test).fate(left).fate, Fate::equivalent);
}

TEST(Campaign, SolvedTestsUnderAChangedDeclarationSeeWhatItAllows) {
  Tried tried(
      "sig A, C {} sig Light { c: set (A - C), d: set c } "
      "run { some c } for 2 expect 1  run { some Light.d & C } for 2 expect 0");
  EXPECT_EQ(tried.fate([](const Mutant& m) { return m.by == Operator::BOR && m.op == model::Op::union_; }).fate, Fate::killed);
}

TEST(Campaign, MultiplicitiesOfVariableSignaturesAreOfAllStates) {
  Tried tried("var sig S {} fact { one S } run { eventually no S } for 2 expect 1");
  EXPECT_EQ(tried.fate(" -> lone ").fate, Fate::survived);
  EXPECT_EQ(tried.fate(" -> one ").fate, Fate::killed);
}

/// In the declarations of a `one sig`, `this` is the signature itself; in the mutant, which removes `one`, it is an atom.
TEST(Campaign, AOneSignatureThatIsNoneAnyMoreHasAtoms) {
  const std::string model = "one sig S { f: one X } { some f } sig X {} ";
  Tried nothing(model + "val v { no S  X = X0 } test \"v\" { v invalid }");
  EXPECT_EQ(nothing.fate("one -> lone").fate, Fate::killed);
  Tried two(model + "val v { S = S0 + S1  X = X0 + X1  f = S0->X0 + S1->X1 } test \"v\" { v invalid }");
  EXPECT_EQ(two.fate("one -> some").fate, Fate::killed);
  Tried silent(model + "val v { S = S0  X = X0  f = S0->X0 } test \"v\" { v valid }");
  EXPECT_EQ(silent.fate("one -> lone").fate, Fate::survived);
}

TEST(Campaign, AsksInTheScopesOfTheTests) {
  const std::string model = "sig A { f: set A } pred p { #A > 3 implies no f } ";
  Tried small(model + "run { p and some f } for 3 expect 1");
  EXPECT_EQ(small.fate("3 -> 4").reason, "equivalent in scope 3");
  Tried large(model + "run { p and some f } for 3 expect 1  run { p and #A = 5 } for 3 but 5 A expect 1");
  EXPECT_EQ(large.fate("3 -> 4").fate, Fate::survived);
  EXPECT_EQ(large.fate("#A > 3 -> #A !<= 3").reason, "equivalent in scope 3 but 5 A");
  Tried apart(model + "run { p and some f } for 3 expect 1  run { p } for 2 but 3 int expect 1");
  EXPECT_EQ(apart.fate("#A > 3 -> #A !<= 3").reason, R"(equivalent in scopes "3" and "2 but 3 int")");
  Tried said(model + "run { p and some f } for 3 expect 1  run { p and some f and #A = 5 } for 3 but 5 A expect 0");
  EXPECT_EQ(said.fate("#A > 3 implies no f -> ").fate, Fate::killed);
}

/// For a partial valuation, completions are searched in the mutant.
TEST(Campaign, PartialValuationsKill) {
  Tried tried(
      "sig A {} pred p { #A != 4 } run { p } for 3 expect 1 "
      "val v { A = A0 + A1 + A2 + A3  ... } test \"four\" { v violates p }");
  EXPECT_EQ(tried.fate("#A != 4 -> ").fate, Fate::killed);
}

TEST(Campaign, FactsHoldByDeclarationInTheScopesOfTheTests) {
  const auto isArid = [](const std::string& commands) {
    Tried tried("sig A {} fact { #A < 4 } " + commands);
    for (std::size_t i = 0; i < tried.campaign->mutants().size(); ++i)
      if (tried.campaign->mutants()[i].by == Operator::PBD) return tried.campaign->isArid(i);
    throw std::runtime_error("no fact emptied");
  };
  EXPECT_TRUE(isArid("run { some A } for 3 expect 1"));
  EXPECT_FALSE(isArid("run { some A } for 3 expect 1  run { some A } for 2 but 5 A expect 1"));
  EXPECT_FALSE(isArid("run { #A = 5 } for 3 but 5 A expect 0"));
}

TEST(Scopes, ThoseWithinOthersAreLeftOut) {
  const auto scopes = [](const std::string& text) {
    Tried tried("sig A {} sig B extends A {} sig C {} one sig L {} " + text);
    return tried.campaign->scopes();
  };
  EXPECT_THAT(scopes("val v { no A } test \"v\" { v valid }"), ElementsAre("3"));
  EXPECT_THAT(scopes("run {} expect 1"), ElementsAre("3"));
  EXPECT_THAT(scopes("run {} for 2 expect 1"), ElementsAre("2"));
  EXPECT_THAT(scopes("run {} for 2 expect 1  run {} for 4 expect 1  run {} for 3"), ElementsAre("4"));
  EXPECT_THAT(scopes("run {} for 3 expect 1  run {} for 3 but 5 A expect 1"), ElementsAre("3 but 5 A"));
  EXPECT_THAT(scopes("run {} for 3 but exactly 2 A expect 1  run {} for 3 expect 1"), ElementsAre("3"));
  EXPECT_THAT(scopes("run {} for 3 but exactly 2 A expect 1  run {} for 2 expect 1"), ElementsAre("3 but exactly 2 A", "2"));
  EXPECT_THAT(scopes("run {} for 3 but 5 A expect 1  run {} for 3 but 5 C expect 1"), ElementsAre("3 but 5 A", "3 but 5 C"));
  EXPECT_THAT(scopes("run {} for 3 but 1 B expect 1  run {} for 3 expect 1"), ElementsAre("3"));
  EXPECT_THAT(scopes("run {} for 3 but 1 L expect 1  run {} for 3 expect 1"), ElementsAre("3"));
  EXPECT_THAT(scopes("run {} for 3 but 4 int expect 1  run {} for 3 but 2 seq expect 1"), ElementsAre("3"));
  EXPECT_THAT(scopes("run {} for 3 but 5 int expect 1  run {} for 3 expect 1"), ElementsAre("3 but 5 int", "3"));
  EXPECT_THAT(scopes("run {} for 2 A, 4 C expect 1"), ElementsAre("4 but 2 A"));
  EXPECT_THAT(scopes("run {} for 2 but 1..3 A expect 1"), ElementsAre("2 but 3 A"));
  EXPECT_THAT(scopes("check { no A } for exactly 1..2 A, 1 C expect 1"),
              ElementsAre("1 but exactly 1 A", "2 but exactly 2 A, 1 C"));
  EXPECT_THAT(scopes("check { no A } for 1.. A, 3 C expect 1"), ElementsAre("3"));
  // A scope that the model refuses is ignored.
  EXPECT_THAT(scopes("run {} for 2 but 4 L expect 1"), ElementsAre("3"));
}

TEST(Scopes, OfTracesAndOrders) {
  const auto scopes = [](const std::string& text) { return Tried(text).campaign->scopes(); };
  const std::string traces = "var sig A {} pred p { always some A } ";
  EXPECT_THAT(scopes(traces + "run p for 2 but 3 steps expect 1  run p for 2 but 5 steps expect 1"),
              ElementsAre("2 but 5 steps"));
  EXPECT_THAT(scopes(traces + "run p for 2 but 3 steps expect 1  run p for 2 expect 1"), ElementsAre("2"));
  EXPECT_THAT(scopes(traces + "run p for 2 but 1.. steps expect 1"), ElementsAre("2 but 10 steps"));
  // Ordered signatures have exact scopes; sequences are as long as the scope says.
  EXPECT_THAT(scopes("open util/ordering[A] sig A {} pred p { some A } run p for 2 expect 1  run p for 3 expect 1"),
              ElementsAre("2", "3"));
  EXPECT_THAT(scopes("open util/ordering[A] sig A {} check { no A } for 1..3 A expect 1"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(scopes("sig A { s: seq A } pred p { some A } run p for 2 expect 1  run p for 3 expect 1"), ElementsAre("2", "3"));
}

// A predicate whose body calls a changed function is judged with a copy of this function. Adding the copy moves the functions of
// the model, unless there is memory for more.
TEST(Campaign, JudgesCallsOfAChangedFunctionWhenFunctionsMove) {
  std::vector<std::vector<std::uint32_t>> all[2];
  for (const bool moves : {false, true}) {
    const auto loaded = tests::loaded("test.aunit", R"(
sig Node { link: lone Node }
fun above[n: Node]: set Node { n.^link }
pred free[n: Node] { n not in above[n] }
val single { Node = N }
val loop { Node = N  link = N->N }
test "one" { single satisfies free[N] }
test "loop" { loop violates free[N] }
)");
    auto& functions = loaded->model->mutableFuncs();
    if (moves)
      functions.shrink_to_fit();
    else
      functions.reserve(100);
    Campaign campaign(*loaded, {});
    for (std::size_t i = 0; i < campaign.mutants().size(); ++i) {
      MutantResult mutant = campaign.describe(i);
      campaign.judge(i, mutant);
      all[moves ? 1 : 0].push_back(mutant.killedBy);
    }
  }
  EXPECT_EQ(all[0], all[1]);
  EXPECT_THAT(all[0], Contains(Not(IsEmpty())));
}

TEST(Campaign, LeavesOutTestsThatFail) {
  Tried tried(list + "test \"wrong\" { single violates acyclic }\n");
  const auto& verdicts = tried.campaign->judgeOf().verdicts();
  ASSERT_EQ(verdicts.size(), 4u);
  EXPECT_TRUE(verdicts[0].usable);
  EXPECT_FALSE(verdicts[3].usable);
  EXPECT_NE(verdicts[3].why, "");
}

TEST(Campaign, CommandsWithAnExpectationKill) {
  Tried tried(
      "sig A { f: set A } pred p { some f } assert nothing { p implies some A }\n"
      "check nothing for 2 expect 0  run p for 2 expect 1");
  EXPECT_EQ(tried.fate("some f -> no f").fate, Fate::killed);
}

TEST(Campaign, CommentsLeaveOutALineOrAParagraph) {
  const Tried tried(R"(
sig Node { link: set Node }  -- aunit: no mutants: the declaration says it all
-- aunit: no mutants

fact Some { some Node
  some link }
// aunit: no mutants
fact Other {
  no link.link }
fact { lone Node or
  -- aunit: no mutants here
  no link
  some Node }
run {} expect 1
)");
  std::map<std::uint32_t, std::set<std::string>> lines;
  for (std::size_t i = 0; i < tried.campaign->mutants().size(); ++i) {
    const MutantResult mutant = tried.campaign->describe(i);
    lines[mutant.place.line].insert(mutant.fate == Fate::ignored ? "left out " + mutant.reason : "kept");
  }
  EXPECT_THAT(lines[2], ElementsAre("left out the declaration says it all"));
  EXPECT_THAT(lines[5], ElementsAre("left out "));
  EXPECT_THAT(lines[6], ElementsAre("left out "));
  EXPECT_THAT(lines[9], ElementsAre("left out "));
  EXPECT_THAT(lines[10], ElementsAre("kept"));
  EXPECT_THAT(lines[12], ElementsAre("left out here"));
  EXPECT_THAT(lines[13], ElementsAre("kept"));
}

/// Pigeonhole problems are hard without symmetry breaking, and `expect 1` switches it off.
TEST(Campaign, LeavesAMutantOpenWhoseTestTheSolverDoesNotDecideInTime) {
  Tried tried(R"(
sig Hole {}
sig Pigeon { hole: one Hole }
pred some_pigeon { some Pigeon }
pred they_fit { all disj p, q: Pigeon | p.hole != q.hole }
run { some_pigeon or they_fit } for exactly 14 Pigeon, exactly 13 Hole expect 1
)",
              {.limits = {.seconds = 2}});
  const MutantResult result = tried.fate("some Pigeon -> no Pigeon");
  EXPECT_EQ(result.fate, Fate::unknown);
  EXPECT_EQ(result.reason, "a test that the solver decides took longer than 2 s on this mutant");
}

/// The model never evaluates the second operand; in the mutant with `and` it takes minutes.
TEST(Campaign, GivesUpOnAMutantInTime) {
  Tried tried(R"(
sig A {}
pred p { some A or all a, b, c, d, e, f, g: A | a = b or c = d or e = f or f != g or some A }
val v { A = A0 + A1 + A2 + A3 + A4 + A5 + A6 + A7 + A8 + A9 + B0 + B1 + B2 + B3 + B4 + B5 + B6 + B7 }
test "t" { v satisfies p }
)",
              {.limits = {.seconds = 0.2}});
  const MutantResult result = tried.fate([](const Mutant& mutant) { return mutant.by == Operator::LOR; });
  EXPECT_EQ(result.fate, Fate::unknown);
  EXPECT_EQ(result.reason, "the tests took longer than 0.2 s on this mutant");
}

TEST(Report, DominatorsAreWhatIsHardestToKill) {
  Report report;
  report.files.push_back({"m.als", "", {}});
  for (const std::vector<std::uint32_t>& killers : {std::vector<std::uint32_t>{0, 1}, {1}, {2, 3}, {2, 3}, {1, 2, 3}, {}}) {
    MutantResult mutant;
    mutant.fate = killers.empty() ? Fate::survived : Fate::killed;
    mutant.killedBy = killers;
    mutant.begin = static_cast<std::uint32_t>(report.files[0].mutants.size());
    report.files[0].mutants.push_back(mutant);
  }
  report.allKillers = true;
  arrange(report);
  std::vector<bool> subsumed;
  for (const MutantResult& mutant : report.files[0].mutants) subsumed.push_back(mutant.subsumed);
  EXPECT_THAT(subsumed, ElementsAre(true, false, false, true, true, false));
  EXPECT_EQ(report.dominators().score().total, 3u);
}

TEST(Campaign, CountsAndScore) {
  Counts counts;
  for (const Fate fate : {Fate::killed, Fate::killed, Fate::killed, Fate::survived, Fate::equivalent, Fate::ignored}) {
    MutantResult mutant;
    mutant.fate = fate;
    counts.add(mutant);
  }
  EXPECT_EQ(counts.all(), 6u);
  EXPECT_EQ(counts.score().total, 4u);
  EXPECT_DOUBLE_EQ(counts.score().percent(), 75);
  EXPECT_DOUBLE_EQ(Counts().score().percent(), 100);
}

}  // namespace
}  // namespace aunit::strength
