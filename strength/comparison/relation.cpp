#include "strength/comparison/relation.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator_impl.h"
#include "solver/grounding/scope.h"
#include "solver/session/answered.h"
#include "solver/unsupported.h"
#include "strength/instances/neighbours.h"
#include "strength/instances/smallest.h"
#include "strength/synthesis/random_valuations.h"

namespace aunit::strength::comparison {

using namespace model;

namespace {

constexpr std::uint64_t seedOfPool = 7;
constexpr int mostStatesInPool = 3;
constexpr std::size_t mostKept = 512;
constexpr double secondsForChance = 0.05;

void withoutSkolems(Instance& instance) {
  instance.skolems.clear();
  for (model::State& state : instance.states) state.skolems.clear();
}

}  // namespace

const char* name(Relation relation) {
  switch (relation) {
    case Relation::same: return "same";
    case Relation::sameShared: return "same-shared";
    case Relation::stronger: return "stronger";
    case Relation::weaker: return "weaker";
    case Relation::neither: return "neither";
    case Relation::unknown: break;
  }
  return "unknown";
}

Relation relationOf(const RelationResult& related) {
  const bool known = (related.byFirst || related.noneByFirst) && (related.bySecond || related.noneBySecond);
  if (!known) return Relation::unknown;
  if (related.byFirst) return related.bySecond ? Relation::neither : Relation::stronger;
  return related.bySecond ? Relation::weaker : Relation::same;
}

/// One direction of the comparison: the instances that one formula accepts and the other rejects.
struct Relations::Side {
  ExprId open = noId;    // holds if the formulas differ in this direction; the parameters are free in it
  ExprId closed = noId;  // holds if `open` holds for some arguments in the first state
  ExprId later = noId;   // holds if `closed` holds in some state; noId if only the first state counts
  ExprId beside = noId;  // a formula that the distinguishing instance should also satisfy, if possible
  bool temporal = false;
  bool hasParams = false;
  std::optional<DistinguishingInstance> found{};
  bool none = false;
  std::optional<solver::Refutation> refuted{};
  std::string unchecked{};
  std::string why{};
};

Relations::Relations(model::Extension& extension, RelationOptions options)
    : extension_(extension),
      model_(extension.model()),
      options_(std::move(options)),
      budget_(options_.proof.limits),
      evaluator_(model_, {.semantics = options_.proof.semantics, .budget = &budget_}),
      context_(evaluator::constraintsOf(model_)) {
  for (const ExprId formula : options_.also) context_.push_back({.part = evaluator::Part::formula, .formula = formula});
  if (!options_.facts) {
    std::erase_if(context_, [&](const evaluator::Constraint& constraint) {
      return constraint.part == evaluator::Part::fact ||
             (constraint.part == evaluator::Part::implicit &&
              solver::isSignatureFact(model_, model_.implicitConstraints()[constraint.index]));
    });
  }
}
Relations::~Relations() = default;

/// Whether the instance fits into the scope, and facts and declarations hold in it.
bool Relations::isWithin(const Instance& instance) {
  return evaluator::judge(evaluator_, instance, {.constraints = sizes_}).holds() &&
         evaluator::judge(evaluator_, instance, {.constraints = context_}).holds();
}

void Relations::fill() {
  if (std::exchange(filled_, true)) return;
  model::Scope scope = options_.scope;
  if (!model_.hasMutable()) scope.minSteps = scope.maxSteps = -1;
  const solver::SigSizes sizes = solver::deriveSizes(model_, scope, model_.hasMutable());
  solver::append(sizes_, sizes);
  int most = 0;
  for (const int size : sizes.size) most = std::max(most, size);
  synthesis::RandomValuations random(model_,
                                     {.atoms = std::min(most, 3),
                                      .allAtoms = 12,
                                      .states = model_.hasMutable() ? std::min(mostStatesInPool, sizes.maxSteps) : 1,
                                      .bitwidth = sizes.bitwidth,
                                      .maxSequence = sizes.maxSequence},
                                     seedOfPool);
  if (sizes.minSteps > 1) return;
  for (std::size_t i = 0; i < options_.tries; ++i) {
    const auto instance = random.next();
    if (!instance) continue;
    if (isWithin(*instance)) pool_.push_back(*instance);
  }
}

bool Relations::differs(const Side& side, const Instance& instance) {
  evaluator_.bind(instance);
  try {
    return evaluator_.holds(side.later == noId ? side.closed : side.later);
  } catch (const evaluator::EvaluationError&) {
    return false;
  }
}

/// Removes irrelevant atoms and tuples from the instance. Returns nothing if the evaluator does not confirm the difference.
std::optional<DistinguishingInstance> Relations::separating(const Side& side, Instance instance) {
  if (!isWithin(instance) || !differs(side, instance)) return std::nullopt;
  DistinguishingInstance found;
  found.isWhole = side.beside == noId || evaluator_.holds(side.beside);
  const auto matters = [&](const Instance& candidate) {
    return !budget_.exhausted() && isWithin(candidate) && differs(side, candidate) &&
           (side.beside == noId || !found.isWhole || evaluator_.holds(side.beside));
  };
  const std::vector<bool> kept(instance.universe->size());
  found.instance = smallest(model_, std::move(instance), kept, matters);
  bindArguments(side, found);
  return found;
}

/// Records in `found` the first state in which the formulas differ, and arguments for which they differ there.
void Relations::bindArguments(const Side& side, DistinguishingInstance& found) {
  evaluator_.bind(found.instance);
  while (side.later != noId && found.state + 1 < found.instance.states.size() && !evaluator_.holds(side.closed, found.state))
    ++found.state;
  if (!side.hasParams) return;
  evaluator::NodeId quantifier = evaluator_.prepare(side.closed, found.state);
  const evaluator::Program& program = evaluator_.program();
  const auto last = [&](evaluator::NodeId id) { return program.childrenOf(program.nodes[id]).back(); };
  while (program.nodes[quantifier].code != evaluator::Code::quantSome) quantifier = last(quantifier);
  evaluator_.forEachBinding(quantifier, [&] {
    if (!evaluator_.formulaAt(last(quantifier), found.state)) return true;
    for (const evaluator::Binder& binder : program.bindersOf(program.nodes[quantifier]))
      found.arguments.push_back({program.slots[binder.slot].variable, evaluator_.slot(binder.slot)});
    return false;
  });
}

/// Looks for an instance in which the formulas differ, among random valuations and instances found before. Used if the solver has
/// not decided whether there is one.
void Relations::lookByChance(Side& side) {
  const support::Limits& limits = options_.proof.limits;
  const support::Budget left =
      std::exchange(budget_, support::Budget({.seconds = secondsForChance, .bytes = limits.bytes, .stop = limits.stop}));
  try {
    fill();
    look(side);
  } catch (const support::Exhausted&) {
    if (options_.proof.limits.stopped()) throw;
  } catch (const solver::Unsupported&) {  // `why` already has the reason
  } catch (const evaluator::EvaluationError&) {
  }
  budget_ = left;
}

void Relations::look(Side& side) {
  const Instance* best = nullptr;
  for (const Instance& instance : pool_) {
    budget_.check();
    if (best && sizeOf(instance) >= sizeOf(*best)) continue;
    if (differs(side, instance)) best = &instance;
  }
  if (best) side.found = separating(side, *best);
}

solver::Logic Relations::logic() const {
  return {model_, extension_.nodes(), options_.proof.semantics};
}

/// Returns the problem of the comparison; its formula is not set.
solver::Problem Relations::problem(bool temporal) const {
  solver::Problem problem{.scope = options_.scope, .temporal = temporal};
  if (!temporal) problem.scope.minSteps = problem.scope.maxSteps = -1;
  problem.facts = problem.signatureFacts = options_.facts;
  problem.also = options_.also;
  return problem;
}

solver::Session& Relations::session(bool temporal) {
  auto& session = sessions_[temporal];
  if (!session) {
    solver::Options how = solverOptions(options_.proof, InstanceSize::small);
    how.refute = how.certificate = options_.refute;
    session = std::make_unique<solver::Session>(model_, problem(temporal), how);
  }
  return *session;
}

/// Asks the solver for the smallest instance of `side`: fewest states, then atoms, then tuples.
void Relations::solve(Side& side) {
  const ExprId goal = side.later == noId ? side.closed : side.later;
  solver::Result result = answered(session(side.temporal || model_.hasMutable()).ask({{goal}}, budget_));
  side.none = result.verdict == solver::Verdict::unsatisfiable;
  if (side.none) {
    side.refuted = std::move(result.refutation);
    if (options_.refute && !side.refuted) side.unchecked = result.message;
    return;
  }
  if (result.verdict != solver::Verdict::satisfiable) {
    side.why = result.message.empty() ? "not decided" : result.message;
    return;
  }
  Instance instance = std::move(*result.instance);
  withoutSkolems(instance);
  if (pool_.size() < mostKept) pool_.push_back(instance);
  side.found = separating(side, std::move(instance));
  if (!side.found) {
    side.why = "evaluation does not agree with the solver";
    return;
  }
  side.found->fewest = result.reached && result.reached->proved;
  if (side.found->isWhole) return;
  result = answered(session(side.temporal || model_.hasMutable()).ask({{goal, side.beside}}, budget_));
  if (result.verdict != solver::Verdict::satisfiable) return;
  withoutSkolems(*result.instance);
  auto better = separating(side, std::move(*result.instance));
  if (!better) return;
  better->fewest = result.reached && result.reached->proved;
  side.found = std::move(better);
}

/// Whether both sides are unsatisfiable in every scope.
std::optional<solver::AllScopes> Relations::askBeyond(const Side& first, const Side& second) {
  const auto goalOf = [](const Side& side) { return side.later == noId ? side.closed : side.later; };
  solver::Problem all = problem(first.temporal || second.temporal || model_.hasMutable());
  all.formula = logic().any({goalOf(first), goalOf(second)});
  return beyond(model_, all, options_.proof);
}

bool Relations::hasInstance() {
  return session(model_.hasMutable()).ask({}, budget_).verdict == solver::Verdict::satisfiable;
}

std::optional<Instance> Relations::nearest(const Formulas& formulas, const DistinguishingInstance& found,
                                           const std::function<bool(const Instance&)>& isWanted) {
  std::optional<Instance> result;
  try {
    forEachNeighbour(model_, found.instance, [&](const Instance& neighbour) {
      budget_.check();
      if (!isWithin(neighbour)) return true;
      evaluator_.bind(neighbour);
      for (const evaluator::Binding& binding : found.arguments) evaluator_.assign(binding.variable, binding.value);
      if (evaluator_.holds(formulas.first, found.state) && evaluator_.holds(formulas.second, found.state) &&
          (!isWanted || isWanted(neighbour)))
        result = neighbour;
      return !result;
    });
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  } catch (const support::Exhausted&) {
    if (options_.proof.limits.stopped()) throw;
    return std::nullopt;
  }
  return result;
}

RelationResult Relations::relate(const Formulas& formulas) {
  budget_ = options_.proof.whole.within(options_.proof.limits);
  model::Nodes& make = extension_.nodes();
  make.at({});
  const auto sideOf = [&](ExprId accepting, ExprId rejecting, ExprId beside) {
    Side side;
    side.beside = beside;
    side.open = logic().both(accepting, logic().no(rejecting));
    side.hasParams = !formulas.params.empty();
    side.closed = side.hasParams ? make.quantified(Op::quantSome, formulas.params, side.open) : side.open;
    side.temporal = model_.expr(side.closed).temporal;
    if (formulas.everyState && model_.hasMutable()) side.later = make.unary(Op::eventually, side.closed);
    return side;
  };
  Side first = sideOf(formulas.first, formulas.second, formulas.besideFirst),
       second = sideOf(formulas.second, formulas.first, formulas.besideSecond);
  for (Side* side : {&first, &second}) {
    if (!(side == &first ? formulas.byFirst : formulas.bySecond)) continue;
    try {
      solve(*side);
    } catch (const support::Exhausted& exhausted) {
      if (options_.proof.limits.stopped()) throw;
      side->why = exhausted.what();
    } catch (const solver::Unsupported& unsupported) {
      side->why = unsupported.what();
    } catch (const evaluator::EvaluationError& error) {
      side->why = error.what();
    }
    if (!side->found && !side->none) lookByChance(*side);
  }
  RelationResult result;
  result.noneByFirst = first.none;
  result.noneBySecond = second.none;
  result.refutedByFirst = std::move(first.refuted);
  result.refutedBySecond = std::move(second.refuted);
  result.unchecked = first.unchecked.empty() ? second.unchecked : first.unchecked;
  result.byFirst = std::move(first.found);
  result.bySecond = std::move(second.found);
  result.relation = relationOf(result);
  if (result.relation == Relation::same) result.allScopes = askBeyond(first, second);
  if (result.relation == Relation::unknown) result.why = first.why.empty() ? second.why : first.why;
  return result;
}

}  // namespace aunit::strength::comparison
