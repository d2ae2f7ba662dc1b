// Columns of values compared with the evaluator on random valuations: both agree on which expressions are equal.

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "strength/synthesis/matrices.h"
#include "strength/synthesis/random_valuations.h"
#include "suite/text/formula_text.h"
#include "tests/loaded.h"
#include "tests/solver/generated_model.h"

namespace aunit::strength::synthesis {
namespace {

struct Tables {
  std::unique_ptr<parser::Loaded> loaded;
  std::vector<std::unique_ptr<model::Instance>> instances;
  model::TypeTable types;
  model::Nodes nodes;
  Vocabulary vocabulary;
  std::unique_ptr<Pool> pool;
  std::unique_ptr<BatchEvaluator> batch;

  Tables(const std::string& text, int states, std::size_t count)
      : loaded(tests::loaded("m.als", text)),
        types(*loaded->model),
        nodes(*loaded->model, types),
        vocabulary(*loaded->model, nodes, {}) {
    Sizes sizes;
    sizes.states = states;
    RandomValuations chance(*loaded->model, sizes, 5);
    for (std::size_t i = 0; i < 100 * count && instances.size() < count; ++i)
      if (auto instance = chance.next()) instances.push_back(std::make_unique<model::Instance>(std::move(*instance)));
    std::vector<const model::Instance*> pointers;
    for (const auto& instance : instances) pointers.push_back(instance.get());
    pool = std::make_unique<Pool>(*loaded->model, pointers, states > 1 ? 3 : 0);
    batch = std::make_unique<BatchEvaluator>(*loaded->model, *pool, model::Semantics{});
  }
  const model::Model& model() const { return *loaded->model; }

  /// The frame extended by a variable of a domain.
  FrameId bind(FrameId frame, const Domain& domain, std::size_t variable) const {
    return batch->bind(frame, domain.variables[variable], batch->value(domain.expr, frame));
  }
  static Leaf leaf(const Domain& domain, std::size_t use) { return {domain.uses[use], {1, {domain.kind}}, 1}; }

  /// Compares every `step`th sentence of a search on all valuations; returns their number.
  std::size_t compareSentences(Matrices& matrices, std::size_t step) {
    evaluator::Evaluator evaluator(model());
    std::size_t seen = 0;
    matrices.search([&](const Sentence& sentence) {
      if (++seen % step != 0) return Reply::goOn;
      const model::ExprId made = sentence.made(nodes);
      for (std::size_t i = 0; i < instances.size(); ++i) {
        evaluator.bind(*instances[i]);
        EXPECT_EQ(sentence.value.bit(i), evaluator.holds(made))
            << suite::FormulaText(model(), loaded->sources, 0).of(made) << " on valuation " << i;
      }
      return testing::Test::HasFailure() ? Reply::stop : Reply::goOn;
    });
    return seen;
  }
};

TEST(RandomValuations, KeepToHierarchyAndToWhatIsStatic) {
  const Tables tables(R"(
sig D in C {}
sig C in A {}
var sig W in A2 + D {}
var sig V in A {}
abstract sig A { f: set A, var g: set A }
sig A1 extends A {}
var sig A2, A3 extends A {}
)",
                      4, 200);
  const model::Model& model = tables.model();
  std::size_t moved = 0, nested = 0;
  for (const auto& instance : tables.instances)
    for (const model::State& state : instance->states) {
      const model::State& start = instance->states.front();
      for (model::SigId s = model::builtin::count; s < model.sigs().size(); ++s) {
        const model::Sig& sig = model.sig(s);
        if (sig.isMeta) continue;
        EXPECT_TRUE(sig.isVar || state.sigs[s] == start.sigs[s]) << sig.name;
        if (sig.subset) {
          model::TupleSet parents = state.sigs[sig.parents[0]];
          for (const model::SigId parent : sig.parents) parents = parents.unite(state.sigs[parent]);
          EXPECT_TRUE(state.sigs[s].subsetOf(parents)) << sig.name;
        }
        if (sig.name == "A2") moved += state.sigs[s] != start.sigs[s];
        if (sig.name == "D") nested += !state.sigs[s].empty();
        for (const model::SigId child : sig.children) {
          EXPECT_TRUE(state.sigs[child].subsetOf(state.sigs[s]));
          for (const model::SigId other : sig.children)
            EXPECT_TRUE(other == child || !state.sigs[child].intersects(state.sigs[other]));
        }
      }
      for (model::FieldId f = 0; f < model.fields().size(); ++f)
        EXPECT_TRUE(model.field(f).isVar || model.field(f).isMeta || state.fields[f] == start.fields[f]);
    }
  EXPECT_GT(moved, 50u);
  EXPECT_GT(nested, 50u);
}

Binder variable(FrameId frame, const Domain* domain, std::uint32_t number) {
  return {Binder::Kind::variable, frame, domain, number};
}

/// Compares each predicate of a model on all valuations; returns their number.
std::size_t compareBodies(const std::string& text, int states) {
  Tables tables(text, states, 150);
  evaluator::Evaluator evaluator(tables.model());
  std::size_t compared = 0;
  for (const model::Func& function : tables.model().funcs()) {
    if (function.module != 0 || !function.isPredicate || !function.params.empty()) continue;
    const Column& column = tables.batch->value(function.body, BatchEvaluator::root);
    std::size_t held = 0;
    for (std::size_t i = 0; i < tables.instances.size(); ++i) {
      evaluator.bind(*tables.instances[i]);
      EXPECT_EQ(column.bit(i), evaluator.holds(function.body)) << function.name << " on valuation " << i;
      held += column.bit(i);
    }
    ++compared;
    EXPECT_TRUE(held > 0 && held < tables.instances.size()) << function.name << " says nothing: " << held;
  }
  return compared;
}

TEST(Columns, SayWhatTheEvaluatorSays) {
  EXPECT_EQ(compareBodies(R"(
sig A { f: set B, g: set A, h: A -> B, o: one B, l: lone A }
abstract sig B {}
sig B1 extends B {}
lone sig B2 extends B {}
sig S in A {}
fun next[a: A]: set A { a.g + a.l }
pred calls[x: A, y: set B] { some x.f & y }
pred joins { some g.f & o }
pred closures { no ^g & iden and A in univ.*(g + l) }
pred products { f in A -> B1 }
pred restrictions { S <: f = f :> B1 }
pred overrides { (g ++ l) != g }
pred ternary { all a: A | lone a.h.B }
pred quantified { all a: A, b: a.f | some c: A - a | b in c.f }
pred disjointVariables { all disj x, y: A | x.o != y.o }
pred disjointSets { disj[B1, A.o] }
pred counts { #g > 2 and #A.f <= 2 }
pred atMost { lone a: A | some a.f }
pred precisely { one a: A | a in S }
pred several { one a: A, b: B | b in a.f }
pred fewPairs { lone disj a, b: A | a in b.g }
pred none_ { no a: A | a in a.^g }
pred comprehended { some { x: A, y: B | y in x.f and x in S } - o }
pred named { let r = g + ~g | A in univ.^r or no r }
pred conditional { some S => some g else no f }
pred chosen { some (some S => g else l) }
pred called { all a: A | calls[a, B1] or calls[next[a], B] }
pred negated { A !in S and g != l }
pred everything { univ in S + B + Int }
pred many { lone univ & S }
)",
                          1),
            23);
}

TEST(Columns, SayOfTracesWhatTheEvaluatorSays) {
  EXPECT_EQ(compareBodies(R"(
sig A { r: set A, var s: set A }
var sig V in A {}
pred grows { always V in V' }
pred ends { eventually (no V and after some s) }
pred comes { all a: A | eventually a in V }
pred until_ { some V until no s }
pred releases_ { no V releases some s }
pred past { eventually (some V and historically some s) }
pred since_ { always (no V or (some s since no V)) }
pred before_ { always (some V implies before some s) }
pred once_ { always (once some V) }
pred triggered_ { eventually (some V triggered some s) }
pred moves { always all a: V | a.s' in a.r + a.s }
pred nested { eventually always (some V or eventually historically no s) }
)",
                          4),
            12);
}

TEST(Columns, NegatedIntegersWrapAsTheyDoThere) {
  EXPECT_EQ(compareBodies(R"(
sig A { f: A -> A }
pred large { #f > 3 }
pred huge { #f < -2 }
pred compared { #A.f.A = #A }
)",
                          1),
            3);
}

TEST(Columns, OfGeneratedFormulasAreWhatTheEvaluatorSays) {
  using solver::testing_::Kind;
  std::size_t compared = 0, without = 0;
  for (const Kind kind : {Kind::relations, Kind::traces, Kind::histories})
    solver::testing_::forEachGenerated(200, kind, [&](const solver::testing_::PosedProblem& posed, unsigned) {
      const Tables tables(posed.text, kind == Kind::relations ? 1 : 3, 25);
      const model::ExprId formula = tables.model().commands()[0].formula;
      const Column* column = nullptr;
      try {
        column = &tables.batch->value(formula, BatchEvaluator::root);
      } catch (const NoColumn&) {
        ++without;
        return;
      }
      ++compared;
      evaluator::Evaluator evaluator(tables.model());
      for (std::size_t i = 0; i < tables.instances.size(); ++i) {
        evaluator.bind(*tables.instances[i]);
        ASSERT_EQ(column->bit(i), evaluator.holds(formula)) << "valuation " << i;
      }
    });
  EXPECT_GT(compared, 150u) << without << " have no columns";
}

/// Columns of all atomic formulas that the enumeration makes under two variables, on every row.
TEST(Columns, OfWhatIsMadeAreTheValuesOfWhatIsProposed) {
  Tables tables("sig A { f: set B, g: set A, h: A -> B }\nsig B {}\nsig S extends A {}\n", 1, 12);
  BatchEvaluator& batch = *tables.batch;
  const Domain &outer = tables.vocabulary.domains()[0], &inner = tables.vocabulary.domains()[1];
  const FrameId first = tables.bind(BatchEvaluator::root, outer, 0), second = tables.bind(first, inner, 0);
  std::vector<Leaf> leaves = tables.vocabulary.leaves();
  for (const Domain* domain : {&outer, &inner}) leaves.push_back(Tables::leaf(*domain, 0));
  Expressions expressions(batch, second, leaves, {.terms = 400});
  TargetValues wanted{truths(12), truths(12)};
  const MatrixLimits limits{.atoms = 1500};
  Matrices matrices(batch, expressions, BatchEvaluator::root, {variable(first, &outer, 0), variable(second, &inner, 0)}, wanted,
                    limits);
  matrices.search([](const Sentence&) { return Reply::goOn; });
  ASSERT_GE(matrices.atoms().size(), 1000u);
  evaluator::Evaluator evaluator(tables.model());
  const Frame& frame = batch.frame(second);
  for (std::uint32_t a = 0; a < matrices.atoms().size(); a += 3) {
    const model::ExprId made = matrices.made({a, false}, tables.nodes), denied = matrices.made({a, true}, tables.nodes);
    for (std::uint32_t row = 0; row < frame.rows; row += 5) {
      evaluator.bind(*tables.instances[frame.caseOf[row]]);
      const auto atomOf = [&](model::VarId variable, FrameId of, std::uint32_t at) {
        const std::uint32_t bits = batch.algebra().atomsOf(batch.frame(of).variables[0].second, at);
        evaluator.assign(variable, model::TupleSet::atom(evaluator.instance().universe->size(),
                                                         static_cast<model::Atom>(std::countr_zero(bits))));
      };
      atomOf(inner.variables[0], second, row);
      atomOf(outer.variables[0], first, frame.source[row]);
      ASSERT_EQ(matrices.atoms()[a].value.bit(row), evaluator.holds(made)) << a << " in row " << row;
      ASSERT_NE(matrices.atoms()[a].value.bit(row), evaluator.holds(denied)) << a << " in row " << row;
    }
  }
}

/// Columns of whole sentences, with their prefix, on the valuations.
TEST(Columns, OfSentencesAreTheirValues) {
  Tables tables("sig A { g: set A }\nsig S in A {}\n", 1, 60);
  BatchEvaluator& batch = *tables.batch;
  const Domain& domain = tables.vocabulary.domains()[0];
  const FrameId first = tables.bind(BatchEvaluator::root, domain, 0), second = tables.bind(first, domain, 1);
  std::vector<Leaf> leaves = tables.vocabulary.leaves();
  for (const std::size_t i : {0u, 1u}) leaves.push_back(Tables::leaf(domain, i));
  Expressions expressions(batch, second, leaves, {.terms = 200});
  TargetValues wanted{truths(60), truths(60)};  // any value is accepted
  const MatrixLimits limits{.atoms = 300, .parts = 40, .clause = 3, .clauseParts = 20};
  Matrices matrices(batch, expressions, BatchEvaluator::root, {variable(first, &domain, 0), variable(second, &domain, 1)}, wanted,
                    limits);
  EXPECT_GT(tables.compareSentences(matrices, 7), 1000u);
}

/// Columns of sentences with temporal operators, in the prefix and inside.
TEST(Columns, OfTemporalSentencesAreTheirValues) {
  Tables tables("sig A { var g: set A }\nvar sig S in A {}\n", 4, 60);
  BatchEvaluator& batch = *tables.batch;
  const Domain& domain = tables.vocabulary.domains()[0];
  TargetValues wanted{truths(60), truths(60)};  // any value is accepted
  const MatrixLimits limits{.atoms = 200, .parts = 30};
  using Kind = Binder::Kind;
  for (const std::vector<Kind>& kinds : std::vector<std::vector<Kind>>{{Kind::present},
                                                                       {Kind::moments},
                                                                       {Kind::variable, Kind::present},
                                                                       {Kind::moments, Kind::variable},
                                                                       {Kind::variable, Kind::moments}}) {
    std::vector<Leaf> leaves = tables.vocabulary.leaves();
    std::vector<Binder> binders;
    FrameId frame = BatchEvaluator::root;
    for (const Kind kind : kinds) {
      frame = kind == Kind::variable ? tables.bind(frame, domain, 0) : batch.moments(frame);
      binders.push_back({kind, frame, kind == Kind::variable ? &domain : nullptr, 0});
      if (kind == Kind::variable) leaves.push_back(Tables::leaf(domain, 0));
    }
    Expressions expressions(batch, frame, leaves, {.terms = 60});
    Matrices matrices(batch, expressions, BatchEvaluator::root, binders, wanted, limits);
    EXPECT_GT(tables.compareSentences(matrices, 11), 500u);
  }
}

}  // namespace
}  // namespace aunit::strength::synthesis
