// Scripts of small models: the scripts found, and messages for models without scripts.

#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "strength/scripts/inputs.h"
#include "strength/scripts/scripts.h"
#include "tests/loaded.h"

namespace aunit::strength::scripts {
namespace {

const std::string lock = R"(
sig Process {}
var sig Waiting in Process {}
var lone sig Critical in Process {}
pred request [p: Process] { p not in Waiting + Critical  Waiting' = Waiting + p  Critical' = Critical }
pred enter [p: Process] { p in Waiting  no Critical  Waiting' = Waiting - p  Critical' = p }
pred leave [p: Process] { p in Critical  Waiting' = Waiting  no Critical' }
pred idle { Waiting' = Waiting and Critical' = Critical }
)";
const std::string behaviour =
    "fact { no Waiting + Critical  always (idle or some p: Process | request[p] or enter[p] or leave[p]) }\n";

Scripts of(const std::string& text, ScriptOptions options = {}) {
  const auto loaded = tests::loaded("model.als", text);
  return scriptsOf(*loaded, options);
}

const GoalOutcome& outcomeOf(const Scripts& scripts, const std::string& text) {
  for (std::size_t g = 0; g < scripts.goals.size(); ++g)
    if (scripts.goals[g].text == text) return scripts.outcomes[g];
  ADD_FAILURE() << "no goal " << text;
  return scripts.outcomes.front();
}

TEST(Scripts, FindTheActionsAmongWhichTheStepsChoose) {
  const Scripts found = of(lock + behaviour);
  ASSERT_EQ(found.actions.actions.size(), 3u);
  EXPECT_EQ(found.actions.actions[1].name, "enter");
  EXPECT_EQ(found.actions.actions[1].guards.size(), 2u);
  EXPECT_EQ(found.actions.stuttering, std::vector<std::string>{"idle"});
  EXPECT_EQ(outcomeOf(found, "leave after enter with the same p").is, GoalOutcome::Status::met);
  EXPECT_EQ(outcomeOf(found, "enter refused by no Critical alone").is, GoalOutcome::Status::met);
  EXPECT_EQ(outcomeOf(found, "enter after enter with the same p").is, GoalOutcome::Status::impossible);
  EXPECT_EQ(found.count(GoalOutcome::Status::unknown), 0u);
}

TEST(Scripts, FindActionsBehindAPredicateThatChooses) {
  const Scripts found = of(lock +
                           "pred next { some p: Process | request[p] or enter[p] or leave[p] }\n"
                           "pred init { no Waiting + Critical }\n"
                           "pred system { init and always (next or idle) }\nfact { system }\n");
  EXPECT_EQ(found.actions.actions.size(), 3u);
  EXPECT_FALSE(found.scripts.empty());
}

TEST(Scripts, TakeTheActionsThatAreNamed) {
  ScriptOptions options{.actions = {"enter", "request"}};
  const Scripts found = of(lock + behaviour, options);
  ASSERT_EQ(found.actions.actions.size(), 2u);
  EXPECT_EQ(found.actions.actions[0].name, "enter");
  options.actions = {"entre"};
  EXPECT_EQ(of(lock + behaviour, options).error, "there is no predicate `entre` (did you mean `enter`?)");
}

TEST(Scripts, AreTheSameOnEachRun) {
  const Scripts first = of(lock + behaviour), second = of(lock + behaviour);
  ASSERT_EQ(first.scripts.size(), second.scripts.size());
  for (std::size_t i = 0; i < first.scripts.size(); ++i) {
    ASSERT_EQ(first.scripts[i].steps.size(), second.scripts[i].steps.size());
    for (std::size_t k = 0; k < first.scripts[i].steps.size(); ++k)
      EXPECT_EQ(first.scripts[i].steps[k].call, second.scripts[i].steps[k].call);
  }
}

TEST(Scripts, VisitEachStateOnRequest) {
  const Scripts found = of(lock + behaviour, {.scope = model::Scope{.overall = 2}, .states = true});
  std::size_t states = 0;
  for (std::size_t g = 0; g < found.goals.size(); ++g) {
    if (found.goals[g].kind != Goal::Kind::state) continue;
    ++states;
    EXPECT_EQ(found.outcomes[g].is, GoalOutcome::Status::met);
  }
  EXPECT_EQ(states, 1u + 3 + 6 - 1);  // states with no process, with one, and with two: {}, w, c, ww, wc
}

TEST(Scripts, SayWhyThereAreNone) {
  EXPECT_EQ(of("sig A {}\n").error, "nothing in the model changes, so there are no actions");
  EXPECT_EQ(of("var sig A {}\n").error,
            "no fact and no run has the form `always (some x: X | a[x] or b or ...)`, so the actions are unknown: name them with "
            "--actions");
  EXPECT_EQ(of(lock + "fact { no Waiting  some Waiting  always some p: Process | request[p] }\n").error,
            "the model has no first state in this scope");
}

TEST(Scripts, LeadIntoNoDeadEnd) {
  // Without `idle` and `leave`, every path ends when one process is in and all others wait, so there is no behaviour.
  const Scripts found = of(lock + "fact { no Waiting + Critical  always (some p: Process | request[p] or enter[p]) }\n");
  EXPECT_GT(found.deadEnds, 0u);
  EXPECT_TRUE(found.scripts.empty());
  EXPECT_EQ(found.count(GoalOutcome::Status::met), 0u);
}

TEST(Scripts, SayWhatElseTheModelAllows) {
  const Scripts found =
      of("sig T {}\nvar sig Got in T {}\npred take { some t: T - Got | Got' = Got + t }\nfact { no Got  always (take or Got' = "
         "Got) }\n"
         "run {} for exactly 2 T\n");
  bool others = false;
  for (const Script& script : found.scripts)
    for (const ScriptStep& step : script.steps) others = others || !step.others.empty();
  EXPECT_TRUE(others);
  EXPECT_EQ(outcomeOf(found, "take refused by some t: T - Got").is, GoalOutcome::Status::met);
}

TEST(Scripts, OfFactsThatLookBackAreTheSolvers) {
  const Scripts found =
      of(lock + behaviour + "var sig Past in Process {}\nfact { always Past = { p: Process | once p in Critical } }\n");
  EXPECT_EQ(found.count(GoalOutcome::Status::unknown), 0u);
  EXPECT_EQ(outcomeOf(found, "leave after enter with the same p").is, GoalOutcome::Status::met);
  EXPECT_EQ(outcomeOf(found, "enter after enter with the same p").is, GoalOutcome::Status::impossible);
  // A process that is in has been in, so no state contradicts that.
  for (const Script& script : found.scripts)
    for (const ScriptStep& step : script.steps) {
      model::SigId critical = 0, past = 0;
      const auto loaded = parser::loadText("model.als", lock + behaviour + "var sig Past in Process {}\n");
      for (model::SigId id = 0; id < loaded->model->sigs().size(); ++id) {
        if (loaded->model->sig(id).name == "Critical") critical = id;
        if (loaded->model->sig(id).name == "Past") past = id;
      }
      EXPECT_TRUE(step.after.sigs[critical].subsetOf(step.after.sigs[past]));
    }
}

TEST(Scripts, EndWithTheTime) {
  const Scripts found = of(lock + behaviour, {.limits = {.seconds = 1e-9}});
  EXPECT_TRUE(found.interrupted || !found.error.empty());
}

TEST(Scripts, NeedFewerStepsThanRandomWalks) {
  const auto loaded = parser::loadText("model.als", lock + behaviour);
  const ScriptOptions options;
  const Scripts found = scriptsOf(*loaded, options);
  std::vector<std::size_t> walks;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    walks.push_back(*randomWalk(*loaded, found, options, seed, options.longest, 100'000));
  std::ranges::sort(walks);
  EXPECT_LE(4 * found.steps(), walks[4]);
}

TEST(Inputs, AreAllInstancesUpToRenaming) {
  // Directed graphs with up to three nodes: 1 + 2 + 10 + 104 up to isomorphism (OEIS A000595).
  const auto loaded = parser::loadText("model.als", "sig N { e: set N }\n");
  InputOptions options{.all = true};
  const Inputs all = inputsOf(*loaded, options);
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.instances.size(), 117u);
  options.most = 50;
  EXPECT_EQ(inputsOf(*loaded, options).error, "there are more than 50 instances in this scope: make it smaller with --scope");
}

TEST(Inputs, AreFewThatMeetWhatAllMeet) {
  const auto loaded =
      parser::loadText("model.als", "sig N { e: set N }\npred p { all n: N | some n.e or no e.n }\nrun p for 3\n");
  const Inputs few = inputsOf(*loaded, {});
  EXPECT_TRUE(few.complete);
  EXPECT_GT(few.requirements, 5u);
  EXPECT_LT(few.instances.size(), 10u);
  EXPECT_FALSE(few.instances.empty());
}

TEST(Inputs, SayWhyThereAreNone) {
  EXPECT_EQ(inputsOf(*parser::loadText("model.als", "sig N {}\nfact { some N and no N }\n"), {}).error,
            "the model has no instance in this scope");
}

}  // namespace
}  // namespace aunit::strength::scripts
