#include "model/roots.h"

#include <cstddef>
#include <set>

#include "model/type_table.h"

namespace aunit::model {

namespace {

constexpr std::size_t mostRoots = 64;

Product topLevel(const Model& model, Product product) {
  for (SigId& column : product) {
    const auto isPart = [&] { return !model.sig(column).builtin && !model.sig(column).subset; };
    while (isPart() && model.sig(column).parents[0] != builtin::univ) column = model.sig(column).parents[0];
    if (model.sig(column).subset) column = builtin::univ;
  }
  return product;
}

}  // namespace

std::vector<Product> rootsOf(const Model& model, std::span<const Product> products) {
  std::set<Product> roots;
  for (const Product& product : products) roots.insert(topLevel(model, product));
  std::vector<Product> coarse;
  for (const Product& root : roots) {
    const SigId any = root.front() == builtin::none ? builtin::none : builtin::univ;
    TypeTable::add(coarse, roots.size() <= mostRoots ? root : Product(root.size(), any), model);
  }
  return coarse;
}

}  // namespace aunit::model
