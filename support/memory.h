// The memory of this process.
#pragma once

#include <atomic>
#include <cstddef>

namespace aunit::support {

/// Resident memory of this process in bytes; 0 if it is unknown. Implemented in system/this_program.cpp and
/// this_program_windows.cpp.
std::size_t residentBytes();

/// Whether memory ran out in a search or test whose result is then missing, "unknown" or an error. Set by the code that goes on
/// without the result; cleared and reported by the command line, for one command.
inline constinit std::atomic<bool> memoryRanOut = false;

}  // namespace aunit::support
