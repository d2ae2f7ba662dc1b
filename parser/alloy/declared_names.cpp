// Lists the declared names for the index of uses (parser/uses.h). names.cpp records the uses when it resolves names.

#include <set>

#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

void Resolver::listDeclarations(const ModuleInstance& module) {
  const syntax::File& file = *module.file;
  const auto declare = [&](NameKind kind, const syntax::Name& name) {
    if (!name.text.empty()) uses_.declare(kind, module.at(name.span));
  };
  const auto declareAll = [&](NameKind kind, const std::vector<syntax::Name>& names) {
    for (const syntax::Name& name : names) declare(kind, name);
  };
  declare(NameKind::module, file.header.name);
  for (const auto& parameter : file.header.parameters) declare(NameKind::signature, parameter.name);
  for (const syntax::Open& open : file.opens) declare(NameKind::alias, open.alias);
  for (const syntax::Sig& sig : file.sigs) {
    declareAll(NameKind::signature, sig.names);
    for (const syntax::Decl& field : sig.fields) declareAll(NameKind::field, field.names);
  }
  for (const syntax::Enum& e : file.enums) {
    declare(NameKind::signature, e.name);
    declareAll(NameKind::signature, e.members);
  }
  for (const syntax::Fact& fact : file.facts) declare(NameKind::fact, fact.name);
  for (const syntax::Func& function : file.funcs) declare(NameKind::function, function.name);
  for (const syntax::Assertion& assertion : file.assertions) declare(NameKind::assertion, assertion.name);
  for (const syntax::Macro& macro : file.macros) {
    declare(NameKind::macro, macro.name);
    declareAll(NameKind::variable, macro.params);
  }
  for (const syntax::Command& command : file.commands) declare(NameKind::command, command.label);
  for (const syntax::Valuation& valuation : file.valuations)
    if (!valuation.predicateStyle) declare(NameKind::valuation, valuation.name);
  for (const syntax::Log& log : file.logs) declare(NameKind::log, log.name);
}

void Resolver::listNames() {
  std::set<const syntax::File*> files;
  for (const auto& instance : world_.instances())
    if (files.insert(instance->file).second) listDeclarations(*instance);
  for (const model::Variable& variable : model_.variables())
    if (variable.name != "this") uses_.declare(NameKind::variable, variable.span);
}

}  // namespace aunit::parser::alloy
