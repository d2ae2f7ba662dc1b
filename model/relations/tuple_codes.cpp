#include "model/relations/tuple_codes.h"

#include <algorithm>

#include "support/cancellation.h"

namespace aunit::model::codes {

namespace {

using Word = std::uint64_t;

constexpr std::size_t muchShorter = 16;

bool isMuchShorter(List a, List b) {
  return a.size() < b.size() / muchShorter;
}

// The index of the first code in [first, last) that is not less than `code`; `last` if there is none.
std::size_t lowerBoundWithin(List list, std::size_t first, std::size_t last, const Word* code, std::uint32_t width) {
  first /= width;
  last /= width;
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (compare(&list[middle * width], code, width) < 0)
      first = middle + 1;
    else
      last = middle;
  }
  return first * width;
}

void append(List part, WordBuffer& out) {
  out.append(part.data(), part.size());
}

// Writes to `out` each code of the lists for which `keep(inA, inB)` returns true. `inA` says whether the code is in `a`, and
// `inB` whether it is in `b`.
template <class Keep>
void merge(List a, List b, std::uint32_t width, WordBuffer& out, Keep keep) {
  support::spend(a.size() + b.size());
  std::size_t i = 0, j = 0;
  if (width == 1 && a.size() + b.size() <= WordBuffer::maxWords) {
    out.resize(static_cast<std::uint32_t>(a.size() + b.size()));
    Word* to = out.data();
    while (i < a.size() && j < b.size()) {
      const Word x = a[i], y = b[j];
      *to = x <= y ? x : y;
      to += keep(x <= y, y <= x);
      i += x <= y;
      j += y <= x;
    }
    if (keep(true, false)) to = std::copy(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(), to);
    if (keep(false, true)) to = std::copy(b.begin() + static_cast<std::ptrdiff_t>(j), b.end(), to);
    out.shrink(static_cast<std::uint32_t>(to - out.data()));
    return;
  }
  while (i < a.size() || j < b.size()) {
    const int order = i == a.size() ? 1 : j == b.size() ? -1 : compare(&a[i], &b[j], width);
    if (keep(order <= 0, order >= 0)) append((order <= 0 ? a.subspan(i, width) : b.subspan(j, width)), out);
    if (order <= 0) i += width;
    if (order >= 0) j += width;
  }
}

// Calls visit(index in the shorter list, index in the longer list, whether the longer list has the code) for each code of the
// shorter list. Stops when `visit` returns false.
template <class Visit>
void locate(List shorter, List longer, std::uint32_t width, Visit visit) {
  support::spend(shorter.size() * 16);
  std::size_t at = 0;
  for (std::size_t i = 0; i < shorter.size(); i += width) {
    at = lowerBoundFrom(longer, at, &shorter[i], width);
    if (!visit(i, at, at < longer.size() && compare(&longer[at], &shorter[i], width) == 0)) return;
  }
}

// If `putIn`, writes the union of the lists to `out`. Otherwise, writes the codes of `longer` that are not in `shorter`.
void change(List longer, List shorter, bool putIn, std::uint32_t width, WordBuffer& out) {
  support::spend(longer.size() / 4);
  std::size_t copied = 0;
  locate(shorter, longer, width, [&](std::size_t i, std::size_t at, bool equal) {
    append(longer.subspan(copied, at - copied), out);
    if (putIn) append(shorter.subspan(i, width), out);
    copied = equal ? at + width : at;
    return true;
  });
  append(longer.subspan(copied), out);
}

}  // namespace

std::size_t lowerBound(List list, const Word* code, std::uint32_t width) {
  return lowerBoundWithin(list, 0, list.size(), code, width);
}

std::size_t lowerBoundFrom(List list, std::size_t from, const Word* code, std::uint32_t width) {
  std::size_t step = width, end = from;
  while (end < list.size() && compare(&list[end], code, width) < 0) {
    from = end + width;
    end += step;
    step *= 2;
  }
  return lowerBoundWithin(list, from, std::min(end, list.size()), code, width);
}

bool contains(List list, const Word* code, std::uint32_t width) {
  const std::size_t at = lowerBound(list, code, width);
  return at < list.size() && compare(&list[at], code, width) == 0;
}

void unite(List a, List b, std::uint32_t width, WordBuffer& out) {
  if (isMuchShorter(a, b)) return change(b, a, true, width, out);
  if (isMuchShorter(b, a)) return change(a, b, true, width, out);
  merge(a, b, width, out, [](bool, bool) { return true; });
}

void intersect(List a, List b, std::uint32_t width, WordBuffer& out) {
  if (a.size() > b.size()) std::swap(a, b);
  if (!isMuchShorter(a, b)) return merge(a, b, width, out, [](bool inA, bool inB) { return inA && inB; });
  locate(a, b, width, [&](std::size_t i, std::size_t, bool equal) {
    if (equal) append(a.subspan(i, width), out);
    return true;
  });
}

void subtract(List a, List b, std::uint32_t width, WordBuffer& out) {
  if (isMuchShorter(b, a)) return change(a, b, false, width, out);
  if (!isMuchShorter(a, b)) return merge(a, b, width, out, [](bool inA, bool inB) { return inA && !inB; });
  locate(a, b, width, [&](std::size_t i, std::size_t, bool equal) {
    if (!equal) append(a.subspan(i, width), out);
    return true;
  });
}

bool intersects(List a, List b, std::uint32_t width) {
  if (a.size() > b.size()) std::swap(a, b);
  bool found = false;
  locate(a, b, width, [&](std::size_t, std::size_t at, bool equal) {
    found = equal;
    return !equal && at < b.size();
  });
  return found;
}

bool subset(List a, List b, std::uint32_t width) {
  if (a.size() > b.size()) return false;
  bool inside = true;
  locate(a, b, width, [&](std::size_t, std::size_t, bool equal) { return inside = equal; });
  return inside;
}

void sort(std::vector<Word>& codes, std::uint32_t width) {
  support::spend(codes.size() * 32);
  if (width == 1) {
    if (!std::is_sorted(codes.begin(), codes.end())) std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return;
  }
  std::vector<const Word*> order;
  for (std::size_t i = 0; i < codes.size(); i += width) order.push_back(&codes[i]);
  std::sort(order.begin(), order.end(), [&](const Word* a, const Word* b) { return compare(a, b, width) < 0; });
  std::vector<Word> sorted;
  sorted.reserve(codes.size());
  for (const Word* code : order)
    if (sorted.empty() || compare(&sorted[sorted.size() - width], code, width) != 0)
      sorted.insert(sorted.end(), code, code + width);
  codes = std::move(sorted);
}

}  // namespace aunit::model::codes
