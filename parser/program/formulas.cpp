#include "parser/program/formulas.h"

#include <utility>

namespace aunit::parser::program {

using Node = Formulas::Node;
using ModelOp = model::Op;

namespace {

ModelOp operatorOf(Op op) {
  switch (op) {
    case Op::negate:
    case Op::subtract: return ModelOp::subtract;
    case Op::add: return ModelOp::add;
    case Op::multiply: return ModelOp::multiply;
    case Op::divide: return ModelOp::divide;
    case Op::remainder: return ModelOp::remainder;
    case Op::equal:
    case Op::notEqual: return ModelOp::equal;
    case Op::less: return ModelOp::less;
    case Op::lessEqual: return ModelOp::lessEqual;
    case Op::greater: return ModelOp::greater;
    case Op::greaterEqual: return ModelOp::greaterEqual;
    case Op::not_: return ModelOp::not_;
    case Op::and_: return ModelOp::and_;
    case Op::or_: return ModelOp::or_;
    case Op::implies: return ModelOp::implies;
    case Op::iff: return ModelOp::iff;
    case Op::always: return ModelOp::always;
    case Op::eventually: return ModelOp::eventually;
    case Op::after: return ModelOp::after;
    default: return ModelOp::until;
  }
}

}  // namespace

void Formulas::synthetic() {
  if (model_.exprCount() > mostNodes) throw ModelTooLarge();
  make_.at(place_);
}

Node Formulas::expression(ExprId id) {
  const Expr& e = program_.expr(id);
  const model::Span around = std::exchange(place_, e.span.known() ? e.span : place_);
  const Node node = body(e);
  place_ = around;
  return node;
}

Node Formulas::body(const Expr& e) {
  switch (e.op) {
    case Op::constant: {
      if (e.sort == Sort::boolean) {
        const Node none = sig(model::builtin::none);
        own();
        return make_.unary(e.value != 0 ? ModelOp::no : ModelOp::some, none);
      }
      own();
      if (e.sort == Sort::integer) return make_.integer(static_cast<std::int32_t>(e.value));
      return make_.sig(parts_.members[e.enumeration][static_cast<std::size_t>(e.value)]);
    }
    case Op::variable: return value(e, variable(e.target));
    case Op::element: return value(e, cell(e));
    case Op::at: {
      const Node formula = isAt(e.target, static_cast<LocationId>(e.value));
      model_.mutableExpr(formula).synthetic = !place_.known();
      return formula;
    }
    case Op::proposition: {
      const Node formula = call(parts_.propositions[e.target]);
      model_.mutableExpr(formula).synthetic = !place_.known();
      return formula;
    }
    case Op::negate: {
      const Node zero = integer(0), operand = expression(e.children[0]);
      own();
      return make_.binary(ModelOp::subtract, zero, operand);
    }
    case Op::and_:
    case Op::or_: {
      std::vector<Node> parts;
      for (const ExprId child : e.children) operands(child, e.op, parts);
      own();
      if (parts.size() == 1) model_.mutableExpr(parts[0]).span = place_;  // a quantifier over one value
      return make_.list(operatorOf(e.op), parts);
    }
    default: break;
  }
  const Node left = expression(e.children[0]);
  if (e.children.size() == 1) {
    own();
    return make_.unary(operatorOf(e.op), left);
  }
  Node right = expression(e.children[1]);
  ModelOp op = operatorOf(e.op);
  bool negated = e.op == Op::notEqual;
  if (op == ModelOp::equal && program_.expr(e.children[0]).sort == Sort::boolean) {
    op = ModelOp::iff;
    if (std::exchange(negated, false)) right = unary(ModelOp::not_, right);
  }
  own();
  return make_.binary(op, left, right, negated);
}

/// Collects the operands of nested expressions with the operator `op`, such as `a and (b and c)`.
void Formulas::operands(ExprId id, Op op, std::vector<Node>& out) {
  const Expr& e = program_.expr(id);
  if (e.op != op) return out.push_back(expression(id));
  for (const ExprId child : e.children) operands(child, op, out);
}

/// Returns the value of an expression as a node. `relation` is the relation that contains the value. The value of a boolean
/// expression is the formula `relation = True`.
Node Formulas::value(const Expr& e, Node relation) {
  if (e.sort != Sort::boolean) {
    model_.mutableExpr(relation).synthetic = !place_.known();
    return relation;
  }
  const Node yes = sig(parts_.yes);
  own();
  return make_.binary(ModelOp::equal, relation, yes);
}

/// Returns the cell of an array at a computed index, as a chain of if-then-else.
Node Formulas::cell(const Expr& e) {
  Node found = variable(e.target + static_cast<VariableId>(e.value2 - e.value));
  for (std::int64_t i = e.value2 - 1; i >= e.value; --i) {
    const Node here = isIndex(e.children[0], i);
    found = ifThenElse(here, variable(e.target + static_cast<VariableId>(i - e.value)), found);
  }
  return found;
}

Node Formulas::atomOf(ExprId id) {
  const Expr& e = program_.expr(id);
  if (e.sort != Sort::boolean) return expression(id);
  if (e.op == Op::constant) return sig(e.value != 0 ? parts_.yes : parts_.no);
  return ifThenElse(expression(id), sig(parts_.yes), sig(parts_.no));
}

Node Formulas::defined(ExprId id) {
  const Expr& e = program_.expr(id);
  if (!e.mayFail) return truth(true);
  switch (e.op) {
    case Op::element: return all({defined(e.children[0]), within(e.children[0], e.value, e.value2)});
    case Op::and_:
    case Op::or_:
    case Op::implies: {
      Node rest = defined(e.children.back());
      for (std::size_t i = e.children.size() - 1; i-- > 0;) {
        const Node decided = expression(e.children[i]);
        rest = e.op == Op::or_ ? any({decided, rest}) : binary(ModelOp::implies, decided, rest);
        rest = all({defined(e.children[i]), rest});
      }
      return rest;
    }
    default: break;
  }
  std::vector<Node> parts;
  for (const ExprId child : e.children) parts.push_back(defined(child));
  if (e.op == Op::divide || e.op == Op::remainder)
    parts.push_back(unary(ModelOp::not_, binary(ModelOp::equal, expression(e.children[1]), integer(0))));
  return all(parts);
}

Node Formulas::within(ExprId id, std::int64_t low, std::int64_t high) {
  const Node above = binary(ModelOp::greaterEqual, expression(id), integer(low));
  return all({above, binary(ModelOp::lessEqual, expression(id), integer(high))});
}

// ---------------------------------------------------------------------------------------------------------- about states

Node Formulas::ofState(model::FieldId field, bool next) {
  synthetic();
  const Node state = make_.sig(parts_.state), relation = make_.field(field);
  return make_.join(state, next ? make_.unary(ModelOp::prime, relation) : relation);
}

Node Formulas::isAt(ProcessId process, LocationId location, bool next) {
  const Node where = ofState(parts_.processes[process], next);
  return make_.binary(ModelOp::equal, where, make_.sig(parts_.locations[process][location]));
}

Node Formulas::same(model::FieldId field) {
  const Node next = ofState(field, true);
  return make_.binary(ModelOp::equal, next, ofState(field, false));
}

Node Formulas::isBetween(VariableId id, std::int64_t low, std::int64_t high) {
  const Node above = binary(ModelOp::greaterEqual, variable(id), integer(low));
  return all({above, binary(ModelOp::lessEqual, variable(id), integer(high))});
}

Node Formulas::isIndex(ExprId index, std::int64_t value) {
  const Node given = expression(index);
  return binary(ModelOp::equal, given, integer(value));
}

Node Formulas::literal(std::int64_t value, const Domain& domain) {
  switch (domain.sort) {
    case Sort::boolean: return sig(value != 0 ? parts_.yes : parts_.no);
    case Sort::enumeration: return sig(parts_.members[domain.enumeration][static_cast<std::size_t>(value)]);
    default: return integer(value);
  }
}

// ----------------------------------------------------------------------------------------------------------------- making

Node Formulas::integer(std::int64_t value) {
  synthetic();
  return make_.integer(static_cast<std::int32_t>(value));
}

Node Formulas::sig(model::SigId id) {
  synthetic();
  return make_.sig(id);
}

Node Formulas::truth(bool value) {
  synthetic();
  return make_.truth(value);
}

Node Formulas::call(model::FuncId function) {
  synthetic();
  return make_.call(function, {});
}

Node Formulas::unary(ModelOp op, Node operand) {
  synthetic();
  return make_.unary(op, operand);
}

Node Formulas::binary(ModelOp op, Node left, Node right) {
  synthetic();
  return make_.binary(op, left, right);
}

Node Formulas::ifThenElse(Node condition, Node then, Node otherwise) {
  synthetic();
  return make_.ifThenElse(condition, then, otherwise);
}

Node Formulas::chain(ModelOp op, const std::vector<Node>& parts) {
  const ModelOp unit = op == ModelOp::and_ ? ModelOp::true_ : ModelOp::false_;
  std::vector<Node> flat;
  for (const Node part : parts) {
    const model::Expr& e = model_.expr(part);
    if (e.op == unit) continue;
    if (e.op == op && e.synthetic)
      flat.insert(flat.end(), model_.children(part).begin(), model_.children(part).end());
    else
      flat.push_back(part);
  }
  synthetic();
  return make_.list(op, flat);
}

}  // namespace aunit::parser::program
