// Makes nodes outside the parser. Sort, arity and type follow from the operator and the children by the rules of the language
// (language reference 8.1). So code that changes or adds formulas (declarations' constraints, requirements, mutants, suggestions)
// cannot get them wrong.
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

/// The operands do not fit the operator. Callers with operands from a user call `typed` first.
class IllTyped : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class Nodes {
 public:
  /// Appends to `model`; both must outlive this.
  Nodes(Model& model, TypeTable& types) : model_(model), types_(types) {}

  /// Sets the span of the nodes made from now on, and whether they are synthetic (not written by a user).
  void at(Span span, bool synthetic = true) {
    span_ = span;
    synthetic_ = synthetic;
  }

  /// A variable that ranges over the atoms of a signature.
  VarId newVariable(std::string name, SigId sig);

  // Leaves.
  ExprId sig(SigId id);
  ExprId field(FieldId id);
  ExprId variable(VarId id);
  ExprId integer(std::int32_t value);
  /// A string literal, with its quotes.
  ExprId string(std::string_view literal);
  ExprId truth(bool value);

  // Operators. Operands are coerced between integers and sets as in the language (8.1). All throw IllTyped.
  ExprId unary(Op op, ExprId operand);
  ExprId binary(Op op, ExprId left, ExprId right, bool negated = false);
  ExprId join(ExprId left, ExprId right) { return binary(Op::join, left, right); }
  ExprId arrow(ExprId left, Multiplicity leftMultiplicity, Multiplicity rightMultiplicity, ExprId right);
  /// and_ and or_ (one operand: itself; none: the constant), disjoint, totalOrder.
  ExprId list(Op op, std::span<const ExprId> operands);
  ExprId list(Op op, std::initializer_list<ExprId> operands) { return list(op, std::span(operands.begin(), operands.size())); }
  ExprId ifThenElse(ExprId condition, ExprId then, ExprId otherwise);
  /// A quantified formula, a comprehension or a sum.
  ExprId quantified(Op op, std::span<const Decl> decls, ExprId body);
  ExprId quantified(Op op, const Decl& decl, ExprId body) { return quantified(op, std::span(&decl, 1), body); }
  ExprId let(VarId variable, ExprId value, ExprId body);
  /// `let` of several variables, none of which is visible in the values.
  ExprId let(std::span<const VarId> variables, std::span<const ExprId> values, ExprId body);
  /// The complement of a formula: `formula implies false`. Unlike `not` it also complements comparisons whose operands overflow
  /// (representation.h).
  ExprId denial(ExprId formula) { return binary(Op::implies, formula, truth(false)); }
  /// A set with a multiplicity in front, as in declarations.
  ExprId bound(Multiplicity multiplicity, ExprId set);
  /// The bound as a relation without multiplicities, which contains every relation that the bound allows.
  ExprId withoutMultiplicities(ExprId bound);
  /// All tuples of a type, restricted to the columns from `column` on; noId if there are none.
  ExprId everything(const Type& type, std::size_t column);
  ExprId call(FuncId function, std::span<const ExprId> arguments);

  // Coercions; an operand that has the wanted sort is returned unchanged.
  ExprId asSet(ExprId operand);
  ExprId asInteger(ExprId operand);
  /// The operand without the coercions that the resolver added.
  ExprId uncoerced(ExprId operand) const;

  /// Completes sort, arity and type of a node with these children and declarations; nothing if they do not fit.
  std::optional<Expr> typed(Expr node, std::span<const ExprId> children, std::span<const Decl> decls = {});
  /// Adds a node that `typed` completed.
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
