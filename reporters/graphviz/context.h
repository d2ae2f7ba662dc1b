#pragma once

#include <gvc.h>

namespace aunit::reporters {

/// The Graphviz context with its plugins: from the program's own bundle if there is one (lib/aunit/graphviz beside its bin/),
/// else from the system. Created once, because loading plugins takes longer than drawing a hundred small graphs.
GVC_t* graphviz();

/// A thread must have a GraphvizScope while it calls Graphviz. Graphviz and its libraries do not check whether malloc()
/// succeeded. If they crash, the process ends with a message and the exit code of internal errors.
class GraphvizScope {
 public:
  GraphvizScope();
  ~GraphvizScope();
  GraphvizScope(const GraphvizScope&) = delete;
  GraphvizScope& operator=(const GraphvizScope&) = delete;
};

}  // namespace aunit::reporters
