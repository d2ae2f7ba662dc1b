// The range algorithms that aunit uses, implemented with iterator algorithms. The standard library of Emscripten 3.1.6 (LLVM 13),
// which Debian 12 has, lacks them. Only WebAssembly builds include this header, in front of every file.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <utility>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000 && __cplusplus > 201703L

namespace std::ranges {

namespace older {

/// A predicate that computes p(proj(x)).
template <class P, class Proj>
constexpr auto after(P& p, Proj& proj) {
  return [&p, &proj](auto&& x) -> decltype(auto) { return std::invoke(p, std::invoke(proj, std::forward<decltype(x)>(x))); };
}
/// A comparison that computes comp(proj(a), proj(b)).
template <class Comp, class Proj>
constexpr auto between(Comp& comp, Proj& proj) {
  return [&comp, &proj](auto&& a, auto&& b) -> decltype(auto) {
    return std::invoke(comp, std::invoke(proj, std::forward<decltype(a)>(a)), std::invoke(proj, std::forward<decltype(b)>(b)));
  };
}
template <class Value, class Proj>
constexpr auto equals(const Value& value, Proj& proj) {
  return [&value, &proj](auto&& x) { return std::invoke(proj, std::forward<decltype(x)>(x)) == value; };
}

struct Equal {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};
struct Less {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a < b;
  }
};

template <class I>
struct Pair {  // replaces std::ranges::subrange
  I first, last;
  constexpr I begin() const { return first; }
  constexpr I end() const { return last; }
  constexpr bool empty() const { return first == last; }
  constexpr auto size() const { return static_cast<std::size_t>(last - first); }
  constexpr decltype(auto) front() const { return *first; }
};

}  // namespace older

template <class R, class P, class Proj = std::identity>
constexpr bool any_of(R&& r, P p, Proj proj = {}) {
  return std::any_of(std::begin(r), std::end(r), older::after(p, proj));
}
template <class R, class P, class Proj = std::identity>
constexpr bool all_of(R&& r, P p, Proj proj = {}) {
  return std::all_of(std::begin(r), std::end(r), older::after(p, proj));
}
template <class R, class P, class Proj = std::identity>
constexpr bool none_of(R&& r, P p, Proj proj = {}) {
  return std::none_of(std::begin(r), std::end(r), older::after(p, proj));
}
template <class R, class F>
constexpr void for_each(R&& r, F f) {
  std::for_each(std::begin(r), std::end(r), std::ref(f));
}

template <class R, class Value, class Proj = std::identity>
constexpr auto find(R&& r, const Value& value, Proj proj = {}) {
  return std::find_if(std::begin(r), std::end(r), older::equals(value, proj));
}
template <class R, class P, class Proj = std::identity>
constexpr auto find_if(R&& r, P p, Proj proj = {}) {
  return std::find_if(std::begin(r), std::end(r), older::after(p, proj));
}
template <class R, class P, class Proj = std::identity>
constexpr auto find_if_not(R&& r, P p, Proj proj = {}) {
  return std::find_if_not(std::begin(r), std::end(r), older::after(p, proj));
}
template <class R, class P = older::Equal>
constexpr auto adjacent_find(R&& r, P p = {}) {
  return std::adjacent_find(std::begin(r), std::end(r), p);
}
template <class R, class Value, class Proj = std::identity>
constexpr auto count(R&& r, const Value& value, Proj proj = {}) {
  return std::count_if(std::begin(r), std::end(r), older::equals(value, proj));
}
template <class R, class P, class Proj = std::identity>
constexpr auto count_if(R&& r, P p, Proj proj = {}) {
  return std::count_if(std::begin(r), std::end(r), older::after(p, proj));
}

template <class R1, class R2, class P = older::Equal, class Proj1 = std::identity, class Proj2 = std::identity>
constexpr bool equal(R1&& a, R2&& b, P p = {}, Proj1 proj1 = {}, Proj2 proj2 = {}) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b),
                    [&](auto&& x, auto&& y) { return std::invoke(p, std::invoke(proj1, x), std::invoke(proj2, y)); });
}
template <class R1, class R2>
constexpr bool is_permutation(R1&& a, R2&& b) {
  return std::is_permutation(std::begin(a), std::end(a), std::begin(b), std::end(b));
}
template <class R1, class R2>
constexpr bool includes(R1&& a, R2&& b) {
  return std::includes(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

template <class R, class Comp = older::Less, class Proj = std::identity>
constexpr auto sort(R&& r, Comp comp = {}, Proj proj = {}) {
  std::sort(std::begin(r), std::end(r), older::between(comp, proj));
  return std::end(r);
}
template <class R, class Comp = older::Less, class Proj = std::identity>
auto stable_sort(R&& r, Comp comp = {}, Proj proj = {}) {
  std::stable_sort(std::begin(r), std::end(r), older::between(comp, proj));
  return std::end(r);
}
template <class R, class Comp = older::Less, class Proj = std::identity>
constexpr bool is_sorted(R&& r, Comp comp = {}, Proj proj = {}) {
  const auto inOrder = older::between(comp, proj);
  auto before = std::begin(r);
  if (before == std::end(r)) return true;
  for (auto i = std::next(before); i != std::end(r); before = i, ++i)
    if (inOrder(*i, *before)) return false;
  return true;
}
template <class R, class P>
auto stable_partition(R&& r, P p) {
  const auto behind = std::stable_partition(std::begin(r), std::end(r), std::ref(p));
  return older::Pair<decltype(behind)>{behind, std::end(r)};
}
template <class R, class I>
constexpr auto rotate(R&& r, I middle) {
  return std::rotate(std::begin(r), middle, std::end(r));
}
template <class R>
constexpr void reverse(R&& r) {
  std::reverse(std::begin(r), std::end(r));
}
template <class R, class Comp = older::Equal, class Proj = std::identity>
constexpr auto unique(R&& r, Comp comp = {}, Proj proj = {}) {
  const auto behind = std::unique(std::begin(r), std::end(r), older::between(comp, proj));
  return older::Pair<std::remove_const_t<decltype(behind)>>{behind, std::end(r)};
}

template <class I, class Value, class Comp = older::Less, class Proj = std::identity>
requires std::input_or_output_iterator<I>
constexpr auto lower_bound(I first, I last, const Value& value, Comp comp = {}, Proj proj = {}) {
  return std::lower_bound(first, last, value,
                          [&](const auto& x, const Value& v) { return std::invoke(comp, std::invoke(proj, x), v); });
}
template <class R, class Value, class Comp = older::Less, class Proj = std::identity>
requires(!std::input_or_output_iterator<std::remove_cvref_t<R>>) constexpr auto lower_bound(R&& r, const Value& value,
                                                                                            Comp comp = {}, Proj proj = {}) {
  return std::lower_bound(std::begin(r), std::end(r), value,
                          [&](const auto& x, const Value& v) { return std::invoke(comp, std::invoke(proj, x), v); });
}
template <class R, class Value, class Comp = older::Less, class Proj = std::identity>
constexpr auto upper_bound(R&& r, const Value& value, Comp comp = {}, Proj proj = {}) {
  return std::upper_bound(std::begin(r), std::end(r), value,
                          [&](const Value& v, const auto& x) { return std::invoke(comp, v, std::invoke(proj, x)); });
}
template <class R, class Value, class Comp = older::Less, class Proj = std::identity>
constexpr auto equal_range(R&& r, const Value& value, Comp comp = {}, Proj proj = {}) {
  const auto first = ranges::lower_bound(r, value, comp, proj);
  return older::Pair<std::remove_const_t<decltype(first)>>{first, ranges::upper_bound(r, value, comp, proj)};
}

template <class R, class Comp = older::Less, class Proj = std::identity>
constexpr auto max_element(R&& r, Comp comp = {}, Proj proj = {}) {
  return std::max_element(std::begin(r), std::end(r), older::between(comp, proj));
}
template <class R, class Comp = older::Less, class Proj = std::identity>
constexpr auto min_element(R&& r, Comp comp = {}, Proj proj = {}) {
  return std::min_element(std::begin(r), std::end(r), older::between(comp, proj));
}
template <class R, class Comp = older::Less, class Proj = std::identity>
constexpr auto max(R&& r, Comp comp = {}, Proj proj = {}) {
  return *ranges::max_element(r, comp, proj);
}

template <class R, class O>
constexpr void copy(R&& r, O out) {
  std::copy(std::begin(r), std::end(r), out);
}
template <class R, class O, class P>
constexpr void copy_if(R&& r, O out, P p) {
  std::copy_if(std::begin(r), std::end(r), out, std::ref(p));
}
template <class R, class O>
constexpr void move(R&& r, O out) {
  std::move(std::begin(r), std::end(r), out);
}
template <class R, class O, class F>
constexpr void transform(R&& r, O out, F f) {
  std::transform(std::begin(r), std::end(r), out, std::ref(f));
}
template <class R, class Value>
constexpr void replace(R&& r, const Value& old, const Value& value) {
  std::replace(std::begin(r), std::end(r), old, value);
}
template <class R, class P, class Value>
constexpr void replace_if(R&& r, P p, const Value& value) {
  std::replace_if(std::begin(r), std::end(r), std::ref(p), value);
}
template <class R1, class R2, class O>
constexpr void set_union(R1&& a, R2&& b, O out) {
  std::set_union(std::begin(a), std::end(a), std::begin(b), std::end(b), out);
}

}  // namespace std::ranges

#endif
