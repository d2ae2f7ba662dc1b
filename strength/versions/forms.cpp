#include "strength/versions/forms.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace aunit::strength::versions {

using comparison::Correspondence;
using namespace model;

namespace {

/// Adds a field with the name of `like`, and with any tuples of this type.
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

void addFact(Extension& to, std::string name, ExprId formula) {
  if (to.model().expr(formula).variable) formula = to.nodes().unary(Op::always, formula);
  model::Fact fact;
  fact.name = std::move(name);
  fact.body = formula;
  to.growing().mutableFacts().push_back(std::move(fact));
}

/// The field `id` with its columns reordered: column i comes from column `order[i]`.
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

/// Adds a signature with the name of `like`: a subset of `parents`, or a top-level `one sig` without parents.
SigId addSig(Extension& to, const model::Sig& like, std::vector<SigId> parents, bool isVar, std::string label) {
  model::Nodes& nodes = to.nodes();
  Model& model = to.growing();
  nodes.at({});
  const auto id = static_cast<SigId>(model.sigs().size());
  model::Sig sig;
  sig.name = like.name;
  sig.label = std::move(label);
  sig.isVar = isVar;
  sig.subset = !parents.empty();
  sig.multiplicity = sig.subset ? Multiplicity::set : Multiplicity::one;
  sig.parents = sig.subset ? parents : std::vector<SigId>{builtin::univ};
  Type type;
  for (const SigId parent : parents)
    for (const SigId top : comparison::topsOf(model, parent)) type.products.push_back({top});
  if (!sig.subset) type.products = {{id}};
  sig.type = model.internType(std::move(type));
  const bool isSubset = sig.subset;
  model.mutableSigs().push_back(std::move(sig));
  if (!isSubset) {
    model.mutableSigs()[builtin::univ].children.push_back(id);
    model.mutableImplicitConstraints().push_back(
        {ImplicitKind::sigMultiplicity, id, noId, nodes.unary(Op::one, nodes.sig(id)), {}});
    return id;
  }
  ExprId all = noId;
  for (const SigId parent : parents) all = all == noId ? nodes.sig(parent) : nodes.binary(Op::union_, all, nodes.sig(parent));
  ExprId within = nodes.binary(Op::in, nodes.sig(id), all);
  if (model.expr(within).variable) within = nodes.unary(Op::always, within);
  model.mutableImplicitConstraints().push_back({ImplicitKind::subsignature, id, noId, within, {}});
  return id;
}

/// Whether `parts` are all children of an abstract signature, so that each of its atoms is in exactly one of them.
bool isParted(const Model& model, SigId sig, const std::set<SigId>& parts) {
  const std::vector<SigId>& children = model.sig(sig).children;
  return model.sig(sig).isAbstract && std::set<SigId>(children.begin(), children.end()) == parts;
}

}  // namespace

std::vector<std::set<SigId>> columnsOf(const Model& model, FieldId id) {
  std::vector<std::set<SigId>> columns(model.field(id).arity);
  for (const Product& product : model.type(model.field(id).type).products)
    for (std::size_t i = 0; i < product.size() && i < columns.size(); ++i)
      columns[i].merge(comparison::topsOf(model, product[i]));
  return columns;
}

Definitions::Definitions(const Model& older, const Model& newer, const Correspondence& known, Matching& result)
    : older_(older), newer_(newer), known_(known), back_(known.turned(newer)), result_(result) {}

void Definitions::begin() {
  if (result_.older) return;
  result_.older = std::make_unique<Extension>(older_);
  result_.newer = std::make_unique<Extension>(newer_);
}

/// Adds a field of one model to the other model.
std::optional<FieldId> Definitions::lend(bool toNewer, FieldId id, bool isVar) {
  const Correspondence& there = toNewer ? known_ : back_;
  const Model& from = toNewer ? older_ : newer_;
  const model::Field& field = from.field(id);
  const auto type = there.type(from.type(field.type));
  const SigId sig = there.sigs[field.sig];
  if (!type || type->products.empty() || sig == noId) return std::nullopt;
  const std::string label = fmt::format("{} of the {} version", field.label, toNewer ? "older" : "newer");
  result_.renamings[toNewer ? field.label : label] = toNewer ? label : field.label;
  return addField(toNewer ? *result_.newer : *result_.older, field, sig, *type, isVar, label);
}

bool Definitions::define(const FieldForm& form) {
  begin();
  const auto inOlder = lend(false, form.newer, older_.field(form.older).isVar);
  const auto inNewer = lend(true, form.older, newer_.field(form.newer).isVar);
  if (!inOlder || !inNewer) return false;
  const std::string name = fmt::format("match of {}", newer_.field(form.newer).label);
  model::Nodes &older = result_.older->nodes(), &newer = result_.newer->nodes();
  addFact(*result_.older, name,
          older.binary(Op::equal, older.field(*inOlder), reordered(*result_.older, form.older, form.order)));
  addFact(*result_.newer, name,
          newer.binary(Op::equal, newer.field(form.newer), reordered(*result_.newer, *inNewer, form.order)));
  return true;
}

bool Definitions::define(const Holder& one) {
  begin();
  const bool isOlder = one.isSubsetOlder;
  const Model &ofSubset = isOlder ? older_ : newer_, &ofHolder = isOlder ? newer_ : older_;
  const Correspondence &toHolder = isOlder ? known_ : back_, &toSubset = isOlder ? back_ : known_;
  Extension &withSubset = isOlder ? *result_.older : *result_.newer, &withHolder = isOlder ? *result_.newer : *result_.older;
  const model::Sig &subset = ofSubset.sig(one.subset), &holder = ofHolder.sig(one.holder);
  const model::Field& field = ofHolder.field(one.field);
  std::vector<SigId> parents;
  for (const SigId parent : subset.parents) parents.push_back(toHolder.sigs[parent]);
  Type values;
  for (const Product& product : ofHolder.type(field.type).products) values.products.push_back({noId, toSubset.sigs[product[1]]});
  if (std::ranges::find(parents, noId) != parents.end() ||
      std::ranges::any_of(values.products, [](const Product& product) { return product[1] == noId; }))
    return false;
  const std::string where = isOlder ? "newer" : "older", there = isOlder ? "older" : "newer";
  const auto rename = [&](bool ofOlder, const std::string& label, const std::string& lent) {
    result_.renamings[ofOlder ? label : lent] = ofOlder ? lent : label;
  };
  const std::string subsetLabel = fmt::format("{} of the {} version", subset.label, there);
  const std::string holderLabel = fmt::format("{} of the {} version", holder.label, where);
  const std::string fieldLabel = fmt::format("{} of the {} version", field.label, where);
  rename(isOlder, subset.label, subsetLabel);
  rename(!isOlder, holder.label, holderLabel);
  rename(!isOlder, field.label, fieldLabel);
  const SigId lentSubset = addSig(withHolder, subset, parents, field.isVar, subsetLabel);
  const SigId lentHolder = addSig(withSubset, holder, {}, false, holderLabel);
  for (Product& product : values.products) product[0] = lentHolder;
  const FieldId lentField = addField(withSubset, field, lentHolder, std::move(values), subset.isVar, fieldLabel);
  model::Nodes &first = withSubset.nodes(), &second = withHolder.nodes();
  const std::string name = fmt::format("match of {}", subset.label);
  addFact(
      withSubset, name + " as a field",
      first.binary(Op::equal, first.field(lentField), first.binary(Op::product, first.sig(lentHolder), first.sig(one.subset))));
  addFact(withHolder, name,
          second.binary(Op::equal, second.sig(lentSubset), second.join(second.sig(one.holder), second.field(one.field))));
  return true;
}

bool Definitions::define(const FieldParts& group) {
  begin();
  const bool isNewer = group.isWholeNewer;
  const Model &ofParts = isNewer ? older_ : newer_, &ofWhole = isNewer ? newer_ : older_;
  const Correspondence &toWhole = isNewer ? known_ : back_, &toParts = isNewer ? back_ : known_;
  const model::Field& field = ofWhole.field(group.whole);
  const auto whole = lend(!isNewer, group.whole, field.isVar);
  if (!whole) return false;
  std::vector<FieldId> parts;
  std::set<SigId> sigs, sigsThere;
  for (const FieldId part : group.parts) {
    const auto lent = lend(isNewer, part, field.isVar);
    if (!lent) return false;
    parts.push_back(*lent);
    sigs.insert(ofParts.field(part).sig);
    sigsThere.insert(toWhole.sigs[ofParts.field(part).sig]);
  }
  Extension &withParts = isNewer ? *result_.older : *result_.newer, &withWhole = isNewer ? *result_.newer : *result_.older;
  const std::string name = fmt::format("match of {}", field.label);
  const auto isSum = [&](Extension& in, FieldId sum, const std::vector<FieldId>& of) {
    ExprId all = noId;
    for (const FieldId part : of)
      all = all == noId ? in.nodes().field(part) : in.nodes().binary(Op::union_, all, in.nodes().field(part));
    return in.nodes().binary(Op::equal, in.nodes().field(sum), all);
  };
  addFact(withParts, name, isSum(withParts, *whole, group.parts));
  if (isParted(ofWhole, field.sig, sigsThere) && isParted(ofParts, toParts.sigs[field.sig], sigs)) {
    addFact(withWhole, name, isSum(withWhole, group.whole, parts));
    return true;
  }
  model::Nodes& nodes = withWhole.nodes();
  std::vector<ExprId> each;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SigId sig = toWhole.sigs[ofParts.field(group.parts[i]).sig];
    each.push_back(nodes.binary(Op::equal, nodes.field(parts[i]),
                                nodes.binary(Op::domainRestriction, nodes.sig(sig), nodes.field(group.whole))));
  }
  addFact(withWhole, name, nodes.list(Op::and_, each));
  return true;
}

}  // namespace aunit::strength::versions
