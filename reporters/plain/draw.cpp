// Replaces graphviz/ in builds with AUNIT_MINIMAL.

#include "reporters/terminal/program_path.h"

namespace aunit::reporters {

std::string drawSvg(const std::string&, std::string& error) {
  error = "this aunit was built without Graphviz and cannot draw SVG; give a name that ends in .dot to get the graph as text";
  return {};
}

}  // namespace aunit::reporters
