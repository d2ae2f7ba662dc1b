// Commands as users write them: scopes, names, cores, limits.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/instances/instance_json.h"
#include "parser/front_end.h"
#include "solver/circuit/circuit.h"
#include "solver/circuit/matrix.h"
#include "solver/circuit/simulation.h"
#include "solver/grounding/grounding.h"
#include "solver/session/search.h"
#include "solver/translation/relation_variables.h"
#include "solver/translation/symmetry.h"
#include "support/budget.h"
#include "support/files.h"
#include "support/system/this_program.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing::UnorderedElementsAre;

class Commands : public testing::Test {
 protected:
  void load(const std::string& text) { loaded_ = tests::loaded("test.als", text); }
  const model::Model& model() const { return *loaded_->model; }
  Problem problem(model::CommandId command = 0) const { return problemOf(model(), command); }
  Result solve(const std::string& text, Options options = {}) {
    load(text);
    return Search(model(), problem(), options).next();
  }
  /// Whether there is an instance. Checks that there is no error, and thus that the evaluator agrees.
  bool isPossible(const std::string& text, Options options = {}) {
    const Result result = solve(text, std::move(options));
    EXPECT_NE(result.verdict, Verdict::error) << result.message;
    return result.verdict == Verdict::satisfiable;
  }
  std::string error(const std::string& text) {
    const Result r = solve(text);
    EXPECT_EQ(r.verdict, Verdict::error);
    return r.message;
  }
  model::SigId sig(const std::string& label) const {
    return static_cast<model::SigId>(std::ranges::find(model().sigs(), label, &model::Sig::label) - model().sigs().begin());
  }
  model::FieldId field(const std::string& label) const {
    return static_cast<model::FieldId>(std::ranges::find(model().fields(), label, &model::Field::label) -
                                       model().fields().begin());
  }
  static std::vector<std::string> names(const model::Instance& i, const model::TupleSet& set) {
    std::vector<std::string> result;
    for (const model::Atom a : set.atoms()) result.push_back(i.universe->name(a));
    return result;
  }

  std::unique_ptr<parser::Loaded> loaded_;
};

TEST_F(Commands, SayWhatMakesExistentialQuantifiersTrue) {
  const Result r = solve("sig A { r: set A } pred p { some disj a, b: A | r = a->b } run p for 3");
  ASSERT_EQ(r.verdict, Verdict::satisfiable);
  ASSERT_EQ(r.witnesses.size(), 2u);
  EXPECT_EQ(r.instance->states[0].fields[field("this/A.r")], r.witnesses[0].value.product(r.witnesses[1].value));
}

// Language reference 11.
TEST_F(Commands, ReadZeroMinusTheFirstIntegerTooLargeAsTheLeast) {
  EXPECT_EQ(solve("check { 0 - 8 = -8 and 0 - 7 = 0 }").verdict, Verdict::unsatisfiable);
  EXPECT_EQ(solve("check { 0 - 4 = -4 and 0 - 8 = none } for 3 but 3 int").verdict, Verdict::unsatisfiable);
  const Options options{.semantics = {.noOverflow = true}};
  EXPECT_EQ(solve("run { 0 - 8 = fun/min }", options).verdict, Verdict::satisfiable);
  EXPECT_EQ(solve("run { 0 - 9 = 0 }", options).verdict, Verdict::unsatisfiable);
}

// Language reference 12.4: an empty order is an order only if signature, first and next are single relations.
TEST_F(Commands, OrderNothingWhereAnOperandIsAUnion) {
  const std::string order =
      " one sig O { first: set A, next: A -> A } pred p[s, f: set A, n: A -> A] { pred/totalOrder[s, f, n] } ";
  const std::string none = " run { no A and pred/totalOrder[A, O.first, O.next] }";
  EXPECT_FALSE(isPossible("sig A {}" + order + none));
  EXPECT_FALSE(isPossible("abstract sig A {} sig B extends A {}" + order + none));
  EXPECT_FALSE(isPossible("sig C {} sig A = C {}" + order + none));
  EXPECT_TRUE(isPossible("sig A {} sig B extends A {}" + order + none));
  EXPECT_TRUE(isPossible("sig C, D {} sig A = C + D {}" + order + none));
  EXPECT_TRUE(isPossible("sig A {}" + order + "run { no A and pred/totalOrder[A, O.first & A, O.next] }"));
  EXPECT_FALSE(isPossible("sig A {}" + order + "run { no A and p[A, O.first, O.next] }"));
  EXPECT_TRUE(isPossible("sig A {}" + order + "run { no A and p[A, O.first & A, O.next] }"));
}

// Language reference 11: the universe has no integers, but cardinalities still work.
TEST_F(Commands, CountWithoutIntegersAmongTheAtoms) {
  const auto holds = [&](const std::string& formula) { return isPossible("sig A {} run { " + formula + " } for 2 but 0 int"); };
  EXPECT_TRUE(holds("#A = 2 and #A > 0 and 1 != 2 and (1 fun/add 1) = #A"));
  EXPECT_TRUE(holds("no Int and no 1 + 2"));
  EXPECT_FALSE(holds("1 = 2"));
  EXPECT_FALSE(holds("#A = 3"));
  EXPECT_FALSE(holds("some A and #A = 0"));
  EXPECT_TRUE(holds("fun/max = 0 and fun/min = 0"));
}

// Without symmetry breaking, the order of a signature with children may be any order; the order of other signatures is fixed.
TEST_F(Commands, KeepTheOrdersOfSignaturesWithChildren) {
  const auto instances = [&](const std::string& text, int symmetry) {
    load(text);
    Search search(model(), problem(), {.symmetry = symmetry, .enumerate = true});
    int count = 0;
    while (search.next().verdict == Verdict::satisfiable) ++count;
    return count;
  };
  const std::string family = "open util/ordering[A] as o sig A {} sig B extends A {} run {} for 2";
  EXPECT_EQ(instances(family, 0), 8);
  EXPECT_EQ(instances(family, 20), 4);
  EXPECT_EQ(instances(family + " expect 1", 20), 4);
  EXPECT_EQ(instances("open util/ordering[A] as o sig A {} run {} for 2", 0), 1);
}

// Instances that are counted or shown are the reference's. If only the verdict is wanted, the literals of `at` are compared
// first: two events at different times (6 * 16 instances) have one order, and events at the same time (4 * 16 instances) have
// either.
TEST_F(Commands, BreakSymmetriesInAnotherOrderIfNoInstanceIsShown) {
  load("enum Time { Dawn, Noon, Dusk, Night } sig Event { causes: set Event, at: one Time } run {} for exactly 2 Event");
  const Grounding grounding(model(), problem(), {}, support::Budget());
  Circuit circuit;
  const Algebra algebra(circuit, grounding.bounds->universeSize());
  RelationVariables variables(model(), *grounding.bounds, algebra, 1);
  variables.completeAll();
  const std::vector<Entry> at = variables.field(field("this/Event.at"), 0)->entries;
  ASSERT_EQ(at.size(), 8u);
  const auto count = [&](SymmetryOrder order) {
    const Lit least = breakSymmetries(model(), *grounding.bounds, variables, {}, algebra, 1, 4, order);
    std::vector<std::uint32_t> inputs;
    for (std::uint32_t node = 1; node < circuit.size(); ++node)
      if (circuit.gate(node) == Gate::input) inputs.push_back(node);
    int instances = 0;
    for (std::uint32_t assignment = 0; assignment >> inputs.size() == 0; ++assignment) {
      Simulation simulation(circuit, [&](std::uint32_t node) {
        return (assignment >> (std::ranges::find(inputs, node) - inputs.begin()) & 1) != 0;
      });
      int times[2] = {};
      for (std::size_t i = 0; i < at.size(); ++i) times[i / 4] += simulation.value(at[i].holds) ? 1 : 0;
      if (times[0] == 1 && times[1] == 1 && simulation.value(least)) ++instances;
    }
    return instances;
  };
  EXPECT_EQ(count(SymmetryOrder::reference), 140);
  EXPECT_EQ(count(SymmetryOrder::fixedFirst), 160);
  Search search(model(), problem(), {.symmetry = 4, .enumerate = true});
  int shown = 0;
  while (search.next().verdict == Verdict::satisfiable) ++shown;
  EXPECT_EQ(shown, 140);
}

// Of the instances that differ only in the names of interchangeable atoms, at least one must remain. Exchanges of two atoms of
// each signature at once, which are for verdicts only, exclude more of the others.
TEST_F(Commands, KeepAnInstanceOfEachKindWhenTheyBreakSymmetries) {
  const auto remaining = [&](const std::string& text, SymmetryOrder order, int length) {
    load(text);
    const Grounding grounding(model(), problem(), {}, support::Budget());
    Circuit circuit;
    const Algebra algebra(circuit, grounding.bounds->universeSize());
    RelationVariables variables(model(), *grounding.bounds, algebra, 1);
    variables.completeAll();
    const Lit least = breakSymmetries(model(), *grounding.bounds, variables, {}, algebra, 1, length, order);
    using Cell = std::pair<model::FieldId, std::vector<std::uint32_t>>;  // a possible tuple of a field
    std::map<Cell, std::size_t> cells;
    std::map<std::uint32_t, std::size_t> cellOfInput;
    for (model::FieldId id = 0; id < model().fields().size(); ++id)
      for (const Entry& entry : variables.field(id, 0)->entries) {
        std::vector<std::uint32_t> tuple(model().field(id).arity);
        algebra.decode(entry.tuple, tuple);
        cellOfInput[entry.holds.node()] = cells.size();
        cells.emplace(Cell(id, tuple), cells.size());
      }
    const std::size_t instances = std::size_t{1} << cells.size();
    std::vector<bool> remains(instances);
    for (std::size_t instance = 0; instance < instances; ++instance)
      remains[instance] =
          Simulation(circuit, [&](std::uint32_t input) { return (instance >> cellOfInput.at(input) & 1) != 0; }).value(least);
    // Marks each instance from which a permutation of the atoms leads to one that remains.
    std::vector<bool> represented(instances);
    auto classes = grounding.bounds->interchangeable();
    EXPECT_EQ(classes.size(), 2u);
    const auto first = classes;
    do {
      do {
        std::vector<std::uint32_t> to(grounding.bounds->universeSize());
        std::iota(to.begin(), to.end(), 0u);
        for (std::size_t k = 0; k < classes.size(); ++k)
          for (std::size_t i = 0; i < classes[k].size(); ++i) to[first[k][i]] = classes[k][i];
        std::vector<std::size_t> images(cells.size());
        for (const auto& [cell, number] : cells) {
          Cell image = cell;
          for (std::uint32_t& atom : image.second) atom = to[atom];
          images[number] = cells.at(image);
        }
        for (std::size_t instance = 0; instance < instances; ++instance) {
          std::size_t image = 0;
          for (std::size_t i = 0; i < images.size(); ++i) image |= (instance >> i & 1) << images[i];
          if (remains[image]) represented[instance] = true;
        }
      } while (std::ranges::next_permutation(classes[1]).found);
    } while (std::ranges::next_permutation(classes[0]).found);
    EXPECT_EQ(std::ranges::count(represented, false), 0) << text << " " << length;
    return std::ranges::count(remains, true);
  };
  for (const std::string text : {"sig A {} sig B { f: set A, g: set A } run {} for exactly 3 A, exactly 2 B",
                                 "sig A { r: set A } sig B { f: set A } run {} for exactly 2 A, exactly 4 B",
                                 "sig A {} sig B { f: A -> set B } run {} for exactly 3 A, exactly 2 B"})
    for (const int length : {1, 2, 20}) {
      const auto single = remaining(text, SymmetryOrder::reference, length);
      const auto both = remaining(text, SymmetryOrder::fixedFirst, length);
      if (length == 20) {
        EXPECT_LT(both, single) << text;
      }
    }
}

TEST_F(Commands, FindWitnessesOfSetsUnderTimeAndCounting) {
  EXPECT_EQ(solve("check { lone x: set Int | no x }").verdict, Verdict::unsatisfiable);
  EXPECT_EQ(solve("check { lone x: set Int | lone x }").verdict, Verdict::satisfiable);
  EXPECT_EQ(solve("sig A {} check { lone x: set A, y: A->A | some y and x.y = x } for 5").verdict, Verdict::satisfiable);
  EXPECT_EQ(solve("run { after some x: set Int | #x = 2 }").verdict, Verdict::satisfiable);
  EXPECT_EQ(solve("run { after some x: set Int | #x = 2 and #x = 3 }").verdict, Verdict::unsatisfiable);
  EXPECT_EQ(solve("var sig A {} run { no A and after after some x: set Int | #x = 2 and #x = #A } for 3 but 3 steps").verdict,
            Verdict::satisfiable);
}

TEST_F(Commands, RefuseAProductThatIsTooLargeBeforeBuildingPartsOfIt) {
  const std::size_t before = support::residentBytes();
  EXPECT_EQ(error("sig A {} run { some x: A->A->A->A->A->A | some x } for 60"),
            "a relation of 60 x 60 x 60 x 60 x 60 x 60 possible tuples is larger than this engine allows (67108864)");
  EXPECT_EQ(
      error("sig A { f: A->A->A->A->A } run {} for 60"),
      "the relation `f` may hold 60 x 60 x 60 x 60 x 60 x 60 tuples, more than the 16777216 that this engine allows; choose "
      "a smaller scope, or add a fact that lists the possible tuples, such as `f in a->b + c->d`");
  EXPECT_LT(support::residentBytes(), before + (std::size_t{20} << 20));
}

TEST_F(Commands, SaveAnInstanceOnWhichTheEnginesDisagree) {
  load("sig A {} run { some A } for 2");
  const auto temporary = std::filesystem::path(testing::TempDir()) / "aunit-disagreements";
  std::filesystem::create_directory(temporary);
  ::setenv("TMPDIR", temporary.c_str(), 1);
  Search search(model(), problem(), {.enumerate = true});
  ASSERT_EQ(search.next().verdict, Verdict::satisfiable);
  // The solver has cached the command's formula, and the evaluator reads it again, so a change makes them disagree.
  const model::ExprId formula = problem().formula;
  ASSERT_EQ(model().expr(formula).op, model::Op::some);
  loaded_->model->mutableExpr(formula).op = model::Op::no;
  const Result result = search.next();
  ::unsetenv("TMPDIR");

  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_THAT(result.message, HasSubstr("disagree"));
  const std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(temporary),
                                                 std::filesystem::directory_iterator{});
  ASSERT_EQ(files.size(), 1u);
  EXPECT_THAT(result.message, HasSubstr(files[0].string()));
  std::string error;
  const auto saved = support::readFile(files[0].string(), error);
  ASSERT_TRUE(saved) << error;
  ASSERT_TRUE(result.instance);
  EXPECT_EQ(*saved, model::writeInstanceJson(model(), *result.instance));
  std::filesystem::remove_all(temporary);
}

TEST_F(Commands, RefuseScopesInTheWordsOfTheReference) {
  EXPECT_EQ(error("sig A {} sig B {} run {} for 2 A"), "You must specify a scope for sig \"this/B\"");
  EXPECT_EQ(error("sig A {} sig B in A {} run {} for 3 but 2 B"), "Cannot specify a scope for a subset signature \"this/B\"");
  EXPECT_EQ(error("one sig A {} run {} for 3 but 2 A"),
            "Sig \"this/A\" has the multiplicity of \"one\", so its scope must be 1, and cannot be 2");
  EXPECT_EQ(error("sig A {} run {} for 3 but 2 A, 3 A"), "Sig \"this/A\" already has a scope of 2, so we cannot set it to be 3");
  EXPECT_EQ(error("sig A {} run {} for 3 but 3 String"), "Sig \"String\" must have an exact scope.");
  EXPECT_EQ(error("sig A {} run {} for 3 but 2 steps"), "You cannot set a scope on \"steps\" in static models.");
}

TEST_F(Commands, SayHowFarAnInterruptedSearchHasCome) {
  std::atomic<bool> stop = false;
  const Options options{.limits = {.stop = &stop}, .threads = Threads::one, .progress = [&](int states) { stop = states == 3; }};
  const Result r = solve("var sig A {} run { always no A and eventually some A } for 3 but 6 steps", options);
  EXPECT_EQ(r.verdict, Verdict::unknown);
  EXPECT_EQ(r.message, "interrupted; no trace of up to 2 states");
}

TEST_F(Commands, HaveAProofWhereThereIsNoTraceOfAnyLength) {
  load("var sig A {} run { always no A and eventually some A } for 3 but 1.. steps");
  Search search(model(), problem(), {});
  const Result r = search.next();
  EXPECT_EQ(r.verdict, Verdict::unsatisfiable) << r.message;
  ASSERT_TRUE(r.proof);
  EXPECT_EQ(r.proof->method, "inductive invariant");
  EXPECT_EQ(search.next().verdict, Verdict::unsatisfiable);
}

// The bounded search would take at least a minute; the proof takes a second.
TEST_F(Commands, MayBeProvedBeforeTheirBoundedSearchEnds) {
  const char* const ring =
      "sig P { succ: one P } var sig Has, Crit in P {} fact { one Has no Crit all p: P | P in p.^succ "
      "always some p: Has | (Has' = p.succ and p not in Crit and Crit' = Crit) "
      "or (Has' = Has and (Crit' = Crit + p or Crit' = Crit - p)) } check { always lone Crit } for 6 but 60 steps";
  const Result r = solve(ring);
  EXPECT_EQ(r.verdict, Verdict::unsatisfiable) << r.message;
  EXPECT_TRUE(r.proof);
}

TEST_F(Commands, LookForCounterexamplesInScopesThatGrow) {
  const auto sizes = [](const Result& r) {
    std::vector<int> result;
    for (const model::SigScope& s : r.grown) result.push_back(s.start);
    return result;
  };
  const Result third = solve("sig A {} sig B {} check { not (#A = 3 and #B = 5) } for 1..4 A, 1..9:2 B");
  EXPECT_EQ(third.verdict, Verdict::satisfiable);
  EXPECT_THAT(sizes(third), ElementsAre(3, 5));
  // The scope stops growing when one of its signatures cannot grow.
  const Result none = solve("sig A {} sig B {} check { #A < 3 } for 1..4 A, 1..2 B");
  EXPECT_EQ(none.verdict, Verdict::unsatisfiable);
  EXPECT_THAT(sizes(none), ElementsAre(2, 2));
  // Only the last step of the scope is exact.
  EXPECT_EQ(solve("sig A {} check { #A = 0 or #A = 2 } for exactly 0..2:2 A").verdict, Verdict::unsatisfiable);
  EXPECT_EQ(solve("sig A {} check { #A != 1 } for exactly 0..2 A").verdict, Verdict::satisfiable);
  // A run has no instance if its first scope has none.
  EXPECT_EQ(solve("sig A {} run { #A = 2 } for 1..3 A").verdict, Verdict::unsatisfiable);
  EXPECT_EQ(solve("sig A {} sig B {} run { some A } for 1..3 A, 2 B").grown.size(), 1u);
  EXPECT_TRUE(solve("sig A {} run { some A } for 3..3 A").grown.empty());
}

TEST_F(Commands, CheckTheRefutationInEachScopeThatGrows) {
  const Options checked{.refute = true};
  const Result once = solve("sig A { r: set A } check { no a: A | a.r != A and no A.r and some a.r } for 2 A", checked);
  const Result grown = solve("sig A { r: set A } check { no a: A | a.r != A and no A.r and some a.r } for 1..2 A", checked);
  ASSERT_TRUE(once.refutation && grown.refutation);
  EXPECT_GE(grown.refutation->lemmas, once.refutation->lemmas);
  EXPECT_EQ(grown.refutation->clauses, once.refutation->clauses);
}

TEST_F(Commands, SayInWhichScopeAnInterruptedSearchIs) {
  const Result r = solve("sig A {} check { some A or no A } for 1.. A", {.limits = {.seconds = 0.3}});
  EXPECT_EQ(r.verdict, Verdict::unknown);
  ASSERT_EQ(r.grown.size(), 1u);
  EXPECT_GT(r.grown[0].start, 1);
}

TEST_F(Commands, RefuseWhatCannotBeRepresented) {
  EXPECT_THAT(error("sig A { f: A -> A -> A -> A -> A -> A } run {} for 2000"), HasSubstr("possible tuples"));
  EXPECT_THAT(error("sig A {} run {} for 3 but 29 Int"), HasSubstr("2^29 integers"));
  EXPECT_THAT(error("sig A { f: A } run { all r: A -> A | some s: A -> A | r != s }  for 4"), HasSubstr("higher-order"));
}

TEST_F(Commands, NameAtomsAndWitnesses) {
  const Result r = solve("sig A {} sig B extends A {} run show { some x: B | some A - B } for exactly 2 A, exactly 1 B");
  ASSERT_EQ(r.verdict, Verdict::satisfiable);
  const model::Instance& i = *r.instance;
  EXPECT_THAT(names(i, i.states[0].sigs[sig("this/A")]), UnorderedElementsAre("A$0", "B$0"));
  ASSERT_EQ(i.skolems.size(), 1u);
  EXPECT_EQ(i.skolems[0].name, "$show_x");
  EXPECT_THAT(names(i, i.states[0].skolems[0]), ElementsAre("B$0"));
}

TEST_F(Commands, OrdersFollowTheAtoms) {
  const Result r = solve("open util/ordering[T] sig T {} run {} for 4");
  ASSERT_EQ(r.verdict, Verdict::satisfiable);
  const model::Instance& i = *r.instance;
  EXPECT_THAT(names(i, i.states[0].sigs[sig("this/T")]), ElementsAre("T$0", "T$1", "T$2", "T$3"));
}

TEST_F(Commands, FindTheShortestTrace) {
  const Result r = solve("var sig A {} run { no A and after (some A and after (no A and always no A)) } for 2");
  ASSERT_EQ(r.verdict, Verdict::satisfiable);
  EXPECT_EQ(r.instance->states.size(), 3u);
  EXPECT_EQ(r.instance->loop, 2u);
}

TEST_F(Commands, SeeThePastThroughNames) {
  for (const char* text : {"var sig Up {} run { always some Up and let x = { u: Up | before some Up } | not (some Up releases "
                           "some x) } for 2 but exactly 2 steps",
                           "var sig Up {} fun f[x: set Up]: set Up { x }\n"
                           "run { let x = { u: Up | before some Up } | after some f[x] } for 2 but exactly 1 steps",
                           "sig Up {} run { some Up and let y = Up, x = { u: Up | before some Up } | not (some y releases some "
                           "x) } for 2 but 2 steps"})
    EXPECT_EQ(solve(text).verdict, Verdict::satisfiable) << text;
}

TEST_F(Commands, SayWhatContradicts) {
  const std::string text = "sig A { f: lone A }\nfact { some A }\nfact { some f }\nfact { no f }\nrun { some A } for 3";
  const Result r = solve(text, {.core = true});
  ASSERT_EQ(r.verdict, Verdict::unsatisfiable);
  EXPECT_THAT(tests::textsAt(*loaded_, r.core), UnorderedElementsAre("some f", "no f"));
}

TEST_F(Commands, KeepTheTimeLimit) {
  // Twelve interchangeable pigeons in eleven holes.
  const auto start = support::Budget::Clock::now();
  const Result r = solve("sig P { h: one H } sig H {} run { all disj a, b: P | a.h != b.h } for exactly 12 P, exactly 11 H",
                         {.symmetry = 0, .limits = {.seconds = 0.3}});
  EXPECT_EQ(r.verdict, Verdict::unknown);
  EXPECT_THAT(r.message, StartsWith("time limit"));
  EXPECT_LT(std::chrono::duration<double>(support::Budget::Clock::now() - start).count(), 10);
}

TEST_F(Commands, SubSignatureScopesAreCheap) {
  const Result r =
      solve("abstract sig Abs {} sig A extends Abs {} one sig O extends Abs {} lone sig L extends Abs {} run {} for 10");
  EXPECT_EQ(r.verdict, Verdict::satisfiable);
  EXPECT_LT(r.statistics.translateMs + r.statistics.solveMs, 1000);
}

// Language reference 11.
TEST_F(Commands, ExcludeOverflows) {
  const auto holds = [&](const std::string& formula) {
    return isPossible("one sig S { v: Int } run { " + formula + " }", {.semantics = {.noOverflow = true}});
  };
  EXPECT_TRUE(holds("no x: Int | plus[x, 1] < x"));
  EXPECT_FALSE(holds("not all x: Int | plus[x, 1] > x"));
  EXPECT_FALSE(holds("some none or not all x: Int | plus[x, 1] > x"));  // `all` below a negation counts as `some`
  EXPECT_TRUE(holds("some none or not some x: Int | plus[x, 1] < x"));
  EXPECT_FALSE(holds("not no { x: Int | plus[x, S.v] < x and S.v > 0 }"));
  EXPECT_FALSE(holds("not not (some x: Int | plus[x, S.v] < x and S.v > 0)"));
  EXPECT_TRUE(holds("some y: Int | not (some x: Int | plus[x, y] < x and y > 0) and y = S.v and y > 0"));
  EXPECT_FALSE(holds("S.v = 7 and some x: Int[plus[S.v, 1]] | x = x"));
  EXPECT_TRUE(holds("S.v = 7 and all x: Int[plus[S.v, 1]] | some none"));
  EXPECT_FALSE(holds("all x: Int | x + Int[plus[7, 1]] = x"));
  EXPECT_TRUE(holds("(sum x: Int | x) = -8 and sum[Int] = -8"));
  EXPECT_FALSE(holds("some x: Int | plus[S.v, 7] = x and S.v > 0"));
  EXPECT_FALSE(holds("disj[Int[plus[7, 1]], S.v]"));
  EXPECT_TRUE(holds("let big = plus[S.v, 1] | not (all x: Int | mul[x, 2] > big and S.v < 7)"));
}

TEST_F(Commands, OverflowModesDiffer) {
  const Options none{.semantics = {.noOverflow = true}};
  for (const char* text : {"run { 8 = -8 }", "run { div[7,0] = -1 }"}) {
    EXPECT_EQ(solve(text).verdict, Verdict::satisfiable) << text;
    EXPECT_EQ(solve(text, none).verdict, Verdict::unsatisfiable) << text;
  }
}

}  // namespace
}  // namespace aunit::solver
