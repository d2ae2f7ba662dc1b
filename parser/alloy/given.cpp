// Valuations, partial or not, and saved data or instances as facts of commands: `run p for VAL`, and `--val` for all commands of
// a file.

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "model/instances/data_files.h"
#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"
#include "model/instances/merged_valuation.h"
#include "parser/alloy/resolver.h"
#include "parser/command_text.h"

namespace aunit::parser::alloy {

using namespace model;

namespace {

constexpr int leastRoom = 3;  // atoms of a signature of which nothing is said

/// What an instance of one state says of each relation.
ValuationState statementsOf(const Model& model, const model::Instance& instance, Span span) {
  ValuationState said;
  said.span = span;
  const model::State& state = instance.states.front();
  std::map<model::Atom, std::string> declared;
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.sig(id).multiplicity == Multiplicity::one)
      for (const model::Atom atom : state.sigs[id].atoms()) declared[atom] = model.sig(id).label;
  const auto nameOf = [&](model::Atom atom) {
    const auto found = declared.find(atom);
    return found == declared.end() ? instance.universe->name(atom) : found->second;
  };
  const auto add = [&](const model::TupleSet& tuples, std::optional<SigId> sig, std::optional<model::FieldId> field) {
    Assignment assignment;
    assignment.sig = sig;
    assignment.field = field;
    assignment.span = span;
    tuples.forEach([&](std::span<const model::Atom> tuple) {
      model::NamedTuple& named = assignment.tuples.emplace_back();
      for (const model::Atom atom : tuple) named.push_back({nameOf(atom), span});
    });
    said.assignments.push_back(std::move(assignment));
  };
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (!sig.isMeta && !sig.isEnum && !sig.subsetExact && sig.multiplicity != Multiplicity::one)
      add(state.sigs[id], id, std::nullopt);
  }
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isMeta && !model.field(id).defined) add(state.fields[id], std::nullopt, id);
  return said;
}

}  // namespace

/// Reads the data or the instance at a path.
std::optional<ValuationState> Resolver::readSaved(const std::string& path, Span span) {
  std::vector<model::DataFile> files;
  for (const std::string& each : model::pathsAt(path)) {
    auto text = readFile_(each);
    if (!text) return diagnostics_.fail("valuation", span, fmt::format("cannot read {}", each));
    files.push_back({each, std::move(*text)});
  }
  if (files.empty())
    return diagnostics_.fail("valuation", span, fmt::format("cannot read {}: it is a folder without tables (*.csv)", path));
  std::string& text = files.front().text;
  const bool isXml = text.find_first_not_of(" \t\r\n") == text.find('<') && text.find('<') != std::string::npos;
  if (files.front().path.ends_with(".csv") || (!isXml && model::looksLikeData(text)))
    return model::readData(model_, files, sources_, diagnostics_);
  const auto instance = isXml ? model::readInstanceXml(model_, path, std::move(text), sources_, diagnostics_)
                              : model::readInstanceJson(model_, path, std::move(text), sources_, diagnostics_);
  if (!instance) return std::nullopt;
  if (instance->states.size() > 1)
    return diagnostics_.fail("valuation", span, fmt::format("{} holds a trace: it leaves a command nothing to solve", path),
                             {"a test can judge it: `val t from \"...\"`, `t satisfies p`"});
  return statementsOf(model_, *instance, span);
}

/// An atom must be in a signature, unless one is open.
bool Resolver::listsItsAtoms(const model::MergedValuation& merged, const Partial& partial) {
  if (merged.open) return true;
  std::vector<std::string> known;
  for (const auto& [relation, assignment] : merged.common) {
    if (relation.isField) continue;
    if (assignment->says == Assignment::Says::partly) return true;
    for (const model::NamedTuple& tuple : assignment->tuples) known.push_back(tuple.front().text);
  }
  for (const model::AtomName& atom : partial.homeless) {
    auto& error = diagnostics_.error("valuation", atom.span, fmt::format("no signature has an atom {}", atom.text));
    model::suggest(error, atom.text, known);
  }
  return partial.homeless.empty();
}

std::optional<Resolver::Fact> Resolver::givenBy(std::uint32_t valuation, std::string name, Span span) {
  if (!tests_->valuations[valuation].errors.empty())
    return diagnostics_.fail("valuation", span, fmt::format("the valuation {} has errors", name));
  const std::uint32_t asked = valuation;
  model::Tests read;  // of a file
  const model::Tests* all = tests_;
  if (const model::Valuation& stated = tests_->valuations[valuation]; !stated.file.empty()) {
    auto data = readSaved(model::savedPath(stated, sources_), span);
    if (!data) return std::nullopt;
    read.valuations.emplace_back().common = std::move(*data);
    read.valuations.back().span = stated.span;
    all = &read;
    valuation = 0;
  }
  const std::size_t errors = diagnostics_.errorCount();
  const model::MergedValuation merged = model::merge(model_, *all, valuation, diagnostics_);
  if (diagnostics_.errorCount() != errors) return std::nullopt;
  if (!merged.states.empty() && !model::isPartial(merged))
    return diagnostics_.fail("valuation", span, fmt::format("{} states a trace: it leaves a command nothing to solve", name),
                             {fmt::format("a test can judge it: `{} satisfies p`", name)});
  auto partial = readPartial(merged);
  if (!partial || !listsItsAtoms(merged, *partial)) return std::nullopt;
  const model::Valuation& stated = tests_->valuations[asked];
  return Fact{std::move(name), std::move(*partial), stated.integers, !stated.file.empty()};
}

std::optional<Resolver::Fact> Resolver::readGiven(const Context& context, const syntax::Name& name) {
  const std::size_t errors = diagnostics_.errorCount();
  resolveValuations(world_.root(), *tests_);
  errorsOfValuations_ += diagnostics_.errorCount() - errors;
  const auto valuation = findValuation(context, name, *tests_, "");
  return valuation ? givenBy(*valuation, name.text, context.at(name.span)) : std::nullopt;
}

/// `--val NAME|FILE`.
std::optional<Resolver::Fact> Resolver::givenByOption(const ModuleInstance& module) {
  const std::string& given = options_.given;
  resolveValuations(module, *tests_);
  const std::vector<std::uint32_t> named = valuationsNamed(module, given);
  if (named.size() == 1) return givenBy(named.front(), given, tests_->valuations[named.front()].nameSpan);
  std::error_code ignored;
  if (named.empty() && std::filesystem::exists(given, ignored)) {
    auto data = readSaved(given, {});
    if (!data) return std::nullopt;
    model::Tests read;
    read.valuations.emplace_back().common = std::move(*data);
    model::Diagnostics unheard;
    const model::MergedValuation merged = model::merge(model_, read, 0, unheard);
    auto partial = readPartial(merged);
    if (!partial || !listsItsAtoms(merged, *partial)) return std::nullopt;
    return Fact{std::filesystem::path(given).filename().string(), std::move(*partial), {}, true};
  }
  auto& error = diagnostics_.error(
      "unknown-name", {},
      named.empty() ? fmt::format("--val: there is no valuation \"{}\" in {}, and no such file", given, module.filePath)
                    : fmt::format("--val: there are several valuations \"{}\"", given));
  std::vector<std::string> names;
  for (const model::Valuation& other : tests_->valuations)
    if (!other.name.empty()) names.push_back(other.name);
  model::suggest(error, given, names);
  return std::nullopt;
}

/// A command has the integers of its valuation; false if a number does not fit.
bool Resolver::giveIntegers(const Fact& fact, model::Command& command) {
  constexpr int usual = 4, most = 16;
  const bool isWritten = command.scope.bitwidth >= 0;
  model::Scope& scope = command.scope;
  if (scope.bitwidth < 0) scope.bitwidth = fact.integers.bitwidth;
  if (scope.maxSequence < 0) scope.maxSequence = fact.integers.maxSequence;
  for (const model::AtomName& number : fact.partial.numbers) {
    const std::int64_t value = std::stoll(number.text);
    const auto fits = [&](int bits) { return value >= -(std::int64_t{1} << bits) / 2 && value < (std::int64_t{1} << bits) / 2; };
    int bits = scope.bitwidth < 0 ? usual : scope.bitwidth;
    if (fact.widens && !isWritten) {
      while (bits < most && !fits(bits)) ++bits;
      if (bits > usual) scope.bitwidth = bits;
    }
    if (fits(bits)) continue;
    diagnostics_.error("valuation", number.span,
                       fmt::format("{} is not among the integers {} to {} of bit width {}", value, -(std::int64_t{1} << bits) / 2,
                                   (std::int64_t{1} << bits) / 2 - 1, bits));
    return false;
  }
  return true;
}

/// Makes the fact one of the command, and its scope room for what is listed. `named`: its own formula mentions atoms.
bool Resolver::give(const Fact& fact, model::Command& command, bool named) {
  const Partial& partial = fact.partial;
  const Span span = command.span;
  command.given = closed(partial, partial.formulas, span);
  command.givenName = fact.name;
  if (named) {
    std::vector<NodeRef> formulas = partial.formulas;
    formulas.push_back(tree_.written(command.formula, span));
    command.formula = closed(partial, std::move(formulas), span);
  }
  command.text = commandText(model_, command, fact.name);
  if (!giveIntegers(fact, command)) return false;
  model::Scope& scope = command.scope;
  const auto sizeOf = [&](SigId id) { return std::ranges::find(scope.sigs, id, &model::SigScope::sig); };
  for (const auto& [sig, least] : partial.certain) {
    const auto written = sizeOf(sig);
    const int size = written != scope.sigs.end() ? written->end : scope.overall;
    if (size < 0 || size >= least) continue;
    diagnostics_.error(
        "scope", scope.span.known() ? scope.span : span,
        fmt::format("{} names {} atoms of {}, and the scope allows {}", fact.name, least, model_.sig(sig).name, size));
    return false;
  }
  // As in tests (suite/solving.h): room for all that is named.
  const auto enter = [&](SigId sig, int size, bool isListed) {
    if (sizeOf(sig) != scope.sigs.end()) return;
    model::SigScope& entry = scope.sigs.emplace_back();
    entry.sig = sig;
    entry.exact = true;
    entry.listed = isListed;
    entry.start = entry.end = size;
  };
  if (scope.overall < 0)
    scope.overall = std::max(leastRoom, static_cast<int>(partial.atoms.size() + partial.completion.declared));
  for (const auto& [sig, size] : partial.completion.sizes) enter(sig, size, false);
  for (const auto& [sig, size] : partial.listed) enter(sig, size, true);
  return true;
}

/// Gives what `--val` names to all commands; a file of tests without commands has those of its model.
void Resolver::giveToAll(const ModuleInstance& module) {
  if (diagnostics_.hasErrors()) return;
  auto& commands = model_.mutableCommands();
  const bool isOwn = std::ranges::any_of(commands, [](const model::Command& command) { return !command.isDefault; });
  if (!isOwn && model_.modules()[module.id].ofTests && !model_.openedCommands().empty()) {
    commands = model_.openedCommands();
    for (model::Command& command : commands) command.module = module.id;
  }
  const auto fact = givenByOption(module);
  if (!fact) return;
  for (model::Command& command : commands) {
    if (command.given == noId)
      give(*fact, command, false);
    else
      diagnostics_.error("valuation", command.span, "this command has a valuation already: leave `--val` out");
  }
}

}  // namespace aunit::parser::alloy
