// Translates a program's expressions to expressions of its model.
#pragma once

#include <utility>
#include <vector>

#include "model/changes/nodes.h"
#include "model/program.h"
#include "parser/program/translation.h"

namespace aunit::parser::program {

using namespace model::program;

class Formulas {
 public:
  using Node = model::ExprId;  // an expression of the model; an ExprId without `model::` belongs to the program

  Formulas(const Program& program, model::Model& model, const Translation& parts)
      : program_(program), model_(model), types_(model), make_(model, types_), parts_(parts) {}

  /// Sets the source place that all later nodes get. Returns the previous place.
  model::Span setPlace(model::Span place) { return std::exchange(place_, place); }

  // Expressions of the program.
  /// Returns the node of an expression: a formula if its sort is boolean, an integer if its sort is integer, else a set of one
  /// atom.
  Node expression(ExprId id);
  /// Returns the value of an expression as an atom. The value of a formula is the atom of `True` or `False`.
  Node atomOf(ExprId id);
  /// Returns a formula that is true if an expression has a value, i.e. its indices are within their arrays and its divisors are
  /// not 0. Ignores parts that evaluation from left to right does not reach.
  Node defined(ExprId id);
  Node within(ExprId id, std::int64_t low, std::int64_t high);

  // Formulas about states. All their nodes are synthetic.
  Node variable(VariableId id) { return ofState(parts_.variables[id], false); }
  Node nextVariable(VariableId id) { return ofState(parts_.variables[id], true); }
  Node isAt(ProcessId process, LocationId location) { return isAt(process, location, false); }
  Node goesTo(ProcessId process, LocationId location) { return isAt(process, location, true); }
  Node stays(VariableId id) { return same(parts_.variables[id]); }
  Node staysWhereItIs(ProcessId id) { return same(parts_.processes[id]); }
  Node isBetween(VariableId id, std::int64_t low, std::int64_t high);
  Node isIndex(ExprId index, std::int64_t value);
  Node literal(std::int64_t value, const Domain& domain);

  // Construction of formulas.
  /// all() returns the conjunction of the parts, any() the disjunction. Both flatten synthetic parts with the same operator.
  Node all(const std::vector<Node>& parts) { return chain(model::Op::and_, parts); }
  Node any(const std::vector<Node>& parts) { return chain(model::Op::or_, parts); }
  Node truth(bool value);
  Node call(model::FuncId function);
  Node unary(model::Op op, Node operand);
  Node binary(model::Op op, Node left, Node right);
  Node ifThenElse(Node condition, Node then, Node otherwise);

 private:
  Node body(const Expr& e);
  Node cell(const Expr& e);
  Node value(const Expr& e, Node relation);
  Node ofState(model::FieldId field, bool next);
  Node isAt(ProcessId process, LocationId location, bool next);
  Node same(model::FieldId field);
  Node integer(std::int64_t value);
  Node sig(model::SigId id);
  Node chain(model::Op op, const std::vector<Node>& parts);
  void operands(ExprId id, Op op, std::vector<Node>& out);

  /// Gives all later nodes the place `place_`. They are synthetic only if this place is unknown.
  void own() { make_.at(place_, !place_.known()); }
  void synthetic();

  const Program& program_;
  model::Model& model_;
  model::TypeTable types_;
  model::Nodes make_;
  const Translation& parts_;
  model::Span place_;
};

}  // namespace aunit::parser::program
