// A replacement of operator new that can be told to fail.
#pragma once

#include <cstdint>
#include <cstdlib>  // which says whether this is glibc

namespace aunit::allocation {

/// How memory ends: one call fails and the next ones succeed, or all fail from then on. Or, with `ofOurs`, one call throws what
/// an error in the program would, a std::logic_error. With `ofLibraries` one call of malloc(), calloc() or realloc() returns
/// null, in C libraries as well; they are counted instead of operator new. Only where `librariesCanFail`.
enum class Failure { once, forGood, ofOurs, ofLibraries };

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
inline constexpr bool librariesCanFail = true;
#else
inline constexpr bool librariesCanFail = false;
#endif

/// Counts the calls of operator new in all threads from now on, and lets call number `n` (from 1; 0: none) fail.
void failAt(std::uint64_t n, Failure failure);
/// Lets every call succeed again. Returns the number of calls since failAt().
std::uint64_t failNoMore();

}  // namespace aunit::allocation
