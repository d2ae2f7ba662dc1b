// Evaluation and solving give the same verdict on a predicate test.

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "both_engines.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace aunit::suite {
namespace {

const std::vector<std::string> paragraphs = {
    "abstract sig Person {}\n",
    "sig Man, Woman extends Person {}\n",
    "one sig Root {}\n",
    "sig Node { link: lone Node, owner: set Person, size: Int, tag: lone String, trail: seq Person }\n",
    "fact { all n: Node | n.size >= 0 or some n.owner }\n",
    "fact { lone Node.link }\n",
    "pred acyclic { no iden & ^link }\n",
    "pred owned { all n: Node | some n.owner & Man }\n",
    "pred ascending { all n: Node | n.link in n.nexts }\n",
    "pred growing { all n: Node | plus[n.size, 3] > n.size }\n",
    "pred weighty { (sum n: Node | n.size) > 3 and no i: Int | minus[i, #Man] > i }\n",
    "pred labelled { all n: Node | n.tag = \"x\" or no n.trail }\n",
    "pred walked { all n: Node | lone n.trail.inds and n.trail.first not in Man }\n",
};

/// Random tests on the model; most are nearly valid.
class RandomTests : public testing_::Writer {
 public:
  /// `freely`: write valuations in all supported ways, not only in AUnit's.
  RandomTests(unsigned seed, bool freely) : Writer(seed), freely_(freely) {}

  /// The model, with its paragraphs in random order.
  std::string model() {
    std::vector<std::string> any = paragraphs;
    for (std::size_t i = any.size(); i > 1; --i) std::swap(any[i - 1], any[static_cast<std::size_t>(pick(static_cast<int>(i)))]);
    return fmt::format("open util/ordering[Node] as ord\n{}", fmt::join(any, ""));
  }

  std::string test(int number) {
    const int nodes = pick(4), men = pick(3), women = pick(3);
    std::string quantifiers, body;
    atoms_ = nodes;
    quantifiers += some("N", nodes, "Node") + some("M", men, "Man") + some("W", women, "Woman");
    if (men + women > 0 && pick(2) == 0) quantifiers += some("M", men, "Person", women);  // bound again with the parent
    body += relation("Node", names("N", nodes)) + relation("Man", names("M", men)) + relation("Woman", names("W", women));
    std::vector<std::string> people = names("M", men);
    for (const std::string& woman : names("W", women)) people.push_back(woman);
    body += relation("Person", people);
    std::vector<std::string> links, owners, sizes, tags, trails;
    for (const std::string& n : names("N", nodes)) {
      if (pick(2) == 0) links.push_back(fmt::format("{}->N{}", n, pick(nodes)));
      for (const std::string& p : people)
        if (pick(2) == 0) owners.push_back(fmt::format("{}->{}", n, p));
      if (pick(3) == 0) tags.push_back(fmt::format("{}->\"{}\"", n, oneOf({"x", "y"})));
      for (int i = 0; i < 2 && !people.empty() && pick(2) == 0; ++i)
        trails.push_back(fmt::format("{}->{}->{}", n, i, oneOf(people)));
      for (int i = pick(10) == 0 ? 2 : 1; i > 0; --i) sizes.push_back(fmt::format("{}->{}", n, pick(16) - 8));
    }
    body += relation("link", links) + relation("owner", owners) + relation("size", sizes) + relation("tag", tags) +
            relation("trail", trails);
    std::vector<std::string> next;
    for (int i = 1; i < nodes; ++i) next.push_back(fmt::format("N{}->N{}", i - 1, i));
    body += nodes == 0 ? "  no ord/first\n" : "  ord/first = N0\n";
    body += relation("ord/next", next);
    const char* const formulas[] = {"",
                                    "  acyclic[]\n",
                                    "  owned[]\n",
                                    "  ascending[]\n",
                                    "  !acyclic[]\n",
                                    "  some Man\n",
                                    "  growing[]\n",
                                    "  !growing[]\n",
                                    "  weighty[]\n",
                                    "  !weighty[]\n",
                                    "  labelled[]\n",
                                    "  !labelled[]\n",
                                    "  walked[]\n",
                                    "  !walked[]\n"};
    body += formulas[pick(14)];
    // The order makes the scope of Node exact. A run is only about the first step of a growing scope.
    const std::string grown = pick(4) != 0 ? fmt::format("exactly {} Node", nodes)
                                           : fmt::format("exactly {}..{} Node, {}..9 Man", nodes, nodes + 2, pick(4));
    return fmt::format("pred t{} {{\n{}{{\n{}}}\n}}\nrun t{} for 5 but {} expect 1\n", number, quantifiers, body, number, grown);
  }

 private:
  std::string some(const std::string& prefix, int count, const std::string& sig, int women = 0) {
    std::vector<std::string> all = names(prefix, count);
    for (const std::string& woman : names("W", women)) all.push_back(woman);
    if (all.empty()) return "";
    if (!freely_ || pick(3) != 0) return fmt::format("some disj {}: {} | ", fmt::join(all, ", "), sig);
    if (pick(2) == 0) return fmt::format("some {}: {} | ", fmt::join(all, ", "), sig);  // two names may denote one atom
    std::string one;
    for (const std::string& name : all) one += fmt::format("some {}: {} | ", name, sig);
    return one;
  }

  std::string relation(const std::string& name, const std::vector<std::string>& tuples) {
    const std::string value = fmt::format("{}", fmt::join(tuples, " + "));
    if (freely_ && pick(12) == 0) return "";
    if (freely_ && !tuples.empty()) {
      switch (pick(6)) {
        case 0: return fmt::format("  {} = {}\n", value, name);
        case 1: return fmt::format("  (let whole = {} | {} = whole and some univ)\n", value, name);
        case 2:
          if (name == "trail") break;
          return fmt::format("  {} = ({}) + none{}\n", name, value,
                             tuples.front().find("->") == std::string::npos ? "" : "->none");
        case 3:
          if (name == "link" || name == "owner") return rows(name, tuples);
          break;
        case 4:
          if (name == "link" || name == "owner" || name == "size") return fmt::format("  Node <: {} = {}\n", name, value);
          break;
        default: break;
      }
    }
    return tuples.empty() ? fmt::format("  no {}\n", name) : fmt::format("  {} = {}\n", name, value);
  }

  /// One equation per atom; atoms without tuples are sometimes left out.
  std::string rows(const std::string& name, const std::vector<std::string>& tuples) {
    std::string text;
    for (const std::string& atom : names("N", 3)) {
      std::string row;
      for (const std::string& tuple : tuples)
        if (tuple.starts_with(atom + "->")) row += (row.empty() ? "" : " + ") + tuple.substr(4);
      if (!row.empty())
        text += fmt::format("  {}.{} = {}\n", atom, name, row);
      else if (atoms_ > atom[1] - '0' && pick(4) != 0)
        text += fmt::format("  no {}.{}\n", atom, name);
    }
    return text;
  }

  bool freely_;
  int atoms_ = 0;  // nodes of the test being written
};

/// Judges random tests by both engines; returns how many were evaluated.
int compare(unsigned seed, bool freely, int tests, bool noOverflow) {
  RandomTests generator(seed, freely);
  std::string text = generator.model();
  for (int i = 0; i < tests; ++i) text += generator.test(i);
  const auto loaded = testing_::load("generated.als", text);
  if (!loaded->ok()) return 0;
  TestJudge judge(*loaded, {.semantics = {.noOverflow = noOverflow}});
  int passed = 0, judged = 0, evaluations = 0;
  for (const TestCase& test : collectTests(*loaded)) {
    const TestResult evaluated = judge.judge(test);
    evaluations += evaluated.engine == Engine::evaluated;
    const bool satisfiable = testing_::isSatisfiable(*loaded->model, test.test.command, noOverflow);
    EXPECT_EQ(evaluated.outcome == Outcome::passed, satisfiable) << test.name << ": " << evaluated.message;
    passed += evaluated.outcome == Outcome::passed;
    ++judged;
  }
  EXPECT_EQ(judged, tests);
  EXPECT_GT(passed, tests / 20);
  EXPECT_LT(passed, tests - tests / 20);
  return evaluations;
}

class Engines : public testing::TestWithParam<bool> {};

TEST_P(Engines, AgreeOnPredicateStyleTests) {
  EXPECT_EQ(compare(20, false, 150, GetParam()), 150);
}

TEST_P(Engines, AgreeOnPredicatesWrittenFreely) {
  const int evaluated = compare(21, true, 300, GetParam());
  EXPECT_GT(evaluated, 100);
  EXPECT_LT(evaluated, 300);
}

INSTANTIATE_TEST_SUITE_P(Overflow, Engines, testing::Values(false, true),
                         [](const auto& mode) { return std::string(mode.param ? "excluded" : "wraps"); });

}  // namespace
}  // namespace aunit::suite
