// Defines each form of a shape (shapes.h) in the model that has the other form (forms.h).
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/formulas/copier.h"
#include "strength/comparison/lending.h"
#include "strength/versions/matching/forms.h"

namespace aunit::strength::versions {

using namespace model;

/// Adds a signature of one model to the other model, as a top-level signature without fields and children.
SigId Definitions::lendAlone(const Side& side, SigId id, Multiplicity multiplicity) {
  const model::Sig& sig = side.from.sig(id);
  return side.there.sigs[id] = addSig(side.to, sig, {}, false, multiplicity, rename(side, sig.label));
}

std::optional<SigId> Definitions::lendSubset(const Side& side, SigId id, bool isVar) {
  const model::Sig& sig = side.from.sig(id);
  std::vector<SigId> parents;
  for (const SigId parent : sig.parents) parents.push_back(side.there.sigs[parent]);
  if (std::ranges::find(parents, noId) != parents.end()) return std::nullopt;
  return side.there.sigs[id] = addSig(side.to, sig, std::move(parents), isVar, Multiplicity::set, rename(side, sig.label));
}

/// Adds the signatures of truth values, with their constraints, to the other model, unless that model has all these signatures.
/// Returns false if it has only some of them.
bool Definitions::lendValues(const Side& side, const Shape& shape) {
  const auto isThere = [&](SigId id) { return side.there.sigs[id] != noId; };
  if (std::ranges::all_of(shape.values, isThere)) return true;
  if (std::ranges::any_of(shape.values, isThere)) return false;
  model::Model& to = side.to.growing();
  const bool hasParent = shape.values.size() == 3;
  const SigId parent = hasParent ? lendAlone(side, shape.values[2], Multiplicity::set) : noId;
  std::vector<SigId> values;
  for (const SigId id : {shape.values[0], shape.values[1]}) {
    const SigId lent = lendAlone(side, id, Multiplicity::one);
    values.push_back(lent);
    if (!hasParent) continue;
    to.mutableSigs()[lent].parents = {parent};
    std::vector<SigId> others = to.sig(builtin::univ).children;
    std::erase(others, lent);
    to.mutableSigs()[builtin::univ].children = others;
  }
  if (!hasParent) return true;
  // Children must be in the order of their declarations.
  if (shape.values[0] > shape.values[1]) std::ranges::reverse(values);
  to.mutableSigs()[parent].children = values;
  to.mutableSigs()[parent].isAbstract = true;
  Copier copier(side.from, side.to, side.there);
  for (const ImplicitConstraint& constraint : side.from.implicitConstraints()) {
    if (std::ranges::find(shape.values, constraint.sig) == shape.values.end() || constraint.field != noId ||
        constraint.kind == ImplicitKind::sigMultiplicity)
      continue;
    const auto formula = copier.expression(constraint.formula);
    if (!formula) return false;
    to.mutableImplicitConstraints().push_back({constraint.kind, side.there.sigs[constraint.sig], noId, *formula, {}});
  }
  return true;
}

bool Definitions::define(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::holder:
    case Shape::Kind::truth: return defineSubset(shape);
    case Shape::Kind::relation: return defineRelation(shape);
    case Shape::Kind::order: break;
  }
  return defineOrder(shape);
}

bool Definitions::defineSubset(const Shape& shape) {
  const Side toPlain = side(!shape.isPlainOlder), toOther = side(shape.isPlainOlder);
  Extension &plain = toPlain.to, &other = toOther.to;
  model::Nodes &inPlain = plain.nodes(), &inOther = other.nodes();
  const model::Sig& subset = toOther.from.sig(shape.subset);
  const FieldId field = shape.fields[0];
  const bool isHolder = shape.kind == Shape::Kind::holder;
  const std::string name = fmt::format("match of {}", subset.label);
  const auto lent = lendSubset(toOther, shape.subset, toPlain.from.field(field).isVar);
  if (!lent) return false;
  if (isHolder)
    lendAlone(toPlain, shape.sig, Multiplicity::one);
  else if (!lendValues(toPlain, shape))
    return false;
  const auto lentField = lend(toPlain, field, subset.isVar);
  if (!lentField) return false;
  const auto sigInPlain = [&](SigId id) { return inPlain.sig(toPlain.there.sigs[id]); };
  const ExprId members = inPlain.sig(shape.subset);
  ExprId value = noId;
  if (isHolder) {
    value = inPlain.binary(Op::product, sigInPlain(shape.sig), members);
  } else {
    const ExprId owner = sigInPlain(toPlain.from.field(field).sig);
    value = inPlain.binary(
        Op::union_, inPlain.binary(Op::product, inPlain.binary(Op::intersection, owner, members), sigInPlain(shape.values[0])),
        inPlain.binary(Op::product, inPlain.binary(Op::difference, owner, members), sigInPlain(shape.values[1])));
  }
  addFact(plain, name + " as a field", inPlain.binary(Op::equal, inPlain.field(*lentField), asFor(plain, *lentField, value)));
  const ExprId held = isHolder ? inOther.join(inOther.sig(shape.sig), inOther.field(field))
                               : inOther.join(inOther.field(field), inOther.sig(shape.values[0]));
  const ExprId within = unionOf(other, other.model().sig(*lent).parents);
  addFact(other, name, inOther.binary(Op::equal, inOther.sig(*lent), inOther.binary(Op::intersection, held, within)));
  return true;
}

/// One model has a relation, the other one has a signature with an atom for each tuple. Adds the relation to the model with the
/// signature, and the signature to the model with the relation.
bool Definitions::defineRelation(const Shape& shape) {
  const Side toPlain = side(!shape.isPlainOlder), toOther = side(shape.isPlainOlder);
  Extension &plain = toPlain.to, &other = toOther.to;
  const std::string name = fmt::format("match of {}", toOther.from.field(shape.field).label);
  const auto lent = lend(toOther, shape.field, false);
  if (!lent) return false;
  const SigId atoms = lendAlone(toPlain, shape.sig, Multiplicity::set);
  std::vector<FieldId> lentFields;
  for (const FieldId field : shape.fields) {
    const auto one = lend(toPlain, field, false);
    if (!one) return false;
    lentFields.push_back(*one);
  }

  /// Returns an expression for the relation. Each atom of `sig` stands for a tuple, which consists of the atom's values of
  /// `fields`.
  const auto tuplesOf = [](Extension& in, SigId sig, const std::vector<FieldId>& fields) {
    model::Nodes& nodes = in.nodes();
    if (fields.size() == 2) return nodes.join(nodes.unary(Op::transpose, nodes.field(fields[0])), nodes.field(fields[1]));
    std::vector<Decl> decls;
    ExprId tuple = noId;
    std::vector<ExprId> has;
    const VarId atom = nodes.newVariable("tuple", sig);
    for (const FieldId field : fields) {
      Type type;
      const auto columns = columnsOf(in.model(), field);
      for (const SigId top : columns[1]) type.products.push_back({top});
      const VarId variable = nodes.newVariable("column", type.products[0][0]);
      const ExprId all = nodes.everything(type, 0);
      in.growing().mutableVariable(variable).type = in.growing().internType(std::move(type));
      decls.push_back({variable, 1, all, Multiplicity::one, false, {}});
      const ExprId value = nodes.variable(variable);
      has.push_back(nodes.binary(Op::in, value, nodes.join(nodes.variable(atom), nodes.field(field))));
      tuple = tuple == noId ? value : nodes.binary(Op::product, tuple, value);
    }
    const ExprId some =
        nodes.quantified(Op::quantSome, {atom, 1, nodes.sig(sig), Multiplicity::one, false, {}}, nodes.list(Op::and_, has));
    return nodes.quantified(Op::comprehension, decls, some);
  };
  model::Nodes &inPlain = plain.nodes(), &inOther = other.nodes();
  addFact(other, name,
          inOther.binary(Op::equal, inOther.field(*lent), asFor(other, *lent, tuplesOf(other, shape.sig, shape.fields))));

  const VarId atom = inPlain.newVariable("tuple", atoms), two = inPlain.newVariable("tuple", atoms);
  inPlain.newVariable("another", atoms);
  std::vector<ExprId> each, same;
  ExprId room = noId;  // all tuples that the added fields can hold
  for (const FieldId field : lentFields) {
    const auto valueOf = [&](VarId of) { return inPlain.join(inPlain.variable(of), inPlain.field(field)); };
    each.push_back(inPlain.unary(Op::one, valueOf(atom)));
    same.push_back(inPlain.binary(Op::equal, valueOf(two), valueOf(two + 1)));
    const ExprId values = inPlain.everything(Type(plain.model().type(plain.model().field(field).type)), 1);
    room = room == noId ? values : inPlain.binary(Op::product, room, values);
  }
  const ExprId tuples = inPlain.binary(Op::intersection, inPlain.field(shape.field), room);
  addFact(plain, name + " as a signature",
          inPlain.list(Op::and_, {inPlain.quantified(Op::quantAll, {atom, 1, inPlain.sig(atoms), Multiplicity::one, false, {}},
                                                     inPlain.list(Op::and_, each)),
                                  inPlain.quantified(Op::quantNo, {two, 2, inPlain.sig(atoms), Multiplicity::one, true, {}},
                                                     inPlain.list(Op::and_, same)),
                                  inPlain.binary(Op::equal, tuplesOf(plain, atoms, lentFields), tuples)}));
  Matching::Tuples tuplesOfNewer;
  tuplesOfNewer.sig = shape.isPlainOlder ? shape.sig : atoms;
  for (const FieldId field : shape.isPlainOlder ? shape.fields : lentFields)
    tuplesOfNewer.columns.push_back(columnsOf(result_.newer->model(), field)[1]);
  result_.tuples.push_back(std::move(tuplesOfNewer));
  return true;
}

bool Definitions::defineOrder(const Shape& shape) {
  const Side toPlain = side(!shape.isPlainOlder), toOther = side(shape.isPlainOlder);
  Extension &plain = toPlain.to, &other = toOther.to;
  model::Nodes &inPlain = plain.nodes(), &inOther = other.nodes();
  const std::string name = fmt::format("match of {}", toOther.from.field(shape.field).label);
  const auto lent = lend(toOther, shape.field, false);
  if (!lent) return false;
  const auto maybeTurned = [&](model::Nodes& nodes, ExprId steps) {
    return shape.isTurned ? nodes.unary(Op::transpose, steps) : steps;
  };
  const ExprId steps = maybeTurned(inOther, inOther.join(inOther.sig(shape.sig), inOther.field(shape.fields[1])));
  addFact(other, name, inOther.binary(Op::equal, inOther.field(*lent), asFor(other, *lent, steps)));
  // The scope of an ordered signature is exact, so the signature is never empty.
  const SigId ordered = toPlain.from.modules()[toPlain.from.sig(shape.sig).module].arguments[0];
  addFact(other, name + " as an order", inOther.unary(Op::some, inOther.sig(ordered)));

  const SigId order = lendAlone(toPlain, shape.sig, Multiplicity::one);
  const auto first = lend(toPlain, shape.fields[0], false), next = lend(toPlain, shape.fields[1], false);
  if (!first || !next) return false;
  const ExprId forward = maybeTurned(inPlain, inPlain.field(shape.field));
  const ExprId atoms = inPlain.sig(toPlain.there.sigs[ordered]);
  const ExprId begins = inPlain.binary(Op::difference, atoms, inPlain.join(atoms, forward));
  const auto say = [&](FieldId field, ExprId value) {
    return inPlain.binary(Op::equal, inPlain.field(field),
                          asFor(plain, field, inPlain.binary(Op::product, inPlain.sig(order), value)));
  };
  addFact(plain, name + " as an order", inPlain.list(Op::and_, {say(*first, begins), say(*next, forward)}));
  return true;
}

}  // namespace aunit::strength::versions
