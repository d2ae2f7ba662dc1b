#include "strength/comparison/lending.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

using namespace model;

std::vector<std::set<SigId>> columnsOf(const Model& model, FieldId id) {
  std::vector<std::set<SigId>> columns(model.field(id).arity);
  for (const Product& product : model.type(model.field(id).type).products)
    for (std::size_t i = 0; i < product.size() && i < columns.size(); ++i)
      columns[i].merge(comparison::topsOf(model, product[i]));
  return columns;
}

FieldId addField(Extension& to, const model::Field& like, SigId sig, Type type, bool isVar, std::string label) {
  model::Nodes& nodes = to.nodes();
  Model& model = to.growing();
  nodes.at({});
  const auto id = static_cast<FieldId>(model.fields().size());
  model::Field field;
  field.name = like.name;
  field.label = std::move(label);
  field.sig = sig;
  field.isVar = isVar;
  field.declGroup = id;
  field.arity = like.arity;
  field.thisVariable = nodes.newVariable("this", sig);
  field.bound = nodes.everything(type, 1);
  field.type = model.internType(std::move(type));
  model.mutableFields().push_back(field);
  model.mutableSigs()[sig].fields.push_back(id);
  const auto imply = [&](ImplicitKind kind, ExprId formula) {
    if (model.expr(formula).variable) formula = nodes.unary(Op::always, formula);
    model.mutableImplicitConstraints().push_back({kind, sig, id, formula, {}});
  };
  const ExprId within = nodes.binary(Op::in, nodes.join(nodes.variable(field.thisVariable), nodes.field(id)), field.bound);
  imply(ImplicitKind::fieldBound,
        nodes.quantified(Op::quantAll, {field.thisVariable, 1, nodes.sig(sig), Multiplicity::one, false, {}}, within));
  imply(ImplicitKind::fieldDomain,
        nodes.binary(Op::in, nodes.field(id), nodes.binary(Op::domainRestriction, nodes.sig(sig), nodes.field(id))));
  return id;
}

SigId addSig(Extension& to, const model::Sig& like, std::vector<SigId> parents, bool isVar, Multiplicity multiplicity,
             std::string label) {
  model::Nodes& nodes = to.nodes();
  Model& model = to.growing();
  nodes.at({});
  const auto id = static_cast<SigId>(model.sigs().size());
  const bool isSubset = !parents.empty();
  model::Sig sig;
  sig.name = like.name;
  sig.label = std::move(label);
  sig.isVar = isVar;
  sig.subset = isSubset;
  sig.multiplicity = multiplicity;
  sig.parents = isSubset ? parents : std::vector<SigId>{builtin::univ};
  Type type;
  for (const SigId parent : parents)
    for (const SigId top : comparison::topsOf(model, parent)) type.products.push_back({top});
  if (!isSubset) type.products = {{id}};
  sig.type = model.internType(std::move(type));
  model.mutableSigs().push_back(std::move(sig));
  const auto imply = [&](ImplicitKind kind, ExprId formula) {
    if (model.expr(formula).variable) formula = nodes.unary(Op::always, formula);
    model.mutableImplicitConstraints().push_back({kind, id, noId, formula, {}});
  };
  if (isSubset)
    imply(ImplicitKind::subsignature, nodes.binary(Op::in, nodes.sig(id), unionOf(to, parents)));
  else
    model.mutableSigs()[builtin::univ].children.push_back(id);
  if (multiplicity == Multiplicity::one) imply(ImplicitKind::sigMultiplicity, nodes.unary(Op::one, nodes.sig(id)));
  return id;
}

void addFact(Extension& to, std::string name, ExprId formula) {
  if (to.model().expr(formula).variable) formula = to.nodes().unary(Op::always, formula);
  model::Fact fact;
  fact.name = std::move(name);
  fact.body = formula;
  to.growing().mutableFacts().push_back(std::move(fact));
}

ExprId reordered(Extension& in, FieldId id, const std::vector<unsigned>& order) {
  model::Nodes& nodes = in.nodes();
  if (std::ranges::is_sorted(order)) return nodes.field(id);
  if (order.size() == 2) return nodes.unary(Op::transpose, nodes.field(id));
  const auto columns = columnsOf(in.model(), id);
  std::vector<Decl> decls(order.size());
  std::vector<VarId> variables(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    Type type;
    for (const SigId sig : columns[i]) type.products.push_back({sig});
    const VarId variable = nodes.newVariable("column", *columns[i].begin());
    const ExprId all = nodes.everything(type, 0);
    in.growing().mutableVariable(variable).type = in.growing().internType(std::move(type));
    variables[i] = variable;
    decls[order[i]] = {variable, 1, all, Multiplicity::one, false, {}};
  }
  ExprId tuple = nodes.variable(variables[0]);
  for (std::size_t i = 1; i < order.size(); ++i) tuple = nodes.binary(Op::product, tuple, nodes.variable(variables[i]));
  return nodes.quantified(Op::comprehension, decls, nodes.binary(Op::in, tuple, nodes.field(id)));
}

ExprId asFor(Extension& in, FieldId added, ExprId value) {
  const Type& type = in.model().type(in.model().field(added).type);
  const bool isWide = std::ranges::all_of(type.products, [&](const Product& product) {
    return std::ranges::all_of(product, [&](SigId sig) { return in.model().sig(sig).builtin || in.model().isTopLevel(sig); });
  });
  const SigId owner = in.model().field(added).sig;
  if (isWide && in.model().isTopLevel(owner)) return value;
  const ExprId all = in.nodes().everything(Type(type), 0);
  return in.nodes().binary(Op::domainRestriction, in.nodes().sig(owner), in.nodes().binary(Op::intersection, value, all));
}

ExprId unionOf(Extension& in, const std::vector<SigId>& sigs) {
  ExprId all = noId;
  for (const SigId sig : sigs) all = all == noId ? in.nodes().sig(sig) : in.nodes().binary(Op::union_, all, in.nodes().sig(sig));
  return all;
}

namespace {

/// Whether the value of an expression contains atoms of signatures that are added to the model.
enum class Reach : std::uint8_t {
  none,   // no such atom
  whole,  // such atoms, but no tuple has both added and other atoms: `univ`, `iden`, `*r`
  mixed,  // such atoms in any tuples, or a formula whose value depends on such atoms
};

class ReachOfFormulas {
 public:
  explicit ReachOfFormulas(const Model& model) : model_(model), known_(model.exprCount()) {}

  Reach of(ExprId id) {
    if (id == noId) return Reach::none;
    if (!known_[id]) known_[id] = found(id);
    return *known_[id];
  }

 private:
  Reach found(ExprId id) {
    const model::Expr& node = model_.expr(id);
    std::vector<Reach> parts;
    for (const ExprId child : model_.children(id)) parts.push_back(of(child));
    const auto isPart = [&](Reach reach) { return std::ranges::find(parts, reach) != parts.end(); };
    if (isPart(Reach::mixed)) return Reach::mixed;
    if (std::ranges::any_of(model_.decls(id), [&](const Decl& decl) { return of(decl.bound) != Reach::none; }))
      return Reach::mixed;
    if (node.op == Op::iden || node.op == Op::reflexiveClosure || (node.op == Op::sig && node.payload == builtin::univ))
      return Reach::whole;
    if (node.op == Op::call && !isPart(Reach::whole)) return of(model_.func(node.payload).body);
    if (!isPart(Reach::whole)) return Reach::none;
    switch (node.op) {
      case Op::union_:
      case Op::transpose:
      case Op::closure:
      case Op::prime:
      case Op::bound: return Reach::whole;
      case Op::join:
      case Op::intersection:
      case Op::domainRestriction:
      case Op::rangeRestriction: return isPart(Reach::none) ? Reach::none : Reach::whole;
      case Op::difference: return parts[0];
      case Op::in: return parts[0] == Reach::none ? Reach::none : Reach::mixed;
      default: return Reach::mixed;
    }
  }

  const Model& model_;
  std::vector<std::optional<Reach>> known_;
};

}  // namespace

bool dependsOnUniverse(const Model& model) {
  ReachOfFormulas reach(model);
  const auto isOfAll = [&](const model::Field& field) {
    const auto& products = model.type(field.type).products;
    return !field.isMeta && std::ranges::any_of(products, [](const Product& product) {
      return std::ranges::find(product, builtin::univ) != product.end();
    });
  };
  return std::ranges::any_of(model.fields(), isOfAll) ||
         std::ranges::any_of(model.facts(), [&](const model::Fact& fact) { return reach.of(fact.body) != Reach::none; }) ||
         std::ranges::any_of(model.implicitConstraints(), [&](const model::ImplicitConstraint& constraint) {
           return constraint.sig != builtin::univ && reach.of(constraint.formula) != Reach::none;
         });
}

}  // namespace aunit::strength::versions
