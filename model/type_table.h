// The type algebra of Alloy (language reference 8.1): sets of products of primitive signatures. Types are interned and operations
// cached, so that typing soon consists of table look-ups.
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

/// Index of a type in a TypeTable. Formula and integer have types here; the type of overloaded names may combine several kinds.
using TypeRef = std::uint32_t;

class TypeTable {
 public:
  /// A type. `smallInt`: a computed integer (`#e`, arithmetic), whose products are {Int}.
  struct Entry {
    bool formula = false;
    bool smallInt = false;
    std::vector<Product> products;  // sorted; none is contained in another

    friend bool operator==(const Entry&, const Entry&) = default;
  };

  explicit TypeTable(Model& model);

  static constexpr TypeRef empty = 0;  // no value: ill-typed
  static constexpr TypeRef formula = 1;
  static constexpr TypeRef integer = 2;  // a computed integer

  const Entry& entry(TypeRef t) const { return entries_[t]; }
  TypeRef of(Product product);
  TypeRef unary(SigId sig) { return of({sig}); }
  TypeRef intern(Entry entry);
  TypeId toModel(TypeRef t);
  TypeRef fromModel(TypeId type);
  /// The type of a node; for a node without a known type, all relations of its arity.
  TypeRef ofNode(const Expr& node);

  // Questions.
  bool isFormula(TypeRef t) const { return entries_[t].formula; }
  bool isSmallInt(TypeRef t) const { return entries_[t].smallInt && !entries_[t].formula; }
  bool isInt(TypeRef t) const;  // has a unary product within Int
  bool isRelation(TypeRef t) const { return !entries_[t].products.empty(); }
  bool hasArity(TypeRef t, std::size_t arity) const;
  bool hasTuple(TypeRef t) const;  // some product has no `none`
  bool hasCommonArity(TypeRef a, TypeRef b) const;
  bool haveCommonArity(std::span<const TypeRef> types) const;  // at least one arity is common to all
  bool intersects(TypeRef a, TypeRef b);                       // share a non-empty product
  /// The only arity; 0 if there is none or several.
  std::size_t arity(TypeRef t) const;

  // Operations on the products, unless noted.
  TypeRef merge(TypeRef a, TypeRef b);  // the products and flags of both
  TypeRef relational(TypeRef t);        // without the formula and integer flags
  TypeRef unionCommonArity(TypeRef a, TypeRef b);
  TypeRef pickCommonArity(TypeRef a, TypeRef b);  // the products of a whose arities b has
  TypeRef intersect(TypeRef a, TypeRef b);
  TypeRef product(TypeRef a, TypeRef b);
  TypeRef join(TypeRef a, TypeRef b);
  TypeRef domainRestrict(TypeRef set, TypeRef t);
  TypeRef rangeRestrict(TypeRef t, TypeRef set);
  TypeRef transpose(TypeRef t);  // binary products only
  TypeRef closure(TypeRef t);
  TypeRef extract(TypeRef t, std::size_t arity);

  TypeRef binaryUniv() { return of({builtin::univ, builtin::univ}); }

  // Types of the language's operators by the types of their operands, which must be relations; `empty` if they do not fit.

  TypeRef ofUnary(Op op, TypeRef operand);               // ~ ^ *, sums, cardinalities; a formula for other operators
  TypeRef ofBinary(Op op, TypeRef left, TypeRef right);  // operators that make a relation from two, = and in
  /// The result type of a call: the function's declared bound, typed again with its arguments' types (8.3 item 6).
  TypeRef ofCall(FuncId function, std::span<const TypeRef> arguments);

  SigId meet(SigId a, SigId b) const;  // intersection of two primitive sigs; `none` if they are disjoint
  bool isEmpty(const Product& product) const { return product[0] == builtin::none; }
  static void add(std::vector<Product>& products, Product product, const Model& model);

  /// A type as in messages: "{this/A->this/B}".
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
