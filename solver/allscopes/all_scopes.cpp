#include "solver/allscopes/all_scopes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/allscopes/growing_scopes.h"
#include "solver/allscopes/invariant_text.h"
#include "solver/allscopes/invariants.h"
#include "solver/allscopes/provers.h"
#include "solver/allscopes/small_model.h"
#include "solver/firstorder/axioms.h"
#include "solver/firstorder/relevance.h"
#include "solver/firstorder/remembered.h"
#include "solver/firstorder/translator.h"
#include "solver/session/background.h"
#include "solver/session/search.h"
#include "solver/unsupported.h"

namespace aunit::solver {

namespace {

using firstorder::Assertion;
using firstorder::Lemmas;
using firstorder::Theory;
using Outcome = AllScopes::Verdict;

// Limits in seconds for the steps of the search. A step gets less if less time remains.
constexpr double forFirstProof = 1, forFirstScopes = 0.7, forBound = 4, forSecondProof = 1.5, forRelevant = 1, forInduction = 3.5,
                 forCheck = 2, forFacts = 2;
constexpr double forFirstStates = 0.5, forInvariant = 60, forInvariantOfOrder = 5;
constexpr double forFewerBits = 2;
// Limits in seconds. `turnOfScope`: for the first search of one scope. `forNextScopes`: for all searches between two attempts
// to prove.
constexpr double turnOfScope = 0.3, forNextScopes = 1;
constexpr std::size_t turnsBetween = 4;           // every `turnsBetween`-th turn repeats a search that did not end in its time
constexpr std::uint64_t atomsBeforeProvers = 10;  // if `boundScope_` has at most this many atoms, search it before asking provers

const char* nameOf(Lemmas lemmas) {
  switch (lemmas) {
    case Lemmas::none: return "none";
    case Lemmas::containment: return "base";
    case Lemmas::induction: return "induction";
    default: return "finite";
  }
}

/// Searches larger scopes and asks provers, in turns. This is one class, because searches and proofs need each other: a proof
/// counts only if searches of larger scopes find no counterexample, and a proof is vacuous if the facts have no instance.
class AllScopesSearch {
 public:
  AllScopesSearch(const model::Model& model, const Problem& problem, const Options& options, const support::Budget& budget)
      : model_(model), problem_(problem), options_(options), budget_(budget) {
    options_.core = options_.refute = options_.certificate = options_.enumerate = false;
    options_.division = {};
    options_.progress = nullptr;
    options_.limits.seconds = 0;
  }

  /// Throws Unsupported if the command's own scope is invalid.
  AllScopes run() try {
    growing_.emplace(model_, problem_);
    translate();
    if (problem_.temporal) {
      if (grow(forFirstStates)) return std::move(result_);
      if (proveByInvariant(0)) return std::move(result_);
      if (grow(0)) return std::move(result_);
      result_.why = whyUnknown();
      return std::move(result_);
    }
    if (bound_ && boundAtoms_ <= atomsBeforeProvers && askAtBound()) return std::move(result_);
    if (theory_ && !provers_.empty() && prove(provers_.front(), Lemmas::containment, forFirstProof)) return std::move(result_);
    if (grow(forFirstScopes)) return std::move(result_);
    if (bound_ && boundAtoms_ > atomsBeforeProvers && askAtBound()) return std::move(result_);
    if (wrapAround()) return std::move(result_);
    if (theory_ && theory_->timelines.empty() && proveAmongRelevant()) return std::move(result_);
    if ((!theory_ || theory_->timelines.empty()) && wrapAround()) return std::move(result_);
    if (theory_ && !theory_->closures.empty() && theory_->timelines.empty() && !provers_.empty() &&
        prove(provers_.front(), Lemmas::induction, forInduction))
      return std::move(result_);
    for (std::size_t i = 0; theory_ && i < theory_->timelines.size(); ++i)
      if (proveByInvariant(i) || wrapAround() || grow(forNextScopes)) return std::move(result_);
    for (std::size_t i = 1; theory_ && i < provers_.size(); ++i)
      if (prove(provers_[i], Lemmas::containment, forFirstProof)) return std::move(result_);
    for (const Lemmas lemmas : {Lemmas::induction, Lemmas::finite}) {
      if (lemmas == Lemmas::induction && theory_ && theory_->closures.empty()) continue;  // these lemmas are about closures only
      for (const Prover& prover : provers_)
        if (theory_ && (prove(prover, lemmas, forSecondProof) || grow(forNextScopes))) return std::move(result_);
    }
    if (grow(0)) return std::move(result_);
    result_.why = whyUnknown();
    return std::move(result_);
  } catch (const support::Exhausted& e) {
    result_.why = noInvariant_.empty() ? e.what() : noInvariant_;
    return std::move(result_);
  }

 private:
  support::Budget part(double seconds) const { return seconds > 0 ? budget_.within({.seconds = seconds}) : budget_; }
  bool over() const { return budget_.exhaustedMeanwhile().has_value(); }

  void translate() {
    const auto made = [&](firstorder::Fields fields) {
      auto theory = std::make_unique<Theory>(budget_);
      firstorder::Translator(model_, problem_, fields, *theory).run();
      return theory;
    };
    try {
      theory_ = made(firstorder::Fields::asFunctions);
      if (!problem_.temporal) {
        considerBound(*theory_);
        considerBound(*made(firstorder::Fields::asRelations));
      }
    } catch (const firstorder::Untranslatable& e) {
      theory_.reset();
      notSaid_ = e.what();
      result_.place = e.span();
    } catch (const support::Exhausted& e) {
      theory_.reset();
      notSaid_ = e.what();
    }
    if (theory_ && theory_->integers && options_.semantics.noOverflow) {
      theory_.reset();
      notSaid_ = "integers that must not overflow cannot be expressed in first-order logic";
    }
    if (!theory_)
      bound_.reset();
    else
      provers_ = installedProvers();
  }

  void considerBound(const Theory& theory) {
    const std::optional<SmallModel> bound = smallModelOf(theory);
    if (!bound) return;
    std::uint64_t atoms = 0;
    for (const auto& [sig, count] : *bound) atoms += count;
    if (bound_ && atoms >= boundAtoms_) return;
    const std::optional<model::Scope> scope = scopeOf(model_, *bound, problem_.scope);
    if (!scope) return;
    bound_ = bound;
    boundScope_ = *scope;
    boundAtoms_ = atoms;
  }

  /// Searches `boundScope_`. If any scope has a counterexample, `boundScope_` has one, too.
  bool askAtBound() {
    if (over()) return false;
    Problem problem = problem_;
    problem.scope = boundScope_;
    const support::Budget budget = part(forBound);
    Result found = Search(model_, problem, options_).next(budget);
    if (found.verdict == Verdict::satisfiable)
      return keepCounterexample(std::move(found), {.scope = boundScope_, .text = textOfBound()});
    if (found.verdict != Verdict::unsatisfiable) return false;
    if (facts() == Facts::haveNoInstanceYet) {
      const Verdict atBound = instanceOfFacts(boundScope_, budget);
      if (atBound != Verdict::satisfiable && atBound != Verdict::unsatisfiable) return false;
      result_.verdict = atBound == Verdict::satisfiable ? Outcome::holds : Outcome::empty;
    } else {
      holds();
    }
    result_.by = "bound";
    result_.scope = textOfBound();
    return true;
  }

  std::string textOfBound() const {
    std::vector<std::string> parts;
    for (const auto& [sig, count] : *bound_)
      if (model_.sig(sig).multiplicity != model::Multiplicity::one && !model_.sig(sig).isEnum)
        parts.push_back(fmt::format("{} {}", count, model_.sig(sig).name));
    return parts.empty() ? "" : fmt::format("for {}", fmt::join(parts, ", "));
  }

  /// Tries to prove the problem by an invariant of its transition system. The states of this system are the moments of the
  /// timeline with the index `timeline`. Returns whether there is an answer.
  bool proveByInvariant(std::size_t timeline) {
    if (over() || !theory_ || provers_.empty()) return false;
    const support::Budget budget =
        part(problem_.temporal ? forInvariant : std::max(forInvariantOfOrder, 0.6 * budget_.secondsLeft()));
    try {
      auto theory = std::make_unique<Theory>(budget);
      firstorder::Translator translator(model_, problem_, firstorder::Fields::asRelations, *theory,
                                        firstorder::Question::unchanged);
      translator.run();
      if (timeline >= theory->timelines.size()) return false;
      std::vector<model::ExprId> claims;
      for (const model::Assertion& a : model_.assertions())
        if (a.body != model::noId) claims.push_back(a.body);
      translator.addClaims(claims);
      firstorder::rememberMoments(*theory, timeline);
      firstorder::States states(budget);
      firstorder::makeStates(*theory, timeline, states);
      InvariantSearch search(states, provers_, budget);
      auto proof = search.run();
      if (!proof) {
        noInvariant_ = search.why();
        return false;
      }
      if (isRefuted()) return true;
      if (facts() == Facts::haveNoInstanceYet) {
        noInvariant_ = "the facts have no instance in the scopes that were searched, so an invariant may hold vacuously";
        return false;
      }
      holds();
      result_.by = proof->by;
      result_.checked = proof->checked;
      result_.axioms = proof->axioms;
      result_.needs = proof->needs;
      result_.questions = std::move(proof->questions);
      result_.anyLength = problem_.temporal;
      for (const firstorder::FormulaId f : proof->invariant) result_.invariant.push_back(invariantText(model_, states, f));
      if (proof->finite || theory->timelines[timeline].start == firstorder::Timeline::none)
        result_.assumptions.emplace_back("finite");
      if (theory->integers) result_.assumptions.emplace_back("integers abstracted");
      if (!problem_.scope.sigs.empty()) result_.assumptions.emplace_back("scopes of the command dropped");
      if (problem_.temporal && !states.leftOut.empty()) result_.assumptions.emplace_back("formulas about later states unused");
      return true;
    } catch (const firstorder::Untranslatable&) {
      return false;
    } catch (const support::Exhausted&) {
      noInvariant_ = "no invariant was found in time; try to add a stronger assertion about each state";
      return false;
    }
  }

  /// Tries to prove the problem from the assertions that share relations with the formula to prove. Divides these
  /// assertions into clauses, except lemmas that are not about rings. Returns whether there is an answer.
  bool proveAmongRelevant() try {
    for (const auto& [steps, lemmas] : {std::pair{0, Lemmas::containment}, {0, Lemmas::finite}, {1, Lemmas::containment}}) {
      if (over() || !theory_) return false;
      std::vector<Assertion> few;
      for (const Assertion& a : firstorder::relevantOf(*theory_, assertionsWith(lemmas), steps)) {
        const bool unchanged = a.role == Assertion::Role::lemma && a.name != "ring";
        for (const firstorder::FormulaId clause : unchanged ? std::vector{a.formula} : theory_->formulas.clauses(a.formula)) {
          few.push_back(a);
          few.back().formula = clause;
        }
      }
      for (const Prover& prover : provers_)
        if (theory_ && (lemmas == Lemmas::finite || prover.name != "E") && prove(prover, lemmas, few, forRelevant)) return true;
    }
    return false;
  } catch (const support::Exhausted&) {
    return false;
  }

  bool prove(const Prover& prover, Lemmas lemmas, double seconds) {
    return theory_ && prove(prover, lemmas, assertionsWith(lemmas), seconds);
  }

  bool prove(const Prover& prover, Lemmas lemmas, const std::vector<Assertion>& all, double seconds) try {
    if (over()) return false;
    const ProverAnswer answer = prover.ask(*theory_, all, part(seconds));
    if (!answer.contradiction) return false;
    if (isRefuted()) return true;
    std::vector<Assertion> core;
    for (const std::size_t i : answer.core) core.push_back(all[i]);
    if (core.empty()) core = all;
    const bool asksForNothing =
        std::ranges::none_of(core, [](const Assertion& a) { return a.role == Assertion::Role::question; });
    if (!isAboutSomething(prover, lemmas, asksForNothing)) return false;
    result_.by = prover.name;
    result_.axioms = nameOf(lemmas);
    for (const Prover& other : provers_) {
      if (other.name == prover.name || !result_.checked.empty()) continue;
      if (other.ask(*theory_, core, part(forCheck)).contradiction) result_.checked = other.name;
    }
    noteWhatIsTakenForGranted(core);
    result_.questions.push_back(firstorder::questionOf(*theory_, core));
    return true;
  } catch (const support::Exhausted&) {
    return false;
  }

  enum class Facts : std::uint8_t { haveAnInstance, haveNoInstanceYet, areUndecided };

  /// Whether the facts alone have an instance: searches the command's own scope and, if they have none there, larger scopes.
  Facts facts() {
    if (facts_) return *facts_;
    const support::Budget budget = part(forFacts);
    Verdict found = instanceOfFacts(problem_.scope, budget);
    facts_ = Facts::areUndecided;
    if (found == Verdict::unsatisfiable) {
      facts_ = Facts::haveNoInstanceYet;
      GrowingScopes scopes(model_, problem_);
      for (auto scope = scopes.next(); scope && found == Verdict::unsatisfiable; scope = scopes.next())
        found = instanceOfFacts(scope->scope, budget);
    }
    if (found == Verdict::satisfiable) facts_ = Facts::haveAnInstance;
    return *facts_;
  }

  Verdict instanceOfFacts(const model::Scope& scope, const support::Budget& budget) const {
    Problem problem = problem_;
    problem.scope = scope;
    return Background(model_, problem, Background::Facts::kept, options_).ask({}, budget);
  }

  /// Sets the verdict `holds`. If the searches left open whether the facts have an instance, assumes that they have one.
  void holds() {
    result_.verdict = Outcome::holds;
    if (facts() == Facts::areUndecided) result_.assumptions.emplace_back("facts have an instance");
  }

  /// Sets the verdict after a proof: `empty` if the facts alone contradict each other, else `holds`. `contradict`: whether the
  /// proof shows such a contradiction. Returns false if neither verdict is certain.
  bool isAboutSomething(const Prover& prover, Lemmas lemmas, bool contradict) {
    if (contradict && facts() == Facts::haveAnInstance) {
      notSaid_ = "a prover claims that the facts contradict each other, although they have an instance";
      theory_.reset();
      return false;
    }
    if (!contradict && facts() == Facts::haveNoInstanceYet) {
      std::vector<Assertion> alone;
      for (const Assertion& a : assertionsWith(lemmas))
        if (a.role != Assertion::Role::question) alone.push_back(a);
      contradict = prover.ask(*theory_, alone, part(forCheck)).contradiction;
      if (!contradict) return false;
    }
    if (contradict)
      result_.verdict = Outcome::empty;
    else
      holds();
    return true;
  }

  const std::vector<Assertion>& assertionsWith(Lemmas lemmas) {
    auto& kept = assertions_[static_cast<std::size_t>(lemmas)];
    if (kept.empty()) {
      kept = theory_->assertions;
      std::vector<Assertion> axioms = firstorder::axiomsOf(*theory_, lemmas);
      kept.insert(kept.end(), std::make_move_iterator(axioms.begin()), std::make_move_iterator(axioms.end()));
    }
    return kept;
  }

  void noteWhatIsTakenForGranted(const std::vector<Assertion>& core) {
    bool lemma = false;
    for (const Assertion& a : core) {
      lemma = lemma || firstorder::needsFiniteness(a);
      if (a.span.known() && std::ranges::find(result_.needs, a.span) == result_.needs.end()) result_.needs.push_back(a.span);
    }
    if (lemma || theory_->ordered) result_.assumptions.emplace_back("finite");
    if (theory_->integers) result_.assumptions.emplace_back("integers abstracted");
    if (!problem_.scope.sigs.empty()) result_.assumptions.emplace_back("scopes of the command dropped");
  }

  bool keepCounterexample(Result found, GrownScope scope) {
    result_.verdict = Outcome::counterexample;
    result_.by = "search";
    result_.scope = std::move(scope.text);
    result_.found = std::move(found);
    return true;
  }

  /// Checks a proof: searches a larger scope, unless one was searched before. Returns true if there is a counterexample, which
  /// means that the proof is wrong.
  bool isRefuted() { return !largerSearched_ && grow(forFirstScopes, true); }

  /// Searches larger scopes for `seconds` (0: as long as the budget lasts); if `oneIsEnough`, only until one of them is searched
  /// completely. A search that does not end in its time is repeated later with more time. Returns true if there is a
  /// counterexample.
  bool grow(double seconds, bool oneIsEnough = false) {
    const support::Budget budget = part(seconds);
    while (!budget.exhaustedMeanwhile() && !(oneIsEnough && largerSearched_)) {
      auto waiting = std::ranges::min_element(waiting_, {}, [](const Waiting& w) { return w.turn; });
      const bool again = waiting != waiting_.end() && (growthEnds_ || ++turns_ % turnsBetween == 0);
      Waiting now;
      if (again) {
        now = std::move(*waiting);
        waiting_.erase(waiting);
      } else {
        auto next = growthEnds_ ? std::nullopt : growing_->next();
        growthEnds_ = !next;
        if (!next && waiting_.empty()) break;
        if (!next) continue;
        now = {std::move(*next), turnOfScope};
      }
      Problem problem = problem_;
      problem.scope = now.scope.scope;
      Result found = Search(model_, problem, options_).next(budget.within({.seconds = now.turn}));
      if (found.verdict == Verdict::satisfiable) return keepCounterexample(std::move(found), now.scope);
      if (found.verdict == Verdict::unsatisfiable) {
        result_.searched = now.scope.text;
        largerSearched_ = largerSearched_ || now.scope.isLarger;
      }
      if (found.verdict == Verdict::error) growthEnds_ = true;
      if (found.verdict != Verdict::unknown) continue;
      now.turn *= 4;
      waiting_.push_back(std::move(now));
    }
    return false;
  }

  /// Searches the next scope with a smaller bit width, in which fewer atoms are enough for `#` to overflow. Returns true if there
  /// is a counterexample.
  bool wrapAround() {
    if (options_.semantics.noOverflow || over() || bitsTried_ == growing_->withFewerBits().size()) return false;
    const GrownScope scope = growing_->withFewerBits()[bitsTried_++];
    Problem problem = problem_;
    problem.scope = scope.scope;
    Result found = Search(model_, problem, options_).next(part(forFewerBits));
    return found.verdict == Verdict::satisfiable && keepCounterexample(std::move(found), scope);
  }

  std::string whyUnknown() const {
    if (!noInvariant_.empty() && theory_) return noInvariant_;
    if (!notSaid_.empty()) return notSaid_ + (result_.place.known() ? " cannot be expressed in first-order logic" : "");
    if (provers_.empty()) return fmt::format("none of {} is installed", fmt::join(namesOfProvers(), ", "));
    if (theory_ && theory_->integers)
      return "no proof was found: integers are abstracted, so the provers may lack facts that the proof needs";
    if (theory_ && theory_->ordered) return "no proof was found: a proof about an ordered signature may need an invariant";
    if (theory_ && !theory_->closures.empty())
      return "no proof was found: a proof about a transitive closure may need an induction";
    return "no proof was found in time";
  }

  const model::Model& model_;
  const Problem& problem_;
  Options options_;
  const support::Budget& budget_;
  AllScopes result_;

  // The searches of larger scopes.
  std::optional<GrowingScopes> growing_;
  /// A scope whose search did not end. Its next search gets `turn` seconds.
  struct Waiting {
    GrownScope scope;
    double turn = 0;
  };
  std::vector<Waiting> waiting_;
  std::size_t turns_ = 0, bitsTried_ = 0;
  bool growthEnds_ = false, largerSearched_ = false;

  // The proofs.
  std::unique_ptr<Theory> theory_;
  std::optional<Facts> facts_;
  std::string noInvariant_;
  std::string notSaid_;  // why there is no theory, or why a proof that the facts contradict each other is not accepted
  std::vector<Prover> provers_;
  std::array<std::vector<Assertion>, 4> assertions_;  // for each value of Lemmas: the theory's assertions with these lemmas

  // A scope that is large enough: it has a counterexample if any scope has one.
  std::optional<SmallModel> bound_;
  model::Scope boundScope_;
  std::uint64_t boundAtoms_ = 0;
};

}  // namespace

AllScopes allScopesOf(const model::Model& model, const Problem& problem, const Options& options, double seconds,
                      const support::Budget& budget) {
  const auto start = std::chrono::steady_clock::now();
  const support::Budget own = budget.within({.seconds = seconds});
  AllScopes result;
  try {
    result = AllScopesSearch(model, problem, options, own).run();
  } catch (const Unsupported& e) {
    result.why = e.what();
    result.place = e.span();
  }
  result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return result;
}

const char* name(AllScopes::Verdict verdict) {
  switch (verdict) {
    case Outcome::holds: return "holds";
    case Outcome::counterexample: return "counterexample";
    case Outcome::empty: return "empty";
    default: return "unknown";
  }
}

}  // namespace aunit::solver
