#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <utility>

#include "coverage/data_file.h"
#include "coverage/difference.h"
#include "coverage/sentences.h"
#include "tests/coverage/support.h"

namespace aunit::coverage {
namespace {

using namespace testing;
using ::testing::HasSubstr;

// A model with all kinds of paragraphs, many operators, and implicit constraints.
constexpr const char* richModel =
    "module rich\n"
    "abstract sig Person { friends: set Person, boss: lone Manager }\n"
    "sig Worker, Manager extends Person {}\n"
    "fun team[m: Manager]: set Person { m.~boss }\n"
    "fact Sane { no p: Person | p in p.^boss or p in p.friends }\n"
    "pred busy[m: Manager] { some team[m] and (team[m] in m.friends => (some w: Worker | w in team[m]) else no Worker) }\n"
    "assert Fair { all p, q: Person | p in q.friends iff q in p.friends }\n"
    "run busy\ncheck Fair\n";

const Loaded& rich() {
  static const Loaded loaded(richModel);
  return loaded;
}

Loaded::Valuation randomValuation() {
  const std::vector<std::string> workers = {"W0", "W1"}, managers = {"M0", "M1"};
  const auto some = [](const std::vector<std::string>& all) {
    std::vector<std::string> chosen;
    for (const std::string& one : all)
      if (*rc::gen::arbitrary<bool>()) chosen.push_back(one);
    return chosen;
  };
  const auto pairs = [](const std::vector<std::string>& from, const std::vector<std::string>& to) {
    std::vector<std::string> all;
    for (const std::string& a : from)
      for (const std::string& b : to) all.push_back(a + "->" + b);
    return all;
  };
  const auto text = [](const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& one : all) out += one + " ";
    return out;
  };
  const auto w = some(workers), m = some(managers);
  std::vector<std::string> people = w;
  people.insert(people.end(), m.begin(), m.end());
  return {{"Worker", text(w)},
          {"Manager", text(m)},
          {"Person", text(people)},
          {"friends", text(some(pairs(people, people)))},
          {"boss", text(some(pairs(people, m)))}};
}

TestRecord randomTest(const std::string& id) {
  static const std::vector<std::string> commands = {"", "busy", "Fair"};
  TestRecord test = rich().record(rich().instance(randomValuation()), *rc::gen::elementOf(commands), true);
  test.id = id;
  test.passed = *rc::gen::arbitrary<bool>();
  return test;
}

Data randomData() {
  Data data;
  ModelCoverage& model = data.of(rich().requirements());
  const int count = *rc::gen::inRange(0, 5);
  for (int i = 0; i < count; ++i) model.add(randomTest("t" + std::to_string(*rc::gen::inRange(0, 6))));
  return data;
}

Data merged(Data a, const Data& b) {
  std::string error;
  RC_ASSERT(merge(a, b, error));
  return a;
}

// All of the data as text, in their order.
std::string textOf(const Data& data) {
  return toJson(data);
}

TEST(Properties, CriteriaSubsumeEachOther) {
  EXPECT_TRUE(rc::check([] {
    const Bits met = randomData().models[0].met();
    const auto share = [&](Criterion c) {
      Bits common = requirementsOf(rich().requirements(), c);
      common -= met;  // the unmet requirements
      return common;
    };
    const std::pair<Criterion, Criterion> weakerStronger[] = {
        {Criterion::signature, Criterion::relation}, {Criterion::relation, Criterion::expression},
        {Criterion::expression, Criterion::model},   {Criterion::fact, Criterion::formula},
        {Criterion::predicate, Criterion::formula},  {Criterion::assertion, Criterion::formula},
        {Criterion::formula, Criterion::model}};
    for (const auto& [weaker, stronger] : weakerStronger) {
      RC_ASSERT(requirementsOf(rich().requirements(), weaker).subsetOf(requirementsOf(rich().requirements(), stronger)));
      RC_ASSERT(share(weaker).subsetOf(share(stronger)));  // a suite that completes the stronger one completes the weaker one
    }
  }));
}

TEST(Properties, MergeIsCommutativeAssociativeIdempotent) {
  EXPECT_TRUE(rc::check([] {
    const Data a = randomData(), b = randomData(), c = randomData();
    RC_ASSERT(textOf(merged(a, b)) == textOf(merged(b, a)));
    RC_ASSERT(textOf(merged(merged(a, b), c)) == textOf(merged(a, merged(b, c))));
    RC_ASSERT(textOf(merged(a, a)) == textOf(a));
    RC_ASSERT(textOf(merged(merged(a, b), b)) == textOf(merged(a, b)));
  }));
}

TEST(Properties, AddingATestNeverLowersCoverage) {
  EXPECT_TRUE(rc::check([] {
    Data data = randomData();
    const Bits before = data.models[0].met();
    data.models[0].add(randomTest("another"));
    RC_ASSERT(before.subsetOf(data.models[0].met()));
  }));
}

TEST(Properties, OrderOfTestsAndShardsDoNotMatter) {
  EXPECT_TRUE(rc::check([] {
    std::vector<TestRecord> tests;
    for (int i = 0; i < 6; ++i) tests.push_back(randomTest("t" + std::to_string(i)));
    Data inOrder, reversed, odd, even;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      inOrder.of(rich().requirements()).add(tests[i]);
      reversed.of(rich().requirements()).add(tests[tests.size() - 1 - i]);
      (i % 2 == 0 ? even : odd).of(rich().requirements()).add(tests[i]);
    }
    RC_ASSERT(textOf(inOrder) == textOf(reversed));
    RC_ASSERT(textOf(merged(odd, even)) == textOf(inOrder));
  }));
}

// Recording does not depend on earlier tests: a used recorder and a new one give the same record.
TEST(Properties, RecordingDoesNotDependOnWhatWasRecordedBefore) {
  EXPECT_TRUE(rc::check([] {
    Recorder used(rich().model(), rich().extracted, {});
    evaluator::Question question{.constraints = evaluator::constraintsOf(rich().model())};
    append(question.constraints, evaluator::Part::watched, emptyCommand(rich().model(), {}));
    for (int i = 0; i < 3; ++i) {
      const model::Instance instance = rich().instance(randomValuation());
      RC_ASSERT(used.judge(instance, question).record.met == rich().record(instance).met);
    }
  }));
}

// If the operands of a formula are swapped, the same subjects are met in the same way.
TEST(Properties, OrderOfOperandsDoesNotMatter) {
  static const Loaded left("sig A { f: set A }\nfact { all x: A | (some x.f and x in x.f) or (no f implies lone A) }\n");
  static const Loaded right("sig A { f: set A }\nfact { all x: A | (no f implies lone A) or (x in x.f and some x.f) }\n");
  EXPECT_TRUE(rc::check([] {
    std::string atoms, pairs;
    for (const char* a : {"A0", "A1", "A2"})
      if (*rc::gen::arbitrary<bool>()) atoms += std::string(a) + " ";
    for (const char* p : {"A0->A1", "A1->A1", "A2->A0", "A1->A2"})
      if (*rc::gen::arbitrary<bool>() && atoms.find(p[1]) != std::string::npos && atoms.find(p[5]) != std::string::npos)
        pairs += std::string(p) + " ";
    const Loaded::Valuation valuation = {{"A", atoms}, {"f", pairs}};
    const Bits a = left.record(left.instance(valuation)).met, b = right.record(right.instance(valuation)).met;
    for (const char* text : {"some x.f", "x in x.f", "no f", "lone A", "x.f", "no f implies lone A"})
      RC_ASSERT(left.numbers(a, text) == right.numbers(b, text));
  }));
}

TEST(Properties, MinimisedSuitesMeetTheSame) {
  EXPECT_TRUE(rc::check([] {
    const Data data = randomData();
    const ModelCoverage& model = data.models[0];
    Bits met(model.requirements.count());
    for (const std::size_t i : minimise(model)) met |= model.tests[i].met;
    RC_ASSERT(met == model.met());
  }));
}

TEST(Properties, DataSurviveWritingAndReading) {
  EXPECT_TRUE(rc::check([] {
    const Data data = randomData();
    std::string error;
    const auto read = fromJson(toJson(data), error);
    RC_ASSERT(read.has_value());
    RC_ASSERT(toJson(*read) == toJson(data));
    RC_ASSERT(read->models[0].tests == data.models[0].tests);
  }));
}

TEST(Minimise, LeavesOutWhatAddsNothing) {
  const Loaded list(listModel);
  ModelCoverage model{list.requirements(), {}};
  const std::pair<const char*, Loaded::Valuation> tests[] = {{"a", alpha}, {"b", beta}, {"c", beta}, {"d", gamma}};
  for (const auto& [id, valuation] : tests) {
    TestRecord test = list.record(list.instance(valuation));
    test.id = id;
    model.add(std::move(test));
  }
  EXPECT_EQ(minimise(model), (std::vector<std::size_t>{0, 1, 3}));
}

Data dataOf(const Loaded& loaded) {
  Data data;
  data.of(loaded.requirements());
  return data;
}

TEST(Merge, DifferentModelsStandSideBySide) {
  const Loaded one(listModel), other(std::string(listModel) + "fact { some Node }\n");
  Data data = dataOf(one), reverse = dataOf(other);
  std::string error;
  EXPECT_TRUE(merge(data, dataOf(other), error)) << error;
  EXPECT_TRUE(merge(reverse, dataOf(one), error)) << error;
  ASSERT_EQ(data.models.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(data.models[i].requirements.digest, reverse.models[i].requirements.digest);
}

TEST(Infeasible, IsNotAskedFor) {
  const Loaded list(listModel);
  Data data;
  ModelCoverage& model = data.of(list.requirements());
  model.add(list.record(list.instance(beta), "NoDirectedCycles"));
  EXPECT_EQ(model.tally(Criterion::model), (Tally{13, 35}));
  Bits never(list.requirements().count());
  never.set(list.subject("all n: Node | lone n.link").first + 4);
  model.exclude(never);
  EXPECT_EQ(model.tally(Criterion::model), (Tally{13, 34}));
  EXPECT_EQ(model.tally(Criterion::fact), (Tally{3, 9}));
  EXPECT_EQ(model.tally(Criterion::predicate), (Tally{3, 10}));
}

TEST(Infeasible, StaysSoWhateverTestsOfOtherShardsMeet) {
  const Loaded list(listModel);
  Data here, there;
  here.of(list.requirements());
  there.of(list.requirements()).add(list.record(list.instance(beta), "NoDirectedCycles"));
  Bits proved(list.requirements().count());
  proved.set(list.subject("Node").first + 2);  // in a scope of 1
  proved.set(list.subject("link").first + 2);
  here.models[0].exclude(proved);
  for (const Data& both : {merged(here, there), merged(there, here)}) {
    EXPECT_TRUE(both.models[0].isInfeasible(list.subject("Node").first + 2));
    EXPECT_TRUE(both.models[0].isInfeasible(list.subject("link").first + 2));
    EXPECT_FALSE(both.models[0].met().test(list.subject("Node").first + 2));
  }
}

TEST(Infeasible, StaysSoWhateverTestsOfTheSameFileMeet) {
  const Loaded list(listModel);
  Data data;
  ModelCoverage& model = data.of(list.requirements());
  model.add(list.record(list.instance(beta), "NoDirectedCycles"));
  Bits proved(list.requirements().count());
  proved.set(list.subject("Node").first + 2);
  model.exclude(proved);
  std::string error;
  const auto read = fromJson(toJson(data), error);
  ASSERT_TRUE(read) << error;
  EXPECT_TRUE(read->models[0].isInfeasible(list.subject("Node").first + 2));
  EXPECT_EQ(read->models[0].tally(Criterion::signature), model.tally(Criterion::signature));
}

TEST(DataFile, RefusesWhatIsCutOffAtAnyByte) {
  const std::string whole = toJson(dataOf(Loaded(listModel)));
  std::string error;
  for (std::size_t size = 0; size + 1 < whole.size(); size += 7) EXPECT_FALSE(fromJson(whole.substr(0, size), error)) << size;
  EXPECT_FALSE(fromJson(whole.substr(0, whole.size() / 2), error));
  EXPECT_THAT(error, HasSubstr("cut off"));
}

TEST(DataFile, RefusesForeignAndContradictoryTexts) {
  const std::string whole = toJson(dataOf(Loaded(listModel)));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  const std::pair<std::string, const char*> cases[] = {
      {"", "empty"},
      {"[]", "is not \"aunit-coverage\""},
      {"{\"format\":\"other\"}", "is not \"aunit-coverage\""},
      {"<coverage/>", "not JSON"},
      {changed("\"version\":1", "\"version\":2"), "version"},
      {changed("\"source\":0", "\"source\":9"), "out of range"},
      {changed("\"begin\":", "\"begin\":-"), "out of range"},
      {changed("\"kind\":\"sig\"", "\"kind\":\"sog\""), "unknown kind"},
      {changed("\"R0\"", "\"R99\""), "unknown set"},
      {changed("\"tests\":[]", "\"tests\":[{\"id\":\"t\",\"outcome\":\"passed\",\"met\":[999]}]"), "out of range"},
      {changed("\"tests\":[]", "\"tests\":[{\"id\":\"t\"}]"), "missing"},
      {changed("\"digest\"", "\"digests\""), "missing"}};
  for (const auto& [text, words] : cases) {
    std::string error;
    EXPECT_FALSE(fromJson(text, error)) << words;
    EXPECT_THAT(error, HasSubstr(words));
  }
}

TEST(Difference, TellsWhatWasGainedLostAndAskedAnew) {
  const Loaded list(listModel), changed(std::string(listModel) + "fact More { some Node }\n");
  const auto with = [](const Loaded& m, const Loaded::Valuation& valuation) {
    Data data;
    TestRecord test = m.record(m.instance(valuation));
    test.id = "t";
    data.of(m.requirements()).add(std::move(test));
    return data;
  };
  const Difference d = difference(with(list, mu), with(changed, alpha));
  const auto has = [](const std::vector<Difference::Entry>& entries, const std::string& sentence) {
    return std::ranges::any_of(entries, [&](const auto& e) { return e.sentence == sentence; });
  };
  EXPECT_TRUE(has(d.lost, "`Node`: exactly one element"));
  EXPECT_TRUE(has(d.gained, "`Node`: empty"));
  EXPECT_TRUE(has(d.appeared, "`some Node`: true"));
  EXPECT_TRUE(d.vanished.empty());
  const auto lost = std::ranges::find(d.lost, "`Node`: exactly one element", &Difference::Entry::sentence);
  EXPECT_EQ(lost->path, "list.als");
  EXPECT_EQ(lost->place, (model::Position{2, 5}));
  EXPECT_EQ(lost->tests, std::vector<std::string>{"t"});
  EXPECT_TRUE(std::ranges::is_sorted(
      d.lost, {}, [](const Difference::Entry& entry) { return std::pair(entry.place.line, entry.place.column); }));
  ASSERT_EQ(d.scores.size(), 1u);
  EXPECT_LT(d.scores.front().before.total, d.scores.front().after.total);
}

TEST(Sentences, AreThoseAModellerUnderstands) {
  const Loaded list(listModel);
  const Requirements& r = list.requirements();
  const Subject& acyclic = list.subject("all n: Node | n !in n.^link");
  EXPECT_EQ(unmetSentence(r, acyclic.first + requirement::isFalse), "`all n: Node | n !in n.^link` was never false");
  EXPECT_EQ(unmetSentence(r, acyclic.first + requirement::noBinding),
            "`all n: Node | n !in n.^link` was never evaluated with an empty Node");
  EXPECT_EQ(unmetSentence(r, acyclic.first + requirement::oneTrue),
            "`all n: Node | n !in n.^link` was never evaluated with exactly one element of Node that makes its body true");
  EXPECT_EQ(unmetSentence(r, list.subject("link").first + requirement::several), "`link` never had two or more tuples");
  const auto all = gaps(r, Bits(r.count()));
  EXPECT_EQ(all.size(), r.subjects.size());  // one line per subject, since nothing was evaluated
}

TEST(Criteria, AreFoundByAbbreviationAndNeverRoundedUpToAHundred) {
  EXPECT_EQ(findCriterion("fac"), Criterion::fact);
  EXPECT_EQ(findCriterion("MC"), Criterion::model);
  EXPECT_FALSE(findCriterion("XC"));
  EXPECT_EQ(percentText({9999, 10000}), "99.9 %");
  EXPECT_EQ(roundedShare({99'999, 100'000}, 4), 0.9999);
  EXPECT_EQ(roundedShare({1, 100'000}, 2), 0.01);
  EXPECT_EQ(percentText({0, 0}), "100.0 %");
  EXPECT_EQ(percentText({1, 100'000}), "0.1 %");
  EXPECT_EQ(percentText({0, 100'000}), "0.0 %");
  EXPECT_EQ(percentText({11, 1000}), "1.1 %");  // not 1.0, despite floating point
}

}  // namespace
}  // namespace aunit::coverage
