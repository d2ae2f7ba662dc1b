// Every proposal does what it claims, and changes nothing but the paragraph that it is about.

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "strength/evidence.h"
#include "strength/repair.h"

namespace aunit::strength {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Mended {
  Repairs repairs;
  std::vector<std::string> texts;  // of the file with each proposal
};

/// Repairs a file and checks all that is proposed.
Mended mend(const std::string& path, const std::string& text, double timeout = 60) {
  const auto loaded = parser::loadText(path, text);
  if (!loaded->ok()) throw std::runtime_error(model::render(loaded->diagnostics.errorsSince(0), loaded->sources, false));
  Mended mended{repair(*loaded, path, {.timeout = timeout}), {}};
  for (const Repair& proposal : mended.repairs.found) {
    const model::Span paragraph = loaded->model->paragraphs()[proposal.paragraph].span;
    std::string changed = text;
    for (auto edit = proposal.edits.rbegin(); edit != proposal.edits.rend(); ++edit) {
      EXPECT_TRUE(model::contains(paragraph, edit->span)) << edit->text;
      changed.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
    }
    const auto again = parser::loadText(path, changed);
    EXPECT_TRUE(again->ok()) << changed;
    if (!again->ok()) continue;
    const Evidence evidence(*again, {});
    EXPECT_TRUE(evidence.complaints().empty()) << changed;
    mended.texts.push_back(changed);
  }
  return mended;
}

const std::string graph = "sig Node { adj: set Node }\n";

TEST(Repair, AnOperatorIsExchanged) {
  const Mended mended = mend("g.als", graph +
                                          "pred acyclic { all n: Node | n not in n.*adj }  -- stays\n"
                                          "check { acyclic iff no iden & ^adj }\n");
  ASSERT_FALSE(mended.texts.empty());
  EXPECT_THAT(mended.texts[0], HasSubstr("pred acyclic { all n: Node | n not in n.^adj }  -- stays"));
  EXPECT_EQ(mended.repairs.found[0].verified, HeldAgainst::commands);
  EXPECT_EQ(mended.repairs.scope, "for 3");
}

TEST(Repair, AnExpressionIsMade) {
  const Mended mended = mend("g.als", graph +
                                          "pred connected {\n  // every node from every node\n  all n: Node | Node in n.*adj\n}\n"
                                          "check { connected iff all disj a, b: Node | a->b in ^(adj + ~adj) } for 4\n");
  ASSERT_FALSE(mended.texts.empty());
  EXPECT_THAT(mended.texts[0], HasSubstr("// every node from every node"));
  EXPECT_EQ(mended.repairs.scope, "for 4");
}

TEST(Repair, ABodyIsWrittenAnew) {
  const Mended mended = mend("c.als",
                             "sig Person { teaches: set Class }\nsig Class { groups: set Person }\nsig Teacher in Person {}\n"
                             "pred taught { some Teacher.teaches }\n"
                             "check { taught iff all c: Class | some c.groups implies some Teacher & teaches.c }\n");
  ASSERT_FALSE(mended.texts.empty());
}

TEST(Repair, WhatIsCalledWithArguments) {
  const Mended mended = mend("l.als", graph +
                                          "pred reaches[a, b: Node] { b in a.adj }\n"
                                          "check { all x, y: Node | reaches[x, y] iff y in x.^adj }\n");
  ASSERT_FALSE(mended.texts.empty());
  EXPECT_THAT(mended.texts[0], HasSubstr("pred reaches[a, b: Node] { b in a.^adj }"));
}

TEST(Repair, AFactIsMendedNotEmptied) {
  const Mended mended = mend("t.als", graph +
                                          "fact tree { all n: Node | lone n.adj }\n"
                                          "check { all n: Node | lone adj.n } for 3\nrun { some n: Node | #n.adj > 1 } for 3\n");
  ASSERT_FALSE(mended.texts.empty());
  EXPECT_THAT(mended.texts[0], HasSubstr("lone adj.n"));
}

TEST(Repair, TracesAreCasesAndPrimesMaterial) {
  const Mended mended = mend("v.als",
                             "sig File {}\nvar sig Trash in File {}\n"
                             "pred kept { always Trash in Trash }\ncheck { kept iff always Trash in Trash' } for 3\n");
  ASSERT_FALSE(mended.texts.empty());
  EXPECT_THAT(mended.texts[0], HasSubstr("'"));
}

TEST(Repair, WithTestsAloneItSaysSo) {
  const Mended mended =
      mend("l.aunit", graph +
                          "pred acyclic { all n: Node | n not in n.*adj }\n"
                          "val alone { Node = N0  no adj }\nval ring { Node = N0 + N1  adj = N0->N1 + N1->N0 }\n"
                          "test \"one\" { alone satisfies acyclic }\ntest \"ring\" { ring violates acyclic }\n");
  ASSERT_FALSE(mended.repairs.found.empty());
  for (const Repair& proposal : mended.repairs.found) EXPECT_EQ(proposal.verified, HeldAgainst::tests);
  EXPECT_THAT(mended.texts[0], HasSubstr("n.^adj"));
}

TEST(Repair, TheOracleIsNoMaterial) {
  const Mended mended = mend("o.als", graph +
                                          "pred loopless { some adj }\npred looplessOK { no adj & iden }\n"
                                          "check { loopless iff looplessOK }\n");
  ASSERT_FALSE(mended.texts.empty());
  for (const std::string& text : mended.texts)
    EXPECT_THAT(text.substr(0, text.find("pred looplessOK")), Not(HasSubstr("looplessOK")));
}

TEST(Repair, TwoOrdersHaveOneName) {
  const Mended mended = mend("o.als",
                             "open util/ordering[A] as a\nopen util/ordering[B] as b\nsig A {}\nsig B {}\nsig C { f: set A }\n"
                             "pred p { no C.f }\ncheck { p iff some C.f } for 3\n");
  EXPECT_FALSE(mended.texts.empty());
}

TEST(Repair, NothingFails) {
  const Mended mended = mend("n.als", graph + "pred p { some adj }\nrun p\n");
  EXPECT_TRUE(mended.repairs.complaints.empty());
  EXPECT_TRUE(mended.repairs.found.empty());
  EXPECT_EQ(mended.repairs.judged, 1u);
}

TEST(Repair, TestsThatContradictEachOtherAreNamed) {
  const Mended mended = mend("x.aunit", graph +
                                            "pred p { some adj }\nval v { Node = N0  no adj }\n"
                                            "test \"yes\" { v satisfies p }\ntest \"no\" { v violates p }\n");
  ASSERT_EQ(mended.repairs.contradictions.size(), 1u);
  EXPECT_EQ(mended.repairs.contradictions[0], std::pair(std::string("yes"), std::string("no")));
}

TEST(Repair, ATimeOfNearlyNothingIsEnoughToStop) {
  for (const double seconds : {0.001, 0.02, 0.05, 0.2}) {
    const Mended mended = mend("l.als", graph + "pred p { some adj }\ncheck { p iff #adj > 2 } for 3\n", seconds);
    EXPECT_TRUE(mended.repairs.cutShort || !mended.repairs.found.empty() || mended.repairs.complaints.empty());
  }
}

TEST(Repair, ARequestToStopStops) {
  const auto loaded = parser::loadText("l.als", graph + "pred p { some adj }\ncheck { p iff #adj > 2 } for 3\n");
  const std::atomic<bool> stop = true;
  const Repairs repairs = repair(*loaded, "l.als", {.timeout = 0, .stop = &stop});
  EXPECT_TRUE(repairs.found.empty());
  EXPECT_TRUE(repairs.cutShort);
}

}  // namespace
}  // namespace aunit::strength
