// How two formulas are related: a formula is copied from one model into another, and the answer in a scope is compared with all
// valuations.
#include "strength/comparison/relation.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/formulas/copier.h"
#include "parser/front_end.h"
#include "solver/allscopes/provers.h"
#include "solver/entailment/logic.h"
#include "solver/grounding/scope.h"
#include "strength/comparison/correspondence.h"
#include "tests/loaded.h"
#include "tests/solver/generated_model.h"

namespace aunit::strength::comparison {
namespace {

std::unique_ptr<parser::Loaded> modelOf(const std::string& text) {
  return tests::loaded("m.als", text);
}

/// Two versions of a model. Formulas of the first are copied into the second.
class Versions {
 public:
  Versions(const std::string& older, const std::string& newer) : older_(modelOf(older)), newer_(modelOf(newer)) {}

  const model::Model& older() const { return *older_->model; }
  const model::Model& newer() const { return *newer_->model; }
  const model::Model& together() const { return extension_.model(); }
  model::Nodes& nodes() { return extension_.nodes(); }
  model::Copier& copier() { return copier_; }
  model::KeyComparison& alike() { return alike_; }
  std::optional<model::ExprId> writtenOut(model::ExprId ofOlder) {
    return model::Copier(older(), extension_, corresponding_, model::Calls::writtenOut).expression(ofOlder);
  }
  bool hasKeyOf(model::ExprId ofOlder, model::ExprId copy) const {
    return model::KeyComparison(older(), together(), corresponding_).expressions(ofOlder, copy);
  }

  /// The bodies of the predicate with this name in both versions.
  Formulas predicate(const std::string& name) {
    const model::Func &one = named(older(), name), &other = named(newer(), name);
    for (std::size_t i = 0; i < one.variables.size(); ++i) copier_.stand(one.variables[i], other.variables[i]);
    return {copier_.expression(one.body).value(), other.body, other.params, true};
  }

  RelationResult relate(const Formulas& formulas, int scope, bool facts = true, std::size_t tries = 96) {
    return Relations(extension_, {.scope = {.overall = scope}, .facts = facts, .tries = tries}).relate(formulas);
  }
  RelationResult relate(const Formulas& formulas, const RelationOptions& options) {
    return Relations(extension_, options).relate(formulas);
  }

 private:
  static const model::Func& named(const model::Model& model, const std::string& name) {
    for (const model::Func& function : model.funcs())
      if (function.label == "this/" + name) return function;
    throw std::runtime_error("no predicate " + name);
  }

  std::unique_ptr<parser::Loaded> older_, newer_;
  model::Extension extension_{*newer_->model};
  Correspondence corresponding_ = correspondence(older(), newer());
  model::Copier copier_{older(), extension_, corresponding_};
  model::KeyComparison alike_{older(), newer(), corresponding_};
};

Relation between(const std::string& declarations, const std::string& older, const std::string& newer, int scope = 3) {
  const auto text = [&](const std::string& body) { return declarations + "\npred p { " + body + " }\n"; };
  Versions versions(text(older), text(newer));
  return versions.relate(versions.predicate("p"), scope).relation;
}

const std::string graph = "sig Node { link: set Node }";

TEST(RelationTest, TellsWhatAChangeAllows) {
  EXPECT_EQ(between(graph, "no iden & ^link", "no ^link & iden"), Relation::same);
  EXPECT_EQ(between(graph, "no iden & ^link", "no iden & link"), Relation::weaker);
  EXPECT_EQ(between(graph, "no iden & link", "no iden & ^link"), Relation::stronger);
  EXPECT_EQ(between(graph, "no iden & link", "some link"), Relation::neither);
  // They differ only if there are two nodes.
  EXPECT_EQ(between(graph, "some link", "some Node.link", 1), Relation::same);
  EXPECT_EQ(between(graph, "all n: Node | lone n.link", "some Node implies lone link", 1), Relation::same);
  EXPECT_EQ(between(graph, "all n: Node | lone n.link", "some Node implies lone link", 2), Relation::stronger);
}

TEST(RelationTest, FactsAreAssumedUnlessTheyAreNot) {
  const std::string declarations = graph + " fact { no link }";
  const auto text = [&](const std::string& body) { return declarations + "\npred p { " + body + " }\n"; };
  Versions versions(text("no Node"), text("no Node or some link"));
  const Formulas formulas = versions.predicate("p");
  EXPECT_EQ(versions.relate(formulas, 3).relation, Relation::same);
  const RelationResult without = versions.relate(formulas, 3, false);
  EXPECT_EQ(without.relation, Relation::weaker);
  ASSERT_TRUE(without.bySecond);
  EXPECT_EQ(solver::sizeOf(versions.together(), without.bySecond->instance).tuples, 1u);
}

TEST(RelationTest, WitnessesAreSmallAndCarryArguments) {
  const auto text = [](const std::string& body) { return graph + "\npred p[n, m: Node] { " + body + " }\n"; };
  for (const std::size_t tries : {0u, 96u}) {
    Versions versions(text("m in n.^link"), text("m in n.link"));
    const RelationResult related = versions.relate(versions.predicate("p"), 3, true, tries);
    EXPECT_EQ(related.relation, Relation::stronger);
    ASSERT_TRUE(related.byFirst);
    EXPECT_TRUE(related.noneBySecond);
    EXPECT_EQ(solver::sizeOf(versions.together(), related.byFirst->instance).tuples, 2u);
    ASSERT_EQ(related.byFirst->arguments.size(), 2u);
    for (const evaluator::Binding& binding : related.byFirst->arguments) EXPECT_EQ(binding.value.size(), 1u);
  }
}

TEST(RelationTest, CallsLibrariesAndEnumerationsAreCopied) {
  const std::string declarations = "open util/ordering[Time] as time\nenum Colour { Red, Green }\nsig Time { light: one Colour }";
  const auto text = [&](const std::string& called, const std::string& body) {
    return declarations + "\npred stop[t: Time] { t.light = " + called +
           " }\nfun later[t: Time]: set Time { t.nexts }\npred p { " + body + " }\n";
  };
  Versions versions(text("Red", "stop[first] and some later[first]"), text("Green", "stop[first] and some later[first]"));
  const RelationResult related = versions.relate(versions.predicate("p"), 3);
  EXPECT_EQ(related.relation, Relation::neither);
  Versions same(text("Red", "stop[first] and some later[first]"), text("Red", "some later[first] and stop[first]"));
  EXPECT_EQ(same.relate(same.predicate("p"), 3).relation, Relation::same);
}

TEST(RelationTest, SaysWhatTheOtherModelLacks) {
  Versions versions("sig A { f: set A } sig B { g: A -> B } pred p { some B } pred q { some f } pred r { some A.g }",
                    "sig A { f: A -> A } sig B extends A { g: A -> B } pred p { no A } pred q { no A } pred r { no A }");
  const auto body = [&](std::size_t index) { return versions.older().funcs()[index].body; };
  EXPECT_FALSE(versions.copier().expression(body(0)));
  EXPECT_EQ(versions.copier().missing(), "sig B");
  EXPECT_FALSE(versions.copier().expression(body(1)));
  EXPECT_EQ(versions.copier().missing(), "field A.f");
  EXPECT_FALSE(versions.copier().expression(body(2)));
  EXPECT_EQ(versions.copier().missing(), "field B.g");
}

TEST(RelationTest, LayoutAndNamesOfVariablesAreNoDifference) {
  const std::string calls = "pred q[a: A] { some a.f }";
  Versions versions("sig A { f: set A }\n" + calls + "pred p { all x, y: A | x in y.f => q[x] }",
                    "sig A { f: set A } -- layout\n" + calls + "pred p { all u, v: A |\n u in v.f => q[u] }");
  EXPECT_TRUE(versions.alike().functions(1, 1));
  EXPECT_FALSE(versions.alike().functions(0, 1));
  Versions others("sig A { f: set A }\n" + calls + "pred p { all x, y: A | x in y.f => q[x] }",
                  "sig A { f: set A } pred q[a: A] { no a.f } pred p { all x, y: A | x in y.f => q[x] }");
  EXPECT_FALSE(others.alike().functions(1, 1));
}

TEST(RelationTest, ShowsWhereTracesDiffer) {
  const std::string declarations = "var sig A {} fact { no A and always (no A or no A') }";
  const auto text = [&](const std::string& body) { return declarations + "\npred p { " + body + " }\n"; };
  Versions versions(text("some A"), text("lone A and some A"));
  const RelationResult related = versions.relate(versions.predicate("p"), 2);
  EXPECT_EQ(related.relation, Relation::stronger);
  ASSERT_TRUE(related.byFirst);
  EXPECT_EQ(related.byFirst->state, 1u);
}

TEST(RelationTest, NothingIsClaimedWhenTimeIsUp) {
  Versions versions(graph + "pred p { no iden & ^link }", graph + "pred p { all n: Node | n not in n.^link }");
  RelationOptions options;
  options.scope.overall = 3;
  options.proof.limits.seconds = 1e-9;
  const RelationResult related = versions.relate(versions.predicate("p"), options);
  EXPECT_EQ(related.relation, Relation::unknown);
  EXPECT_FALSE(related.why.empty());
}

/// The text, in which each line that begins with one of `beginnings` is replaced by the line of `other` with the same beginning.
std::string crossed(const std::string& text, const std::string& other, const std::vector<std::string>& beginnings) {
  const auto linesOf = [](const std::string& whole) {
    std::vector<std::string> lines;
    std::istringstream in(whole);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  };
  std::string result;
  for (const std::string& line : linesOf(text)) {
    std::string taken = line;
    for (const std::string& beginning : beginnings)
      if (line.starts_with(beginning))
        for (const std::string& candidate : linesOf(other))
          if (candidate.starts_with(beginning)) taken = candidate;
    result += taken + "\n";
  }
  return result;
}

struct RelationCounts {
  int pairs = 0;
  std::map<Relation, int> relations;
};

/// Compares two generated models under the declarations of the first: the formulas of their runs, and the bodies of their
/// predicates.
void holdAgainstAll(solver::testing_::Kind kind, model::Semantics semantics, unsigned seed, bool facts, RelationCounts& counted) {
  const std::string text = solver::testing_::generateModel(seed, kind);
  const std::string other = crossed(text, solver::testing_::generateModel(seed + 1000, kind), {"run ", "pred ", "fun "});
  if (!parser::loadText("m.als", text)->ok() || !parser::loadText("m.als", other)->ok()) return;
  Versions versions(text, other);
  const model::Model &first = versions.older(), &second = versions.newer();
  if (kind == solver::testing_::Kind::traces && !second.hasMutable()) return;
  const model::Command& command = second.commands()[0];
  const auto copied = versions.copier().expression(first.commands()[0].formula);
  ASSERT_TRUE(copied) << versions.copier().missing() << "\n" << text << other;
  const auto writtenOut = versions.writtenOut(first.commands()[0].formula);
  ASSERT_TRUE(writtenOut) << text << other;
  EXPECT_TRUE(versions.hasKeyOf(first.commands()[0].formula, *copied)) << text << other;
  const bool everyState = seed % 5 == 0;
  const RelationResult related =
      versions.relate({.first = *copied, .second = command.formula, .everyState = everyState},
                      {.scope = command.scope, .proof = {.semantics = semantics}, .facts = facts, .tries = seed % 2 ? 96u : 0u});

  solver::Problem problem = solver::problemOf(second, 0);
  problem.formula = model::noId;
  problem.temporal = second.hasMutable();
  bool byFirst = false, bySecond = false;
  const evaluator::Options how{.semantics = semantics};
  evaluator::Evaluator one(first, how), another(second, how), eventually(versions.together(), how);
  model::Nodes& make = versions.nodes();
  const solver::Logic logic(versions.together(), make, semantics);
  const auto alone = [&](model::ExprId holds, model::ExprId not_) {
    return make.unary(model::Op::eventually, logic.both(holds, logic.no(not_)));
  };
  const model::ExprId someFirst = alone(*copied, command.formula), someSecond = alone(command.formula, *copied);
  std::vector<evaluator::Constraint> context = evaluator::constraintsOf(second);
  if (!facts) std::erase_if(context, [](const evaluator::Constraint& c) { return c.part == evaluator::Part::fact; });
  solver::append(context, solver::deriveSizes(second, command.scope, problem.temporal));
  const bool all =
      solver::testing_::forEachValuation(second, problem, std::max(command.scope.maxSteps, 1), [&](const auto& instance) {
        if (!evaluator::judge(another, instance, {.constraints = context}).holds()) return;
        if (everyState) {
          eventually.bind(instance);
          byFirst |= eventually.holds(someFirst);
          bySecond |= eventually.holds(someSecond);
          return;
        }
        one.bind(instance);
        const bool here = one.holds(first.commands()[0].formula), there = another.holds(command.formula);
        eventually.bind(instance);
        ASSERT_EQ(eventually.holds(*copied), here) << text << other;
        ASSERT_EQ(eventually.holds(*writtenOut), here) << text << other;
        byFirst |= here && !there;
        bySecond |= there && !here;
      });
  if (!all) return;
  const Relation expected =
      byFirst ? (bySecond ? Relation::neither : Relation::stronger) : (bySecond ? Relation::weaker : Relation::same);
  EXPECT_EQ(name(related.relation), std::string(name(expected))) << related.why << "\n" << text << other;
  EXPECT_EQ(related.byFirst.has_value(), byFirst);
  EXPECT_EQ(related.bySecond.has_value(), bySecond);
  ++counted.pairs;
  ++counted.relations[expected];
}

struct Family {
  const char* name;
  solver::testing_::Kind kind;
  bool noOverflow = false;
};
std::ostream& operator<<(std::ostream& out, const Family& family) {
  return out << family.name;
}

class AgainstAll : public testing::TestWithParam<Family> {};

TEST_P(AgainstAll, ValuationsTheRelationIsTheSame) {
  RelationCounts counted;
  const auto [name, kind, noOverflow] = GetParam();
  const unsigned seeds = kind == solver::testing_::Kind::traces ? 260 : 100;  // many have too many traces
  for (unsigned seed = 0; seed < seeds; ++seed) holdAgainstAll(kind, {.noOverflow = noOverflow}, seed, seed % 3 != 0, counted);
  EXPECT_GE(counted.pairs, 20);
  EXPECT_GE(counted.relations.size(), 3u);
}

TEST(RelationTest, SaysWhatIsTheSameBeyondTheScope) {
  const auto beyond = [](const std::string& older, const std::string& newer) {
    Versions versions(graph + "\npred p { " + older + " }\n", graph + "\npred p { " + newer + " }\n");
    const RelationResult related = versions.relate(versions.predicate("p"), {.scope = {.overall = 2}, .proof = {.allScopes = 5}});
    EXPECT_EQ(related.relation, Relation::same);
    return related.allScopes->verdict;
  };
  using Verdict = solver::AllScopes::Verdict;
  EXPECT_EQ(beyond("some link", "some n: Node | some n.link"), Verdict::holds);
  EXPECT_EQ(beyond("lone Node", "#Node < 2 or #Node > 3"), Verdict::counterexample);
  EXPECT_EQ(between(graph, "some link", "no link"), Relation::neither);
}

// A relation that holds for any number of atoms holds in a larger scope.
TEST(RelationTest, BeyondTheScopeAgainstALargerOne) {
  int forAll = 0, further = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    const std::string text = solver::testing_::generateModel(seed, solver::testing_::Kind::relations);
    const std::string other =
        crossed(text, solver::testing_::generateModel(seed + 1000, solver::testing_::Kind::relations), {"run ", "pred ", "fun "});
    if (!parser::loadText("m.als", text)->ok() || !parser::loadText("m.als", other)->ok()) continue;
    Versions versions(text, other);
    const auto copied = versions.copier().expression(versions.older().commands()[0].formula);
    ASSERT_TRUE(copied);
    const Formulas formulas{.first = *copied, .second = versions.newer().commands()[0].formula};
    RelationOptions options{.scope = {.overall = 1}, .proof = {.allScopes = 0.2}};
    const RelationResult here = versions.relate(formulas, options);
    if (here.relation != Relation::same) continue;
    ASSERT_TRUE(here.allScopes.has_value());
    using Verdict = solver::AllScopes::Verdict;
    options.scope.overall = 4;
    options.proof.allScopes = 0;
    options.proof.limits.seconds = 1;
    const RelationResult there = versions.relate(formulas, options);
    const bool isForAll = here.allScopes->verdict == Verdict::holds || here.allScopes->verdict == Verdict::empty;
    if (isForAll) {
      EXPECT_TRUE(there.relation == Relation::same || there.relation == Relation::unknown) << seed << "\n" << text << other;
    }
    forAll += isForAll;
    further += here.allScopes->verdict == Verdict::counterexample;
  }
  EXPECT_GT(forAll + further, 0);  // at least one, within the time limit
}

// The older formula, about 7, is false because of an overflow, and so is its negation.
TEST(RelationTest, WhatOverflowsIsADifference) {
  const std::string declarations = "one sig A { n: one Int }";
  const auto relationOf = [&](const std::string& older, const std::string& newer) {
    const auto text = [&](const std::string& body) { return declarations + "\npred p[x: Int] { " + body + " }\n"; };
    Versions versions(text(older), text(newer));
    RelationOptions options{.scope = {.overall = 3}};
    options.proof.semantics.noOverflow = true;
    return versions.relate(versions.predicate("p"), options).relation;
  };
  EXPECT_EQ(relationOf("plus[x, 1] > x", "some x"), Relation::weaker);
  EXPECT_EQ(relationOf("some x", "plus[x, 1] > x"), Relation::stronger);
  EXPECT_EQ(relationOf("plus[x, 1] > x", "plus[x, 1] >= x"), Relation::same);
}

INSTANTIATE_TEST_SUITE_P(Kinds, AgainstAll,
                         testing::Values(Family{"Relations", solver::testing_::Kind::relations},
                                         Family{"Traces", solver::testing_::Kind::traces},
                                         Family{"Integers", solver::testing_::Kind::integers},
                                         Family{"IntegersWithoutOverflow", solver::testing_::Kind::integers, true},
                                         Family{"SequencesWithoutOverflow", solver::testing_::Kind::sequences, true},
                                         Family{"Orders", solver::testing_::Kind::orders}),
                         [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace aunit::strength::comparison
