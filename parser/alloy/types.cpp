#include "parser/alloy/types.h"

#include <algorithm>

#include "model/key.h"

namespace aunit::parser::alloy {

using model::Product;
using model::SigId;
namespace builtin = model::builtin;

namespace {

Product noneOf(std::size_t arity) {
  return Product(arity, builtin::none);
}

// Unions of many signatures, multiplied or joined again and again, have more products than anybody has use for: their type is
// then `univ` in every column.
bool tooMany(const std::vector<Product>& a, const std::vector<Product>& b) {
  if (a.empty() || b.empty()) return false;
  const bool wide = a.back().size() + b.back().size() > 3;
  const std::size_t mostPairs = wide ? 256 : 4096;
  return a.size() * b.size() > mostPairs;
}

}  // namespace

TypeTable::TypeTable(model::Model& model) : model_(model) {
  intern({});
  intern({true, false, {}});
  intern({false, true, {{builtin::integers}}});
}

SigId TypeTable::meet(SigId a, SigId b) const {
  if (model_.isSubsig(a, b)) return a;
  if (model_.isSubsig(b, a)) return b;
  return builtin::none;
}

// Drops the product when another subsumes it, and those that it subsumes; an empty product stays only while alone in its arity.
void TypeTable::add(std::vector<Product>& products, Product product, const model::Model& model) {
  const auto subsumes = [&](const Product& big, const Product& small) {
    if (big.size() != small.size()) return false;
    for (std::size_t i = 0; i < big.size(); ++i)
      if (!model.isSubsig(small[i], big[i])) return false;
    return true;
  };
  if (std::find(product.begin(), product.end(), builtin::none) != product.end()) product.assign(product.size(), builtin::none);
  for (const Product& other : products)
    if (subsumes(other, product)) return;
  std::erase_if(products, [&](const Product& other) { return subsumes(product, other); });
  products.push_back(std::move(product));
}

TypeRef TypeTable::intern(Entry entry) {
  std::sort(entry.products.begin(), entry.products.end());
  std::string key(1, static_cast<char>(entry.formula + 2 * entry.smallInt));
  for (const Product& product : entry.products) {
    key += static_cast<char>(product.size());
    for (const SigId sig : product) model::appendBytes(key, sig);
  }
  const auto [found, added] = index_.emplace(std::move(key), static_cast<TypeRef>(entries_.size()));
  if (added) entries_.push_back(std::move(entry));
  return found->second;
}

TypeRef TypeTable::of(Product product) {
  Entry e;
  add(e.products, std::move(product), model_);
  return intern(std::move(e));
}

model::TypeId TypeTable::toModel(TypeRef t) {
  if (modelTypes_.size() <= t) modelTypes_.resize(entries_.size(), model::noId);
  if (modelTypes_[t] == model::noId) modelTypes_[t] = model_.internType({entries_[t].products});
  return modelTypes_[t];
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
  const auto& products = entries_[a].products;
  return std::any_of(products.begin(), products.end(), [&](const Product& p) { return hasArity(b, p.size()); });
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
    for (const Product& p : entries_[a].products)
      if (hasArity(b, p.size())) add(e.products, p, model_);
    for (const Product& p : entries_[b].products)
      if (hasArity(a, p.size())) add(e.products, p, model_);
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
  return remember(5, a, b, [&] {
    Entry e;
    for (const Product& p : entries_[a].products)
      for (const Product& q : entries_[b].products) {
        if (p.size() != q.size()) continue;
        Product common(p.size());
        for (std::size_t i = 0; i < p.size(); ++i) common[i] = meet(p[i], q[i]);
        add(e.products, std::move(common), model_);
      }
    return e;
  });
}

TypeRef TypeTable::product(TypeRef a, TypeRef b) {
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

TypeRef TypeTable::domainRestrict(TypeRef set, TypeRef t) {
  return remember(8, set, t, [&] {
    Entry e;
    for (const Product& s : entries_[set].products) {
      if (s.size() != 1) continue;
      for (const Product& p : entries_[t].products) {
        Product restricted = p;
        restricted.front() = meet(s[0], p.front());
        add(e.products, std::move(restricted), model_);
      }
    }
    return e;
  });
}

TypeRef TypeTable::rangeRestrict(TypeRef t, TypeRef set) {
  return remember(9, t, set, [&] {
    Entry e;
    for (const Product& s : entries_[set].products) {
      if (s.size() != 1) continue;
      for (const Product& p : entries_[t].products) {
        Product restricted = p;
        restricted.back() = meet(s[0], p.back());
        add(e.products, std::move(restricted), model_);
      }
    }
    return e;
  });
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
    for (std::size_t i = 0; i < p.size(); ++i) out += (i == 0 ? "" : "->") + model_.sig(p[i]).label;
  }
  if (e.formula) out += out.size() > 1 ? ", formula" : "formula";
  return out + "}";
}

}  // namespace aunit::parser::alloy
