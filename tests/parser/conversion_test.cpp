// Conversion of models in older versions of Alloy to Alloy 6: the new texts, and whether model::firstDifference, which checks
// them, finds every difference.
#include "parser/conversion.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/changes/same_structure.h"
#include "tests/parser/resolve_support.h"

namespace aunit::parser {
namespace {

std::string converted(const std::string& text) {
  const auto loaded = test::loadModel(text);
  EXPECT_TRUE(loaded->ok()) << test::messages(*loaded);
  NewNames names;
  names.avoid(text);
  return inAlloy6(*loaded, 0, names);
}

TEST(Conversion, ReplacesWhatAlloy6ReadsOtherwiseAndNothingElse) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"sig A {} run {}", ""},
      {"sig A { r': set A } fact { no r' } -- r' and after", "sig A { r_prime: set A } fact { no r_prime } -- r' and after"},
      {"sig A { r': set A,\n\n\tr'': A, r'x:  A } /* r' */ fact { some r'.r' }",
       "sig A { r_prime: set A,\n\n\tr_prime2: A, r_prime_x:  A } /* r' */ fact { some r_prime.r_prime }"},
      {"sig A { r', r_prime, r_prime_: set A } fact { no r' }",
       "sig A { r_prime__, r_prime, r_prime_: set A } fact { no r_prime__ }"},
      {"sig steps {} fact { all disjoint a, b: steps | a != b }", "sig steps_ {} fact { all disj a, b: steps_ | a != b }"},
      {"var sig A {} fact { always previous some A } run {} for 3 but 4 Time",
       "var sig A {} fact { always before some A } run {} for 3 but 4 steps"},
      {"sig A { r': set A } fact { \"r'\" in \"r'\" or no r' }",
       "sig A { r_prime: set A } fact { \"r'\" in \"r'\" or no r_prime }"},
      {"sig \xC3\xA9' {} run { some \xC3\xA9' }", "sig \xC3\xA9_prime {} run { some \xC3\xA9_prime }"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(converted(text), expected) << text;
}

TEST(Conversion, LeavesTheModelAsItIs) {
  for (const char* text :
       {"sig A { r', s: A -> lone A } pred p[a, a': A] { a'.r' = a.s } fun f'[x: A]: set A { x.(r'.A) } run p for 3 but 2 A "
        "expect 1",
        "open util/ordering[T'] as o sig T' {} assert Last { all t': T' | t' in o/prevs[o/last] + o/last } check Last for 4",
        "enum steps { after, before } let both[x'] { x' = after or x' = before } fact { all s: steps | both[s] }",
        "sig A { f': seq A } fact { all a': A | #a'.f' < 3 and let i' = a'.f'.inds | no i' - 0 } run {} for 3 but 5 int, 4 "
        "seq",
        "sig String {} sig A { s: String } fact { some String } run {} for 3 but 2 String",
        "sig seq { enum: set seq } run { some seq } for 3 but 2 seq", "sig steps {} run { some steps } for 1 but 2 steps"}) {
    const auto older = test::loadModel(text);
    ASSERT_TRUE(older->ok()) << test::messages(*older);
    const auto newer = test::loadModel(converted(text));
    ASSERT_TRUE(newer->ok()) << test::messages(*newer);
    EXPECT_EQ(newer->dialects[0], "Alloy 6");
    EXPECT_EQ(model::firstDifference(*older->model, *newer->model), "") << text;
  }
}

TEST(Conversion, ComparesAllThatHasAMeaning) {
  const std::string text =
      "abstract sig A { r: A -> lone A, disj s, t: set A } sig B extends A {} pred p[a: A] { some a.r } fun f: A { A } "
      "fact { all x: A | x in A } assert S { \"a\" = \"a\" } run p for 3 expect 1 check S for 2 but 3 B";
  const auto first = test::loadModel(text);
  ASSERT_TRUE(first->ok()) << test::messages(*first);
  const std::vector<std::pair<std::string, std::string>> changes = {{"abstract sig", "sig"},
                                                                    {"lone A", "one A"},
                                                                    {"disj s", "s"},
                                                                    {"extends", "in"},
                                                                    {"some a.r", "no a.r"},
                                                                    {"fun f: A {", "fun f: lone A {"},
                                                                    {"all x: A", "some x: A"},
                                                                    {"x in A", "x not in A"},
                                                                    {"\"a\" = \"a\"", "\"a\" = \"b\""},
                                                                    {"run p for 3", "run p for 4"},
                                                                    {"expect 1", "expect 0"},
                                                                    {"but 3 B", "but exactly 3 B"},
                                                                    {"check S", "run f"},
                                                                    {"A -> lone A", "A lone -> A"},
                                                                    {"[a: A] { some", "[a: set A] { some"},
                                                                    {"sig B", "sig C, B"}};
  for (const auto& [was, is] : changes) {
    std::string changed = text;
    changed.replace(changed.find(was), was.size(), is);
    const auto second = test::loadModel(changed);
    ASSERT_TRUE(second->ok()) << changed << test::messages(*second);
    EXPECT_NE(model::firstDifference(*first->model, *second->model), "") << is;
  }
  std::string renamed = text;
  for (const auto& [was, is] :
       {std::pair("r: A", "q: A"), std::pair("a.r", "a.q"), std::pair("all x", "all y"), std::pair("| x in", "| y in")})
    renamed.replace(renamed.find(was), std::string(was).size(), is);
  const auto third = test::loadModel(renamed);
  ASSERT_TRUE(third->ok()) << test::messages(*third);
  EXPECT_EQ(model::firstDifference(*first->model, *third->model), "");
}

}  // namespace
}  // namespace aunit::parser
