// Remembers that memory ran out where a search ended early.
#pragma once

#include <atomic>

namespace aunit::support {

/// Whether memory ran out in a search or test whose result is then missing, "unknown" or an error. Set by the code that goes on
/// without the result; cleared and reported by the command line, for one command.
inline constinit std::atomic<bool> memoryRanOut = false;

}  // namespace aunit::support
