#pragma once

#include <gvc.h>

namespace aunit::reporters {

/// Returns the Graphviz context. Its plugins come from the folder lib/aunit/graphviz beside the program's bin/ if this folder
/// exists, else from the system. Created once, because loading plugins takes longer than drawing a hundred small graphs.
GVC_t* graphviz();

/// A thread must have a GraphvizScope while it calls Graphviz. If Graphviz then crashes, e.g. because it does not check whether
/// malloc() succeeded, the process ends with a message and the exit code of internal errors.
class GraphvizScope {
 public:
  GraphvizScope();
  ~GraphvizScope();
  GraphvizScope(const GraphvizScope&) = delete;
  GraphvizScope& operator=(const GraphvizScope&) = delete;
};

}  // namespace aunit::reporters
