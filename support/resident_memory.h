// Memory that this process holds, which budgets are compared with. The system's files define it (system/this_program.h).
#pragma once

#include <cstddef>

namespace aunit::support {

/// Resident memory of this process in bytes; 0 if it is unknown.
std::size_t residentBytes();

}  // namespace aunit::support
