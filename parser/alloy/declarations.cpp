// Resolves signatures, fields, functions, facts and assertions, and writes them to the model (language reference 7 to 9).

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "parser/alloy/lints.h"
#include "parser/alloy/resolver.h"
#include "parser/implicit.h"
#include "support/memory.h"

namespace aunit::parser::alloy {

using namespace model;
namespace builtin = model::builtin;

namespace {

/// Returns the approximate number of nodes in the constraints that a signature's declaration implies (implicit.h).
std::size_t nodesImplied(const syntax::Sig& sig) {
  std::size_t nodes = 8;
  for (const syntax::Decl& decl : sig.fields) nodes += 12 * decl.names.size();
  return nodes;
}

/// Returns the products in the type of a subset signature with the parents `parts`. Requires that the parents have types. Takes
/// time in proportion to the number of parents.
std::vector<Product> productsOfParts(const Model& model, const std::vector<SigId>& parts) {
  std::set<SigId> columns;  // contains no subset signature, so each signature in it has at most one parent
  for (const SigId part : parts)
    for (const Product& product : model.type(model.sig(part).type).products) columns.insert(product.front());
  const auto isInAnother = [&](SigId column) {
    if (column == builtin::none) return columns.size() > 1;
    while (column != builtin::univ) {
      const std::vector<SigId>& above = model.sig(column).parents;
      column = above.empty() ? builtin::univ : above.front();
      if (columns.contains(column)) return true;
    }
    return false;
  };
  std::vector<Product> products;
  for (const SigId column : columns)
    if (!isInAnother(column)) products.push_back({column});
  return products;
}

}  // namespace

Resolver::Resolver(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, ParseOptions options,
                   World::ReadFile readFile)
    : model_(model),
      sources_(sources),
      diagnostics_(diagnostics),
      options_(options),
      readFile_(readFile),
      uses_(options.uses),
      world_(model, sources, diagnostics, uses_, options, std::move(readFile)),
      types_(model),
      tree_(model, types_, diagnostics, uses_) {}

bool Resolver::resolve(const std::string& path, model::FileId file, const std::string& modelPath, model::Tests& tests) {
  const bool good = resolveTexts(path, file, modelPath, tests);
  if (options_.uses) listNames();
  if (!good) {
    dropConsequences();
    return false;
  }
  finish();
  addLints(model_, tests, sources_, diagnostics_);
  warnOfPrimes();
  return true;
}

/// Resolves everything except implicit constraints.
bool Resolver::resolveTexts(const std::string& path, model::FileId file, const std::string& modelPath, model::Tests& tests) {
  if (!world_.load(path, file, modelPath) || !resolveModules()) return false;
  tests_ = &tests;
  resolveCommands(world_.root());
  for (const auto& instance : world_.instances())
    if (instance->id != 0 && !instance->library) resolveOpenedCommands(*instance);
  if (!options_.given.empty()) giveToAll(world_.root());
  const bool good = diagnostics_.errorCount() == errorsOfValuations_;
  resolveTests(world_.root(), tests);
  listParagraphs();
  return good;
}

bool Resolver::resolveLibrary(const std::string& path, model::FileId file) {
  return world_.loadNothing(path, file) && resolveModules();
}

void Resolver::adopt() {
  ModuleInstance& root = world_.root();
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
    if (model_.sig(id).module == root.id) root.sigs[model_.sig(id).name] = id;
  for (model::FieldId id = 0; id < model_.fields().size(); ++id) {
    fieldsByName_[model_.field(id).name].push_back(id);
  }
  tree_.functions().resize(model_.funcs().size());
  for (model::FuncId id = 0; id < model_.funcs().size(); ++id)
    if (model_.func(id).module == root.id) root.functions[model_.func(id).name].push_back(id);
  listParagraphs();
  finish();
}

/// Resolves everything except commands and tests.
bool Resolver::resolveModules() {
  // Estimates the number of nodes. If the estimate is too large, that is harmless: reserved memory that is never written to costs
  // nothing.
  std::size_t nodes = 0;
  for (const auto& instance : world_.instances()) {
    nodes += instance->file->arena.size() * 3 / 2;
    for (const syntax::Sig& sig : instance->file->sigs) nodes += sig.names.size() * nodesImplied(sig);
  }
  model_.reserveExprs(nodes);
  if (!resolveHierarchy()) return false;
  declareMembers();
  resolveFields();
  if (world_.usesDollar()) addMetaRoots();
  for (const auto& instance : world_.instances()) resolveSignatures(*instance);
  for (const auto& instance : world_.instances())
    for (const auto& paragraph : instance->file->paragraphs)
      if (paragraph.kind == syntax::ParagraphRef::Kind::sig)
        for (const syntax::Name& name : instance->file->sigs[paragraph.index].names)
          for (const syntax::Decl& decl : instance->file->sigs[paragraph.index].fields)
            if (decl.defined) resolveFieldDecl(instance->sigs.at(name.text), decl, true);
  if (world_.usesDollar()) addMeta();
  hasDeclarations_ = true;
  for (const auto& instance : world_.instances()) resolveBodies(*instance);
  return true;
}

/// First frees the syntax trees. Then adds the implicit constraints, which need as much memory as the trees.
void Resolver::finish() {
  markRecursion();
  world_.forgetTrees();
  constexpr std::uint32_t large = 50'000;
  if (model_.exprCount() >= large) support::returnFreedMemory();
  addImplicitConstraints(model_, types_);
  model_.seal();
}

bool Resolver::resolveHierarchy() {
  const std::size_t before = diagnostics_.errorCount();
  for (const auto& instance : world_.instances())
    for (const auto& paragraph : instance->file->paragraphs) {
      if (paragraph.kind != syntax::ParagraphRef::Kind::sig) continue;
      const syntax::Sig& s = instance->file->sigs[paragraph.index];
      for (const syntax::Name& name : s.names) {
        const SigId id = instance->sigs.at(name.text);
        for (const syntax::Name& parentName : s.parents) {
          const auto parent = world_.findSig(*instance, parentName);
          if (!parent) continue;
          const Span where = instance->at(parentName.span);
          const model::Sig& p = model_.sig(*parent);
          if (s.relation == syntax::Sig::Relation::extends) {
            if (p.builtin && *parent != builtin::univ)
              diagnostics_.error("declaration", where, fmt::format("a signature cannot extend the built-in \"{}\"", p.label))
                  .hints.push_back(fmt::format("to declare a subset write `sig {} in {}`", name.text, p.label));
            else if (p.subset)
              diagnostics_
                  .error("declaration", where, fmt::format("a signature cannot extend the subset signature \"{}\"", p.name))
                  .hints.push_back(fmt::format("to declare a subset of it write `sig {} in {}`", name.text, p.name));
            else if (p.multiplicity == Multiplicity::one && p.parents.size() == 1 && model_.sig(p.parents[0]).isEnum)
              diagnostics_.error("declaration", where,
                                 fmt::format("a signature cannot extend \"{}\", a member of an enumeration", p.name));
            else if (p.isEnum && s.multiplicity != Multiplicity::one)
              diagnostics_.error("declaration", where, fmt::format("only a `one sig` can extend the enumeration \"{}\"", p.name));
            model_.mutableSigs()[*parent].children.push_back(id);
          } else if (*parent == builtin::none) {
            diagnostics_.error("declaration", where, "a signature cannot be a subset of `none`");
          }
          if (!s.isVar && p.isVar && s.relation != syntax::Sig::Relation::equal)
            diagnostics_.warning(
                "declaration", instance->at(name.span),
                fmt::format("the static signature \"{}\" lies in the `var` signature \"{}\"", name.text, p.name));
          auto& parents = model_.mutableSigs()[id].parents;
          if (std::find(parents.begin(), parents.end(), *parent) == parents.end()) parents.push_back(*parent);
        }
        // If no parent could be resolved, the signature may have any atoms.
        if (model_.sig(id).parents.empty()) model_.mutableSigs()[id].parents = {builtin::univ};
      }
    }
  if (diagnostics_.errorCount() != before) return false;
  // Gives types to signatures, parents first. A signature gets no type if it, or one of its ancestors, is its own ancestor.
  std::vector<bool> typed(model_.sigs().size());
  for (SigId id = 0; id < builtin::count; ++id) typed[id] = true;
  bool mutableParts = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      model::Sig& sig = model_.mutableSigs()[id];
      mutableParts |= sig.isVar;
      if (typed[id] || !std::all_of(sig.parents.begin(), sig.parents.end(), [&](SigId p) { return typed[p]; })) continue;
      model::Type type;
      if (sig.subsetExact) followParts(sig);
      if (sig.subset) {
        type.products = productsOfParts(model_, sig.parents);
      } else {
        // A member has the type of its enum (language reference 8.1).
        type.products = {{model_.sig(sig.parents[0]).isEnum ? sig.parents[0] : id}};
      }
      sig.type = model_.internType(std::move(type));
      typed[id] = changed = true;
    }
  }
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
    if (!typed[id])
      diagnostics_.error("declaration", model_.sig(id).span,
                         fmt::format("the signature \"{}\" is its own ancestor", model_.sig(id).name));
  for (const auto& instance : world_.instances())
    for (const syntax::Sig& s : instance->file->sigs)
      for (const syntax::Decl& decl : s.fields) mutableParts |= decl.isVar;
  model_.setHasMutable(mutableParts);
  return diagnostics_.errorCount() == before;
}

// Makes `sig S = P + Q`, the union of its parts, variable if one of its parts is variable. Warns of this.
void Resolver::followParts(model::Sig& sig) {
  const auto part = std::find_if(sig.parents.begin(), sig.parents.end(), [&](SigId parent) { return model_.sig(parent).isVar; });
  if (sig.isVar || part == sig.parents.end()) return;
  sig.isVar = true;
  diagnostics_.warning(
      "declaration", sig.span,
      fmt::format("the signature \"{}\" is not `var`, but its parent \"{}\" is", sig.name, model_.sig(*part).name));
}

// Declares macros, and functions and assertions without bodies.
void Resolver::declareMembers() {
  for (const auto& instance : world_.instances()) {
    const std::string& prefix = model_.modules()[instance->id].path;
    instance->firstFunction = static_cast<model::FuncId>(model_.funcs().size());
    for (const syntax::Func& f : instance->file->funcs) {
      model::Func func;
      func.name = f.name.text;
      func.label = prefix + "/" + f.name.text;
      func.module = instance->id;
      func.span = instance->at(f.span);
      func.nameSpan = instance->at(f.name.span);
      func.isPredicate = f.isPredicate;
      func.isPrivate = f.isPrivate;
      model_.mutableFuncs().push_back(std::move(func));
      const auto id = static_cast<model::FuncId>(model_.funcs().size() - 1);
      instance->functions[f.name.text].push_back(id);
    }
    for (const syntax::Assertion& a : instance->file->assertions) {
      model::Assertion assertion;
      assertion.name = a.name.text.empty() ? fmt::format("assert${}", instance->assertions.size() + 1) : a.name.text;
      assertion.label = prefix + "/" + assertion.name;
      assertion.module = instance->id;
      assertion.span = instance->at(a.span);
      assertion.nameSpan = instance->at(a.name.span);
      if (!instance->assertions.emplace(assertion.name, static_cast<model::AssertionId>(model_.assertions().size())).second)
        diagnostics_.error("duplicate", assertion.nameSpan,
                           fmt::format("the assertion \"{}\" is declared more than once", assertion.name));
      model_.mutableAssertions().push_back(std::move(assertion));
    }
    for (const syntax::Macro& m : instance->file->macros) {
      rejectRepeated(*instance, m.params);
      if (!instance->macros.emplace(m.name.text, MacroDefinition{instance.get(), &m}).second)
        diagnostics_.error("duplicate", instance->at(m.name.span),
                           fmt::format("the macro \"{}\" is declared more than once", m.name.text));
    }
  }
  tree_.functions().resize(model_.funcs().size());
}

NodeRef Resolver::receiverNode(SigId sig, model::VarId& variable) {
  variable = model::noId;
  const model::Sig& s = model_.sig(sig);
  if (s.multiplicity == Multiplicity::one) return tree_.signature(sig, s.span);
  model::Variable self;
  self.name = "this";
  self.kind = model::VarKind::receiver;
  self.type = s.type;
  self.span = s.span;
  variable = model_.addVariable(std::move(self));
  return tree_.leaf(Op::variable, variable, tree_.signature(sig, s.span)->type, s.span);
}

void Resolver::resolveFields() {
  // Visits ancestors first, so that their fields are already declared.
  std::vector<bool> done(model_.sigs().size());
  const auto visit = [&](auto& self, SigId id) -> void {
    if (done[id]) return;
    done[id] = true;
    for (const SigId parent : model_.sig(id).parents) self(self, parent);
    const syntax::Sig* s = world_.sigSyntax(id);
    if (!s) return;
    for (const syntax::Decl& decl : s->fields) {
      if (decl.defined) continue;
      const TypedTree::Mark before = tree_.mark();
      resolveFieldDecl(id, decl, false);
      forgetNodes(before);
    }
  };
  for (SigId id = builtin::count; id < done.size(); ++id) visit(visit, id);
}

void Resolver::resolveFieldDecl(SigId sig, const syntax::Decl& decl, bool defined) {
  Context context(world_.moduleOf(model_.sig(sig).module));
  context.place = defined ? Context::Place::definedField : Context::Place::fieldBound;
  context.sig = sig;
  model::VarId variable = model::noId;
  const NodeRef self = receiverNode(sig, variable);
  context.bindings.push_back({"this", self, {}});
  NodeRef bound = tree_.resolveSet(visitBound(context, *decl.bound));
  if (bound->errors.empty() && !defined && bound->marking == Node::Marking::none && types_.arity(bound->type) == 1)
    bound = tree_.marked(Multiplicity::one, bound, bound->span);
  if (bound->errors.empty() && defined && bound->marking != Node::Marking::none)
    diagnostics_.error("type", bound->span, "a multiplicity is not allowed in a defined field");
  const bool good = tree_.report(bound);
  if (good && !types_.hasTuple(bound->type)) diagnostics_.error("type", bound->span, "the bound of a field must not be empty");
  if (!good || !types_.hasTuple(bound->type)) {
    for (const syntax::Name& name : decl.names) poisoned_.insert(name.text);
    return;
  }
  if (types_.arity(bound->type) == model::maximalArity) {
    diagnostics_.error("type", bound->span,
                       fmt::format("this field would have {} columns, including its signature; at most {} are possible",
                                   model::maximalArity + 1, model::maximalArity));
    return;
  }
  const model::ExprId expr = tree_.emit(bound);
  const TypeRef own = tree_.typeOf(sig);
  const TypeRef type = types_.product(own, types_.relational(bound->type));
  const auto group = static_cast<std::uint32_t>(model_.fields().size());
  const bool variableBound = model_.expr(expr).variable;
  for (const syntax::Name& name : decl.names) {
    const Span where = context.at(name.span);
    const support::ShortList<model::FieldId>& same = fieldsByName_[name.text];
    const bool mayOverlap = overlapsOwner(same, own);
    for (std::size_t i = 0; mayOverlap && i < same.size(); ++i) {
      const model::FieldId other = same[i];
      const SigId owner = model_.field(other).sig;
      const bool overlap = std::ranges::any_of(types_.products(tree_.typeOf(owner)), [&](const model::Product& p) {
        return std::ranges::any_of(types_.products(own),
                                   [&](const model::Product& q) { return types_.meet(p[0], q[0]) != builtin::none; });
      });
      if (!overlap) continue;
      auto& error = diagnostics_.error("duplicate", where,
                                       fmt::format("two overlapping signatures cannot both have a field \"{}\"", name.text));
      error.related.push_back(
          {model_.field(other).span, fmt::format("the other field, of signature `{}`", model_.sig(owner).name)});
    }
    model::Field field;
    field.name = name.text;
    field.label = model_.sig(sig).label + "." + name.text;
    field.sig = sig;
    field.span = where;
    field.isVar = decl.isVar;
    field.isPrivate = decl.isPrivate;
    field.defined = defined;
    field.disjointNames = decl.disjointNames;
    field.disjointValues = decl.disjointValues;
    field.declGroup = group;
    field.thisVariable = variable;
    field.bound = expr;
    field.arity = static_cast<std::uint8_t>(types_.arity(type));
    field.type = types_.toModel(type);
    if (!decl.isVar && !defined && model_.sig(sig).isVar)
      diagnostics_.warning("declaration", where,
                           fmt::format("the static field \"{}\" belongs to a variable signature", name.text));
    if (!decl.isVar && variableBound)
      diagnostics_.warning(
          "declaration", where,
          fmt::format("the static field \"{}\" {}", name.text,
                      defined ? "equals a variable expression, and so requires that this expression never changes"
                              : "has a variable bound"));
    model_.mutableFields().push_back(std::move(field));
    const auto id = static_cast<model::FieldId>(model_.fields().size() - 1);
    model_.mutableSigs()[sig].fields.push_back(id);
    fieldsByName_[name.text].push_back(id);
  }
}

/// Whether a signature of `type` may share atoms with a signature that has one of `fields`. If there are few fields, returns
/// true: the caller then compares all pairs. Models with many orderings have many fields of one name, and comparing all pairs
/// would take quadratic time. So this function looks for owners of the fields only among the ancestors and descendants of the
/// signatures in `type`.
bool Resolver::overlapsOwner(const support::ShortList<model::FieldId>& fields, TypeRef type) {
  if (fields.size() < 16) return true;
  FieldOwners& owners = fieldOwners_[&fields];
  const auto ancestorsOf = [&](SigId sig, auto use) {  // visits `sig`, then its ancestors, until `use` returns false
    while (use(sig) && !model_.sig(sig).parents.empty()) sig = model_.sig(sig).parents.front();
  };
  for (; owners.counted < fields.size(); ++owners.counted)
    for (const model::Product& p : types_.products(tree_.typeOf(model_.field(fields[owners.counted]).sig))) {
      owners.sigs.insert(p[0]);
      ancestorsOf(p[0], [&](SigId sig) { return owners.withAncestors.insert(sig).second; });
    }
  return std::ranges::any_of(types_.products(type), [&](const model::Product& p) {
    bool found = owners.withAncestors.contains(p[0]);
    ancestorsOf(p[0], [&](SigId sig) { return !(found |= owners.sigs.contains(sig)); });
    return found;
  });
}

/// Frees the nodes that were made after the mark `since`. They belong to a body or bound that has been written to the model.
/// Frees nothing if there are error nodes about macros, because several bodies may share these.
void Resolver::forgetNodes(const TypedTree::Mark& since) {
  if (!endlessMacro_ && !tooManyExpansions_) tree_.forget(since);
}

std::vector<NodeDecl> Resolver::resolveDecls(Context& context, std::span<const syntax::Decl> decls, model::VarKind kind,
                                             NodeRef firstBound) {
  std::vector<NodeDecl> out;
  for (const syntax::Decl& decl : decls) {
    const NodeRef known = std::exchange(firstBound, nullptr);
    NodeRef bound = known ? known : tree_.resolveSet(visitBound(context, *decl.bound));
    NodeDecl result;
    result.disjoint = decl.disjointNames;
    result.illFormed = decl.defined || decl.isPrivate || decl.disjointValues;
    result.span = context.at(decl.span);
    result.variableCount = static_cast<std::uint32_t>(decl.names.size());
    const bool plain = bound->errors.empty() && bound->kind == Node::Kind::expression;
    if (plain && bound->op == Op::bound) {
      result.multiplicity = bound->rightMultiplicity;
      bound = bound->children[0];
    } else if (plain) {
      result.multiplicity = types_.arity(bound->type) == 1 ? Multiplicity::one : Multiplicity::set;
    }
    result.bound = bound;
    const TypeRef type = bound->errors.empty() ? types_.relational(bound->type) : TypeTable::empty;
    for (const syntax::Name& name : decl.names) {
      model::Variable variable;
      variable.name = name.text;
      variable.kind = kind;
      variable.arity = static_cast<std::uint8_t>(types_.arity(type));
      variable.type = types_.toModel(type);
      variable.span = context.at(name.span);
      const model::VarId id = model_.addVariable(std::move(variable));
      if (result.firstVariable == model::noId) result.firstVariable = id;
    }
    for (std::uint32_t i = 0; i < result.variableCount; ++i) {
      const Span declaration = context.at(decl.names[i].span);
      const NodeRef value = bound->errors.empty() ? tree_.leaf(Op::variable, result.firstVariable + i, type, declaration) : bound;
      context.bindings.push_back({decl.names[i].text, value, declaration});
    }
    out.push_back(result);
  }
  return out;
}

void Resolver::rejectRepeated(const ModuleInstance& module, const std::vector<syntax::Name>& parameters) {
  std::set<std::string_view> seen;
  for (const syntax::Name& name : parameters)
    if (!seen.insert(name.text).second)
      diagnostics_.error("duplicate", module.at(name.span),
                         fmt::format("the parameter \"{}\" is declared more than once", name.text));
}

void Resolver::resolveSignatures(const ModuleInstance& module) {
  model::FuncId id = module.firstFunction - 1;
  for (const syntax::Func& f : module.file->funcs) {
    ++id;
    Context context(module);
    context.place = Context::Place::parameter;
    std::vector<syntax::Decl> decls;
    syntax::Expr receiver;
    if (!f.receiver.text.empty()) {
      receiver.kind = syntax::Kind::name;
      receiver.text = &f.receiver.text;
      receiver.span = receiver.nameSpan = f.receiver.span;
      syntax::Decl self;
      self.names.push_back({"this", f.receiver.span});
      self.bound = &receiver;
      self.span = f.receiver.span;
      decls.push_back(std::move(self));
    }
    decls.insert(decls.end(), f.params.begin(), f.params.end());
    std::vector<syntax::Name> names;
    for (const syntax::Decl& decl : decls) names.insert(names.end(), decl.names.begin(), decl.names.end());
    rejectRepeated(module, names);
    FunctionSignature& signature = tree_.functions()[id];
    std::vector<model::Decl> params;
    std::vector<model::VarId> variables;
    for (const NodeDecl& decl : resolveDecls(context, decls, model::VarKind::parameter)) {
      const bool good = tree_.report(decl.bound);
      params.push_back({decl.firstVariable, decl.variableCount, good ? tree_.emit(decl.bound) : model::noId, decl.multiplicity,
                        decl.disjoint, decl.span, decl.illFormed});
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) variables.push_back(decl.firstVariable + i);
    }
    for (const model::Decl& param : params)
      if (param.bound != model::noId && model_.expr(param.bound).temporal)
        diagnostics_.error("type", param.span, "the declaration of a parameter cannot refer to other states");
    model::Func& func = model_.mutableFuncs()[id];
    func.params = std::move(params);
    func.variables = std::move(variables);
    if (f.isPredicate || !f.result) continue;
    NodeRef result = tree_.resolveSet(visitBound(context, *f.result));
    if (!tree_.report(result)) {
      signature.resultType = TypeTable::empty;
      continue;
    }
    if (result->marking == Node::Marking::none && types_.arity(result->type) == 1)
      result = tree_.marked(Multiplicity::one, result, result->span);
    signature.result = result;
    signature.resultType = types_.relational(result->type);
    const model::ExprId bound = tree_.emit(result);
    if (model_.expr(bound).temporal)
      diagnostics_.error("type", result->span, "the declaration of a function's result cannot refer to other states");
    model_.mutableFuncs()[id].result = bound;
  }
}

void Resolver::resolveFunctionBody(const ModuleInstance& module, const syntax::Func& f, model::FuncId id) {
  if (!f.body) return;
  Context context(module);
  if (tree_.isPoisoned(id)) return;
  const TypeRef resultType = tree_.functions()[id].resultType;
  for (const model::VarId variable : model_.func(id).variables) {
    const model::Variable& v = model_.variable(variable);
    const Span declaration = v.name == "this" ? Span() : v.span;
    context.bindings.push_back({v.name, tree_.leaf(Op::variable, variable, TypeTable::fromModel(v.type), v.span), declaration});
  }
  NodeRef body = visitBody(context, *f.body, f.nodes);
  body = f.isPredicate ? tree_.resolveFormula(body) : tree_.resolveSet(body);
  if (!tree_.report(body)) return;
  if (!f.isPredicate) {
    if (!types_.hasCommonArity(body->type, resultType)) {
      diagnostics_.error("type", body->span,
                         fmt::format("the function \"{}\" is declared as {}, but its value is of type {}", f.name.text,
                                     types_.describe(resultType), types_.describe(body->type)));
      return;
    }
    if (types_.hasTuple(body->type) && types_.hasTuple(resultType) && !types_.intersects(body->type, resultType))
      diagnostics_.warning("redundant", body->span,
                           fmt::format("the value of \"{}\" is never in its declared result set", f.name.text));
  }
  model_.mutableFuncs()[id].body = tree_.emit(body);
}

void Resolver::resolveBodies(const ModuleInstance& module) {
  const TypedTree::Mark before = tree_.mark();
  std::size_t facts = 0;
  const auto firstAssertion =
      std::ranges::find(model_.assertions(), module.id, &model::Assertion::module) - model_.assertions().begin();
  syntax::Nodes resolved;  // the nodes of consecutive paragraphs that can be freed; if there are none, `end` is 0
  const auto freeUpTo = [&](syntax::Nodes body) {
    if (resolved.end == 0) resolved.first = body.first;
    resolved.end = body.end;
    if (resolved.end < resolved.first + World::largeBody) return;
    world_.freeTree(module, resolved);
    resolved.first = resolved.end;
  };
  for (const auto& paragraph : module.file->paragraphs) {
    using Kind = syntax::ParagraphRef::Kind;
    forgetNodes(before);
    if (paragraph.kind == Kind::func) {
      const syntax::Func& f = module.file->funcs[paragraph.index];
      resolveFunctionBody(module, f, module.firstFunction + paragraph.index);
      freeUpTo(f.nodes);
    } else if (paragraph.kind == Kind::sig) {
      for (const syntax::Name& name : module.file->sigs[paragraph.index].names) resolveAppendedFact(module.sigs.at(name.text));
    } else if (paragraph.kind == Kind::fact || paragraph.kind == Kind::assertion) {
      const bool fact = paragraph.kind == Kind::fact;
      Context context(module);
      const auto typed = [&](const auto& read) {
        const NodeRef body = visitBody(context, *read.body, read.nodes);
        freeUpTo(read.nodes);
        return body;
      };
      tree_.setClaim(!fact);
      const NodeRef body = tree_.resolveFormula(fact ? typed(module.file->facts[paragraph.index])
                                                     : typed(module.file->assertions[paragraph.index]));
      tree_.setClaim(false);
      if (!tree_.report(body)) continue;
      const model::ExprId expr = tree_.emit(body);
      if (fact) {
        const syntax::Fact& f = module.file->facts[paragraph.index];
        ++facts;
        model_.mutableFacts().push_back({f.name.text.empty() ? fmt::format("fact${}", facts) : f.name.text, module.id,
                                         module.at(f.span), expr, module.at(f.name.span)});
      } else {
        model_.mutableAssertions()[static_cast<std::size_t>(firstAssertion) + paragraph.index].body = expr;
      }
    } else {
      resolved = {};  // the nodes of this paragraph are still needed: `freeUpTo` must not free them
    }
  }
  forgetNodes(before);
}

void Resolver::resolveAppendedFact(SigId sig) {
  const syntax::Sig* s = world_.sigSyntax(sig);
  if (!s || !s->appended || s->appended->children.empty()) return;
  Context context(world_.moduleOf(model_.sig(sig).module));
  context.place = Context::Place::appendedFact;
  context.sig = sig;
  model::VarId variable = model::noId;
  context.bindings.push_back({"this", receiverNode(sig, variable), {}});
  const NodeRef body = tree_.resolveFormula(visit(context, *s->appended));
  if (!tree_.report(body)) return;
  const model::ExprId expr = tree_.emit(body);
  model::Sig& target = model_.mutableSigs()[sig];
  target.appendedFact = expr;
  target.thisVariable = variable;
}

// Marks functions that call themselves, directly or through others: commands that reach them cannot be solved
// (language reference 9).
void Resolver::markRecursion() {
  const std::size_t count = model_.funcs().size();
  std::vector<std::vector<model::FuncId>> callees(count);
  const auto collect = [&](auto& self, model::ExprId id, std::vector<model::FuncId>& out) -> void {
    const model::Expr& e = model_.expr(id);
    if (e.op == Op::call) out.push_back(e.payload);
    for (const model::ExprId child : model_.children(id)) self(self, child, out);
    for (const model::Decl& decl : model_.decls(id)) self(self, decl.bound, out);
  };
  for (model::FuncId f = 0; f < count; ++f)
    if (model_.func(f).body != model::noId) collect(collect, model_.func(f).body, callees[f]);
  // Tarjan's strongly connected components (SIAM J. Comput. 1, 1972), with an explicit stack. A function is recursive if it calls
  // itself, or if its component has other functions.
  struct Visit {
    model::FuncId function;
    std::size_t next = 0;  // index of the next callee to visit
  };
  std::vector<std::uint32_t> number(count), lowest(count);  // by function: visit number and low link; 0: not visited
  std::vector<bool> open(count);
  std::vector<model::FuncId> component;
  std::uint32_t seen = 0;
  for (model::FuncId start = 0; start < count; ++start) {
    std::vector<Visit> visits;
    const auto enter = [&](model::FuncId f) {
      number[f] = lowest[f] = ++seen;
      open[f] = true;
      component.push_back(f);
      visits.push_back({f});
    };
    if (number[start] == 0) enter(start);
    while (!visits.empty()) {
      Visit& visit = visits.back();
      const model::FuncId f = visit.function;
      if (visit.next < callees[f].size()) {
        const model::FuncId callee = callees[f][visit.next++];
        if (callee == f) model_.mutableFuncs()[f].recursive = true;
        if (number[callee] == 0)
          enter(callee);
        else if (open[callee])
          lowest[f] = std::min(lowest[f], number[callee]);
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        std::uint32_t& above = lowest[visits.back().function];
        above = std::min(above, lowest[f]);
      }
      if (lowest[f] != number[f]) continue;
      const bool alone = component.back() == f;
      for (model::FuncId member = model::noId; member != f;) {
        member = component.back();
        component.pop_back();
        open[member] = false;
        if (!alone) model_.mutableFuncs()[member].recursive = true;
      }
    }
  }
}

/// In each paragraph with a syntax error, drops the other errors, because they follow from the syntax error.
void Resolver::dropConsequences() {
  std::vector<Span> broken;
  const auto isOfSyntax = [](const model::Diagnostic& d) { return d.severity == model::Severity::error && d.code == "syntax"; };
  const auto isWithin = [](const model::Diagnostic& d, const Span& span) {
    return d.span.file == span.file && span.begin <= d.span.begin && d.span.begin < span.end;
  };
  for (const auto& module : world_.instances()) {
    const auto add = [&](const auto& paragraphs) {
      for (const auto& paragraph : paragraphs)
        if (const Span span = module->at(paragraph.span); std::ranges::any_of(
                diagnostics_.all(), [&](const model::Diagnostic& d) { return isOfSyntax(d) && isWithin(d, span); }))
          broken.push_back(span);
    };
    if (std::ranges::none_of(diagnostics_.all(), isOfSyntax)) return;
    add(module->file->facts);
    add(module->file->assertions);
    add(module->file->funcs);
    add(module->file->commands);
  }
  model::Diagnostics kept;
  for (const model::Diagnostic& d : diagnostics_.all())
    if (isOfSyntax(d) || std::ranges::none_of(broken, [&](const Span& span) { return isWithin(d, span); })) kept.add(d);
  diagnostics_ = std::move(kept);
}

void Resolver::listParagraphs() {
  using Kind = model::Paragraph::Kind;
  auto& out = model_.mutableParagraphs();
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
    if (!model_.sig(id).isMeta)
      out.push_back(
          {Kind::sig, id, model_.sig(id).module,
           world_.sigSyntax(id) ? world_.moduleOf(model_.sig(id).module).at(world_.sigSyntax(id)->span) : model_.sig(id).span});
  for (std::uint32_t i = 0; i < model_.facts().size(); ++i)
    out.push_back({Kind::fact, i, model_.facts()[i].module, model_.facts()[i].span});
  for (std::uint32_t i = 0; i < model_.funcs().size(); ++i)
    out.push_back({model_.func(i).isPredicate ? Kind::predicate : Kind::function, i, model_.func(i).module, model_.func(i).span});
  for (std::uint32_t i = 0; i < model_.assertions().size(); ++i)
    out.push_back({Kind::assertion, i, model_.assertions()[i].module, model_.assertions()[i].span});
  for (std::uint32_t i = 0; i < model_.commands().size(); ++i)
    out.push_back({Kind::command, i, model_.commands()[i].module, model_.commands()[i].span});
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(a.module, a.span.begin) < std::tie(b.module, b.span.begin);
  });
}

}  // namespace aunit::parser::alloy
