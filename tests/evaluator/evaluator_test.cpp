#include "evaluator/evaluator.h"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/evaluator/builder.h"

namespace aunit::evaluator {
namespace {

using namespace testing;

// The list model: sig Node { link: set Node }.
struct ListModel : ::testing::Test {
  Builder b;
  SigId node = b.sig("Node");
  FieldId link = b.field("link", node, 2);
  VarId n = b.variable("n");
  // all n: Node | n !in n.^link
  ExprId acyclic = b.quantifier(Op::quantAll, {b.decl(n, b.sigRef(node))},
                                b.formula(Op::in, {b.var(n), b.join(b.var(n), b.unary(Op::closure, b.fieldRef(link)))}, true));
  // all n: Node | lone n.link
  ExprId partial =
      b.quantifier(Op::quantAll, {b.decl(n, b.sigRef(node))}, b.formula(Op::lone, {b.join(b.var(n), b.fieldRef(link))}));
  model::Instance instance = emptyInstance(b, {"N0", "N1", "N2"});

  void set(std::initializer_list<std::vector<Atom>> nodes, std::initializer_list<std::vector<Atom>> links) {
    instance.states[0].sigs[node] = tuples(instance, 1, nodes);
    instance.states[0].fields[link] = tuples(instance, 2, links);
  }
};

TEST_F(ListModel, JudgesQuantifiedFormulas) {
  Evaluator evaluator(b.model);
  set({{0}, {1}}, {{1, 0}});
  evaluator.bind(instance);
  EXPECT_TRUE(evaluator.holds(acyclic));
  EXPECT_TRUE(evaluator.holds(partial));
  set({{0}, {1}}, {{1, 0}, {0, 1}});
  evaluator.bind(instance);
  EXPECT_FALSE(evaluator.holds(acyclic));
  EXPECT_TRUE(evaluator.holds(partial));
  set({{0}, {1}, {2}}, {{0, 1}, {0, 2}});
  evaluator.bind(instance);
  EXPECT_TRUE(evaluator.holds(acyclic));
  EXPECT_FALSE(evaluator.holds(partial));
}

// Formulas about signatures alone are not compiled.
TEST_F(ListModel, JudgesFormulasAboutSignatures) {
  const SigId part = b.sig("Part", node);
  std::vector<ExprId> formulas;
  for (const bool negated : {false, true}) {
    for (const Op op : {Op::one, Op::some, Op::lone, Op::no}) formulas.push_back(b.formula(op, {b.sigRef(part)}, negated));
    formulas.push_back(b.formula(Op::in, {b.sigRef(part), b.sigRef(node)}, negated));
    formulas.push_back(b.formula(Op::in, {b.sigRef(node), b.sigRef(part)}, negated));
  }
  model::Instance each = emptyInstance(b, {"N0", "N1", "N2"});
  Evaluator evaluator(b.model);
  for (const std::vector<std::vector<Atom>>& atoms : {std::vector<std::vector<Atom>>{}, {{0}}, {{0}, {1}}, {{0}, {1}, {2}}}) {
    each.states[0].sigs[node] = tuples(each, 1, {{0}, {1}});
    each.states[0].sigs[part] = TupleSet(each.universe->size(), 1);
    for (const auto& atom : atoms) each.states[0].sigs[part].insert(atom);
    evaluator.bind(each);
    for (const ExprId formula : formulas)
      EXPECT_EQ(evaluator.holds(formula), std::get<bool>(evaluator.value(formula))) << formula << " of " << atoms.size();
  }
}

TEST_F(ListModel, JudgesDisjointSignaturesOfManyAtoms) {
  const SigId first = b.sig("First", node), second = b.sig("Second", node), third = b.sig("Third", node);
  const ExprId formula = b.formula(Op::disjoint, {b.sigRef(first), b.sigRef(second), b.sigRef(third)});
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("N" + std::to_string(i));
  model::Instance each = emptyInstance(b, names);
  Evaluator evaluator(b.model);
  for (const Atom shared : {100u, 70u, 80u, 90u}) {  // 100: none
    const auto range = [&](Atom begin, Atom end) {
      TupleSet set = TupleSet::range(each.universe->size(), begin, end);
      if (shared < 100) set.insert(std::span(&shared, 1));
      return set;
    };
    each.states[0].sigs[first] = range(70, shared == 80 ? 70 : 80);
    each.states[0].sigs[second] = range(80, 90);
    each.states[0].sigs[third] = range(shared == 90 ? 95 : 90, 100);
    evaluator.bind(each);
    EXPECT_EQ(evaluator.holds(formula), shared == 100) << shared;
    EXPECT_EQ(std::get<bool>(evaluator.value(formula)), shared == 100) << shared;
  }
}

TEST_F(ListModel, FreeVariablesTakeAssignedValues) {
  Evaluator evaluator(b.model);
  set({{0}, {1}}, {{1, 0}});
  evaluator.bind(instance);
  const ExprId successors = b.join(b.var(n), b.fieldRef(link));
  EXPECT_THROW(evaluator.relation(successors), EvaluationError);
  evaluator.assign(n, TupleSet::atom(instance.universe->size(), 1));
  EXPECT_EQ(evaluator.relation(successors).atoms(), (std::vector<Atom>{0}));
  evaluator.assign(n, TupleSet::atom(instance.universe->size(), 0));
  EXPECT_TRUE(evaluator.relation(successors).empty());
}

TEST_F(ListModel, PreferredValuesAreTriedFirstAndOnce) {
  set({{0}, {1}, {2}}, {{2, 2}});
  const std::uint32_t universe = instance.universe->size();
  const TupleSet last = TupleSet::atom(universe, 2);
  const ExprId loops = b.formula(Op::in, {b.var(n), b.join(b.var(n), b.fieldRef(link))});
  const VarId many = b.variable("many");
  const ExprId whole = b.formula(Op::equal, {b.var(many), b.sigRef(node)});
  const auto overAtoms = [&](Op op) { return b.quantifier(op, {b.decl(n, b.sigRef(node))}, loops); };
  const auto overSets = [&](Op op) { return b.quantifier(op, {b.decl(many, b.sigRef(node), Multiplicity::set)}, whole); };

  // Without a preference the loop checks the budget before it reaches the last of thousands of combinations.
  const TupleSet all = tuples(instance, 1, {{0}, {1}, {2}});
  const support::Budget nothing = support::Budget().endingAt(0);
  Evaluator hasty(b.model, {.budget = &nothing});
  hasty.bind(instance);
  const auto severalAre = [&](Multiplicity multiplicity, int count, const TupleSet& value) {
    std::vector<model::Decl> decls;
    std::vector<ExprId> bodies;
    for (int i = 0; i < count; ++i) {
      const VarId v = b.variable("v" + std::to_string(i));
      decls.push_back(b.decl(v, b.sigRef(node), multiplicity));
      bodies.push_back(multiplicity == Multiplicity::set ? b.formula(Op::equal, {b.var(v), b.sigRef(node)})
                                                         : b.formula(Op::in, {b.var(v), b.join(b.var(v), b.fieldRef(link))}));
    }
    const ExprId formula = b.quantifier(Op::quantSome, decls, b.formula(Op::and_, bodies));
    EXPECT_THROW(hasty.holds(formula), support::Exhausted);
    for (const model::Decl& decl : decls) hasty.prefer(decl.firstVariable, value);
    EXPECT_TRUE(hasty.holds(formula));
  };
  severalAre(Multiplicity::one, 7, last);
  severalAre(Multiplicity::set, 4, all);

  Evaluator evaluator(b.model);
  evaluator.bind(instance);
  evaluator.prefer(n, last);
  evaluator.prefer(n, TupleSet::atom(universe, 9));  // not in Node
  evaluator.prefer(many, tuples(instance, 1, {{0}, {1}, {2}}));
  EXPECT_TRUE(evaluator.holds(overAtoms(Op::quantOne)));
  EXPECT_TRUE(evaluator.holds(overSets(Op::quantOne)));
  EXPECT_EQ(evaluator.relation(b.comprehension({b.decl(n, b.sigRef(node))}, b.formula(Op::some, {b.var(n)}))).atoms(),
            (std::vector<Atom>{0, 1, 2}));
}

TEST_F(ListModel, UnivAndIdenHoldTheIntegers) {
  Evaluator evaluator(b.model);
  set({{0}, {2}}, {});
  evaluator.bind(instance);
  EXPECT_EQ(evaluator.relation(b.sigRef(model::builtin::univ)).size(), 18u);
  EXPECT_EQ(evaluator.relation(b.iden()).size(), 18u);
  EXPECT_EQ(evaluator.integer(b.integer(Op::cardinality, {b.sigRef(model::builtin::univ)})), 2);  // 18 wraps at 4 bits
  EXPECT_EQ(evaluator.relation(b.unary(Op::reflexiveClosure, b.fieldRef(link))).size(), 18u);
}

TEST_F(ListModel, RefusesBottomlessNesting) {
  Evaluator evaluator(b.model);
  evaluator.bind(instance);
  ExprId deep = acyclic;
  for (int i = 0; i < 4'000; ++i) deep = b.formula(Op::not_, {deep});
  EXPECT_TRUE(evaluator.holds(deep));
  for (int i = 0; i < 100'000; ++i) deep = b.formula(Op::not_, {deep});
  EXPECT_THROW(evaluator.holds(deep), EvaluationError);
}

TEST_F(ListModel, CallsThatMultiplyAreSharedNotExpanded) {
  // pred f0[x] { some x }  pred f1[x] { f0[x] and f0[x] }  ...: 2^60 calls when expanded.
  for (int i = 0; i < 60; ++i) {
    model::Func func;
    const VarId x = b.variable("x", model::VarKind::parameter);
    func.variables = {x};
    const auto call = [&] { return b.make(Op::call, Sort::formula, 0, {b.var(x)}, static_cast<std::uint32_t>(i - 1)); };
    func.body = i == 0 ? b.formula(Op::some, {b.var(x)}) : b.formula(Op::and_, {call(), call()});
    b.model.mutableFuncs().push_back(func);
  }
  set({{0}}, {});
  Evaluator evaluator(b.model);
  evaluator.bind(instance);
  EXPECT_TRUE(evaluator.holds(b.make(Op::call, Sort::formula, 0, {b.sigRef(node)}, 59)));
}

TEST_F(ListModel, RefusesStatesThatAreNotThere) {
  Evaluator evaluator(b.model);
  evaluator.bind(instance);
  EXPECT_THROW(evaluator.holds(acyclic, 1), EvaluationError);
}

}  // namespace
}  // namespace aunit::evaluator
