// Requirements beyond the paper's: their sentences, and whether the recording of a test agrees with the formulas for the solver.
#include "coverage/cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coverage/feasibility.h"
#include "coverage/places.h"
#include "coverage/sentences.h"
#include "evaluator/evaluator.h"
#include "model/changes/overlay.h"
#include "tests/coverage/support.h"

namespace aunit::coverage {
namespace {

using namespace testing;
using ::testing::ElementsAre;

constexpr const char* graph =
    "sig Node { link, back: set Node }\n"
    "fact Known { some Node or no link }\n"
    "pred p { all n: Node | n.link = n.back and some n.link implies n in n.^link }\n"
    "pred q { lone n: Node | no n.link & n.back  some m: Node | m.link in m.back - m }\n"
    "fun ends [n: Node]: set Node { n.link + n.back }\n"
    "pred r { all n: Node | let e = ends[n] | #e > 1 => n in e }\n"
    "run p\nrun q\nrun r\n";

struct ModelWithCells : Loaded {
  explicit ModelWithCells(const std::string& text) : Loaded(text) { addCells(*loaded->model, loaded->sources, extracted); }

  /// The sentences of the met cells of a subject.
  std::vector<std::string> met(const TestRecord& test, Sets set, const std::string& text) const {
    std::vector<std::string> result;
    for (const Subject& subject : requirements().subjects)
      if (subject.sets == set && subject.text == text)
        for (std::uint32_t i = 0; i < subject.requirementCount(); ++i)
          if (test.met.test(subject.first + i)) result.push_back(asks(subject, i));
    return result;
  }
};

TEST(Cells, SayHowOperandsLie) {
  const ModelWithCells model(graph);
  const auto lie = [&](const Loaded::Valuation& valuation) {
    return model.met(model.record(model.instance(valuation)), sets::r4, "n.link + n.back");
  };
  EXPECT_THAT(lie({{"Node", "N0"}}), ElementsAre("operands equal"));
  EXPECT_THAT(lie({{"Node", "N0"}, {"link", "N0->N0"}}), ElementsAre("operands disjoint"));
  EXPECT_THAT(lie({{"Node", "N0 N1"}, {"link", "N0->N0 N1->N0 N1->N1"}, {"back", "N0->N0 N0->N1 N1->N1"}}),
              ElementsAre("left operand within the right one", "right operand within the left one"));
  EXPECT_THAT(lie({{"Node", "N0 N1 N2"}, {"link", "N0->N0 N0->N1"}, {"back", "N0->N1 N0->N2"}}),
              ElementsAre("operands equal", "operands overlapping"));
}

TEST(Cells, SayWhetherAPredicateHangsOnOneTuple) {
  const ModelWithCells model(
      "sig Node { link, back: set Node }\npred p { some a: Node | leads[a] }\npred leads [a: Node] { #a.link > 1 }\n"
      "pred other { no back }\npred inhabited { some Node }\nrun p\nrun other\nrun inhabited\n");
  const auto hangs = [&](const std::string& text, const Loaded::Valuation& valuation) {
    return model.met(model.record(model.instance(valuation)), sets::r9, text);
  };
  const std::string p = "some a: Node | leads[a]";
  const std::string yes = "true, and false with one tuple more or less", no = "false, and true with one tuple more or less";
  EXPECT_THAT(hangs(p, {{"Node", "N0 N1 N2"}, {"back", "N0->N1"}}), ElementsAre());  // two tuples are missing
  EXPECT_THAT(hangs(p, {{"Node", "N0 N1 N2"}, {"link", "N0->N1 N1->N0"}}), ElementsAre(no));
  EXPECT_THAT(hangs(p, {{"Node", "N0 N1 N2"}, {"link", "N0->N1 N0->N0"}}), ElementsAre(yes));
  EXPECT_THAT(hangs(p, {{"Node", "N0 N1 N2"}, {"link", "N0->N1 N0->N0 N0->N2"}}), ElementsAre());
  EXPECT_THAT(hangs("no back", {{"Node", "N0"}}), ElementsAre(yes));
  EXPECT_THAT(hangs("no back", {{"Node", "N0 N1"}, {"back", "N0->N0"}}), ElementsAre(no));
  for (const Subject& subject : model.requirements().subjects)
    EXPECT_FALSE(subject.sets == sets::r9 && subject.text == "some Node");
}

TEST(Cells, SayWhichOperandDecides) {
  const ModelWithCells model(graph);
  const auto decides = [&](const Loaded::Valuation& valuation) {
    return model.met(model.record(model.instance(valuation)), sets::r5, "some Node or no link");
  };
  EXPECT_THAT(decides({}), ElementsAre("no link decides, being true"));
  EXPECT_THAT(decides({{"Node", "N0"}}), ElementsAre());
  EXPECT_THAT(decides({{"Node", "N0"}, {"link", "N0->N0"}}), ElementsAre("some Node decides, being true"));
}

TEST(Cells, SayHowDeepAClosureGoes) {
  const ModelWithCells model(graph);
  const auto depth = [&](const std::string& link) {
    return model.met(model.record(model.instance({{"Node", "N0 N1 N2"}, {"link", link}})), sets::r8, "^link");
  };
  EXPECT_THAT(depth(""), ElementsAre());
  EXPECT_THAT(depth("N0->N1"), ElementsAre("single steps only"));
  EXPECT_THAT(depth("N0->N1 N1->N2"), ElementsAre("two steps where a single step is not enough"));
  EXPECT_THAT(depth("N0->N1 N1->N0"), ElementsAre("two steps where a single step is not enough", "a cycle"));
}

TEST(Cells, LeaveOtherRequirementsAsTheyAre) {
  const Loaded plain(graph);
  const ModelWithCells with(graph);
  EXPECT_NE(with.requirements().digest, plain.requirements().digest);
  for (const Loaded::Valuation& valuation : {alpha, beta, gamma, mu, nu, eta}) {
    const TestRecord expected = plain.record(plain.instance(valuation)), found = with.record(with.instance(valuation));
    for (RequirementId id = 0; id < plain.requirements().count(); ++id)
      EXPECT_EQ(found.met.test(id), expected.met.test(id))
          << plain.requirements().subjects[plain.requirements().subjectOf(id)].key;
  }
}

/// Recording evaluates the formulas of cells together with the formulas of the test; here each is evaluated alone.
TEST(Cells, AreMetWhereTheirFormulasHold) {
  const ModelWithCells model(graph);
  model::Overlay overlay(*model.loaded->model);
  overlay.nodes().at({});
  const Places places(model.model(), model.extracted, {});
  std::vector<std::pair<RequirementId, std::vector<RequirementPlace>>> all;
  for (const Subject& subject : model.requirements().subjects)
    for (std::uint32_t i = 0; subject.kind == SubjectKind::cells && i < subject.requirementCount(); ++i) {
      auto found = places.of(subject.first + i, overlay.nodes());
      ASSERT_TRUE(found && !found->empty()) << subject.text;
      all.emplace_back(subject.first + i, std::move(*found));
    }
  ASSERT_GT(all.size(), 60u);
  std::uint64_t random = 7;
  std::size_t met = 0;
  for (int round = 0; round < 60; ++round) {
    std::string link, back;
    for (const std::string a : {"N0", "N1", "N2"})
      for (const std::string b : {"N0", "N1", "N2"})
        for (std::string* relation : {&link, &back})
          if ((random = random * 6364136223846793005u + 1442695040888963407u) >> 62 == 0) *relation += a + "->" + b + " ";
    const model::Instance instance = model.instance({{"Node", "N0 N1 N2"}, {"link", link}, {"back", back}});
    const TestRecord test = model.record(instance);
    evaluator::Evaluator evaluator(model.model());
    evaluator.bind(instance);
    for (const auto& [id, where] : all) {
      bool holds = false;
      for (const RequirementPlace& place : where)
        holds |= (place.function == model::noId || model.model().func(place.function).params.empty()) &&
                 evaluator.holds(place.formula);
      EXPECT_EQ(test.met.test(id), holds) << model.requirements().subjects[model.requirements().subjectOf(id)].key << " link "
                                          << link << " back " << back;
      met += holds;
    }
  }
  EXPECT_GT(met, 500u);
}

TEST(Cells, SomeNoValuationCanMeet) {
  ModelWithCells model("one sig Root {}\nsig Leaf {}\nfact { Root = Leaf or Root in Leaf }\n");
  Bits open = requirementsOf(model.requirements(), sets::r4);
  const Bits infeasible = Feasibility(*model.loaded->model, model.extracted, {}).infeasible(open);
  EXPECT_GT(infeasible.count(), 0u);
  EXPECT_LT(infeasible.count(), open.count());
}

}  // namespace
}  // namespace aunit::coverage
