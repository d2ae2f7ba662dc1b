#include "solver/vacuity/redundancy.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/changes/extension.h"
#include "solver/allscopes/words.h"
#include "solver/entailment/entailment.h"
#include "solver/grounding/growing_scope.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/scope.h"
#include "solver/session/answer_text.h"
#include "solver/unsupported.h"

namespace aunit::solver {

using model::Model;

namespace {

/// A problem without a formula, and the sizes of its scope.
struct ScopedProblem {
  Problem problem;
  SigSizes sizes;
};

/// Whether all instances of the inner problem are instances of the outer one.
bool isWithin(const ScopedProblem& inner, const ScopedProblem& outer) {
  const SigSizes &in = inner.sizes, &out = outer.sizes;
  if (inner.problem.temporal != outer.problem.temporal || in.minSteps != out.minSteps) return false;
  if (in.bitwidth != out.bitwidth || in.maxSequence != out.maxSequence || in.strings != out.strings) return false;
  if (out.maxSteps != model::unboundedSteps && (in.maxSteps == model::unboundedSteps || in.maxSteps > out.maxSteps)) return false;
  for (std::size_t s = 0; s < in.size.size(); ++s)
    if (out.exact[s] ? !in.exact[s] || in.size[s] != out.size[s] : in.size[s] > out.size[s]) return false;
  return true;
}

/// The scopes of problems, without scopes that another scope covers. Returns nothing if a scope grows forever or in too many
/// steps (see stepsOf).
std::vector<ScopedProblem> largestScopes(const Model& model, const std::vector<Problem>& problems) {
  std::vector<ScopedProblem> largest;
  for (const Problem& problem : problems) {
    ScopedProblem one{problem, {}};
    const std::vector<model::Scope> searched = scopesSearched(problem);
    if (searched.empty()) return {};
    one.problem.check = false;
    for (const model::Scope& scope : searched) {
      one.problem.scope = scope;
      try {
        one.sizes = deriveSizes(model, scope, one.problem.temporal);
      } catch (const Unsupported&) {  // the solver refuses this scope, so no command finds instances in it
        continue;
      }
      if (std::ranges::any_of(largest, [&](const ScopedProblem& other) { return isWithin(one, other); })) continue;
      std::erase_if(largest, [&](const ScopedProblem& other) { return isWithin(other, one); });
      largest.push_back(one);
    }
  }
  return largest;
}

std::vector<Problem> problemsOfCommands(const Model& model) {
  std::vector<Problem> problems;
  for (model::CommandId id = 0; id < model.commands().size(); ++id)
    if (!model.commands()[id].ofTest) problems.push_back(problemOf(model, id));
  return problems;
}

}  // namespace

class RedundancySearch::Work {
 public:
  Work(const Model& model, const std::vector<Problem>& problems, const Options& options, const support::Budget& budget)
      : scopes_(largestScopes(model, problems)), extension_(model), facts_(extension_, problemsOf(scopes_), options, budget) {
    if (scopes_.size() == 1) within_ = scopeText(model, scopes_.front().problem, {});
    isContradictory_ = !isEmpty() && facts_.ask(facts_.all()) == Verdict::unsatisfiable;
    examined_.resize(facts_.conjuncts().size());
  }

  struct Examination {
    Verdict verdict = Verdict::unknown;  // `unsatisfiable` if this constraint holds whenever the others do
    RedundantConstraint constraint;
    Entailment::Chosen from;  // by conjunct: whether it is in RedundantConstraint::from
  };
  const Examination& examine(std::size_t i) {
    if (examined_[i]) return *examined_[i];
    Examination& result = examined_[i].emplace();
    result.constraint.span = facts_.conjuncts()[i].span;
    Entailment::Chosen others = facts_.all();
    others[i] = 0;
    const model::ExprId fails = facts_.denied(facts_.conjuncts()[i].formula);
    result.verdict = facts_.ask(others, fails);
    if (result.verdict != Verdict::unsatisfiable) return result;
    auto [from, minimal, chosen] = facts_.smallest(others, fails);
    result.constraint.from = std::move(from);
    result.constraint.minimal = minimal;
    if (allScopes_ > 0) result.constraint.allScopes = facts_.beyond(chosen, fails, allScopes_);
    result.from = std::move(chosen);
    return result;
  }

  /// Removes redundant constraints, from the last to the first, and returns their places. Asks the solver about a constraint only
  /// if one of the constraints from which it follows (Examination::from) was removed before.
  std::vector<model::Span> removable() {
    std::vector<model::Span> removed;
    Entailment::Chosen rest = facts_.all();
    for (std::size_t i = examined_.size(); i-- > 0;) {
      if (!examined_[i] || examined_[i]->verdict != Verdict::unsatisfiable) continue;
      const Entailment::Chosen& from = examined_[i]->from;
      rest[i] = 0;
      const bool stay = std::ranges::equal(from, rest, [](char needed, char stays) { return !needed || stays; });
      if (stay || facts_.ask(rest, facts_.denied(facts_.conjuncts()[i].formula)) == Verdict::unsatisfiable)
        removed.push_back(facts_.conjuncts()[i].span);
      else
        rest[i] = 1;
    }
    std::ranges::reverse(removed);
    return removed;
  }

  /// Sets the seconds for asking whether a constraint follows for any number of atoms.
  void askBeyond(double seconds) { allScopes_ = seconds; }
  bool isEmpty() const { return facts_.conjuncts().empty() || scopes_.empty(); }
  bool isContradictory() const { return isContradictory_; }
  Entailment& facts() { return facts_; }
  const std::string& within() const { return within_; }

 private:
  static std::vector<Problem> problemsOf(const std::vector<ScopedProblem>& scopes) {
    std::vector<Problem> problems;
    for (const ScopedProblem& one : scopes) problems.push_back(one.problem);
    return problems;
  }

  const std::vector<ScopedProblem> scopes_;
  model::Extension extension_;
  Entailment facts_;
  std::string within_;
  bool isContradictory_ = false;
  double allScopes_ = 0;
  std::vector<std::optional<Examination>> examined_;  // by conjunct: its examination, if there was one
};

RedundancySearch::RedundancySearch(const Model& model, const Options& options, const support::Budget& budget)
    : RedundancySearch(model, problemsOfCommands(model), "in the scopes of all commands", options, budget) {}

RedundancySearch::RedundancySearch(const Model& model, const std::vector<Problem>& problems, std::string within,
                                   const Options& options, const support::Budget& budget)
    : work_(std::make_unique<Work>(model, problems, options, budget)),
      within_(work_->within().empty() ? std::move(within) : work_->within()) {}

RedundancySearch::~RedundancySearch() = default;

Redundancies RedundancySearch::all(double allScopes) {
  work_->askBeyond(allScopes);
  Redundancies all;
  all.within = within_;
  if (work_->isEmpty()) return all;
  Entailment& facts = work_->facts();
  all.examined = facts.conjuncts().size();
  all.contradictory = work_->isContradictory();
  if (all.contradictory) {
    Entailment::Smallest core = facts.smallest(facts.all());
    all.core = std::move(core.places);
    if (allScopes > 0) all.allScopes = facts.beyond(core.chosen, model::noId, allScopes);
    return all;
  }
  for (std::size_t i = 0; i < all.examined; ++i) {
    const Work::Examination& one = work_->examine(i);
    if (one.verdict == Verdict::unsatisfiable)
      all.found.push_back(one.constraint);
    else if (one.verdict != Verdict::satisfiable)
      all.undecided.push_back(one.constraint.span);
  }
  all.removable = work_->removable();
  return all;
}

std::optional<RedundantConstraint> RedundancySearch::at(model::Span place) {
  if (work_->isEmpty() || work_->isContradictory()) return std::nullopt;
  const std::vector<Conjunct>& conjuncts = work_->facts().conjuncts();
  const auto holds = [&](const Conjunct& c) {
    return c.span.file == place.file && c.span.begin <= place.begin && place.end <= c.span.end;
  };
  const auto found = std::ranges::find_if(conjuncts, holds);
  if (found == conjuncts.end()) return std::nullopt;
  const Work::Examination& one = work_->examine(static_cast<std::size_t>(found - conjuncts.begin()));
  return one.verdict == Verdict::unsatisfiable ? std::optional(one.constraint) : std::nullopt;
}

std::vector<model::Diagnostic> warningsOf(const Redundancies& redundancies) {
  model::Diagnostics warnings;
  // The scopes in which the redundancy or contradiction was found, and whether the finding also holds beyond these
  // scopes.
  const auto where = [&](const std::optional<AllScopes>& answer) {
    const std::string further = answer ? beyondTheScope({&*answer, 1}) : "";
    return further.empty() ? redundancies.within : fmt::format("{} {}", redundancies.within, further);
  };
  const auto add = [&](const char* code, model::Span span, std::string message, std::span<const model::Span> places,
                       const char* remark) {
    model::Diagnostic& warning = warnings.warning(code, span, std::move(message));
    for (const model::Span place : places) warning.related.push_back({place, remark});
  };
  if (const std::span<const model::Span> core = redundancies.core; !core.empty())
    add(contradictoryFacts, core.front(),
        fmt::format("the facts contradict each other {}, so every constraint follows from them", where(redundancies.allScopes)),
        core.subspan(1), "this is one of the constraints that contradict each other");
  for (const RedundantConstraint& one : redundancies.found) {
    const std::string from = one.from.empty()       ? "the declarations"
                             : one.from.size() == 1 ? "another"
                                                    : fmt::format("{} others", one.from.size());
    add(redundantConstraint, one.span,
        fmt::format("this constraint follows from {}, {}: it is redundant", from, where(one.allScopes)), one.from,
        one.from.size() == 1 ? (one.minimal ? "the redundant constraint follows from this one"
                                            : "the redundant constraint may follow from this one")
                             : (one.minimal ? "the redundant constraint follows from this one and others together"
                                            : "the redundant constraint may follow from this one and others together"));
  }
  return warnings.all();
}

std::vector<model::Diagnostic> warningsOfUndecided(const Redundancies& redundancies) {
  model::Diagnostics warnings;
  for (const model::Span place : redundancies.undecided)
    warnings.warning(undecidedConstraint, place, "it was not decided in time whether this constraint follows from the others");
  return warnings.all();
}

}  // namespace aunit::solver
