#include "strength/localization/suspects.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "strength/instances/smallest.h"
#include "strength/localization/constraint_signals.h"
#include "strength/mutation/mutants.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

namespace {

// Weights of the signals, as measured in docs/ranking-suspects.md.
constexpr double ofChange = 0.5, ofBlocking = 0.4, ofKinship = 0.1, ofIdleness = 0.1, ofCall = 0.1;
// Bonus for changes of predicates that a failing check calls, so that they rank above changes of facts. A stricter fact often
// only hides the counterexample.
constexpr double moreWhereCalled = 0.2;
// Factor for a predicate that a failing command runs. It is wrong less often than other formulas.
constexpr double whereAsked = 0.5;
// Factors for predicates that state what is expected, and for declarations. They are wrong less often than other formulas.
constexpr double whereMeasure = 0.7, whereDeclared = 0.8;
// Factor for the second and each further suspect in one constraint.
constexpr double secondPlace = 0.5;
// Factor for a fix that needs two changes, which is less likely than a single change.
constexpr double twoChanges = 0.9;

// Limits for pairs of changes: the number of constraints in which pairs are tried, and the number of pairs in each of them.
constexpr std::size_t constraintsChangedTwice = 4;
constexpr std::size_t mostPairsChanged = 600;

// If no change scores at least this, a constraint is probably missing.
constexpr double littleMended = 0.5;
// A constraint with less ConstraintSignals::kinship than this counts as unrelated to the failing formulas.
constexpr double likeEnough = 0.5;

bool overlap(model::Span a, model::Span b) {
  return a.file == b.file && a.begin < b.end && b.begin < a.end;
}

double part(std::size_t some, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(some) / static_cast<double>(all);
}

class Ranking {
 public:
  Ranking(Evidence& evidence, const support::Limits& limits)
      : evidence_(evidence), model_(*evidence.loaded().model), budget_(limits) {}

  Suspects rank() {
    countCases();
    Suspects result;
    try {
      constraints_ = constraintSignals(evidence_, budget_);
      for (const ConstraintSignals& constraint : constraints_) at(constraint.root, constraint.paragraph);
      mutants_ = mutantsOf(*evidence_.loaded().model, {OperatorSet::all, evidence_.subject()});
      for (const Mutant& mutant : mutants_) {
        if (isOver()) break;
        Suspect& suspect = mutant.place == noId ? at(mutant) : at(mutant.place, mutant.paragraph);
        tryOut({&mutant, 1}, suspect);
      }
      if (!evidence_.complaints().empty()) changeTwice();
    } catch (const support::Exhausted&) {
      // The ranking then covers the changes that were tried before the limit was reached.
    }
    result.cutShort = isOver() || evidence_.isCutShort();
    result.missing = missing();
    choose(result.ranked);
    return result;
  }

 private:
  bool isOver() const { return budget_.exhausted().has_value(); }

  // --- Places.

  Suspect& at(ExprId place, std::uint32_t paragraph) {
    Suspect& suspect = suspects_[{place, noId}];
    suspect.paragraph = paragraph;
    suspect.place = place;
    suspect.span = model_.expr(place).span;
    return suspect;
  }
  /// Returns the suspect for the declaration of the signature whose multiplicity the mutant changes.
  Suspect& at(const Mutant& mutant) {
    Suspect& suspect = suspects_[{noId, mutant.sig}];
    suspect.paragraph = mutant.paragraph;
    suspect.sig = mutant.sig;
    suspect.span = model_.sig(mutant.sig).span;
    return suspect;
  }

  /// The smallest constraint that contains the span; null if there is none.
  const ConstraintSignals* around(model::Span span) const {
    const auto [known, isNew] = around_.try_emplace({span.file, span.begin, span.end}, nullptr);
    const ConstraintSignals*& found = known->second;
    if (!isNew) return found;
    std::uint32_t length = noId;
    for (const ConstraintSignals& c : constraints_) {
      const model::Span own = model_.expr(c.root).span;
      if (!model::contains(own, span) || own.end - own.begin >= length) continue;
      length = own.end - own.begin;
      found = &c;
    }
    return found;
  }
  /// The conjunct of a fact or predicate that contains the span; noId if there is none.
  ExprId conjunctAround(model::Span span) const {
    const ConstraintSignals* constraint = around(span);
    return constraint ? constraint->conjunct : noId;
  }

  double scoreOf(const Suspect& suspect) const {
    double score = ofChange * suspect.effect.score() * (suspect.change.size() > 1 ? twoChanges : 1);
    if (model_.paragraphs()[suspect.paragraph].kind == model::Paragraph::Kind::sig) score *= whereDeclared;
    const ConstraintSignals* constraint = around(suspect.span);
    if (!constraint) return score;
    score *= 1 + moreWhereCalled * constraint->nearness;
    score += ofBlocking * constraint->blocks + ofKinship * constraint->kinship + ofIdleness * constraint->idle;
    if (!evidence_.complaints().empty()) score += ofCall * constraint->nearness;
    if (constraint->asked)
      score *= whereAsked;
    else if (constraint->measure)
      score *= whereMeasure;
    return std::min(score, 1.0);
  }

  // --- Changes.

  void countCases() {
    failing_.assign(evidence_.complaints().size(), 0);
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      const Case& one = evidence_.cases()[c];
      if (!evidence_.takesPart(c)) continue;
      if (one.fails() && one.complaint != noId) ++failing_[one.complaint];
      if (!one.fails()) ++(one.wanted ? accepted_ : rejected_);
    }
  }

  void tryOut(std::span<const Mutant> change, Suspect& suspect) {
    if (!evidence_.judge().lay(change)) return;
    const Effect effect = effectOfWhatIsLaid();
    evidence_.judge().restore();
    const double before = suspect.effect.score() * (suspect.change.size() > 1 ? twoChanges : 1);
    if (effect.score() * (change.size() > 1 ? twoChanges : 1) <= before) return;
    suspect.effect = effect;
    suspect.change.assign(change.begin(), change.end());
  }

  Effect effectOfWhatIsLaid() {
    Effect effect;
    std::vector<std::size_t> right(failing_.size());
    std::size_t lost = 0, admitted = 0;
    const auto count = [&](const Case& one, bool isRight) {
      if (one.fails())
        right[one.complaint] += isRight;
      else
        (one.wanted ? lost : admitted) += !isRight;
    };
    std::vector<std::uint32_t> again;  // tests that evaluation cannot decide; judged from scratch on the changed model
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      const Case& one = evidence_.cases()[c];
      if (!evidence_.takesPart(c) || (one.fails() && one.complaint == noId)) continue;
      const auto holds = evidence_.judge().holds(c);
      if (!holds && one.origin == Origin::test)
        again.push_back(c);
      else
        count(one, holds == one.wanted);
    }
    if (!again.empty()) {
      const std::vector<std::uint32_t> changed = evidence_.judge().changedOf(again);
      for (const std::uint32_t c : again)
        count(evidence_.cases()[c], evidence_.cases()[c].fails() == (std::ranges::find(changed, c) != changed.end()));
    }
    std::size_t complaints = 0;
    for (std::size_t i = 0; i < failing_.size(); ++i) {
      if (failing_[i] == 0) continue;
      ++complaints;
      effect.right += right[i];
      effect.failing += failing_[i];
      // A command that should have an instance is fixed as soon as one case is accepted.
      const bool one = evidence_.complaints()[i].command != noId && evidence_.complaints()[i].wanted;
      effect.mended += one ? right[i] > 0 : part(right[i], failing_[i]);
    }
    if (complaints > 0) effect.mended /= static_cast<double>(complaints);
    effect.kept = (1 - part(lost, accepted_)) * (1 - part(admitted, rejected_));
    effect.broken = lost + admitted;
    effect.others = accepted_ + rejected_;
    return effect;
  }

  /// Tries pairs of mutants within one constraint, for the most suspicious constraints.
  void changeTwice() {
    std::vector<std::pair<double, const ConstraintSignals*>> order;
    std::map<ExprId, double> most;  // by conjunct: the highest score of a suspect in it
    for (const auto& [key, suspect] : suspects_) {
      double& score = most[conjunctAround(suspect.span)];
      score = std::max(score, scoreOf(suspect));
    }
    for (const ConstraintSignals& constraint : constraints_)
      if (constraint.root == constraint.conjunct) order.emplace_back(most[constraint.conjunct], &constraint);
    std::ranges::stable_sort(order, std::ranges::greater(), &std::pair<double, const ConstraintSignals*>::first);
    order.resize(std::min(order.size(), constraintsChangedTwice));
    for (const auto& [score, constraint] : order) changeTwice(*constraint);
  }

  void changeTwice(const ConstraintSignals& constraint) {
    std::vector<Mutant> inside;
    for (const Mutant& mutant : mutants_)
      if (mutant.place != noId && conjunctAround(model_.expr(mutant.place).span) == constraint.conjunct) inside.push_back(mutant);
    Suspect& suspect = at(constraint.root, constraint.paragraph);
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < inside.size(); ++a)
      for (std::size_t b = a + 1; b < inside.size(); ++b) {
        if (inside[a].place == inside[b].place) continue;
        if (++pairs > mostPairsChanged || isOver()) return;
        tryOut(std::array{inside[a], inside[b]}, suspect);
      }
  }

  // --- Answers.

  /// Moves the suspects to `ranked`, by score; among equal scores, the shortest place first. Omits each suspect that overlaps
  /// with a better one.
  void choose(std::vector<Suspect>& ranked) {
    struct Candidate {
      Suspect suspect;
      const ConstraintSignals* constraint;
    };
    std::vector<Candidate> left;
    for (auto& [key, suspect] : suspects_) {
      const bool whole = std::ranges::find(constraints_, suspect.place, &ConstraintSignals::root) != constraints_.end();
      // A part of a constraint is a suspect only if a change of this part fixes something.
      if (!whole && suspect.change.empty()) continue;
      suspect.score = scoreOf(suspect);
      const ConstraintSignals* constraint = around(suspect.span);
      left.push_back({std::move(suspect), constraint});
    }
    const auto rank = [](const Candidate& candidate) {
      return std::tuple(-candidate.suspect.score, candidate.suspect.span.end - candidate.suspect.span.begin);
    };
    while (!left.empty()) {
      const auto best = std::ranges::min_element(left, {}, rank);
      const ConstraintSignals* constraint = best->constraint;
      ranked.push_back(std::move(best->suspect));
      left.erase(best);
      Suspect& suspect = ranked.back();
      suspect.because = reasonFor(suspect);
      std::erase_if(left, [&](const Candidate& other) { return overlap(other.suspect.span, suspect.span); });
      if (!constraint || !named_.insert(constraint).second) continue;
      for (Candidate& other : left)
        if (other.constraint == constraint) other.suspect.score *= secondPlace;
    }
  }

  std::string reasonFor(const Suspect& suspect) const {
    std::vector<std::string> reasons;
    if (!suspect.change.empty() && suspect.effect.right > 0) reasons.push_back(effectText(suspect));
    if (const ConstraintSignals* constraint = around(suspect.span)) {
      if (constraint->blocks >= 0.5)
        reasons.push_back("this constraint excludes instances that should be accepted");
      else if (constraint->blocks > 0)
        reasons.push_back("this constraint is one of several that exclude instances that should be accepted");
      if (constraint->idle) reasons.push_back("within the scope, this constraint excludes nothing that the other facts allow");
      if (constraint->kinship >= likeEnough)
        reasons.push_back(evidence_.complaints().empty() ? "this constraint resembles the checks"
                                                         : "this constraint is related to the failing test or command");
      if (constraint->measure) reasons.push_back("only checks use this definition, so it states an expectation about the model");
    }
    return reasons.empty() ? "tests or commands use this part of the model" : fmt::format("{}", fmt::join(reasons, "; "));
  }

  static std::string effectText(const Suspect& suspect) {
    const Effect& effect = suspect.effect;
    const bool two = suspect.change.size() > 1;
    const std::string mends = effect.mended >= 1
                                  ? fmt::format("{} at this place {} all failing tests and commands",
                                                two ? "two changes" : "a change", two ? "fix" : "fixes")
                                  : fmt::format("{} at this place {} {} of {} failing cases", two ? "two changes" : "a change",
                                                two ? "fix" : "fixes", effect.right, effect.failing);
    if (effect.broken != 0)
      return mends + fmt::format(", but {} {} of {} passing cases fail", two ? "make" : "makes", effect.broken, effect.others);
    if (effect.others == 0) return mends;
    return mends + (effect.others == 1 ? ", and the other case still passes"
                                       : fmt::format(", and the {} other cases still pass", effect.others));
  }

  /// If the model wrongly accepts a case and no change helps much, returns the paragraph that most resembles the failing formula.
  /// Otherwise returns nothing.
  std::optional<MissingConstraint> missing() const {
    // Chooses a small case that the model wrongly accepts, if possible one that has an accepted neighbour.
    std::map<std::uint32_t, std::uint32_t> acceptedBeside;
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c)
      if (const Case& one = evidence_.cases()[c]; one.beside != noId && one.origin == Origin::accepted)
        acceptedBeside.try_emplace(one.beside, c);
    std::uint32_t rejected = noId;
    std::pair<bool, std::size_t> least;
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      const Case& one = evidence_.cases()[c];
      const model::Instance* instance = evidence_.judge().instanceOf(c);
      if (!one.fails() || !one.holds || one.complaint == noId || !instance || !evidence_.takesPart(c)) continue;
      const std::pair size(!acceptedBeside.contains(c), sizeOf(*instance));
      if (rejected == noId || size < least) rejected = c, least = size;
    }
    double most = 0;
    for (const auto& [key, suspect] : suspects_) most = std::max(most, suspect.effect.score());
    if (rejected == noId || most >= littleMended || isOver()) return std::nullopt;
    const auto closest = std::ranges::max_element(
        constraints_, {}, [&](const ConstraintSignals& c) { return std::tuple(!c.asked && c.function != noId, c.kinship); });
    if (closest == constraints_.end()) return std::nullopt;
    MissingConstraint missing;
    missing.paragraph = closest->paragraph;
    missing.span = model_.paragraphs()[closest->paragraph].span;
    missing.score = 1 - most;
    const auto resembles = [](const ConstraintSignals& c) { return !c.asked && c.kinship >= likeEnough; };
    missing.because = fmt::format(
        "{}no small change of the model helps much (the best one scores {:.0f} %); the model accepts instances that should be "
        "excluded",
        std::ranges::none_of(constraints_, resembles) ? "no constraint resembles the failing formula; " : "", 100 * most);
    missing.rejected = rejected;
    if (const auto beside = acceptedBeside.find(rejected); beside != acceptedBeside.end()) missing.accepted = beside->second;
    return missing;
  }

  Evidence& evidence_;
  const Model& model_;
  const support::Budget budget_;
  std::vector<ConstraintSignals> constraints_;
  mutable std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, const ConstraintSignals*> around_;  // by span
  std::vector<Mutant> mutants_;
  std::vector<std::size_t> failing_;         // by complaint: number of failing cases
  std::size_t accepted_ = 0, rejected_ = 0;  // numbers of rightly accepted and of rightly rejected cases
  std::map<std::pair<ExprId, model::SigId>, Suspect> suspects_;
  std::set<const ConstraintSignals*> named_;
};

}  // namespace

Suspects suspectsOf(Evidence& evidence, const support::Limits& limits) {
  return Ranking(evidence, limits).rank();
}

}  // namespace aunit::strength
