// A list that takes little memory if it is empty or short, as most lists in the nodes of trees are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace aunit::support {

/// Is used like a vector, but has the size of one pointer. The pointer leads to the number of elements; the elements follow this
/// number in memory. The pointer of a new empty list is null.
template <typename T>
class ShortList {
 public:
  ShortList() = default;
  ShortList(std::initializer_list<T> items) { append(items.begin(), items.end()); }
  ShortList(const std::vector<T>& items) { append(items.begin(), items.end()); }
  ShortList(const ShortList& other) { append(other.begin(), other.end()); }
  ShortList(ShortList&& other) noexcept : head_(std::exchange(other.head_, nullptr)) {}
  ShortList& operator=(ShortList other) noexcept {
    std::swap(head_, other.head_);
    return *this;
  }
  ~ShortList() {
    std::destroy(begin(), end());
    ::operator delete(head_);
  }

  std::size_t size() const { return head_ ? head_->size : 0; }
  bool empty() const { return size() == 0; }
  T* begin() { return head_ ? items(head_) : nullptr; }
  T* end() { return begin() + size(); }
  const T* begin() const { return head_ ? items(head_) : nullptr; }
  const T* end() const { return begin() + size(); }
  T& operator[](std::size_t index) { return begin()[index]; }
  const T& operator[](std::size_t index) const { return begin()[index]; }
  const T& front() const { return *begin(); }
  const T& back() const { return *(end() - 1); }
  operator std::vector<T>() const { return {begin(), end()}; }
  friend bool operator==(const ShortList& a, const ShortList& b) { return std::ranges::equal(a, b); }

  void push_back(T item) {
    if (size() == (head_ ? head_->capacity : 0)) reserve(empty() ? 2 : 2 * size());
    ::new (end()) T(std::move(item));
    ++head_->size;
  }
  void reserve(std::size_t capacity) {
    if (capacity <= (head_ ? head_->capacity : 0)) return;
    Head* const larger = ::new (::operator new(sizeof(Head) + capacity * sizeof(T))) Head;
    larger->size = static_cast<std::uint32_t>(size());
    larger->capacity = static_cast<std::uint32_t>(capacity);
    std::uninitialized_move(begin(), end(), items(larger));
    std::destroy(begin(), end());
    ::operator delete(std::exchange(head_, larger));
  }

 private:
  struct alignas(T) Head {
    std::uint32_t size, capacity;
  };
  static T* items(Head* head) { return reinterpret_cast<T*>(head + 1); }

  template <typename Iterator>
  void append(Iterator first, Iterator last) {
    reserve(static_cast<std::size_t>(last - first));
    for (; first != last; ++first) push_back(*first);
  }

  Head* head_ = nullptr;
};

}  // namespace aunit::support
