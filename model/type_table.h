// The type algebra of Alloy (language reference 8.1): sets of products of primitive signatures, interned, with every
// operation remembered, so that typing costs a table look-up once a model's vocabulary has been seen.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "support/word_index.h"

namespace aunit::model {

/// Index of a type in a TypeTable. Formula and integer are types of their own here; a choice between overloads may be several at
/// once.
using TypeRef = std::uint32_t;

class TypeTable {
 public:
  /// The type of a reference. `smallInt`: a computed integer (`#e`, arithmetic), whose products are {Int}.
  struct Entry {
    bool formula = false;
    bool smallInt = false;
    std::vector<Product> products;  // sorted, none subsumed by another

    friend bool operator==(const Entry&, const Entry&) = default;
  };

  explicit TypeTable(Model& model);

  static constexpr TypeRef empty = 0;  // nothing: ill-typed
  static constexpr TypeRef formula = 1;
  static constexpr TypeRef integer = 2;  // small integer

  const Entry& entry(TypeRef t) const { return entries_[t]; }
  TypeRef of(Product product);
  TypeRef unary(SigId sig) { return of({sig}); }
  TypeRef intern(Entry entry);
  TypeId toModel(TypeRef t);
  TypeRef fromModel(TypeId type);
  /// The type of a node; one without a type of its own may hold anything of its arity.
  TypeRef ofNode(const Expr& node);

  // Questions.
  bool isFormula(TypeRef t) const { return entries_[t].formula; }
  bool isSmallInt(TypeRef t) const { return entries_[t].smallInt && !entries_[t].formula; }
  bool isInt(TypeRef t) const;  // holds a unary product within Int
  bool isRelation(TypeRef t) const { return !entries_[t].products.empty(); }
  bool hasArity(TypeRef t, std::size_t arity) const;
  bool hasTuple(TypeRef t) const;  // some product without `none`
  bool hasCommonArity(TypeRef a, TypeRef b) const;
  bool haveCommonArity(std::span<const TypeRef> types) const;  // one or more
  bool intersects(TypeRef a, TypeRef b);                       // share a non-empty product
  /// The only arity, or 0 when there is none or there are several.
  std::size_t arity(TypeRef t) const;

  // Operations; each keeps to products.
  TypeRef merge(TypeRef a, TypeRef b);  // all of both, flags too
  TypeRef relational(TypeRef t);        // without formula and integer flags
  TypeRef unionCommonArity(TypeRef a, TypeRef b);
  TypeRef pickCommonArity(TypeRef a, TypeRef b);  // those of a whose arity b has
  TypeRef intersect(TypeRef a, TypeRef b);
  TypeRef product(TypeRef a, TypeRef b);
  TypeRef join(TypeRef a, TypeRef b);
  TypeRef domainRestrict(TypeRef set, TypeRef t);
  TypeRef rangeRestrict(TypeRef t, TypeRef set);
  TypeRef transpose(TypeRef t);  // binary products only
  TypeRef closure(TypeRef t);
  TypeRef extract(TypeRef t, std::size_t arity);

  TypeRef binaryUniv() { return of({builtin::univ, builtin::univ}); }

  // Operators of the language by the types of their operands, which are relations already; `empty` where they do not fit.

  TypeRef ofUnary(Op op, TypeRef operand);               // ~ ^ *, sums, cardinalities; formulas for all others
  TypeRef ofBinary(Op op, TypeRef left, TypeRef right);  // those that make a relation of two, = and in
  /// The declared result of a function, typed anew with these types of its arguments (8.3 item 6).
  TypeRef ofCall(FuncId function, std::span<const TypeRef> arguments);

  SigId meet(SigId a, SigId b) const;  // intersection of primitive sigs, `none` when disjoint
  bool isEmpty(const Product& product) const { return product[0] == builtin::none; }
  static void add(std::vector<Product>& products, Product product, const Model& model);

  /// "{this/A->this/B}", as messages show types.
  std::string describe(TypeRef t) const;

 private:
  TypeRef deduce(ExprId bound, const Func& function, std::span<const TypeRef> arguments);
  Entry restricted(TypeRef set, TypeRef t, bool toDomain) const;
  TypeRef remember(std::uint64_t operation, TypeRef a, TypeRef b, const std::function<Entry()>& compute);

  Model& model_;
  std::vector<Entry> entries_;
  support::WordIndex index_;  // by TypeRef
  std::unordered_map<std::uint64_t, TypeRef> memo_;
  std::vector<TypeId> modelTypes_;  // by TypeRef
  std::vector<TypeRef> fromModel_;  // by TypeId
};

}  // namespace aunit::model
