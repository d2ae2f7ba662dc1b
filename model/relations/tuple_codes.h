// Sorted lists of tuple codes: the form that relations over large universes have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/relations/tuple_set.h"

namespace aunit::model::codes {

/// A list of codes of `width` words each, ascending, without repetitions. Indices count words, not codes.
using List = std::span<const std::uint64_t>;

/// -1, 0 or 1
inline int compare(const std::uint64_t* a, const std::uint64_t* b, std::uint32_t width) {
  for (std::uint32_t i = 0; i < width; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/// Index of the first code that is not below `code`, or the list's size.
std::size_t lowerBound(List list, const std::uint64_t* code, std::uint32_t width);
/// Searches likewise for a code that is not before `from`, in steps that double from there: the logarithm of the distance.
std::size_t lowerBoundFrom(List list, std::size_t from, const std::uint64_t* code, std::uint32_t width);
bool contains(List list, const std::uint64_t* code, std::uint32_t width);

/// A list that is much shorter than the other costs the logarithm of the other for each of its codes. `out` is empty, and holds
/// neither of the lists.
void unite(List a, List b, std::uint32_t width, WordBuffer& out);
void intersect(List a, List b, std::uint32_t width, WordBuffer& out);
void subtract(List a, List b, std::uint32_t width, WordBuffer& out);
bool intersects(List a, List b, std::uint32_t width);
bool subset(List a, List b, std::uint32_t width);

/// Sorts codes and drops repetitions.
void sort(std::vector<std::uint64_t>& codes, std::uint32_t width);

}  // namespace aunit::model::codes
