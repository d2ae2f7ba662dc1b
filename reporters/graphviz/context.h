#pragma once

#include <gvc.h>

namespace aunit::reporters {

/// Graphviz with its plugins: those of a bundle that this program is part of (lib/aunit/graphviz beside its bin/), else those of
/// the system. It is made once and kept, since loading plugins takes longer than drawing a hundred small graphs.
GVC_t* graphviz();

/// Must live while this thread is in Graphviz. Graphviz and the libraries that it loads do not ask whether malloc() succeeded: a
/// crash in them ends the process with a message and the exit code of internal errors.
class WithinGraphviz {
 public:
  WithinGraphviz();
  ~WithinGraphviz();
  WithinGraphviz(const WithinGraphviz&) = delete;
  WithinGraphviz& operator=(const WithinGraphviz&) = delete;
};

}  // namespace aunit::reporters
