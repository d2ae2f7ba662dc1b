// Moves labels of arrows so that none overlaps another label or a box.
#pragma once

#include <span>

#include "reporters/drawing/graph_layout.h"

namespace aunit::reporters {

/// Moves each overlapping label to the nearest free place along or around its arrow. The layout grows if needed.
void separateLabels(Layout& layout, std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges);

}  // namespace aunit::reporters
