// The layout of builds without Graphviz: neither labels nor boxes overlap.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "reporters/drawing/graph_layout.h"

namespace aunit::reporters {
namespace {

struct PlacedBox {
  Point centre;
  Size size;
};

bool overlap(const PlacedBox& a, const PlacedBox& b) {
  return std::abs(a.centre.x - b.centre.x) * 2 < a.size.width + b.size.width &&
         std::abs(a.centre.y - b.centre.y) * 2 < a.size.height + b.size.height;
}

void expectClear(const std::vector<LayoutBox>& boxes, const std::vector<LayoutEdge>& edges, const std::string& what) {
  const Layout layout = layOut(boxes, edges);
  std::vector<PlacedBox> placed;
  for (std::size_t i = 0; i < boxes.size(); ++i) placed.push_back({layout.boxes[i], boxes[i].size});
  for (std::size_t i = 0; i < edges.size(); ++i) placed.push_back({layout.arrows[i].label, edges[i].label});
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const auto& [centre, size] = placed[i];
    ASSERT_GE(centre.x - size.width / 2, -0.01) << what;
    ASSERT_GE(centre.y - size.height / 2, -0.01) << what;
    ASSERT_LE(centre.x + size.width / 2, layout.size.width + 0.01) << what;
    ASSERT_LE(centre.y + size.height / 2, layout.size.height + 0.01) << what;
    for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(overlap(placed[i], placed[j])) << what << ": " << i << " and " << j;
  }
}

TEST(PlainLayout, twinArrowsAndLoopsHaveTheirOwnLabels) {
  const Size label{60, 14};
  expectClear({{{60, 40}}}, {{0, 0, label}, {0, 0, label}, {0, 0, label}}, "loops");
  expectClear({{{60, 40}}, {{60, 40}}}, {{0, 1, label}, {0, 1, label}, {1, 0, label}, {0, 1, label}}, "twins");
  expectClear({}, {}, "nothing");
}

TEST(PlainLayout, labelsOfRandomGraphsKeepClear) {
  std::mt19937 random(1);
  const auto length = [&](unsigned least, unsigned more) { return static_cast<double>(least + random() % more); };
  for (int round = 0; round < 200; ++round) {
    const auto boxes = 1 + static_cast<std::uint32_t>(random() % 30);
    std::vector<LayoutBox> sizes;
    for (std::uint32_t i = 0; i < boxes; ++i) sizes.push_back({{length(46, 80), length(30, 40)}, Shape::box});
    std::vector<LayoutEdge> edges;
    for (std::size_t i = random() % 80; i > 0; --i)
      edges.push_back(
          {static_cast<std::uint32_t>(random() % boxes), static_cast<std::uint32_t>(random() % boxes), {length(20, 150), 14}});
    expectClear(sizes, edges, "round " + std::to_string(round));
  }
}

}  // namespace
}  // namespace aunit::reporters
