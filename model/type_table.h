// The type algebra of Alloy (language reference 8.1): sets of products of primitive signatures. Types are interned in the model,
// and results of operations are cached, so that most typing is a look-up.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// A TypeId, shifted left by two bits, and two flags in the low bits. `formula`: the expression may be a formula. `smallInt`: it
/// may be a computed integer. An overloaded name may be several of these.
using TypeRef = std::uint32_t;

class TypeTable {
 public:
  explicit TypeTable(Model& model) : model_(model) {}

  static constexpr TypeRef empty = 0;  // the type of ill-typed expressions
  static constexpr TypeRef formula = 1;
  static constexpr TypeRef integer = typeOfIntegers << 2 | 2;  // the type of a computed integer (`#e`, arithmetic)

  /// The products of a type, sorted; none is contained in another. Valid until the next type is interned.
  const std::vector<Product>& products(TypeRef t) const { return model_.type(toModel(t)).products; }
  TypeRef of(Product product);
  TypeRef unary(SigId sig) { return of({sig}); }
  TypeRef intern(std::vector<Product> products) { return fromModel(model_.internType({std::move(products)})); }
  static TypeId toModel(TypeRef t) { return t >> 2; }
  static TypeRef fromModel(TypeId type) { return type << 2; }
  /// The type of a node. For a node without a known type: all relations of its arity.
  TypeRef ofNode(const Expr& node);

  // Properties of types.
  bool isFormula(TypeRef t) const { return (t & formula) != 0; }
  bool isSmallInt(TypeRef t) const { return (t & flags) == smallInt; }
  bool isInt(TypeRef t) const;  // has a unary product that is within Int
  bool isRelation(TypeRef t) const { return !products(t).empty(); }
  bool hasArity(TypeRef t, std::size_t arity) const;
  bool hasTuple(TypeRef t) const;  // has a product without `none`
  bool hasCommonArity(TypeRef a, TypeRef b) const;
  bool haveCommonArity(std::span<const TypeRef> types) const;  // at least one arity is common to all types
  bool intersects(TypeRef a, TypeRef b);                       // have a common non-empty product
  /// The arity of the products if all have the same arity; 0 if there are several arities or no products.
  std::size_t arity(TypeRef t) const;

  // The results have products and no flags, unless the comment says otherwise.
  TypeRef merge(TypeRef a, TypeRef b);  // has the products and flags of both
  TypeRef relational(TypeRef t) { return t & ~flags; }
  TypeRef unionCommonArity(TypeRef a, TypeRef b);
  TypeRef pickCommonArity(TypeRef a, TypeRef b);  // the products of `a` whose arity is an arity of `b`
  TypeRef intersect(TypeRef a, TypeRef b);
  TypeRef product(TypeRef a, TypeRef b);
  TypeRef join(TypeRef a, TypeRef b);
  TypeRef domainRestrict(TypeRef set, TypeRef t);
  TypeRef rangeRestrict(TypeRef t, TypeRef set);
  TypeRef transpose(TypeRef t);  // transposes the binary products of t; drops all others
  TypeRef closure(TypeRef t);
  TypeRef extract(TypeRef t, std::size_t arity);

  TypeRef binaryUniv() { return of({builtin::univ, builtin::univ}); }

  // Return the type of an expression whose operands, which must be relations, have the given types. Return `empty` if the
  // operands do not fit the operator.

  TypeRef ofUnary(Op op, TypeRef operand);  // for ~ ^ *, sums, cardinalities; for other operators the type is `formula`
  /// For operators that compute a relation from two relations, and for = and in.
  TypeRef ofBinary(Op op, TypeRef left, TypeRef right);
  /// The type of a call's result. Computes the type of the function's declared bound again, with the arguments' types for the
  /// parameters (language reference 8.3, item 6).
  TypeRef ofCall(FuncId function, std::span<const TypeRef> arguments);

  SigId meet(SigId a, SigId b) const;  // the intersection of two primitive signatures; `none` if they are disjoint
  bool isEmpty(const Product& product) const { return product[0] == builtin::none; }
  static void add(std::vector<Product>& products, Product product, const Model& model);

  /// A type as messages show it: "{this/A->this/B}".
  std::string describe(TypeRef t) const;

 private:
  TypeRef deduce(ExprId bound, const Func& function, std::span<const TypeRef> arguments);
  std::vector<Product> restricted(TypeRef set, TypeRef t, bool toDomain) const;
  TypeRef remember(std::uint64_t operation, TypeRef a, TypeRef b, const std::function<std::vector<Product>()>& compute);
  bool isOneProduct(TypeRef t) const { return (t & flags) == 0 && products(t).size() == 1; }

  static constexpr TypeRef smallInt = 2, flags = formula | smallInt;

  Model& model_;
  std::unordered_map<std::uint64_t, TypeRef> memo_;
};

}  // namespace aunit::model
