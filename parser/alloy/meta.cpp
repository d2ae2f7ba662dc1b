// Meta-signatures (language reference 7.7): the model's declarations as atoms. The resolver adds them only if the model uses
// a name that contains `$`.

#include <fmt/format.h>

#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

using namespace model;
namespace builtin = model::builtin;

namespace {

model::Sig metaSig(std::string name, SigId parent, Span span, bool isPrivate = false) {
  model::Sig sig;
  sig.isPrivate = isPrivate;
  sig.name = sig.label = std::move(name);
  sig.isMeta = true;
  sig.parents = {parent};
  sig.span = span;
  return sig;
}

}  // namespace

SigId Resolver::declareMeta(model::Sig sig, ModuleInstance& home) {
  sig.module = home.id;
  const std::string name = sig.name;
  sig.label = model_.modules()[home.id].path + "/" + name;
  if (!sig.isAbstract) sig.multiplicity = Multiplicity::one;
  const SigId parent = sig.parents[0];
  model_.mutableSigs().push_back(std::move(sig));
  const auto id = static_cast<SigId>(model_.sigs().size() - 1);
  model_.mutableSigs()[id].type = model_.internType({{{id}}});
  if (parent != builtin::univ) model_.mutableSigs()[parent].children.push_back(id);
  home.sigs[name] = id;
  return id;
}

// Declares `sig$` and `field$`, so that parameters may range over them. Their contents are added when all fields are resolved.
void Resolver::addMetaRoots() {
  model::Sig allSigs = metaSig("sig$", builtin::univ, {}), allFields = metaSig("field$", builtin::univ, {});
  allSigs.isAbstract = allFields.isAbstract = true;
  sigMeta_ = declareMeta(allSigs, world_.root());
  fieldMeta_ = declareMeta(allFields, world_.root());
}

// Adds a `one sig S$` in `sig$` for every sig S, and a `one sig S$f` in `field$` for every field f of S. `S$` gets the defined
// fields `value`, `fields`, `subfields` and `parent`; `S$f` gets `value`. Also adds two sets of these meta signatures: `static$`
// for static declarations, and `var$` for variable declarations.
void Resolver::addMeta() {
  ModuleInstance& root = world_.root();
  const SigId userSigs = sigMeta_;
  const auto addField = [&](SigId owner, const std::string& name, NodeRef value) {
    const TypeRef type = types_.product(tree_.signature(owner, {})->type, types_.relational(value->type));
    model::Field field;
    field.name = name;
    field.label = model_.sig(owner).label + "." + name;
    field.sig = owner;
    field.isMeta = field.defined = true;
    field.declGroup = static_cast<std::uint32_t>(model_.fields().size());
    field.bound = tree_.emit(value);
    field.isVar = model_.expr(field.bound).variable;  // the field may change if the expression that defines it may change
    field.arity = static_cast<std::uint8_t>(types_.arity(type));
    field.type = types_.toModel(type);
    model_.mutableFields().push_back(std::move(field));
    const auto id = static_cast<model::FieldId>(model_.fields().size() - 1);
    model_.mutableSigs()[owner].fields.push_back(id);
    fieldsByName_[name].push_back(id);
  };
  const auto unite = [&](const std::vector<SigId>& sigs) {
    if (sigs.empty()) return tree_.signature(builtin::none, {});
    NodeRef result = tree_.signature(sigs[0], {});
    for (std::size_t i = 1; i < sigs.size(); ++i) result = tree_.binary(Op::union_, result, tree_.signature(sigs[i], {}), {});
    return result;
  };
  std::vector<SigId> metaOf(userSigs, model::noId);
  std::vector<std::vector<SigId>> fieldMetas(userSigs);
  for (SigId id = builtin::count; id < userSigs; ++id) {
    const model::Sig sig = model_.sig(id);
    ModuleInstance& home = *world_.instances()[sig.module];
    metaOf[id] = declareMeta(metaSig(sig.name + "$", sigMeta_, sig.span, sig.isPrivate), home);
    for (const model::FieldId field : sig.fields) {
      const model::Field f = model_.field(field);
      const SigId meta = declareMeta(metaSig(sig.name + "$" + f.name, fieldMeta_, f.span, sig.isPrivate || f.isPrivate), home);
      fieldMetas[id].push_back(meta);
      addField(meta, "value", tree_.field(field, typeOf(field), {}));
    }
  }
  const auto allFieldMetas = [&](auto& self, SigId id, std::vector<SigId>& out) -> void {
    out.insert(out.end(), fieldMetas[id].begin(), fieldMetas[id].end());
    for (const SigId child : model_.sig(id).children)
      if (child < userSigs) self(self, child, out);
  };
  for (SigId id = builtin::count; id < userSigs; ++id) {
    const model::Sig sig = model_.sig(id);
    addField(metaOf[id], "value", tree_.signature(id, {}));
    addField(metaOf[id], "fields", unite(fieldMetas[id]));
    std::vector<SigId> below;
    allFieldMetas(allFieldMetas, id, below);
    addField(metaOf[id], "subfields", unite(below));
    const bool hasParent = !sig.subset && sig.parents[0] != builtin::univ && metaOf[sig.parents[0]] != model::noId;
    addField(metaOf[id], "parent", tree_.signature(hasParent ? metaOf[sig.parents[0]] : builtin::none, {}));
  }
  // Separates the meta signatures of static declarations from those of variable declarations.
  std::vector<SigId> staticMetas, variableMetas;
  for (SigId id = builtin::count; id < userSigs; ++id) {
    (model_.sig(id).isVar ? variableMetas : staticMetas).push_back(metaOf[id]);
    for (std::size_t i = 0; i < fieldMetas[id].size(); ++i)
      (model_.field(model_.sig(id).fields[i]).isVar ? variableMetas : staticMetas).push_back(fieldMetas[id][i]);
  }
  const auto declareSubset = [&](const std::string& name, std::vector<SigId> parents) {
    if (parents.empty()) parents.push_back(builtin::none);
    model::Sig sig = metaSig(name, builtin::none, {});
    sig.module = root.id;
    sig.label = model_.modules()[root.id].path + "/" + name;
    sig.subset = sig.subsetExact = true;
    model::Type type;
    for (const SigId parent : parents) type.products.push_back({parent});
    sig.parents = std::move(parents);
    sig.type = model_.internType(std::move(type));
    root.sigs[name] = static_cast<SigId>(model_.sigs().size());
    model_.mutableSigs().push_back(std::move(sig));
  };
  declareSubset("static$", std::move(staticMetas));
  declareSubset("var$", std::move(variableMetas));
}

// Expands `all x: R | F`, `some x: R | F` and `{ x: R | F }` over meta atoms: makes one copy of F for each atom. So `x.value` has
// its own type in each copy.
NodeRef Resolver::expandMeta(Context& context, const syntax::Expr& e, NodeRef& firstBound) {
  const bool comprehension = e.kind == syntax::Kind::comprehension;
  if (!comprehension && e.quantifier != syntax::Quantifier::all && e.quantifier != syntax::Quantifier::some) return nullptr;
  if (e.decls.size() != 1 || e.decls[0].names.size() != 1 || (comprehension && e.children.empty())) return nullptr;
  const NodeRef bound = firstBound = tree_.resolveSet(visitBound(context, *e.decls[0].bound));
  if (!bound->errors.empty() || bound->marking != Node::Marking::none || !isMetaRange(bound)) return nullptr;
  std::vector<NodeRef> parts;
  NodeRef set = nullptr;
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
    const model::Sig& sig = model_.sig(id);
    if (!sig.isMeta || sig.isAbstract || sig.subset) continue;
    const NodeRef atom = tree_.signature(id, context.at(e.decls[0].names[0].span));
    if (!types_.intersects(atom->type, bound->type)) continue;
    if (!mayExpand(1)) return tooManyExpansions(context.at(e.span), "expanding a quantifier over meta-signatures");
    context.bindings.push_back({e.decls[0].names[0].text, atom, context.at(e.decls[0].names[0].span)});
    const NodeRef body = tree_.resolveFormula(visit(context, *e.children[0]));
    context.bindings.pop_back();
    const NodeRef member = tree_.binary(Op::in, atom, bound, context.at(e.span));
    if (comprehension) {
      const NodeRef one = tree_.ifThenElse(tree_.list(Op::and_, {member, body}, context.at(e.span)), atom,
                                           tree_.signature(builtin::none, context.at(e.span)), context.at(e.span));
      set = set ? tree_.binary(Op::union_, set, one, context.at(e.span)) : one;
    } else {
      parts.push_back(e.quantifier == syntax::Quantifier::all ? tree_.binary(Op::implies, member, body, context.at(e.span))
                                                              : tree_.list(Op::and_, {member, body}, context.at(e.span)));
    }
  }
  if (comprehension) return set ? set : tree_.signature(builtin::none, context.at(e.span));
  return tree_.list(e.quantifier == syntax::Quantifier::all ? Op::and_ : Op::or_, std::move(parts), context.at(e.span));
}

}  // namespace aunit::parser::alloy
