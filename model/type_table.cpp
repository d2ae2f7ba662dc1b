#include "model/type_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/roots.h"
#include "support/cancellation.h"
#include "support/pieces.h"

namespace aunit::model {

namespace {

Product noneOf(std::size_t arity) {
  return Product(arity, builtin::none);
}

constexpr std::size_t mostProducts = 256;  // limit for the type of a union: `A + B + ...` has one product for each signature
constexpr std::size_t mostComparisons = std::size_t{1} << 10;

// Whether the cross product or the join of two types would have too many products, for example because both are unions of many
// signatures. Then the result is widened to `univ` in every column.
bool tooMany(const std::vector<Product>& a, const std::vector<Product>& b) {
  if (a.empty() || b.empty()) return false;
  const bool wide = a.back().size() + b.back().size() > 3;
  const std::size_t mostPairs = wide ? 256 : 4096;
  return a.size() * b.size() > mostPairs;
}

bool isWithin(const Model& model, const Product& small, const Product& big) {
  if (big.size() != small.size()) return false;
  for (std::size_t i = 0; i < big.size(); ++i)
    if (!model.isSubsig(small[i], big[i])) return false;
  return true;
}

}  // namespace

SigId TypeTable::meet(SigId a, SigId b) const {
  if (model_.isSubsig(a, b)) return a;
  if (model_.isSubsig(b, a)) return b;
  return builtin::none;
}

// If none of `products` contains `product`, adds it and removes the products that it contains. Each product contains the empty
// product of its arity, so an empty product stays only if there is no other product of this arity.
void TypeTable::add(std::vector<Product>& products, Product product, const Model& model) {
  if (std::find(product.begin(), product.end(), builtin::none) != product.end()) product.assign(product.size(), builtin::none);
  for (const Product& other : products)
    if (isWithin(model, product, other)) return;
  std::erase_if(products, [&](const Product& other) { return isWithin(model, other, product); });
  products.push_back(std::move(product));
}

TypeRef TypeTable::of(Product product) {
  std::vector<Product> products;
  add(products, std::move(product), model_);
  return intern(std::move(products));
}

TypeRef TypeTable::ofNode(const Expr& node) {
  if (node.sort == Sort::formula) return formula;
  if (node.sort == Sort::integer) return integer;
  const TypeRef known = fromModel(node.type);
  return known != empty ? known : of(Product(node.arity, builtin::univ));
}

TypeRef TypeTable::ofUnary(Op op, TypeRef operand) {
  switch (op) {
    case Op::transpose: return transpose(operand);
    case Op::closure: return closure(operand);
    case Op::reflexiveClosure: return hasArity(operand, 2) ? binaryUniv() : empty;
    case Op::cardinality: return integer;
    case Op::sumOf: return hasArity(operand, 1) ? integer : empty;
    default: return formula;  // `some`, `no`, `lone`, `one`
  }
}

TypeRef TypeTable::ofBinary(Op op, TypeRef left, TypeRef right) {
  switch (op) {
    case Op::equal:
    case Op::in: return hasCommonArity(left, right) ? formula : empty;
    case Op::union_:
    case Op::override_: return unionCommonArity(left, right);
    case Op::difference: return pickCommonArity(left, right);
    case Op::intersection: return intersect(left, right);
    case Op::domainRestriction: return domainRestrict(left, right);
    case Op::rangeRestriction: return rangeRestrict(left, right);
    case Op::product: return product(left, right);
    case Op::join: return join(left, right);
    default: return empty;
  }
}

TypeRef TypeTable::ofCall(FuncId id, std::span<const TypeRef> arguments) {
  const Func& function = model_.func(id);
  if (function.isPredicate) return formula;
  const TypeRef declared = ofNode(model_.expr(function.result));
  const TypeRef deduced = pickCommonArity(deduce(function.result, function, arguments), declared);
  return deduced != empty ? deduced : declared;
}

TypeRef TypeTable::deduce(ExprId bound, const Func& function, std::span<const TypeRef> arguments) {
  const Expr& e = model_.expr(bound);
  const auto at = [&](std::uint32_t i) { return deduce(model_.child(bound, i), function, arguments); };
  switch (e.op) {
    case Op::variable: {
      const auto parameter = std::find(function.variables.begin(), function.variables.end(), e.payload);
      return parameter == function.variables.end() ? ofNode(e)
                                                   : arguments[static_cast<std::size_t>(parameter - function.variables.begin())];
    }
    case Op::bound: return at(0);
    case Op::seqBound: return product(at(0), at(1));
    case Op::transpose:
    case Op::closure: return ofUnary(e.op, at(0));
    case Op::ifThenElse: return unionCommonArity(at(1), at(2));
    default: return isRelationalBinary(e.op) ? ofBinary(e.op, at(0), at(1)) : ofNode(e);
  }
}

bool TypeTable::isInt(TypeRef t) const {
  return std::ranges::any_of(products(t), [&](const Product& p) {
    return p.size() == 1 && p[0] != builtin::none && model_.isSubsig(p[0], builtin::integers);
  });
}

bool TypeTable::hasArity(TypeRef t, std::size_t wanted) const {
  return std::ranges::any_of(products(t), [&](const Product& p) { return p.size() == wanted; });
}

bool TypeTable::hasTuple(TypeRef t) const {
  return std::ranges::any_of(products(t), [&](const Product& p) { return !isEmpty(p); });
}

bool TypeTable::hasCommonArity(TypeRef a, TypeRef b) const {
  const TypeRef both[] = {a, b};
  return haveCommonArity(both);
}

bool TypeTable::haveCommonArity(std::span<const TypeRef> types) const {
  return std::ranges::any_of(products(types[0]), [&](const Product& p) {
    return std::ranges::all_of(types, [&](TypeRef t) { return hasArity(t, p.size()); });
  });
}

bool TypeTable::intersects(TypeRef a, TypeRef b) {
  return hasTuple(intersect(a, b));
}

std::size_t TypeTable::arity(TypeRef t) const {
  const std::vector<Product>& all = products(t);
  if (all.empty()) return 0;
  for (const Product& p : all)
    if (p.size() != all[0].size()) return 0;
  return all[0].size();
}

TypeRef TypeTable::remember(std::uint64_t operation, TypeRef a, TypeRef b, const std::function<std::vector<Product>()>& compute) {
  const std::uint64_t key = (operation << 58) | (std::uint64_t{a} << 29) | b;
  if (const auto found = memo_.find(key); found != memo_.end()) return found->second;
  const TypeRef result = intern(compute());
  memo_.emplace(key, result);
  return result;
}

TypeRef TypeTable::merge(TypeRef a, TypeRef b) {
  if (a == b || b == empty) return a;
  if (a == empty) return b;
  const TypeRef products = remember(1, relational(a), relational(b), [&] {
    std::vector<Product> out = this->products(a);
    for (const Product& p : this->products(b)) add(out, p, model_);
    return out;
  });
  return products | ((a | b) & formula) | (a & b & smallInt);
}

TypeRef TypeTable::unionCommonArity(TypeRef a, TypeRef b) {
  return remember(3, a, b, [&] {
    std::vector<Product> out;
    const std::vector<Product>&left = products(a), &right = products(b);
    const bool many = left.size() * right.size() > mostComparisons;
    for (const Product& p : left)
      if (hasArity(b, p.size())) out.push_back(p);  // add() is not needed: no product of `left` contains another one
    for (const Product& p : right) {
      if (!hasArity(a, p.size())) continue;
      if (many)
        out.push_back(p);
      else
        add(out, p, model_);
    }
    if (out.size() > mostProducts || many) out = rootsOf(model_, out);
    return out;
  });
}

TypeRef TypeTable::pickCommonArity(TypeRef a, TypeRef b) {
  return remember(4, a, b, [&] {
    std::vector<Product> out;
    for (const Product& p : products(a))
      if (hasArity(b, p.size())) add(out, p, model_);
    return out;
  });
}

TypeRef TypeTable::intersect(TypeRef a, TypeRef b) {
  if (a == b) return relational(a);
  // Does not cache the result for single products: data can have many rows, each with a type of its own.
  if (isOneProduct(a) && isOneProduct(b) && isWithin(model_, products(a)[0], products(b)[0])) return a;
  return remember(5, a, b, [&] {
    const std::vector<Product>&left = products(a), &right = products(b);
    // A product that both types have is in the result, and its intersections with other products add nothing. So only products
    // that the other type lacks are intersected.
    std::vector<Product> out;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(out));
    std::vector<const Product*> others;
    for (const Product& q : right)
      if (!std::binary_search(left.begin(), left.end(), q)) others.push_back(&q);
    for (const Product& p : left) {
      if (std::binary_search(right.begin(), right.end(), p)) continue;
      support::spend(10 * others.size());
      for (const Product* q : others) {
        if (p.size() != q->size()) continue;
        Product common(p.size());
        for (std::size_t i = 0; i < p.size(); ++i) common[i] = meet(p[i], (*q)[i]);
        add(out, std::move(common), model_);
      }
    }
    return out;
  });
}

TypeRef TypeTable::product(TypeRef a, TypeRef b) {
  if (isOneProduct(a) && isOneProduct(b)) {
    Product both = products(a)[0];
    both.insert(both.end(), products(b)[0].begin(), products(b)[0].end());
    return of(std::move(both));
  }
  return remember(6, a, b, [&] {
    std::vector<Product> out;
    const bool coarse = tooMany(products(a), products(b));
    for (const Product& p : products(a))
      for (const Product& q : products(b)) {
        if (coarse && !isEmpty(p) && !isEmpty(q)) {
          add(out, Product(p.size() + q.size(), builtin::univ), model_);
          continue;
        }
        Product both = p;
        both.insert(both.end(), q.begin(), q.end());
        add(out, std::move(both), model_);
      }
    return out;
  });
}

TypeRef TypeTable::join(TypeRef a, TypeRef b) {
  return remember(7, a, b, [&] {
    std::vector<Product> out;
    const bool coarse = tooMany(products(a), products(b));
    for (const Product& p : products(a))
      for (const Product& q : products(b)) {
        if (p.size() + q.size() <= 2) continue;
        if (coarse && !isEmpty(p) && !isEmpty(q)) {
          add(out, Product(p.size() + q.size() - 2, builtin::univ), model_);
          continue;
        }
        if (meet(p.back(), q.front()) == builtin::none) {
          add(out, noneOf(p.size() + q.size() - 2), model_);
          continue;
        }
        Product joined(p.begin(), p.end() - 1);
        joined.insert(joined.end(), q.begin() + 1, q.end());
        add(out, std::move(joined), model_);
      }
    return out;
  });
}

std::vector<Product> TypeTable::restricted(TypeRef set, TypeRef t, bool toDomain) const {
  std::vector<Product> out;
  for (const Product& s : products(set)) {
    if (s.size() != 1) continue;
    for (Product p : products(t)) {
      SigId& column = toDomain ? p.front() : p.back();
      column = meet(s[0], column);
      add(out, std::move(p), model_);
    }
  }
  return out;
}

TypeRef TypeTable::domainRestrict(TypeRef set, TypeRef t) {
  return remember(8, set, t, [&] { return restricted(set, t, true); });
}

TypeRef TypeTable::rangeRestrict(TypeRef t, TypeRef set) {
  return remember(9, t, set, [&] { return restricted(set, t, false); });
}

TypeRef TypeTable::transpose(TypeRef t) {
  return remember(10, t, 0, [&] {
    std::vector<Product> out;
    for (const Product& p : products(t))
      if (p.size() == 2) add(out, {p[1], p[0]}, model_);
    return out;
  });
}

TypeRef TypeTable::extract(TypeRef t, std::size_t wanted) {
  return remember(11, t, static_cast<TypeRef>(wanted), [&] {
    std::vector<Product> out;
    for (const Product& p : products(t))
      if (p.size() == wanted) out.push_back(p);
    return out;
  });
}

TypeRef TypeTable::closure(TypeRef t) {
  return remember(12, t, 0, [&] {
    TypeRef result = extract(t, 2);
    for (;;) {
      const TypeRef next = merge(result, extract(join(result, result), 2));
      if (next == result) return products(result);
      result = next;
    }
  });
}

std::string TypeTable::describe(TypeRef t) const {
  if (isFormula(t) && products(t).empty()) return "formula";
  if (t & smallInt) return "integer";
  std::string out = "{";
  for (const Product& p : products(t)) {
    if (out.size() > 1) out += ", ";
    out += support::joined(p, "->", [&](const SigId sig) { return model_.sig(sig).label; });
  }
  if (isFormula(t)) out += out.size() > 1 ? ", formula" : "formula";
  return out + "}";
}

}  // namespace aunit::model
