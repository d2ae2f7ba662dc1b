// Models that contain data: many named atoms, relations listed in facts. If the bounds come from facts, the instances must be
// those of equivalent facts from which no bounds can be read.
#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/grounding/shared_bounds.h"
#include "solver/session/bounds_refutation.h"
#include "solver/session/search.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"

namespace aunit::solver {
namespace {

struct SolvedData {
  std::unique_ptr<parser::Loaded> loaded;
  Result result;

  explicit SolvedData(const std::string& text, model::CommandId command = 0, Options options = {})
      : loaded(tests::loaded("test.als", text)) {
    options.threads = Threads::one;
    result = Search(*loaded->model, problemOf(*loaded->model, command), options).next();
  }
  std::size_t variables() const { return result.statistics.primaryVariables; }
};

std::string manyNodes(int count, const std::string& fields = "to: set Node") {
  std::string text = "abstract sig Node { " + fields + " }\none sig n0";
  for (int i = 1; i < count; ++i) text += fmt::format(", n{}", i);
  return text + " extends Node {}\n";
}

/// n0->n1 + n1->n2 + ..., and an edge from each node to the second next one, except from the middle node and past it.
std::string edgesOf(int count) {
  std::string text = "n0->n1";
  for (int i = 1; i + 1 < count; ++i) text += fmt::format(" + n{}->n{}", i, i + 1);
  for (int i = 0; i + 2 < count; ++i)
    if (i != count / 2 && i + 1 != count / 2) text += fmt::format(" + n{}->n{}", i, i + 2);
  return text;
}

std::string graphOf(int count, const std::string& fact) {
  return manyNodes(count) + "fact { " + fact +
         " }\npred avoiding [a, g: set Node] { let free = to - (a->Node) - (Node->a) | some g & n0.*free }\n" +
         fmt::format("check {{ not avoiding[n{}, n{}] }}\ncheck {{ not avoiding[n{}, n{}] }}\n", count / 2, count - 1,
                     count / 2 + 2, count - 1);
}

TEST(Data, AGraphIsKnownAtAnySize) {
  for (const int count : {5, 64, 65, 130, 500, 5000}) {
    const std::string text = graphOf(count, "to = " + edgesOf(count));
    const SolvedData dominated(text, 0);
    EXPECT_EQ(dominated.result.verdict, Verdict::unsatisfiable) << count << dominated.result.message;
    if (count > 64) {
      EXPECT_EQ(dominated.variables(), 0u);
    }
    const SolvedData other(text, 1);
    EXPECT_EQ(other.result.verdict, count > 5 ? Verdict::satisfiable : Verdict::unsatisfiable) << count << other.result.message;
  }
}

TEST(Data, RowsDefineARelation) {
  const int count = 2000;
  std::string rows;
  for (int i = 0; i + 1 < count; ++i) rows += fmt::format("n{}.to = n{}\n", i, i + 1);
  const SolvedData solved(graphOf(count, rows + fmt::format("no n{}.to", count - 1)), 0);
  EXPECT_EQ(solved.result.verdict, Verdict::unsatisfiable) << solved.result.message;
  EXPECT_EQ(solved.variables(), 0u);
}

TEST(Data, WhatIsOpenCostsAVariableForEachTuple) {
  const int count = 3000;
  const std::string text = manyNodes(count) + "fact { n0->n1 + n1->n2 in to  to in " + edgesOf(count) + " }\n";
  const SolvedData solved(text + fmt::format("run {{ n{} in n0.^to }}", count - 1));
  EXPECT_EQ(solved.result.verdict, Verdict::satisfiable) << solved.result.message;
  EXPECT_GT(solved.variables(), 1000u);
  EXPECT_LT(solved.variables(), 2u * count);
  EXPECT_EQ(
      SolvedData(text + fmt::format("check {{ n{} in n0.^to implies n{} in n0.^to }}", count - 1, count / 2)).result.verdict,
      Verdict::unsatisfiable);
}

TEST(Data, DefinitionsMayComeInAnyOrderAndInACircle) {
  const std::string sigs = manyNodes(300, "f, g, h: set Node");
  const SolvedData chain(sigs + "fact { h = g + n3->n4  g = ~f  f = n0->n1 + n1->n2 }\nrun { n1->n0 in h and n3->n4 in h }");
  EXPECT_EQ(chain.result.verdict, Verdict::satisfiable) << chain.result.message;
  EXPECT_EQ(chain.variables(), 0u);
  // A cycle gives no upper bound for any relation.
  const SolvedData circle(sigs + "fact { f = g  g = f + n0->n1  no h }\nrun { n0->n1 in f and f = g }");
  EXPECT_EQ(circle.result.verdict, Verdict::satisfiable) << circle.result.message;
}

TEST(Data, ARelationThatNoFactBoundsIsNamed) {
  const SolvedData solved(manyNodes(5000, "to, by: set Node") + "fact { to = n0->n1 }\nrun { some by }");
  EXPECT_EQ(solved.result.verdict, Verdict::error);
  EXPECT_EQ(solved.result.message,
            "the relation `by` may hold 5000 x 5000 tuples, more than the 16777216 that this engine allows; choose a "
            "smaller scope, or add a fact that lists the possible tuples, such as `by in a->b + c->d`");
  EXPECT_EQ(solved.loaded->sources.text(solved.result.span), "by");
}

// If facts define a relation within a set that is not constant, the definition is read after the translation of the facts. This
// happens only in large universes, so the model is padded.
TEST(Data, DefinitionsWithinOpenSetsLeaveTheInstances) {
  const auto modelOf = [](int padding, int requests, const std::string& command) {
    std::string pads;
    for (int i = 0; i < padding; ++i) pads += fmt::format("{}p{}", i == 0 ? "one sig " : ", ", i);
    return std::string(
               "abstract sig Key {} one sig k0, k1, k2 extends Key {}\n"
               "abstract sig Rule { before: set Rule, keys: set Key } one sig r0, r1, r2, r3, r4, r5 extends Rule {}\n"
               "fact { before = r0->r1 + r1->r2 + r2->r3 + r3->r4 + r4->r5 + r5->r2\n"
               "  keys = r0->k0 + r1->k0 + r2->k1 + r3->k1 + r4->k1 + r1->k2 + r2->k2 + r5->k2 }\n"
               "fun applicable [q: Request]: set Rule { { r: Rule | q.key in r.keys } }\n"
               "sig Request { key: one Key, order: Rule -> Rule }\n"
               "{ order.Rule in applicable[this]  Rule.order in applicable[this] }\n"
               "fact { all q: Request | all x, y: applicable[q] | x->y in q.order iff y in x.^before and x not in y.^before "
               "}\n") +
           pads + (padding > 0 ? " {}\n" : "\n") + fmt::format("{} for exactly {} Request", command, requests);
  };
  for (const int requests : {1, 2})
    for (const std::string command :
         {"run { all x: Rule, q: Request | x not in x.^(q.order) }", "run { some x: Rule, q: Request | x in x.^(q.order) }",
          "run { some q: Request | r5 in r1.^(q.order) }", "run { some disj q, s: Request | q.order in s.order }"})
      for (const int symmetry : {0, 20}) {
        std::size_t counts[2] = {0, 0};
        for (const int padding : {0, 70}) {
          const auto loaded = tests::loaded("rules.als", modelOf(padding, requests, command));
          Search search(*loaded->model, problemOf(*loaded->model, 0),
                        {.symmetry = symmetry, .enumerate = true, .threads = Threads::one});
          while (search.next().verdict == Verdict::satisfiable) ++counts[padding == 0 ? 0 : 1];
        }
        EXPECT_EQ(counts[0], counts[1]) << requests << " " << command << " " << symmetry;
      }
}

TEST(Data, AProofIncludesTheBounds) {
  const SolvedData graph(graphOf(130, "to = " + edgesOf(130)), 0, {.refute = true});
  EXPECT_EQ(graph.result.verdict, Verdict::unsatisfiable) << graph.result.message;
  ASSERT_TRUE(graph.result.refutation);
  ASSERT_TRUE(graph.result.boundsRefutation);
  EXPECT_GT(graph.result.boundsRefutation->clauses, 16000u);  // one for each pair of nodes without an edge
  const SolvedData open(manyNodes(70) + "check { no iden & to & none->none }", 0, {.refute = true});
  EXPECT_TRUE(open.result.refutation) << open.result.message;
  EXPECT_FALSE(open.result.boundsRefutation);
}

TEST(Data, BoundsOfVeryManyTuplesAreNotCheckedWhole) {
  const SolvedData graph(graphOf(1100, "to = " + edgesOf(1100)), 0, {.refute = true});
  EXPECT_EQ(graph.result.verdict, Verdict::unsatisfiable);
  EXPECT_FALSE(graph.result.refutation);
  EXPECT_TRUE(graph.result.message.starts_with("not checked: `to` may have 1210000 tuples")) << graph.result.message;
}

/// Bounds of the first field that lack one of its tuples.
std::shared_ptr<const Bounds> without(TupleCode tuple, const Bounds& bounds) {
  auto smaller = std::make_shared<Bounds>(bounds);
  std::vector<TupleCode> lower = bounds.field(0).lower, upper = bounds.field(0).upper;
  std::erase(lower, tuple);
  std::erase(upper, tuple);
  smaller->narrowField(0, lower, upper);
  return smaller;
}

// The refutation must fail for bounds that are too narrow: they exclude a tuple that is possible, or require one that is not
// necessary.
TEST(Data, BoundsThatDoNotFollowAreFound) {
  const auto loaded = tests::loaded("test.als", manyNodes(70) + "fact { to in n0->n1 + n1->n2 + n2->n3  n1->n2 in to } run {}");
  const support::Budget budget;
  Grounding grounding(*loaded->model, problemOf(*loaded->model, 0), {.refute = true}, budget);
  const std::shared_ptr<const Bounds> bounds = grounding.bounds;
  const std::vector<TupleCode> upper = bounds->field(0).upper;
  ASSERT_EQ(upper.size(), 3u);
  ASSERT_EQ(bounds->field(0).lower.size(), 1u);
  for (const TupleCode tuple : upper) {
    grounding.bounds = without(tuple, *bounds);
    EXPECT_THROW(refuteOutsideOfBounds(grounding, 1, Keep::nothing, budget), NotRefuted) << tuple;
  }
  auto larger = std::make_shared<Bounds>(*bounds);
  larger->narrowField(0, upper, upper);
  grounding.bounds = larger;
  EXPECT_THROW(refuteOutsideOfBounds(grounding, 1, Keep::nothing, budget), NotRefuted);
}

TEST(Data, ContradictionsAreFound) {
  const std::string sigs = manyNodes(200);
  for (const char* const fact :
       {"to = n0->n1 and to = n1->n0", "to = n0->n1 and no to", "n0->n1 in to and to in n1->n0", "n0.to = n1 and n0.to = n2",
        "n0.to = n1 and no to", "(all n: Node | n.to = n1) and no n7.to", "n0->n1 in to and to = ~to and no n1.to"})
    EXPECT_EQ(SolvedData(sigs + "fact { " + fact + " }\nrun {}").result.verdict, Verdict::unsatisfiable) << fact;
}

TEST(Data, ACoreNamesTheFactsThatBecameBounds) {
  const std::string sigs = manyNodes(500, "to, by: set Node");
  const auto coreOf = [](const std::string& text) {
    const SolvedData solved(text, 0, {.core = true});
    EXPECT_EQ(solved.result.verdict, Verdict::unsatisfiable) << solved.result.message;
    const std::vector<std::string> texts = tests::textsAt(*solved.loaded, solved.result.core);
    return std::set<std::string>(texts.begin(), texts.end());
  };
  using Texts = std::set<std::string>;
  EXPECT_EQ(coreOf(sigs + "fact { to = n0->n1  by = n0->n1 }\nfact { to = n1->n0 }\nrun {}"),
            (Texts{"to = n0->n1", "to = n1->n0"}));
  EXPECT_EQ(coreOf(sigs + "fact { to = n0->n1  by in n0->n1 }\nrun { some n1.by }"), (Texts{"by in n0->n1", "some n1.by"}));
}

TEST(Data, ACoreThatTimeCutsShortSaysSo) {
  std::string text = manyNodes(260, "to, by: set Node");
  std::set<std::string> needed{"n0->n1 + n3->n4 in to"};
  for (int i = 0; i < 5; ++i) {
    if (i % 3 == 0) needed.insert(fmt::format("n{} in n{}.to", i + 1, i));
    text += fmt::format("fact {{ n{} in n{}.to }}\nfact {{ n{} in n{}.by }}\n", i + 1, i, i + 1, i);
  }
  const auto loaded = tests::loaded("test.als", text + "check { n0->n1 + n3->n4 in to }");
  int unknown = 0, larger = 0, minimal = 0;
  for (int questions = 1; minimal == 0 && !HasFailure(); questions += 1 + questions / 4) {
    ASSERT_LT(questions, 100'000);
    const Result result = Search(*loaded->model, problemOf(*loaded->model, 0), {.core = true, .threads = Threads::one})
                              .next(support::Budget().endingAt(questions));
    const std::vector<std::string> named = tests::textsAt(*loaded, result.core);
    const std::set<std::string> core(named.begin(), named.end());
    ++(result.verdict == Verdict::unknown ? unknown : result.coreIsMinimal ? minimal : larger);
    if (result.verdict == Verdict::unknown) continue;
    ASSERT_EQ(result.verdict, Verdict::unsatisfiable);
    EXPECT_TRUE(std::ranges::includes(core, needed)) << questions;
    if (result.coreIsMinimal) {
      EXPECT_EQ(core, needed) << questions;
    }
  }
  EXPECT_GT(unknown, 0);
  EXPECT_GT(larger, 0);
}

TEST(Data, CoresOfGeneratedFactsAreMinimal) {
  const std::string sigs = manyNodes(260, "to, by: set Node");
  int larger = 0;
  const unsigned seeds = tests::seedsOr(12);
  for (unsigned seed = 0; seed < seeds; ++seed) {
    std::mt19937 random(seed);
    const auto any = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    const auto pair = [&] { return fmt::format("n{}->n{}", any(3), any(3)); };
    std::vector<std::string> facts{"some to + by", any(2) == 0 ? "to = ~to" : "by in to"};
    while (facts.size() < 9) {
      const std::string relation = any(3) == 0 ? "by" : "to";
      switch (any(5)) {
        case 0: facts.push_back(fmt::format("{} = {} + {}", relation, pair(), pair())); break;
        case 1: facts.push_back(fmt::format("{} in {} + {} + {}", relation, pair(), pair(), pair())); break;
        case 2: facts.push_back(fmt::format("n{}.{} = n{}", any(3), relation, any(3))); break;
        case 3: facts.push_back(fmt::format("no n{}.{}", any(3), relation)); break;
        default: facts.push_back(fmt::format("{} in {}", pair(), relation));
      }
      if (std::ranges::count(facts, facts.back()) > 1) facts.pop_back();
    }
    const auto solved = [&](const std::vector<std::string>& some, bool core) {
      std::string text = sigs;
      for (const std::string& fact : some) text += "fact { " + fact + " }\n";
      return SolvedData(text + "run {}", 0, {.core = core});
    };
    const SolvedData whole = solved(facts, true);
    if (whole.result.verdict != Verdict::unsatisfiable) continue;
    if (!whole.result.coreIsMinimal) continue;  // the time for the core ended first
    std::vector<std::string> core;
    for (const std::string& text : tests::textsAt(*whole.loaded, whole.result.core))
      if (std::ranges::find(facts, text) != facts.end()) core.push_back(text);
    EXPECT_EQ(core.size(), std::set<std::string>(core.begin(), core.end()).size()) << seed;
    EXPECT_EQ(solved(core, false).result.verdict, Verdict::unsatisfiable) << seed;
    for (std::size_t i = 0; i < core.size(); ++i) {
      std::vector<std::string> fewer = core;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_EQ(solved(fewer, false).result.verdict, Verdict::satisfiable)
          << seed << ": " << core[i] << "\n of " << fmt::format("{}", fmt::join(core, "; ")) << "\n of "
          << fmt::format("{}", fmt::join(facts, "; "));
    }
    larger += core.size() > 1;
  }
  EXPECT_GT(larger, static_cast<int>(seeds) / 4);
}

/// One model as two texts: with facts over constants, and with the same facts in a form from which bounds cannot be read.
class RandomData {
 public:
  RandomData(unsigned seed, bool variable) : random_(seed), variable_(variable), integers_(!variable && seed % 3 == 0) {}

  struct Texts {
    std::string plain, hidden;
  };
  Texts texts() {
    const bool symmetric = any(3) == 0;  // atoms without names
    const std::string head = declarations(symmetric);
    std::vector<std::string> facts{"f in " + pairs(variable_ ? 2 : 3), "g in " + pairs(2),
                                   "T.t in " + (symmetric ? "A1" : atoms(1))};
    if (integers_)
      facts.push_back(fmt::format("n = A0->{} + A1->{} + (S - A0 - A1)->{}", any(40) - 20, any(60) - 30, any(9) - 4));
    for (int i = any(4); i > 0; --i) facts.push_back(fact());
    std::shuffle(facts.begin(), facts.end(), random_);
    std::string run = "run { " + question() + " } for 2 but 6 Int" + (variable_ ? ", 2 steps" : "");
    Texts texts{head, head};
    for (std::string& fact : facts) {
      if (variable_ && any(4) != 0) fact = "always (" + fact + ")";
      texts.plain += "fact { " + fact + " }\n";
      texts.hidden += "fact { one hidden: A0 | " + fact + " }\n";
    }
    texts.plain += run;
    texts.hidden += run;
    return texts;
  }

  /// A model with several commands, in different scopes. Often the facts leave nothing open.
  std::string severalCommands() {
    std::string text = declarations(any(4) == 0);
    if (integers_) text += "fact { n = S->3 }\n";
    const std::string always = variable_ ? "always " : "";
    text += any(4) != 0 ? "fact { " + always + "(f = " + pairs(3) + " and g = " + rows() + ") and T.t = A1 }\n"
                        : "fact { " + always + "(f in " + pairs(3) + " and g in " + pairs(2) + ") and T.t in A1 }\n";
    for (int i = 0; i < 4; ++i) {
      const std::string formula = any(3) == 0 ? "f = " + pairs(1) : any(3) == 0 ? "no g" : question();
      text += fmt::format("run {{ {} }} for {} but {} Int{}\n", formula, 2 + any(2), 5 + any(2), variable_ ? ", 2 steps" : "");
    }
    return text;
  }

 private:
  std::string declarations(bool symmetric) {
    std::string text = "abstract sig S { " + std::string(variable_ ? "var " : "") +
                       "f: set S, g: " + (any(3) == 0 ? "lone" : "set") + " S" + (integers_ ? ", n: one Int" : "") +
                       " }\none sig A0";
    for (int i = 1; i < 17; ++i) text += fmt::format(", A{}", i);
    return text + " extends S {}\n" + (symmetric ? "" : "one ") +
           "sig T { t: lone S }\npred p[s: S, r: S->S] { s.f = r[s] + A1 }\n";
  }
  int any(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  std::string atom() { return fmt::format("A{}", any(5)); }
  std::string atoms(int most) {
    std::string text = atom();
    for (int i = any(most); i > 0; --i) text += " + " + atom();
    return text;
  }
  std::string pairs(int most) {
    std::string text = atom() + "->" + atom();
    for (int i = any(most); i > 0; --i) text += " + " + atom() + "->" + atom();
    return "(" + text + ")";
  }
  /// Enough tuples that the evaluator compiles them to one node (evaluator/rows.h); `tuple` is among them.
  std::string rows(const std::string& tuple = "A5->A6") {
    std::string text = any(2) == 0 ? tuple : "A5->A5";
    for (int i = 16 + any(4); i > 0; --i) text += fmt::format(" + A{}->A{}", any(6), any(6));
    return "(" + text + " + " + tuple + ")";
  }
  std::string field() { return any(2) == 0 ? "f" : "g"; }

  std::string fact() {
    const std::string r = field(), other = r == "f" ? "g" : "f";
    switch (any(19)) {
      case 0: return r + " = " + pairs(4);
      case 1: return r + " in " + pairs(5);
      case 2: return pairs(2) + " in " + r;
      case 3: return atom() + "." + r + " = " + atoms(3);
      case 4: return r + "[" + atom() + "] in " + atoms(3);
      case 5: return "no " + atom() + "." + r;
      case 6: return r + " = " + other + " + " + pairs(2);
      case 7: return r + " = ~" + other;
      case 8: return "let c = " + pairs(4) + " | " + r + " = c + " + pairs(1);
      case 9: return "all x: " + atoms(3) + " | x." + r + " = " + atoms(2);
      case 10: return "p[" + atom() + ", " + pairs(3) + "]";
      case 11: return "no " + r;
      case 12: return r + " - " + pairs(2) + " = " + pairs(3);
      case 13: return r + ".S in " + atoms(4);
      case 14: return "all x: S | x." + r + " in " + atoms(4);
      case 15: return "^" + r + " in " + pairs(5) + " + " + pairs(5);
      case 16: return r + " in " + rows();
      case 17: return r + " = " + pairs(3) + " & " + rows();
      default: return r + " = " + pairs(3) + " + " + pairs(3) + " - " + other;
    }
  }

  std::string part() {
    const std::string r = field();
    switch (any(integers_ ? 16 : 12)) {
      case 0: return atom() + " in " + atom() + ".^" + r;
      case 1: return "some " + atom() + ".*" + r + " & (" + atoms(2) + ")";
      case 2: return "no iden & ^" + r;
      case 3: return "some x: S | x in x.^" + r;
      case 4: return "all x: S | some x." + r + " implies x in " + atom() + ".*(f + g)";
      case 5: return "some ^" + r + "." + atom();
      case 6: return "let free = " + r + " - (" + atom() + "->S) | some free & *(f + g)";
      case 7: return "*" + r + " in S->S";
      case 8: return "{x: S | " + atom() + " in x.*f} in S - " + atom();
      case 9: return "some T implies some T.t.^g";
      case 10: return atom() + "->" + atom() + " in f.g + ~(^f)";
      case 11: {
        const std::string tuple = atom() + "->" + atom();
        return tuple + " in " + rows(tuple) + " - " + r;
      }
      case 12: return fmt::format("(sum x: S | x.n) > {}", any(20) - 10);
      case 13: return atom() + ".n > plus[" + atom() + ".n, " + atom() + ".n]";
      case 14: return fmt::format("#({}.*f) > {}", atom(), any(4));
      default: return "some x: S | x.n = plus[" + atom() + ".n, 9]";
    }
  }
  std::string question() {
    std::string text = any(6) == 0 ? atom() + " in " + atom() + ".*(f + " + rows() + ")" : part();
    if (any(3) == 0) text = "not (" + text + ")";
    if (any(2) == 0) text += std::string(any(2) == 0 ? " and " : " or ") + "(" + part() + ")";
    if (variable_ && any(2) == 0) text = (any(2) == 0 ? "always (" : "eventually (") + text + ")";
    return text;
  }

  std::mt19937 random_;
  const bool variable_;
  const bool integers_;
};

constexpr std::size_t mostInstances = 150;

/// All instances; nothing if there are too many.
std::optional<std::set<std::string>> instancesOf(const model::Model& model, model::CommandId command, Options options,
                                                 std::size_t& variables, std::size_t& count) {
  options.enumerate = true;
  options.threads = Threads::one;
  Search search(model, problemOf(model, command), options);
  std::set<std::string> found;
  count = 0;
  Result result = search.next();
  variables = result.statistics.primaryVariables;
  for (; result.verdict == Verdict::satisfiable; result = search.next()) {
    found.insert(testing_::written(model, *result.instance));
    if (++count > mostInstances) return std::nullopt;
  }
  EXPECT_EQ(result.verdict, Verdict::unsatisfiable) << result.message;
  return found;
}

std::optional<std::set<std::string>> instancesOf(const std::string& text, const Options& options, std::size_t& variables,
                                                 std::size_t& count) {
  return instancesOf(*tests::loaded("data.als", text)->model, 0, options, variables, count);
}

void comparePlainWithHidden(bool variable, unsigned seeds) {
  unsigned used = 0, satisfiable = 0, narrower = 0, refuted = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const RandomData::Texts texts = RandomData(seed, variable).texts();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, texts.plain));
    for (const bool noOverflow : {false, true}) {
      std::size_t open = 0, openHidden = 0, count = 0, countHidden = 0;
      const Options all{.symmetry = 0, .semantics = {.noOverflow = noOverflow}};
      const auto plain = instancesOf(texts.plain, all, open, count);
      const auto hidden = instancesOf(texts.hidden, all, openHidden, countHidden);
      ASSERT_EQ(plain.has_value(), hidden.has_value());
      if (!plain) continue;
      ASSERT_EQ(*plain, *hidden);
      ASSERT_EQ(count, countHidden);
      ++used;
      satisfiable += !plain->empty();
      narrower += open < openHidden;
      refuted += testing_::expectBoundsFollow(*tests::loaded("data.als", texts.plain)->model, all);
      // Symmetry breaking may keep different representatives.
      const Options few{.symmetry = 20, .semantics = {.noOverflow = noOverflow}};
      const auto fewPlain = instancesOf(texts.plain, few, open, count);
      const auto fewHidden = instancesOf(texts.hidden, few, openHidden, countHidden);
      ASSERT_EQ(count, countHidden);
    }
  }
  EXPECT_GT(used, seeds / 2);
  EXPECT_GT(satisfiable, used / 8);
  EXPECT_GT(narrower, used / 4);
  EXPECT_GE(refuted, narrower);
}

TEST(Data, LeavesTheInstancesOfFactsThatSayNothing) {
  comparePlainWithHidden(false, tests::seedsOr(40));
}

TEST(Data, LeavesTheTracesOfFactsThatSayNothing) {
  comparePlainWithHidden(true, tests::seedsOr(12));
}

TEST(Data, CommandsThatShareBoundsHaveTheInstancesThatEachHasAlone) {
  unsigned sharing = 0, notSharing = 0;
  const unsigned seeds = tests::seedsOr(40);
  for (unsigned seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    const bool variable = seed % 4 == 0;
    const std::string text = RandomData(seed, variable).severalCommands();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const auto loaded = tests::loaded("data.als", text);
    const model::Model& model = *loaded->model;
    SharedBounds shared;
    for (model::CommandId command = 0; command < model.commands().size(); ++command)
      for (const int symmetry : {0, 20})
        for (const bool noOverflow : {false, true}) {
          const Options alone{.symmetry = symmetry, .semantics = {.noOverflow = noOverflow}};
          Options together = alone;
          together.bounds = &shared;
          const Problem problem = problemOf(model, command);
          ++(shared.find(model, problem, together) ? sharing : notSharing);
          std::size_t variables = 0, count = 0, sameCount = 0;
          const auto expected = instancesOf(model, command, alone, variables, count);
          EXPECT_EQ(instancesOf(model, command, together, variables, sameCount), expected) << command;
          EXPECT_EQ(sameCount, count) << command;
        }
  }
  EXPECT_GT(sharing, seeds);
  EXPECT_GT(notSharing, seeds);
}

TEST(Data, OnlyFactsShareTheirBounds) {
  const auto open = tests::loaded("data.als", manyNodes(100) + "run { to = n0->n1 }\nrun { no to }\nrun { some to }");
  SharedBounds none;
  for (const model::CommandId command : {0u, 1u, 2u}) {
    const Problem problem = problemOf(*open->model, command);
    EXPECT_EQ(Search(*open->model, problem, {.bounds = &none}).next().verdict, Verdict::satisfiable) << command;
    EXPECT_EQ(none.find(*open->model, problem, {}), nullptr) << command;
  }
  const auto known = tests::loaded(
      "data.als", manyNodes(100) + "sig T {} fact { to = n0->n1 }\nrun { no to }\nrun { some to } expect 1\nrun {} for 4");
  SharedBounds some;
  for (const auto& [command, isKnown] : {std::pair(0u, false), std::pair(1u, true), std::pair(2u, false)}) {
    const Problem problem = problemOf(*known->model, command);
    EXPECT_EQ(some.find(*known->model, problem, {}) != nullptr, isKnown) << command;
    for (int time = 0; time < 2; ++time)
      EXPECT_EQ(Search(*known->model, problem, {.bounds = &some}).next().verdict,
                command == 0 ? Verdict::unsatisfiable : Verdict::satisfiable)
          << command << time;
    EXPECT_NE(some.find(*known->model, problem, {}), nullptr) << command;
  }
}

}  // namespace
}  // namespace aunit::solver
