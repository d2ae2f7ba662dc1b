// A replacement of operator new that can be told to fail.
#pragma once

#include <cstdint>

namespace aunit::allocation {

/// How memory ends: one call fails and the next ones succeed, or all fail from then on. Or, with `ofOurs`, one call throws what
/// an error in the program would, a std::logic_error.
enum class Failure { once, forGood, ofOurs };

/// Counts the calls of operator new in all threads from now on, and lets call number `n` (from 1; 0: none) fail.
void failAt(std::uint64_t n, Failure failure);
/// Lets every call succeed again. Returns the number of calls since failAt().
std::uint64_t failNoMore();

}  // namespace aunit::allocation
