#include "parser/nitpick/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "parser/nitpick/parse.h"
#include "parser/source_text.h"
#include "support/pieces.h"

namespace aunit::parser::nitpick {

using namespace model;
using syntax::Kind;

namespace {

/// Calls visit(expression) for an expression and all expressions below it.
template <class Visit>
void walk(syntax::ExprPtr e, const Visit& visit) {
  visit(*e);
  for (const syntax::ExprPtr child : e->children) walk(child, visit);
}

template <class Visit>
void walkSchema(const syntax::Schema& schema, const Visit& visit) {
  for (const syntax::Inclusion& inclusion : schema.inclusions) walk(inclusion.schema, visit);
  for (const syntax::ExprPtr formula : schema.formulas) walk(formula, visit);
}

template <class T>
bool contains(const std::vector<T>& list, const T& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

std::optional<SigId> World::findType(const std::string& name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<SchemaId> World::findSchema(const std::string& name) const {
  const auto found = schemaIds_.find(name);
  return found == schemaIds_.end() ? std::nullopt : std::optional(found->second);
}

std::string World::rangeText(const Range& range) const {
  const std::string& from = model_.sig(range.from).name;
  switch (range.kind) {
    case RangeKind::scalar: return from;
    case RangeKind::set: return "set " + from;
    case RangeKind::relation: return from + " <-> " + model_.sig(range.to).name;
    case RangeKind::function: break;
  }
  return from + " -> " + model_.sig(range.to).name;
}

std::string World::parametersText(const Schema& schema) const {
  if (schema.parameters.empty()) return "";
  return "(" + support::joined(schema.parameters, "; ", [&](const Parameter& p) { return p.name + ": " + rangeText(p.range); }) +
         ")";
}

bool World::load(const std::string& path, model::FileId file, const std::string& modelPath) {
  const std::size_t before = diagnostics_.errorCount();
  open(path, file, "this");
  if (!modelPath.empty()) openFrom("", modelPath, {});
  if (diagnostics_.errorCount() != before) return false;
  declareTypes();
  declareSchemas();
  if (diagnostics_.errorCount() != before || !sort()) return false;
  for (const SchemaId id : order_) declareVariables(id);
  if (diagnostics_.errorCount() != before) return false;
  findOperations();
  createRelations();
  return true;
}

void World::open(const std::string& path, model::FileId file, const std::string& alias) {
  namespace fs = std::filesystem;
  const auto id = static_cast<model::ModuleId>(files_.size());
  opened_.emplace(fs::path(path).lexically_normal().generic_string(), id);
  files_.push_back(parse(sources_, file, diagnostics_));
  model::Module module;
  module.name = fs::path(path).stem().generic_string();
  module.path = alias;
  module.file = file;
  model_.mutableModules().push_back(std::move(module));
  const std::vector<syntax::Open> opens = files_[id]->opens;
  for (const syntax::Open& o : opens) openFrom(fs::path(path).parent_path().generic_string(), o.target.text, o.target.span);
}

void World::openFrom(const std::string& directory, const std::string& target, Span where) {
  namespace fs = std::filesystem;
  fs::path path = (fs::path(directory) / target).lexically_normal();
  if (path.extension() != ".np") path += ".np";
  if (const auto known = opened_.find(path.generic_string()); known != opened_.end()) {
    uses_.add(NameKind::module, where, {files_[known->second]->id, 0, 0});
    return;
  }
  const auto text = readFile_(path.generic_string());
  if (!text) {
    error("module", where, fmt::format("cannot read {}", path.generic_string()));
    return;
  }
  const model::FileId file = addSource(sources_, path.generic_string(), *text, diagnostics_);
  if (file == model::noFile) return;
  uses_.add(NameKind::module, where, {file, 0, 0});
  open(path.generic_string(), file, path.stem().generic_string());
}

void World::declareTypes() {
  for (model::ModuleId module = 0; module < files_.size(); ++module)
    for (const syntax::Name& name : files_[module]->types) {
      if (const auto known = findType(name.text)) {
        error("duplicate", name.span, fmt::format("the type `{}` is declared twice", name.text))
            .related.push_back({model_.sig(*known).span, "first declared here"});
        continue;
      }
      model::Sig sig;
      sig.name = name.text;
      sig.label = "this/" + name.text;
      sig.module = module;
      sig.span = name.span;
      sig.parents = {model::builtin::univ};
      sig.multiplicity = model::Multiplicity::some;  // in Nitpick, types have at least one element
      uses_.declare(NameKind::signature, name.span);
      const auto id = static_cast<SigId>(model_.sigs().size());
      sig.type = model_.internType({{{id}}});
      model_.mutableSigs().push_back(std::move(sig));
      model_.mutableParagraphs().push_back({model::Paragraph::Kind::sig, id, module, name.span});
      types_.emplace(name.text, id);
    }
}

void World::declareSchemas() {
  for (model::ModuleId module = 0; module < files_.size(); ++module)
    for (const syntax::Schema& syntax : files_[module]->schemas) {
      const syntax::Name& name = syntax.name;
      if (const auto known = findSchema(name.text)) {
        error("duplicate", name.span, fmt::format("`{}` is declared twice", name.text))
            .related.push_back({schemas_[*known].syntax->name.span, "first declared here"});
        continue;
      }
      if (const auto type = findType(name.text)) {
        error("duplicate", name.span, fmt::format("`{}` is already a type", name.text))
            .related.push_back({model_.sig(*type).span, "declared here"});
        continue;
      }
      schemaIds_.emplace(name.text, static_cast<SchemaId>(schemas_.size()));
      Schema& schema = schemas_.emplace_back();
      schema.syntax = &syntax;
      schema.module = module;
      uses_.declare(schema.kind(), name.span);
    }
  for (Schema& schema : schemas_) {
    declareParameters(schema);
    collectReferences(schema);
  }
}

void World::declareParameters(Schema& schema) {
  for (const syntax::Declaration& d : schema.syntax->parameters) {
    const auto range = resolveRange(d.range, nullptr, nullptr);
    if (!range) continue;
    for (const syntax::Name& name : d.names) {
      const auto same = std::find_if(schema.parameters.begin(), schema.parameters.end(),
                                     [&](const Parameter& p) { return p.name == name.text; });
      if (same != schema.parameters.end())
        error("duplicate", name.span, fmt::format("there are two parameters named `{}`", name.text))
            .related.push_back({same->span, "the other parameter"});
      else if (findType(name.text) || findSchema(name.text))
        error("duplicate", name.span, fmt::format("`{}` is already a {}", name.text, findType(name.text) ? "type" : "schema"));
      else
        schema.parameters.push_back({name.text, *range, name.span});
      uses_.declare(NameKind::variable, name.span);
    }
  }
}

// Resolves the names in a range. A name is a base type or, if `schema` is not null, a set variable of the schema. For each set
// variable, adds a Confinement to `confinements`.
std::optional<Range> World::resolveRange(const syntax::Range& range, const Schema* schema,
                                         std::vector<Confinement>* confinements) {
  bool good = true;
  const auto resolve = [&](const syntax::Name& name, int column) -> SigId {
    if (const auto type = findType(name.text)) {
      uses_.add(NameKind::signature, name.span, model_.sig(*type).span);
      return *type;
    }
    if (schema)
      for (const VariableId v : schema->variables)
        if (variables_[v].name == name.text && variables_[v].range.kind == RangeKind::set) {
          uses_.add(NameKind::field, name.span, variables_[v].span);
          confinements->push_back({noId, v, column, name.span});
          return variables_[v].range.from;
        }
    std::vector<std::string> names;
    for (const auto& [type, id] : types_) names.push_back(type);
    model::Diagnostic& diagnostic = error("unknown-name", name.span, fmt::format("there is no type `{}`", name.text));
    model::suggest(diagnostic, name.text, names);
    if (names.empty()) diagnostic.hints.push_back(fmt::format("Declare the type first: `[{}]`.", name.text));
    good = false;
    return noId;
  };
  Range out;
  out.kind = range.kind;
  out.from = resolve(range.from, 0);
  if (!range.to.text.empty()) out.to = resolve(range.to, 1);
  return good ? std::optional(out) : std::nullopt;
}

void World::collectReferences(Schema& schema) {
  walkSchema(*schema.syntax, [&](const syntax::Expr& e) {
    if (e.kind == Kind::prime) schema.mentionsNext = true;
    if (e.kind != Kind::name && e.kind != Kind::call) return;
    if (const auto id = findSchema(e.text); id && !contains(schema.references, *id)) schema.references.push_back(*id);
  });
}

// Sorts the schemas by depth-first search. A schema that mentions itself is an error: the search reaches it while it is open.
bool World::sort() {
  enum class Mark : std::uint8_t { unseen, open, done };
  std::vector<Mark> marks(schemas_.size(), Mark::unseen);
  std::vector<SchemaId> path;
  bool good = true;
  const auto visit = [&](auto& self, SchemaId id) -> void {
    if (marks[id] == Mark::done) return;
    path.push_back(id);
    if (marks[id] == Mark::open) {
      const auto first = std::find(path.begin(), path.end(), id);
      constexpr std::ptrdiff_t mostShown = 10;
      const auto last = path.end() - 1;
      const auto shown = first + std::min(mostShown, last - first);
      std::string circle;
      for (auto i = first; i != shown; ++i) circle += schemas_[*i].name() + " -> ";
      circle += (shown == last ? "" : "... -> ") + schemas_[id].name();
      model::Diagnostic& diagnostic = error("recursion", schemas_[id].syntax->name.span,
                                            fmt::format("`{}` refers to itself: {}", schemas_[id].name(), circle));
      for (auto i = first + 1; i < shown; ++i)
        diagnostic.related.push_back({schemas_[*i].syntax->name.span, "this schema is part of the recursion"});
      diagnostic.hints.emplace_back("A schema is replaced by its text, so recursion is not allowed.");
      good = false;
    } else {
      marks[id] = Mark::open;
      for (const SchemaId other : schemas_[id].references)
        if (good) self(self, other);
      marks[id] = Mark::done;
      order_.push_back(id);
    }
    path.pop_back();
  };
  for (SchemaId id = 0; id < schemas_.size() && good; ++id) visit(visit, id);
  return good;
}

void World::declareVariables(SchemaId id) {
  Schema& schema = schemas_[id];
  std::vector<SchemaId> included;
  for (const syntax::Inclusion& inclusion : schema.syntax->inclusions)
    walk(inclusion.schema, [&](const syntax::Expr& e) {
      const auto other = e.kind == Kind::name || e.kind == Kind::call ? findSchema(e.text) : std::nullopt;
      if (!other || contains(included, *other)) return;
      included.push_back(*other);
      addVariables(schema, schemas_[*other].variables, e.span);
    });
  for (const syntax::Declaration& d : schema.syntax->declarations) {
    std::vector<Confinement> confinements;
    const auto range = resolveRange(d.range, &schema, &confinements);
    if (!range) continue;
    for (const syntax::Name& name : d.names) {
      const VariableId variable = declareVariable(schema, name, *range, d.isConst);
      for (Confinement c : confinements) {
        c.variable = variable;
        schema.confinements.push_back(c);
      }
    }
  }
  for (const SchemaId other : schema.references)
    if (!contains(included, other)) addVariables(schema, schemas_[other].variables, schema.syntax->name.span);
  for (const Parameter& p : schema.parameters)
    for (const VariableId v : schema.variables)
      if (variables_[v].name == p.name)
        error("duplicate", p.span, fmt::format("`{}` is already a variable", p.name))
            .related.push_back({variables_[v].span, "declared here"});
}

VariableId World::declareVariable(Schema& schema, const syntax::Name& name, const Range& range, bool isConst) {
  if (findType(name.text) || findSchema(name.text))
    error("duplicate", name.span, fmt::format("`{}` is already a {}", name.text, findType(name.text) ? "type" : "schema"));
  std::vector<VariableId>& named = named_[name.text];
  const auto same = std::ranges::find_if(named, [&](VariableId v) { return variables_[v].range == range; });
  const auto id = same != named.end() ? *same : static_cast<VariableId>(variables_.size());
  if (same == named.end()) {
    named.push_back(id);
    Variable v;
    v.name = name.text;
    v.range = range;
    v.module = schema.module;
    v.span = name.span;
    variables_.push_back(std::move(v));
  }
  uses_.add(NameKind::field, name.span, variables_[id].span);
  variables_[id].isConst &= isConst;
  if (contains(schema.declared, id))
    error("duplicate", name.span, fmt::format("`{}` is declared twice", name.text));
  else
    schema.declared.push_back(id);
  addVariables(schema, {id}, name.span);
  return id;
}

// Adds the variables of an included schema. Schemas that are combined share variables: two variables with the same name must be
// the same variable.
void World::addVariables(Schema& schema, const std::vector<VariableId>& more, Span where) {
  for (const VariableId v : more) {
    if (contains(schema.variables, v)) continue;
    const std::vector<VariableId>& named = named_.at(variables_[v].name);
    const auto same = std::ranges::find_if(named, [&](VariableId w) { return contains(schema.variables, w); });
    if (same == named.end()) {
      schema.variables.push_back(v);
      continue;
    }
    model::Diagnostic& diagnostic =
        error("duplicate", where,
              fmt::format("`{}` has two variables named `{}`: {} and {}", schema.name(), variables_[v].name,
                          rangeText(variables_[*same].range), rangeText(variables_[v].range)));
    for (const VariableId w : {*same, v}) diagnostic.related.push_back({variables_[w].span, rangeText(variables_[w].range)});
  }
}

// Finds the operations and the mutable variables. A variable that no operation mentions has one value, so a file without primes
// is a static model. A variable that an operation mentions may change, unless it is const.
void World::findOperations() {
  for (const SchemaId id : order_) {
    Schema& schema = schemas_[id];
    for (const SchemaId other : schema.references) schema.mentionsNext |= schemas_[other].mentionsNext;
    if (!schema.mentionsNext) continue;
    for (const VariableId v : schema.variables) variables_[v].isMutable |= !variables_[v].isConst;
  }
  const auto changes = [&](VariableId v) { return variables_[v].isMutable; };
  for (const SchemaId id : order_) {
    Schema& schema = schemas_[id];
    schema.isOperation = schema.mentionsNext;
    for (const SchemaId other : schema.references) schema.isOperation |= schemas_[other].isOperation;
    for (const syntax::Declaration& d : schema.syntax->declarations)
      for (const VariableId v : schema.declared)
        schema.isOperation |= d.isConst && changes(v) && std::any_of(d.names.begin(), d.names.end(), [&](const auto& n) {
                                return n.text == variables_[v].name;
                              });
    for (const syntax::Inclusion& inclusion : schema.syntax->inclusions)
      if (const auto other = findSchema(inclusion.schema->text); inclusion.isConst && other)
        schema.isOperation |= std::any_of(schemas_[*other].variables.begin(), schemas_[*other].variables.end(), changes);
  }
}

// Scalars and sets become signatures within their type. Relations become fields of their source type.
void World::createRelations() {
  std::set<std::string> taken;
  for (const model::Sig& sig : model_.sigs()) taken.insert(sig.name);
  for (Variable& v : variables_) {
    // If another variable has the same name but another range, adds the range to the name.
    const std::string name = taken.insert(v.name).second ? v.name : fmt::format("{}: {}", v.name, rangeText(v.range));
    if (v.isMutable) model_.setHasMutable(true);
    if (v.range.arity() == 1) {
      model::Sig sig;
      sig.name = name;
      sig.label = "this/" + name;
      sig.module = v.module;
      sig.span = v.span;
      sig.isVar = v.isMutable;
      sig.subset = true;
      sig.parents = {v.range.from};
      sig.multiplicity = v.range.kind == RangeKind::scalar ? model::Multiplicity::one : model::Multiplicity::set;
      sig.type = model_.sig(v.range.from).type;
      v.sig = static_cast<SigId>(model_.sigs().size());
      model_.mutableSigs().push_back(std::move(sig));
      continue;
    }
    v.field = static_cast<model::FieldId>(model_.fields().size());
    model::Field field;
    field.name = name;
    field.label = model_.sig(v.range.from).label + "." + name;
    field.sig = v.range.from;
    field.span = v.span;
    field.isVar = v.isMutable;
    field.declGroup = v.field;
    field.type = model_.internType({{{v.range.from, v.range.to}}});
    model::Variable self;
    self.name = "this";
    self.kind = model::VarKind::receiver;
    self.type = model_.sig(v.range.from).type;
    field.thisVariable = model_.addVariable(std::move(self));
    model::Expr target;
    target.op = model::Op::sig;
    target.sort = model::Sort::relation;
    target.arity = 1;
    target.synthetic = true;
    target.payload = v.range.to;
    target.type = model_.sig(v.range.to).type;
    target.span = v.span;
    const model::ExprId range[] = {model_.addExpr(target, {})};
    target.op = model::Op::bound;
    target.payload = noId;
    target.rightMultiplicity = v.range.kind == RangeKind::function ? model::Multiplicity::lone : model::Multiplicity::set;
    field.bound = model_.addExpr(target, range);
    model_.mutableSigs()[v.range.from].fields.push_back(v.field);
    model_.mutableFields().push_back(std::move(field));
  }
}

}  // namespace aunit::parser::nitpick
