// The statements of the AUnit paper about its list model (sections 4, 4.2 and 4.3): one test for each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/coverage/support.h"

namespace aunit::coverage {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

struct ListModel : ::testing::Test {
  Loaded list{listModel};

  TestRecord record(const Loaded::Valuation& valuation, const std::string& command = "", bool values = false) const {
    return list.record(list.instance(valuation), command, values);
  }
  Bits suite(std::initializer_list<Loaded::Valuation> valuations) const {
    Bits met(list.requirements().count());
    for (const auto& valuation : valuations) met |= record(valuation).met;
    return met;
  }
};

TEST_F(ListModel, HasTheExpressionsAndFormulasOfSectionFour) {
  EXPECT_THAT(list.texts(sets::r2), UnorderedElementsAre("Node", "link", "^link", "n.link", "n.^link"));
  EXPECT_THAT(list.texts(sets::r3),
              UnorderedElementsAre("all n: Node | lone n.link", "all n: Node | n !in n.^link", "lone n.link", "n !in n.^link"));
}

TEST_F(ListModel, HasAsManyRequirementsAsThePaperCounts) {
  EXPECT_EQ(list.count(sets::r0), 3u);
  EXPECT_EQ(list.count(sets::r1), 3u);
  EXPECT_EQ(list.count(sets::r2), 15u);
  EXPECT_EQ(list.count(sets::r3), 20u);
  EXPECT_EQ(list.count(Criterion::signature), 3u);
  EXPECT_EQ(list.count(Criterion::relation), 6u);
  EXPECT_EQ(list.count(Criterion::expression), 15u);
  EXPECT_EQ(list.count(Criterion::fact), 10u);
  EXPECT_EQ(list.count(Criterion::predicate), 10u);
  EXPECT_EQ(list.count(Criterion::assertion), 0u);
  EXPECT_EQ(list.count(Criterion::formula), 20u);
  EXPECT_EQ(list.count(Criterion::model), 35u);
  EXPECT_EQ(list.count(Criterion::implicit), 0u);
}

TEST_F(ListModel, MapsOfBetaAreThoseOfSection421) {
  const TestRecord test = record(beta, "NoDirectedCycles", true);
  std::map<std::string, std::vector<std::string>> maps;
  for (const Observation& o : test.values) maps[list.requirements().subjects[o.subject].text] = o.values;
  const std::vector<std::string> isTrue = {"true"};
  const std::map<std::string, std::vector<std::string>> expected = {{"Node", {"{N0, N1}"}},
                                                                    {"link", {"{N1->N0}"}},
                                                                    {"^link", {"{N1->N0}"}},
                                                                    {"n.link", {"{N0}", "{}"}},
                                                                    {"n.^link", {"{N0}", "{}"}},
                                                                    {"all n: Node | lone n.link", isTrue},
                                                                    {"all n: Node | n !in n.^link", isTrue},
                                                                    {"lone n.link", isTrue},
                                                                    {"n !in n.^link", isTrue}};
  EXPECT_EQ(maps, expected);
  EXPECT_EQ(test.met.count(), 13u);  // as counted in docs/coverage.md
}

TEST_F(ListModel, EmptyCommandIsTheUnionOverTheModelsCommands) {
  EXPECT_EQ(record(beta, "").met, record(beta, "NoDirectedCycles").met);
}

TEST_F(ListModel, AlphaBetaMuCoverSignatures) {
  const Bits met = suite({alpha, beta, mu});
  EXPECT_TRUE(tally(requirementsOf(list.requirements(), Criterion::signature), met).complete());
  EXPECT_FALSE(tally(requirementsOf(list.requirements(), Criterion::signature), suite({alpha, beta})).complete());
}

TEST_F(ListModel, AlphaBetaGammaCoverRelationsAndTheClosure) {
  const Bits met = suite({alpha, beta, gamma});
  EXPECT_EQ(list.numbers(met, "link"), "012");
  EXPECT_EQ(list.numbers(met, "^link"), "012");
  EXPECT_EQ(list.numbers(met, "Node"), "02");
  EXPECT_EQ(list.numbers(suite({alpha, gamma}), "link"), "02");
}

TEST_F(ListModel, EtaMeetsAdditionalRequirementSix) {
  EXPECT_EQ(list.numbers(record(eta).met, "all n: Node | n !in n.^link"), "17");
  EXPECT_EQ(list.numbers(record(eta).met, "all n: Node | lone n.link"), "05");
}

TEST_F(ListModel, QuantifiedFormulasTellDomainsApart) {
  const std::string acyclic = "all n: Node | n !in n.^link";
  EXPECT_EQ(list.numbers(record(alpha).met, acyclic), "02");             // an empty domain: vacuously true
  EXPECT_EQ(list.numbers(record({{"Node", "N0"}}).met, acyclic), "03");  // one, true
  EXPECT_EQ(list.numbers(record(mu).met, acyclic), "14");                // one, false
  EXPECT_EQ(list.numbers(record(beta).met, acyclic), "05");              // two, all true
  EXPECT_EQ(list.numbers(record(nu).met, acyclic), "16");                // two, all false
}

TEST_F(ListModel, FailingTestsShowConstraintsBeingViolated) {
  const TestRecord test = record({{"Node", "N0 N1 N2"}, {"link", "N0->N1 N0->N2"}});
  EXPECT_EQ(list.numbers(test.met, "lone n.link"), "01");
  EXPECT_EQ(list.numbers(test.met, "all n: Node | lone n.link"), "17");
}

TEST_F(ListModel, SubjectsKeepTheirPlacesAndStableNames) {
  const Subject& link = list.subject("link");
  EXPECT_EQ(link.key, "field:list/Node.link");
  const Source& source = list.requirements().sources[0];
  std::vector<std::string> written;
  for (const Occurrence& o : link.occurrences) written.push_back(source.text.substr(o.begin, o.end - o.begin));
  EXPECT_THAT(written, ElementsAre("link", "link", "link"));  // declared, in n.link, in ^link
  EXPECT_EQ(list.subject("all n: Node | lone n.link").domain, "Node");
}

}  // namespace
}  // namespace aunit::coverage
