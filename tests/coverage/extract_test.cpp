// The rules of docs/coverage.md on which requirements exist, one by one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/coverage/support.h"

namespace aunit::coverage {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST(Extract, OccurrencesThatReadTheSameAreOneSubject) {
  const Loaded m(
      "sig A { f: set A }\nfact { all x: A | some x.f }\npred p { all x: A |\n  some  x . f -- again\n  all y: A | some y.f }\n");
  EXPECT_THAT(m.texts(sets::r2), UnorderedElementsAre("A", "f", "x.f", "y.f"));
  EXPECT_EQ(m.subject("some x.f").occurrences.size(), 2u);
  EXPECT_EQ(m.subject("some x.f").sets, sets::facts | sets::predicates);
}

TEST(Extract, VariablesOfAnotherTypeMakeAnotherExpression) {
  const Loaded m("sig A { f: set A } sig B extends A {}\nfact { all x: A | some x.f }\nfact { all x: B | some x.f }\n");
  EXPECT_EQ(m.count(sets::r3), 2 * 8u + 2 * 2u);
}

TEST(Extract, SourcesOfLiterateModelsKeepTheirProse) {
  const std::string document = "---\n---\n# Ängste\n```alloy\nsig A {}\nfact { some A }\n```\nThe end.\n";
  const Loaded m(document, {}, "list.md");
  EXPECT_EQ(m.requirements().sources.at(0).text, document);
  const Occurrence& formula = m.subject("some A").occurrences.at(0);
  EXPECT_EQ(document.substr(formula.begin, formula.end - formula.begin), "some A");
}

TEST(Extract, IntegersHaveNoSizesButTheirRelationalPartsDo) {
  const Loaded m("sig A { n: lone Int }\nfact { #A > 1 and plus[#A, 2] < 5 and all a: A | a.n > 0 }\n");
  EXPECT_THAT(m.texts(sets::r2), UnorderedElementsAre("A", "n", "a.n"));
}

TEST(Extract, CallsAreSubjectsAndBodiesCountOnce) {
  const Loaded m(
      "sig A { f: set A }\nfun reach[x: A]: set A { x.^f }\npred none_[x: A] { no reach[x] }\n"
      "fact { all a: A | none_[a] }\nassert q { all a: A | none_[a] or some reach[a] }\nfun unused: set A { A + A.f }\n");
  EXPECT_THAT(m.texts(sets::predicates), UnorderedElementsAre("no reach[x]"));
  EXPECT_TRUE(m.has("none_[a]"));
  EXPECT_TRUE(m.has("x.^f"));
  EXPECT_FALSE(m.has("A + A.f"));  // unreachable from facts, predicates and assertions
}

TEST(Extract, FormulasOfFunctionsBelongToWhatReachesThem) {
  const Loaded m("sig A { f: set A }\nfun loops: set A { { a: A | a in a.f } }\nfact { no loops }\nassert q { lone loops }\n");
  EXPECT_EQ(m.subject("a in a.f").sets, sets::facts | sets::assertions);
}

TEST(Extract, LetAndNegationAndBlocks) {
  const Loaded m(
      "sig A {}\nfact { let x = A + A | some x }\nfact { A !in none }\nfact { { some A } }\nfact { some A lone A }\nfact {}\n");
  EXPECT_THAT(m.texts(sets::facts),
              UnorderedElementsAre("let x = A + A | some x", "some x", "A !in none", "some A", "{ some A lone A }", "lone A"));
  EXPECT_EQ(m.subject("let x = A + A | some x").requirementCount(), 2u);
}

TEST(Extract, FactsBehindSignaturesAreFactsAndTheirImplicitThisIsNotCounted) {
  const Loaded m("sig A { f: set A } { some f }\n");
  EXPECT_THAT(m.texts(sets::facts), ElementsAre("some f"));
  EXPECT_EQ(m.count(sets::r2), 3u);  // this.f, written f
  EXPECT_EQ(m.numbers(m.record(m.instance({{"A", "A0 A1"}, {"f", "A0->A0"}})).met, "some f"), "01");
}

TEST(Extract, LibraryModulesAreLeftOutUnlessAskedFor) {
  const char* text = "open util/ordering[A] as ord\nsig A {}\nfact { some ord/first }\n";
  const Loaded without(text), with(text, {.libraries = true});
  EXPECT_EQ(without.count(sets::r0), 3u);
  EXPECT_THAT(without.texts(sets::r2), ElementsAre("ord/first"));
  EXPECT_GT(with.count(sets::r0), 3u);
  EXPECT_NE(without.requirements().digest, with.requirements().digest);
}

TEST(Extract, ImplicitConstraintsStandApart) {
  const Loaded m(
      "abstract sig A { f: one A, g: set A }\none sig B extends A {}\nsig C extends A { h: A -> lone A }\nenum E { X, Y }\n");
  EXPECT_THAT(m.texts(sets::implicit), UnorderedElementsAre("abstract sig A", "one sig B", "f: one A", "h: A -> lone A"));
  EXPECT_EQ(m.count(Criterion::implicit), 8u);
  EXPECT_EQ(m.count(Criterion::model), m.count(Criterion::expression));
}

TEST(Extract, SeveralVariablesRangeOverBindings) {
  const Loaded m("sig A {}\nfact { all disj x, y: A | x = y }\n");
  const std::string all = "all disj x, y: A | x = y";
  EXPECT_EQ(m.subject(all).domain, "disj x, y: A");
  EXPECT_EQ(m.numbers(m.record(m.instance({{"A", "A0"}})).met, all), "02");     // one atom, no pair
  EXPECT_EQ(m.numbers(m.record(m.instance({{"A", "A0 A1"}})).met, all), "16");  // two pairs, all false
}

TEST(Extract, NamesSurviveFormattingAndTheWayTheModelIsLoaded) {
  const Loaded plain(listModel);
  const Loaded formatted(
      "module list // a list\nsig Node {\n  link : set Node }\nfact PartialFunction { all n : Node |  lone n . link }\n"
      "pred NoDirectedCycles[] { all n: Node | n not in n.^link }\n");
  const Loaded opened("open list\ntest \"t\" { run NoDirectedCycles }\n", {.without = {0}}, "list.aunit",
                      {{"list.als", listModel}});
  const auto keys = [](const Loaded& m) {
    std::vector<std::string> all;
    for (const Subject& s : m.requirements().subjects) all.push_back(s.key);
    return all;
  };
  EXPECT_EQ(keys(plain), keys(formatted));
  EXPECT_NE(plain.requirements().digest, formatted.requirements().digest);
  EXPECT_EQ(keys(plain), keys(opened));
  EXPECT_EQ(plain.requirements().digest, opened.requirements().digest);
  EXPECT_EQ(opened.requirements().model, "list");
  const Loaded changed(std::string(listModel) + "fact { some Node }\n");
  EXPECT_NE(plain.requirements().digest, changed.requirements().digest);
}

TEST(Extract, EmptyCommandOfAnOpenedModelMeansTheModelsCommands) {
  const Loaded opened("open list\ntest \"t\" { run NoDirectedCycles }\n", {.without = {0}}, "list.aunit",
                      {{"list.als", listModel}});
  const Loaded plain(listModel);
  EXPECT_EQ(opened.record(opened.instance(beta)).met, plain.record(plain.instance(beta)).met);
}

TEST(Extract, PredicatesThatStateValuationsAreNoPartOfTheModel) {
  const std::string test = "pred t { some disj N: Node { Node = N no link } }\nrun t\n";
  const Loaded plain(listModel);
  Loaded both(listModel + test);
  ExtractOptions options;
  for (model::FuncId f = 0; f < both.model().funcs().size(); ++f)
    if (both.model().func(f).name == "t") options.tests.push_back(f);
  const Loaded without(listModel + test, options);
  EXPECT_GT(both.count(Criterion::model), 35u);
  EXPECT_EQ(without.count(Criterion::model), 35u);
  EXPECT_EQ(without.requirements().digest, plain.requirements().digest);
}

TEST(Record, EveryStateOfATraceCounts) {
  const Loaded m("var sig A {}\nfact { always lone A }\n");
  const TestRecord test = m.record(m.trace({{{"A", ""}}, {{"A", "A0"}}, {{"A", "A0 A1"}}}, 1));
  EXPECT_EQ(m.numbers(test.met, "A"), "012");
  EXPECT_EQ(m.numbers(test.met, "lone A"), "01");
  EXPECT_EQ(m.numbers(test.met, "always lone A"), "1");
}

TEST(Record, NothingIsCutShort) {
  const Loaded m("sig A {} sig B {}\nfact { no A and no B }\nfact { some A or some B }\nfact { no A implies lone B }\n");
  const TestRecord test = m.record(m.instance({{"A", "A0"}}));
  for (const char* text : {"no A", "no B", "some A", "some B", "lone B"}) EXPECT_NE(m.numbers(test.met, text), "") << text;
}

TEST(Record, ClosedPartsOfAnEmptyQuantifierHaveValues) {
  const Loaded m("sig A {} sig B { f: set B }\nfact { all a: A | some ^f and (all b: B | a in b.f + A and some b.f) }\n");
  const TestRecord test = m.record(m.instance({{"B", "B0"}, {"f", "B0->B0"}}));
  EXPECT_EQ(m.numbers(test.met, "some ^f"), "0");
  EXPECT_EQ(m.numbers(test.met, "b.f"), "");  // depends on b, which is bound inside
}

}  // namespace
}  // namespace aunit::coverage
