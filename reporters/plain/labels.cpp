#include "reporters/plain/labels.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace aunit::reporters {

namespace {

constexpr double labelGap = 2;  // free space around a label

struct Rectangle {
  Point centre;
  Size size;
  bool touches(const Rectangle& other) const {
    return std::abs(centre.x - other.centre.x) * 2 < size.width + other.size.width + 2 * labelGap &&
           std::abs(centre.y - other.centre.y) * 2 < size.height + other.size.height + 2 * labelGap;
  }
};

Point between(Point a, Point b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/// A point of one cubic Bezier segment (de Casteljau's algorithm).
Point pointOn(std::span<const Point> piece, double t) {
  const Point a = between(piece[0], piece[1], t), b = between(piece[1], piece[2], t), c = between(piece[2], piece[3], t);
  return between(between(a, b, t), between(b, c, t), t);
}

/// Looks for a free place for a label in this order: the label's own place; both sides of points of the arrow; growing rings
/// around the arrow. The search ends, because the space outside of the drawing is free.
class Separation {
 public:
  Separation(Layout& layout, std::span<const LayoutBox> boxes) : layout_(layout) {
    for (std::size_t i = 0; i < boxes.size(); ++i) taken_.push_back({layout.boxes[i], boxes[i].size});
  }

  void place(Layout::Arrow& arrow, Size label) {
    const auto at = [&](Point centre) { return tried(centre, label); };
    std::optional<Point> free = at(arrow.label);
    for (std::size_t piece = 0; !free && piece + 3 < arrow.curve.size(); piece += 3)
      for (const double t : {0.5, 0.35, 0.65, 0.2, 0.8}) {
        const Point on = pointOn(std::span(arrow.curve).subspan(piece, 4), t);
        if (!free) free = at({on.x + label.width / 2, on.y});
        if (!free) free = at({on.x - label.width / 2, on.y});
      }
    constexpr int directions = 16;
    for (double radius = 8; !free; radius += 8)
      for (int i = 0; i < directions && !free; ++i) {
        const double angle = 2 * std::numbers::pi * i / directions;
        free = at({arrow.label.x + radius * std::cos(angle), arrow.label.y + radius * std::sin(angle)});
      }
    arrow.label = *free;
    taken_.push_back({*free, label});
    layout_.size.width = std::max(layout_.size.width, free->x + label.width / 2);
    layout_.size.height = std::max(layout_.size.height, free->y + label.height / 2);
  }

 private:
  std::optional<Point> tried(Point centre, Size size) const {
    const bool inside = centre.x >= size.width / 2 && centre.y >= size.height / 2;
    const Rectangle here{centre, size};
    const auto touches = [&](const Rectangle& other) { return here.touches(other); };
    return inside && std::ranges::none_of(taken_, touches) ? std::optional(centre) : std::nullopt;
  }

  Layout& layout_;
  std::vector<Rectangle> taken_;
};

}  // namespace

void separateLabels(Layout& layout, std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges) {
  Separation separation(layout, boxes);
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (edges[i].label.width > 0) separation.place(layout.arrows[i], edges[i].label);
}

}  // namespace aunit::reporters
