// The memory of this process.
#pragma once

#include <atomic>
#include <cstddef>

namespace aunit::support {

/// Resident memory of this process in bytes; 0 if it is unknown. Implemented in system/this_program.cpp and
/// this_program_windows.cpp.
std::size_t residentBytes();

/// Returns freed memory to the system, because the C library may keep memory that was freed in small pieces. The call takes time,
/// so it is worthwhile only after many megabytes were freed. Implemented in the same files as residentBytes().
void returnFreedMemory();

/// Whether a search or test ran out of memory, so that its result is missing, "unknown" or an error. The code that continues
/// without the result sets this flag; the command line clears and reports it for each command.
inline constinit std::atomic<bool> memoryRanOut = false;

}  // namespace aunit::support
