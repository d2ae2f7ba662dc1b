// Tables, several statements, and several valuations in one test mean the same as separate tests.
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/test_judge.h"

namespace aunit::suite {
namespace {

const std::string model =
    "sig Node { link: set Node }\n"
    "fact { all n: Node | lone n.link }\n"
    "pred acyclic { all n: Node | n !in n.^link }\n"
    "pred reaches [a, b: Node] { b in a.^link }\n"
    "fun size: Int { #Node }\n"
    "val empty { }\n"
    "val beta { Node = N0 + N1  link = N1->N0 }\n"
    "val loop { Node = N0 + N1  link = N0->N0 + N1->N0 }\n"
    "val fork extends beta { Node + N2  link + N1->N2 }\n"
    "val wide extends beta for 6 int { }\n";

struct StatedOutcome {
  std::string name, outcome, message;
  friend bool operator==(const StatedOutcome&, const StatedOutcome&) = default;
};
void PrintTo(const StatedOutcome& said, std::ostream* out) {
  *out << said.name << ": " << said.outcome << " " << said.message;
}

/// The outcomes of the tests in a text, without their places.
std::vector<StatedOutcome> judged(const std::string& text) {
  const auto loaded = parser::loadText("t.aunit", model + text);
  if (!loaded->model) {
    ADD_FAILURE() << text << model::render(loaded->diagnostics.all(), loaded->sources, false);
    return {};
  }
  std::vector<StatedOutcome> result;
  TestJudge judge(*loaded, {});
  for (const TestCase& test : collectTests(*loaded)) {
    const TestResult said = judge.judge(test);
    result.push_back({test.name, std::string(name(said.outcome)), said.message});
  }
  return result;
}

template <std::size_t N>
const char* any(std::mt19937& random, const char* const (&of)[N]) {
  return of[random() % N];
}

const char* const valuations[] = {
    "empty", "beta", "loop", "fork", "wide", "{ Node = N0 + N1 }", "{ Node = N1 + N0 + N3  link = N1->N0 }"};
const char* const asked[] = {"satisfies acyclic",
                             "violates acyclic",
                             "valid",
                             "invalid",
                             "satisfies reaches",
                             "gives size = $n",
                             "gives #link < $n",
                             "satisfies run acyclic for 2",
                             "satisfies reaches[$a, N0]",
                             "violates reaches[N0, $a]",
                             "satisfies some $a.link",
                             "violates acyclic because predicate acyclic",
                             "invalid because declaration of link",
                             "gives plus[$n, 7] > 7",
                             "gives $a.link = $n expect error \"same arity\"",
                             "satisfies reaches[$a, N0] expect error \"cannot be found\""};
const char* const atoms[] = {"N0", "N1", "(N0 + N1)", "Node", "Nodes"};
const char* const numbers[] = {"0", "1", "2", "size", "plus[size, 1]"};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

TEST(ManyCases, ATableIsItsRowsWrittenOut) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937 random(seed);
    std::string body;
    for (unsigned i = 0; i <= random() % 2; ++i) body += fmt::format("$v {} ", any(random, asked));
    std::string rows, written;
    for (unsigned row = 0; row < 3; ++row) {
      const std::string v = any(random, valuations), a = any(random, atoms), n = any(random, numbers);
      rows += fmt::format("  \"{}\" ({}, {}, {})\n", row, v, a, n);
      std::string each = replaced(replaced(replaced(body, "$v", v), "$a", a), "$n", n);
      written += fmt::format("test \"t {} [{}]\" {{ {} }}\n", n, row, each);
    }
    const std::string table = fmt::format("test \"t {{n}}\" for v, a, n in {{\n{}}} {{ {} }}\n", rows,
                                          replaced(replaced(replaced(body, "$v", "v"), "$a", "a"), "$n", "n"));
    EXPECT_EQ(judged(table), judged(written)) << table << written;
  }
}

/// A bit width that a valuation states, and the same bit width stated by a command.
TEST(ManyCases, IntegersAreThoseOfACommandThatSaysSo) {
  const char* const formulas[] = {"#Node < 7",
                                  "plus[7, #link] > 7",
                                  "#Node = sub[-7, 8]",
                                  "all i: Int | i < 8",
                                  "max[Int] = 15",
                                  "#seq/Int = 4",
                                  "some n: Node | #n.^link > 3 and 15 > 7"};
  for (const char* formula : formulas)
    for (const int bits : {1, 3, 4, 5, 6}) {
      const std::string chain = "Node = N0 + N1 + N2 + N3 + N4 + N5 + N6 + N7 + N8  link = N0->N1 + N1->N2 + N2->N3 + N3->N4";
      const auto ofVal =
          judged(fmt::format("val v for {} int {{ {} }}\ntest \"t\" {{ v satisfies {} }}\n", bits, chain, formula));
      const auto ofCommand = judged(
          fmt::format("test \"t\" {{ {{ {} }} satisfies run {{ {} }} for 4 but 9 Node, {} int }}\n", chain, formula, bits));
      ASSERT_EQ(ofVal.size(), 1u);
      ASSERT_EQ(ofCommand.size(), 1u);
      EXPECT_EQ(ofVal[0].outcome, ofCommand[0].outcome) << formula << " " << bits;
    }
}

TEST(ManyCases, ATestIsAsBadAsItsWorstStatement) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937 random(seed);
    std::string body, written, list;
    const std::string what = replaced(replaced(any(random, asked), "$a", any(random, atoms)), "$n", "2");
    for (unsigned i = 0; i <= 1 + random() % 3; ++i) {
      const std::string v = any(random, valuations);
      body += fmt::format("{} {}\n", v, what);
      list += (list.empty() ? "" : ", ") + v;
      written += fmt::format("test \"{}\" {{ {} {} }}\n", i, v, what);
    }
    const auto several = judged(fmt::format("test \"t\" {{ {} }}\n", body));
    EXPECT_EQ(several, judged(fmt::format("test \"t\" {{ {} {} }}\n", list, what)));
    std::string worst = "passed";
    for (const StatedOutcome& said : judged(written))
      if (said.outcome == "error" || (said.outcome == "failed" && worst == "passed")) worst = said.outcome;
    ASSERT_EQ(several.size(), 1u);
    EXPECT_EQ(several[0].outcome, worst) << body;
  }
}

TEST(ManyCases, EachStatementIsReportedWithItsPlace) {
  const auto loaded =
      parser::loadText("t.aunit", model + "test \"t\" {\n  empty, loop\n    satisfies acyclic\n  beta gives size =\n 3\n}\n");
  const TestResult result = TestJudge(*loaded, {}).judge(collectTests(*loaded).at(0));
  ASSERT_EQ(result.statements.size(), 3u);
  EXPECT_EQ(result.statements[1].name, "loop satisfies acyclic");
  EXPECT_EQ(result.statements[2].name, "beta gives size = 3");
  EXPECT_EQ(result.statements[1].place.line, 12u);
  EXPECT_EQ(result.statements[1].place.column, 10u);
  EXPECT_EQ(result.statements[0].outcome, Outcome::passed);
  EXPECT_EQ(result.statements[1].outcome, Outcome::failed);
  EXPECT_EQ(result.message, result.statements[1].message + " (and 1 more problem)");
}

/// If the lower and upper bounds of a partial valuation are equal, it leaves nothing open, so solving and evaluation agree.
TEST(ManyCases, APartialValuationThatSaysAllIsTheFullOne) {
  const std::pair<const char*, const char*> pairs[] = {
      {"{ Node = N0 + N1  link = N1->N0 }", "{ Node in N0 + N1  N0 + N1 in Node  link in N1->N0  N1->N0 in link }"},
      {"{ Node = N0 + N1  no link }", "{ no link  N0 in Node  Node in N0 + N1  N1 in Node }"},
      {"{ Node = N0 + N1  link = N0->N0 + N1->N0 }", "{ N0 + N1 in Node  Node in N1 + N0  link = N0->N0 + N1->N0 }"},
      {"{ Node = N0 + N1  link = N1->N0 + N1->N1 }", "{ N1 + N0 in Node  Node in N1 + N0  link = N1->N0 + N1->N1  ... }"}};
  int passed = 0, failed = 0;
  for (const auto& [full, partial] : pairs)
    for (const char* const form : asked)
      for (const char* const atom : {"N0", "N1", "(N0 + N1)", "Node"})
        for (const char* const every : {"", "every "}) {
          const std::string what = replaced(replaced(form, "$a", atom), "$n", "2");
          if (what.find(" because ") != std::string::npos) continue;  // any part of a core is accepted
          const bool alone = what == "valid" || what == "invalid";
          // Without any completion, `every` fails.
          if (*every != 0 && (alone || what.starts_with("violates"))) continue;
          const auto expected = judged(fmt::format("test \"t\" {{ {} {} }}\n", full, what));
          const auto said = judged(fmt::format("test \"t\" {{ {}{} {} }}\n", every, partial, what));
          ASSERT_EQ(said.size(), 1u);
          EXPECT_EQ(said[0].outcome, expected.at(0).outcome) << every << partial << " " << what << ": " << said[0].message;
          (said[0].outcome == "passed" ? passed : failed) += 1;
        }
  EXPECT_GT(passed, 50);
  EXPECT_GT(failed, 50);
}

TEST(ManyCases, ATableIsNotLargerThanTheMemory) {
  std::string rows, body;
  for (int i = 0; i < 3000; ++i) rows += "beta ";
  for (int i = 0; i < 1000; ++i) body += "v satisfies acyclic\n";
  const auto said = judged("test \"t\" for v in { " + rows + "} { " + body + "}");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_THAT(said[0].message, testing::HasSubstr("too many rows (3000)"));
}

}  // namespace
}  // namespace aunit::suite
