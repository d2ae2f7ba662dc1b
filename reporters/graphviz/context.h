#pragma once

#include <gvc.h>

namespace aunit::reporters {

/// Graphviz with its plugins: those of a bundle that this program is part of (lib/aunit/graphviz beside its bin/), else those of
/// the system. It is made once and kept, since loading plugins takes longer than drawing a hundred small graphs.
GVC_t* graphviz();

}  // namespace aunit::reporters
