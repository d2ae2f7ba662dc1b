#include "strength/generation.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "evaluator/judge.h"
#include "model/overlay.h"
#include "solver/search.h"
#include "strength/alternatives.h"
#include "strength/equivalence.h"
#include "strength/judge.h"
#include "strength/near_misses.h"
#include "strength/stated.h"
#include "strength/suggestion.h"
#include "strength/title.h"
#include "suite/coverage_subject.h"
#include "suite/valuation.h"

namespace aunit::strength {

using model::ExprId;
using model::Instance;
using model::Model;
using model::TupleSet;

namespace {

/// Changes at one place, or at two: people's mistakes are rarely one operator.
using Change = std::vector<Mutant>;

constexpr std::size_t pairsPerMutant = 4;
constexpr std::size_t mostPairs = 600;
constexpr std::size_t otherFormulas = 900;                          // of each predicate
constexpr std::size_t wandered = 400;                               // instances by chance
constexpr std::ptrdiff_t mostToRead = 30;                           // atoms and tuples that people take in
constexpr std::size_t oppositeNeighbours = 8, equalNeighbours = 4;  // of one difference

/// How many atoms and tuples there are to read.
std::size_t sizeOf(const Instance& instance) {
  std::size_t size = instance.states.size();
  for (const model::State& state : instance.states) {
    for (std::size_t id = model::builtin::count; id < state.sigs.size(); ++id) size += state.sigs[id].size();
    for (const TupleSet& field : state.fields) size += field.size();
  }
  return size;
}

/// Of claims that tell as much, the larger one shows more of what no goal asked for, as long as people take it in.
std::ptrdiff_t worth(const Instance& instance) {
  const auto size = static_cast<std::ptrdiff_t>(sizeOf(instance));
  return size <= mostToRead ? size : -size;
}

class Generation {
 public:
  Generation(parser::Loaded& loaded, const GenerationOptions& options)
      : loaded_(loaded),
        model_(*loaded.model),
        options_(options),
        tests_(suite::collectTests(loaded)),
        judge_(loaded, tests_, {options.noOverflow, options.timeout, options.stop}),
        scope_(scopeFor()),
        proofs_{options.noOverflow, options.timeout, options.stop},
        comparer_(model_, scope_, proofs_),
        evaluator_(model_, {.noOverflow = options.noOverflow, .stop = options.stop}),
        facts_{.constraints = evaluator::constraintsOf(model_)} {
    own_ = judge_.size();
  }

  Generated run() {
    try {
      noteStated();
      collectChanges();
      for (std::size_t i = 0; i < changes_.size(); ++i) {
        fillGap(i);
        if (options_.progress) options_.progress(i + 1, changes_.size());
      }
      addLarge();
      wander();
      judgeAll();
      choose();
    } catch (const evaluator::Interrupted&) {
      generated_.interrupted = true;
    }
    return std::move(generated_);
  }

 private:
  model::Scope scopeFor() const {
    model::Scope scope = scopeOf(model_, tests_);
    if (options_.scope >= 0) scope.overall = options_.scope;
    return scope;
  }

  bool isWanted(const Mutant& mutant) const {
    const model::Paragraph& paragraph = model_.paragraphs()[mutant.paragraph];
    const bool function =
        paragraph.kind == model::Paragraph::Kind::predicate || paragraph.kind == model::Paragraph::Kind::function;
    return options_.functions.empty() ||
           (function && std::ranges::find(options_.functions, paragraph.id) != options_.functions.end());
  }

  /// Mutants first, then pairs of mutants of one paragraph, chosen by their numbers alone.
  void collectChanges() {
    for (const Mutant& mutant : mutantsOf(model_, {OperatorSet::all, suite::modelUnderTest(loaded_, tests_)}))
      if (isWanted(mutant)) changes_.push_back({mutant});
    single_ = changes_.size();
    generated_.mutants = single_;
    const std::size_t most = std::min(mostPairs, single_ * pairsPerMutant);
    std::uint64_t random = 1;
    for (std::size_t tried = 0; changes_.size() - single_ < most && tried < 4 * most; ++tried) {
      const Mutant first = changes_[next(random) % single_][0];
      const Mutant second = changes_[next(random) % single_][0];
      if (first.paragraph != second.paragraph || first.place == second.place || first.edit == Edit::sigMultiplicity) continue;
      changes_.push_back({first, second});
    }
  }

  /// Finds an instance that tells this change from the model, unless some claim does already.
  void fillGap(std::size_t i) {
    const Change& change = changes_[i];
    const bool single = change.size() == 1;
    const std::vector<std::uint32_t> killers = judge_.killers(change, 1);
    if (single && !killers.empty() && killers.front() < own_) ++generated_.before;
    if (!killers.empty()) return;
    const Comparison comparison = comparer_.compare(change);
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) throw evaluator::Interrupted("interrupted");
    if (single && comparison.equivalence == Equivalence::equivalent) ++generated_.equivalent;
    if (single && comparison.equivalence == Equivalence::unknown) ++generated_.unknown;
    for (const auto* difference : {&comparison.difference, &comparison.large}) {
      if (!*difference) continue;
      const Claim claim = claimOf(change, model_, **difference, proofs_);
      add(claim);
      addNeighbours(claim);
    }
  }

  /// What a test says already is asked of nobody again, whether the model agrees or not.
  void noteStated() {
    suite::StatementReader reader(loaded_);
    for (const suite::TestCase& test : tests_)
      if (const auto claim = statedBy(model_, reader, evaluator_, test)) known_.insert(keyOf(*claim));
  }

  std::tuple<std::uint64_t, model::FuncId, Claim::About> keyOf(const Claim& claim) const {
    return {shapeOf(model_, claim.instance, claim.arguments), claim.function, claim.about};
  }

  bool add(const Claim& claim) {
    if (!known_.insert(keyOf(claim)).second || !judge_.add(claim)) return false;
    claims_.push_back(claim);
    return true;
  }

  /// What the model says of the instance and the claim's arguments; nothing where the facts decide, or where it has no value.
  std::optional<evaluator::Value> said(const Claim& claim, const Instance& instance) {
    const evaluator::Verdict verdict = evaluator::judge(evaluator_, instance, facts_);
    if (verdict.error) return std::nullopt;
    if (claim.about == Claim::About::facts) return evaluator::Value(verdict.holds());
    if (!verdict.holds()) return std::nullopt;
    const model::Func& function = model_.func(claim.function);
    for (std::size_t i = 0; i < claim.arguments.size(); ++i) evaluator_.assign(function.variables[i], claim.arguments[i]);
    try {
      return evaluator_.value(function.body);
    } catch (const evaluator::Interrupted&) {
      throw;
    } catch (const evaluator::EvaluationError&) {
      return std::nullopt;
    }
  }

  void addNeighbours(const Claim& claim) {
    std::size_t opposite = 0, equal = 0;
    forEachNeighbour(model_, claim.instance, [&](const Instance& instance) {
      const auto value = said(claim, instance);
      if (!value) return true;
      const bool same = *value == claim.value;
      if ((same ? equal : opposite) >= (same ? equalNeighbours : oppositeNeighbours)) return true;
      Claim neighbour = claim;
      neighbour.instance = instance;
      neighbour.value = *value;
      if (add(neighbour)) ++(same ? equal : opposite);
      return equal < equalNeighbours || opposite < oppositeNeighbours;
    });
  }

  /// Of each predicate without parameters an instance that satisfies it and one that does not, with all the atoms that the scope
  /// allows: some mistakes show in nothing smaller.
  void addLarge() {
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
        if (!holds) wanted[0] = make.unary(model::Op::not_, wanted[0]);
        for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
          if (const model::Sig& sig = model_.sig(id); !sig.subset && sig.parents[0] == model::builtin::univ && !sig.isMeta)
            if (sig.multiplicity == model::Multiplicity::set && !sig.isEnum && !model_.modules()[sig.module].library)
              wanted.push_back(make.binary(model::Op::greaterEqual, make.unary(model::Op::cardinality, make.sig(id)),
                                           make.integer(scope_.overall)));
        solver::Problem problem;
        problem.formula = make.list(model::Op::and_, wanted);
        problem.scope = scope_;
        problem.scope.bitwidth = -1;  // with the integers that a test has unless it says otherwise
        problem.temporal = model_.hasMutable() || model_.expr(problem.formula).temporal;
        solver::Options how;
        how.noOverflow = options_.noOverflow;
        how.timeout = options_.timeout;
        how.stop = options_.stop;
        how.threads = solver::Threads::one;
        solver::Result result = solver::Search(model_, std::move(problem), how).next();
        if (result.verdict != solver::Verdict::satisfiable) continue;
        Claim claim;
        claim.instance = std::move(*result.instance);
        claim.instance.maxSequence = suite::IntegerScope().maxSequence;
        claim.instance.skolems.clear();
        for (model::State& state : claim.instance.states) state.skolems.clear();
        claim.about = Claim::About::solution;
        claim.function = predicate;
        claim.value = holds;
        if (const auto value = said(claim, claim.instance); value && *value == claim.value) add(claim);
      }
  }

  /// Further instances, some steps away from those that tell mutants apart: mistakes are more various than mutants.
  void wander() {
    if (claims_.empty()) return;
    std::uint64_t random = 2;
    const std::size_t begun = claims_.size();
    std::size_t true_ = 0, false_ = 0;
    for (std::size_t tried = 0; tried < 4 * wandered && true_ + false_ < wandered; ++tried) {
      // Every other one from among the last, which are the largest.
      Claim claim = claims_[tried % 2 == 0 ? next(random) % begun : begun - 1 - next(random) % std::min<std::size_t>(begun, 2)];
      if (next(random) % 5 == 0) claim.instance = withoutSome(model_, claim.instance, random);
      for (std::size_t steps = next(random) % 8; steps > 0; --steps)
        if (auto further = randomNeighbour(model_, claim.instance, random)) claim.instance = std::move(*further);
      const auto value = said(claim, claim.instance);
      if (!value) continue;
      claim.value = *value;
      const bool* truth = std::get_if<bool>(&claim.value);
      std::size_t& count = truth && *truth ? true_ : false_;
      if (count < wandered / 2 && add(claim)) ++count;
    }
  }

  void judgeAll() {
    for (const Change& change : changes_) note(judge_.killers(change));
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) throw evaluator::Interrupted("interrupted");
    std::set<model::FuncId> predicates;
    for (const Claim& claim : claims_)
      if (claim.about == Claim::About::solution && claim.arguments.empty()) predicates.insert(claim.function);
    for (const model::FuncId predicate : predicates) judgeAlternatives(predicate);
  }

  /// What other formulas would say in place of a predicate without parameters.
  void judgeAlternatives(model::FuncId predicate) {
    model::Overlay overlay(model_);
    overlay.nodes().at({});
    for (const ExprId formula : alternatives(model_, overlay.nodes(), otherFormulas, 3)) note(judge_.killers(predicate, formula));
  }

  /// Which tests and claims tell something from the model.
  void note(const std::vector<std::uint32_t>& killers) {
    const auto firstClaim = std::ranges::lower_bound(killers, own_);
    kills_.push_back(static_cast<std::size_t>(firstClaim - killers.begin()));
    auto& claims = killers_.emplace_back();
    for (auto t = firstClaim; t != killers.end(); ++t) claims.push_back(*t - own_);
  }

  /// Takes the claim that kills most of what no chosen one does, until each change is killed once; then of what only one does,
  /// and so on.
  void choose() {
    std::vector<std::vector<std::uint32_t>> killedBy(claims_.size());
    for (std::uint32_t c = 0; c < killers_.size(); ++c)
      for (const std::uint32_t t : killers_[c]) killedBy[t].push_back(c);
    std::vector<bool> taken(claims_.size());
    for (std::size_t kills = 0; kills < wanted();) {
      if (options_.limit != 0 && generated_.proposals.size() == options_.limit) break;
      const auto gain = [&](std::size_t t) {
        return std::ranges::count_if(killedBy[t], [&](std::uint32_t c) { return kills_[c] <= kills; });
      };
      std::size_t best = claims_.size();
      std::tuple<std::ptrdiff_t, std::ptrdiff_t> most;
      for (std::size_t t = 0; t < claims_.size(); ++t) {
        if (taken[t]) continue;
        const std::tuple value(gain(t), worth(claims_[t].instance));
        if (std::get<0>(value) != 0 && (best == claims_.size() || value > most)) {
          best = t;
          most = value;
        }
      }
      if (best == claims_.size()) {
        ++kills;
        continue;
      }
      taken[best] = true;
      for (const std::uint32_t c : killedBy[best]) ++kills_[c];
      generated_.proposals.push_back(
          {claims_[best], titleOf(loaded_, claims_[best], {.noOverflow = options_.noOverflow}), killedBy[best].size()});
    }
    for (std::size_t c = 0; c < single_; ++c) generated_.after += kills_[c] != 0;
  }

  std::size_t wanted() const {
    if (options_.strength != 0) return options_.strength;
    return options_.limit != 0 ? options_.limit : 2;
  }

  parser::Loaded& loaded_;
  Model& model_;
  const GenerationOptions& options_;
  std::vector<suite::TestCase> tests_;
  Judge judge_;
  model::Scope scope_;
  ProofOptions proofs_;
  Comparer comparer_;
  evaluator::Evaluator evaluator_;
  evaluator::Question facts_;
  std::uint32_t own_ = 0;  // tests that the file has
  std::vector<Change> changes_;
  std::size_t single_ = 0;  // of these, mutants
  std::vector<Claim> claims_;
  std::set<std::tuple<std::uint64_t, model::FuncId, Claim::About>> known_;
  std::vector<std::vector<std::uint32_t>> killers_;  // by change: claims
  std::vector<std::size_t> kills_;                   // by change: chosen claims and own tests that kill it
  Generated generated_;
};

}  // namespace

Generated generate(parser::Loaded& loaded, const GenerationOptions& options) {
  return Generation(loaded, options).run();
}

}  // namespace aunit::strength
