#include "parser/nitpick/resolver.h"

#include <algorithm>

#include "parser/implicit.h"
#include "parser/nitpick/parse.h"
#include "parser/source_text.h"

namespace aunit::parser::nitpick {

using model::ExprId;
using syntax::ExprPtr;
using syntax::Kind;

Resolver::Resolver(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, World::ReadFile readFile)
    : model_(model),
      sources_(sources),
      diagnostics_(diagnostics),
      world_(model, sources, diagnostics, uses_, std::move(readFile)),
      typing_(world_, model, sources, diagnostics, uses_),
      emitter_(model, world_, typing_, diagnostics) {}

bool Resolver::resolve(const std::string& path, model::FileId file, const std::string& modelPath, model::Tests& tests) {
  if (!world_.load(path, file, modelPath)) return false;
  emitter_.declareSchemas();
  bool good = true;
  for (const SchemaId id : world_.order())
    if (!world_.schemas()[id].isClaim()) good = resolveSchema(id) && good;
  for (SchemaId id = 0; id < world_.schemas().size(); ++id)
    if (world_.schemas()[id].isClaim()) good = resolveSchema(id) && good;
  if (!good) return false;
  resolveTests(tests);
  model::TypeTable types(model_);
  addImplicitConstraints(model_, types);
  model_.seal();
  std::ranges::stable_sort(model_.mutableParagraphs(), {},
                           [](const model::Paragraph& p) { return std::pair(p.module, p.span.begin); });
  return true;
}

bool Resolver::resolveSchema(SchemaId id) {
  const Schema& schema = world_.schemas()[id];
  Scope scope;
  scope.schema = &schema;
  scope.variables = schema.variables;
  scope.mayHoldSequences = schema.isClaim();
  std::vector<ExprPtr> all;
  for (const syntax::Inclusion& inclusion : schema.syntax->inclusions) all.push_back(inclusion.schema);
  all.insert(all.end(), schema.syntax->formulas.begin(), schema.syntax->formulas.end());
  const std::size_t before = diagnostics_.errorCount();
  bool good = typing_.checkFormulas(all, scope);
  for (const syntax::Inclusion& inclusion : schema.syntax->inclusions) {
    const syntax::Expr& target = inclusion.schema->kind == Kind::prime ? *inclusion.schema->children[0] : *inclusion.schema;
    if (good && typing_.symbolOf(target).kind != Symbol::Kind::schema) {
      diagnostics_.error("type", target.span, target.text + " is not a schema")
          .hints.emplace_back("Write declarations as `x: T`, and formulas after `|`.");
      good = false;
    }
  }
  if (schema.isClaim() && good)
    for (const ExprPtr f : schema.syntax->formulas) good = sequencesFit(f, false) && good;
  if (!good) return false;
  if (schema.isClaim())
    emitter_.defineClaim(id);
  else
    emitter_.defineSchema(id);
  return diagnostics_.errorCount() == before;
}

// Reports sequences that are not allowed in `e`. A sequence of operations is true if there is a state between them. The solver
// can find such a state, but cannot decide that there is no such state. `allowed`: whether `e` occurs positively, so that the
// solver only has to find the state.
bool Resolver::sequencesFit(ExprPtr e, bool allowed) {
  const auto both = [&](bool left, bool right) {
    const bool first = sequencesFit(e->children[0], left);
    return sequencesFit(e->children[1], right) && first;
  };
  switch (e->kind) {
    case Kind::and_:
    case Kind::or_: return both(allowed, allowed);
    case Kind::implies: return both(!allowed, allowed);
    case Kind::iff: {
      // Each side occurs both positively and negatively, so neither may contain a sequence.
      const bool first = sequencesFit(e->children[0], allowed) && sequencesFit(e->children[0], !allowed);
      return first && sequencesFit(e->children[1], allowed) && sequencesFit(e->children[1], !allowed);
    }
    case Kind::not_: return sequencesFit(e->children[0], !allowed);
    case Kind::compose:
      if (!typing_.isSequence(*e)) return true;
      if (allowed) return both(true, true);
      diagnostics_.error("sequence", e->operator_, "a sequence of operations is not allowed here")
          .hints.emplace_back(
              "A sequence holds if there is a state between its operations. The search can find such a state, but cannot show "
              "that there is none. So a claim may have sequences only to the left of `=>`.");
      return false;
    default: return true;
  }
}

Scope Resolver::scopeOfAll() const {
  Scope scope;
  for (VariableId v = 0; v < world_.variables().size(); ++v) scope.variables.push_back(v);
  scope.mayHoldSequences = true;
  return scope;
}

std::optional<ExprId> Resolver::resolveExpression(std::string text, const model::Instance* atoms,
                                                  model::Diagnostics& diagnostics) {
  const model::FileId file = addSource(sources_, "<expression>", std::move(text), diagnostics);
  if (file == model::noFile) return std::nullopt;
  prompts_.push_back(std::make_unique<syntax::File>());
  const ExprPtr e = parseExpression(sources_, file, diagnostics, *prompts_.back());
  if (!e) return std::nullopt;
  Atoms names;
  if (atoms && !atoms->states.empty())
    for (const auto& [name, type] : world_.types())
      for (const model::Atom a : atoms->states[0].sigs[type].atoms()) names.emplace(atoms->universe->name(a), type);
  Scope scope = scopeOfAll();
  scope.atoms = &names;
  Typing typing(world_, model_, sources_, diagnostics, uses_);
  if (!typing.check(e, scope)) return std::nullopt;
  const std::size_t before = diagnostics.errorCount();
  const ExprId result = Emitter(emitter_, typing, diagnostics).emitAlone(e);
  return diagnostics.errorCount() == before ? std::optional(result) : std::nullopt;
}

}  // namespace aunit::parser::nitpick
