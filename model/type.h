// Types of relational expressions (language reference 8.1).
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace aunit::model {

using SigId = std::uint32_t;

/// The ids of built-in signatures, which every model has.
namespace builtin {
inline constexpr SigId univ = 0;
inline constexpr SigId integers = 1;  // Int
inline constexpr SigId seqInt = 2;    // seq/Int
inline constexpr SigId string = 3;    // String
inline constexpr SigId none = 4;
inline constexpr SigId count = 5;
}  // namespace builtin

/// A product of primitive signatures, one for each column. It contains no tuple if a column is `none`. Has the operations of a
/// vector, but stores up to two columns inline: a model that consists of data has a type for each row of the data.
class Product {
 public:
  Product() = default;
  Product(std::initializer_list<SigId> columns) : Product(columns.begin(), columns.end()) {}
  Product(const std::vector<SigId>& columns) : Product(columns.begin(), columns.end()) {}
  explicit Product(std::size_t size, SigId column = 0) : Product() { assign(size, column); }
  template <std::input_iterator Iterator>
  Product(Iterator first, Iterator last) : Product() {  // calls Product() so that the destructor runs if insert() throws
    insert(end(), first, last);
  }
  Product(const Product& other) : Product(other.begin(), other.end()) {}
  Product(Product&& other) noexcept { swap(other); }
  Product& operator=(Product other) noexcept {
    swap(other);
    return *this;
  }
  ~Product() {
    if (isLong()) delete[] columns_.many;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  SigId* begin() { return isLong() ? columns_.many : columns_.few; }
  SigId* end() { return begin() + size_; }
  const SigId* begin() const { return isLong() ? columns_.many : columns_.few; }
  const SigId* end() const { return begin() + size_; }
  SigId& operator[](std::size_t column) { return begin()[column]; }
  SigId operator[](std::size_t column) const { return begin()[column]; }
  SigId at(std::size_t column) const { return column < size_ ? begin()[column] : throw std::out_of_range("a column"); }
  SigId& front() { return *begin(); }
  SigId& back() { return *(end() - 1); }
  SigId front() const { return *begin(); }
  SigId back() const { return *(end() - 1); }
  operator std::vector<SigId>() const { return {begin(), end()}; }

  void push_back(SigId column) {
    reserve(size_ + std::size_t{1});
    *end() = column;
    ++size_;
  }
  void assign(std::size_t size, SigId column) {
    reserve(size);
    size_ = static_cast<std::uint32_t>(size);
    std::fill(begin(), end(), column);
  }
  /// Like insert() of a vector, but can only append: the first argument must be end().
  template <std::input_iterator Iterator>
  void insert(const SigId*, Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }

  friend bool operator==(const Product& a, const Product& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
  friend std::strong_ordering operator<=>(const Product& a, const Product& b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static constexpr std::uint32_t mostInside = 2;

  bool isLong() const { return capacity_ > mostInside; }
  void reserve(std::size_t size) {
    if (size <= capacity_) return;
    const std::size_t capacity = std::max<std::size_t>(size, 2 * std::size_t{capacity_});
    auto* const larger = new SigId[capacity];
    std::copy(begin(), end(), larger);
    if (isLong()) delete[] columns_.many;
    columns_.many = larger;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }
  void swap(Product& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(columns_, other.columns_);
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = mostInside;
  union {
    SigId few[mostInside];
    SigId* many;
  } columns_{};
};

/// A set of products, whose arities may differ. The type of a formula, an integer or an ill-typed expression has no products.
struct Type {
  std::vector<Product> products;

  friend bool operator==(const Type&, const Type&) = default;
};

/// Index of a type in a Model. The first type has no products; the types of built-in signatures follow.
using TypeId = std::uint32_t;
inline constexpr TypeId typeOfIntegers = builtin::integers + 1;

}  // namespace aunit::model
