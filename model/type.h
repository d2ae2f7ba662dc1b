// Types of relational expressions (language reference 8.1).
#pragma once

#include <cstdint>
#include <vector>

namespace aunit::model {

using SigId = std::uint32_t;

/// The ids of the built-in signatures, which every model has.
namespace builtin {
inline constexpr SigId univ = 0;
inline constexpr SigId integers = 1;  // Int
inline constexpr SigId seqInt = 2;    // seq/Int
inline constexpr SigId string = 3;    // String
inline constexpr SigId none = 4;
inline constexpr SigId count = 5;
}  // namespace builtin

/// A product of primitive signatures, one for each column. If a column is `none`, the product is empty.
using Product = std::vector<SigId>;

/// A set of products of primitive signatures, possibly of several arities. Without products it is the type of a formula, an
/// integer, or an ill-typed expression.
struct Type {
  std::vector<Product> products;

  friend bool operator==(const Type&, const Type&) = default;
};

/// Index of an interned Type in a Model.
using TypeId = std::uint32_t;

}  // namespace aunit::model
