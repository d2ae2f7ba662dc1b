// Each proposal has the effect that it claims, and changes one paragraph only.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/changes/overlay.h"
#include "parser/front_end.h"
#include "strength/localization/evidence.h"
#include "strength/repair/command_check.h"
#include "strength/repair/repair.h"
#include "strength/synthesis/batch_evaluator.h"
#include "strength/synthesis/random_valuations.h"
#include "strength/vacuity.h"
#include "support/cancellation.h"
#include "tests/loaded.h"

namespace aunit::strength {
namespace {

using testing::HasSubstr;
using testing::Not;

struct RepairedFile {
  Repairs repairs;
  std::vector<std::string> texts;  // by proposal: the file's changed text
};

/// Repairs a file and checks all proposals.
RepairedFile mend(const std::string& path, const std::string& text, double timeout = 60) {
  const std::shared_ptr<parser::Loaded> loaded = tests::loaded(path, text);
  RepairedFile mended{repair({{.path = path, .loaded = loaded}}, {.limits = {.seconds = timeout}}), {}};
  for (const Repair& proposal : mended.repairs.found) {
    const model::Span paragraph = loaded->model->paragraphs()[proposal.paragraph].span;
    std::string changed = text;
    for (auto edit = proposal.edits.rbegin(); edit != proposal.edits.rend(); ++edit) {
      EXPECT_TRUE(model::contains(paragraph, edit->span)) << edit->text;
      changed.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
    }
    const auto again = tests::loaded(path, changed);
    if (!again->ok()) continue;
    const Evidence evidence(*again, {});
    EXPECT_TRUE(evidence.complaints().empty()) << changed;
    mended.texts.push_back(changed);
  }
  return mended;
}

const std::string graph = "sig Node { adj: set Node }\n";

TEST(Repair, AnOperatorIsExchanged) {
  const RepairedFile mended = mend("g.als", graph +
                                                "pred acyclic { all n: Node | n not in n.*adj }  -- stays\n"
                                                "check { acyclic iff no iden & ^adj }\n");
  ASSERT_FALSE(mended.texts.empty());
  EXPECT_THAT(mended.texts[0], HasSubstr("pred acyclic { all n: Node | n not in n.^adj }  -- stays"));
  EXPECT_EQ(mended.repairs.found[0].verified, Verification::commands);
  EXPECT_EQ(mended.repairs.scope, "for 3");
}

struct Fault {
  const char* name;
  std::string text;
  const char* mended;  // text in the first proposal
  const char* scope = "for 3";
};

void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

class RepairOf : public testing::TestWithParam<Fault> {};

TEST_P(RepairOf, IsProposed) {
  const RepairedFile mended = mend("m.als", GetParam().text);
  ASSERT_FALSE(mended.texts.empty());
  EXPECT_THAT(mended.texts[0], HasSubstr(GetParam().mended));
  EXPECT_EQ(mended.repairs.scope, GetParam().scope);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, RepairOf,
    testing::Values(
        Fault{"AnExpressionIsMade",
              graph + "pred connected {\n  // every node from every node\n  all n: Node | Node in n.*adj\n}\n"
                      "check { connected iff all disj a, b: Node | a->b in ^(adj + ~adj) } for 4\n",
              "// every node from every node", "for 4"},
        Fault{"ABodyIsWrittenAnew",
              "sig Person { teaches: set Class }\nsig Class { groups: set Person }\nsig Teacher in Person {}\n"
              "pred taught { some Teacher.teaches }\n"
              "check { taught iff all c: Class | some c.groups implies some Teacher & teaches.c }\n",
              ""},
        Fault{"WhatIsCalledWithArguments",
              graph + "pred reaches[a, b: Node] { b in a.adj }\ncheck { all x, y: Node | reaches[x, y] iff y in x.^adj }\n",
              "pred reaches[a, b: Node] { b in a.^adj }"},
        Fault{"AFactIsMendedNotEmptied",
              graph + "fact tree { all n: Node | lone n.adj }\n"
                      "check { all n: Node | lone adj.n } for 3\nrun { some n: Node | #n.adj > 1 } for 3\n",
              "lone adj.n"},
        Fault{"TracesAreCasesAndPrimesMaterial",
              "sig File {}\nvar sig Trash in File {}\n"
              "pred kept { always Trash in Trash }\ncheck { kept iff always Trash in Trash' } for 3\n",
              "'"},
        Fault{"TwoOrdersHaveOneName",
              "open util/ordering[A] as a\nopen util/ordering[B] as b\nsig A {}\nsig B {}\nsig C { f: set A }\n"
              "pred p { no C.f }\ncheck { p iff some C.f } for 3\n",
              ""}),
    [](const auto& fault) { return fault.param.name; });

TEST(Repair, WithTestsAloneItSaysSo) {
  const RepairedFile mended =
      mend("l.aunit", graph +
                          "pred acyclic { all n: Node | n not in n.*adj }\n"
                          "val alone { Node = N0  no adj }\nval ring { Node = N0 + N1  adj = N0->N1 + N1->N0 }\n"
                          "test \"one\" { alone satisfies acyclic }\ntest \"ring\" { ring violates acyclic }\n");
  ASSERT_FALSE(mended.repairs.found.empty());
  for (const Repair& proposal : mended.repairs.found) EXPECT_EQ(proposal.verified, Verification::tests);
  EXPECT_THAT(mended.texts[0], HasSubstr("n.^adj"));
}

TEST(Repair, TheOracleIsNoMaterial) {
  const RepairedFile mended = mend("o.als", graph +
                                                "pred loopless { some adj }\npred looplessOK { no adj & iden }\n"
                                                "check { loopless iff looplessOK }\n");
  ASSERT_FALSE(mended.texts.empty());
  for (const std::string& text : mended.texts)
    EXPECT_THAT(text.substr(0, text.find("pred looplessOK")), Not(HasSubstr("looplessOK")));
}

TEST(Repair, NothingFails) {
  const RepairedFile mended = mend("n.als", graph + "pred p { some adj }\nrun p\n");
  EXPECT_TRUE(mended.repairs.failures.empty());
  EXPECT_TRUE(mended.repairs.found.empty());
  EXPECT_EQ(mended.repairs.judged, 1u);
}

TEST(Repair, TestsThatContradictEachOtherAreNamed) {
  const RepairedFile mended = mend("x.aunit", graph +
                                                  "pred p { some adj }\nval v { Node = N0  no adj }\n"
                                                  "test \"yes\" { v satisfies p }\ntest \"no\" { v violates p }\n");
  ASSERT_EQ(mended.repairs.contradictions.size(), 1u);
  EXPECT_EQ(mended.repairs.contradictions[0].one, "yes");
  EXPECT_EQ(mended.repairs.contradictions[0].other, "no");
}

TEST(Repair, ATimeOfNearlyNothingIsEnoughToStop) {
  for (const double seconds : {0.001, 0.02, 0.05, 0.2}) {
    const RepairedFile mended = mend("l.als", graph + "pred p { some adj }\ncheck { p iff #adj > 2 } for 3\n", seconds);
    EXPECT_TRUE(mended.repairs.cutShort || !mended.repairs.found.empty() || mended.repairs.failures.empty());
  }
}

/// Repairs a model together with files of tests about it.
Repairs mendTogether(const std::vector<std::pair<std::string, std::string>>& texts, double timeout = 60) {
  const parser::LoadOptions how{.readFile = [texts](const std::string& path) -> std::optional<std::string> {
    const auto found = std::ranges::find(texts, path, &std::pair<std::string, std::string>::first);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  }};
  std::vector<DemandingFile> files;
  for (const auto& [path, text] : texts) files.push_back({.path = path, .load = how, .loaded = tests::loaded(path, text, how)});
  return repair(files, {.limits = {.seconds = timeout}});
}

const std::string loopless = "module g\n" + graph +
                             "pred acyclic { all n: Node | n not in n.adj }\n"
                             "check { acyclic implies (some Node implies some n: Node | no n.adj) } for 3\n";

TEST(Repair, WhatTestsBesideTheModelConfirmStays) {
  const std::string chain = "open g\nval chain { Node = N0 + N1  adj = N0->N1 }\ntest \"chain\" { chain satisfies acyclic }\n";
  const std::string rest =
      "open g\nval loop { Node = N0  adj = N0->N0 }\nval void { no Node }\n"
      "test \"loop\" { loop violates acyclic }\ntest \"void\" { void satisfies acyclic }\n";
  const Repairs repairs = mendTogether({{"g.als", loopless}, {"chain.aunit", chain}, {"rest.aunit", rest}});
  ASSERT_EQ(repairs.failures.size(), 1u);
  EXPECT_TRUE(repairs.failures[0].command);
  ASSERT_FALSE(repairs.found.empty());
  EXPECT_EQ(repairs.found[0].edits[0].text, "^");
  for (const Repair& proposal : repairs.found) EXPECT_TRUE(proposal.remarks.empty());
}

TEST(Repair, TestsOfTwoFilesAreMendedTogether) {
  const std::string model = "module g\n" + graph + "pred acyclic { all n: Node | n not in n.*adj }\n";
  const std::string alone = "open g\nval single { Node = N0 }\ntest \"single\" { single satisfies acyclic }\n";
  const std::string ring =
      "open g\nval pair { Node = N0 + N1  adj = N0->N1 }\nval ring { Node = N0 + N1  adj = N0->N1 + N1->N0 }\n"
      "test \"pair\" { pair satisfies acyclic }\ntest \"ring\" { ring violates acyclic }\n";
  const Repairs repairs = mendTogether({{"g.als", model}, {"alone.aunit", alone}, {"ring.aunit", ring}});
  ASSERT_EQ(repairs.failures.size(), 2u);
  ASSERT_FALSE(repairs.found.empty());
  EXPECT_THAT(repairs.found[0].mends, testing::ElementsAre(0, 1));
  EXPECT_THAT(repairs.found[0].edits[0].text, HasSubstr("^"));
}

TEST(Repair, WhatMakesAPredicateConstantComesLastAndSaysSo) {
  const RepairedFile emptied = mend("n.als", graph + "pred p { no adj }\ncheck { not p } for 2\n");
  ASSERT_FALSE(emptied.repairs.found.empty());
  EXPECT_THAT(emptied.repairs.found[0].remarks, testing::ElementsAre("pred p never holds"));
}

/// The commands and predicates that no instance satisfies any more after the change of the text.
std::vector<std::string> vacuous(const std::string& before, const std::string& after, std::uint32_t paragraph) {
  Vacuity vacuity(parser::loadText("m.als", before), {}, support::Budget({.seconds = 60}));
  const std::shared_ptr<parser::Loaded> changed = tests::loaded("m.als", after);
  return vacuity.remarks(*changed, paragraph);
}

TEST(Repair, WhatIsImpossibleNowIsNamed) {
  const std::string rest =
      "sig Node { to: set State }\npred some_to { some to }\npred if_to[n: Node] { some n.to implies no n.to.from }\n"
      "assert a { all n: Node | some n.to implies some State }\ncheck a for 2\nrun some_to for 2\n";
  const std::string model = "sig State { from: set Node }\n" + rest;
  EXPECT_THAT(vacuous(model, model, 0), testing::IsEmpty());
  EXPECT_THAT(vacuous(model, "one " + model, 0), testing::ElementsAre("sig State never has two atoms"));
  const auto with = [&](const std::string& old, const std::string& text) {
    std::string changed = model;
    return changed.replace(changed.find(old), old.size(), text);
  };
  EXPECT_THAT(vacuous(model, with("{ some to }", "{ to = to }"), 2), testing::ElementsAre("pred some_to always holds"));
  EXPECT_THAT(vacuous(model, with("{ some n.to implies", "{ some n.to - n.to implies"), 3),
              testing::ElementsAre("pred if_to always holds", "`some n.to - n.to` never holds"));
  EXPECT_THAT(vacuous("fact { some Node or no Node }\n" + model, "fact { no to }\n" + model, 0),
              testing::IsSupersetOf({"pred some_to never holds", "check a is vacuously true: `some n.to` never holds"}));
}

TEST(Repair, TheLimitCountsAllThatIsProposed) {
  const std::string text =
      "sig A { f, g: set A }\npred p { some f }\npred q { some g }\ncheck { p iff no f }\ncheck { q iff no g }\n";
  for (const std::size_t limit : {1u, 2u, 3u}) {
    const std::shared_ptr<parser::Loaded> loaded = tests::loaded("a.als", text);
    const Repairs repairs = repair({{.path = "a.als", .loaded = loaded}}, {.limits = {.seconds = 60}, .limit = limit});
    EXPECT_EQ(repairs.failures.size(), 2u);
    EXPECT_LE(repairs.found.size(), limit);
    if (limit == 1) continue;
    EXPECT_NE(repairs.found[0].mends, repairs.found[1].mends) << "one for each before a second for either";
  }
}

TEST(Repair, WhatTheSolverDoesNotDecideIsNoGoodNews) {
  const std::string higher =
      "sig A { r: set A }\nassert u { all s: set A -> A | some t: set A -> A | all w: set A -> A | s + t in w + r }\n"
      "check u for 4 expect 0\n";
  const RepairedFile mended = mend("u.als", higher);
  EXPECT_TRUE(mended.repairs.failures.empty());
  ASSERT_EQ(mended.repairs.undecided.size(), 1u);
  EXPECT_EQ(mended.repairs.undecided[0].name, "check u");
  EXPECT_THAT(mended.repairs.undecided[0].why, HasSubstr("higher-order"));
}

TEST(Repair, ATestThatTheSolverDecidesCanFail) {
  const RepairedFile mended = mend("s.aunit", graph + "pred p { no adj }\ntest \"some\" { run { p and some adj } expect 1 }\n");
  EXPECT_EQ(mended.repairs.failures.size(), 1u);
}

/// Tables for many traces take long, so the search checks the time in them, too.
TEST(Repair, SheetsAreGivenUpWhenTheTimeIsUp) {
  const std::shared_ptr<parser::Loaded> loaded =
      tests::loaded("t.als", "sig A { f: set A }\npred p { all a, b, c, d: A | a in b.f or c in d.f }\n");
  const model::Model& model = *loaded->model;
  synthesis::RandomValuations chance(model, {.atoms = 3}, 1);
  std::vector<model::Instance> instances;
  while (instances.size() < 500)
    if (auto one = chance.next()) instances.push_back(std::move(*one));
  std::vector<const model::Instance*> pointers;
  for (const model::Instance& one : instances) pointers.push_back(&one);
  const synthesis::Pool pool(model, pointers, 0);
  synthesis::BatchEvaluator batch(model, pool, {});
  const support::Budget nothing = support::Budget().endingAt(0);
  const support::Cancellation cancellation(nothing);
  EXPECT_THROW(batch.value(model.func(0).body, synthesis::BatchEvaluator::root), support::Exhausted);
}

TEST(Repair, ARequestToStopStops) {
  const std::shared_ptr<parser::Loaded> loaded =
      tests::loaded("l.als", graph + "pred p { some adj }\ncheck { p iff #adj > 2 } for 3\n");
  const std::atomic<bool> stop = true;
  const Repairs repairs = repair({{.path = "l.als", .loaded = loaded}}, {.limits = {.stop = &stop}});
  EXPECT_TRUE(repairs.found.empty());
  EXPECT_TRUE(repairs.cutShort);
}

TEST(CommandCheck, AllStepsOfTheScopeOfACheckCount) {
  for (const auto& [scope, misses] : {std::pair("1..2 A", true), std::pair("0..1 A", false), std::pair("1.. A", true)}) {
    const auto loaded =
        tests::loaded("m.als", fmt::format("sig A {{}}\npred right {{ lone A }}\npred wrong {{ A in A }}\nfact {{ right }}\n"
                                           "check {{ lone A }} for {}\n",
                                           scope));
    const auto bodyOf = [&](const char* pred) {
      return std::ranges::find(loaded->model->funcs(), pred, &model::Func::name)->body;
    };
    model::Overlay overlay(*loaded->model);
    CommandCheck check(*loaded->model, {}, {});
    ASSERT_TRUE(overlay.replace(bodyOf("right"), bodyOf("wrong")));
    EXPECT_EQ(check.firstWrongAnswer(overlay).has_value(), misses) << scope;
  }
}

}  // namespace
}  // namespace aunit::strength
