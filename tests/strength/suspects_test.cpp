// Suspects for known faults: which are found, and why.
#include "strength/localization/suspects.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solver/sat/sat_engine.h"
#include "strength/localization/constraint_signals.h"
#include "strength/localization/hint.h"
#include "strength/mutation/apply.h"
#include "strength/mutation/campaign.h"
#include "strength/mutation/mutant_text.h"
#include "support/files.h"
#include "tests/folders.h"
#include "tests/loaded.h"
#include "tests/strength/structure.h"

namespace aunit::strength {
namespace {

using testing::HasSubstr;

struct LocatedFault {
  std::unique_ptr<parser::Loaded> loaded;
  std::unique_ptr<Evidence> evidence;
  Suspects suspects;

  explicit LocatedFault(const std::string& text, const support::Limits& limits = {.seconds = 10})
      : LocatedFault(tests::loaded("test.aunit", text), limits) {}
  explicit LocatedFault(std::unique_ptr<parser::Loaded> file, const support::Limits& limits = {.seconds = 10})
      : loaded(std::move(file)) {
    evidence = std::make_unique<Evidence>(*loaded, EvidenceOptions{});
    suspects = suspectsOf(*evidence, limits);
  }

  std::string text(std::size_t rank) const {
    return rank < suspects.ranked.size() ? std::string(loaded->sources.text(suspects.ranked[rank].span)) : "";
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < suspects.ranked.size(); ++i) all.push_back(text(i));
    return all;
  }
  ConstraintSignals signal(const std::string& constraint) {
    for (const ConstraintSignals& c : constraintSignals(*evidence, {}))
      if (loaded->sources.text(loaded->model->expr(c.root).span) == constraint) return c;
    throw std::runtime_error("no constraint " + constraint);
  }
};

TEST(Suspects, TheChangeThatMendsAllIsFirst) {
  const LocatedFault of(R"(
sig Node { link: lone Node, other: set Node }
pred wrong { no n: Node | n in n.*link }
pred fine { all n: Node | lone n.other }
val two { Node = N + M  link = N->M }
val loop { Node = N  link = N->N }
test "a loop" { loop violates wrong }
test "a line" { two satisfies wrong }
test "fine" { two satisfies fine }
)");
  EXPECT_EQ(of.text(0), "*link");
  EXPECT_EQ(of.suspects.ranked[0].effect.right, 1u);
  EXPECT_EQ(of.suspects.ranked[0].effect.broken, 0u);
  EXPECT_THAT(hintFor(of.suspects.ranked[0], *of.loaded), HasSubstr("`*link`"));
}

TEST(Suspects, AChangeThatMakesEverythingFalseMendsNothing) {
  const LocatedFault of(R"(
sig A { f: set A, g: set A }
fact { some A }
fact { f in g }
assert both { f = g }
check both
)");
  EXPECT_EQ(of.text(0), "f in g");
}

TEST(Suspects, WhatStandsInTheWayIsFirst) {
  LocatedFault of("sig A { f, g: set A } fact { some A } fact { no f } fact { no g } pred p { some f } run p");
  EXPECT_EQ(of.text(0), "f");  // in `no f`; another field would do
  EXPECT_GT(of.signal("no f").blocks, 0.5);
  EXPECT_GT(of.signal("some f").blocks, 0);
  EXPECT_EQ(of.signal("no g").blocks, 0);
  EXPECT_TRUE(of.signal("some f").asked);
}

TEST(Suspects, WhatStandsInTheWayOfATest) {
  LocatedFault of(R"(
sig A { f, g: set A }
pred p { no f  no g  some A }
val v { A = N  f = N->N }
test "v" { v satisfies p }
)");
  EXPECT_EQ(of.signal("no f").blocks, 1);
  EXPECT_EQ(of.signal("no g").blocks, 0);
  EXPECT_EQ(of.suspects.ranked[0].span.begin, of.loaded->model->expr(of.signal("no f").root).span.begin + 3);
}

TEST(Suspects, WhatExcludesNothingIsIdle) {
  LocatedFault of("sig A { f: set A } fact { some A } fact { f in A -> A } check { no f & iden }");
  EXPECT_TRUE(of.signal("f in A -> A").idle);
  EXPECT_FALSE(of.signal("some A").idle);
}

TEST(Suspects, WhatFailsMentionsTheSame) {
  LocatedFault of("sig A { f: set A } sig B { g: set B } fact { some f or no f } fact { some g or no g } check { no f }");
  EXPECT_GT(of.signal("some f or no f").kinship, of.signal("some g or no g").kinship);
}

const std::string treeText = R"(
one sig Tree { root: lone Node }
sig Node { left, right: lone Node }
fact { Node = Tree.root.*(left + right) }
fact { all n: Node { n !in n.^(left + right)  lone n.~(left + right)  no n.left & n.right } }
fun depth[n: Node]: one Int { #n.^~(left + right) }
pred even { all n, m: Node | no n.(left + right) and no m.(left + right) implies depth[n] = depth[m] }
run even for 3
)";

TEST(Suspects, AFunctionThatIsCheckedComesBeforeFacts) {
  const LocatedFault of(treeText + "check { all n: Node | depth[n] = #n.*~(left + right) } for 3");
  EXPECT_EQ(paragraphName(*of.loaded->model, of.suspects.ranked.at(0).paragraph), "fun depth");
}

TEST(Suspects, WhatOnlyChecksSpeakOfComesBehindWhatTheyMeasure) {
  const LocatedFault of(treeText + R"(
pred rightDepth[n: Node, d: Int] { d = #n.*~(left + right) }
check { all n: Node | rightDepth[n, depth[n]] } for 3
)");
  EXPECT_EQ(paragraphName(*of.loaded->model, of.suspects.ranked.at(0).paragraph), "fun depth");
  const auto right = std::ranges::find_if(of.suspects.ranked, [&](const Suspect& suspect) {
    return paragraphName(*of.loaded->model, suspect.paragraph) == "pred rightDepth";
  });
  ASSERT_NE(right, of.suspects.ranked.end());
  EXPECT_THAT(right->because, HasSubstr("only checks use this definition, so it states an expectation about the model"));
}

TEST(Suspects, TheRightSideOfAnEquivalenceIsTheMeasure) {
  const std::string preds = R"(
sig Node { adj: set Node }
pred good { all a, b: Node | a->b in adj implies b->a in adj }
pred bad { all a: Node | a in a.adj }
)";
  LocatedFault left(preds + "check { bad iff good } for 3"), right(preds + "check { good iff bad } for 3");
  EXPECT_EQ(paragraphName(*left.loaded->model, left.suspects.ranked.at(0).paragraph), "pred bad");
  EXPECT_EQ(paragraphName(*right.loaded->model, right.suspects.ranked.at(0).paragraph), "pred good");
}

TEST(Suspects, ConjunctsBelowForAllAreConstraints) {
  LocatedFault of(treeText + "check { some Node implies some n: Node | n in n.^(left + right) } for 3");
  EXPECT_GT(of.signal("n !in n.^(left + right)").kinship, of.signal("no n.left & n.right").kinship);
}

TEST(Suspects, WhatIsCalledByAnotherIsLessNear) {
  LocatedFault of(R"(
sig A { f: set A }
pred inner { no f }
pred outer { inner }
fact { some A }
check { outer } for 2
)");
  EXPECT_EQ(of.signal("inner").nearness, 1);
  EXPECT_EQ(of.signal("no f").nearness, 0.5);
  EXPECT_EQ(of.signal("some A").nearness, 0);
}

TEST(Suspects, AChecksPredicateIsNamedWhereNothingFails) {
  const LocatedFault of("sig A { f: set A } fact { some A } pred p { all a: A | lone a.f } check { p iff p } for 2");
  EXPECT_EQ(of.text(0), "all a: A | lone a.f");
  EXPECT_LE(of.suspects.ranked.at(0).score, 0.1);
}

TEST(Suspects, NothingResemblesWhatIsMissing) {
  const LocatedFault of(R"(
sig Node { link, back: set Node }
sig Colour {}
fact { some Colour }
check { back = ~link } for 3
)");
  ASSERT_TRUE(of.suspects.missing);
  EXPECT_THAT(of.suspects.missing->because, HasSubstr("no constraint resembles the failing formula"));
  EXPECT_NE(of.suspects.missing->rejected, model::noId);
}

TEST(Suspects, TwoChangesWithinOneConstraint) {
  if (!solver::hasCryptoMiniSat) GTEST_SKIP() << "other counterexamples, which one change alone makes right";
  const LocatedFault of(R"(
sig A { f, g: set A }
pred p { some f => lone g }
assert right { p <=> (no f => one g) }
check right
)");
  EXPECT_EQ(of.suspects.ranked[0].change.size(), 2u);
  EXPECT_EQ(of.text(0), "some f => lone g");
}

TEST(Suspects, SomethingIsMissing) {
  const LocatedFault of(R"(
sig Node { link, back: set Node }
fact Nodes { some Node }
assert backIsBack { back = ~link }
check backIsBack
)");
  ASSERT_TRUE(of.suspects.missing);
  EXPECT_EQ(paragraphName(*of.loaded->model, of.suspects.missing->paragraph), "fact Nodes");
  EXPECT_NE(of.suspects.missing->rejected, model::noId);
  EXPECT_NE(of.suspects.missing->accepted, model::noId);
}

TEST(Suspects, AreNeverAssertionsNorTests) {
  const LocatedFault of(R"(
sig A { f: set A }
pred wrong { no f }
assert right { wrong iff some f }
check right
val v { A = N  f = N->N }
test "t" { v satisfies wrong }
)");
  ASSERT_FALSE(of.suspects.ranked.empty());
  for (const Suspect& suspect : of.suspects.ranked) {
    const auto kind = of.loaded->model->paragraphs()[suspect.paragraph].kind;
    EXPECT_NE(kind, model::Paragraph::Kind::assertion);
    EXPECT_NE(kind, model::Paragraph::Kind::command);
  }
}

TEST(Suspects, DoNotOverlap) {
  const LocatedFault of(
      "sig A { f: set A } pred p { all a: A | a in a.*f and lone a.f } assert q { p iff no ^f & iden } check q");
  const auto& ranked = of.suspects.ranked;
  for (std::size_t i = 0; i < ranked.size(); ++i)
    for (std::size_t j = i + 1; j < ranked.size(); ++j) {
      EXPECT_FALSE(model::contains(ranked[i].span, ranked[j].span) || model::contains(ranked[j].span, ranked[i].span));
      EXPECT_GE(ranked[i].score, ranked[j].score);
    }
}

TEST(Suspects, AreTheSameOnEachRun) {
  const std::string text =
      "sig A { f, g: set A } fact { f in g } assert q { no ^f & iden } check q run { some f & iden } expect 0";
  EXPECT_EQ(LocatedFault(text).texts(), LocatedFault(text).texts());
}

TEST(Suspects, OfTraces) {
  const LocatedFault of(R"(
var sig Waiting in Process {}
sig Process {}
fact Steps { always Waiting in Waiting' }
assert drains { always Waiting' in Waiting }
check drains for 2 but 3 steps
)");
  EXPECT_THAT(of.text(0), HasSubstr("Waiting"));
  EXPECT_EQ(paragraphName(*of.loaded->model, of.suspects.ranked[0].paragraph), "fact Steps");
}

TEST(Suspects, WhereNothingFailsScoresAreLow) {
  const LocatedFault of("sig A { f: set A } fact { no f } check { no f & iden }");
  ASSERT_FALSE(of.suspects.ranked.empty());
  EXPECT_LE(of.suspects.ranked[0].score, 0.1);
}

/// With four bits, the fact excludes an atom only if overflows are excluded. Only this fact prevents an instance.
TEST(Suspects, KnowWhatOverflowsMean) {
  const auto loaded =
      parser::loadText("o.aunit", "sig A {} fact { plus[#A, 7] < 0 } val single { A = X } test \"t\" { single valid }\n");
  for (const bool noOverflow : {false, true}) {
    Evidence evidence(*loaded, {.semantics = {.noOverflow = noOverflow}});
    EXPECT_EQ(evidence.complaints().size(), noOverflow ? 1u : 0u);
    EXPECT_EQ(constraintSignals(evidence, {}).at(0).blocks, noOverflow ? 1 : 0);
  }
}

TEST(Suspects, AreThoseFoundUntilTold) {
  const std::atomic<bool> stop = true;
  const LocatedFault of("sig A { f: set A } check { no f }", {.stop = &stop});
  EXPECT_TRUE(of.suspects.cutShort);
}

/// Checks that a reported change is what was judged: its text, when it is read again, equals the overlay.
void readBack(const LocatedFault& of, const parser::LoadOptions& options, const std::string& file) {
  for (const Suspect& suspect : of.suspects.ranked) {
    if (suspect.change.empty()) continue;
    std::vector<std::string> judged;
    {
      model::Overlay overlay(*of.loaded->model);
      for (const Mutant& mutant : suspect.change) EXPECT_TRUE(apply(mutant, overlay));
      judged = testing_::structureOf(overlay);
    }
    std::vector<Replacement> edits;
    for (const Mutant& mutant : suspect.change) edits.push_back(*replacementOf(mutant, *of.loaded->model, of.loaded->sources));
    std::ranges::sort(edits, {}, [](const Replacement& edit) { return edit.span.begin; });
    testing_::expectReadBack(judged, *of.loaded, file, options, edits);
    const std::string hint = hintFor(suspect, *of.loaded);
    const std::size_t word = hint.find(": try `");
    if (word == std::string::npos) continue;
    const std::size_t begin = word + std::string(": try `").size();
    EXPECT_THAT(edits[0].text, HasSubstr(hint.substr(begin, hint.rfind('`') - begin)));
  }
}

/// Models with a small fault that their suites detect.
class FaultySpecs : public testing::TestWithParam<const char*> {};

TEST_P(FaultySpecs, AChangedPlaceIsASuspectWhereTestsNotice) {
  const std::string file = sourceFolder() + "/specs/" + GetParam();
  const auto original = parser::load(file);
  Campaign campaign(*original, {});
  std::size_t tried = 0, first = 0;
  for (std::size_t i = 0; i < campaign.mutants().size(); i += 3) {
    MutantResult mutant = campaign.describe(i);
    campaign.judge(i, mutant);
    if (mutant.fate != Fate::killed) continue;
    const parser::LoadOptions options{.readFile = [&](const std::string& path) -> std::optional<std::string> {
      std::string error;
      std::optional<std::string> text = support::readFile(path, error);
      if (text && path == mutant.place.path) text->replace(mutant.begin, mutant.end - mutant.begin, mutant.replacement);
      return text;
    }};
    auto changed = parser::loadText(file, *options.readFile(file), options);
    if (!changed->model) continue;
    const LocatedFault of(std::move(changed));
    ASSERT_FALSE(of.evidence->complaints().empty()) << mutant.original << " -> " << mutant.replacement;
    const auto isHit = [&](const Suspect& suspect) {
      const std::uint32_t line = of.loaded->sources.begin(suspect.span).line;
      return of.loaded->sources.file(suspect.span.file).path() == mutant.place.path && line >= mutant.place.line &&
             line <= mutant.place.endLine;
    };
    const auto hit = std::ranges::find_if(of.suspects.ranked, isHit);
    readBack(of, options, file);
    EXPECT_NE(hit, of.suspects.ranked.end())
        << mutant.original << " -> " << mutant.replacement << " at " << mutant.place.describe();
    ++tried;
    first += hit == of.suspects.ranked.begin();
  }
  EXPECT_GT(tried, 3u);
  EXPECT_GT(2 * first, tried);
}

INSTANTIATE_TEST_SUITE_P(Suspects, FaultySpecs, testing::Values("list/list.aunit", "tree/tree_tests.als", "queue/queue.aunit"));

}  // namespace
}  // namespace aunit::strength
