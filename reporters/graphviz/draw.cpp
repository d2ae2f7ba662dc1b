#include <memory>

#include "reporters/graphviz/context.h"
#include "reporters/terminal/program_path.h"

namespace aunit::reporters {

std::string drawSvg(const std::string& dot, std::string& error) {
  const GraphvizScope within;
  const std::unique_ptr<Agraph_t, decltype(&agclose)> graph(agmemread(dot.c_str()), agclose);
  if (!graphviz() || !graph) {
    error = "Graphviz cannot read the graph";
    return {};
  }
  char* data = nullptr;
  unsigned length = 0;
  std::string svg;
  if (gvLayout(graphviz(), graph.get(), "dot") == 0) {
    if (gvRenderData(graphviz(), graph.get(), "svg", &data, &length) == 0) svg.assign(data, length);
    gvFreeRenderData(data);
    gvFreeLayout(graphviz(), graph.get());
  }
  if (svg.empty()) error = "Graphviz cannot draw the graph";
  return svg;
}

}  // namespace aunit::reporters
