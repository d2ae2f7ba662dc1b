// Labels of arrows, moved so that none lies on another one or on a box.
#pragma once

#include <span>

#include "reporters/drawing/graph_layout.h"

namespace aunit::reporters {

/// Moves each label that is in the way to the nearest free place: along its arrow, or else around it. The layout grows with them.
void separateLabels(Layout& layout, std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges);

}  // namespace aunit::reporters
