// Types of relational expressions (language reference 8.1).
#pragma once

#include <cstdint>
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

/// A product of primitive signatures, one for each column. It is empty if a column is `none`.
using Product = std::vector<SigId>;

/// A set of products, whose arities may differ. The type of a formula, an integer or an ill-typed expression has no products.
struct Type {
  std::vector<Product> products;

  friend bool operator==(const Type&, const Type&) = default;
};

/// Index of a type in a Model.
using TypeId = std::uint32_t;

}  // namespace aunit::model
