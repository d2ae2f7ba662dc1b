#include "model/changes/nodes.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

namespace aunit::model {

namespace {

bool isOfFormulas(Op op) {
  return op == Op::not_ || op == Op::and_ || op == Op::or_ || op == Op::implies || op == Op::iff || isTemporal(op);
}

bool isOfIntegers(Op op) {
  return isArithmetic(op) || (op >= Op::integerEqual && op <= Op::greaterEqual);
}

}  // namespace

Expr Nodes::blank(Op op, std::uint32_t payload) const {
  Expr node;
  node.op = op;
  node.payload = payload;
  node.span = span_;
  node.synthetic = synthetic_;
  return node;
}

ExprId Nodes::made(const Expr& node, std::span<const ExprId> children, std::span<const Decl> decls) {
  const auto complete = typed(node, children, decls);
  if (!complete) throw TypeMismatch(fmt::format("the operands of operator {} do not fit", static_cast<int>(node.op)));
  return add(*complete, children, decls);
}

ExprId Nodes::add(const Expr& node, std::span<const ExprId> children, std::span<const Decl> decls) {
  return model_.addExpr(node, children, decls);
}

// ------------------------------------------------------------------------------------------------------------------- making

ExprId Nodes::sig(SigId id) {
  return made(blank(Op::sig, id), {});
}

ExprId Nodes::field(FieldId id) {
  return made(blank(Op::field, id), {});
}

VarId Nodes::newVariable(std::string name, SigId sig) {
  return model_.addVariable({.name = std::move(name), .type = model_.sig(sig).type, .span = {}});
}

ExprId Nodes::variable(VarId id) {
  return made(blank(Op::variable, id), {});
}

ExprId Nodes::integer(std::int32_t value) {
  return made(blank(Op::integer, static_cast<std::uint32_t>(value)), {});
}

ExprId Nodes::string(std::string_view literal) {
  return made(blank(Op::stringAtom, model_.internString(literal)), {});
}

ExprId Nodes::truth(bool value) {
  return made(blank(value ? Op::true_ : Op::false_), {});
}

ExprId Nodes::unary(Op op, ExprId operand) {
  if (op == Op::integerAtom) return asSet(operand);
  if (!isOfFormulas(op) && op != Op::prime) operand = asSet(operand);
  return made(blank(op), std::array{operand});
}

ExprId Nodes::binary(Op op, ExprId left, ExprId right, bool negated) {
  if (op == Op::and_ || op == Op::or_) return list(op, {left, right});
  const bool integers = model_.expr(left).sort == Sort::integer && model_.expr(right).sort == Sort::integer;
  if (op == Op::equal && integers) op = Op::integerEqual;
  if (op == Op::integerEqual && !integers) op = Op::equal;
  const auto coerced = [&](ExprId operand) {
    return isOfIntegers(op) ? asInteger(operand) : isOfFormulas(op) ? operand : asSet(operand);
  };
  Expr node = blank(op);
  node.negated = negated;
  return made(node, std::array{coerced(left), coerced(right)});
}

ExprId Nodes::arrow(ExprId left, Multiplicity leftMultiplicity, Multiplicity rightMultiplicity, ExprId right) {
  Expr node = blank(Op::product);
  node.leftMultiplicity = leftMultiplicity;
  node.rightMultiplicity = rightMultiplicity;
  return made(node, std::array{asSet(left), asSet(right)});
}

ExprId Nodes::list(Op op, std::span<const ExprId> operands) {
  if (op == Op::and_ || op == Op::or_) {
    if (operands.empty()) return truth(op == Op::and_);
    if (operands.size() == 1) return operands[0];
    return made(blank(op), operands);
  }
  std::vector<ExprId> sets;
  for (const ExprId operand : operands) sets.push_back(asSet(operand));
  return made(blank(op), sets);
}

ExprId Nodes::ifThenElse(ExprId condition, ExprId then, ExprId otherwise) {
  if (model_.expr(then).sort != model_.expr(otherwise).sort) {
    then = asSet(then);
    otherwise = asSet(otherwise);
  }
  return made(blank(Op::ifThenElse), std::array{condition, then, otherwise});
}

ExprId Nodes::quantified(Op op, std::span<const Decl> decls, ExprId body) {
  return made(blank(op), std::array{body}, decls);
}

ExprId Nodes::let(VarId variable, ExprId value, ExprId body) {
  return made(blank(Op::let, variable), std::array{value, body});
}

ExprId Nodes::let(std::span<const VarId> variables, std::span<const ExprId> values, ExprId body) {
  for (std::size_t i = values.size(); i-- > 0;) body = let(variables[i], values[i], body);
  return body;
}

ExprId Nodes::bound(Multiplicity multiplicity, ExprId set) {
  Expr node = blank(Op::bound);
  node.rightMultiplicity = multiplicity;
  return made(node, std::array{asSet(set)});
}

ExprId Nodes::withoutMultiplicities(ExprId bound) {
  const Op op = model_.expr(bound).op;
  if (op == Op::bound) return withoutMultiplicities(model_.child(bound, 0));
  if (op != Op::product && op != Op::seqBound) return bound;
  const ExprId left = withoutMultiplicities(model_.child(bound, 0)), right = withoutMultiplicities(model_.child(bound, 1));
  return binary(Op::product, left, right);
}

ExprId Nodes::everything(const Type& type, std::size_t column) {
  ExprId all = noId;
  for (const Product& product : type.products) {
    ExprId tuples = noId;
    for (std::size_t i = column; i < product.size(); ++i) {
      const ExprId next = sig(product[i]);
      tuples = tuples == noId ? next : binary(Op::product, tuples, next);
    }
    if (tuples != noId) all = all == noId ? tuples : binary(Op::union_, all, tuples);
  }
  return all;
}

ExprId Nodes::call(FuncId function, std::span<const ExprId> arguments) {
  std::vector<ExprId> sets;
  for (const ExprId argument : arguments) sets.push_back(asSet(argument));
  return made(blank(Op::call, function), sets);
}

ExprId Nodes::asSet(ExprId operand) {
  return coercion(Op::integerAtom, Sort::integer, operand);
}

ExprId Nodes::asInteger(ExprId operand) {
  return coercion(Op::sumOf, Sort::relation, operand);
}

ExprId Nodes::coercion(Op op, Sort from, ExprId operand) {
  if (model_.expr(operand).sort != from) return operand;
  Expr node = blank(op);
  node.span = model_.expr(operand).span;
  return made(node, std::array{operand});
}

ExprId Nodes::uncoerced(ExprId operand) const {
  const Expr& e = model_.expr(operand);
  if (e.op != Op::integerAtom && e.op != Op::sumOf) return operand;
  const ExprId child = model_.child(operand, 0);
  if (!(model_.expr(child).span == e.span)) return operand;
  // Keeps an `int[e]` that a user wrote: only conversions that the resolver added are removed.
  const bool isWritten =
      e.op == Op::integerAtom && model_.expr(child).op == Op::sumOf && !(model_.expr(model_.child(child, 0)).span == e.span);
  return isWritten ? operand : uncoerced(child);
}

// ------------------------------------------------------------------------------------------------------------------- typing

std::optional<Expr> Nodes::typed(Expr node, std::span<const ExprId> children, std::span<const Decl> decls) {
  const TypeRef type = typeOfNode(node, children, decls);
  if (type == TypeTable::empty) return std::nullopt;
  node.arity = 0;
  node.type = 0;
  if (types_.isFormula(type)) {
    node.sort = Sort::formula;
  } else if (types_.isSmallInt(type)) {
    node.sort = Sort::integer;
  } else {
    node.sort = Sort::relation;
    node.arity = static_cast<std::uint8_t>(types_.arity(type));
    node.type = types_.toModel(type);
  }
  return node;
}

TypeRef Nodes::typeOfNode(const Expr& node, std::span<const ExprId> children, std::span<const Decl> decls) {
  std::vector<TypeRef> operands;
  for (const ExprId child : children) operands.push_back(typeOf(child));
  const auto all = [&](auto&& wanted) {
    return std::all_of(operands.begin(), operands.end(), [&](TypeRef t) { return wanted(t); });
  };
  const auto formulas = [&] { return all([&](TypeRef t) { return types_.isFormula(t); }); };
  const auto integers = [&] { return all([&](TypeRef t) { return types_.isSmallInt(t); }); };
  const auto relations = [&] { return all([&](TypeRef t) { return types_.isRelation(t) && !types_.isSmallInt(t); }); };
  const auto when = [](bool fits, TypeRef type) { return fits ? type : TypeTable::empty; };
  if (isOfFormulas(node.op)) return when(formulas(), TypeTable::formula);
  if (isArithmetic(node.op)) return when(integers(), TypeTable::integer);
  if (isOfIntegers(node.op)) return when(integers(), TypeTable::formula);
  if (isRelationalBinary(node.op) || node.op == Op::equal || node.op == Op::in)
    return when(relations(), types_.ofBinary(node.op, operands[0], operands[1]));
  switch (node.op) {
    case Op::sig: return types_.fromModel(model_.sig(node.payload).type);
    case Op::field: return types_.fromModel(model_.field(node.payload).type);
    case Op::variable: {
      const Variable& v = model_.variable(node.payload);
      Expr like = node;
      like.sort = v.sort;
      like.arity = v.arity;
      like.type = v.type;
      return types_.ofNode(like);
    }
    case Op::iden: return types_.binaryUniv();
    case Op::stringAtom: return types_.unary(builtin::string);
    case Op::nextInt: return types_.of({builtin::integers, builtin::integers});
    case Op::integer:
    case Op::minInt:
    case Op::maxInt: return TypeTable::integer;
    case Op::true_:
    case Op::false_: return TypeTable::formula;
    case Op::integerAtom: return when(integers(), types_.unary(builtin::integers));
    case Op::transpose:
    case Op::closure:
    case Op::reflexiveClosure:
    case Op::cardinality:
    case Op::sumOf:
    case Op::some:
    case Op::no:
    case Op::lone:
    case Op::one: return when(relations(), types_.ofUnary(node.op, operands[0]));
    case Op::prime: return operands[0];
    case Op::bound:
      return when(relations() && (node.rightMultiplicity == Multiplicity::set || types_.hasArity(operands[0], 1)), operands[0]);
    case Op::seqBound: return when(relations(), types_.product(operands[0], operands[1]));
    case Op::disjoint:
    case Op::totalOrder: return when(relations(), typeOfList(node.op, operands));
    case Op::ifThenElse: return when(types_.isFormula(operands[0]), typeOfChoice(operands[1], operands[2]));
    case Op::let: return operands[1];
    case Op::call:
      return when(relations() && applicable(model_.func(node.payload), operands), types_.ofCall(node.payload, operands));
    case Op::sum: return when(integers(), typeOfQuantified(node.op, decls));
    default: break;
  }
  if (isQuantifier(node.op) || node.op == Op::comprehension) return when(formulas(), typeOfQuantified(node.op, decls));
  return types_.ofNode(node);  // for atoms and skolems, which occur in prompts
}

TypeRef Nodes::typeOfList(Op op, std::span<const TypeRef> operands) {
  if (op == Op::totalOrder) {
    const bool fits = operands.size() == 3 && types_.hasArity(operands[0], 1) && types_.hasArity(operands[1], 1) &&
                      types_.hasArity(operands[2], 2);
    return fits ? TypeTable::formula : TypeTable::empty;
  }
  if (operands.size() < 2) return TypeTable::empty;
  return types_.haveCommonArity(operands) ? TypeTable::formula : TypeTable::empty;
}

TypeRef Nodes::typeOfChoice(TypeRef then, TypeRef otherwise) {
  if (types_.isFormula(then) && types_.isFormula(otherwise)) return TypeTable::formula;
  if (types_.isSmallInt(then) && types_.isSmallInt(otherwise)) return TypeTable::integer;
  return types_.unionCommonArity(then, otherwise);
}

TypeRef Nodes::typeOfQuantified(Op op, std::span<const Decl> decls) {
  if (isQuantifier(op)) return TypeTable::formula;
  TypeRef type = TypeTable::empty;
  for (const Decl& decl : decls) {
    const TypeRef bound = typeOf(decl.bound);
    if (types_.arity(bound) != 1 || decl.multiplicity != Multiplicity::one) return TypeTable::empty;
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) type = type == TypeTable::empty ? bound : types_.product(type, bound);
  }
  return op == Op::sum && type != TypeTable::empty ? TypeTable::integer : type;
}

bool Nodes::applicable(const Func& function, std::span<const TypeRef> arguments) {
  if (arguments.size() != function.variables.size()) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Variable& parameter = model_.variable(function.variables[i]);
    const TypeRef wanted = types_.fromModel(parameter.type);
    if (wanted == TypeTable::empty) continue;  // a parameter without a known type accepts every argument
    if (!types_.hasCommonArity(arguments[i], wanted)) return false;
    if (types_.hasTuple(arguments[i]) && types_.hasTuple(wanted) && !types_.intersects(arguments[i], wanted)) return false;
  }
  return true;
}

}  // namespace aunit::model
