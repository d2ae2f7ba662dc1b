// The program's operator new, which can be told to fail.
#pragma once

#include <cstdint>

namespace aunit::allocation {

/// How the memory ends: one call fails and the next have their way again, or none has from then on.
enum class Failure { once, forGood };

/// Counts from now on the calls of operator new in all threads, and lets number `n` (from 1; 0: none) throw std::bad_alloc.
void failAt(std::uint64_t n, Failure failure);
/// Every call succeeds again. Returns how many there were since `failAt`.
std::uint64_t failNoMore();

}  // namespace aunit::allocation
