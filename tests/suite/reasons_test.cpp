// `because`: the reason in a test must agree with the constraint that the explanation of the failure names.

#include <algorithm>

#include <gmock/gmock.h>

#include "both_engines.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace aunit::suite {
namespace {

using testing::HasSubstr;

std::vector<TestResult> judgeAll(const std::string& text) {
  const auto loaded = testing_::load("reasons.aunit", text);
  std::vector<TestResult> results;
  if (!loaded->model) return results;
  TestJudge judge(*loaded, {.threads = solver::Threads::one});
  for (const TestCase& test : collectTests(*loaded)) {
    results.push_back(judge.judge(test));
    results.back().name = test.name;
  }
  return results;
}

/// A model, a valuation, and tests: that it is valid; and, for each possible reason, that it is invalid because of it.
class ReasonsOfAModel : public testing_::Writer {
 public:
  explicit ReasonsOfAModel(unsigned seed) : Writer(seed) {}

  std::string model() {
    std::string text = "abstract sig Top { f: " + field() + ", g: " + field() + " }\n";
    text += std::string(oneOf({"", "one ", "lone ", "some "})) + "sig A extends Top {} " + oneOf({"", "{ some f }", "{ no g }"});
    text += "\nsig B extends Top {}\n";
    text += std::string(oneOf({"", "lone ", "some "})) + "sig C in Top {}\n";
    for (const char* name : {"P", "Q", "R"}) text += fmt::format("pred {} {{ {} }}\n", name, formula());
    for (const char* name : {"F", "G", "H"}) text += fmt::format("fact {} {{ {} }}\n", name, oneIn(4) ? formula() : calls());
    return text;
  }

  std::string valuation() {
    const std::vector<std::string> a = names("A", pick(3)), b = names("B", pick(3));
    std::vector<std::string> all = a;
    all.insert(all.end(), b.begin(), b.end());
    return "val v { A = " + sum(a) + " B = " + sum(b) + " C = " + sum(some(all)) + " f = " + sum(pairs(all)) +
           " g = " + sum(pairs(all)) + " }\n";
  }

 private:
  std::string field() { return std::string(oneOf({"set ", "set ", "set ", "lone ", "some "})) + oneOf({"Top", "A", "B"}); }
  std::string formula() {
    return oneOf({"some C", "no f & g", "all x: Top | lone x.g", "no iden & ^f", "f in A->B", "some A.f => some B",
                  "no C or some f.C", "all x: C | some y: Top | x->y in f + g", "not (some C and some g)"});
  }
  std::string calls() {
    return oneOf({"P and some Top", "P and Q", "P or R", "not Q", "some A => R", "all x: Top | x in C or Q"});
  }
  std::vector<std::string> some(const std::vector<std::string>& of) {
    std::vector<std::string> result;
    std::ranges::copy_if(of, std::back_inserter(result), [&](const std::string&) { return oneIn(3); });
    return result;
  }
  std::vector<std::string> pairs(const std::vector<std::string>& of) {
    std::vector<std::string> result;
    for (const std::string& x : of)
      for (const std::string& y : of)
        if (oneIn(4)) result.push_back(x + "->" + y);
    return result;
  }
  static std::string sum(const std::vector<std::string>& of) {
    return of.empty() ? "none" : fmt::format("{}", fmt::join(of, " + "));
  }
};

/// Whether the explanation of a failure has a place on this line.
bool mentions(const std::vector<ReasonText>& parts, const std::string& place) {
  return std::ranges::any_of(
      parts, [&](const ReasonText& part) { return part.place.starts_with(place) || mentions(part.parts, place); });
}
bool mentions(const Failure& failure, std::uint32_t line) {
  return failure.place.line == line || failure.offender.line == line ||
         mentions(failure.parts, fmt::format("reasons.aunit:{}:", line));
}

TEST(Reasons, AgreeWithTheExplanation) {
  const std::vector<std::string> reasons = {"fact F",      "fact G",      "fact H",           "sig Top",
                                            "sig A",       "sig C",       "declaration of f", "declaration of g",
                                            "predicate P", "predicate Q", "predicate R"};
  int invalid = 0, byPredicate = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    ReasonsOfAModel generate(seed);
    const std::string model = generate.model(), valuation = generate.valuation();
    std::string text = model + valuation + "test \"valid\" { v valid }\ntest \"invalid\" { v invalid }\n";
    for (const std::string& reason : reasons) text += fmt::format("test \"{}\" {{ v invalid because {} }}\n", reason, reason);
    SCOPED_TRACE(text);
    const std::vector<TestResult> results = judgeAll(text);
    ASSERT_EQ(results.size(), reasons.size() + 2);
    const TestResult& valid = results[0];
    if (valid.outcome == Outcome::passed) {
      for (const TestResult& result : results) EXPECT_EQ(result.outcome == Outcome::failed, &result != &valid) << result.name;
      continue;
    }
    ++invalid;
    ASSERT_EQ(results[1].outcome, Outcome::passed);
    const std::string& decider = results[1].decidedBy;
    const std::string& message = valid.failure->constraint;
    if (decider.starts_with("fact ")) {
      EXPECT_THAT(message, HasSubstr(decider));
    }
    if (decider.starts_with("declaration of ")) {
      EXPECT_THAT(message, HasSubstr("field `" + decider.substr(15) + "`"));
    }
    if (decider.starts_with("sig ")) {
      EXPECT_THAT(message, HasSubstr(decider.substr(4)));
    }
    for (std::size_t i = 2; i < results.size(); ++i) {
      const TestResult& named = results[i];
      const bool passed = named.outcome == Outcome::passed;
      if (named.name.starts_with("predicate")) {
        const auto line = static_cast<std::uint32_t>(5 + named.name.back() - 'P');
        if (mentions(*valid.failure, line)) {
          EXPECT_TRUE(passed) << named.name;
        }
        if (passed) {
          EXPECT_TRUE(mentions(*valid.failure, line)) << named.name;
        }
        byPredicate += passed;
      } else if (named.name.starts_with("sig")) {
        // A signature's paragraph also declares its fields.
        EXPECT_EQ(passed, decider == named.name || (named.name == "sig Top" && decider.starts_with("declaration of")))
            << named.name << " " << decider;
      } else {
        EXPECT_EQ(passed, named.name == decider) << named.name << " " << decider;
      }
      if (!passed) {
        EXPECT_EQ(named.message, fmt::format("the valuation is rejected because of `{}`, but the test expects `because {}`",
                                             decider, named.name));
      }
    }
  }
  EXPECT_GT(invalid, 500);
  EXPECT_GT(byPredicate, 30);
}

}  // namespace
}  // namespace aunit::suite
