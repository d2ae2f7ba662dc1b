#include "solver/modelcheck/prover.h"

#include <memory>
#include <thread>

#include "solver/modelcheck/aiger.h"
#include "solver/modelcheck/certificate.h"
#include "solver/modelcheck/liveness.h"
#include "solver/modelcheck/pdr.h"
#include "solver/translation/structure.h"
#include "solver/translation/symmetry.h"
#include "support/budget.h"
#include "support/cpu_time.h"

namespace aunit::modelcheck {

using solver::MatrixRef;
using support::Budget;

namespace {

// First length of an engine's turns, without and with a share of the CPU, and the factor by which it grows. It is in CPU seconds,
// so that a turn does as much work on a busy machine as on an idle one.
constexpr double firstTurn = 0.3;
constexpr double firstTurnOfShare = 0.02;
constexpr double longerTurn = 1.4;
// CPU seconds for which the most promising engine works alone.
constexpr double patience = 10;
// Interval at which a prover with a share of the CPU checks whether its turn has come.
constexpr auto glance = std::chrono::milliseconds(5);

}  // namespace

Prover::Prover(const solver::Grounding& grounding, std::span<const solver::Conjunct> goals, const Budget& budget)
    : grounding_(grounding),
      budget_(budget),
      circuit_(&budget_),
      algebra_(circuit_, grounding.bounds->universeSize()),
      relationVariables_(grounding.model, *grounding.bounds, algebra_, 1),
      tableau_(grounding.model, grounding.analysis, *grounding.bounds, relationVariables_, algebra_, grounding.options.semantics),
      before_(support::cpuSeconds(CLOCK_PROCESS_CPUTIME_ID)) {
  const double before = support::cpuSeconds(CLOCK_THREAD_CPUTIME_ID);
  system_ = translate(goals);
  translated_ = support::cpuSeconds(CLOCK_THREAD_CPUTIME_ID) - before;
}

// Has the same stages as Translation (solver/translation/translation.h), but makes a transition system instead of clauses.
System Prover::translate(std::span<const solver::Conjunct> goals) {
  const model::Model& model = grounding_.model;
  const solver::Bounds& bounds = *grounding_.bounds;
  solver::Skolemization skolemization(model, grounding_.options.skolemDepth, grounding_.problem.label, solver::Moments::alike,
                                      circuit_.meter());
  for (std::size_t i = 0; i < grounding_.conjuncts.size(); ++i)
    if (!grounding_.isSettled(i)) tableau_.require(skolemization.of(grounding_.conjuncts[i].formula));
  for (const solver::Conjunct& c : goals) tableau_.require(skolemization.of(c.formula));
  tableau_.requireInitially(solver::constantSizes(model, bounds, relationVariables_, algebra_));
  tableau_.requireAlways(solver::sizesIn(0, model, bounds, relationVariables_, algebra_));
  for (const model::SigId sig : solver::signaturesWithPlaces(model)) {
    std::vector<MatrixRef> ever;
    for (const MatrixRef& place : solver::placesIn(0, sig, model, relationVariables_, algebra_)) {
      auto soFar = std::make_shared<solver::Matrix>(*place);
      for (solver::Entry& e : soFar->entries) e.holds = tableau_.everSoFar(e.holds);
      ever.push_back(std::move(soFar));
    }
    tableau_.requireAlways(solver::pairwiseDisjoint(ever, algebra_));
  }
  tableau_.requireInitially(solver::breakSymmetries(model, bounds, relationVariables_, tableau_.skolems(), algebra_, 1,
                                                    grounding_.options.symmetry, solver::SymmetryOrder::reference));
  return tableau_.system();
}

/// Decides for one system whether `bad` can be reached.
struct Prover::Engine {
  Engine(std::string name, System what, const Budget& budget)
      : method(std::move(name)), system(std::move(what)), pdr(system, budget) {}

  std::string method;
  System system;
  Pdr pdr;
};

/// Waits until this prover may work for `turn` more CPU seconds without using more than the fraction `share` of the process's CPU
/// time.
void Prover::rest(double share, double turn) {
  const double spent = translated_ + support::cpuSeconds(CLOCK_THREAD_CPUTIME_ID);
  while (share < 1 && spent + turn > share * (support::cpuSeconds(CLOCK_PROCESS_CPUTIME_ID) - before_)) {
    if (const auto why = budget_.exhaustedMeanwhile()) throw support::Exhausted(*why);
    std::this_thread::sleep_for(glance);
  }
}

std::optional<Proof> Prover::run(double share) {
  const auto engine = [&](std::string method, System system) {
    return std::make_unique<Engine>(std::move(method), std::move(system), budget_);
  };
  int rounds = 1;
  const auto counting = [&] { return engine("rounds of justice", countingRounds(*system_, rounds)); };
  // Every trace that the command asks for reaches `bad`, so there is none if `bad` is unreachable. The engine `reaching` tries
  // first to show that `bad` is unreachable, because `recurring` and `closing` help little in that case.
  std::unique_ptr<Engine> reaching = engine("inductive invariant", *system_);
  std::unique_ptr<Engine> recurring;
  std::unique_ptr<Engine> closing;
  double turn = share < 1 ? firstTurnOfShare : firstTurn;
  const auto advance = [&](Pdr& pdr) {
    rest(share, turn);
    return pdr.run(turn);
  };
  for (double alone = patience; reaching && alone > 0; alone -= turn) {
    const Reach reach = advance(reaching->pdr);
    safeSteps_ = reaching->pdr.frames();
    if (reach == Reach::never) return proof(*reaching);
    if (reach == Reach::reached) reaching.reset();
  }
  recurring = counting();
  closing = engine("no fair loop", closingLoop(*system_));
  for (;; turn *= longerTurn) {
    if (reaching) {
      const Reach reach = advance(reaching->pdr);
      safeSteps_ = reaching->pdr.frames();
      if (reach == Reach::never) return proof(*reaching);
      if (reach == Reach::reached) reaching.reset();
    }
    const Reach recurs = advance(recurring->pdr);
    if (recurs == Reach::never) return proof(*recurring);
    if (recurs == Reach::reached) {
      rounds *= 2;
      recurring = counting();
    }
    const Reach loops = advance(closing->pdr);
    if (loops == Reach::never) return proof(*closing);
    if (loops == Reach::reached) return std::nullopt;
  }
}

Proof Prover::proof(const Engine& engine) {
  Proof proof = proofBy(engine.system, engine.pdr.invariant(), budget_);
  proof.method = engine.method;
  proof.frames = engine.pdr.frames();
  if (grounding_.options.certificate) {
    proof.system = aiger(engine.system);
    proof.witness = aigerWitness(engine.system, engine.pdr.invariant());
  }
  return proof;
}

}  // namespace aunit::modelcheck
