// Makes nodes outside of the parser. The rules of the language determine sort, arity and type from the operator and the children
// (language reference 8.1). So code that adds formulas (constraints of declarations, requirements, mutants, suggestions) cannot
// make ill-typed nodes.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "model/model.h"
#include "model/type_table.h"

namespace aunit::model {

/// Thrown if operands do not fit an operator. If a user may have chosen the operands, call `typed` first.
class TypeMismatch : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class Nodes {
 public:
  /// Appends nodes to `model`. The arguments must outlive this object.
  Nodes(Model& model, TypeTable& types) : model_(model), types_(types) {}

  /// Sets the span of all nodes made from now on, and whether they are synthetic (not written by a user).
  void at(Span span, bool synthetic = true) {
    span_ = span;
    synthetic_ = synthetic;
  }

  /// Makes a variable that ranges over the atoms of a signature.
  VarId newVariable(std::string name, SigId sig);

  // Leaves.
  ExprId sig(SigId id);
  ExprId field(FieldId id);
  ExprId variable(VarId id);
  ExprId integer(std::int32_t value);
  /// A string literal; `literal` includes the quotes.
  ExprId string(std::string_view literal);
  ExprId truth(bool value);

  // Operators. Integers and sets are converted to each other as in the language (language reference 8.1). These
  // functions throw TypeMismatch.
  ExprId unary(Op op, ExprId operand);
  ExprId binary(Op op, ExprId left, ExprId right, bool negated = false);
  ExprId join(ExprId left, ExprId right) { return binary(Op::join, left, right); }
  ExprId arrow(ExprId left, Multiplicity leftMultiplicity, Multiplicity rightMultiplicity, ExprId right);
  /// A node of and_, or_, disjoint or totalOrder. For and_ and or_: the operand itself if there is only one. Without operands,
  /// and_ gives `true`, and or_ gives `false`.
  ExprId list(Op op, std::span<const ExprId> operands);
  ExprId list(Op op, std::initializer_list<ExprId> operands) { return list(op, std::span(operands.begin(), operands.size())); }
  ExprId ifThenElse(ExprId condition, ExprId then, ExprId otherwise);
  /// Makes a quantified formula, a comprehension or a sum.
  ExprId quantified(Op op, std::span<const Decl> decls, ExprId body);
  ExprId quantified(Op op, const Decl& decl, ExprId body) { return quantified(op, std::span(&decl, 1), body); }
  ExprId let(VarId variable, ExprId value, ExprId body);
  /// Nested `let`s for several variables. No variable is visible in any of the values.
  ExprId let(std::span<const VarId> variables, std::span<const ExprId> values, ExprId body);
  /// The complement of a formula: `formula implies false`. Unlike `not`, it is also the complement if operands of comparisons
  /// overflow (isDenial() in representation.h).
  ExprId denial(ExprId formula) { return binary(Op::implies, formula, truth(false)); }
  /// A set with a multiplicity in front of it, as in declarations.
  ExprId bound(Multiplicity multiplicity, ExprId set);
  /// The bound without its multiplicities: the largest relation that the bound allows.
  ExprId withoutMultiplicities(ExprId bound);
  /// The largest relation of a type, without the columns before `column`: the union of the type's products without these
  /// columns. noId if no product has further columns.
  ExprId everything(const Type& type, std::size_t column);
  ExprId call(FuncId function, std::span<const ExprId> arguments);

  // Conversions between integers and sets. An operand that has the wanted sort already is returned unchanged.
  ExprId asSet(ExprId operand);
  ExprId asInteger(ExprId operand);
  /// The operand without conversions that the resolver added.
  ExprId uncoerced(ExprId operand) const;

  /// Sets sort, arity and type of a node with these children and declarations. Returns nothing if they do not fit.
  std::optional<Expr> typed(Expr node, std::span<const ExprId> children, std::span<const Decl> decls = {});
  /// Adds a node that `typed` has completed.
  ExprId add(const Expr& node, std::span<const ExprId> children, std::span<const Decl> decls = {});

  TypeTable& types() { return types_; }

 private:
  Expr blank(Op op, std::uint32_t payload = 0) const;
  ExprId coercion(Op op, Sort from, ExprId operand);
  ExprId made(const Expr& node, std::span<const ExprId> children, std::span<const Decl> decls = {});
  TypeRef typeOf(ExprId id) { return types_.ofNode(model_.expr(id)); }
  TypeRef typeOfNode(const Expr& node, std::span<const ExprId> children, std::span<const Decl> decls);
  TypeRef typeOfList(Op op, std::span<const TypeRef> operands);
  TypeRef typeOfChoice(TypeRef then, TypeRef otherwise);
  TypeRef typeOfQuantified(Op op, std::span<const Decl> decls);
  bool applicable(const Func& function, std::span<const TypeRef> arguments);

  Model& model_;
  TypeTable& types_;
  Span span_;
  bool synthetic_ = true;
};

}  // namespace aunit::model
