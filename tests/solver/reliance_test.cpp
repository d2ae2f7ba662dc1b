// The parts of the model on which an answer "no instance" rests: hand-written cases, and a comparison with all instances of small
// models.

#include "solver/reliance/reliance.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "generated_model.h"
#include "solver/reliance/words.h"
#include "tests/loaded.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using Rests = Reliance::Kind;
using testing_::allInstances;

Reliance relianceIn(const testing_::PosedProblem& one, const support::Budget& budget = {}, bool noOverflow = false) {
  ModelQuestions questions(one.model());
  return relianceOf(questions, one.problem, {.semantics = {.noOverflow = noOverflow}}, budget);
}

/// The sentence about the answer to the first command.
std::string saidOf(const std::string& text) {
  const testing_::PosedProblem one = testing_::posed(text);
  return relianceText(one.model(), one.loaded->sources, relianceIn(one), one.model().commands()[0].span.file);
}

TEST(Reliance, SaysWhatAnAnswerRestsOn) {
  const std::string graph =
      "sig Node { link: set Node, succ: lone Node }\nfact Loopless { all n: Node | n not in n.link }\n"
      "fact Chain { all n: Node | some n.succ implies n.succ in n.link }\n";
  EXPECT_EQ(saidOf(graph + "check { all m: Node | m not in m.link }"), "repeats fact Loopless (line 2)");
  EXPECT_EQ(saidOf(graph + "check { no iden & link }"), "says the same as fact Loopless (line 2)");
  EXPECT_EQ(saidOf(graph + "check { no n: Node | n in n.link and some n.succ }"),
            "rests on 1 of 2 facts: fact Loopless (line 2)");
  EXPECT_EQ(saidOf(graph + "check { no n: Node | n = n.succ }"),
            "rests on 2 of 2 facts: fact Loopless (line 2), fact Chain (line 3)");
  EXPECT_EQ(saidOf(graph + "check { all n: Node | lone n.succ }"), "follows from the declarations");
  EXPECT_EQ(saidOf(graph + "check { link in Node->Node }"), "follows from the declarations");
  EXPECT_EQ(saidOf(graph + "check { all n: Node | n in n.link implies n in n.link }"), "vacuous: `n in n.link` is never true");
  EXPECT_EQ(saidOf(graph + "check { some link or no link }"), "rests on no fact and no declaration");
  EXPECT_EQ(saidOf(graph + "fact { some link and no link }\ncheck { no Node }"), "vacuous: the facts contradict each other");
  EXPECT_EQ(saidOf(graph + "check { #Node < 4 }"),
            "rests on no fact and no declaration, in this scope only: with one more atom of each signature, such an answer needs "
            "facts");
}

TEST(Reliance, NamesBlocksAndHalves) {
  EXPECT_EQ(saidOf("sig A { f: set A } { this not in f  some A implies lone f }\ncheck { all a: A | a not in a.f }"),
            "repeats the block of sig A (line 1)");
  EXPECT_EQ(saidOf("sig A { f, g: set A }\nfact F { all a: A | some a.f iff some a.g }\n"
                   "check { all a: A | some a.f implies some a.g }"),
            "says the same as fact F (line 2)");
  EXPECT_EQ(saidOf("sig A { f, g: set A }\nfact { some f }\nfact { some g }\ncheck { some f and some g }"),
            "repeats the fact in line 2, the fact in line 3");
}

TEST(Reliance, OperationsAreNoDeclarations) {
  EXPECT_EQ(saidOf("sig S { v: set S } pred step[a, b: S] { b.v = a.v }\ncheck { all a, b: S | step[a, b] implies b.v = a.v }"),
            "rests on no fact, only on the predicates that it calls");
}

// If a fact is left out, the string literals in it are still in the model.
TEST(Reliance, StringsStay) {
  EXPECT_EQ(saidOf("sig A { n: set String }\nfact F { all a: A | a.n in \"x\" }\nfact { some \"x\" + \"y\" }\n"
                   "check { all a: A | lone a.n }"),
            "rests on 1 of 2 facts: fact F (line 2)");
  EXPECT_EQ(saidOf("sig A { n: set String }\nfact F { no n & A->(\"x\" + \"y\") }\ncheck { no n }"),
            "says the same as fact F (line 2)");
}

TEST(Reliance, Breaks) {
  const testing_::PosedProblem one =
      testing_::posed("sig A { f: set A } fact { no f } fact { no A.f } fact { some A } check { no f and some A }");
  std::vector<std::string> said;
  for (const Reliance::Part& part : relianceIn(one).needs)
    said.push_back(fmt::format("{} {}", one.loaded->sources.text(part.span), part.breaks));
  EXPECT_EQ(said, (std::vector<std::string>{"no f false", "some A true"}));
}

// If the time ends at any check, the result is still correct.
TEST(Reliance, WithoutTime) {
  const testing_::PosedProblem one = testing_::posed("sig A { f: set A } fact F { no f } fact { some A } check { lone f }");
  bool whole = false;
  for (int questions = 0; !whole && questions < 100'000; questions += 1 + questions / 8) {
    const Reliance reliance = relianceIn(one, support::Budget().endingAt(questions));
    EXPECT_TRUE(reliance.kind == Rests::unknown || reliance.kind == Rests::facts) << name(reliance.kind);
    whole = reliance.kind == Rests::facts && reliance.minimal && reliance.needs.size() == 1 && reliance.needs[0].breaks;
  }
  EXPECT_TRUE(whole);
}

// The limit is an amount of work, not time, so each run gives the same result.
TEST(Reliance, InShortIsTheSameInEveryRun) {
  for (const int scope : {3, 5, 7, 9}) {
    const testing_::PosedProblem one = testing_::posed(
        fmt::format("sig A {{ f: set B }} sig B {{}}\nfact {{ all a: A | one a.f  all disj a, b: A | no a.f & b.f }}\n"
                    "check {{ not (#A > #B) }} for {} but 5 Int",
                    scope));
    std::set<std::string> said;
    for (int run = 0; run < 10; ++run) {
      ModelQuestions questions(one.model());
      const Reliance reliance = relianceInShort(questions, one.problem, RelianceWanted::all, {}, support::Budget());
      said.insert(relianceText(one.model(), one.loaded->sources, reliance, one.model().commands()[0].span.file));
    }
    EXPECT_EQ(said.size(), 1u) << fmt::format("{}", fmt::join(said, "; "));
  }
}

// Facts with more than 40 conjuncts are mostly data. They get a twentieth of the steps; after these, the set of facts need not be
// minimal.
TEST(Reliance, InShortAsksLittleOfData) {
  for (const int conjuncts : {20, 40, 41, 300}) {
    std::string text = "sig A { f0, f1, f2, f3, f4, f5, g: set A }\n";
    for (int i = 0; i < 6; ++i) text += fmt::format("fact {{ no f{} }}\n", i);
    for (int i = 6; i < conjuncts; ++i) text += fmt::format("fact {{ #A < {} or lone g }}\n", i % 7);
    const auto inShort = [&](const std::string& command) {
      const testing_::PosedProblem one = testing_::posed(text + command);
      ModelQuestions questions(one.model());
      return relianceInShort(questions, one.problem, RelianceWanted::all, {}, support::Budget());
    };
    const Reliance facts = inShort("check { no f0 + f1 + f2 + f3 + f4 + f5 }");
    EXPECT_EQ(facts.minimal, conjuncts <= 40) << conjuncts;
    EXPECT_GE(facts.needs.size(), facts.kind == Rests::facts ? 6u : 0u) << conjuncts;
    EXPECT_LE(facts.needs.size(), conjuncts <= 40 ? 6u : static_cast<std::size_t>(conjuncts)) << conjuncts;
    EXPECT_EQ(inShort("check { no f0 }").kind, Rests::repeats) << conjuncts;
    EXPECT_EQ(inShort("check { g in A->A }").kind, Rests::declarations) << conjuncts;
  }
}

// There is no claim if the facts contradict each other or the work was stopped.
TEST(Reliance, InShortSaysNothing) {
  const auto kindOf = [](const std::string& text) {
    const testing_::PosedProblem one = testing_::posed(text);
    ModelQuestions questions(one.model());
    return relianceInShort(questions, one.problem, RelianceWanted::all, {}, support::Budget()).kind;
  };
  EXPECT_EQ(kindOf("sig A {} fact { some A and no A } run {}"), Rests::unknown);
  EXPECT_EQ(kindOf("sig A {} fact { no A } run { some A }"), Rests::facts);
  EXPECT_EQ(kindOf("sig A {} run { some A and no A }"), Rests::tautology);
  const std::atomic<bool> stop = true;
  const testing_::PosedProblem one = testing_::posed("sig A {} fact { no A } run { some A }");
  ModelQuestions questions(one.model());
  EXPECT_EQ(relianceInShort(questions, one.problem, RelianceWanted::all, {}, support::Budget({.stop = &stop})).kind,
            Rests::unknown);
}

// Without a request, only notable results are reported. For a check: a fact states the same formula, or the declarations decide
// it. For a run: why it has no instance.
TEST(Reliance, Notable) {
  const auto kindOf = [](const std::string& text) {
    const testing_::PosedProblem one = testing_::posed("sig A { f: set A } " + text);
    ModelQuestions questions(one.model());
    return relianceInShort(questions, one.problem, RelianceWanted::notable, {}, support::Budget()).kind;
  };
  EXPECT_EQ(kindOf("fact { no f } check { no f }"), Rests::repeats);
  EXPECT_EQ(kindOf("fact { no f } check { no f.f }"), Rests::unknown);
  EXPECT_EQ(kindOf("fact { no f } check { f in A->A }"), Rests::declarations);
  EXPECT_EQ(kindOf("check { f in A->A }"), Rests::unknown);
  EXPECT_EQ(kindOf("fact { no f } run { some f.f }"), Rests::facts);
  EXPECT_EQ(kindOf("fact { no f } run { some f.f } expect 1"), Rests::facts);
  EXPECT_EQ(kindOf("fact { no f } run { some f.f } expect 0"), Rests::unknown);
  EXPECT_EQ(kindOf("fact { no f } run { some A and no A }"), Rests::tautology);
  std::string data = "one sig A0";
  for (int i = 1; i <= 50; ++i) data += fmt::format(", A{}", i);
  data += " extends A {} fact { no f } ";
  EXPECT_EQ(kindOf(data + "check { f in A->A }"), Rests::declarations);
  EXPECT_EQ(kindOf(data + "run { some A0 & A1 } expect 1"), Rests::declarations);
  EXPECT_EQ(kindOf(data + "run { some A0 & A1 }"), Rests::unknown);
}

/// Declarations, formulas over them, and the semantics of overflows.
struct Language {
  const char* name;
  std::string declarations, scope;
  bool noOverflow;
  int steps;
  std::vector<std::string> formulas;
};
std::ostream& operator<<(std::ostream& out, const Language& language) {
  return out << language.name;
}

class RelianceAmong : public testing::TestWithParam<Language> {
 protected:
  static std::string text(const std::vector<std::string>& facts, const std::string& command) {
    std::string all = GetParam().declarations;
    for (const std::string& fact : facts) all += fmt::format(" fact {{ {} }}", fact);
    return fmt::format("{} {} for {}", all, command, GetParam().scope);
  }

  /// The instances of a command under some of the facts. The other facts are only mentioned in a tautology, so that their
  /// literals stay.
  std::set<std::string> instances(const std::vector<std::string>& facts, const std::string& command) const {
    std::string mentioned = fmt::format("no none or ({})", claim_);
    for (const std::string& fact : all_) mentioned += fmt::format(" or ({})", fact);
    const testing_::PosedProblem one = testing_::posed(text(facts, fmt::format("fact {{ {} }} {}", mentioned, command)));
    return allInstances(one.model(), one.problem, GetParam().steps, GetParam().noOverflow);
  }

  static std::vector<std::string> without(std::vector<std::string> facts, std::size_t index) {
    facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(index));
    return facts;
  }

  /// The short answer must be true and equal the full one, except for claims that restate a fact.
  void compareInShort(const testing_::PosedProblem& one, const std::string& check, const Reliance& reliance) const {
    const Options options{.semantics = {.noOverflow = GetParam().noOverflow}};
    const auto inShortOf = [&](RelianceWanted wanted) {
      ModelQuestions questions(one.model());
      return relianceInShort(questions, one.problem, wanted, options, support::Budget());
    };
    const Reliance inShort = inShortOf(RelianceWanted::all);
    const Rests notable = inShortOf(RelianceWanted::notable).kind;
    const bool isNotable = inShort.kind != Rests::facts && inShort.kind != Rests::operations;
    EXPECT_EQ(name(notable), name(isNotable ? inShort.kind : Rests::unknown));
    const bool isProved = reliance.kind == Rests::repeats && !reliance.verbatim;
    EXPECT_EQ(name(inShort.kind), name(isProved ? Rests::facts : reliance.kind));
    EXPECT_EQ(inShort.onlyInScope, reliance.onlyInScope);
    if (inShort.kind != Rests::repeats && inShort.kind != Rests::facts) return;
    EXPECT_TRUE(inShort.minimal);
    std::vector<std::string> needs;
    for (const Reliance::Part& part : inShort.needs) {
      ASSERT_LT(part.paragraph.id, all_.size());
      needs.push_back(all_[part.paragraph.id]);
    }
    EXPECT_TRUE(instances(needs, check).empty()) << fmt::format("{}", fmt::join(needs, "; "));
    for (std::size_t i = 0; i < needs.size(); ++i)
      EXPECT_FALSE(instances(without(needs, i), check).empty()) << needs[i] << " can be spared";
  }

  std::vector<std::string> all_;
  std::string claim_;
};

TEST_P(RelianceAmong, AllInstances) {
  const std::vector<std::string>& formulas = GetParam().formulas;
  std::mt19937 random(5);
  std::set<Rests> seen;
  const unsigned rounds = tests::seedsOr(60);
  for (unsigned round = 0; round < rounds; ++round) {
    all_.clear();
    for (std::size_t i = 0, n = 1 + random() % 4; i < n; ++i) all_.push_back(formulas[random() % formulas.size()]);
    claim_ = random() % 4 == 0 ? all_[random() % all_.size()] : formulas[random() % formulas.size()];
    const std::string& claim = claim_;
    const std::string check = fmt::format("check {{ {} }}", claim);
    SCOPED_TRACE(text(all_, check));
    const testing_::PosedProblem one = testing_::posed(text(all_, check));
    if (!instances(all_, check).empty()) continue;
    const Reliance reliance = relianceIn(one, {}, GetParam().noOverflow);
    seen.insert(reliance.kind);
    ASSERT_NE(reliance.kind, Rests::unknown);
    if (reliance.kind == Rests::empty) {
      if (reliance.vacuity->why == Vacuity::Reason::facts) {
        EXPECT_TRUE(instances(all_, "run {}").empty());
      }
      continue;
    }
    EXPECT_FALSE(instances(all_, "run {}").empty());
    compareInShort(one, check, reliance);
    const bool needsNone = instances({}, check).empty();
    EXPECT_EQ(needsNone, reliance.kind != Rests::repeats && reliance.kind != Rests::facts);
    if (needsNone) continue;
    EXPECT_TRUE(reliance.minimal);
    std::vector<std::string> needs;
    for (const Reliance::Part& part : reliance.needs) {
      const std::size_t index = part.paragraph.id;
      ASSERT_LT(index, all_.size());
      needs.push_back(all_[index]);
      EXPECT_EQ(part.breaks, !instances(without(all_, index), check).empty()) << all_[index];
    }
    EXPECT_TRUE(instances(needs, check).empty()) << fmt::format("{}", fmt::join(needs, "; "));
    for (std::size_t i = 0; i < needs.size(); ++i)
      EXPECT_FALSE(instances(without(needs, i), check).empty()) << needs[i] << " can be spared";
    const bool oneIsEnough = std::ranges::any_of(all_, [&](const std::string& fact) { return instances({fact}, check).empty(); });
    EXPECT_EQ(oneIsEnough, reliance.paragraphs() == 1);
    if (std::ranges::find(all_, claim) != all_.end()) {
      EXPECT_TRUE(reliance.kind == Rests::repeats && reliance.verbatim);
    }
    if (reliance.kind != Rests::repeats) continue;
    EXPECT_EQ(instances(needs, "run {}"), instances({}, fmt::format("run {{ {} }}", claim)));
  }
  EXPECT_TRUE(seen.contains(Rests::repeats));
  EXPECT_TRUE(seen.contains(Rests::facts));
}

const std::vector<std::string> setsSaid = {"no f",
                                           "some f",
                                           "A = B",
                                           "no iden & f",
                                           "no iden & ^f",
                                           "f = ~f",
                                           "some A",
                                           "lone B",
                                           "one A",
                                           "A in B.f",
                                           "f in B->B",
                                           "B.f in B",
                                           "f.f in f",
                                           "some B.f",
                                           "no A - B",
                                           "A.f in A",
                                           "#f < 3",
                                           "A->A in f",
                                           "B = A.f",
                                           "all a: A | a not in a.f",
                                           "all a: A | a in B implies some a.f"};
const std::vector<std::string> integersSaid = {"all a: A | a.n > 0",
                                               "all a: A | a.n >= 0",
                                               "no a: A | a.n < 0",
                                               "all a: A | plus[a.n, 1] > a.n",
                                               "all a: A | a.n = 3",
                                               "some A",
                                               "one A.n",
                                               "all a: A | plus[a.n, a.n] > 0",
                                               "all a: A | a.n != 0",
                                               "all a: A | not (a.n < 1)",
                                               "no A.n & 0",
                                               "#A < 2"};
const std::vector<std::string> stringsSaid = {
    "all a: A | a.n in \"x\"", "no n",  "some n",           "all a: A | lone a.n", "A.n in \"x\" + \"y\"",
    "\"y\" not in A.n",        "one A", "some A.n & \"x\"", "no A.n - \"x\"",      "some String"};
const std::vector<std::string> tracesSaid = {"no V",           "always no V",   "always V' = V",
                                             "always V in V'", "some V",        "eventually some V",
                                             "lone V",         "always lone V", "always (some V implies some V')",
                                             "after some V",   "V = A",         "always V in A"};
const std::vector<std::string> ordersSaid = {"all a: A - last | a.next in a.f",
                                             "first in A.f",
                                             "no iden & f",
                                             "f in next",
                                             "some f",
                                             "no first.f",
                                             "f in ^next",
                                             "last in A.f",
                                             "all a: A | a.f in a.nexts",
                                             "no f.last"};
const std::vector<std::string> enumsSaid = {"A.e = E0",  "some A.e", "all a: A | one a.e", "A.e in E0 + E1", "no a: A | a.e = E1",
                                            "E1 in A.e", "some A",   "A.e != E1",          "lone A.e",       "E0 not in A.e"};
const std::vector<std::string> sequencesSaid = {
    "all a: A | no a.s",         "A.s.elems in A",           "all a: A | lone a.s.elems", "all a: A | #a.s < 2", "some A.s",
    "all a: A | a.s.first in a", "no a: A | a in a.s.elems", "all a: A | a.s.isEmpty"};

INSTANTIATE_TEST_SUITE_P(
    , RelianceAmong,
    testing::Values(Language{"sets", "sig A { f: set A } sig B in A {}", "2", false, 1, setsSaid},
                    Language{"integersWrap", "sig A { n: set Int }", "2 but 2 Int", false, 1, integersSaid},
                    Language{"integersExcluded", "sig A { n: set Int }", "2 but 2 Int", true, 1, integersSaid},
                    Language{"strings", "sig A { n: set String }", "2 but 2 Int", false, 1, stringsSaid},
                    Language{"traces", "sig A {} var sig V in A {}", "2 but 2 Int, 2 steps", false, 2, tracesSaid},
                    Language{"orders", "open util/ordering[A] sig A { f: set A }", "2 but 2 Int", false, 1, ordersSaid},
                    Language{"enums", "enum E { E0, E1 } sig A { e: set E }", "2 but 2 Int", false, 1, enumsSaid},
                    Language{"sequences", "sig A { s: seq A }", "2 but 3 Int, 2 seq", false, 1, sequencesSaid}),
    testing::PrintToStringParamName());

}  // namespace
}  // namespace aunit::solver
