// Sorted lists of tuple codes, which represent relations over large universes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/relations/tuple_set.h"

namespace aunit::model::codes {

/// A list of codes of `width` words each, in ascending order, without repetitions. Indices count words, not codes.
using List = std::span<const std::uint64_t>;

/// Compares two codes. Returns -1, 0 or 1.
inline int compare(const std::uint64_t* a, const std::uint64_t* b, std::uint32_t width) {
  for (std::uint32_t i = 0; i < width; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/// The index of the first code that is not less than `code`; the size of the list if there is none.
std::size_t lowerBound(List list, const std::uint64_t* code, std::uint32_t width);
/// Like lowerBound(), but searches from index `from` on, in steps that double. Takes time logarithmic in the distance from `from`
/// to the result.
std::size_t lowerBoundFrom(List list, std::size_t from, const std::uint64_t* code, std::uint32_t width);
bool contains(List list, const std::uint64_t* code, std::uint32_t width);

/// Operations on sorted lists. If one list is much shorter than the other, the time for each code of the shorter list is
/// logarithmic in the length of the other. `out` must be empty. The lists must not use the memory of `out`.
void unite(List a, List b, std::uint32_t width, WordBuffer& out);
void intersect(List a, List b, std::uint32_t width, WordBuffer& out);
void subtract(List a, List b, std::uint32_t width, WordBuffer& out);
bool intersects(List a, List b, std::uint32_t width);
bool subset(List a, List b, std::uint32_t width);

/// Sorts codes and removes repetitions.
void sort(std::vector<std::uint64_t>& codes, std::uint32_t width);

}  // namespace aunit::model::codes
