#include "reporters/drawing/graph_layout.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "reporters/graphviz/context.h"

namespace aunit::reporters {

namespace {

constexpr double pointsPerInch = 72;

// The library takes names and values as `char*` but does not write to them.
char* text(const std::string& s) {
  return const_cast<char*>(s.c_str());
}

void set(Agraph_t* graph, int kind, const std::string& name, const std::string& value) {
  agattr(graph, kind, text(name), text(value));
}

std::string_view nameOf(Shape shape) {
  switch (shape) {
    case Shape::box: return "box";
    case Shape::ellipse: return "ellipse";
    case Shape::hexagon: return "hexagon";
    case Shape::diamond: return "diamond";
  }
  return {};
}

// Gives an edge an invisible label of the size `room`.
void reserve(Agraph_t* graph, Agedge_t* edge, Size room) {
  const std::string table =
      fmt::format("<TABLE BORDER=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"{:.0f}\" HEIGHT=\"{:.0f}\"><TR><TD></TD></TR></TABLE>",
                  room.width, room.height);
  char* label = agstrdup_html(graph, text(table));
  agset(edge, text("label"), label);
  agstrfree(graph, label);
}

struct CloseGraph {
  void operator()(Agraph_t* graph) const {
    gvFreeLayout(graphviz(), graph);
    agclose(graph);
  }
};

}  // namespace

Layout layOut(std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges) {
  static std::mutex oneAtATime;
  const std::lock_guard lock(oneAtATime);
  const GraphvizScope within;
  GVC_t* const gvc = graphviz();
  const std::unique_ptr<Agraph_t, CloseGraph> owner(agopen(text("instance"), Agdirected, nullptr));
  Agraph_t* const graph = owner.get();
  if (!graph) throw std::bad_alloc();
  set(graph, AGRAPH, "nodesep", "0.35");
  set(graph, AGRAPH, "ranksep", "0.45");
  set(graph, AGRAPH, "nslimit", "4");  // bounds the work on dense graphs
  set(graph, AGRAPH, "mclimit", "0.5");
  set(graph, AGNODE, "shape", "box");
  set(graph, AGNODE, "fixedsize", "true");
  set(graph, AGNODE, "label", "");
  set(graph, AGNODE, "width", "1");
  set(graph, AGNODE, "height", "1");
  set(graph, AGEDGE, "label", "");
  set(graph, AGEDGE, "arrowsize", "0.7");

  std::vector<Agnode_t*> nodes;
  for (const LayoutBox& box : boxes) {
    Agnode_t* node = agnode(graph, text(fmt::format("n{}", nodes.size())), 1);
    if (!node) throw std::bad_alloc();
    agset(node, text("width"), text(fmt::format("{:.3f}", box.size.width / pointsPerInch)));
    agset(node, text("height"), text(fmt::format("{:.3f}", box.size.height / pointsPerInch)));
    if (box.shape != Shape::box) agset(node, text("shape"), text(std::string(nameOf(box.shape))));
    nodes.push_back(node);
  }
  std::vector<Agedge_t*> arrows;
  for (const LayoutEdge& e : edges) {
    Agedge_t* edge = agedge(graph, nodes[e.from], nodes[e.to], text(fmt::format("e{}", arrows.size())), 1);
    if (!edge) throw std::bad_alloc();
    if (e.label.width > 0) reserve(graph, edge, e.label);
    arrows.push_back(edge);
  }

  Layout layout;
  if (gvLayout(gvc, graph, "dot") != 0) return layout;
  const boxf bounds = GD_bb(graph);
  layout.size = {bounds.UR.x - bounds.LL.x, bounds.UR.y - bounds.LL.y};
  const auto place = [&](pointf p) { return Point{p.x - bounds.LL.x, bounds.UR.y - p.y}; };
  for (Agnode_t* node : nodes) layout.boxes.push_back(place(ND_coord(node)));
  for (Agedge_t* edge : arrows) {
    Layout::Arrow arrow;
    if (const splines* drawn = ED_spl(edge); drawn && drawn->size > 0) {
      const bezier& curve = drawn->list[0];
      for (std::size_t i = 0; i < static_cast<std::size_t>(curve.size); ++i) arrow.curve.push_back(place(curve.list[i]));
      arrow.tip = curve.eflag ? place(curve.ep) : arrow.curve.back();
      // If Graphviz drew the arrow from head to tail, reverses it.
      if (curve.sflag && !curve.eflag) {
        std::ranges::reverse(arrow.curve);
        arrow.tip = place(curve.sp);
      }
    }
    if (const textlabel_t* label = ED_label(edge)) arrow.label = place(label->pos);
    layout.arrows.push_back(std::move(arrow));
  }
  return layout;
}

}  // namespace aunit::reporters
