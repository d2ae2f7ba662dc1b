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

// Whether a product or join of two types would have too many products, as it may have for unions of many signatures. The type is
// then widened to `univ` in every column.
bool tooMany(const std::vector<Product>& a, const std::vector<Product>& b) {
  if (a.empty() || b.empty()) return false;
  const bool wide = a.back().size() + b.back().size() > 3;
  const std::size_t mostPairs = wide ? 256 : 4096;
  return a.size() * b.size() > mostPairs;
}

bool isOneProduct(const TypeTable::Entry& type) {
  return !type.formula && !type.smallInt && type.products.size() == 1;
}

bool isWithin(const Model& model, const Product& small, const Product& big) {
  if (big.size() != small.size()) return false;
  for (std::size_t i = 0; i < big.size(); ++i)
    if (!model.isSubsig(small[i], big[i])) return false;
  return true;
}

}  // namespace

TypeTable::TypeTable(Model& model) : model_(model) {
  intern({});
  intern({true, false, {}});
  intern({false, true, {{builtin::integers}}});
}

SigId TypeTable::meet(SigId a, SigId b) const {
  if (model_.isSubsig(a, b)) return a;
  if (model_.isSubsig(b, a)) return b;
  return builtin::none;
}

// Adds a product unless another one contains it, and removes the products that it contains. So an empty product stays only if it
// is the only product of its arity.
void TypeTable::add(std::vector<Product>& products, Product product, const Model& model) {
  if (std::find(product.begin(), product.end(), builtin::none) != product.end()) product.assign(product.size(), builtin::none);
  for (const Product& other : products)
    if (isWithin(model, product, other)) return;
  std::erase_if(products, [&](const Product& other) { return isWithin(model, other, product); });
  products.push_back(std::move(product));
}

TypeRef TypeTable::intern(Entry entry) {
  std::sort(entry.products.begin(), entry.products.end());
  std::size_t words = 2;
  for (const Product& product : entry.products) words += 1 + product.size();
  std::vector<std::uint32_t> key;
  key.reserve(words);
  key = {entry.formula, entry.smallInt};
  for (const Product& product : entry.products) {
    key.push_back(static_cast<std::uint32_t>(product.size()));
    key.insert(key.end(), product.begin(), product.end());
  }
  const auto [type, added] = index_.insert(key);
  if (added) entries_.push_back(std::move(entry));
  return type;
}

TypeRef TypeTable::of(Product product) {
  Entry e;
  add(e.products, std::move(product), model_);
  return intern(std::move(e));
}

TypeId TypeTable::toModel(TypeRef t) {
  if (modelTypes_.size() <= t) modelTypes_.resize(entries_.size(), noId);
  if (modelTypes_[t] == noId) modelTypes_[t] = model_.internType({entries_[t].products});
  return modelTypes_[t];
}

TypeRef TypeTable::fromModel(TypeId type) {
  if (fromModel_.size() <= type) fromModel_.resize(model_.types().size(), noId);
  if (fromModel_[type] == noId) fromModel_[type] = intern({false, false, model_.type(type).products});
  return fromModel_[type];
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
    default: return formula;  // for some, no, lone, one
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
  const auto& products = entries_[t].products;
  return std::any_of(products.begin(), products.end(), [&](const Product& p) {
    return p.size() == 1 && p[0] != builtin::none && model_.isSubsig(p[0], builtin::integers);
  });
}

bool TypeTable::hasArity(TypeRef t, std::size_t wanted) const {
  const auto& products = entries_[t].products;
  return std::any_of(products.begin(), products.end(), [&](const Product& p) { return p.size() == wanted; });
}

bool TypeTable::hasTuple(TypeRef t) const {
  const auto& products = entries_[t].products;
  return std::any_of(products.begin(), products.end(), [&](const Product& p) { return !isEmpty(p); });
}

bool TypeTable::hasCommonArity(TypeRef a, TypeRef b) const {
  const TypeRef both[] = {a, b};
  return haveCommonArity(both);
}

bool TypeTable::haveCommonArity(std::span<const TypeRef> types) const {
  return std::ranges::any_of(entries_[types[0]].products, [&](const Product& p) {
    return std::ranges::all_of(types, [&](TypeRef t) { return hasArity(t, p.size()); });
  });
}

bool TypeTable::intersects(TypeRef a, TypeRef b) {
  return hasTuple(intersect(a, b));
}

std::size_t TypeTable::arity(TypeRef t) const {
  const auto& products = entries_[t].products;
  if (products.empty()) return 0;
  for (const Product& p : products)
    if (p.size() != products[0].size()) return 0;
  return products[0].size();
}

TypeRef TypeTable::remember(std::uint64_t operation, TypeRef a, TypeRef b, const std::function<Entry()>& compute) {
  const std::uint64_t key = (operation << 58) | (std::uint64_t{a} << 29) | b;
  if (const auto found = memo_.find(key); found != memo_.end()) return found->second;
  const TypeRef result = intern(compute());
  memo_.emplace(key, result);
  return result;
}

TypeRef TypeTable::merge(TypeRef a, TypeRef b) {
  if (a == b || b == empty) return a;
  if (a == empty) return b;
  return remember(1, a, b, [&] {
    Entry e = entries_[a];
    const Entry& other = entries_[b];
    e.smallInt = e.smallInt && other.smallInt;
    e.formula |= other.formula;
    for (const Product& p : other.products) add(e.products, p, model_);
    return e;
  });
}

TypeRef TypeTable::relational(TypeRef t) {
  if (!entries_[t].formula && !entries_[t].smallInt) return t;
  return remember(2, t, 0, [&] { return Entry{false, false, entries_[t].products}; });
}

TypeRef TypeTable::unionCommonArity(TypeRef a, TypeRef b) {
  return remember(3, a, b, [&] {
    Entry e;
    const std::vector<Product>&left = entries_[a].products, &right = entries_[b].products;
    const bool many = left.size() * right.size() > mostComparisons;
    for (const Product& p : left)
      if (hasArity(b, p.size())) e.products.push_back(p);  // no product contains another
    for (const Product& p : right) {
      if (!hasArity(a, p.size())) continue;
      if (many)
        e.products.push_back(p);
      else
        add(e.products, p, model_);
    }
    if (e.products.size() > mostProducts || many) e.products = rootsOf(model_, e.products);
    return e;
  });
}

TypeRef TypeTable::pickCommonArity(TypeRef a, TypeRef b) {
  return remember(4, a, b, [&] {
    Entry e;
    for (const Product& p : entries_[a].products)
      if (hasArity(b, p.size())) add(e.products, p, model_);
    return e;
  });
}

TypeRef TypeTable::intersect(TypeRef a, TypeRef b) {
  if (a == b) return relational(a);
  // Not cached for single products: data can have many rows, each with a type of its own.
  const Entry &one = entries_[a], &other = entries_[b];
  if (isOneProduct(one) && isOneProduct(other) && isWithin(model_, one.products[0], other.products[0])) return a;
  return remember(5, a, b, [&] {
    const std::vector<Product>&left = entries_[a].products, &right = entries_[b].products;
    // Products that both types have are in the result. Their intersections with other products add nothing, so only the
    // intersections of the other products are computed.
    Entry e;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(e.products));
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
        add(e.products, std::move(common), model_);
      }
    }
    return e;
  });
}

TypeRef TypeTable::product(TypeRef a, TypeRef b) {
  if (isOneProduct(entries_[a]) && isOneProduct(entries_[b])) {
    Product both = entries_[a].products[0];
    both.insert(both.end(), entries_[b].products[0].begin(), entries_[b].products[0].end());
    return of(std::move(both));
  }
  return remember(6, a, b, [&] {
    Entry e;
    const bool coarse = tooMany(entries_[a].products, entries_[b].products);
    for (const Product& p : entries_[a].products)
      for (const Product& q : entries_[b].products) {
        if (coarse && !isEmpty(p) && !isEmpty(q)) {
          add(e.products, Product(p.size() + q.size(), builtin::univ), model_);
          continue;
        }
        Product both = p;
        both.insert(both.end(), q.begin(), q.end());
        add(e.products, std::move(both), model_);
      }
    return e;
  });
}

TypeRef TypeTable::join(TypeRef a, TypeRef b) {
  return remember(7, a, b, [&] {
    Entry e;
    const bool coarse = tooMany(entries_[a].products, entries_[b].products);
    for (const Product& p : entries_[a].products)
      for (const Product& q : entries_[b].products) {
        if (p.size() + q.size() <= 2) continue;
        if (coarse && !isEmpty(p) && !isEmpty(q)) {
          add(e.products, Product(p.size() + q.size() - 2, builtin::univ), model_);
          continue;
        }
        if (meet(p.back(), q.front()) == builtin::none) {
          add(e.products, noneOf(p.size() + q.size() - 2), model_);
          continue;
        }
        Product joined(p.begin(), p.end() - 1);
        joined.insert(joined.end(), q.begin() + 1, q.end());
        add(e.products, std::move(joined), model_);
      }
    return e;
  });
}

TypeTable::Entry TypeTable::restricted(TypeRef set, TypeRef t, bool toDomain) const {
  Entry e;
  for (const Product& s : entries_[set].products) {
    if (s.size() != 1) continue;
    for (Product p : entries_[t].products) {
      SigId& column = toDomain ? p.front() : p.back();
      column = meet(s[0], column);
      add(e.products, std::move(p), model_);
    }
  }
  return e;
}

TypeRef TypeTable::domainRestrict(TypeRef set, TypeRef t) {
  return remember(8, set, t, [&] { return restricted(set, t, true); });
}

TypeRef TypeTable::rangeRestrict(TypeRef t, TypeRef set) {
  return remember(9, t, set, [&] { return restricted(set, t, false); });
}

TypeRef TypeTable::transpose(TypeRef t) {
  return remember(10, t, 0, [&] {
    Entry e;
    for (const Product& p : entries_[t].products)
      if (p.size() == 2) add(e.products, {p[1], p[0]}, model_);
    return e;
  });
}

TypeRef TypeTable::extract(TypeRef t, std::size_t wanted) {
  return remember(11, t, static_cast<TypeRef>(wanted), [&] {
    Entry e;
    for (const Product& p : entries_[t].products)
      if (p.size() == wanted) e.products.push_back(p);
    return e;
  });
}

TypeRef TypeTable::closure(TypeRef t) {
  return remember(12, t, 0, [&] {
    TypeRef result = extract(t, 2);
    for (;;) {
      const TypeRef next = merge(result, extract(join(result, result), 2));
      if (next == result) return entries_[result];
      result = next;
    }
  });
}

std::string TypeTable::describe(TypeRef t) const {
  const Entry& e = entries_[t];
  if (e.formula && e.products.empty()) return "formula";
  if (e.smallInt) return "integer";
  std::string out = "{";
  for (const Product& p : e.products) {
    if (out.size() > 1) out += ", ";
    out += support::joined(p, "->", [&](const SigId sig) { return model_.sig(sig).label; });
  }
  if (e.formula) out += out.size() > 1 ? ", formula" : "formula";
  return out + "}";
}

}  // namespace aunit::model
