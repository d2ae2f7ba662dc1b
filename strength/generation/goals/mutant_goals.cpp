#include "strength/generation/goals/mutant_goals.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/changes/overlay.h"
#include "solver/entailment/logic.h"
#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/generation/alternatives.h"
#include "strength/instances/neighbours.h"
#include "strength/mutation/suggestion.h"
#include "strength/scopes.h"
#include "suite/coverage_subject.h"
#include "suite/valuation/valuation.h"
#include "support/budget.h"
#include "support/random.h"

namespace aunit::strength {

using model::ExprId;
using model::Instance;

namespace {

constexpr std::size_t pairsPerMutant = 4;
constexpr std::size_t mostPairs = 600;
constexpr std::size_t otherFormulas = 900;  // limit for the formulas that are tried in place of a predicate's body
constexpr std::size_t byChance = 400;       // limit for the random instances that wander() adds
// Limits for the neighbours that are added for one claim. The claim's value differs in opposite neighbours, and is the same in
// equal ones.
constexpr std::size_t oppositeNeighbours = 8, equalNeighbours = 4;

}  // namespace

MutantGoals::MutantGoals(parser::Loaded& loaded, const std::vector<suite::TestCase>& tests, const GenerationOptions& options,
                         const model::Scope& scope, Pool& pool)
    : loaded_(loaded),
      model_(*loaded.model),
      options_(options),
      scope_(scope),
      pool_(pool),
      proofs_{.semantics = options.semantics, .limits = options.limits, .whole = options.whole},
      judge_(loaded, tests, {options.semantics, options.limits}),
      comparer_(model_, options.scope >= 0 ? std::vector{scope} : scopesOf(loaded, tests), proofs_),
      own_(judge_.size()) {
  collect(tests);
}

void MutantGoals::throwIfStopped() const {
  support::Budget(options_.limits.untimed()).check();
}

std::vector<std::string> MutantGoals::leftOut() const {
  std::vector<std::string> tests;
  for (std::size_t i = 0; i < judge_.verdicts().size() && i < own_; ++i)
    if (const Verdict& verdict = judge_.verdicts()[i]; !verdict.usable)
      tests.push_back(fmt::format("\"{}\": {}", judge_.tests()[i].name, verdict.why));
  return tests;
}

bool MutantGoals::isWanted(const Mutant& mutant) const {
  const model::Paragraph& paragraph = model_.paragraphs()[mutant.paragraph];
  const bool function = paragraph.kind == model::Paragraph::Kind::predicate || paragraph.kind == model::Paragraph::Kind::function;
  return options_.functions.empty() ||
         (function && std::ranges::find(options_.functions, paragraph.id) != options_.functions.end());
}

/// Collects the goals: first all mutants, then random pairs of mutants. Both mutants of a pair change the same paragraph.
void MutantGoals::collect(const std::vector<suite::TestCase>& tests) {
  for (const Mutant& mutant : mutantsOf(model_, {OperatorSet::all, suite::modelUnderTest(loaded_, tests)}))
    if (isWanted(mutant)) changes_.push_back({mutant});
  single_ = changes_.size();
  achieved_.goals = single_;
  const std::size_t most = std::min(mostPairs, single_ * pairsPerMutant);
  std::uint64_t random = 1;
  for (std::size_t tried = 0; changes_.size() - single_ < most && tried < 4 * most; ++tried) {
    const Mutant first = changes_[support::nextRandom(random) % single_][0];
    const Mutant second = changes_[support::nextRandom(random) % single_][0];
    if (first.paragraph != second.paragraph || first.place == second.place || first.edit == Edit::sigMultiplicity) continue;
    changes_.push_back({first, second});
  }
}

void MutantGoals::fill(const GoalProgress& progress) {
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    progress(i, changes_.size());
    fillGap(i);
  }
}

void MutantGoals::widen() {
  addLarge();
  wander();
}

/// Adds claims that kill change `i`, and claims about neighbours of their instances. Adds nothing if a test or claim already
/// kills the change.
void MutantGoals::fillGap(std::size_t i) {
  const Change& change = changes_[i];
  const bool single = i < single_;
  judgeNew();
  const std::vector<std::uint32_t> killers = judge_.killers(change, 1);
  throwIfStopped();
  if (single && !killers.empty() && killers.front() < own_) ++achieved_.before;
  if (!killers.empty()) return;
  const Comparison comparison = comparer_.compare(change);
  throwIfStopped();
  if (single) compared_[i] = comparison.equivalence;
  for (const auto* difference : {&comparison.difference, &comparison.large}) {
    if (!*difference) continue;
    const Claim claim = claimOf(change, model_, **difference, proofs_);
    pool_.add(claim);
    addNeighbours(claim);
  }
}

/// Passes the claims that are new in the pool to the judge.
void MutantGoals::judgeNew() {
  for (; seen_ < pool_.claims().size(); ++seen_)
    if (judge_.add(pool_.claims()[seen_])) judged_.push_back(static_cast<std::uint32_t>(seen_));
}

void MutantGoals::addNeighbours(const Claim& claim) {
  std::size_t opposite = 0, equal = 0;
  forEachNeighbour(model_, claim.instance, [&](const Instance& instance) {
    throwIfStopped();
    const auto value = pool_.said(claim, instance);
    if (!value) return true;
    const bool same = *value == claim.value;
    if ((same ? equal : opposite) >= (same ? equalNeighbours : oppositeNeighbours)) return true;
    Claim neighbour = claim;
    neighbour.instance = instance;
    neighbour.value = *value;
    if (pool_.add(neighbour)) ++(same ? equal : opposite);
    return equal < equalNeighbours || opposite < oppositeNeighbours;
  });
}

/// For each predicate without parameters, adds an instance that satisfies it and one that does not. Both instances have all atoms
/// that the scope allows, because some mistakes show only in large instances.
void MutantGoals::addLarge() {
  std::set<model::FuncId> predicates;
  for (const Change& change : changes_)
    if (const model::Paragraph& p = model_.paragraphs()[change[0].paragraph]; p.kind == model::Paragraph::Kind::predicate)
      if (model_.func(p.id).params.empty()) predicates.insert(p.id);
  for (const model::FuncId predicate : predicates)
    for (const bool holds : {true, false}) {
      model::Overlay overlay(model_);
      model::Nodes& make = overlay.nodes();
      make.at({});
      std::vector<ExprId> wanted = {make.call(predicate, {})};
      if (!holds) wanted[0] = solver::Logic(model_, make, proofs_.semantics).no(wanted[0]);
      for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
        if (const model::Sig& sig = model_.sig(id); !sig.subset && sig.parents[0] == model::builtin::univ && !sig.isMeta)
          if (sig.multiplicity == model::Multiplicity::set && !sig.isEnum && !model_.modules()[sig.module].library)
            wanted.push_back(make.binary(model::Op::greaterEqual, make.unary(model::Op::cardinality, make.sig(id)),
                                         make.integer(scope_.overall)));
      solver::Problem problem;
      problem.formula = make.list(model::Op::and_, wanted);
      problem.scope = scope_;
      problem.scope.bitwidth = -1;  // the default bit width of tests
      problem.temporal = model_.hasMutable() || model_.expr(problem.formula).temporal;
      solver::Result result = answered(solver::Search(model_, std::move(problem), solverOptions(proofs_)).next());
      if (result.verdict != solver::Verdict::satisfiable) continue;
      Claim claim;
      claim.instance = std::move(*result.instance);
      claim.instance.maxSequence = suite::IntegerScope().maxSequence;
      claim.instance.skolems.clear();
      for (model::State& state : claim.instance.states) state.skolems.clear();
      claim.about = Claim::Topic::solution;
      claim.function = predicate;
      claim.value = holds;
      if (const auto value = pool_.said(claim, claim.instance); value && *value == claim.value) pool_.add(claim);
    }
}

/// Adds random instances, each of which is a few random changes away from the instance of a claim that was found before. The
/// reason is that people make more kinds of mistakes than mutants show.
void MutantGoals::wander() {
  const std::vector<Claim>& claims = pool_.claims();
  if (claims.empty()) return;
  std::uint64_t random = 2;
  const std::size_t begun = claims.size();
  std::size_t true_ = 0, false_ = 0;
  for (std::size_t tried = 0; tried < 4 * byChance && true_ + false_ < byChance; ++tried) {
    // Every second instance starts from one of the last two claims, whose instances are the largest.
    Claim claim = claims[tried % 2 == 0 ? support::nextRandom(random) % begun
                                        : begun - 1 - support::nextRandom(random) % std::min<std::size_t>(begun, 2)];
    if (support::nextRandom(random) % 5 == 0) claim.instance = withoutSome(model_, claim.instance, random);
    const auto found = strength::wandered(std::move(claim), support::nextRandom(random) % 8, pool_, model_, random);
    if (!found) continue;
    const bool* truth = std::get_if<bool>(&found->value);
    std::size_t& count = truth && *truth ? true_ : false_;
    if (count < byChance / 2 && pool_.add(*found)) ++count;
  }
}

/// `killers` has, for each goal, the tests and claims that meet the goal and were judged after the last call. Counts the tests in
/// Goal::met, and adds the claims to Goal::candidates.
void MutantGoals::note(const std::vector<std::vector<std::uint32_t>>& killers, Goals& known) {
  throwIfStopped();  // after an interruption, `killers` is incomplete
  known.goals.resize(killers.size());
  for (std::size_t i = 0; i < killers.size(); ++i) {
    Goal& goal = known.goals[i];
    goal.wanted = options_.strength != 0 ? options_.strength : std::max<std::size_t>(options_.limit, 1);
    for (const std::uint32_t t : killers[i])
      if (t < own_)
        ++goal.met;
      else
        goal.candidates.push_back(judged_[t - own_]);
  }
  known.judged = judge_.size();
}

std::vector<Goal> MutantGoals::goals() {
  judgeNew();
  std::vector<std::vector<std::uint32_t>> killers(changes_.size());
  if (ofChanges_.judged < judge_.size())
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      killers[i] = judge_.killersFrom(ofChanges_.judged, changes_[i]);
      throwIfStopped();
    }
  note(killers, ofChanges_);
  std::vector<Goal> goals = ofChanges_.goals;
  std::set<model::FuncId> predicates;
  for (const Claim& claim : pool_.claims())
    if (claim.about == Claim::Topic::solution && claim.function != model::noId && claim.arguments.empty())
      predicates.insert(claim.function);
  for (const model::FuncId predicate : predicates) {
    judgeAlternatives(predicate);
    std::ranges::copy(ofAlternatives_[predicate].goals, std::back_inserter(goals));
  }
  return goals;
}

/// Judges mutants in which another formula replaces the body of a predicate without parameters.
void MutantGoals::judgeAlternatives(model::FuncId predicate) {
  model::Overlay overlay(model_);
  overlay.nodes().at({});
  Goals& known = ofAlternatives_[predicate];
  std::vector<std::vector<std::uint32_t>> killers;
  for (const ExprId formula : alternatives(model_, overlay.nodes(), otherFormulas, 3))
    killers.push_back(judge_.killersFrom(known.judged, predicate, formula));
  note(killers, known);
}

Achievement MutantGoals::achieved(std::span<const Goal> goals) const {
  Achievement result = achieved_;
  for (std::size_t i = 0; i < single_; ++i) {
    if (goals[i].met != 0) {
      ++result.after;
    } else if (const auto compared = compared_.find(i); compared != compared_.end()) {
      // The proof covers only instances of the facts within the scope. A claim about another instance may still kill the mutant,
      // so only unmet goals are counted here.
      result.impossible += compared->second == Equivalence::equivalent;
      result.unknown += compared->second == Equivalence::unknown;
    }
  }
  return result;
}

}  // namespace aunit::strength
