// Scripts of generated temporal models, compared with a search through all states that uses no propagation, symmetry or solver.
// Compares reachable states, all steps, all refused calls, and the fates of the goals.

#include <array>
#include <deque>
#include <memory>
#include <random>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "strength/scripts/scripts.h"
#include "tests/loaded.h"
#include "tests/shuffled.h"
#include "tests/suite/log_oracle.h"

namespace aunit::strength::scripts {
namespace {

using model::Atom;
using model::TupleSet;

using suite::log_oracle::pairOf;
using suite::log_oracle::states;
constexpr unsigned atoms = suite::log_oracle::oracleAtoms;

class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}
  std::string text;
  int actions = 0;

  void write() {
    text = "sig A { var f: set A }\nvar sig S in A {}\n";
    actions = 2 + pick(2);
    for (int i = 0; i < actions; ++i) {
      text += fmt::format("pred p{} [x{}: A] {{\n", i, pick(3) == 0 ? ", y" : "");
      for (int guards = pick(3); guards > 0; --guards)
        text += fmt::format("  {}\n", one({"x in S", "x not in S", "some x.f", "no S", "S in A.f", "no f", "some y: A | y in S",
                                           "x.f in S or no S", "all y: A - x | y not in y.f"}));
      text += fmt::format("  {}\n", one({"S' = S + x", "S' = S - x", "S' = S", "S' = x.f", "some x.f implies S' = S else no S'",
                                         "S' = f.x", "S' = S or S' = x.f", "some z: S | S' = S - z"}));
      text += fmt::format("  {}\n", one({"f' = f", "f' = f + x->x", "f' = f - x->A", "f' = f ++ x->S'", "f' = ~f",
                                         "some z: A | f' = f + x->z", "let g = f - x->x | f' = g + x->S"}));
      text += "}\n";
    }
    stutters = pick(3) > 0;
    text +=
        fmt::format("pred start {{ {} }}\nfact {{ start and always (", one({"no S and no f", "no f", "S = A and no f", "one S"}));
    for (int i = 0; i < actions; ++i) {
      const bool two = text.find(fmt::format("pred p{} [x, y", i)) != std::string::npos;
      text += fmt::format("{}(some x{}: A | p{}[x{}])", i == 0 ? "" : " or ", two ? ", y" : "", i, two ? ", y" : "");
    }
    text += stutters ? " or (f' = f and S' = S)) }\n" : ") }\n";
    text = tests::shuffled(text + "run {} for exactly 2 A\n", static_cast<unsigned>(random_()));
  }
  bool stutters = false;

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  const char* one(std::initializer_list<const char*> of) { return *(of.begin() + pick(static_cast<int>(of.size()))); }
  std::mt19937 random_;
};

struct TakenStep {
  unsigned to;
  std::uint32_t action;
  std::vector<Atom> arguments;
};

/// All possible steps. They are found by evaluating the model's predicates on each pair of states.
class AllSteps {
 public:
  AllSteps(const parser::Loaded& loaded, const Actions& actions, bool stutters)
      : model_(*loaded.model),
        evaluator_(model_),
        actions_(actions),
        universe_(
            std::make_shared<const model::Universe>(std::vector<std::string>{"A$0", "A$1"}, std::vector<std::string>{}, 4)) {
    for (unsigned from = 0; from < states; ++from) {
      bind(from, from);
      start[from] = evaluator_.holds(function("start").body);
      for (unsigned to = 0; to < states; ++to) {
        bind(from, to);
        for (std::uint32_t a = 0; a < actions.actions.size(); ++a)
          forEachCall(a, [&](const std::vector<Atom>& arguments) {
            if (evaluator_.holds(model_.func(actions_.actions[a].function).body)) steps[from].push_back({to, a, arguments});
          });
      }
    }
    // Removes states without an infinite continuation.
    if (!stutters)
      for (bool changed = true; changed;) {
        changed = false;
        for (unsigned s = 0; s < states; ++s)
          if (!dead[s] && std::ranges::all_of(steps[s], [&](const TakenStep& step) { return dead[step.to]; }))
            dead[s] = changed = true;
      }
    std::deque<unsigned> open;
    for (unsigned s = 0; s < states; ++s)
      if (start[s] && !dead[s]) reachable[s] = true, open.push_back(s);
    for (; !open.empty(); open.pop_front())
      for (const TakenStep& step : steps[open.front()])
        if (!dead[step.to] && !reachable[step.to]) reachable[step.to] = true, open.push_back(step.to);
  }

  /// Whether some behaviour meets a goal, found independently of the search under test.
  bool possible(const Goal& goal) {
    for (unsigned s = 0; s < states; ++s) {
      if (!reachable[s]) continue;
      if (goal.kind == Goal::Kind::size && hasSize(goal, s)) return true;
      if (goal.kind == Goal::Kind::refused && refuses(goal, s)) return true;
      for (const TakenStep& step : steps[s]) {
        if (dead[step.to]) continue;
        if (goal.kind == Goal::Kind::pair && step.action == goal.before) {
          for (const TakenStep& next : steps[step.to])
            if (!dead[next.to] && next.action == goal.action &&
                compares(goal, step.arguments[goal.first], next.arguments[goal.second]))
              return true;
        }
        if (step.action != goal.action) continue;
        if (goal.kind == Goal::Kind::action) return true;
        if (goal.kind == Goal::Kind::callSize && hasSize(goal, s)) return true;
        if (goal.kind == Goal::Kind::arguments && compares(goal, step.arguments[goal.first], step.arguments[goal.second]))
          return true;
        if (goal.kind == Goal::Kind::branch) {
          bind(s, step.to);
          assign(step.action, step.arguments);
          if (evaluator_.holds(actions_.actions[step.action].branches[goal.part].formula)) return true;
        }
      }
    }
    return false;
  }

  bool refuses(const Goal& goal, unsigned s) {
    bind(s, s);
    bool found = false;
    const Action& action = actions_.actions[goal.action];
    forEachCall(static_cast<std::uint32_t>(goal.action), [&](const std::vector<Atom>&) {
      bool fits = !evaluator_.holds(action.guards[goal.part].formula);
      for (std::size_t i = 0; i < action.guards.size() && !goal.byOthers; ++i)
        fits = fits && (i == goal.part || evaluator_.holds(action.guards[i].formula));
      found = found || fits;
    });
    return found;
  }

  bool hasSize(const Goal& goal, unsigned s) const {
    const unsigned all = goal.isField ? s >> atoms : s & ((1u << atoms) - 1);
    if (!goal.isField && model_.sig(goal.relation).name == "A") return goal.size == Size::several;
    const int size = std::popcount(all);
    if (goal.size == Size::none) return size == 0;
    if (goal.size == Size::one) return size == 1;
    if (goal.size == Size::several) return size > 1;
    return goal.isField ? (all & 3) != 0 && (all >> 2) != 0 : all == 3;
  }

  /// The number of a state or partial state.
  static unsigned codeOf(const model::Model& model, const model::State& state) {
    unsigned code = 0;
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      for (Atom a = 0; a < atoms; ++a)
        if (model.sig(id).name == "S" && state.sigs[id].contains(std::span(&a, 1))) code |= 1u << a;
    for (unsigned t = 0; t < atoms * atoms; ++t) {
      const Atom tuple[] = {t / atoms, t % atoms};
      if (state.fields[0].contains(tuple)) code |= 1u << (atoms + t);
    }
    return code;
  }

  std::array<bool, states> start{}, dead{}, reachable{};
  std::array<std::vector<TakenStep>, states> steps;

 private:
  static bool compares(const Goal& goal, Atom a, Atom b) {
    return goal.compare == Goal::Comparison::nothing || (goal.compare == Goal::Comparison::equal) == (a == b);
  }
  const model::Func& function(const std::string& name) { return *std::ranges::find(model_.funcs(), name, &model::Func::name); }
  void assign(std::uint32_t action, const std::vector<Atom>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      evaluator_.assign(actions_.actions[action].variables[i], TupleSet::atom(universe_->size(), arguments[i]));
  }
  template <class Visit>
  void forEachCall(std::uint32_t action, Visit&& visit) {
    const std::size_t count = actions_.actions[action].variables.size();
    for (unsigned code = 0; code < (1u << count); ++code) {
      std::vector<Atom> arguments;
      for (std::size_t i = 0; i < count; ++i) arguments.push_back(code >> i & 1);
      assign(action, arguments);
      visit(arguments);
    }
  }
  void bind(unsigned from, unsigned to) {
    instance_ = pairOf(model_, universe_, from, to);
    evaluator_.bind(instance_);
  }

  const model::Model& model_;
  evaluator::Evaluator evaluator_;
  const Actions& actions_;
  std::shared_ptr<const model::Universe> universe_;
  model::Instance instance_;
};

TEST(ScriptsOracle, AgreesWithASearchThroughAllStates) {
  int met = 0, impossible = 0, refused = 0, scripts = 0, deadEnds = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Writer writer(seed);
    writer.write();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, writer.text));
    const auto loaded = tests::loaded("generated.als", writer.text);
    const Scripts found = scriptsOf(*loaded, {.longest = 6});
    // Guards and branches may have formulas that the model lacks, so the actions are added to an extended model.
    model::Extension extension(*loaded->model);
    const suite::RelationNumbers numbers(extension.model());
    suite::StateReadsOf looks(extension.model(), numbers);
    Memory memory(extension, looks);
    const Actions actions = actionsOf(extension, loaded->sources, looks, memory, {});
    ASSERT_EQ(actions.actions.size(), static_cast<std::size_t>(writer.actions));
    parser::Loaded extended;
    extended.model = std::make_unique<model::Model>(extension.model());
    AllSteps all(extended, actions, writer.stutters);
    if (std::ranges::none_of(all.reachable, std::identity())) {
      EXPECT_TRUE(found.scripts.empty());
      continue;
    }
    ASSERT_EQ(found.error, "");
    deadEnds += found.deadEnds > 0;

    for (std::size_t g = 0; g < found.goals.size(); ++g) {
      SCOPED_TRACE(found.goals[g].text);
      const auto is = found.outcomes[g].is;
      if (is == GoalOutcome::Status::notWanted) continue;
      ASSERT_TRUE(is == GoalOutcome::Status::met || is == GoalOutcome::Status::impossible);
      EXPECT_EQ(is == GoalOutcome::Status::met, all.possible(found.goals[g]));
      ++(is == GoalOutcome::Status::met ? met : impossible);
    }
    std::set<std::size_t> claimed;
    for (const Script& script : found.scripts) {
      ++scripts;
      unsigned at = AllSteps::codeOf(*loaded->model, script.initial.states[0]);
      EXPECT_TRUE(all.start[at]);
      const auto holdRefused = [&](const std::vector<RefusedCall>& calls) {
        for (const RefusedCall& each : calls) {
          ++refused;
          std::vector<Atom> arguments;
          for (const TupleSet& argument : each.call.arguments) arguments.push_back(argument.atoms().front());
          EXPECT_TRUE(std::ranges::none_of(all.steps[at], [&](const TakenStep& step) {
            return step.action == each.call.action && step.arguments == arguments;
          })) << "a call is possible that was to be refused";
        }
      };
      for (const ScriptStep& step : script.steps) {
        holdRefused(step.refused);
        const unsigned to = AllSteps::codeOf(*loaded->model, step.after);
        std::vector<Atom> arguments;
        for (const TupleSet& argument : step.call.arguments) arguments.push_back(argument.atoms().front());
        std::set<unsigned> others, allowed;
        for (const model::State& other : step.others) others.insert(AllSteps::codeOf(*loaded->model, other));
        for (const TakenStep& each : all.steps[at])
          if (each.action == step.call.action && each.arguments == arguments) allowed.insert(each.to);
        EXPECT_TRUE(allowed.contains(to));
        others.insert(to);
        EXPECT_EQ(others, allowed);
        EXPECT_FALSE(all.dead[to]);
        at = to;
        claimed.insert(step.goals.begin(), step.goals.end());
      }
      holdRefused(script.refusedAtEnd);
      claimed.insert(script.goals.begin(), script.goals.end());
    }
    EXPECT_EQ(claimed.size(), found.count(GoalOutcome::Status::met));
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(impossible, 100);
  EXPECT_GT(refused, 50);
  EXPECT_GT(scripts, 60);
  EXPECT_GT(deadEnds, 0);
}

}  // namespace
}  // namespace aunit::strength::scripts
