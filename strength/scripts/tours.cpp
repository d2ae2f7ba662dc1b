#include "strength/scripts/tours.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "support/random.h"

namespace aunit::strength::scripts {

namespace {

constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t steadyWork = 20'000'000;  // all attempts together examine about this many edges

class Planner {
 public:
  Planner(const Graph& graph, const TourOptions& options, const support::Budget& budget)
      : graph_(graph), options_(options), budget_(budget), above_(graph.size()), near_(graph.size()) {
    for (std::uint32_t n = 0; n < graph.size(); ++n) {
      if (graph.node(n).dead) continue;
      for (const Edge& edge : graph.node(n).edges) {
        if (graph.node(edge.to).dead) continue;
        ++edges_;
        near_[n] |= edge.goals;
        if (above_[edge.to].empty() || above_[edge.to].back() != n) above_[edge.to].push_back(n);
      }
    }
    for (const std::uint32_t start : graph.starts())
      if (!graph.node(start).dead) starts_.push_back(start);
  }

  std::vector<Tour> best(const Bits& wanted) {
    std::vector<Tour> best;
    std::size_t fewest = std::numeric_limits<std::size_t>::max(), looked = 0;
    for (std::uint64_t attempt = 0;
         options_.attempts == 0 ? attempt < 400 && (attempt == 0 || looked < steadyWork) : attempt < options_.attempts;
         ++attempt) {
      random_ = attempt;
      rounds_ = 0;
      // A tour may need up to `slack_` steps more to its next goal than a new tour would need. Attempts differ in `slack_`, too.
      slack_ = static_cast<std::uint32_t>(attempt % 3);
      std::vector<Tour> tours = attemptOn(wanted);
      shorten(tours, wanted);
      std::size_t cost = tours.size();
      for (const Tour& tour : tours) cost += tour.edges.size();
      looked += rounds_ * (edges_ + graph_.size()) + 1;
      if (cost < fewest) fewest = cost, best = std::move(tours);
    }
    return best;
  }

 private:
  /// Computes, for each node, the number of steps to the nearest open goal. The number is 0 if the node's state itself meets an
  /// open goal.
  void measure(const Bits& open) {
    ++rounds_;
    budget_.check();
    distance_.assign(graph_.size(), far);
    std::vector<std::uint32_t> now, next;
    for (std::uint32_t n = 0; n < graph_.size(); ++n) {
      const Node& node = graph_.node(n);
      if (node.dead) continue;
      if (node.goals.intersects(open)) {
        distance_[n] = 0;
        now.push_back(n);
      } else if (near_[n].intersects(open)) {
        distance_[n] = 1;
        next.push_back(n);
      }
    }
    for (std::uint32_t steps = 0; !now.empty() || !next.empty(); ++steps) {
      for (const std::uint32_t n : now)
        for (const std::uint32_t before : above_[n])
          if (distance_[before] > steps + 1) {
            distance_[before] = steps + 1;
            next.push_back(before);
          }
      now = std::move(next);
      next.clear();
    }
  }

  std::vector<Tour> attemptOn(Bits open) {
    std::vector<Tour> tours;
    std::uint32_t at = model::noId;
    while (!open.none()) {
      measure(open);
      std::uint32_t start = model::noId;
      std::size_t ties = 0, most = 0;
      for (const std::uint32_t each : starts_) {
        const std::size_t gain = graph_.node(each).goals.common(open);
        if (start != model::noId && (distance_[each] > distance_[start] || (distance_[each] == distance_[start] && gain < most)))
          continue;
        if (start == model::noId || distance_[each] < distance_[start] || gain > most) ties = 0;
        if (support::nextRandom(random_) % ++ties == 0) start = each, most = gain;
      }
      const std::uint32_t fromStart = start == model::noId ? far : distance_[start];
      const std::uint32_t fromHere = at == model::noId ? far : distance_[at];
      if (fromStart == far && fromHere == far) break;
      const bool goOn = fromHere != far && (fromStart == far || fromHere <= fromStart + slack_) &&
                        tours.back().edges.size() + fromHere <= options_.longest;
      if (!goOn) {
        if (fromStart == far) break;
        tours.push_back({start, {}});
        at = start;
        open -= graph_.node(at).goals;
      }
      bool gained = !goOn && fromStart == 0;
      while (!gained) {
        const std::uint32_t edge = choose(at, open);
        const Edge& taken = graph_.node(at).edges[edge];
        gained = taken.goals.intersects(open) || graph_.node(taken.to).goals.intersects(open);
        open -= taken.goals;
        open -= graph_.node(taken.to).goals;
        tours.back().edges.push_back(edge);
        at = taken.to;
      }
    }
    return tours;
  }

  /// Returns an edge on a shortest path to an open goal. If there are several such edges, chooses the one with the largest gain:
  /// the goals that it meets and, if lookahead() is not 0, the goals that the next step can meet.
  std::uint32_t choose(std::uint32_t at, const Bits& open) {
    const Node& node = graph_.node(at);
    std::uint32_t best = 0;
    std::size_t bestGain = 0, ties = 0;
    std::uint32_t nearest = far;
    for (std::uint32_t i = 0; i < node.edges.size(); ++i) {
      const Edge& edge = node.edges[i];
      const Node& next = graph_.node(edge.to);
      if (next.dead) continue;
      const std::size_t now = edge.goals.commonWith(next.goals, open);
      const std::uint32_t steps = now > 0 ? 0 : distance_[edge.to];
      if (steps == far || steps > nearest) continue;
      std::size_t gain = now * 8;
      if (now > 0) {  // increases `gain` by the goals that the next step could meet
        std::size_t later = 0;
        Bits rest = open;
        rest -= edge.goals;
        rest -= next.goals;
        for (const Edge& further : next.edges)
          if (!graph_.node(further.to).dead)
            later = std::max(later, further.goals.commonWith(graph_.node(further.to).goals, rest));
        gain += later * lookahead();
      }
      if (steps < nearest || gain > bestGain) {
        nearest = steps;
        bestGain = gain;
        ties = 0;
        best = i;
      } else if (gain < bestGain) {
        continue;
      }
      if (support::nextRandom(random_) % ++ties == 0) best = i;
    }
    return best;
  }
  std::size_t lookahead() const { return slack_ == 2 ? 0 : 8; }

  Bits metBy(const Tour& tour) const {
    std::uint32_t at = tour.start;
    Bits met = graph_.node(at).goals;
    for (const std::uint32_t edge : tour.edges) {
      const Edge& taken = graph_.node(at).edges[edge];
      met |= taken.goals;
      at = taken.to;
      met |= graph_.node(at).goals;
    }
    return met;
  }

  /// Removes a tour if other tours meet all its goals. Otherwise removes its last steps as long as no goal becomes unmet.
  void shorten(std::vector<Tour>& tours, const Bits& wanted) const {
    for (std::size_t i = tours.size(); i-- > 0;) {
      Bits others = Bits();
      for (std::size_t k = 0; k < tours.size(); ++k)
        if (k != i) others |= metBy(tours[k]);
      Bits needed = metBy(tours[i]);
      Bits unwanted = needed;
      unwanted -= wanted;
      needed -= unwanted;
      needed -= others;
      if (needed.none()) {
        tours.erase(tours.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      while (!tours[i].edges.empty()) {
        Tour shorter = tours[i];
        shorter.edges.pop_back();
        Bits missing = needed;
        missing -= metBy(shorter);
        if (!missing.none()) break;
        tours[i] = std::move(shorter);
      }
    }
  }

  const Graph& graph_;
  const TourOptions& options_;
  const support::Budget& budget_;
  std::vector<std::vector<std::uint32_t>> above_;
  std::vector<Bits> near_;  // by node: the goals of all its edges
  std::vector<std::uint32_t> starts_, distance_;
  std::size_t edges_ = 0, rounds_ = 0;
  std::uint64_t random_ = 0;
  std::uint32_t slack_ = 0;
};

}  // namespace

std::vector<Tour> toursFor(const Graph& graph, const Bits& wanted, const TourOptions& options, const support::Budget& budget) {
  Planner planner(graph, options, budget);
  Bits open = graph.shown();
  Bits unwanted = open;
  unwanted -= wanted;
  open -= unwanted;
  return planner.best(open);
}

}  // namespace aunit::strength::scripts
