// Row weighting local search (Gao, Weise and Li, "An efficient local search heuristic with row weighting for the unicost set
// covering problem", EJOR 2015), for demands that need more than one candidate. Whenever the taken candidates meet all demands,
// one of them is removed. Then each step replaces one taken candidate by another candidate of an unmet demand. Demands that stay
// unmet gain weight, so that the search leaves local minima. Before the search, each demand that another demand implies is
// removed.

#include "strength/generation/smaller_cover.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "coverage/bits.h"
#include "strength/instances/neighbours.h"
#include "support/budget.h"
#include "support/random.h"

namespace aunit::strength {

using coverage::Bits;

namespace {

constexpr std::size_t steps = 5000;

/// Omits each demand that another demand implies. Demand A implies demand B if all candidates of A are also candidates of B, and
/// A wants at least as many of them.
std::vector<Demand> hardest(const std::vector<Demand>& demands, std::size_t candidates) {
  std::map<std::vector<std::uint32_t>, std::size_t> wanted;  // by a demand's candidates: how many of them must be taken
  for (const Demand& demand : demands) {
    std::size_t& most = wanted[demand.candidates];
    most = std::max(most, demand.wanted);
  }
  std::vector<Demand> each;
  for (const auto& [of, number] : wanted) each.push_back({of, number});
  std::ranges::stable_sort(each, {}, [](const Demand& demand) { return demand.candidates.size(); });
  std::vector<Demand> kept;
  std::vector<Bits> sets;
  for (Demand& demand : each) {
    Bits set(candidates);
    for (const std::uint32_t c : demand.candidates) set.set(c);
    bool implied = false;
    for (std::size_t i = 0; i < kept.size() && !implied; ++i) implied = kept[i].wanted >= demand.wanted && sets[i].subsetOf(set);
    if (implied) continue;
    kept.push_back(std::move(demand));
    sets.push_back(std::move(set));
  }
  return kept;
}

class Search {
 public:
  Search(std::vector<Demand> demands, std::size_t candidates)
      : demands_(std::move(demands)),
        weight_(demands_.size(), 1),
        met_(demands_.size()),
        open_(demands_.size()),
        of_(candidates),
        each_(candidates) {
    for (std::uint32_t d = 0; d < demands_.size(); ++d)
      for (const std::uint32_t c : demands_[d].candidates) of_[c].push_back(d);
    for (std::uint32_t c = 0; c < candidates; ++c) each_[c].gain = gainOf(c);
  }

  /// Returns the smallest set that the search finds. It starts with `taken`, which must meet all demands.
  std::vector<std::uint32_t> run(const std::vector<std::uint32_t>& taken, const support::Budget& budget) {
    for (const std::uint32_t c : taken) move(c, true);
    std::vector<std::uint32_t> best = taken;
    for (time_ = 1; time_ <= steps && !budget.exhausted(); ++time_) {
      while (open_ == 0 && !taken_.empty()) {
        if (taken_.size() < best.size()) best = taken_;
        move(cheapest(noCandidate), false);
      }
      if (taken_.empty()) break;
      move(cheapest(last_), false);
      last_ = mostGained(demands_[someOpen()]);
      move(last_, true);
      for (std::uint32_t d = 0; d < demands_.size(); ++d)
        if (met_[d] < demands_[d].wanted) weigh(d);
    }
    return best;
  }

 private:
  static constexpr std::uint32_t noCandidate = -1;

  struct Candidate {
    bool isTaken = false;
    bool mayCome = true;  // false after it was removed, until another candidate of one of its demands is added or removed
    // If the candidate is taken: the weight of the demands that would become unmet without it. Otherwise: the weight of its unmet
    // demands.
    std::ptrdiff_t gain = 0;
    std::size_t moved = 0;  // step in which it was last added or removed
  };

  bool counts(std::uint32_t c, std::uint32_t d, std::size_t met) const {
    return each_[c].isTaken ? met <= demands_[d].wanted : met < demands_[d].wanted;
  }

  std::ptrdiff_t gainOf(std::uint32_t c) const {
    std::ptrdiff_t gain = 0;
    for (const std::uint32_t d : of_[c])
      if (counts(c, d, met_[d])) gain += weight_[d];
    return gain;
  }

  void move(std::uint32_t c, bool in) {
    for (const std::uint32_t d : of_[c]) {
      const std::size_t before = met_[d], after = in ? before + 1 : before - 1;
      for (const std::uint32_t other : demands_[d].candidates) {
        each_[other].gain += weight_[d] * (int{counts(other, d, after)} - int{counts(other, d, before)});
        each_[other].mayCome = true;
      }
      if (in && after == demands_[d].wanted) --open_;
      if (!in && before == demands_[d].wanted) ++open_;
      met_[d] = after;
    }
    each_[c].isTaken = in;
    each_[c].mayCome = in;
    each_[c].gain = gainOf(c);
    each_[c].moved = time_;
    if (in)
      taken_.push_back(c);
    else
      std::erase(taken_, c);
  }

  void weigh(std::uint32_t d) {
    ++weight_[d];
    for (const std::uint32_t c : demands_[d].candidates) each_[c].gain += int{counts(c, d, met_[d])};
  }

  /// Returns the taken candidate whose removal opens demands of the least weight. On ties, returns the candidate that was taken
  /// earliest. Skips `but`, unless `but` is the only taken candidate.
  std::uint32_t cheapest(std::uint32_t but) const {
    std::uint32_t best = noCandidate;
    for (const std::uint32_t c : taken_)
      if (c != but || taken_.size() == 1)
        if (best == noCandidate ||
            std::tuple(each_[c].gain, each_[c].moved, c) < std::tuple(each_[best].gain, each_[best].moved, best))
          best = c;
    return best;
  }

  /// Returns one of the demand's candidates that are not taken. Prefers candidates with `mayCome`, then a larger `gain`, then
  /// those that were moved earlier.
  std::uint32_t mostGained(const Demand& demand) const {
    const auto rank = [&](std::uint32_t c) { return std::tuple(!each_[c].mayCome, -each_[c].gain, each_[c].moved, c); };
    std::uint32_t best = noCandidate;
    for (const std::uint32_t c : demand.candidates)
      if (!each_[c].isTaken && (best == noCandidate || rank(c) < rank(best))) best = c;
    return best;
  }

  std::uint32_t someOpen() {
    std::size_t which = support::nextRandom(random_) % open_;
    for (std::uint32_t d = 0;; ++d)
      if (met_[d] < demands_[d].wanted && which-- == 0) return d;
  }

  const std::vector<Demand> demands_;
  std::vector<std::ptrdiff_t> weight_;  // by demand
  std::vector<std::size_t> met_;
  std::size_t open_;                            // number of demands that are not met
  std::vector<std::vector<std::uint32_t>> of_;  // by candidate: its demands
  std::vector<Candidate> each_;
  std::vector<std::uint32_t> taken_;
  std::uint32_t last_ = noCandidate;  // the candidate that was added last
  std::size_t time_ = 0;
  std::uint64_t random_ = 3;
};

/// Replaces candidates by candidates of larger `worth` that meet the same demands.
void makeWorthier(std::vector<std::uint32_t>& taken, const std::vector<Demand>& demands, std::size_t candidates,
                  const std::function<std::ptrdiff_t(std::uint32_t)>& worth) {
  std::vector<Bits> meets(candidates, Bits(demands.size()));
  std::vector<std::size_t> met(demands.size());
  for (std::size_t d = 0; d < demands.size(); ++d)
    for (const std::uint32_t c : demands[d].candidates) {
      meets[c].set(d);
      met[d] += std::ranges::find(taken, c) != taken.end();
    }
  for (std::uint32_t& own : taken) {
    Bits needed(demands.size());
    meets[own].forEach([&](std::size_t d) {
      if (met[d] <= demands[d].wanted) needed.set(d);
    });
    std::uint32_t best = own;
    for (std::uint32_t c = 0; c < candidates; ++c)
      if (needed.subsetOf(meets[c]) && std::ranges::find(taken, c) == taken.end() && worth(c) > worth(best)) best = c;
    meets[own].forEach([&](std::size_t d) { --met[d]; });
    meets[best].forEach([&](std::size_t d) { ++met[d]; });
    own = best;
  }
}

}  // namespace

std::vector<std::uint32_t> smallerCover(const std::vector<Demand>& demands, std::vector<std::uint32_t> taken,
                                        std::size_t candidates, const std::function<std::ptrdiff_t(std::uint32_t)>& worth,
                                        const support::Budget& budget) {
  const std::vector<Demand> few = hardest(demands, candidates);
  taken = Search(few, candidates).run(taken, budget);
  makeWorthier(taken, few, candidates, worth);
  std::ranges::sort(taken);
  return taken;
}

}  // namespace aunit::strength
