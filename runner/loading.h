// Files loaded within limits.
#pragma once

#include <atomic>
#include <cstddef>

#include "parser/front_end.h"

namespace aunit::runner {

/// The options with limits for one load, which count from now on: `seconds` (0: none), `bytes` of the process' resident memory
/// (0: none), and until `stop` is set (null: nobody does). Where they end an error says so.
parser::LoadOptions limited(parser::LoadOptions options, double seconds, std::size_t bytes = 0,
                            const std::atomic<bool>* stop = nullptr);

}  // namespace aunit::runner
