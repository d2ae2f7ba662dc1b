#include "suite/valuation/valuation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "both_engines.h"
#include "parser/front_end.h"

namespace aunit::suite {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Valuations of one file of the test language.
class Valuations {
 public:
  explicit Valuations(const std::string& text) : loaded_(parser::loadText("t.aunit", text)) {
    EXPECT_TRUE(loaded_->ok());
    for (const auto& d : loaded_->diagnostics.all()) ADD_FAILURE() << model::render(d, loaded_->sources, false);
  }

  std::optional<model::Instance> make(const std::string& name, IntegerScope integers = {}) {
    messages.clear();
    const auto& valuations = loaded_->tests.valuations;
    for (std::uint32_t i = 0; i < valuations.size(); ++i) {
      if (valuations[i].name != name) continue;
      model::Diagnostics diagnostics;
      auto instance = instantiate(*loaded_->model, loaded_->tests, i, integers, diagnostics);
      for (const auto& d : diagnostics.all()) messages.push_back(d.message);
      return instance;
    }
    ADD_FAILURE() << "no val " << name;
    return std::nullopt;
  }

  /// "{N0, N1}": a signature's or field's value.
  std::string value(const std::string& valuation, const std::string& relation, std::size_t state = 0) {
    const auto instance = make(valuation);
    if (!instance) return "no instance";
    return testing_::valueOf(*loaded_->model, *instance, relation, state);
  }

  std::vector<std::string> messages;

 private:
  std::unique_ptr<parser::Loaded> loaded_;
};

TEST(Valuation, FieldsMayHaveTheNamesOfFunctionsAndOfEachOther) {
  Valuations v(
      "sig Node { next: lone Node, f: set Node }\nsig B { f: set B }\nval a { Node = N0 + N1  next = N0->N1  B = B0  Node <: f = "
      "N1->N1  no B <: f }\n");
  EXPECT_EQ(v.value("a", "next"), "{N0->N1}");  // as in util/integer
  EXPECT_EQ(v.value("a", "f"), "{N1->N1}");
}

TEST(Valuation, IsWhatIsSaidAndEmptyWhereNothingIsSaid) {
  Valuations v("sig Node { link: set Node }\nsig Other {}\nval a { Node = N0 + N1  link = N1->N0 }\n");
  EXPECT_EQ(v.value("a", "Node"), "{N0, N1}");
  EXPECT_EQ(v.value("a", "link"), "{N1->N0}");
  EXPECT_EQ(v.value("a", "Other"), "{}");
}

TEST(Valuation, OneSigsAndEnumsHaveTheirAtoms) {
  Valuations v(
      "abstract sig P {}\none sig A, B extends P {}\nsig C extends P {}\nenum Colour { Red, Green }\n"
      "val nothing {}\nval renamed { A = X }\nval more { C = C0 }\n");
  EXPECT_EQ(v.value("nothing", "A"), "{A}");
  EXPECT_EQ(v.value("nothing", "P"), "{A, B}");
  EXPECT_EQ(v.value("nothing", "Colour"), "{Red, Green}");
  EXPECT_EQ(v.value("renamed", "A"), "{X}");
  EXPECT_EQ(v.value("renamed", "P"), "{X, B}");
  EXPECT_EQ(v.value("more", "P"), "{C0, A, B}");
}

TEST(Valuation, AParentThatIsSpelledOutStaysAsItIsButForWhatDeclarationsGive) {
  Valuations v("sig P {}\none sig A extends P {}\nsig C extends P {}\nval a { P = P0  C = C0 }\n");
  EXPECT_EQ(v.value("a", "P"), "{P0, A}");  // C0 is missing, so the test will fail, as it should
}

TEST(Valuation, ASubsetsAtomsAreItsParents) {
  Valuations v("sig P {}\nsig S in P {}\nsig E = P {}\nval a { S = X + Y }\n");
  EXPECT_EQ(v.value("a", "P"), "{X, Y}");
  EXPECT_EQ(v.value("a", "E"), "{X, Y}");
}

TEST(Valuation, AnOrderingFollowsTheListing) {
  Valuations v(
      "open util/ordering[S] as o\nopen util/ordering[T] as p\nsig S, T {}\nval a { S = C + A + B  T = X }\nval b { S = A + B  "
      "o/first = B  o/next = B->A }\n");
  EXPECT_EQ(v.value("a", "First"), "{Ord->C}");
  EXPECT_EQ(v.value("a", "Next"), "{Ord->C->A, Ord->A->B}");
  EXPECT_EQ(v.value("b", "First"), "{Ord->B}");
  EXPECT_EQ(v.value("b", "Next"), "{Ord->B->A}");
}

TEST(Valuation, ExtendingReplacesRelationByRelation) {
  Valuations v(
      "sig Node { link, back: set Node }\nval a { Node = N0 + N1  link = N0->N1  back = N1->N0 }\nval b extends a { link = "
      "N1->N1 }\n"
      "val c extends b { no back }\n");
  EXPECT_EQ(v.value("c", "Node"), "{N0, N1}");
  EXPECT_EQ(v.value("c", "link"), "{N1->N1}");
  EXPECT_EQ(v.value("c", "back"), "{}");
}

TEST(Valuation, TracesRepeatWhatIsSaidOutside) {
  Valuations v(
      "sig A {}\nvar sig B in A {}\nval t { A = X + Y  state { } state { B = X } loop 1 }\nval u extends t { state { B = Y } "
      "}\n");
  EXPECT_EQ(v.value("t", "A", 1), "{X, Y}");
  EXPECT_EQ(v.value("t", "B", 0), "{}");
  EXPECT_EQ(v.value("t", "B", 1), "{X}");
  EXPECT_EQ(v.value("u", "B", 0), "{Y}");
  EXPECT_EQ(v.value("u", "B", 1), "{X}");
  EXPECT_EQ(v.make("u")->loop, 1u);
}

TEST(Valuation, IntegersAndStringsAreAtomsOfTheirOwn) {
  Valuations v("sig A { n: Int, s: String }\nval a { A = X  n = X->-8 + X->7  s = X->\"hello\" }\n");
  EXPECT_EQ(v.value("a", "n"), "{X->-8, X->7}");
  EXPECT_EQ(v.value("a", "s"), "{X->\"hello\"}");
}

TEST(Valuation, MistakesAreNamed) {
  Valuations v(
      "sig P {}\nsig A extends P { r: set P, n: Int }\nsig B extends P {}\nvar sig V in A {}\n"
      "val unknown { A = X  r = X->Y }\n"
      "val disjoint { A = X  B = X }\n"
      "val outside { A = X  n = X->8 }\n"
      "val noLoop { state { A = X } state { V = X } }\n"
      "val farLoop { state { A = X } loop 1 }\n"
      "val changing { state { A = X } state { A = Y } loop 0 }\n"
      "val onlyLoop { A = X loop 0 }\n");
  const auto messages = [&](const std::string& name) {
    EXPECT_FALSE(v.make(name)) << name;
    return v.messages;
  };
  EXPECT_THAT(messages("unknown"), ElementsAre("no signature has an atom `Y`"));
  EXPECT_THAT(messages("disjoint"), ElementsAre("`X` is an atom of two disjoint signatures, `A` and `B`"));
  EXPECT_THAT(messages("outside"), ElementsAre("8 is not among the integers -8 to 7 of bit width 4"));
  EXPECT_THAT(messages("noLoop"), ElementsAre("a trace needs a loop"));
  EXPECT_THAT(messages("farLoop"),
              ElementsAre("the trace loops to state 1, but its last state is state 0 (the first is state 0)"));
  EXPECT_THAT(messages("changing"), ElementsAre("`A` is not `var`, so it cannot differ between states"));
  EXPECT_THAT(messages("onlyLoop"), ElementsAre("a loop without states: write `state { ... }` before it"));
  EXPECT_TRUE(v.make("outside", {.bitwidth = 5}));
  EXPECT_THAT(v.messages, IsEmpty());
}

TEST(IntegerScope, FollowsTheCommand) {
  model::Scope scope;
  EXPECT_EQ(integerScope(scope), (IntegerScope{4, 4}));
  scope.overall = 6;
  EXPECT_EQ(integerScope(scope), (IntegerScope{4, 6}));
  scope.overall = 9;
  EXPECT_EQ(integerScope(scope), (IntegerScope{4, 7}));  // at most the largest integer
  scope.maxSequence = 2;
  scope.bitwidth = 3;
  EXPECT_EQ(integerScope(scope), (IntegerScope{3, 2}));
}

}  // namespace
}  // namespace aunit::suite
