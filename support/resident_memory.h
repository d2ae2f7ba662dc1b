// The resident memory of this process, for memory limits. Implemented in system/this_program.cpp and this_program_windows.cpp.
#pragma once

#include <cstddef>

namespace aunit::support {

/// Resident memory of this process in bytes; 0 if it is unknown.
std::size_t residentBytes();

}  // namespace aunit::support
