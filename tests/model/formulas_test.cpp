// Operations on formulas, with models made by hand. (tests/strength/relation_test.cpp compares copies and keys with evaluation.)
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/changes/extension.h"
#include "model/formulas/conjuncts.h"
#include "model/formulas/copier.h"
#include "model/formulas/keys.h"

namespace aunit::model {
namespace {

/// A model with signatures of these names.
Model modelWith(const std::vector<std::string>& names) {
  Model model;
  for (const std::string& name : names) {
    Sig sig;
    sig.name = name;
    sig.label = "this/" + name;
    sig.parents = {builtin::univ};
    const auto id = static_cast<SigId>(model.sigs().size());
    sig.type = model.internType({{{id}}});
    model.mutableSigs().push_back(std::move(sig));
  }
  return model;
}

constexpr SigId first = builtin::count, second = first + 1;

/// "all NAME: SIG | some NAME". SIG may be declared under another name.
ExprId someOfAll(Nodes& make, const std::string& name, SigId sig) {
  const VarId variable = make.newVariable(name, sig);
  const Decl decl{.firstVariable = variable, .variableCount = 1, .bound = make.sig(sig), .span = {}};
  return make.quantified(Op::quantAll, decl, make.unary(Op::some, make.variable(variable)));
}

TEST(Formulas, ConjunctionsAreTakenApart) {
  Extension extension(modelWith({"A"}));
  Nodes& make = extension.nodes();
  const ExprId a = make.unary(Op::some, make.sig(first)), b = make.unary(Op::lone, make.sig(first)), c = make.unary(Op::not_, a);
  const Model& model = extension.model();
  EXPECT_EQ(conjunctsOf(model, noId), std::vector<ExprId>());
  EXPECT_EQ(conjunctsOf(model, a), std::vector{a});
  const ExprId nested =
      make.list(Op::and_, {make.list(Op::and_, {a, make.list(Op::and_, {b, c})}), make.list(Op::or_, {a, b}), a});
  const ExprId disjunction = model.child(nested, 1);
  EXPECT_EQ(conjunctsOf(model, nested), (std::vector{a, b, c, disjunction, a}));
  EXPECT_EQ(conjunctsOf(model, std::vector{noId, b, nested, noId}), (std::vector{b, a, b, c, disjunction, a}));
  ExprId deep = a;
  for (int i = 0; i < 200'000; ++i) deep = make.list(Op::and_, {deep, b});
  EXPECT_EQ(conjunctsOf(model, deep).size(), 200'001u);
}

TEST(Formulas, CorrespondencesTurn) {
  const Model from = modelWith({"A", "B"}), to = modelWith({"B", "C", "D"});
  Correspondence there = Correspondence::identity(from);
  there.sigs = {0, 1, 2, 3, 4, noId, first};
  const Correspondence back = there.turned(to);
  EXPECT_EQ(back.sigs, (std::vector<SigId>{0, 1, 2, 3, 4, second, noId, noId}));
  EXPECT_EQ(there.type({{{second}}})->products, (std::vector<Product>{{first}}));
  EXPECT_FALSE(there.type({{{second, first}}}));
}

TEST(Formulas, KeysAreEqualButForNamesOfVariables) {
  const Model one = modelWith({"A", "B"}), other = modelWith({"B", "A"});
  Extension here(one), there(other);
  Correspondence corresponding = Correspondence::identity(one);
  std::swap(corresponding.sigs[first], corresponding.sigs[second]);
  KeyComparison alike(here.model(), there.model(), corresponding);
  const ExprId ofA = someOfAll(here.nodes(), "x", first);
  EXPECT_TRUE(alike.expressions(ofA, someOfAll(there.nodes(), "y", second)));
  EXPECT_FALSE(alike.expressions(ofA, someOfAll(there.nodes(), "x", first)));
  EXPECT_TRUE(alike.expressions(noId, noId));
  EXPECT_FALSE(alike.expressions(ofA, noId));
  // Formulas with free variables equal no formula.
  const ExprId free = here.nodes().unary(Op::some, here.nodes().variable(here.nodes().newVariable("x", first)));
  const ExprId freeThere = there.nodes().unary(Op::some, there.nodes().variable(there.nodes().newVariable("x", second)));
  EXPECT_FALSE(alike.expressions(free, freeThere));
  // Nested variables are matched in binding order.
  const auto nested = [](Extension& in, SigId sig, bool inner) {
    Nodes& make = in.nodes();
    const VarId x = make.newVariable("x", sig), y = make.newVariable("y", sig);
    const Decl ofX{.firstVariable = x, .variableCount = 1, .bound = make.sig(sig), .span = {}};
    const Decl ofY{.firstVariable = y, .variableCount = 1, .bound = make.sig(sig), .span = {}};
    const ExprId body = make.unary(Op::some, make.variable(inner ? y : x));
    return make.quantified(Op::quantAll, ofX, make.quantified(Op::quantSome, ofY, body));
  };
  EXPECT_TRUE(alike.expressions(nested(here, first, true), nested(there, second, true)));
  EXPECT_FALSE(alike.expressions(nested(here, first, true), nested(there, second, false)));
}

/// A model with `pred p[x: A] { ... }`, whose body uses the parameter, and the formula p[A].
struct Calling {
  Extension extension{modelWith({"A"})};
  FuncId function = 0;
  ExprId call = noId, body = noId;

  explicit Calling(const std::string& parameter, Op op = Op::some, bool recursive = false) {
    Nodes& make = extension.nodes();
    Func p;
    p.name = "p";
    p.label = "this/p";
    p.recursive = recursive;
    p.variables = {extension.growing().addVariable(
        {.name = parameter, .kind = VarKind::parameter, .type = extension.model().sig(first).type})};
    p.params = {{.firstVariable = p.variables[0], .variableCount = 1, .bound = make.sig(first)}};
    body = p.body = make.unary(op, make.variable(p.variables[0]));
    extension.growing().mutableFuncs().push_back(p);
    call = make.call(0, std::vector{make.sig(first)});
  }
};

TEST(Formulas, FunctionsAreComparedByWhatTheySay) {
  const Calling one("x"), renamed("y"), other("x", Op::no);
  const Correspondence same = Correspondence::identity(one.extension.model());
  EXPECT_TRUE(KeyComparison(one.extension.model(), renamed.extension.model(), same).expressions(one.call, renamed.call));
  EXPECT_TRUE(KeyComparison(one.extension.model(), renamed.extension.model(), same).functions(0, 0));
  EXPECT_FALSE(KeyComparison(one.extension.model(), other.extension.model(), same).expressions(one.call, other.call));
  EXPECT_FALSE(KeyComparison(one.extension.model(), other.extension.model(), same).functions(0, 0));
}

TEST(Formulas, CallsAreCopiedOrWrittenOut) {
  const Calling one("x");
  Calling renamed("y"), other("x", Op::no);
  const Correspondence same = Correspondence::identity(one.extension.model());
  const auto copied = [&](Calling& to, Calls calls) {
    return to.extension.model().expr(Copier(one.extension.model(), to.extension, same, calls).of(one.call));
  };
  EXPECT_EQ(copied(renamed, Calls::kept).payload, 0u);  // the function has the same meaning in both models
  EXPECT_EQ(copied(other, Calls::kept).payload, 1u);
  EXPECT_EQ(other.extension.model().funcs().size(), 2u);
  EXPECT_EQ(copied(other, Calls::writtenOut).op, Op::let);
  EXPECT_EQ(other.extension.model().funcs().size(), 2u);
  // A copy has the key of its original.
  Keys::Numbers numbers;
  Keys from(one.extension.model(), other.extension.model(), same, numbers, Calls::kept);
  Keys to(other.extension.model(), other.extension.model(), same, numbers, Calls::kept);
  EXPECT_EQ(from.of(one.call), to.of(Copier(one.extension.model(), other.extension, same).of(one.call)));
}

TEST(Formulas, SaysWhatTheOtherModelLacks) {
  const Calling one("x"), recursive("x", Op::some, true);
  Extension to(modelWith({}));
  Correspondence none = Correspondence::identity(one.extension.model());
  none.sigs[first] = noId;
  Copier copier(one.extension.model(), to, none);
  EXPECT_FALSE(copier.expression(one.call));
  EXPECT_EQ(copier.missing(), "sig A");
  EXPECT_FALSE(copier.expression(one.body));
  EXPECT_EQ(copier.missing(), "the variable x");
  Calling other("x", Op::no);
  const Correspondence same = Correspondence::identity(recursive.extension.model());
  for (const Calls calls : {Calls::kept, Calls::writtenOut}) {
    Copier ofRecursive(recursive.extension.model(), other.extension, same, calls);
    EXPECT_FALSE(ofRecursive.expression(recursive.call));
    EXPECT_EQ(ofRecursive.missing(), "recursive pred p");
  }
}

TEST(Formulas, HaveLimits) {
  Extension from(modelWith({"A"})), to(modelWith({"A"}));
  Nodes& make = from.nodes();
  ExprId deep = make.unary(Op::some, make.sig(first));
  for (int i = 0; i < Extent::mostLevels; ++i) deep = make.unary(Op::not_, deep);
  // The size of a formula that uses itself as parts is that of its expansion.
  ExprId wide = make.unary(Op::some, make.sig(first));
  for (int i = 0; i < 20; ++i) wide = make.list(Op::or_, {wide, wide});
  const Correspondence same = Correspondence::identity(from.model());
  Copier copier(from.model(), to, same);
  EXPECT_FALSE(copier.expression(deep));
  EXPECT_EQ(copier.missing(), "a formula that is nested too deeply");
  EXPECT_FALSE(copier.expression(wide));
  EXPECT_EQ(copier.missing(), "a formula with too many parts");
  EXPECT_FALSE(KeyComparison(from.model(), from.model(), same).expressions(deep, deep));
  EXPECT_TRUE(copier.expression(make.unary(Op::some, make.sig(first))));
}

}  // namespace
}  // namespace aunit::model
