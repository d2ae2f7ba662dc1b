// Layout of boxes, arrows and labels of given sizes: by Graphviz (graphviz/), or, in builds without it, by a small layout of this
// program (plain/). The layout gets no texts, so the result does not depend on fonts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace aunit::reporters {

/// Points (1/72 inch, drawn as pixels); x to the right, y downwards.
struct Point {
  double x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};
struct Size {
  double width = 0, height = 0;
};

enum class Shape : std::uint8_t { box, ellipse, hexagon, diamond };

struct LayoutBox {
  Size size;
  Shape shape = Shape::box;
};

struct LayoutEdge {
  std::uint32_t from = 0, to = 0;  // indices of boxes
  Size label;
};

struct Layout {
  struct Arrow {
    std::vector<Point> curve;  // 3n+1 control points of a cubic Bezier curve
    Point tip;                 // tip of the arrow head; the base of the head is at the end of the curve
    Point label;               // centre of the label
  };
  Size size;
  std::vector<Point> boxes;  // centres of the boxes
  std::vector<Arrow> arrows;
};

/// Places boxes in layers from top to bottom (Graphviz's `dot`). The result is deterministic. Thread-safe: calls run one at a
/// time, since Graphviz is not re-entrant.
Layout layOut(std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges);

}  // namespace aunit::reporters
