#include "strength/generation/set_cover.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "coverage/bits.h"
#include "strength/generation/smaller_cover.h"
#include "support/budget.h"

namespace aunit::strength {

using coverage::Bits;

namespace {

class Cover {
 public:
  Cover(std::vector<Goal>& goals, std::size_t candidates) : goals_(goals), meets_(candidates, Bits(goals.size())) {
    for (std::size_t g = 0; g < goals.size(); ++g)
      for (const std::uint32_t c : goals[g].candidates) meets_[c].set(g);
  }

  /// Chooses candidates greedily, at most `limit`. If `limit` is 0, chooses until no candidate meets a further goal.
  std::vector<ChosenCandidate> most(std::size_t limit, const std::function<std::ptrdiff_t(std::uint32_t)>& worth) {
    std::vector<std::uint32_t> all(meets_.size());
    std::iota(all.begin(), all.end(), 0);
    return greedy(all, limit, worth);
  }

  /// A small set of candidates that meets all goals that can be met.
  std::vector<ChosenCandidate> few(const std::function<std::ptrdiff_t(std::uint32_t)>& worth, const support::Budget& budget) {
    std::vector<Demand> demands;
    for (const Goal& goal : goals_)
      if (const std::size_t wanted = std::min(goal.wanted - std::min(goal.met, goal.wanted), goal.candidates.size()); wanted != 0)
        demands.push_back({goal.candidates, wanted});
    std::vector<ChosenCandidate> chosen = most(0, worth);
    std::vector<std::uint32_t> taken;
    for (const ChosenCandidate& c : chosen) {
      taken.push_back(c.candidate);
      count(c.candidate, -1);
    }
    return greedy(smallerCover(demands, std::move(taken), meets_.size(), worth, budget), 0, worth);
  }

 private:
  /// Greedy set cover: each step takes the candidate that meets the most open goals.
  std::vector<ChosenCandidate> greedy(const std::vector<std::uint32_t>& candidates, std::size_t limit,
                                      const std::function<std::ptrdiff_t(std::uint32_t)>& worth) {
    std::vector<ChosenCandidate> chosen;
    std::vector<bool> taken(meets_.size());
    const std::size_t most = std::ranges::max(goals_, {}, &Goal::wanted).wanted;
    for (std::size_t level = 0; level < most && (limit == 0 || chosen.size() < limit);) {
      const Bits open = openAt(level);
      std::tuple<std::size_t, std::ptrdiff_t> best;
      std::optional<std::uint32_t> candidate;
      for (const std::uint32_t c : candidates) {
        if (taken[c]) continue;
        const std::size_t gain = meets_[c].countCommon(open);
        if (gain == 0 || gain < std::get<0>(best)) continue;
        if (const std::tuple value(gain, worth(c)); !candidate || value > best) {
          best = value;
          candidate = c;
        }
      }
      if (!candidate) {
        ++level;
        continue;
      }
      taken[*candidate] = true;
      chosen.push_back({*candidate, meets_[*candidate].count(), titleOf(*candidate, open)});
      count(*candidate, 1);
    }
    return chosen;
  }

  Bits openAt(std::size_t level) const {
    Bits open(goals_.size());
    for (std::size_t g = 0; g < goals_.size(); ++g)
      if (goals_[g].met <= level && level < goals_[g].wanted) open.set(g);
    return open;
  }

  std::string titleOf(std::size_t candidate, const Bits& open) const {
    std::string title;
    bool first = true;
    open.forEach([&](std::size_t g) {
      if (!first || !meets_[candidate].test(g)) return;
      title = goals_[g].title;
      first = false;
    });
    return title;
  }

  void count(std::size_t candidate, int by) {
    meets_[candidate].forEach([&](std::size_t g) { goals_[g].met += static_cast<std::size_t>(by); });
  }

  std::vector<Goal>& goals_;
  std::vector<Bits> meets_;  // by candidate: the goals that it meets
};

}  // namespace

std::vector<ChosenCandidate> cover(std::vector<Goal>& goals, std::size_t candidates, std::size_t limit,
                                   const std::function<std::ptrdiff_t(std::uint32_t)>& worth, const support::Budget& budget) {
  if (goals.empty()) return {};
  Cover cover(goals, candidates);
  return limit != 0 ? cover.most(limit, worth) : cover.few(worth, budget);
}

}  // namespace aunit::strength
