// Products of types, which hold two columns without memory of their own.

#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/type.h"

namespace aunit::model {
namespace {

TEST(Product, HoldsAnyNumberOfColumns) {
  Product product;
  std::vector<SigId> expected;
  EXPECT_TRUE(product.empty());
  for (SigId column = 0; column < 20; ++column) {
    product.push_back(column * 7);
    expected.push_back(column * 7);
    ASSERT_EQ(std::vector<SigId>(product), expected);
    ASSERT_EQ(product, Product(expected));
    ASSERT_EQ(product.back(), column * 7);
  }
  EXPECT_EQ(product.front(), 0U);
  EXPECT_EQ(product.at(19), 133U);
  EXPECT_THROW((void)product.at(20), std::out_of_range);
}

TEST(Product, IsCopiedMovedAndAssigned) {
  for (const Product& product : {Product{}, Product{1}, Product{1, 2}, Product{1, 2, 3}, Product(9, 4)}) {
    Product copy = product;
    EXPECT_EQ(copy, product);
    Product moved = std::move(copy);
    EXPECT_EQ(moved, product);
    for (Product other : {Product{5}, Product{5, 6, 7, 8}}) {
      other = moved;
      EXPECT_EQ(other, product);
      other.push_back(8);
      EXPECT_EQ(other.size(), product.size() + 1);
      EXPECT_EQ(moved, product);
    }
    moved.assign(3, 7);
    EXPECT_EQ(moved, (Product{7, 7, 7}));
    moved.insert(moved.end(), product.begin(), product.end());
    EXPECT_EQ(moved.size(), 3 + product.size());
  }
}

TEST(Product, IsOrderedLikeAList) {
  const std::vector<std::vector<SigId>> lists = {{}, {1}, {1, 2}, {1, 2, 0}, {1, 3}, {2}, {2, 0, 0, 0}};
  for (const auto& a : lists)
    for (const auto& b : lists) {
      EXPECT_EQ(Product(a) < Product(b), a < b);
      EXPECT_EQ(Product(a) == Product(b), a == b);
    }
}

}  // namespace
}  // namespace aunit::model
