// Replaces graphviz/ in builds with AUNIT_MINIMAL. The layer of a box is the length of the longest path to it from a source.
// Within a layer, boxes are ordered by the barycentres of their neighbours (Sugiyama, Tagawa, Toda: Methods for visual
// understanding of hierarchical system structures, 1981). An arrow that crosses layers gets a lane in each of them (the paper's
// dummy vertices), so that it runs between the boxes. Layers of labels lie between the layers of boxes.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "reporters/drawing/graph_layout.h"
#include "reporters/plain/labels.h"

namespace aunit::reporters {

namespace {

constexpr double boxGap = 26, layerGap = 20, headLength = 9, laneWidth = 4;

class Layers {
 public:
  Layers(std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges) : edges_(edges), rank_(boxes.size(), 0) {
    for (const LayoutBox& box : boxes) boxes_.push_back(box.size);
    down_.resize(boxes.size());
    for (const LayoutEdge& edge : edges)
      if (edge.from != edge.to) down_[edge.from].push_back(edge.to);
    breakCycles();
    rankBoxes();
    addLanes();
    orderBoxes();
  }

  Layout placed() const {
    Layout layout;
    Places places{std::vector<Point>(boxes_.size()), {}};
    double widest = 0, top = 0;
    for (const auto& layer : layers_) widest = std::max(widest, widthOf(layer));
    for (const auto& layer : layers_) {
      double left = (widest - widthOf(layer)) / 2, height = 0;
      for (const std::uint32_t box : layer) height = std::max(height, boxes_[box].height);
      for (const std::uint32_t box : layer) {
        places.centres[box] = {left + boxes_[box].width / 2, top + height / 2};
        left += boxes_[box].width + boxGap;
      }
      places.layers.emplace_back(top, top + height);
      top += height + layerGap;
    }
    layout.size = {widest, std::max(0.0, top - layerGap)};
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      layout.arrows.push_back(arrow(places, i));
      const Layout::Arrow& made = layout.arrows.back();
      for (const Point& point : made.curve) layout.size.width = std::max(layout.size.width, point.x);
      layout.size.width = std::max(layout.size.width, made.label.x + edges_[i].label.width / 2);
    }
    const auto lanes = static_cast<std::ptrdiff_t>(boxes_.size() - down_.size());
    layout.boxes.assign(places.centres.begin(), places.centres.end() - lanes);
    return layout;
  }

 private:
  struct Places {
    std::vector<Point> centres;                     // centres of boxes and lanes
    std::vector<std::pair<double, double>> layers;  // top and bottom of each layer
  };

  /// Removes from `down_` the arrows that close a cycle, so that they do not affect the layers. These arrows point upwards.
  void breakCycles() {
    enum : char { unseen, open, done };
    std::vector<char> state(boxes_.size(), unseen);
    for (std::uint32_t root = 0; root < boxes_.size(); ++root) {
      if (state[root] != unseen) continue;
      std::vector<std::pair<std::uint32_t, std::size_t>> path = {{root, 0}};
      state[root] = open;
      while (!path.empty()) {
        auto& [box, next] = path.back();
        if (next == down_[box].size()) {
          state[box] = done;
          path.pop_back();
        } else if (const std::uint32_t to = down_[box][next]; state[to] == open) {
          down_[box].erase(down_[box].begin() + static_cast<std::ptrdiff_t>(next));
        } else {
          ++next;
          if (state[to] != unseen) continue;
          state[to] = open;
          path.emplace_back(to, 0);
        }
      }
    }
  }

  void rankBoxes() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t box = 0; box < boxes_.size(); ++box)
        for (const std::uint32_t to : down_[box])
          if (rank_[to] <= rank_[box]) {
            rank_[to] = rank_[box] + 1;
            changed = true;
          }
    }
    for (std::size_t& rank : rank_) rank *= 2;
    for (std::uint32_t box = 0; box < boxes_.size(); ++box) {
      if (rank_[box] >= layers_.size()) layers_.resize(rank_[box] + 1);
      layers_[rank_[box]].push_back(box);
    }
  }

  /// Adds lanes, which are stored after the boxes.
  void addLanes() {
    lanes_.resize(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const auto& [from, to, label] = edges_[i];
      if (from == to) continue;
      std::uint32_t last = from;
      const std::size_t end = rank_[to];
      const auto towardsEnd = [end](std::size_t rank) { return rank < end ? rank + 1 : rank > end ? rank - 1 : rank; };
      for (std::size_t rank = towardsEnd(rank_[from]); rank != end; rank = towardsEnd(rank)) {
        const auto lane = static_cast<std::uint32_t>(boxes_.size());
        const Size room = last == from ? label : Size{};  // the first lane also has room for the label, on its right
        boxes_.push_back({laneWidth + room.width, room.height});
        rank_.push_back(rank);
        layers_[rank].push_back(lane);
        lanes_[i].push_back(lane);
        links_.emplace_back(last, lane);
        last = lane;
      }
      links_.emplace_back(last, to);
    }
  }

  void orderBoxes() {
    std::vector<double> place(boxes_.size());
    const auto number = [&](const std::vector<std::uint32_t>& layer) {
      for (std::size_t i = 0; i < layer.size(); ++i)
        place[layer[i]] = static_cast<double>(i) - static_cast<double>(layer.size()) / 2;
    };
    for (const auto& layer : layers_) number(layer);
    constexpr int sweeps = 8;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      std::vector<double> sum(boxes_.size(), 0), count(boxes_.size(), 0);
      for (const auto& [from, to] : links_) {
        sum[from] += place[to];
        sum[to] += place[from];
        ++count[from];
        ++count[to];
      }
      for (auto& layer : layers_) {
        std::ranges::stable_sort(layer, {},
                                 [&](std::uint32_t box) { return count[box] == 0 ? place[box] : sum[box] / count[box]; });
        number(layer);
      }
    }
  }

  double widthOf(const std::vector<std::uint32_t>& layer) const {
    double width = boxGap * static_cast<double>(std::max<std::size_t>(layer.size(), 1) - 1);
    for (const std::uint32_t box : layer) width += boxes_[box].width;
    return width;
  }

  /// The number of earlier arrows between the same two boxes, in either direction. Each arrow is moved aside by this number of
  /// steps.
  std::size_t twinsBefore(std::size_t index) const {
    const LayoutEdge& edge = edges_[index];
    return static_cast<std::size_t>(std::ranges::count_if(edges_.first(index), [&](const LayoutEdge& other) {
      return (other.from == edge.from && other.to == edge.to) || (other.from == edge.to && other.to == edge.from);
    }));
  }

  Layout::Arrow arrow(const Places& places, std::size_t index) const {
    const LayoutEdge& edge = edges_[index];
    const Point from = places.centres[edge.from], to = places.centres[edge.to];
    const Size fromSize = boxes_[edge.from], toSize = boxes_[edge.to];
    const double aside = 16.0 * static_cast<double>(twinsBefore(index));
    if (edge.from == edge.to || rank_[edge.from] == rank_[edge.to]) {
      // Draws the arrow around the right-hand side of the boxes.
      const double out = std::max(from.x + fromSize.width / 2, to.x + toSize.width / 2) + 22 + aside;
      const Point start{from.x + fromSize.width / 2, from.y - 5}, tip{to.x + toSize.width / 2, to.y + 5};
      return {{start, {out, start.y - 8}, {out, tip.y + 8}, {tip.x + headLength, tip.y}},
              tip,
              {out + edge.label.width / 2, (start.y + tip.y) / 2}};
    }
    const double sign = from.y < to.y ? 1 : -1;
    const double shift = aside + (sign < 0 ? 10 : 0);
    const Point start{from.x + shift, from.y + sign * fromSize.height / 2}, tip{to.x + shift, to.y - sign * toSize.height / 2};
    std::vector<Point> curve = {start};
    const auto goOn = [&curve](Point next) {
      const Point last = curve.back();
      const double bend = (next.y - last.y) / 2;
      curve.insert(curve.end(), {{last.x, last.y + bend}, {next.x, next.y - bend}, next});
    };
    for (const std::uint32_t lane : lanes_[index]) {
      const auto [top, bottom] = places.layers[rank_[lane]];
      const double x = places.centres[lane].x - boxes_[lane].width / 2 + laneWidth / 2;
      goOn({x, sign > 0 ? top : bottom});
      goOn({x, sign > 0 ? bottom : top});
    }
    goOn({tip.x, tip.y - sign * headLength});
    const Point &labelled = curve[3], &behind = curve[6];  // start and end of the segment through the first lane
    const Point label{(labelled.x + behind.x + edge.label.width + laneWidth) / 2, (labelled.y + behind.y) / 2};
    return {std::move(curve), tip, label};
  }

  std::vector<Size> boxes_;  // boxes, then lanes
  std::span<const LayoutEdge> edges_;
  std::vector<std::vector<std::uint32_t>> down_;                // by box: targets of its arrows, except arrows that close a cycle
  std::vector<std::vector<std::uint32_t>> lanes_;               // by edge: its lanes, from `from` to `to`
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links_;  // parts of edges: two boxes or lanes in neighbouring layers
  std::vector<std::size_t> rank_;
  std::vector<std::vector<std::uint32_t>> layers_;
};

}  // namespace

Layout layOut(std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges) {
  Layout layout = Layers(boxes, edges).placed();
  separateLabels(layout, boxes, edges);
  return layout;
}

}  // namespace aunit::reporters
