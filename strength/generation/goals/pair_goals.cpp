#include "strength/generation/goals/pair_goals.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/changes/overlay.h"
#include "model/formulas/conjuncts.h"
#include "solver/entailment/logic.h"
#include "strength/instances/neighbours.h"
#include "support/budget.h"
#include "support/visible.h"

namespace aunit::strength {

using namespace model;

namespace {

constexpr std::size_t longestText = 60;
constexpr std::size_t mostTwoAway = 4000;  // limit for the instances that acceptedNear() examines

}  // namespace

PairGoals::PairGoals(parser::Loaded& loaded, std::span<Finder> finders, Pool& pool, const GenerationOptions& options,
                     const ProofOptions& proofs)
    : loaded_(loaded),
      model_(*loaded.model),
      finders_(finders),
      pool_(pool),
      options_(proofs),
      untilStopped_(proofs.limits.untimed()),
      evaluator_(model_, {.semantics = proofs.semantics, .budget = &untilStopped_}) {
  for (const evaluator::Constraint& c : evaluator::constraintsOf(model_)) {
    facts_.constraints.push_back(c);
    if (c.part != evaluator::Part::fact) declarations_.constraints.push_back(c);
  }
  const auto isLibrary = [&](model::ModuleId module) { return model_.modules()[module].library; };
  if (options.functions.empty())
    for (const model::Fact& fact : model_.facts())
      if (!isLibrary(fact.module)) collect(noId, fact.body);
  for (FuncId f = 0; f < model_.funcs().size(); ++f) {
    const model::Func& function = model_.func(f);
    const bool asked = options.functions.empty() || std::ranges::find(options.functions, f) != options.functions.end();
    if (asked && function.isPredicate && function.body != noId && !function.recursive && !isLibrary(function.module))
      collect(f, function.body);
  }
}

void PairGoals::collect(FuncId function, ExprId body) {
  for (const ExprId conjunct : model::conjunctsOf(model_, body)) {
    const model::Span span = model_.expr(conjunct).span;
    std::string text = support::oneLine(loaded_.sources.text(span));
    if (text.size() > longestText) text = fmt::format("line {}", loaded_.sources.begin(span).line);
    conjuncts_.push_back({.function = function, .formula = conjunct, .text = std::move(text)});
  }
}

/// Returns the conjuncts of the claim's predicate that are false in the claim's instance; nothing if the instance violates facts
/// or declarations, or if a conjunct has no value. For a claim about the facts, uses their conjuncts, and ignores violated facts.
std::optional<std::vector<std::size_t>> PairGoals::broken(const Claim& claim) {
  const auto& must = claim.function == noId ? declarations_ : facts_;
  if (!evaluator::judge(evaluator_, claim.instance, must).holds()) return std::nullopt;
  std::vector<std::size_t> result;
  if (claim.function != noId) {
    const model::Func& function = model_.func(claim.function);
    for (std::size_t i = 0; i < claim.arguments.size(); ++i) evaluator_.assign(function.variables[i], claim.arguments[i]);
  }
  try {
    for (std::size_t i = 0; i < conjuncts_.size(); ++i)
      if (conjuncts_[i].function == claim.function && !evaluator_.holds(conjuncts_[i].formula)) result.push_back(i);
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
  return result;
}

/// Whether tests of the file already show a near miss of the conjunct: one test has an instance in which only this conjunct is
/// false, and another test has an accepted instance (all conjuncts are true) at most two tuples away. If no accepted instance is
/// so near, the other test may have any accepted instance.
bool PairGoals::isShown(std::size_t conjunct) {
  const std::vector<Claim>& claims = pool_.excluded();
  const auto fits = [&](const Claim& claim) {
    return claim.function == conjuncts_[conjunct].function && claim.assertion == noId && claim.about != Claim::Topic::value;
  };
  for (const Claim& rejected : claims) {
    if (!fits(rejected) || broken(rejected) != std::vector{conjunct}) continue;
    if (acceptedNear(rejected, [&](const Claim& near) { return pool_.isExcluded(near); })) return true;
    const auto holds = [&](const Claim& claim) {
      const auto wrong = fits(claim) ? broken(claim) : std::nullopt;
      return wrong && wrong->empty();
    };
    if (!acceptedNear(rejected, [](const Claim&) { return true; }) && std::ranges::any_of(claims, holds)) return true;
  }
  return false;
}

/// Sets the claim's value to the value that the model gives in the claim's instance, and adds the claim to the pool. Returns the
/// claim's number in the pool.
std::optional<std::uint32_t> PairGoals::offer(const Claim& claim) {
  const auto stated = pool_.stated(claim);
  if (!stated) return std::nullopt;
  pool_.add(*stated);
  return pool_.find(*stated);
}

/// Searches the instances one tuple away from `rejected`, then those two tuples away, for one in which all conjuncts are true.
/// `willDo` must accept the claim about it. Returns this claim and the number of changed tuples.
std::optional<std::pair<Claim, int>> PairGoals::acceptedNear(const Claim& rejected,
                                                             const std::function<bool(const Claim&)>& willDo) {
  std::optional<std::pair<Claim, int>> result;
  const auto look = [&](const Instance& from, int apart, std::size_t& left) {
    forEachNeighbour(model_, from, [&](const Instance& instance) {
      Claim candidate = rejected;
      candidate.instance = instance;
      const auto wrong = broken(candidate);
      if (wrong && wrong->empty() && willDo(candidate)) result.emplace(std::move(candidate), apart);
      return !result && --left > 0;
    });
  };
  std::size_t left = mostTwoAway;
  look(rejected.instance, 1, left);
  if (result) return result;
  std::vector<Instance> nearest;
  forEachNeighbour(model_, rejected.instance, [&](const Instance& instance) {
    nearest.push_back(instance);
    return true;
  });
  for (const Instance& instance : nearest) {
    if (left > 0) look(instance, 2, left);
    if (result) return result;
  }
  return result;
}

/// Returns a claim about the smallest instance in which all conjuncts are true. If `accepted` is false, `conjunct` must be false
/// there, and all other conjuncts true. Sets `proved` to whether the solver proved that the scope has no such instance.
std::optional<Claim> PairGoals::solved(std::size_t conjunct, bool accepted, bool& proved) {
  const ExprId first = model_.exprCount();
  const FuncId function = conjuncts_[conjunct].function;
  std::optional<Claim> claim;
  {
    model::Overlay overlay(model_);
    model::Nodes& make = overlay.nodes();
    make.at({});
    const solver::Logic logic(model_, make, options_.semantics);
    std::vector<ExprId> parts;
    for (std::size_t i = 0; i < conjuncts_.size(); ++i)
      if (conjuncts_[i].function == function)
        parts.push_back(i == conjunct && !accepted ? logic.no(conjuncts_[i].formula) : conjuncts_[i].formula);
    const FinderResult found = Finder::findInOne(
        finders_, {.formula = make.list(Op::and_, parts), .function = function, .facts = function != noId}, make);
    proved = found.verdict == solver::Verdict::unsatisfiable;
    if (found.smallest) {
      claim.emplace();
      claim->instance = found.smallest->instance;
      claim->function = function;
      claim->about = function == noId ? Claim::Topic::facts : Claim::Topic::solution;
      for (const auto& [variable, value] : found.smallest->arguments) claim->arguments.push_back(value);
    }
  }
  for (Finder& finder : finders_) finder.forget(first);
  support::Budget(options_.limits.untimed()).check();
  return claim;
}

void PairGoals::fill(std::size_t i) {
  Conjunct& conjunct = conjuncts_[i];
  if (isShown(i)) {
    conjunct.state = Conjunct::State::before;
    return;
  }
  bool proved = false;
  const auto rejected = solved(i, false, proved);
  if (proved) conjunct.state = Conjunct::State::impossible;
  const auto first = rejected ? offer(*rejected) : std::nullopt;
  if (!first) return;
  conjunct.rejected = *first;
  if (const auto near = acceptedNear(*rejected, [&](const Claim& claim) { return offer(claim).has_value(); })) {
    conjunct.accepted = *offer(near->first);
    conjunct.apart = near->second;
  } else {
    const auto far = solved(i, true, proved);
    const auto second = far ? offer(*far) : std::nullopt;
    if (!second) return;
    conjunct.accepted = *second;
  }
  conjunct.state = Conjunct::State::found;
}

void PairGoals::fill(const GoalProgress& progress) {
  for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
    progress(i, conjuncts_.size());
    fill(i);
  }
}

std::vector<Goal> PairGoals::goals() const {
  std::vector<Goal> goals;
  for (const Conjunct& conjunct : conjuncts_) {
    Goal decides, holds;
    decides.met = holds.met = conjunct.state == Conjunct::State::before;
    if (conjunct.state == Conjunct::State::found) {
      decides.candidates = {conjunct.rejected};
      holds.candidates = {conjunct.accepted};
      const auto apartFrom = [&](const char* value) {
        return conjunct.apart == 0
                   ? ""
                   : fmt::format("; a change of {} makes it {}", conjunct.apart == 1 ? "one tuple" : "two tuples", value);
      };
      decides.title = fmt::format("only {} is false{}", conjunct.text, apartFrom("true"));
      holds.title = fmt::format("{} is true{}", conjunct.text, apartFrom("false"));
    }
    goals.push_back(std::move(decides));
    goals.push_back(std::move(holds));
  }
  return goals;
}

Achievement PairGoals::achieved(std::span<const Goal> goals, std::vector<std::string>& impossible) const {
  Achievement result;
  result.goals = conjuncts_.size();
  for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
    result.before += conjuncts_[i].state == Conjunct::State::before;
    result.after += goals[2 * i].met != 0 && goals[2 * i + 1].met != 0;
    result.unknown += conjuncts_[i].state == Conjunct::State::unknown;
    result.impossible += conjuncts_[i].state == Conjunct::State::impossible;
    if (conjuncts_[i].state == Conjunct::State::impossible)
      impossible.push_back(fmt::format("only `{}` is false", conjuncts_[i].text));
  }
  return result;
}

}  // namespace aunit::strength
