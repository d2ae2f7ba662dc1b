#include "strength/comparison/transplant.h"

#include <utility>

#include <fmt/format.h>

namespace aunit::strength::comparison {

using namespace model;

namespace {

// Calls that one expression may have where they are written out.
constexpr std::size_t mostWrittenOut = 2000;

}  // namespace

struct Transplant::Missing {
  std::string what;
};

Transplant::Transplant(const Model& from, model::Extension& to, const Correspondence& corresponding)
    : from_(from), extension_(to), to_(to.growing()), corresponding_(corresponding), alike_(from, to.model(), corresponding) {
  for (FuncId id = 0; id < to_.funcs().size(); ++id) known_[to_.func(id).label].push_back(id);
}

template <class Work>
auto Transplant::guarded(Work work) -> std::optional<decltype(work())> {
  missing_.clear();
  try {
    return work();
  } catch (Missing& missing) {
    missing_ = std::move(missing.what);
    return std::nullopt;
  }
}

std::optional<ExprId> Transplant::expression(ExprId from) {
  writtenOut_ = 0;
  return guarded([&] { return copy(from); });
}

std::optional<ExprId> Transplant::constraints() {
  std::vector<ExprId> parts;
  const auto add = [&](ExprId formula) {
    if (formula == noId) return true;
    const auto copied = expression(formula);
    if (copied) parts.push_back(*copied);
    return copied.has_value();
  };
  for (const ImplicitConstraint& constraint : from_.implicitConstraints())
    if (!add(constraint.formula)) return std::nullopt;
  for (const Fact& fact : from_.facts())
    if (!add(fact.body)) return std::nullopt;
  extension_.nodes().at({});
  return extension_.nodes().list(Op::and_, parts);
}

std::optional<std::vector<Decl>> Transplant::declarations(std::span<const Decl> from) {
  return guarded([&] { return copy(from); });
}

/// The copy of a predicate or function; the other model's own where that says the same in the same words.
FuncId Transplant::copyFunction(FuncId id) {
  if (const auto known = functions_.find(id); known != functions_.end()) return known->second;
  for (const FuncId other : known_[from_.func(id).label])
    if (alike_.functions(id, other)) return functions_[id] = other;
  model::Func function = from_.func(id);
  if (function.recursive) throw Missing{fmt::format("recursive {} {}", function.isPredicate ? "pred" : "fun", function.name)};
  function.params = copy(function.params);
  for (VarId& variable : function.variables) variable = variables_.at(variable);
  if (function.result != noId) function.result = copy(function.result);
  if (function.body != noId) function.body = copy(function.body);
  function.module = 0;
  function.span = function.nameSpan = {};
  to_.mutableFuncs().push_back(std::move(function));
  return functions_[id] = static_cast<FuncId>(to_.funcs().size() - 1);
}

/// The copy of a variable that stands for a value, or for a part of one.
void Transplant::declare(VarId from, ExprId value) {
  model::Variable variable = from_.variable(from);
  if (corresponding_.sameTypes) {
    const auto type = corresponding_.type(from_.type(variable.type));
    if (!type) throw Missing{"the type of " + variable.name};
    variable.type = to_.internType(*type);
  } else {
    variable.type = to_.expr(value).type;
  }
  variable.span = {};
  variables_[from] = to_.addVariable(std::move(variable));
}

std::vector<Decl> Transplant::copy(std::span<const Decl> decls) {
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

std::uint32_t Transplant::payloadOf(const Expr& node) {
  switch (node.op) {
    case Op::sig:
      if (corresponding_.sigs[node.payload] == noId) throw Missing{"sig " + from_.sig(node.payload).name};
      return corresponding_.sigs[node.payload];
    case Op::field: {
      const model::Field& field = from_.field(node.payload);
      if (corresponding_.fields[node.payload] == noId)
        throw Missing{fmt::format("field {}.{}", from_.sig(field.sig).name, field.name)};
      return corresponding_.fields[node.payload];
    }
    case Op::variable: {
      const auto found = variables_.find(node.payload);
      if (found == variables_.end()) throw Missing{"the variable " + from_.variable(node.payload).name};
      return found->second;
    }
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem: return to_.internString(from_.strings()[node.payload]);
    case Op::call: return copyFunction(node.payload);
    default: return node.payload;
  }
}

/// What a node is where a signature or field stands for something else; nothing where that makes no difference to it.
std::optional<ExprId> Transplant::value(const Expr& node, ExprId from) {
  model::Nodes& nodes = extension_.nodes();
  nodes.at({});
  if (node.op == Op::sig)
    if (const auto known = sigValues_.find(node.payload); known != sigValues_.end()) return known->second;
  if (node.op == Op::field)
    if (const auto known = fieldValues_.find(node.payload); known != fieldValues_.end()) return known->second;
  if (node.op == Op::call && !(sigValues_.empty() && fieldValues_.empty())) return writtenOut(node, from);
  if (node.op != Op::iden && node.op != Op::reflexiveClosure) return std::nullopt;
  const auto everything = sigValues_.find(model::builtin::univ);
  if (everything == sigValues_.end()) return std::nullopt;
  const Expr iden{.op = Op::iden, .arity = 2};
  const auto typed = nodes.typed(iden, {});
  const ExprId identity = nodes.binary(Op::domainRestriction, everything->second, nodes.add(*typed, {}));
  if (node.op == Op::iden) return identity;
  return nodes.binary(Op::union_, nodes.unary(Op::closure, copy(from_.child(from, 0))), identity);
}

ExprId Transplant::writtenOut(const Expr& call, ExprId from) {
  const model::Func& function = from_.func(call.payload);
  if (function.recursive) throw Missing{fmt::format("recursive {} {}", function.isPredicate ? "pred" : "fun", function.name)};
  if (++writtenOut_ > mostWrittenOut) throw Missing{"a formula with too many calls"};
  std::vector<ExprId> arguments;
  for (std::uint32_t i = 0; i < call.childCount; ++i) arguments.push_back(copy(from_.child(from, i)));
  std::vector<VarId> variables;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    declare(function.variables[i], arguments[i]);
    variables.push_back(variables_.at(function.variables[i]));
  }
  ExprId body = copy(function.body);
  for (std::size_t i = arguments.size(); i-- > 0;) body = extension_.nodes().let(variables[i], arguments[i], body);
  return body;
}

ExprId Transplant::copy(ExprId id) {
  Expr node = from_.expr(id);
  if (const auto known = value(node, id)) return *known;
  std::vector<ExprId> children;
  const std::vector<Decl> decls = copy(from_.decls(id));
  if (node.op == Op::let) {
    children.push_back(copy(from_.child(id, 0)));
    declare(node.payload, children[0]);
    node.payload = variables_.at(node.payload);
    children.push_back(copy(from_.child(id, 1)));
  } else {
    for (std::uint32_t i = 0; i < from_.expr(id).childCount; ++i) children.push_back(copy(from_.child(id, i)));
    node.payload = payloadOf(node);
  }
  node.span = {};
  if (corresponding_.sameTypes) {
    const auto type = corresponding_.type(from_.type(node.type));
    if (!type) throw Missing{"the type of an expression"};
    node.type = to_.internType(*type);
    return to_.addExpr(node, children, decls);
  }
  // Bounds of fields have changed, and so has what is made of the fields.
  if (node.op == Op::variable || node.op == Op::let) {
    node.type = node.op == Op::let ? to_.expr(children[1]).type : to_.variable(node.payload).type;
    return to_.addExpr(node, children, decls);
  }
  const auto typed = extension_.nodes().typed(node, children, decls);
  if (!typed) throw Missing{"the type of an expression"};
  return extension_.nodes().add(*typed, children, decls);
}

}  // namespace aunit::strength::comparison
