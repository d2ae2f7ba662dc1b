// Scripts of models whose guards use past operators, compared with models that record the past in a variable signature. Step
// predicates are also found outside of facts: in predicates with parameters, in `some events`, in a command.

#include <map>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/judge.h"
#include "parser/front_end.h"
#include "strength/scripts/scripts.h"
#include "tests/loaded.h"

namespace aunit::strength::scripts {
namespace {

/// A formula about the past, and its replacement: a formula over a signature H, and the values of H in the first state and after
/// a step.
struct Past {
  const char* formula;
  const char* said;
  const char* first;
  const char* then;
  bool stays = true;  // whether it stays the same if nothing changes
};
constexpr Past pasts[] = {
    {"historically x not in S", "x in H", "{ a: A | a not in S }", "{ a: H | a not in S' }"},
    {"once x in S", "x in H", "S", "H + S'"},
    {"before x in S", "x in H", "none", "S", false},
    {"x in S since no f", "x in H", "{ a: A | no f }", "{ a: A | no f' or (a in H and a in S') }"},
    {"x in S triggered some f", "x in H", "{ a: A | some f }", "{ a: A | some f' and (a in H or a in S') }"},
    {"once some f", "some H", "{ a: A | some f }", "{ a: A | a in H or some f' }"},
    {"not before once x in S", "x not in H", "none", "H + S", false},
    {"historically once x in S", "x in H", "S", "H"},
};

class PastWriter {
 public:
  explicit PastWriter(unsigned seed) : random_(seed), past_(pasts[seed % std::size(pasts)]) {
    const bool fair = pick(3) == 0;
    for (int i = 0; i < 2; ++i)
      bodies_ +=
          fmt::format("pred p{0} [x: A] {{\n  {{0}}\n  {1}\n  {2}\n  {3}\n}}\n", i,
                      one({"x in S or no S", "x not in S", "some A", "S in A.f"}), one({"S' = S + x", "S' = S - x", "S' = x"}),
                      one({"f' = f", "f' = f + x->x", "no f'", "f' = f - x->A"}));
    start_ = one({"no S and no f", "S = A and no f", "one S and no f"});
    ending_ = fair ? "fact { always eventually (f' = f and S' = S) }\n" : "";
  }

  std::string lookingBack() const { return text("", past_.formula, ""); }
  std::string byHand() const {
    return text("var sig H in A {}\n", past_.said,
                fmt::format("fact {{ H = {} and always H' = {} }}\n", past_.first, past_.then));
  }

 private:
  std::string text(const std::string& more, const std::string& guard, const std::string& fact) const {
    return "sig A { var f: set A }\nvar sig S in A {}\n" + more + fmt::format(fmt::runtime(escaped()), guard) + fact + ending_ +
           fmt::format("fact {{ {} and always ({}(some x: A | p0[x] or p1[x])) }}\nrun {{}} for exactly 2 A\n", start_,
                       past_.stays ? "(f' = f and S' = S) or " : "");
  }
  /// Escapes braces of the model, except for {0}.
  std::string escaped() const {
    std::string result;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const bool place = bodies_.compare(i, 3, "{0}") == 0;
      if (place) {
        result += "{0}";
        i += 2;
      } else {
        result += bodies_[i];
        if (bodies_[i] == '{' || bodies_[i] == '}') result += bodies_[i];
      }
    }
    return result;
  }
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  const char* one(std::initializer_list<const char*> of) { return *(of.begin() + pick(static_cast<int>(of.size()))); }
  std::mt19937 random_;
  const Past& past_;
  std::string bodies_, start_, ending_;
};

/// For each goal that both models have: whether it is met.
std::map<std::string, bool> outcomesOf(const Scripts& scripts) {
  std::map<std::string, bool> result;
  for (std::size_t g = 0; g < scripts.goals.size(); ++g) {
    const Goal& goal = scripts.goals[g];
    const auto is = scripts.outcomes[g].is;
    if (is == GoalOutcome::Status::notWanted || is == GoalOutcome::Status::impossibleInSteps || goal.text.ends_with(" H") ||
        goal.text.ends_with("A in H"))
      continue;
    EXPECT_TRUE(is == GoalOutcome::Status::met || is == GoalOutcome::Status::impossible) << goal.text;
    const bool refused = goal.kind == Goal::Kind::refused;
    result[refused ? fmt::format("refused {} {} {}", goal.action, goal.part, goal.byOthers) : goal.text] =
        is == GoalOutcome::Status::met;
  }
  return result;
}

Scripts scriptsOfText(const std::string& text) {
  const auto loaded = tests::loaded("generated.als", text);
  const Scripts scripts = scriptsOf(*loaded, {});
  evaluator::Evaluator evaluator(*loaded->model);
  for (const Script& script : scripts.scripts)
    EXPECT_TRUE(evaluator::judge(evaluator, script.behaviour, {evaluator::constraintsOf(*loaded->model)}).holds());
  return scripts;
}

TEST(ScriptsMemory, IsWhatWouldBeWrittenByHand) {
  std::size_t met = 0, impossible = 0, refused = 0;
  for (unsigned seed = 0; seed < 96; ++seed) {
    const PastWriter writer(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, writer.lookingBack()));
    const Scripts scripts = scriptsOfText(writer.lookingBack());
    ASSERT_EQ(scripts.error, "");
    const auto expected = outcomesOf(scriptsOfText(writer.byHand()));
    for (const auto& [goal, isMet] : outcomesOf(scripts))
      if (const auto there = expected.find(goal); there != expected.end()) {
        EXPECT_EQ(isMet, there->second) << goal;
      }
    met += scripts.count(GoalOutcome::Status::met);
    impossible += scripts.count(GoalOutcome::Status::impossible);
    refused += scripts.refusals();
  }
  EXPECT_GT(met, 900u);
  EXPECT_GT(impossible, 300u);
  EXPECT_GT(refused, 100u);
}

constexpr const char* traffic = R"(
enum Event { Go, Halt }
sig Car {} var sig Out in Car {}
pred go [c: Car] { c not in Out  Out' = Out + c }
pred halt [c: Car] { c in Out  Out' = Out - c }
pred moves [c: Car] { go[c] or some d: Car & Out | halt[d] }
pred rest { Out' = Out }
fun events: set Event { { e: Go, c: Car | go[c] }.Car + { e: Halt, c: Car | halt[c] }.Car }
)";

TEST(ScriptsActions, AreFoundBehindParametersAndAmongEvents) {
  for (const char* steps :
       {"fact { no Out and always (rest or some c: Car | moves[c]) }", "fact { no Out and always some events }"}) {
    const Scripts scripts = scriptsOfText(std::string(traffic) + steps + "\nrun {} for 2");
    EXPECT_EQ(scripts.error, "") << steps;
    ASSERT_EQ(scripts.actions.actions.size(), 2u) << steps;
    EXPECT_EQ(scripts.actions.actions[0].name, "go");
    EXPECT_EQ(scripts.actions.actions[1].name, "halt");
    EXPECT_TRUE(scripts.all);
    EXPECT_GT(scripts.refusals(), 0u);
  }
}

TEST(ScriptsActions, AreThoseOfACommandWhereNoFactHasThem) {
  const std::string text = std::string(traffic) +
                           "pred init { no Out }\npred step { rest or some c: Car | moves[c] }\n"
                           "run empty { init } for 2\nrun whole { init and always step } for 2\nrun other { always step } for 2";
  for (const auto& [label, expected] : {std::pair{"", "whole"}, {"whole", "whole"}, {"other", "other"}, {"empty", ""}}) {
    const auto loaded = tests::loaded("traffic.als", text);
    const auto command = takeSteps(*loaded, label);
    EXPECT_EQ(command ? loaded->model->commands()[*command].label : "", expected);
    if (!command) continue;
    const Scripts scripts = scriptsOf(*loaded, {.scope = loaded->model->commands()[*command].scope});
    EXPECT_EQ(scripts.error, "");
    EXPECT_EQ(scripts.actions.actions.size(), 2u);
    // Without `init`, any cars may be out when a script begins.
    const bool begins = std::ranges::all_of(scripts.scripts, [&](const Script& script) {
      const auto& sigs = loaded->model->sigs();
      const auto out = std::ranges::find(sigs, "Out", &model::Sig::name) - sigs.begin();
      return script.initial.states[0].sigs[static_cast<std::size_t>(out)].empty();
    });
    EXPECT_EQ(begins, std::string(expected) == "whole");
  }
}

}  // namespace
}  // namespace aunit::strength::scripts
