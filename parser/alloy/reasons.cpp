// Resolves references from tests to parts of the model. A reference is a word for the kind of the part, then the part's name.
// Formulas may contain `fact F` and `assertion A`. After `because`, `sig S`, `declaration of f`, `predicate P` and `scope of S`
// are allowed, too; after `without`, only `fact F` and `sig S`.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

using model::Named;
using model::SigId;
namespace builtin = model::builtin;

namespace {

unsigned wantedFor(Named what) {
  switch (what) {
    case Named::fact: return World::facts;
    case Named::assertion: return World::assertions;
    case Named::predicate: return World::functions;
    default: return World::sigs;
  }
}

NameKind kindOf(Named what) {
  switch (what) {
    case Named::fact: return NameKind::fact;
    case Named::field: return NameKind::field;
    case Named::predicate: return NameKind::function;
    case Named::assertion: return NameKind::assertion;
    default: return NameKind::signature;
  }
}

/// Returns the word for a kind of part, such as "fact" or "field", for the error about an unknown name.
std::string_view noun(Named what) {
  if (what == Named::field) return "field";
  return what == Named::sig || what == Named::scope ? "signature" : words(what);
}

}  // namespace

/// Returns the parts of the model with this name, and where they are declared. A field must be declared in `owner`, unless
/// `owner` is noId.
std::vector<Resolver::NamedThing> Resolver::thingsNamed(const Context& context, Named what, const std::string& name,
                                                        SigId owner) const {
  std::vector<NamedThing> things;
  const auto add = [&](std::uint32_t id, model::Span declaration) {
    if (std::ranges::find(things, id, &NamedThing::id) == things.end()) things.push_back({id, declaration});
  };
  if (what == Named::field) {
    const auto fields = fieldsByName_.find(name);
    if (fields == fieldsByName_.end()) return things;
    for (const model::FieldId id : fields->second) {
      const model::Field& field = model_.field(id);
      const bool visible = std::ranges::any_of(context.module->nameable,
                                               [&](const ModuleInstance* m) { return m->id == model_.sig(field.sig).module; });
      if (visible && !field.isMeta && (owner == model::noId || owner == field.sig)) add(id, field.span);
    }
    return things;
  }
  for (const World::NameMeaning& found : world_.find(*context.module, name, wantedFor(what))) {
    if (what == Named::predicate && !model_.func(found.id).isPredicate) continue;
    if ((what == Named::sig || what == Named::scope) && model_.sig(found.id).builtin) continue;
    add(found.id, found.declaration);
  }
  return things;
}

/// Returns the names of all parts of the kind `what`, for "did you mean?" hints.
std::vector<std::string> Resolver::namesOf(const Context& context, Named what) const {
  std::vector<std::string> names;
  for (const ModuleInstance* m : context.module->nameable) {
    if (what == Named::fact)
      for (const model::Fact& fact : model_.facts())
        if (fact.module == m->id && fact.nameSpan.known()) names.push_back(fact.name);
    if (what == Named::assertion)
      for (const auto& [name, id] : m->assertions) names.push_back(name);
    if (what == Named::predicate)
      for (const auto& [name, ids] : m->functions)
        if (model_.func(ids.front()).isPredicate) names.push_back(name);
    if (what == Named::sig || what == Named::scope)
      for (const auto& [name, id] : m->sigs) names.push_back(name);
    if (what == Named::field)
      for (const model::Field& field : model_.fields())
        if (model_.sig(field.sig).module == m->id && !field.isMeta) names.push_back(field.name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Returns the id of the declaration with this name. Reports an error if there is none, or more than one.
std::optional<std::uint32_t> Resolver::findNamed(const Context& context, Named what, const syntax::Name& name, SigId owner) {
  const std::vector<NamedThing> things = thingsNamed(context, what, name.text, owner);
  if (things.size() == 1) {
    if (const model::Span span = context.at(name.span); sources_.text(span).starts_with('"'))
      uses_.add(kindOf(what), span, things[0].declaration);
    else
      noteUse(context, kindOf(what), name, things[0].declaration);
    return things[0].id;
  }
  const model::Span span = context.at(name.span);
  if (!things.empty()) {
    auto& error =
        diagnostics_.error("ambiguous", span, fmt::format("there are {} {}s named \"{}\"", things.size(), noun(what), name.text));
    if (what == Named::field) {
      std::vector<std::string> written;
      for (const NamedThing& thing : things)
        written.push_back(fmt::format("`{} <: {}`", model_.sig(model_.field(thing.id).sig).name, name.text));
      error.hints.push_back(fmt::format("write the signature before the name: {}", fmt::join(written, " or ")));
    }
    return std::nullopt;
  }
  if (world_.mayBeDeclared(name.text)) return std::nullopt;
  auto& error = diagnostics_.error(
      "unknown-name", span,
      fmt::format("there is no {} \"{}{}\"", noun(what), owner == model::noId ? "" : model_.sig(owner).name + " <: ", name.text));
  if (owner != model::noId)
    if (const auto elsewhere = thingsNamed(context, what, name.text, model::noId); !elsewhere.empty()) {
      const std::string& declaring = model_.sig(model_.field(elsewhere[0].id).sig).name;
      error.hints.push_back(fmt::format("`{0}` declares `{1}`: write `{0} <: {1}`", declaring, name.text));
      return std::nullopt;
    }
  for (const Named other : {Named::fact, Named::sig, Named::field, Named::predicate, Named::assertion}) {
    if (noun(other) == noun(what) || thingsNamed(context, other, name.text, model::noId).empty()) continue;
    error.hints.push_back(fmt::format("`{0}` is {1} {2}: write `{3} {0}`", name.text, noun(other) == "assertion" ? "an" : "a",
                                      noun(other), words(other)));
    return std::nullopt;
  }
  const std::vector<std::string> names = namesOf(context, what);
  if (!model::suggest(error, name.text, names) && !names.empty()) error.hints.push_back("there is " + model::inWords(names));
  return std::nullopt;
}

/// Resolves what a test omits with `without`: a fact, or the block after a signature.
void Resolver::resolveWithout(const Context& context, const syntax::NamedPart& part, model::Test& test) {
  const model::Span span = context.at(part.span);
  if (part.what != Named::fact && part.what != Named::sig) {
    diagnostics_.error("test", span, "only facts and the blocks after signatures can be left out")
        .hints.push_back("`without fact F { ... }`, `without sig S { ... }`");
    return;
  }
  const auto id = findNamed(context, part.what, part.name, model::noId);
  if (!id) return;
  const model::ExprId said = part.what == Named::fact ? model_.facts()[*id].body : model_.sig(*id).appendedFact;
  if (said == model::noId) {
    diagnostics_.error("test", span,
                       fmt::format("{} \"{}\" has no constraints that could be left out",
                                   part.what == Named::fact ? "fact" : "the block of sig", part.name.text));
    return;
  }
  test.without.push_back(said);
}

/// Returns the body of a fact or assertion that a test names as a formula.
NodeRef Resolver::visitNamed(Context& context, const syntax::Expr& e) {
  const auto id = findNamed(context, e.what, {*e.text, e.nameSpan}, model::noId);
  if (!id) return tree_.cascade(context.at(e.span));
  const model::ExprId body = e.what == Named::fact ? model_.facts()[*id].body : model_.assertions()[*id].body;
  return body == model::noId ? tree_.cascade(context.at(e.span)) : tree_.written(body, context.at(e.span));
}

/// Resolves the part after `because`, on which the outcome must depend. Reports an error unless the test expects a negative
/// outcome.
void Resolver::resolveBecause(const Context& context, const syntax::NamedPart& because, model::Test& test) {
  const model::Span span = context.at(because.span);
  const auto expectsNone = [](const model::Command& command) {
    return command.expect == 0 || (command.check && command.expect < 0);
  };
  const bool isNegative =
      test.kind == model::TestKind::violates || test.kind == model::TestKind::invalid ||
      (test.kind == model::TestKind::command && test.command != model::noId && expectsNone(model_.commands()[test.command]));
  if (!isNegative && test.errors.empty()) {
    diagnostics_.error("reason", span, "only a test that expects a negative outcome can have `because`")
        .hints.push_back(
            "tests with `violates` or `invalid` expect a negative outcome, and so do commands with `expect 0` and checks "
            "without `expect`");
    return;
  }
  SigId owner = model::noId;
  if (!because.owner.text.empty()) {
    const auto found = findNamed(context, Named::sig, because.owner, model::noId);
    if (!found) return;
    owner = *found;
  }
  if (const auto id = findNamed(context, because.what, because.name, owner)) test.because = {because.what, *id, span};
}

}  // namespace aunit::parser::alloy
