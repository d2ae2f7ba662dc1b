#include "strength/set_cover.h"

#include <algorithm>
#include <tuple>

#include "coverage/bits.h"

namespace aunit::strength {

using coverage::Bits;

namespace {

class Cover {
 public:
  Cover(std::vector<Goal>& goals, std::size_t candidates) : goals_(goals), meets_(candidates, Bits(goals.size())) {
    for (std::size_t g = 0; g < goals.size(); ++g)
      for (const std::uint32_t c : goals[g].candidates) meets_[c].set(g);
  }

  std::vector<Chosen> run(std::size_t limit, const std::function<std::ptrdiff_t(std::uint32_t)>& worth) {
    std::vector<Chosen> chosen;
    std::vector<bool> taken(meets_.size());
    const std::size_t most = std::ranges::max(goals_, {}, &Goal::wanted).wanted;
    for (std::size_t level = 0; level < most && (limit == 0 || chosen.size() < limit);) {
      const Bits open = openAt(level);
      std::tuple<std::size_t, std::ptrdiff_t> best;
      std::size_t candidate = meets_.size();
      for (std::uint32_t c = 0; c < meets_.size(); ++c) {
        if (taken[c]) continue;
        const std::size_t gain = meets_[c].countCommon(open);
        if (gain == 0 || gain < std::get<0>(best)) continue;
        if (const std::tuple value(gain, worth(c)); candidate == meets_.size() || value > best) {
          best = value;
          candidate = c;
        }
      }
      if (candidate == meets_.size()) {
        ++level;
        continue;
      }
      taken[candidate] = true;
      chosen.push_back({static_cast<std::uint32_t>(candidate), meets_[candidate].count(), titleOf(candidate, open)});
      count(candidate, 1);
    }
    if (limit != 0) return chosen;  // who asks for so many gets them
    dropSuperfluous(chosen);
    while (exchangeTwo(chosen, taken)) {
    }
    return chosen;
  }

 private:
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

  /// The first ones were chosen when nothing was there; later ones may do their work as well.
  void dropSuperfluous(std::vector<Chosen>& chosen) {
    std::erase_if(chosen, [&](const Chosen& c) {
      bool needed = false;
      meets_[c.candidate].forEach([&](std::size_t g) { needed |= goals_[g].met <= goals_[g].wanted; });
      if (!needed) count(c.candidate, -1);
      return !needed;
    });
  }

  /// Goals that are met so many times more than they need to be.
  Bits withSlack(std::size_t slack) const {
    Bits result(goals_.size());
    for (std::size_t g = 0; g < goals_.size(); ++g)
      if (goals_[g].met == std::min(goals_[g].met, goals_[g].wanted) + slack) result.set(g);
    return result;
  }

  /// Puts one candidate in the place of two chosen ones if it does all that is needed of them. False when there is none.
  bool exchangeTwo(std::vector<Chosen>& chosen, std::vector<bool>& taken) {
    const Bits tight = withSlack(0), loose = withSlack(1);
    std::vector<Bits> needed, spare;
    for (const Chosen& c : chosen) {
      needed.push_back(common(meets_[c.candidate], tight));
      spare.push_back(common(meets_[c.candidate], loose));
    }
    for (std::size_t i = 0; i < chosen.size(); ++i)
      for (std::size_t j = i + 1; j < chosen.size(); ++j) {
        if (needed[i].countCommon(needed[j]) != 0) continue;  // these would be met twice less
        Bits both = common(spare[i], spare[j]);
        both |= needed[i];
        both |= needed[j];
        for (std::uint32_t c = 0; c < meets_.size(); ++c) {
          if (taken[c] || !both.subsetOf(meets_[c])) continue;
          count(chosen[i].candidate, -1);
          count(chosen[j].candidate, -1);
          count(c, 1);
          taken[c] = true;
          chosen[i] = {c, meets_[c].count(), titleOf(c, both)};
          chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(j));
          return true;
        }
      }
    return false;
  }

  static Bits common(Bits a, const Bits& b) {
    Bits others = a;
    others -= b;
    a -= others;
    return a;
  }

  std::vector<Goal>& goals_;
  std::vector<Bits> meets_;  // by candidate
};

}  // namespace

std::vector<Chosen> cover(std::vector<Goal>& goals, std::size_t candidates, std::size_t limit,
                          const std::function<std::ptrdiff_t(std::uint32_t)>& worth) {
  if (goals.empty()) return {};
  return Cover(goals, candidates).run(limit, worth);
}

}  // namespace aunit::strength
