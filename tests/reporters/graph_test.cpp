#include "reporters/drawing/graph.h"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reporters/drawing/graph_layout.h"
#include "tests/reporters/loaded.h"

namespace aunit::reporters {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Graph, drawsAtomsAndTuples) {
  const ModelWithValuation v = valued("sig Node { link: set Node }\nval two { Node = N0 + N1  link = N1->N0 }");
  InstanceGraph graph(*v.model, *v.instance);
  ASSERT_TRUE(graph.drawable());
  EXPECT_EQ(graph.boxCount(), 2u);
  EXPECT_EQ(graph.arrowCount(), 1u);
  const std::string svg = graph.svg(0, "two");
  EXPECT_THAT(svg, HasSubstr(">N0</text>"));
  EXPECT_THAT(svg, HasSubstr(">N1</text>"));
  EXPECT_THAT(svg, HasSubstr(">link</text>"));
  EXPECT_THAT(graph.dot(0), HasSubstr("n1 -> n0 [label=\"link\"];"));
}

TEST(Graph, writesIntegersIntoTheBox) {
  const ModelWithValuation v = valued("sig Person { age: Int }\nval single { Person = P  age = P->3 }");
  InstanceGraph graph(*v.model, *v.instance);
  EXPECT_EQ(graph.arrowCount(), 0u);
  EXPECT_THAT(graph.svg(0, "one"), HasSubstr("age = 3"));
}

TEST(Graph, drawsRelationsOfThreeColumnsFromTheFirstAtomToTheLast) {
  const ModelWithValuation v = valued("sig A { r: A -> A -> A }\nval single { A = X + Y  r = X->Y->X->Y + X->Y->Y->Y }");
  InstanceGraph graph(*v.model, *v.instance);
  EXPECT_EQ(graph.arrowCount(), 2u);
  const std::string svg = graph.svg(0, "one");
  EXPECT_THAT(svg, HasSubstr(">r [Y-&gt;X]</text>"));
  EXPECT_THAT(svg, HasSubstr(">r [Y-&gt;Y]</text>"));
  EXPECT_THAT(svg, HasSubstr("data-field=\"A.r\" data-tuple=\"0 1 0 1\""));
}

TEST(Graph, drawsAnOrderingWhereTheThemeAsksForIt) {
  const ModelWithValuation v = valued("open util/ordering[T]\nsig T {}\nval three { T = T0 + T1 + T2 }");
  InstanceGraph graph(*v.model, *v.instance);
  EXPECT_EQ(graph.boxCount(), 3u);
  EXPECT_EQ(graph.arrowCount(), 0u);
  EXPECT_THAT(graph.svg(0, "without"), Not(HasSubstr(">First<")));
  GraphTheme library;
  library.library = true;
  InstanceGraph whole(*v.model, *v.instance, library);
  EXPECT_EQ(whole.boxCount(), 3u);
  EXPECT_EQ(whole.arrowCount(), 2u);
  EXPECT_THAT(whole.svg(0, "with"), HasSubstr(">First<"));
}

TEST(Graph, namesTheWitnesses) {
  const ModelWithValuation v = valued("sig A { f: set A }\nassert X { no A }\ncheck X\nval two { A = P + Q  f = P->Q }");
  model::Instance instance = *v.instance;
  const auto add = [&](const std::string& name, std::uint8_t arity, std::vector<model::Atom> tuples) {
    instance.skolems.push_back({name, arity});
    instance.states[0].skolems.push_back(model::TupleSet::ofTuples(instance.universe->size(), arity, tuples));
  };
  add("$X_u", 1, {0});
  add("$X_v_w", 1, {0});
  add("$X_all", 1, {0, 1});
  add("$X_r", 2, {1, 0});
  InstanceGraph graph(*v.model, instance);
  const std::string svg = graph.svg(0, "two");
  EXPECT_THAT(svg, HasSubstr("<tspan class=\"witness\">u = v_w = </tspan>P</text>"));
  EXPECT_THAT(svg, HasSubstr(">all</text>"));
  EXPECT_THAT(svg, HasSubstr(">r</text>"));
  EXPECT_EQ(graph.arrowCount(), 2u);
  EXPECT_THAT(graph.dot(0), HasSubstr("label=\"u = v_w = P\nA\nall\""));
}

TEST(Graph, dimsWhatStaysInLaterStates) {
  const ModelWithValuation v =
      valued("sig A { var r: set A, s: set A }\nval t { A = X + Y  s = X->X  state { r = X->Y } state { r = Y->X } loop 0 }");
  InstanceGraph graph(*v.model, *v.instance);
  EXPECT_THAT(graph.svg(0, "0"), Not(HasSubstr(" same")));
  EXPECT_THAT(graph.svg(1, "1"), HasSubstr("f1 same"));
  EXPECT_THAT(graph.svg(1, "1"), HasSubstr("box c0 same"));
}

TEST(Graph, marksWhatChangesFromStateToState) {
  const ModelWithValuation v =
      valued("sig A { var r: set A }\nval t { A = X + Y  state { r = X->Y } state { r = Y->X } loop 0 }");
  InstanceGraph graph(*v.model, *v.instance);
  const std::string first = graph.svg(0, "0"), second = graph.svg(1, "1");
  EXPECT_THAT(first, Not(HasSubstr(" new")));
  EXPECT_THAT(second, HasSubstr("f0 new"));
  EXPECT_THAT(second, HasSubstr("f0 gone"));
  const auto boxAt = [](const std::string& svg) { return svg.substr(svg.find("<rect"), 40); };
  EXPECT_EQ(boxAt(first), boxAt(second)) << "atoms keep their places";
}

TEST(Graph, doesNotDrawWhatNobodyCouldRead) {
  std::string atoms = "N0";
  for (int i = 1; i < 200; ++i) atoms += " + N" + std::to_string(i);
  const ModelWithValuation v = valued("sig Node {}\nval many { Node = " + atoms + " }");
  EXPECT_FALSE(InstanceGraph(*v.model, *v.instance).drawable());
}

TEST(Graph, quotesNamesForGraphviz) {
  const ModelWithValuation v = valued("sig S { s: String }\nval single { S = X  s = X->\"a\\\"b<i>\" }");
  InstanceGraph graph(*v.model, *v.instance);
  EXPECT_THAT(graph.svg(0, "<b>"), Not(HasSubstr("<i>")));
  EXPECT_THAT(graph.svg(0, "<b>"), HasSubstr("aria-label=\"&lt;b&gt;\""));
}

TEST(Graph, standsAloneAsAFile) {
  const ModelWithValuation v = valued("sig Node {}\nval single { Node = N0 }");
  const std::string svg = InstanceGraph(*v.model, *v.instance).svgDocument("one");
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg, HasSubstr("<style>"));
}

TEST(Graph, aTraceIsOnePictureWithItsStatesSideBySide) {
  const ModelWithValuation v = valued("var sig Node {}\nval t {\n  state { Node = N0 }\n  state { Node = N0 + N1 }\n  loop 0\n}");
  const std::string svg = InstanceGraph(*v.model, *v.instance).svgDocument("trace");
  EXPECT_EQ(svg.find("<svg", 1), std::string::npos);
  EXPECT_EQ(svg.find("</svg>"), svg.size() - 7);
  EXPECT_THAT(svg, HasSubstr(">state 0</text>"));
  EXPECT_THAT(svg, HasSubstr(">state 1, then state 0 again</text>"));
}

TEST(Graph, anArrowCrossesNoBox) {
  const std::vector<LayoutBox> boxes(4, {{50, 40}});
  const Size label{30, 12};
  const std::vector<LayoutEdge> edges = {{0, 1, label}, {1, 2, label}, {2, 3, label},
                                         {0, 2, label}, {0, 3, label}, {3, 0, label}};
  const Layout layout = layOut(boxes, edges);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::vector<Point>& curve = layout.arrows[i].curve;
    ASSERT_EQ(curve.size() % 3, 1);
    for (std::size_t piece = 0; piece + 3 < curve.size(); piece += 3) {
      for (double t = 0; t <= 1; t += 0.05) {
        const double u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
        const double x = a * curve[piece].x + b * curve[piece + 1].x + c * curve[piece + 2].x + d * curve[piece + 3].x;
        const double y = a * curve[piece].y + b * curve[piece + 1].y + c * curve[piece + 2].y + d * curve[piece + 3].y;
        for (std::uint32_t box = 0; box < boxes.size(); ++box) {
          if (box == edges[i].from || box == edges[i].to) continue;
          EXPECT_FALSE(std::abs(x - layout.boxes[box].x) < 24 && std::abs(y - layout.boxes[box].y) < 19) << i << ", " << box;
        }
      }
    }
  }
}

TEST(Graph, whatCannotBeDrawnIsSaid) {
  const ModelWithValuation v = valued("sig Node {}\nval nobody { no Node }");
  EXPECT_THAT(InstanceGraph(*v.model, *v.instance).svgDocument("none"), HasSubstr(">no atoms</text>"));
}

}  // namespace
}  // namespace aunit::reporters
