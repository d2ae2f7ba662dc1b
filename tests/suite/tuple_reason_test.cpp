// Why a tuple is in a relation or not: compared with a second evaluator and with all instances.
#include "suite/reasons/tuple_reason.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solver/grounding/problem.h"
#include "solver/session/search.h"
#include "suite/asking.h"
#include "tests/evaluator/naive_evaluator.h"
#include "tests/solver/generated_model.h"

namespace aunit::suite {
namespace {

using solver::testing_::Kind;
using testing::HasSubstr;

struct SolvedInstance {
  std::unique_ptr<parser::Loaded> loaded;
  std::optional<model::Instance> instance;
};

SolvedInstance solved(const std::string& text) {
  solver::testing_::PosedProblem one = solver::testing_::posed(text);
  auto instance = solver::Search(one.model(), one.problem, {}).next().instance;
  return {std::move(one.loaded), std::move(instance)};
}

/// Each tuple that a signature or field may have (without integers and strings), in each state in which it matters.
std::vector<std::pair<RelationTuple, unsigned>> changesOf(const model::Model& model, const model::Instance& instance) {
  std::vector<std::pair<RelationTuple, unsigned>> result;
  const model::Atom atoms = instance.universe->firstString();
  const auto states = static_cast<unsigned>(instance.states.size());
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    for (model::Atom a = 0; a < atoms; ++a)
      for (unsigned s = 0; s < (model.sig(id).isVar ? states : 1); ++s) result.push_back({{.sig = id, .tuple = {a}}, s});
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    for (model::Atom a = 0; a < atoms && model.field(id).arity == 2; ++a)
      for (model::Atom b = 0; b < atoms; ++b)
        for (unsigned s = 0; s < (model.field(id).isVar ? states : 1); ++s) result.push_back({{.field = id, .tuple = {a, b}}, s});
  return result;
}

struct TupleReasons : testing::TestWithParam<Kind> {};

/// A constraint is named if and only if it holds before the change and not after it, by another evaluator. So the change is
/// allowed if the named constraints are left out.
TEST_P(TupleReasons, AreTheConstraintsThatAnotherEvaluatorSaysBreak) {
  std::size_t changes = 0, needed = 0, free = 0;
  solver::testing_::forEachGenerated(60, GetParam(), [&](const solver::testing_::PosedProblem& posed, unsigned) {
    const SolvedInstance one = solved(posed.text);
    if (!one.instance) return;
    const model::Model& model = *one.loaded->model;
    const std::vector<evaluator::Constraint> constraints = constraintsOn(model, 0);
    for (const auto& [of, state] : changesOf(model, *one.instance)) {
      const model::Instance changed = withChange(model, *one.instance, of, state);
      ASSERT_NE(isThere(changed, of, state), isThere(*one.instance, of, state));
      std::set<model::ExprId> named, expected;
      for (const evaluator::Broken& broken : brokenBy(model, *one.instance, changed, constraints, {}).newly)
        if (broken.formula != model::noId) named.insert(broken.formula);
      try {
        for (const evaluator::Constraint& constraint : constraints) {
          if (constraint.formula == model::noId) continue;
          const auto holds = [&](const model::Instance& instance) {
            return std::get<bool>(evaluator::testing::NaiveEvaluator(model, instance, false).value(constraint.formula, 0));
          };
          if (!holds(changed) && holds(*one.instance)) expected.insert(constraint.formula);
        }
      } catch (const evaluator::testing::TooSlow&) {
        continue;
      }
      ASSERT_EQ(named, expected) << membershipText(model, *one.instance->universe, of);
      ++changes;
      ++(named.empty() ? free : needed);
    }
  });
  EXPECT_GT(changes, 150u);
  EXPECT_GT(needed, 30u);
  EXPECT_GT(free, 10u);
}

INSTANTIATE_TEST_SUITE_P(
    All, TupleReasons, testing::Values(Kind::relations, Kind::traces, Kind::histories), [](const auto& kind) {
      return std::string(kind.param == Kind::relations ? "relations" : kind.param == Kind::traces ? "traces" : "histories");
    });

/// If no constraint forbids a change, the changed valuation is an instance; otherwise it is none.
TEST(TupleReason, nothingBreaksIfAndOnlyIfTheChangedInstanceIsOne) {
  std::size_t instances = 0, others = 0;
  solver::testing_::forEachGenerated(40, Kind::relations, [&](const solver::testing_::PosedProblem& posed, unsigned) {
    const SolvedInstance one = solved(posed.text);
    if (!one.instance) return;
    const model::Model& model = *one.loaded->model;
    const std::set<std::string> all = solver::testing_::allInstances(posed.model(), posed.problem, 1, false);
    if (all.contains("too many")) return;
    for (const auto& [of, state] : changesOf(model, *one.instance)) {
      // Atoms in no signature have other names in the enumerated instances.
      if (std::ranges::any_of(of.tuple, [&](model::Atom a) { return one.instance->universe->name(a).starts_with("unused"); }))
        continue;
      model::Instance changed = withChange(model, *one.instance, of, state);
      const bool allowed = brokenBy(model, *one.instance, changed, constraintsOn(model, 0), {}).newly.empty();
      changed.skolems.clear();
      for (model::State& each : changed.states) each.skolems.clear();
      ASSERT_EQ(allowed, all.contains(solver::testing_::written(model, changed)))
          << membershipText(model, *one.instance->universe, of);
      ++(allowed ? instances : others);
    }
  });
  EXPECT_GT(instances, 20u);
  EXPECT_GT(others, 20u);
}

const char* const ring = R"(sig Node { link: set Node }
one sig Root extends Node {}
fact Total { all n: Node | some n.link }
fact Few { lone Node.link - Root
  no Root & Root.link }
assert Loops { some n: Node | n in n.link }
run show { #Node = 2 and Root->Root not in link and (Node - Root)->Root in link and #link = 2 } for 2
check Loops for 2
)";

struct Ring : testing::Test {
  SolvedInstance one = solved(ring);
  ExpressionAnswer ask(const std::string& line) { return suite::ask(*one.loaded, *one.instance, 0, 0, line, {}); }
};

TEST_F(Ring, namesTheFactThatNeedsATuple) {
  const ExpressionAnswer why = ask("why Root$0->Node$0 in link");
  ASSERT_TRUE(why.tuple) << why.error;
  EXPECT_EQ(why.tuple->verdict(), "needed, because 2 constraints are violated if this tuple alone is removed");
  EXPECT_EQ(why.tuple->broken[0].constraint, "fact Total does not hold");
  ASSERT_TRUE(why.tuple->broken[0].why);
  EXPECT_EQ(why.tuple->broken[0].why->formula, "some n.link");
  EXPECT_EQ(why.tuple->broken[1].constraint, "the formula of `run show` does not hold");
}

TEST_F(Ring, namesWhatKeepsATupleOut) {
  for (const char* line : {"why-not Root$0->Root$0 in link", "why Root$0->Root$0 in link", "why Root$0->Root$0 !in link"}) {
    const ExpressionAnswer why = ask(line);
    ASSERT_TRUE(why.tuple) << why.error;
    EXPECT_FALSE(why.tuple->there);
    ASSERT_EQ(why.tuple->broken.size(), 3u) << line;
    EXPECT_EQ(why.tuple->broken[0].constraint, "fact Few does not hold");
    EXPECT_EQ(why.tuple->broken[0].why->formula, "no Root & Root.link");
  }
  EXPECT_THAT(ask("why-not Root$0->Node$0 in link").error, HasSubstr("holds: ask `why`"));
  EXPECT_THAT(ask("why-not some link").error, HasSubstr("one tuple"));
}

TEST_F(Ring, knowsScopesAndMultiplicities) {
  const ExpressionAnswer root = ask("why-not Node$0 in Root");
  ASSERT_TRUE(root.tuple);
  EXPECT_THAT(root.tuple->broken[0].constraint, HasSubstr("`Root` contradicts its multiplicity `one`"));
  const ExpressionAnswer node = ask("why Node$0 in Node");
  ASSERT_TRUE(node.tuple);
  EXPECT_FALSE(node.tuple->broken.empty());
  EXPECT_EQ(node.tuple->broken[0].constraint, "fact Total does not hold") << "its tuples go with it";
}

TEST(TupleReason, whatIsBrokenAnywayIsNotNamed) {
  const SolvedInstance one =
      solved("sig A { f: set A }\nfact Few { lone f }\nfact Some { some f }\nrun { one A } for exactly 1 A\n");
  ASSERT_TRUE(one.instance);
  const model::Model& model = *one.loaded->model;
  const RelationTuple tuple{.field = 0, .tuple = {0, 0}};
  const auto broken = [&](const model::Instance& before, const model::Instance& after) {
    std::vector<std::string> messages;
    for (const evaluator::Broken& each : brokenBy(model, before, after, constraintsOn(model, std::nullopt), {}).newly)
      messages.push_back(each.message);
    return messages;
  };
  const model::Instance without = withChange(model, *one.instance, tuple, 0);
  EXPECT_THAT(broken(*one.instance, without), testing::ElementsAre("fact Some does not hold"));
  EXPECT_THAT(broken(without, without), testing::IsEmpty());
  EXPECT_THAT(broken(without, withChange(model, without, tuple, 0)), testing::IsEmpty());
}

TEST(TupleReason, saysThatConstraintsAreBrokenAnyway) {
  const SolvedInstance one = solved("sig A { f: set A }\nfact None { no f }\nrun { #A = 2 } for exactly 2 A\n");
  ASSERT_TRUE(one.instance);
  const RelationTuple there{.field = 0, .tuple = {0, 1}}, other{.field = 0, .tuple = {1, 0}};
  const model::Instance wrong = withChange(*one.loaded->model, *one.instance, there, 0);
  const auto verdict = [&](const RelationTuple& of) {
    return reasonForTuple(*one.loaded, wrong, of, 0, std::nullopt, {}).verdict();
  };
  EXPECT_EQ(verdict(other),
            "nothing forbids it: if this tuple alone is added, no further constraint is violated (1 is violated already)");
  EXPECT_EQ(verdict(there), "nothing needs it: if this tuple alone is removed, all constraints hold");
}

TEST_F(Ring, factsAndAssertionsAreAskedForByName) {
  EXPECT_TRUE(std::get<bool>(*ask("fact Total").value));
  EXPECT_FALSE(std::get<bool>(*ask("assertion Loops").value));
  EXPECT_FALSE(std::get<bool>(*ask("Loops").value));
  EXPECT_TRUE(ask("why fact Total").reason->actual);
  EXPECT_FALSE(ask("why assertion Loops").reason->actual);
  EXPECT_FALSE(ask("why Loops").reason->actual);
  EXPECT_EQ(ask("why fact Totl").error, "there is no fact \"Totl\" (did you mean `Total`?)");
  EXPECT_EQ(ask("assertion Total").error, "there is no assertion \"Total\"");
}

TEST(Counterexample, isExplainedWithTheWitnessesOfTheInstance) {
  const SolvedInstance one =
      solved("sig A { f: set A }\nassert X { all u, v: A, w: A | u->v in f implies w in v.f }\ncheck X for 3\n");
  ASSERT_TRUE(one.instance);
  const auto reason = reasonForCounterexample(*one.loaded, *one.instance, 0, {});
  ASSERT_TRUE(reason);
  std::vector<std::string> bound, skolems;
  for (const NamedValue& value : reason->bound) bound.push_back(value.name + " = " + value.value);
  for (std::size_t i = 0; i < one.instance->skolems.size(); ++i)
    skolems.push_back(one.instance->skolems[i].name.substr(3) + " = " +
                      one.instance->universe->name(one.instance->states[0].skolems[i].atoms().front()));
  EXPECT_EQ(bound.size(), 3u);
  EXPECT_THAT(bound, testing::UnorderedElementsAreArray(skolems));
  EXPECT_THAT(sentence(*reason, "X"), testing::StartsWith("`X` is false: with "));
  EXPECT_THAT(sentence(*reason, "X"), testing::EndsWith("`w in v.f` does not hold"));
}

TEST(Counterexample, ofATraceNamesTheStateThatDecides) {
  const SolvedInstance one =
      solved("var sig A {}\nfact { no A  after no A }\nassert X { always no A }\ncheck X for 1 but 3 steps\n");
  ASSERT_TRUE(one.instance);
  const auto reason = reasonForCounterexample(*one.loaded, *one.instance, 0, {});
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->state, 2);
  EXPECT_EQ(sentence(*reason, "X"), "`X` is false: in state 2, `no A` does not hold");
}

}  // namespace
}  // namespace aunit::suite
