// A replacement of operator new that fails on request.
#pragma once

#include <cstdint>
#include <cstdlib>  // defines __GLIBC__ if this is glibc

namespace aunit::allocation {

/// How an allocation fails. `once`: one call of operator new fails. `forGood`: that call and all later ones fail. `ofOurs`: one
/// call throws std::logic_error, as an error in this program would. `ofLibraries`: one call of malloc(), calloc() or realloc()
/// returns null, also in C libraries; then these calls are counted, and not those of operator new. Needs `librariesCanFail`.
enum class Failure { once, forGood, ofOurs, ofLibraries };

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
inline constexpr bool librariesCanFail = true;
#else
inline constexpr bool librariesCanFail = false;
#endif

/// From now on counts the calls of operator new in all threads, and makes call number `n` (from 1; 0: none) fail.
void failAt(std::uint64_t n, Failure failure);
/// Lets every call succeed again. Returns the number of calls since failAt().
std::uint64_t failNoMore();

}  // namespace aunit::allocation
