// Conversion of spans to places that reporters can print.
#pragma once

#include "model/source.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// The place of a span, with the text of its first `maxLines` lines. If a line has more than 10,000 bytes, omits
/// this line and all lines after it. The place of an unknown span is unknown.
Place placeOf(const model::SourceMap& sources, model::Span span, std::uint32_t maxLines = 4);

}  // namespace aunit::suite
