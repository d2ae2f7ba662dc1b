#include "model/formulas/copier.h"

#include <utility>

namespace aunit::model {

Copier::Copier(const Model& from, Extension& to, const Correspondence& corresponding, Calls calls)
    : from_(from),
      extension_(to),
      to_(to.growing()),
      corresponding_(corresponding),
      calls_(calls),
      alike_(from, to.model(), corresponding),
      own_(static_cast<FuncId>(to_.funcs().size())) {}

template <class Work>
auto Copier::guarded(Work work) -> std::optional<decltype(work())> {
  missing_.clear();
  try {
    return work();
  } catch (const Untranslatable& untranslatable) {
    missing_ = untranslatable.what();
    return std::nullopt;
  }
}

ExprId Copier::of(ExprId from) {
  extent_.begin();
  return copy(from);
}

std::optional<ExprId> Copier::expression(ExprId from) {
  return guarded([&] { return of(from); });
}

std::optional<ExprId> Copier::constraints() {
  return guarded([&] {
    std::vector<ExprId> parts;
    for (const ImplicitConstraint& constraint : from_.implicitConstraints())
      if (constraint.formula != noId) parts.push_back(of(constraint.formula));
    for (const Fact& fact : from_.facts())
      if (fact.body != noId) parts.push_back(of(fact.body));
    extension_.nodes().at({});
    return extension_.nodes().list(Op::and_, parts);
  });
}

std::optional<std::vector<Decl>> Copier::declarations(std::span<const Decl> from) {
  extent_.begin();
  return guarded([&] { return copy(from); });
}

/// Returns the predicate or function of the target model that is equal to this one. If there is none, adds a copy to that model.
FuncId Copier::copyFunction(FuncId id) {
  if (const auto known = functions_.find(id); known != functions_.end()) return known->second;
  Func function = from_.func(id);
  for (FuncId other = 0; other < own_; ++other)
    if (to_.func(other).label == function.label && alike_.functions(id, other)) return functions_[id] = other;
  refuseRecursion(function, {});
  function.params = copy(function.params);
  for (VarId& variable : function.variables) variable = variables_.at(variable);
  if (function.result != noId) function.result = copy(function.result);
  if (function.body != noId) function.body = copy(function.body);
  function.module = 0;
  function.span = function.nameSpan = {};
  to_.mutableFuncs().push_back(std::move(function));
  return functions_[id] = static_cast<FuncId>(to_.funcs().size() - 1);
}

TypeId Copier::typeOf(TypeId from, const std::string& what) {
  auto type = corresponding_.type(from_.type(from));
  if (!type) throw Untranslatable(Untranslatable::Kind::type, "the type of " + what, what);
  return to_.internType(std::move(*type));
}

/// Makes the copy of a variable. `value`: the copy of the variable's bound, of the value of a `let`, or of a call's argument.
void Copier::declare(VarId from, ExprId value) {
  Variable variable = from_.variable(from);
  variable.type = corresponding_.sameTypes ? typeOf(variable.type, variable.name) : to_.expr(value).type;
  variable.span = {};
  variables_[from] = to_.addVariable(std::move(variable));
}

std::vector<Decl> Copier::copy(std::span<const Decl> decls) {
  std::vector<Decl> result(decls.begin(), decls.end());
  for (Decl& decl : result) {
    decl.bound = copy(decl.bound);
    const VarId first = decl.firstVariable;
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) declare(first + i, decl.bound);
    decl.firstVariable = variables_.at(first);
    decl.span = {};
  }
  return result;
}

std::uint32_t Copier::payloadOf(const Expr& node) {
  switch (node.op) {
    case Op::sig:
    case Op::field: return corresponding_.counterpart(from_, node);
    case Op::variable: {
      const auto found = variables_.find(node.payload);
      if (found != variables_.end()) return found->second;
      const std::string& name = from_.variable(node.payload).name;
      throw Untranslatable(Untranslatable::Kind::variable, "the variable " + name, name, node.span);
    }
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem: return to_.internString(from_.strings()[node.payload]);
    case Op::call: return copyFunction(node.payload);
    default: return node.payload;
  }
}

/// Returns what replaces a node: the expression to which its signature or field was mapped, or the body of a call that is
/// expanded. If `univ` was mapped, `iden` and `*` are replaced, too. Returns std::nullopt for all other nodes: they are copied.
std::optional<ExprId> Copier::value(const Expr& node, ExprId from) {
  Nodes& nodes = extension_.nodes();
  nodes.at({});
  if (node.op == Op::sig)
    if (const auto known = sigValues_.find(node.payload); known != sigValues_.end()) return known->second;
  if (node.op == Op::field)
    if (const auto known = fieldValues_.find(node.payload); known != fieldValues_.end()) return known->second;
  if (node.op == Op::call && (calls_ == Calls::writtenOut || !(sigValues_.empty() && fieldValues_.empty())))
    return writtenOut(node, from);
  if (node.op != Op::iden && node.op != Op::reflexiveClosure) return std::nullopt;
  const auto everything = sigValues_.find(builtin::univ);
  if (everything == sigValues_.end()) return std::nullopt;
  const Expr iden{.op = Op::iden, .arity = 2};
  const auto typed = nodes.typed(iden, {});
  const ExprId identity = nodes.binary(Op::domainRestriction, everything->second, nodes.add(*typed, {}));
  if (node.op == Op::iden) return identity;
  return nodes.binary(Op::union_, nodes.unary(Op::closure, copy(from_.child(from, 0))), identity);
}

ExprId Copier::writtenOut(const Expr& call, ExprId from) {
  const Func& function = from_.func(call.payload);
  refuseRecursion(function, call.span);
  std::vector<ExprId> arguments;
  std::vector<VarId> parameters;
  for (const ExprId argument : from_.children(from)) arguments.push_back(copy(argument));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    declare(function.variables[i], arguments[i]);
    parameters.push_back(variables_.at(function.variables[i]));
  }
  const ExprId body = copy(function.body);
  return extension_.nodes().let(parameters, arguments, body);
}

ExprId Copier::copy(ExprId id) {
  Expr node = from_.expr(id);
  const Extent::Node within(extent_, node.span);
  if (const auto known = value(node, id)) return *known;
  std::vector<ExprId> children;
  const std::vector<Decl> decls = copy(from_.decls(id));
  if (node.op == Op::let) {
    children.push_back(copy(from_.child(id, 0)));
    declare(node.payload, children[0]);
    node.payload = variables_.at(node.payload);
    children.push_back(copy(from_.child(id, 1)));
  } else {
    for (const ExprId child : from_.children(id)) children.push_back(copy(child));
    node.payload = payloadOf(node);
  }
  node.span = {};
  if (corresponding_.sameTypes) {
    node.type = typeOf(node.type, "an expression");
    return to_.addExpr(node, children, decls);
  }
  // The models may declare a field with different bounds. Therefore the copy gets the type that it has in the other model.
  if (node.op == Op::variable || node.op == Op::let) {
    node.type = node.op == Op::let ? to_.expr(children[1]).type : to_.variable(node.payload).type;
    return to_.addExpr(node, children, decls);
  }
  const auto typed = extension_.nodes().typed(node, children, decls);
  if (!typed) throw Untranslatable(Untranslatable::Kind::type, "the type of an expression", "an expression");
  return extension_.nodes().add(*typed, children, decls);
}

}  // namespace aunit::model
