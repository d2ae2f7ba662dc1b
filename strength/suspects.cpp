#include "strength/suspects.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "solver/budget.h"
#include "strength/mutants.h"
#include "suite/coverage_subject.h"

namespace aunit::strength {

using model::ExprId;
using model::Model;
using model::noId;

namespace {

/// How a change bears on the cases: of those that fail, which part it gets right; of the others, which part it gets wrong.
struct Effect {
  double mended = 0;
  double broken = 0;

  /// Ochiai's measure on parts of a whole.
  double score() const { return mended == 0 ? 0 : mended / std::sqrt(mended + broken); }
};

class Ranking {
 public:
  Ranking(Evidence& evidence, const SuspectOptions& options)
      : evidence_(evidence),
        model_(*evidence.loaded().model),
        options_(options),
        deadline_(options.timeout > 0 ? solver::Budget::deadlineIn(options.timeout) : solver::Budget::Clock::time_point::max()) {}

  Suspects rank() {
    countCases();
    for (const Mutant& mutant : mutants()) {
      if (isOver()) break;
      tryOut(mutant);
    }
    Suspects result;
    result.cutShort = isOver() || evidence_.isCutShort();
    std::vector<Suspect> all;
    for (auto& [key, suspect] : suspects_)
      if (suspect.score > 0) all.push_back(std::move(suspect));
    std::ranges::stable_sort(all, [&](const Suspect& a, const Suspect& b) {
      return std::tuple(-a.score, sizeOf(a)) < std::tuple(-b.score, sizeOf(b));
    });
    for (Suspect& suspect : all)
      if (std::ranges::none_of(result.ranked, [&](const Suspect& other) { return overlap(other.span, suspect.span); }))
        result.ranked.push_back(std::move(suspect));
    return result;
  }

 private:
  bool isOver() const {
    return (options_.stop && options_.stop->load(std::memory_order_relaxed)) || solver::Budget::Clock::now() > deadline_;
  }

  static bool overlap(model::Span a, model::Span b) { return a.file == b.file && a.begin < b.end && b.begin < a.end; }
  static std::uint32_t sizeOf(const Suspect& suspect) { return suspect.span.end - suspect.span.begin; }

  std::vector<Mutant> mutants() {
    const coverage::ExtractOptions subject = suite::modelUnderTest(evidence_.loaded(), suite::collectTests(evidence_.loaded()));
    return mutantsOf(*evidence_.loaded().model, {OperatorSet::all, subject});
  }

  void countCases() {
    failing_.assign(evidence_.complaints().size(), 0);
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      if (!evidence_.takesPart(c)) continue;
      const Case& one = evidence_.cases()[c];
      if (one.fails() && one.complaint != noId) ++failing_[one.complaint];
      if (!one.fails()) ++passing_;
    }
  }

  void tryOut(const Mutant& mutant) {
    if (!evidence_.judge().lay({&mutant, 1})) return;
    const Effect effect = effectOfWhatIsLaid();
    evidence_.judge().restore();
    Suspect& suspect = suspects_[{mutant.place, mutant.place == noId ? mutant.sig : noId}];
    if (suspect.change && suspect.score >= effect.score()) return;
    suspect.paragraph = mutant.paragraph;
    suspect.place = mutant.place;
    suspect.sig = mutant.place == noId ? mutant.sig : noId;
    suspect.span = mutant.place == noId ? model_.sig(mutant.sig).span : model_.expr(mutant.place).span;
    suspect.score = effect.score();
    suspect.change = mutant;
  }

  Effect effectOfWhatIsLaid() {
    Effect effect;
    std::vector<std::size_t> mended(failing_.size());
    std::size_t broken = 0;
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      const Case& one = evidence_.cases()[c];
      if (!evidence_.takesPart(c) || (one.fails() && one.complaint == noId)) continue;
      const bool right = evidence_.judge().holds(c) == one.wanted;
      if (one.fails())
        mended[one.complaint] += right;
      else
        broken += !right;
    }
    std::size_t complaints = 0;
    for (std::size_t i = 0; i < failing_.size(); ++i) {
      if (failing_[i] == 0) continue;
      ++complaints;
      effect.mended += static_cast<double>(mended[i]) / static_cast<double>(failing_[i]);
    }
    if (complaints > 0) effect.mended /= static_cast<double>(complaints);
    if (passing_ > 0) effect.broken = static_cast<double>(broken) / static_cast<double>(passing_);
    return effect;
  }

  Evidence& evidence_;
  const Model& model_;
  const SuspectOptions options_;
  const solver::Budget::Clock::time_point deadline_;
  std::vector<std::size_t> failing_;  // cases by complaint
  std::size_t passing_ = 0;
  std::map<std::pair<ExprId, model::SigId>, Suspect> suspects_;
};

}  // namespace

Suspects suspectsOf(Evidence& evidence, const SuspectOptions& options) {
  return Ranking(evidence, options).rank();
}

}  // namespace aunit::strength
