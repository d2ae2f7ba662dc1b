// CPU time, which does not depend on the load of the machine.
#pragma once

#include <ctime>

namespace aunit::support {

/// The seconds of a clock: CLOCK_THREAD_CPUTIME_ID or CLOCK_PROCESS_CPUTIME_ID.
inline double cpuSeconds(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) clock_gettime(CLOCK_MONOTONIC, &time);  // in WebAssembly, which has no CPU clocks
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace aunit::support
