#include "strength/generation/generation.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "coverage/feasibility.h"
#include "strength/claims/stated.h"
#include "strength/generation/goals/boundary_goals.h"
#include "strength/generation/goals/coverage_goals.h"
#include "strength/generation/goals/mutant_goals.h"
#include "strength/generation/goals/pair_goals.h"
#include "strength/generation/proposals/questions.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/neighbours.h"
#include "strength/instances/smallest.h"
#include "strength/scopes.h"
#include "suite/coverage_subject.h"
#include "suite/valuation/atom_names.h"
#include "support/budget.h"
#include "support/random.h"

namespace aunit::strength {

using coverage::Bits;
using coverage::RequirementId;

std::string_view name(Purpose purpose) {
  switch (purpose) {
    case Purpose::mutants: return "mutants";
    case Purpose::coverage: return "coverage";
    case Purpose::pairs: return "pairs";
    case Purpose::boundary: return "boundary";
  }
  return "";
}

model::Scope scopeFor(const model::Model& model, const std::vector<suite::TestCase>& tests, const GenerationOptions& options) {
  model::Scope scope;
  for (const suite::TestCase& test : tests) {
    if (test.test.command == model::noId) continue;
    const model::Scope& own = model.commands()[test.test.command].scope;
    scope.overall = std::max(scope.overall, own.overall);
    scope.bitwidth = std::max(scope.bitwidth, own.bitwidth);
    scope.maxSequence = std::max(scope.maxSequence, own.maxSequence);
    if (own.maxSteps != model::unboundedSteps) scope.maxSteps = std::max(scope.maxSteps, own.maxSteps);
  }
  if (scope.overall < 0) scope.overall = 3;
  if (options.scope >= 0) scope.overall = options.scope;
  return scope;
}

namespace {

/// Makes claims and chooses tests. This is one class, because a claim that is made for one purpose can meet goals of another. All
/// purposes add claims to one pool, and tests are chosen for the goals of all purposes together.
class Generation {
 public:
  Generation(parser::Loaded& loaded, const GenerationOptions& options)
      : loaded_(loaded),
        model_(*loaded.model),
        options_(options),
        tests_(suite::statementsOf(suite::collectTests(loaded))),
        subject_(suite::coverageSubject(loaded, tests_, false, false, wantsCells(options))),
        proofs_{.semantics = options.semantics, .limits = options.limits, .whole = options.whole},
        finder_(model_, scopeFor(model_, tests_, options), proofs_),
        scopes_(options.scope >= 0 ? std::vector{finder_.scope()} : scopesOf(loaded, tests_)),
        pool_(model_, proofs_),
        questions_(model_, proofs_) {
    for (const model::Scope& scope : scopes_) finders_.emplace_back(model_, scope, proofs_);
  }

  GeneratedTests run() {
    search();
    try {
      throwIfStopped();
      const Parts parts = collect();
      choose();
      if (mutants_) generated_.achieved[Purpose::mutants] = mutants_->achieved(goalsOf(parts.mutants));
      if (coverage_) sumUpCoverage(goalsOf(parts.coverage));
      auto& achieved = generated_.achieved;
      std::vector<std::string> impossible;
      if (pairs_) achieved[Purpose::pairs] = pairs_->achieved(goalsOf(parts.pairs), impossible);
      if (boundaries_) achieved[Purpose::boundary] = boundaries_->achieved(goalsOf(parts.boundary), impossible);
      for (const std::string& goal : impossible)
        generated_.impossible.push_back(fmt::format("{}, in {}", goal, inWords(textsOf(model_, scopes_))));
    } catch (const support::Exhausted&) {
      generated_.interrupted = true;
    }
    return std::move(generated_);
  }

 private:
  void search() {
    try {
      noteStated();
      fill();
      throwIfStopped();
    } catch (const support::Exhausted&) {
      generated_.interrupted = true;
      if (options_.resume) options_.resume();
    }
  }

  /// Excludes from the pool each claim that a test of the file states, whether or not the model agrees with the claim.
  void noteStated() {
    suite::StatementReader reader(loaded_);
    const support::Budget untilStopped(options_.limits.untimed());
    evaluator::Evaluator evaluator(model_, {.semantics = options_.semantics, .budget = &untilStopped});
    for (const suite::TestCase& test : tests_)
      if (const auto claim = statedBy(model_, reader, evaluator, test)) {
        pool_.exclude(*claim);
        suite::noteNames(model_, claim->instance, names_);
        const auto& valuations = loaded_.tests.valuations;
        const model::Valuation& own = valuations[test.test.valuation];
        if (!own.name.empty()) stated_.push_back({*claim, own.name});
        if (!own.name.empty() || own.bases.size() != 1) continue;
        // The valuation has no name, but changes a named one: `staff { reviewers = Bob->Cyd }`. Notes what the test would state
        // about `staff`, so that proposals can be changes of `staff`, too.
        suite::TestCase ofBase = test;
        ofBase.test.valuation = own.bases.front();
        if (const auto same = statedBy(model_, reader, evaluator, ofBase))
          stated_.push_back({*same, valuations[own.bases.front()].name});
      }
  }

  static bool wantsCells(const GenerationOptions& options) {
    return options.purposes.contains(Purpose::coverage) &&
           std::ranges::any_of(coverage::furtherCriteria, [&](coverage::Criterion c) { return options.criteria.contains(c); });
  }
  bool wants(Purpose purpose) const { return options_.purposes.contains(purpose); }

  void fill() {
    questions_.addChanges(stated_, pool_);
    if (wants(Purpose::mutants)) {
      mutants_.emplace(loaded_, tests_, options_, finder_.scope(), pool_);
      throwIfStopped();  // the work was perhaps interrupted before all tests were judged on the mutants
      generated_.leftOut = mutants_->leftOut();
      mutants_->fill(progressOf("mutants examined"));
    }
    if (wants(Purpose::coverage)) fillCoverage();
    if (wants(Purpose::pairs)) pairs_.emplace(loaded_, finders_, pool_, options_, proofs_).fill(progressOf("conjuncts examined"));
    if (wants(Purpose::boundary)) boundaries_.emplace(model_, finders_, pool_, proofs_).fill(progressOf("boundaries examined"));
    if (mutants_) mutants_->widen();
    if (options_.limit == 0) improve();
  }

  /// The range of a purpose's goals in `goals_`.
  struct Part {
    std::size_t begin = 0, end = 0;
  };
  struct Parts {
    Part mutants, coverage, pairs, boundary;
  };
  Part add(std::vector<Goal> goals) {
    const std::size_t begin = goals_.size();
    std::ranges::move(goals, std::back_inserter(goals_));
    return {begin, goals_.size()};
  }
  std::span<const Goal> goalsOf(Part part) const { return std::span(goals_).subspan(part.begin, part.end - part.begin); }

  GoalProgress progressOf(std::string_view what) const {
    return [this, what](std::size_t done, std::size_t all) {
      if (options_.progress) options_.progress(done, all, what);
    };
  }
  void throwIfStopped() const { support::Budget(options_.limits.untimed()).check(); }

  const coverage::Requirements& requirements() const { return subject_.requirements.requirements; }

  /// Requirements of the selected criteria, in the selected predicates and functions.
  Bits wantedRequirements() const {
    Bits wanted(requirements().count());
    for (const coverage::Criterion criterion : options_.criteria) wanted |= coverage::requirementsOf(requirements(), criterion);
    if (options_.functions.empty()) return wanted;
    Bits concerned(requirements().count());
    for (const coverage::Subject& subject : requirements().subjects)
      if (std::ranges::any_of(subject.occurrences, [&](const coverage::Occurrence& o) { return isAsked(o); }))
        for (std::uint32_t i = 0; i < subject.requirementCount(); ++i) concerned.set(subject.first + i);
    Bits others = wanted;
    others -= concerned;
    wanted -= others;
    return wanted;
  }

  bool isAsked(const coverage::Occurrence& occurrence) const {
    const coverage::Paragraph& paragraph = requirements().paragraphs[occurrence.paragraph];
    return std::ranges::any_of(options_.functions, [&](model::FuncId id) {
      const model::Span span = model_.func(id).span;
      return span.begin == paragraph.begin &&
             loaded_.sources.file(span.file).path() == requirements().sources[paragraph.source].path;
    });
  }

  void fillCoverage() {
    coverage_.emplace(loaded_, subject_, finder_, pool_, proofs_);
    Achievement& achieved = generated_.achieved[Purpose::coverage];
    wanted_ = wantedRequirements();
    metBefore_ = coverage_->metBy(tests_);
    unknown_ = Bits(wanted_.size());
    throwIfStopped();
    achieved.goals = wanted_.count();
    const Bits infeasible =
        coverage::Feasibility(model_, subject_.requirements, {.semantics = options_.semantics, .limits = options_.limits})
            .infeasible(wanted_);
    infeasible.forEach([&](std::size_t id) {
      ++achieved.impossible;
      generated_.impossible.push_back(titleOf(requirements(), static_cast<RequirementId>(id)));
    });
    wanted_ -= infeasible;
    achieved.before = wanted_.countCommon(metBefore_);
    Bits open = wanted_;
    open -= metBefore_;
    std::size_t done = 0;
    const auto progress = progressOf("requirements examined");
    progress(0, open.count());
    coverage_->fill(open, [&](RequirementId id, bool found) {
      progress(++done, open.count());
      if (!found) unknown_.set(id);
    });
  }

  void sumUpCoverage(std::span<const Goal> goals) {
    Achievement& achieved = generated_.achieved[Purpose::coverage];
    std::size_t g = 0;
    wanted_.forEach([&](std::size_t id) {
      if (goals[g++].met != 0) {
        ++achieved.after;
      } else if (unknown_.test(id)) {
        ++achieved.unknown;
      }
    });
  }

  std::vector<ChosenCandidate> chosen() {
    std::vector<ChosenCandidate> chosen;
    const auto add = [&](const auto& wanted) {
      const auto isNew = [&](std::uint32_t c) {
        return std::ranges::find(chosen, c, &ChosenCandidate::candidate) == chosen.end();
      };
      std::ranges::move(chosenOf([&](std::uint32_t c) { return wanted(c) && isNew(c); }), std::back_inserter(chosen));
    };
    const auto isClear = [&](std::uint32_t c) { return questions_.isClear(pool_.claims()[c]); };
    const auto isShort = [&](std::uint32_t c) { return Questions::isShort(pool_.claims()[c]); };
    const auto isChange = [&](std::uint32_t c) { return questions_.changeOf(c) != nullptr; };
    if (options_.limit == 0) {
      add(isChange);
      add([&](std::uint32_t c) { return isShort(c) && isClear(c); });
    }
    add(isClear);  // claims of any size that a person can judge; if `limit` is not 0, only these are chosen
    if (options_.limit == 0) add([](std::uint32_t) { return true; });  // all claims, for goals still unmet
    std::ranges::stable_sort(chosen, {}, [&](const ChosenCandidate& one) {
      return isChange(one.candidate) ? 0 : isShort(one.candidate) ? 1 : 2;
    });
    return chosen;
  }

  /// Chooses among the claims for which `wanted` holds. Sets Goal::met of `goals_`.
  template <class Predicate>
  std::vector<ChosenCandidate> chosenOf(const Predicate& wanted) {
    std::vector<char> isWanted;
    for (std::uint32_t c = 0; c < pool_.claims().size(); ++c) isWanted.push_back(wanted(c));
    std::vector<Goal> goals = goals_;
    for (Goal& goal : goals) std::erase_if(goal.candidates, [&](std::uint32_t c) { return !isWanted[c]; });
    const auto worth = [&](std::uint32_t c) {
      const model::Instance& instance = pool_.claims()[c].instance;
      return options_.limit == 0 ? -static_cast<std::ptrdiff_t>(sizeOf(instance)) : strength::worth(instance);
    };
    std::vector<ChosenCandidate> chosen =
        cover(goals, pool_.claims().size(), options_.limit, worth, support::Budget(options_.limits.untimed()));
    for (std::size_t g = 0; g < goals.size(); ++g) goals_[g].met = goals[g].met;
    return chosen;
  }

  void choose() {
    std::vector<ChosenCandidate> all = chosen();
    while (options_.atOnce != 0 && all.size() > options_.atOnce) {
      for (Goal& goal : goals_)
        goal.met -= std::binary_search(goal.candidates.begin(), goal.candidates.end(), all.back().candidate);
      all.pop_back();
      ++generated_.later;
    }
    for (ChosenCandidate& chosen : all) {
      Claim claim = pool_.claims()[chosen.candidate];
      if (const ValuationChange* change = questions_.changeOf(chosen.candidate)) {
        claim.change = *change;
      } else {
        suite::namePleasantly(model_, claim.instance, {}, names_);
      }
      claim.isNamed = true;
      generated_.proposals.push_back(proposalOf(loaded_, claim, std::move(chosen), proofs_));
    }
  }

  /// Collects the goals, each with the claims of the pool that meet it.
  Parts collect() {
    goals_.clear();
    Parts parts;
    if (mutants_) parts.mutants = add(mutants_->goals());
    if (coverage_) parts.coverage = add(coverage_->goals(wanted_, metBefore_));
    if (pairs_) parts.pairs = add(pairs_->goals());
    if (boundaries_) parts.boundary = add(boundaries_->goals());
    return parts;
  }

  /// Varies the chosen claims, to find a claim that can replace several chosen ones. Stops when a round does not reduce the
  /// number of chosen claims.
  void improve() {
    constexpr std::size_t rounds = 5, tries = 60, mostSteps = 6;
    std::uint64_t random = 5;
    std::size_t fewest = std::size_t(-1);
    const GoalProgress progress = progressOf("rounds of reduction");
    for (std::size_t round = 0; round < rounds; ++round) {
      progress(round, rounds);
      collect();
      const std::vector<ChosenCandidate> now = chosen();
      throwIfStopped();
      if (now.size() >= fewest) return;
      fewest = now.size();
      for (const ChosenCandidate& one : now)
        for (std::size_t i = 0; i < tries; ++i) {
          const Claim from = pool_.claims()[one.candidate];
          if (const auto claim = wandered(from, 1 + support::nextRandom(random) % mostSteps, pool_, model_, random))
            pool_.add(*claim);
        }
    }
  }

  parser::Loaded& loaded_;
  model::Model& model_;
  const GenerationOptions& options_;
  const std::vector<suite::TestCase> tests_;
  const suite::CoverageSubject subject_;
  const ProofOptions proofs_;
  Finder finder_;
  const std::vector<model::Scope> scopes_;  // scopes of the commands, or the scope of the options
  std::vector<Finder> finders_;             // one finder for each of `scopes_`

  // Claims, and what is known about them.
  Pool pool_;
  Questions questions_;
  std::vector<StatedClaim> stated_;
  suite::AtomNames names_;  // the names in the file's tests

  // The goals of each purpose; `goals_` has all of them.
  std::optional<MutantGoals> mutants_;
  std::optional<CoverageGoals> coverage_;
  std::optional<PairGoals> pairs_;
  std::optional<BoundaryGoals> boundaries_;
  std::vector<Goal> goals_;
  // By requirement: whether it is wanted, whether the file's tests meet it, whether it is undecided.
  Bits wanted_, metBefore_, unknown_;
  GeneratedTests generated_;
};

}  // namespace

GeneratedTests generate(parser::Loaded& loaded, const GenerationOptions& options) {
  return Generation(loaded, options).run();
}

}  // namespace aunit::strength
