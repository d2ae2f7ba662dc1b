#include "strength/scripts/scripts.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "evaluator/judge.h"
#include "solver/session/answered.h"
#include "solver/session/session.h"
#include "strength/scripts/any_step.h"
#include "strength/scripts/graph.h"
#include "strength/scripts/tours.h"
#include "suite/log/judge.h"
#include "suite/log/reading/paragraph.h"
#include "suite/log/start.h"
#include "support/random.h"

namespace aunit::strength::scripts {

using model::noId;

namespace {

// Limits of the exploration before the solver starts. They are not in seconds, so that results are deterministic.
constexpr std::uint64_t mostWork = 100'000;
constexpr std::size_t mostNodes = 15'000;
constexpr std::size_t mostStateGoals = 10'000;
constexpr std::uint64_t mostWorkForStates = 2'000'000;
// After the last step of a script, at most `mostEnds` states are tried in search of a loop, the first `fewEnds` breadth-first.
constexpr std::size_t fewEnds = 100, mostEnds = 160;
constexpr int defaultSteps = 10;
constexpr std::size_t largestUniverse = 60'000;

/// A model with its actions, goals and first states.
class ActionModel {
 public:
  ActionModel(const parser::Loaded& loaded, const ScriptOptions& options)
      : budget(options.limits),
        extension_(*loaded.model),
        numbers_(extension_.model()),
        looks_(extension_.model(), numbers_),
        memory_(extension_, looks_),
        play_{extension_.model(),
              numbers_,
              looks_,
              actions,
              goals,
              memory_,
              {.semantics = options.semantics, .budget = &budget},
              budget},
        graph(play_) {
    actions = actionsOf(extension_, loaded.sources, looks_, memory_, options.actions);
    for (const model::Fact& fact : loaded.model->facts()) memory_.replaced(fact.body);
    if (!(error = actions.error).empty()) return;
    if (options.scope)
      scope = *options.scope;
    else if (const auto& commands = loaded.model->commands(); !commands.empty() && !commands[0].isDefault)
      scope = commands[0].scope;
    else
      scope.overall = 3;
    if (scope.maxSteps < 0) scope.maxSteps = defaultSteps;
    solving.semantics = options.semantics;
    solving.limits = budget.left(options.limits);
    // With several threads, the answer of the fastest one would be used, which is not deterministic.
    solving.threads = solver::Threads::one;
    goals = goalsOf(extension_.model(), actions);
    const suite::log::Starts starts =
        suite::log::startsOf({*loaded.model, loaded.sources}, suite::log::plainLog(*loaded.model), {}, scope, solving);
    if (starts.error.starts_with("out of memory")) throw std::bad_alloc();  // as in answered()
    if (!starts.error.empty()) {
      error = starts.error;
      return;
    }
    if (starts.instances.empty()) {
      error = "the model has no first state in this scope";
      return;
    }
    allStarts = starts.complete;
    for (const model::Instance& start : starts.instances) {
      if (start.universe->size() > largestUniverse) {
        error = "the scope has too many atoms: make it smaller with --scope";
        return;
      }
      budget.check();
      graph.addStart(start);
    }
  }

  model::Extension& extension() { return extension_; }
  const StageData& play() const { return play_; }

  std::string error;
  Actions actions;
  std::vector<Goal> goals;
  model::Scope scope;
  solver::Options solving;
  bool allStarts = true;
  support::Budget budget;

 private:
  model::Extension extension_;
  suite::RelationNumbers numbers_;
  suite::StateReadsOf looks_;
  Memory memory_;
  StageData play_;

 public:
  Graph graph;
};

model::State stateOf(const StageData& play, const Stage& stage, const Values& values) {
  model::State state = stage.frame().states[0];
  for (std::size_t i = 0; i < play.numbers.size(); ++i)
    (play.numbers[i].isField ? state.fields[play.numbers[i].id] : state.sigs[play.numbers[i].id]) = values[i];
  return state;
}

class ScriptMaker {
 public:
  ScriptMaker(const parser::Loaded& loaded, const ScriptOptions& options) : options_(options), setting_(loaded, options) {}

  Scripts make() {
    Scripts result;
    if (setting_.error.empty()) {
      try {
        explore();
        ask(result);
      } catch (const support::Exhausted&) {
        result.interrupted = true;
      }
      finish(result);
    }
    result.error = setting_.error;
    result.actions = std::move(setting_.actions);
    result.goals = std::move(setting_.goals);
    result.scope = setting_.scope;
    return result;
  }

 private:
  void explore() {
    beyond_ = setting_.graph.looksBeyond();
    if (beyond_) return;
    setting_.graph.explore(options_.states ? mostWorkForStates : mostWork, options_.states ? 10 * mostStateGoals : mostNodes);
    if (!options_.states) return;
    if (!setting_.graph.complete()) {
      setting_.error = "there are too many states in this scope to visit each of them: make the scope smaller with --scope";
      return;
    }
    const std::size_t first = setting_.goals.size();
    const std::size_t count = setting_.graph.addStateGoals(first);
    if (count > mostStateGoals) {
      setting_.error = fmt::format("there are {} states in this scope, more than {}: make the scope smaller with --scope", count,
                                   mostStateGoals);
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      setting_.goals.push_back({.kind = Goal::Kind::state, .text = fmt::format("state {}", i + 1)});
    }
  }

  bool wanted(std::size_t goal, const Bits& shown) const {
    return setting_.goals[goal].stronger == SIZE_MAX || !shown.test(setting_.goals[goal].stronger);
  }

  /// Asks the solver about the goals that exploration did not meet.
  void ask(Scripts& result) {
    outcomes_.assign(setting_.goals.size(), {});
    if (!setting_.error.empty()) return;
    setting_.graph.findDeadEnds();
    Bits shown = setting_.graph.shown();
    // Exploration takes only steps that are calls of an action. If other steps are possible, they may lead to further states.
    const bool named = options_.actions.empty() && setting_.actions.unnamed.empty();
    // The value of `before` may change in a step that changes nothing else. Such a step is not a call, so exploration does not
    // take it.
    const bool stays =
        std::ranges::none_of(setting_.play().memory.all(), [](const PastFormula& each) { return each.op == model::Op::before; });
    const bool all = !beyond_ && named && stays && setting_.graph.complete() && setting_.allStarts;
    result.all = all;
    std::vector<std::size_t> open;
    for (std::size_t g = 0; g < setting_.goals.size(); ++g) {
      if (shown.test(g)) continue;
      if (!wanted(g, shown))
        outcomes_[g].is = GoalOutcome::Status::notWanted;
      else if (all)
        outcomes_[g].is = GoalOutcome::Status::impossible;
      else
        open.push_back(g);
    }
    if (!open.empty()) search(open, result);
    setting_.graph.findDeadEnds();
  }

  /// Asks the solver for a behaviour that meets at least one of the open goals. Repeats this until there is no such behaviour,
  /// which proves that the remaining goals are impossible. If a behaviour meets a goal only by a step that is not a call of an
  /// action, the goal becomes unknown and is not searched again.
  void search(std::vector<std::size_t> open, Scripts& result) {
    std::vector<model::ExprId> formulas(setting_.goals.size(), noId);
    std::optional<AnyStep> step;
    for (const std::size_t g : open) try {
        const model::ExprId formula = formulaOf(setting_.goals[g], setting_.extension(), setting_.actions, options_.semantics);
        if (!step) step.emplace(setting_.extension(), setting_.scope, setting_.solving);
        // The steps of AnyStep begin in any state, with any past, so AnyStep cannot decide goals about the past.
        const bool looksBack = setting_.play().looks(formula).back;
        result.asked += looksBack ? 0 : 1;
        if (!looksBack && step->excludes(formula, setting_.budget))
          outcomes_[g].is = GoalOutcome::Status::impossible;
        else
          formulas[g] = setting_.extension().nodes().unary(model::Op::eventually, formula);
      } catch (const model::TypeMismatch&) {
        outcomes_[g].why = "the goal cannot be written as a formula";
      }
    std::erase_if(open, [&](std::size_t g) { return formulas[g] == noId; });
    if (open.empty()) return;
    solver::Problem problem{.scope = setting_.scope};
    if (options_.anyLength) problem.scope.maxSteps = model::unboundedSteps;
    problem.temporal = true;
    solver::Session session(setting_.extension().model(), std::move(problem), setting_.solving);
    const std::size_t all = open.size();
    while (!open.empty()) {
      if (options_.progress) options_.progress(all - open.size(), all, "goals");
      setting_.budget.check();
      std::vector<model::ExprId> parts;
      for (const std::size_t g : open) parts.push_back(formulas[g]);
      setting_.extension().nodes().at({});
      ++result.asked;
      const solver::Result found =
          answered(session.ask({{setting_.extension().nodes().list(model::Op::or_, parts)}}, setting_.budget));
      if (found.verdict != solver::Verdict::satisfiable || !found.instance) {
        for (const std::size_t g : open) {
          if (found.verdict == solver::Verdict::unsatisfiable)
            outcomes_[g].is = found.proof ? GoalOutcome::Status::impossible : GoalOutcome::Status::impossibleInSteps;
          else
            outcomes_[g].why = found.message;
        }
        return;
      }
      setting_.graph.follow(*found.instance, beyond_);
      const Bits shown = setting_.graph.shown();
      const auto metBefore = open.size();
      std::erase_if(open, [&](std::size_t g) {
        if (shown.test(g)) return true;
        if (wanted(g, shown)) return false;
        outcomes_[g].is = GoalOutcome::Status::notWanted;
        return true;
      });
      if (open.size() < metBefore) continue;
      evaluator::Evaluator evaluator(setting_.extension().model(), setting_.play().evaluation);
      evaluator.bind(*found.instance);
      std::erase_if(open, [&](std::size_t g) {
        if (!evaluator.holds(formulas[g])) return false;
        outcomes_[g].why = "behaviours that meet the goal take a step that is not a call of an action";
        return true;
      });
      if (open.size() == metBefore) throw std::logic_error("the solver found a behaviour that meets none of the requested goals");
    }
  }

  void finish(Scripts& result) {
    if (!setting_.error.empty()) return;
    outcomes_.resize(setting_.goals.size());
    const Bits shown = setting_.graph.shown();
    Bits wantedGoals(setting_.goals.size());
    for (std::size_t g = 0; g < setting_.goals.size(); ++g)
      if (wanted(g, shown)) wantedGoals.set(g);
    // This part has no time limit: the scripts that were found must be shown even if the time is up.
    const support::Budget rest(options_.limits.untimed());
    std::vector<Tour> tours;
    try {
      tours = toursFor(setting_.graph, wantedGoals,
                       {.longest = options_.longest, .attempts = result.interrupted ? std::size_t{1} : 0}, rest);
    } catch (const support::Exhausted&) {
      result.interrupted = true;
    }
    std::ranges::stable_sort(tours, {}, [](const Tour& tour) { return tour.edges.size(); });
    for (const Tour& tour : tours) add(tour, wantedGoals, result);
    for (std::size_t g = 0; g < setting_.goals.size(); ++g) {
      GoalOutcome& outcome = outcomes_[g];
      if (outcome.is == GoalOutcome::Status::unknown && !wantedGoals.test(g)) outcome.is = GoalOutcome::Status::notWanted;
      if (outcome.is == GoalOutcome::Status::unknown && outcome.why.empty() && result.interrupted)
        outcome.why = "a time or size limit was reached";
    }
    result.outcomes = std::move(outcomes_);
    result.states = setting_.graph.states();
    result.deadEnds = setting_.graph.deadNodes();
  }

  void meet(const Bits& goals, Bits& open, std::size_t script, std::size_t step, std::vector<std::size_t>& first) {
    goals.forEach([&](std::size_t g) {
      if (!open.test(g)) return;
      open.reset(g);
      first.push_back(g);
      outcomes_[g] = {GoalOutcome::Status::met, script, step, ""};
    });
  }

  std::vector<RefusedCall> refusedAt(const Node& node, const std::vector<std::size_t>& first, const Renaming& by) const {
    std::vector<RefusedCall> result;
    for (const Stage::Refusal& each : node.refusals)
      if (std::ranges::find(first, each.goal) != first.end()) result.push_back({renamed(each.call, by), each.guard, each.alone});
    return result;
  }

  void add(const Tour& tour, const Bits& wantedGoals, Scripts& result) {
    const StageData& play = setting_.play();
    Graph& graph = setting_.graph;
    const Stage& stage = graph.stage(graph.node(tour.start).stage);
    if (open_.none() && result.scripts.empty()) open_ = wantedGoals;
    const std::size_t number = result.scripts.size();
    Script script;
    std::uint32_t at = tour.start;
    Renaming by = stage.symmetries()[0];
    script.initial = stage.frame();
    script.initial.states[0] = stateOf(play, stage, graph.node(at).state);
    meet(graph.node(at).goals, open_, number, 0, script.goals);
    std::vector<RefusedCall> refused = refusedAt(graph.node(at), script.goals, by);
    const auto after = [&](const Edge& edge) {
      return renamed(renamed(graph.node(edge.to).state, inverse(stage.symmetries()[edge.renaming])), by);
    };
    for (const std::uint32_t taken : tour.edges) {
      const Node& node = graph.node(at);
      const Edge& edge = node.edges[taken];
      ScriptStep step;
      step.refused = std::move(refused);
      step.call = renamed(edge.call, by);
      const Values values = after(edge);
      step.after = stateOf(play, stage, values);
      for (const Edge& other : node.edges)
        if (&other != &edge && other.call == edge.call)
          if (const Values there = after(other); !(there == values)) step.others.push_back(stateOf(play, stage, there));
      meet(edge.goals, open_, number, script.steps.size() + 1, step.goals);
      const Renaming there = inverse(stage.symmetries()[edge.renaming]);
      Renaming next(by.size());
      for (model::Atom a = 0; a < by.size(); ++a) next[a] = by[there[a]];
      by = std::move(next);
      at = edge.to;
      meet(graph.node(at).goals, open_, number, script.steps.size() + 1, step.goals);
      refused = refusedAt(graph.node(at), step.goals, by);
      script.steps.push_back(std::move(step));
    }
    script.refusedAtEnd = std::move(refused);
    close(script, at, by);
    result.scripts.push_back(std::move(script));
  }

  /// Continues the script's behaviour after its last step, so that the behaviour ends in a loop and satisfies all facts.
  void close(Script& script, std::uint32_t at, Renaming by) {
    const StageData& play = setting_.play();
    Graph& graph = setting_.graph;
    const Stage& stage = graph.stage(graph.node(at).stage);
    script.behaviour = script.initial;
    for (const ScriptStep& step : script.steps) script.behaviour.states.push_back(step.after);
    std::vector<Values> values;
    const auto valuesOf = [&](const model::State& state) {
      Values all;
      for (std::size_t i = 0; i < play.numbers.size(); ++i)
        all.push_back(play.numbers[i].isField ? state.fields[play.numbers[i].id] : state.sigs[play.numbers[i].id]);
      return all;
    };
    for (const model::State& state : script.behaviour.states) values.push_back(valuesOf(state));
    evaluator::Evaluator evaluator(play.model, {.semantics = options_.semantics});
    const evaluator::Question question{evaluator::constraintsOf(play.model)};
    const auto judged = [&](std::size_t loop) {
      script.behaviour.loop = static_cast<std::uint32_t>(loop);
      script.isBehaviour = evaluator::judge(evaluator, script.behaviour, question).holds();
      return script.isBehaviour;
    };
    const std::size_t length = values.size();
    struct SearchNode {
      std::uint32_t at;
      Renaming by;
      std::size_t before;  // index of the predecessor in `found`
      Values values;       // the state, with the stored values about the past, which decide how the behaviour can continue
    };
    std::vector<SearchNode> found{{at, std::move(by), SIZE_MAX, values.back()}};
    const auto goOn = [&](std::size_t to) {
      values.resize(length);
      script.behaviour.states.resize(length);
      std::vector<std::size_t> path;
      for (std::size_t i = to; i != 0; i = found[i].before) path.push_back(i);
      for (auto i = path.rbegin(); i != path.rend(); ++i) {
        values.push_back(stage.plain(found[*i].values));
        script.behaviour.states.push_back(stateOf(play, stage, values.back()));
      }
    };
    try {
      // Breadth-first for the first `fewEnds` states, then depth-first.
      for (std::size_t i = 0; i < found.size() && i < mostEnds; ++i) {
        const std::size_t here = i < fewEnds ? i : found.size() - 1;
        goOn(here);
        if ((beyond_ || graph.canStay(found[here].at)) && judged(values.size() - 1)) return;
        const std::vector<Edge> edges = graph.expanded(found[here].at).edges;
        for (const Edge& edge : edges) {
          if (graph.node(edge.to).dead) continue;
          const Renaming there = inverse(stage.symmetries()[edge.renaming]);
          const Values next = renamed(renamed(graph.node(edge.to).state, there), found[here].by);
          const auto before = std::ranges::find(values, stage.plain(next));
          if (before != values.end() && judged(static_cast<std::size_t>(before - values.begin()))) return;
          if (here >= fewEnds && found.back().before == here) continue;
          if (here < fewEnds && std::ranges::find(found, next, &SearchNode::values) != found.end()) continue;
          Renaming after(found[here].by.size());
          for (model::Atom a = 0; a < after.size(); ++a) after[a] = found[here].by[there[a]];
          found.push_back({edge.to, std::move(after), here, next});
        }
      }
    } catch (const support::Exhausted&) {
      // The time is up; the script gets no loop.
    } catch (const evaluator::EvaluationError&) {
      // A fact has no value; the script gets no loop.
    }
    script.behaviour.states.resize(length);
    script.behaviour.loop = static_cast<std::uint32_t>(length - 1);
    script.isBehaviour = false;
  }

  const ScriptOptions& options_;
  ActionModel setting_;
  std::vector<GoalOutcome> outcomes_;
  Bits open_;
  bool beyond_ = false;
};

}  // namespace

std::size_t Scripts::steps() const {
  std::size_t sum = 0;
  for (const Script& script : scripts) sum += script.steps.size();
  return sum;
}

std::size_t Scripts::refusals() const {
  std::size_t sum = 0;
  for (const Script& script : scripts) {
    sum += script.refusedAtEnd.size();
    for (const ScriptStep& step : script.steps) sum += step.refused.size();
  }
  return sum;
}

std::size_t Scripts::count(GoalOutcome::Status is) const {
  return static_cast<std::size_t>(std::ranges::count(outcomes, is, &GoalOutcome::is));
}

const char* name(GoalOutcome::Status is) {
  switch (is) {
    case GoalOutcome::Status::met: return "met";
    case GoalOutcome::Status::impossible: return "impossible";
    case GoalOutcome::Status::impossibleInSteps: return "impossible in so many steps";
    case GoalOutcome::Status::notWanted: return "not wanted";
    case GoalOutcome::Status::unknown: return "unknown";
  }
  return "";
}

Scripts scriptsOf(const parser::Loaded& loaded, const ScriptOptions& options) {
  try {
    return ScriptMaker(loaded, options).make();
  } catch (const support::Exhausted& exhausted) {
    Scripts result;
    result.error = exhausted.what();
    result.interrupted = true;
    return result;
  }
}

std::optional<std::size_t> randomWalk(const parser::Loaded& loaded, const Scripts& scripts, const ScriptOptions& options,
                                      std::uint64_t seed, std::size_t length, std::size_t most) {
  ActionModel setting(loaded, options);
  if (!setting.error.empty()) return std::nullopt;
  if (setting.graph.looksBeyond()) return 0;
  Bits open(setting.goals.size());
  for (std::size_t g = 0; g < setting.goals.size(); ++g)
    if (scripts.outcomes[g].is == GoalOutcome::Status::met) open.set(g);
  std::uint64_t state = seed * 2 + 1;
  const auto random = [&](std::size_t below) { return static_cast<std::size_t>(support::nextRandom(state) % below); };
  const std::vector<std::uint32_t> starts = setting.graph.starts();
  std::size_t steps = 0;
  while (!open.none()) {
    std::uint32_t at = starts[random(starts.size())];
    open -= setting.graph.expanded(at).goals;
    std::size_t taken = 0;
    for (; taken < length && !open.none(); ++taken) {
      const Node& node = setting.graph.expanded(at);
      if (node.edges.empty()) break;
      if (++steps > most) return std::nullopt;
      const Edge edge = node.edges[random(node.edges.size())];
      open -= edge.goals;
      at = edge.to;
      open -= setting.graph.expanded(at).goals;
    }
    if (taken == 0 && ++steps > most) return std::nullopt;
  }
  return steps;
}

}  // namespace aunit::strength::scripts
