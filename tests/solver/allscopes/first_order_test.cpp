// The first-order theory of a command holds in the structure of every instance: declarations, facts, questions, axioms, lemmas.
// If the translation is exact, it holds in no other structure.

#include "solver/firstorder/translator.h"

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "solver/allscopes/small_model.h"
#include "solver/firstorder/axioms.h"
#include "solver/firstorder/texts.h"
#include "solver/session/search.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"
#include "tests/solver/structure.h"

namespace aunit::solver {
namespace {

using firstorder::Assertion;
using firstorder::Fields;
using firstorder::Lemmas;
using firstorder::Theory;
using testing_::Kind;
using testing_::posed;
using testing_::PosedProblem;
using testing_::Structure;
using testing_::Truth;

std::unique_ptr<Theory> theoryOf(const model::Model& model, const Problem& problem, Fields fields) {
  static const support::Budget unlimited;
  auto theory = std::make_unique<Theory>(unlimited);
  try {
    firstorder::Translator(model, problem, fields, *theory).run();
  } catch (const firstorder::Untranslatable&) {
    return nullptr;
  }
  return theory;
}

/// All assertions of a theory, also those that lemmas add.
std::vector<Assertion> allOf(Theory& theory) {
  std::vector<Assertion> all = theory.assertions;
  for (Assertion& a : firstorder::axiomsOf(theory, Lemmas::finite)) all.push_back(std::move(a));
  return all;
}

std::string textOf(const Theory& theory, const Assertion& assertion) {
  return firstorder::smtLib(theory, {assertion});
}

/// Whether all relations have only atoms of signatures. No structure has other atoms.
bool isWithinSignatures(const model::Model& model, const model::Instance& instance) {
  std::set<model::Atom> all;
  for (model::Atom a = instance.universe->firstString(); a < instance.universe->size(); ++a) all.insert(a);
  const model::State& state = instance.states[0];
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.isTopLevel(id))
      for (const model::Atom a : state.sigs[id].atoms()) all.insert(a);
  bool within = true;
  const auto look = [&](std::span<const model::Atom> tuple) {
    for (const model::Atom a : tuple) within = within && all.contains(a);
  };
  for (const model::TupleSet& set : state.sigs) set.forEach(look);
  for (const model::TupleSet& set : state.fields) set.forEach(look);
  return within;
}

struct FirstOrderFamily {
  const char* name;
  Kind kind;
  unsigned seeds;
  int used;
};

class GeneratedFirstOrder : public testing::TestWithParam<FirstOrderFamily> {};

TEST_P(GeneratedFirstOrder, HoldsInAllInstances) {
  const unsigned seeds = tests::seedsOr(GetParam().seeds);
  int used = 0, known = 0;
  forEachGenerated(seeds, GetParam().kind, [&](const PosedProblem& one, unsigned) {
    const model::Model& model = one.model();
    const Problem& problem = one.problem;
    if (problem.temporal) return;
    Search search(model, problem, {.enumerate = true, .threads = Threads::one});
    for (int count = 0; count < 3; ++count) {
      const Result result = search.next();
      if (result.verdict != Verdict::satisfiable) break;
      for (const Fields fields : {Fields::asFunctions, Fields::asRelations}) {
        const auto theory = theoryOf(model, problem, fields);
        if (!theory) continue;
        Structure structure(model, *theory, *result.instance);
        for (const Assertion& a : allOf(*theory)) {
          const Truth truth = structure.of(a.formula);
          ASSERT_NE(truth, Truth::false_) << textOf(*theory, a);
          known += truth == Truth::true_ ? 1 : 0;
        }
        ++used;
      }
    }
  });
  if (seeds < GetParam().seeds) return;
  EXPECT_GT(used, GetParam().used);
  EXPECT_GT(known, 10 * used);
}

INSTANTIATE_TEST_SUITE_P(Families, GeneratedFirstOrder,
                         testing::Values(FirstOrderFamily{"relations", Kind::relations, 120, 60},
                                         FirstOrderFamily{"integers", Kind::integers, 45, 15},
                                         FirstOrderFamily{"sequences", Kind::sequences, 40, 8},
                                         FirstOrderFamily{"orders", Kind::orders, 45, 15}),
                         [](const auto& family) { return std::string(family.param.name); });

TEST(GeneratedFirstOrderTwoSided, MeansTheProblemWhereItIsExact) {
  const unsigned seeds = tests::seedsOr(300);
  int valuations = 0, instances = 0;
  forEachGenerated(seeds, Kind::relations, [&](const PosedProblem& one, unsigned) {
    const model::Model& model = one.model();
    const Problem& problem = one.problem;
    if (problem.temporal) return;
    const auto theory = theoryOf(model, problem, Fields::asRelations);
    if (!theory || !theory->exact) return;
    const std::vector<Conjunct> conjuncts = conjunctsOf(model, problem);
    evaluator::Evaluator evaluator(model, {});
    int ofModel = 0;
    testing_::forEachValuation(model, problem, 1, [&](const model::Instance& instance) {
      if (++ofModel % 3 != 1 || ofModel > 6000 || testing::Test::HasFatalFailure()) return;
      evaluator.bind(instance);
      const bool holds = std::ranges::all_of(conjuncts, [&](const Conjunct& c) { return evaluator.holds(c.formula); });
      if (!isWithinSignatures(model, instance)) return;
      Structure structure(model, *theory, instance);
      Truth all = Truth::true_;
      for (const Assertion& a : theory->assertions) {
        const Truth truth = structure.of(a.formula);
        if (truth == Truth::false_ || (truth == Truth::unknown && all == Truth::true_)) all = truth;
      }
      ++valuations;
      instances += holds ? 1 : 0;
      if (all != Truth::unknown) {
        ASSERT_EQ(all == Truth::true_, holds);
      }
    });
  });
  if (seeds < 300) return;
  EXPECT_GT(valuations, 500);
  EXPECT_GT(instances, 20);
}

/// Checks each lemma on all valuations of models with closures, functions and sets, even if they do not satisfy the model.
TEST(FirstOrder, LemmasHoldInAllFiniteModels) {
  for (const char* text : {
           "sig A { f: set A } sig S in A {} run { some a, b: A | a in b.^f and a not in b.*(f :> S) } for 2",
           "sig A { g: one A } run { some a: A | a in a.^g and a not in a.^(~g :> a) } for 3",
           "sig A { g: one A, h: one A } run { some a: A | a in a.^g and a not in a.^(~h) and some ^(g + h) } for 2",
           "sig A { f: set A } run { some a, b, c: A | a in b.^f and a not in b.^(f - c->A) } for 3",
           "sig A { f: A -> A } run { some a, b: A | a in b.^(a.f) and b not in a.^(f.b) } for 2",
           "sig A { f: set B } sig B { k: set A } run { some a: A | a in a.^(f + k) and some ^(f.k) } for 2",
           "sig A { g: one B, h: one B } sig B {} run { some g and some h } for 2",
           "sig A { g: one A } sig B extends A { h: one A } run { some g and some h } for 2",
           "sig A { f: set B } sig B {} run { some a, b: A | a.f != b.f and no c: A | c.f = a.f + b.f } for 2",
       }) {
    const auto loaded = tests::loaded("lemmas.als", text);
    const model::Model& model = *loaded->model;
    const Problem problem = problemOf(model, 0);
    const auto theory = theoryOf(model, problem, Fields::asRelations);
    const auto functions = theoryOf(model, problem, Fields::asFunctions);
    ASSERT_TRUE(theory && functions);
    int count = 0;
    const auto lemmas = firstorder::axiomsOf(*theory, Lemmas::finite), more = firstorder::axiomsOf(*functions, Lemmas::finite);
    EXPECT_GT(lemmas.size() + more.size(), 0u);
    EXPECT_TRUE(testing_::forEachValuation(model, problem, 1, [&](const model::Instance& instance) {
      if (++count % 5 != 1 || HasFatalFailure()) return;
      Structure structure(model, *theory, instance), ofFunctions(model, *functions, instance);
      // A lemma made from the question must hold if the question does.
      const auto holds = [](Theory& of, Structure& in, const Assertion& lemma) {
        if (lemma.role == Assertion::Role::question)
          for (const Assertion& a : of.assertions)
            if (a.role == Assertion::Role::question && in.of(a.formula) != Truth::true_) return true;
        return in.of(lemma.formula) != Truth::false_;
      };
      for (const Assertion& a : lemmas) ASSERT_TRUE(holds(*theory, structure, a)) << text << textOf(*theory, a);
      for (const Assertion& a : more) ASSERT_TRUE(holds(*functions, ofFunctions, a)) << text << textOf(*functions, a);
    })) << text;
    EXPECT_GT(count, 10) << text;
  }
}

/// Checks the axioms on rings, on parts of rings and on numbers, in all instances with few atoms.
TEST(FirstOrder, RingsAndNumbersHoldInAllInstances) {
  for (const auto& [text, minimum] : std::initializer_list<std::pair<const char*, int>>{
           {"sig A { next: A } fact { all a: A | A in a.*next } run { some a, b, c: A | b in a.^(A <: next - A->c) } for 4", 20},
           {"sig A { next: one A } fact { all a: A | A in a.^next } run { some a, b, c: A | b in a.*(next - c->A) } for 4", 20},
           {"sig A { next: one A, s: set A } fact { all a: A | A in a.^next } run { some a, b: A | b in a.^(next - A->b.s) } for "
            "3",
            20},
           {"sig A { next: one A, s: set A } fact { all a: A | A in a.^next } run { some a, b: A | b in a.^(next - s) } for 3",
            20},
           {"open util/graph[A] sig A { next: one A, s: set A } fact { ring[next] } run { some a, b: A | b in a.^(next - a.s->A) "
            "} "
            "for 3",
            20},
           {"sig A { f: set A } run { some a, b: A | #a.f = #b.f and #a.^f > #b.f } for 3", 20},
           {"sig A { f: set B } sig B {} run { some a, b: A | #a.f <= #b.f and #(A - a) > #B } for 3", 10},
       }) {
    const auto loaded = tests::loaded("rings.als", text);
    const model::Model& model = *loaded->model;
    const Problem problem = problemOf(model, 0);
    const Options options{.enumerate = true, .threads = Threads::one};
    for (const Fields fields : {Fields::asFunctions, Fields::asRelations}) {
      const auto theory = theoryOf(model, problem, fields);
      ASSERT_TRUE(theory);
      const std::vector<Assertion> all = allOf(*theory);
      const auto said = std::ranges::count_if(all, [](const Assertion& a) { return a.name == "ring" || a.name == "number"; });
      EXPECT_TRUE(said > 4 || fields == Fields::asRelations) << text;
      Search search(model, problem, options);
      int known = 0;
      for (int count = 0; count < 60; ++count) {
        const Result result = search.next();
        if (result.verdict != Verdict::satisfiable) break;
        Structure structure(model, *theory, *result.instance);
        for (const Assertion& a : all) {
          const Truth truth = structure.of(a.formula);
          ASSERT_NE(truth, Truth::false_) << text << "\n" << textOf(*theory, a);
          known += truth == Truth::true_ && (a.name == "ring" || a.name == "number") ? 1 : 0;
        }
      }
      EXPECT_TRUE(known >= minimum || fields == Fields::asRelations) << text << known;
    }
  }
}

/// Simplified formulas are equivalent to the original ones. Clauses have the same models, except for the constants that they
/// introduce.
TEST(FirstOrder, SimplifiesWithoutAChange) {
  const support::Budget unlimited;
  firstorder::Formulas all(unlimited);
  const auto p = all.symbol("p", {0}), q = all.symbol("q", {0});
  const firstorder::TermId x = all.variable(0), y = all.variable(0);
  const auto is = [&](firstorder::SymbolId s, firstorder::TermId t) { return all.predicate(s, {t}); };
  EXPECT_EQ(all.simplified(all.implies(is(p, x), all.both(is(p, x), is(q, x)))), all.implies(is(p, x), is(q, x)));
  EXPECT_EQ(all.simplified(all.both(is(p, x), all.either(all.negation(is(p, x)), is(q, x)))), all.both(is(p, x), is(q, x)));
  // Variables with the same name are different variables.
  const firstorder::FormulaId other = all.forAll(x, all.either(is(p, x), is(q, x)));
  EXPECT_EQ(all.simplified(all.either(is(p, x), other)), all.either(is(p, x), other));
  EXPECT_EQ(all.clauses(all.forAll(x, all.either(is(p, x), all.both(is(q, x), all.forAll(y, is(q, y)))))).size(), 2u);
  EXPECT_TRUE(all.clauses(all.forAll(x, all.either(is(p, x), all.negation(is(p, x))))).empty());
}

TEST(FirstOrder, RefusesWhatItCannotSay) {
  for (const char* text : {"sig A {} run { some String }", "sig A {} run { some A$ }",
                           "sig A { f: set A } check { some { a: A | all s: set A | s in a.f } }"}) {
    const PosedProblem one = posed(text);
    EXPECT_EQ(theoryOf(one.model(), one.problem, Fields::asFunctions), nullptr) << text;
  }
}

TEST(FirstOrder, HasSmallModels) {
  const auto atoms = [](const char* text) -> std::uint64_t {
    const PosedProblem one = posed(text);
    const auto theory = theoryOf(one.model(), one.problem, Fields::asRelations);
    const auto bound = theory ? smallModelOf(*theory) : std::nullopt;
    return bound ? bound->begin()->second : 0;
  };
  EXPECT_EQ(atoms("sig A { f: set A } check { all a, b: A | a in b.f implies b in a.f }"), 2u);
  EXPECT_EQ(atoms("sig A { f: set A } fact { all a: A | some a.f } check { no A }"), 0u);  // every atom needs another one
  EXPECT_EQ(atoms("sig A { f: set A } check { no a: A | a in a.^f }"), 0u);                // paths may have any length
  EXPECT_EQ(atoms("sig A { f: set A } fact { no a: A | a in a.^f } check { no a: A | a in a.f }"), 1u);
  EXPECT_EQ(atoms("sig A { f: set A } check { all a: A | #a.f < 3 }"), 0u);  // integers
  EXPECT_EQ(atoms("sig A { f: set A } fact { no a: A | a in a.^{x, y: A | all z: A | z in x.f} } check { no A }"), 0u);
}

/// If there is a counterexample in some scope, there is one in the bound.
TEST(GeneratedSmallModels, HaveCounterexamplesWhereLargerOnesDo) {
  const unsigned seeds = tests::seedsOr(600);
  int used = 0, satisfiable = 0;
  forEachGenerated(seeds, Kind::relations, [&](const PosedProblem& one, unsigned) {
    const model::Model& model = one.model();
    const Problem& problem = one.problem;
    if (problem.temporal) return;
    for (const Fields fields : {Fields::asFunctions, Fields::asRelations}) {
      const auto theory = theoryOf(model, problem, fields);
      const auto bound = theory ? smallModelOf(*theory) : std::nullopt;
      const auto scope = bound ? scopeOf(model, *bound, problem.scope) : std::nullopt;
      if (!scope) continue;
      ++used;
      Problem small = problem, large = problem;
      small.scope = *scope;
      large.scope.sigs.clear();
      large.scope.overall = 4;
      const Options options{.threads = Threads::one};
      if (Search(model, large, options).next().verdict != Verdict::satisfiable) continue;
      ++satisfiable;
      EXPECT_EQ(Search(model, small, options).next().verdict, Verdict::satisfiable);
    }
  });
  if (seeds < 600) return;
  EXPECT_GT(used, 20);
  EXPECT_GT(satisfiable, 5);
}

}  // namespace
}  // namespace aunit::solver
