#include "strength/synthesis/vocabulary.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace aunit::strength::synthesis {

using namespace model;

Vocabulary::Vocabulary(const model::Model& model, model::Nodes& nodes, const std::vector<model::ModuleId>& avoid)
    : model_(model) {
  nodes.at({}, false);
  for (const model::Sig& sig : model.sigs()) taken_.push_back(sig.name);
  for (const model::Field& field : model.fields()) taken_.push_back(field.name);
  for (const model::Func& function : model.funcs()) {
    if (model.modules()[function.module].library) continue;
    taken_.push_back(function.name);
    for (const VarId parameter : function.variables) taken_.push_back(model.variable(parameter).name);
  }

  kinds_.assign(model.sigs().size(), anyKind);
  Kind next = 0;
  for (SigId s = model::builtin::count; s < model.sigs().size(); ++s)
    if (model.isTopLevel(s) && next < anyKind) kinds_[s] = next++;
  const auto usable = [&](model::ModuleId module) {
    return !model.modules()[module].library && std::ranges::find(avoid, module) == avoid.end();
  };
  for (SigId s = model::builtin::count; s < model.sigs().size(); ++s) {
    const model::Sig sig = model.sig(s);
    if (sig.isMeta || !usable(sig.module)) continue;
    const Kind kind = kindOf(s);
    Domain domain{.sig = s, .expr = nodes.sig(s), .kind = kind, .topLevel = model.isTopLevel(s)};
    leaves_.push_back({domain.expr, {1, {kind}}, 1});
    changes_ |= sig.isVar;
    const bool single = sig.multiplicity == model::Multiplicity::one;
    if (single || sig.isEnum) continue;
    for (std::size_t i = 0; i < domain.variables.size(); ++i) {
      domain.variables[i] = nodes.newVariable(freshName(s), s);
      domain.uses[i] = nodes.variable(domain.variables[i]);
    }
    domains_.push_back(domain);
  }
  for (model::FieldId f = 0; f < model.fields().size(); ++f) {
    const model::Field& field = model.field(f);
    if (field.isMeta || !usable(model.sig(field.sig).module) || field.arity > maximalColumns) continue;
    const auto kinds = kindsOf(model.type(field.type));
    if (!kinds) continue;
    changes_ |= field.isVar;
    leaves_.push_back({nodes.field(f), *kinds, 1});
  }
  std::vector<Kind> homogeneous;
  for (const Leaf& leaf : leaves_)
    if (leaf.kinds.arity == 2 && leaf.kinds.columns[0] == leaf.kinds.columns[1] &&
        std::ranges::find(homogeneous, leaf.kinds.columns[0]) == homogeneous.end())
      homogeneous.push_back(leaf.kinds.columns[0]);
  const model::Expr iden{.op = Op::iden};
  for (const Kind kind : homogeneous)
    if (const auto typed = nodes.typed(iden, {})) leaves_.push_back({nodes.add(*typed, {}), {2, {kind, kind}}, 1});
  addProjections(nodes);
  if (!changes_) return;
  const std::vector<Leaf> leaves = leaves_;
  for (const Leaf& leaf : leaves)
    if (model.expr(leaf.expr).op != Op::iden && model.expr(leaf.expr).variable)
      leaves_.push_back({nodes.unary(Op::prime, leaf.expr), leaf.kinds, static_cast<std::uint16_t>(leaf.cost + 1)});
}

/// Adds leaves that project a ternary field to its first and last column: `{ a: A, b: B | some a.f.b }`. Joins can express all
/// other projections.
void Vocabulary::addProjections(model::Nodes& nodes) {
  const std::vector<Leaf> leaves = leaves_;
  for (const Leaf& leaf : leaves) {
    if (leaf.kinds.arity != 3) continue;
    const auto domainOf = [&](Kind kind) {
      return std::ranges::find_if(domains_, [&](const Domain& d) { return d.kind == kind && d.topLevel; });
    };
    const auto first = domainOf(leaf.kinds.columns[0]), last = domainOf(leaf.kinds.columns[2]);
    if (first == domains_.end() || last == domains_.end()) continue;
    model::Decl decls[2];
    decls[0].firstVariable = nodes.newVariable(freshName(first->sig), first->sig);
    decls[1].firstVariable = nodes.newVariable(freshName(last->sig), last->sig);
    decls[0].bound = first->expr;
    decls[1].bound = last->expr;
    decls[0].variableCount = decls[1].variableCount = 1;
    const ExprId related = nodes.unary(Op::some, nodes.join(nodes.join(nodes.variable(decls[0].firstVariable), leaf.expr),
                                                            nodes.variable(decls[1].firstVariable)));
    leaves_.push_back(
        {nodes.quantified(Op::comprehension, decls, related), {2, {leaf.kinds.columns[0], leaf.kinds.columns[2]}}, 4});
  }
}

Kind Vocabulary::kindOf(SigId sig) const {
  if (kinds_[sig] != anyKind || sig < model::builtin::count) return kinds_[sig];
  const std::vector<SigId>& parents = model_.sig(sig).parents;
  Kind kind = parents.empty() ? anyKind : kindOf(parents[0]);
  for (const SigId parent : parents)
    if (kindOf(parent) != kind) kind = anyKind;
  return kind;
}

std::optional<Kinds> Vocabulary::kindsOf(const model::Type& type) const {
  std::optional<Kinds> result;
  for (const model::Product& product : type.products) {
    if (product.size() > maximalColumns) return std::nullopt;
    Kinds kinds{static_cast<std::uint8_t>(product.size()), {}};
    for (std::size_t i = 0; i < product.size(); ++i) {
      if (product[i] >= 1 && product[i] < model::builtin::count) return std::nullopt;  // integers, strings
      kinds.columns[i] = kindOf(product[i]);
    }
    if (!result) result = kinds;
    if (result->arity != kinds.arity) return std::nullopt;
    for (std::size_t i = 0; i < product.size(); ++i)
      if (result->columns[i] != kinds.columns[i]) result->columns[i] = anyKind;
  }
  return result;
}

std::optional<Leaf> Vocabulary::leafOf(VarId variable, model::Nodes& nodes) const {
  const model::Variable v = model_.variable(variable);
  if (v.sort != model::Sort::relation || v.arity > maximalColumns) return std::nullopt;
  const auto kinds = kindsOf(model_.type(v.type));
  if (!kinds) return std::nullopt;
  return Leaf{nodes.variable(variable), *kinds, 1};
}

std::string Vocabulary::freshName(SigId sig) {
  const std::string letter(1, static_cast<char>(std::tolower(static_cast<unsigned char>(model_.sig(sig).name[0]))));
  for (int number = 0;; ++number) {
    const std::string name = number == 0 ? letter : letter + std::to_string(number);
    if (std::ranges::find(taken_, name) != taken_.end()) continue;
    taken_.push_back(name);
    return name;
  }
}

}  // namespace aunit::strength::synthesis
