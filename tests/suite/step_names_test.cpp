// The actions that explain the steps of a trace: hand-written cases, and a comparison with a trial of all arguments of all
// predicates.
#include "suite/steps/step_names.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct TracedModel {
  std::unique_ptr<parser::Loaded> loaded;
  model::Instance instance;
};

/// The instance of the last `val` in the text.
TracedModel traced(const std::string& text) {
  TracedModel result{parser::loadText("steps.aunit", text), {}};
  std::string problems;
  for (const auto& problem : result.loaded->diagnostics.all()) problems += problem.message + "\n";
  EXPECT_TRUE(result.loaded->ok()) << problems;
  model::Diagnostics diagnostics;
  const auto id = static_cast<std::uint32_t>(result.loaded->tests.valuations.size() - 1);
  const IntegerScope integers = integerScope(result.loaded->tests.valuations[id].integers);
  auto instance = instantiate(*result.loaded->model, result.loaded->tests, id, integers, diagnostics);
  EXPECT_TRUE(instance.has_value());
  if (instance) result.instance = std::move(*instance);
  return result;
}

std::vector<std::string> textsOf(const TracedModel& traced) {
  std::vector<std::string> texts;
  for (const StepName& step : stepNames(*traced.loaded->model, traced.instance)) texts.push_back(stepText(step));
  return texts;
}

const char* const leases = R"(
sig Node {}
var sig Asked, Holds in Node {}
pred ask [n: Node] { Asked' = Asked + n   Holds' = Holds }
pred grant [n: Node, m: Node] { n in Asked   m not in Asked   Holds' = Holds + n   Asked' = Asked - n }
)";
const char* const leased = R"(
val v {
  Node = N0 + N1
  state {}
  state { Asked = N0 }
  state { Holds = N0 }
  state { Asked = N0 + N1 }
  loop 3
}
)";

TEST(StepNames, NamesActionsWithTheirArguments) {
  const TracedModel t = traced(std::string(leases) +
                               "pred idle { Asked' = Asked and Holds' = Holds }\n"
                               "fact { no Asked  always (idle or some n: Node | ask[n] or some m: Node | grant[n, m]) }" +
                               leased);
  EXPECT_THAT(textsOf(t), ElementsAre("by ask[N0]", "by grant[N0, N1]", "by an unnamed step", "by idle, ask[N0] and ask[N1]"));
}

TEST(StepNames, SaysThatNothingChanges) {
  const TracedModel t = traced(R"(
sig Node {}
var sig On in Node {}
pred go [n: Node] { n not in On  On' = On + n }
fact { always (On' = On or some n: Node | go[n]) }
val v { Node = N0  state {} state { On = N0 } loop 1 }
)");
  EXPECT_THAT(textsOf(t), ElementsAre("by go[N0]", "nothing changes"));
}

TEST(StepNames, FollowsPredicatesThatOnlyChooseAndConditions) {
  const TracedModel t = traced(R"(
sig Node {}
var sig On, Up in Node {}
pred go [n: Node] { On' = On + n  Up' = Up }
pred stop [n: Node] { On' = On - n  Up' = Up }
pred step [n: Node] { go[n] or stop[n] }
fact { always ((some n: Up | n in Node - On and go[n]) or (some On and (all m: On | step[m]))) }
val v { Node = N0 + N1  state { Up = N0 } state { Up = N0  On = N0 } loop 1 }
)");
  EXPECT_THAT(textsOf(t), ElementsAre("by go[N0]", "by go[N0]"));
}

TEST(StepNames, LooksAtCommandsIfNoFactSaysWhatStepsAre) {
  const std::string model = R"(
sig Node {}
var sig On in Node {}
pred go [n: Node] { On' = On + n }
)";
  const char* const v = "val v { Node = N0  state {} state { On = N0 } loop 1 }";
  EXPECT_THAT(textsOf(traced(model + "run { no On and always some n: Node | go[n] }\n" + v)),
              ElementsAre("by go[N0]", "by go[N0]"));
  EXPECT_THAT(textsOf(traced(model + "check { (always some n: Node | go[n]) implies some On }\n" + v)),
              ElementsAre("by go[N0]", "by go[N0]"));
  EXPECT_THAT(textsOf(traced(model + v)), IsEmpty());
  EXPECT_THAT(textsOf(traced("sig A {}\nval v { A = A0 }")), IsEmpty());
}

TEST(StepNames, StopsWhereThereAreTooManyArguments) {
  std::string atoms, parameters;
  for (int i = 0; i < 30; ++i) atoms += fmt::format("{}N{}", i == 0 ? "" : " + ", i);
  const std::string model = R"(
sig Node {}
var sig On in Node {}
pred pick [a, b, c, d: Node] { a + b + c + d = On' }
fact { always some a, b, c, d: Node | pick[a, b, c, d] }
)";
  const TracedModel t = traced(fmt::format("{}val v {{ Node = {}  state {{}} loop 0 }}", model, atoms));
  EXPECT_THAT(textsOf(t), ElementsAre("by an action with too many arguments to examine"));
}

TEST(StepNames, PrunesWithoutLosingAny) {
  const TracedModel model = traced(std::string(leases) + "fact { always some n, m: Node | ask[n] or grant[n, m] }" + leased);
  const model::Model& m = *model.loaded->model;
  const auto nodes = [&] {
    std::vector<model::TupleSet> atoms;
    for (model::SigId id = model::builtin::count; id < m.sigs().size(); ++id)
      if (m.sig(id).name == "Node")
        for (const model::Atom atom : model.instance.states[0].sigs[id].atoms())
          atoms.push_back(model::TupleSet::atom(model.instance.universe->size(), atom));
    return atoms;
  }();
  evaluator::Evaluator evaluator(m, {});
  evaluator.bind(model.instance);
  const std::vector<StepName> steps = stepNames(m, model.instance);
  ASSERT_EQ(steps.size(), model.instance.states.size());
  for (unsigned s = 0; s < steps.size(); ++s) {
    std::size_t expected = 0;
    for (model::FuncId id = 0; id < m.funcs().size(); ++id) {
      const model::Func& function = m.func(id);
      if (function.name != "ask" && function.name != "grant") continue;
      for (const model::TupleSet& a : nodes) {
        evaluator.assign(function.variables[0], a);
        if (function.variables.size() == 1) {
          if (evaluator.holds(function.body, s)) ++expected;
          continue;
        }
        for (const model::TupleSet& b : nodes) {
          evaluator.assign(function.variables[1], b);
          if (evaluator.holds(function.body, s)) ++expected;
        }
      }
    }
    EXPECT_EQ(steps[s].actions.size(), expected) << s;
  }
}

TEST(StepNames, GivesStatesOneName) {
  EXPECT_EQ(stateTitle(0, 1, 0), "state 0");
  EXPECT_EQ(stateTitle(0, 3, 1), "state 0");
  EXPECT_EQ(stateTitle(2, 3, 2), "state 2, for ever");
  EXPECT_EQ(stateTitle(2, 3, 1), "state 2, then state 1 again");
  const std::vector<StepName> steps = {{{"go[N0]"}}, {{}, true, true}, {{}, true, false}};
  EXPECT_EQ(stateTitle(1, 3, 1, steps), "state 1, by go[N0]");
  EXPECT_EQ(stateTitle(2, 3, 2, steps), "state 2, by an unnamed step; this state repeats for ever, nothing changes");
  EXPECT_EQ(stateTitle(0, 1, 0, std::vector<StepName>{{{"idle"}}}), "state 0; this state repeats for ever, by idle");
}

}  // namespace
}  // namespace aunit::suite
