// Translates partial valuations to formulas, for which the solver finds a completion. Each named atom becomes a variable of a
// `some` quantifier around the formulas: `a: one S` if the atom must exist, `a: lone S` if it may be missing. Also adds
// valuations, partial or not, to commands as facts: to one command (`run p for VAL`), or to all commands of a file (`--val`).

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "model/instances/data_files.h"
#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"
#include "model/instances/mapped_data.h"
#include "model/instances/merged_valuation.h"
#include "model/instances/paths_like.h"
#include "model/ordering.h"
#include "parser/alloy/resolver.h"
#include "parser/command_text.h"

namespace aunit::parser::alloy {

using namespace model;
namespace builtin = model::builtin;

namespace {

constexpr std::size_t mostAtoms = 300;  // most named atoms in a partial valuation; formulas grow with the square of their number
constexpr int leastRoom = 3;            // the default scope is at least this, and at least the number of named atoms

bool isNumber(std::string_view text) {
  return text.find_first_not_of("-0123456789") == std::string_view::npos;
}

/// Returns the values of all relations in the first state of an instance.
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

class Resolver::PartialReader {
 public:
  PartialReader(Resolver& resolver, const model::MergedValuation& merged)
      : model_(resolver.model_), tree_(resolver.tree_), types_(resolver.types_), resolver_(resolver), merged_(merged) {}

  std::optional<Partial> read() {
    nameAtoms();
    if (atoms_.size() > mostAtoms)
      return resolver_.diagnostics_.fail(
          "limit", merged_.span,
          fmt::format("a partial valuation can name at most {} atoms, but this one names {}", mostAtoms, atoms_.size()));
    declareAtoms();
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) readSig(id);
    for (model::FieldId id = 0; id < model_.fields().size(); ++id) readField(id);
    countAtoms();
    return std::move(partial_);
  }

 private:
  struct Atom {
    SigId sig = model::noId;  // the top-level signature that contains the atom according to the valuation; noId if unknown
    bool certain = false;
    Span span;
    NodeRef node = nullptr;
  };

  const Assignment* said(model::Relation relation) const {
    const auto found = merged_.common.find(relation);
    return found == merged_.common.end() ? nullptr : found->second;
  }

  // --- Atoms.

  SigId topLevel(SigId id) const {
    while (!model_.sig(id).builtin && !model_.sig(id).parents.empty() && !model_.sig(model_.sig(id).parents.front()).builtin)
      id = model_.sig(id).parents.front();
    return model_.sig(id).isVar ? static_cast<SigId>(builtin::univ) : id;
  }

  const model::Sig* oneSigNamed(const std::string& text) const {
    for (const model::Sig& sig : model_.sigs())
      if (!sig.builtin && sig.multiplicity == Multiplicity::one && (sig.name == text || sig.label == text)) return &sig;
    return nullptr;
  }

  bool isAtom(const std::string& text) const { return !isNumber(text) && !text.starts_with('"') && !oneSigNamed(text); }

  void nameAtoms() {
    const auto note = [&](const Assignment& assignment, const std::vector<model::NamedTuple>& tuples, bool certain) {
      for (const model::NamedTuple& tuple : tuples)
        for (const model::AtomName& name : tuple) {
          if (isNumber(name.text)) partial_.numbers.push_back(name);
          const model::Sig* const single = oneSigNamed(name.text);
          if (single && !single->subset) singles_.try_emplace(static_cast<SigId>(single - model_.sigs().data()), name.span);
          if (!isAtom(name.text)) continue;
          const auto [slot, isNew] = atoms_.try_emplace(name.text);
          if (isNew) {
            slot->second.span = name.span;
            order_.push_back(name.text);
          }
          slot->second.certain |= certain;
          if (assignment.sig && slot->second.sig == model::noId) slot->second.sig = topLevel(*assignment.sig);
        }
    };
    for (const auto& [relation, assignment] : merged_.common) {
      note(*assignment, assignment->tuples, true);
      if (assignment->upTo) note(*assignment, *assignment->upTo, false);
    }
  }

  void declareAtoms() {
    std::vector<NodeRef> all;
    for (const std::string& name : order_) {
      Atom& atom = atoms_.at(name);
      const NodeRef bound = tree_.signature(atom.sig == model::noId ? static_cast<SigId>(builtin::univ) : atom.sig, atom.span);
      model::Variable variable;
      variable.name = name;
      variable.arity = 1;
      variable.type = types_.toModel(bound->type);
      variable.span = atom.span;
      NodeDecl decl;
      decl.firstVariable = model_.addVariable(std::move(variable));
      decl.variableCount = 1;
      decl.multiplicity = atom.certain ? Multiplicity::one : Multiplicity::lone;
      decl.bound = tree_.resolveSet(bound);
      decl.span = atom.span;
      partial_.atoms.push_back(decl);
      partial_.completion.atoms.push_back(decl.firstVariable);
      atom.node = tree_.leaf(Op::variable, decl.firstVariable, bound->type, atom.span);
      partial_.names.push_back({name, atom.node, {}});
      all.push_back(atom.node);
    }
    // The atoms must also differ from each `one sig` whose name the valuation uses as an atom.
    partial_.completion.declared = static_cast<std::uint32_t>(singles_.size());
    if (!all.empty())
      for (const auto& [sig, span] : singles_) all.push_back(tree_.signature(sig, span));
    if (all.size() > 1) add(tree_.list(Op::disjoint, std::move(all), merged_.span), false);
  }

  // --- Values.

  NodeRef nodeOf(const model::AtomName& name) const {
    if (const auto atom = atoms_.find(name.text); atom != atoms_.end()) return atom->second.node;
    if (const model::Sig* sig = oneSigNamed(name.text))
      return tree_.signature(static_cast<SigId>(sig - model_.sigs().data()), name.span);
    if (name.text.starts_with('"'))
      return tree_.leaf(Op::stringAtom, model_.internString(name.text), types_.unary(builtin::string), name.span);
    return tree_.asSet(tree_.leaf(Op::integer, static_cast<std::uint32_t>(std::stol(name.text)), TypeTable::integer, name.span));
  }

  NodeRef tuplesOf(const std::vector<model::NamedTuple>& tuples, Span span) const {
    NodeRef sum = nullptr;
    for (const model::NamedTuple& tuple : tuples) {
      NodeRef product = nodeOf(tuple.front());
      for (std::size_t i = 1; i < tuple.size(); ++i)
        product = tree_.arrow(product, nodeOf(tuple[i]), Multiplicity::set, Multiplicity::set, span);
      sum = sum ? tree_.binary(Op::union_, sum, product, span) : product;
    }
    return sum;
  }

  void add(NodeRef formula, bool always) {
    partial_.formulas.push_back(always ? tree_.unary(Op::always, formula, formula->span) : formula);
  }

  /// Adds the formulas that state an assignment. For Kind::plus, the value is the union of the tuples and `besides`, which may be
  /// null.
  void readAssignment(const Assignment& assignment, NodeRef relation, NodeRef besides, bool isVar) {
    const Span span = assignment.span;
    NodeRef tuples = tuplesOf(assignment.tuples, span);
    if (assignment.kind != Assignment::Kind::partly) {
      if (besides && assignment.kind == Assignment::Kind::plus)
        tuples = tuples ? tree_.binary(Op::union_, tuples, besides, span) : besides;
      return add(tuples ? tree_.binary(Op::equal, relation, tuples, span) : tree_.unary(Op::no, relation, span), isVar);
    }
    if (tuples) add(tree_.binary(Op::in, tuples, relation, span), isVar);
    if (!assignment.upTo) return;
    const NodeRef most = tuplesOf(*assignment.upTo, span);
    add(most ? tree_.binary(Op::in, relation, most, span) : tree_.unary(Op::no, relation, span), isVar);
  }

  // --- Relations.

  /// Returns the union of the signatures that extend `id` and of the subset signatures whose only parent is `id`; null if there
  /// are none. It is the value of `id` if the valuation has no assignment to `id`.
  NodeRef partsOf(SigId id) const {
    NodeRef sum = nullptr;
    const auto add = [&](SigId part) {
      const NodeRef node = tree_.signature(part, merged_.span);
      sum = sum ? tree_.binary(Op::union_, sum, node, merged_.span) : node;
    };
    for (const SigId child : model_.sig(id).children) add(child);
    for (SigId other = builtin::count; other < model_.sigs().size(); ++other)
      if (const model::Sig& sig = model_.sig(other); sig.subset && !sig.subsetExact && sig.parents == std::vector<SigId>{id})
        add(other);
    return sum;
  }

  /// The distinct atoms in a signature's tuples.
  static model::NamedTuple atomsOf(const std::vector<model::NamedTuple>& tuples) {
    model::NamedTuple atoms;
    for (const model::NamedTuple& tuple : tuples)
      if (std::ranges::find(atoms, tuple.front().text, &model::AtomName::text) == atoms.end()) atoms.push_back(tuple.front());
    return atoms;
  }

  /// For a signature with an exact scope: returns the number of its atoms, which is the same in all completions. It is 3, or the
  /// nearest number that the assignment `said` allows.
  static int sizeOf(const Assignment* said) {
    constexpr int unsaid = 3;
    if (!said) return unsaid;
    const int least = static_cast<int>(atomsOf(said->tuples).size());
    if (said->kind == Assignment::Kind::equal) return least;
    const int size = std::max(least, unsaid);
    return said->upTo ? std::min(size, static_cast<int>(atomsOf(*said->upTo).size())) : size;
  }

  void readSig(SigId id) {
    const model::Sig& sig = model_.sig(id);
    const Assignment* assignment = said({false, id});
    if (sig.isExact && sig.multiplicity != Multiplicity::one && !sig.isEnum)
      partial_.completion.sizes.emplace_back(id, sizeOf(assignment));
    const NodeRef relation = tree_.signature(id, assignment ? assignment->span : merged_.span);
    if (assignment) return readAssignment(*assignment, relation, sig.subset ? nullptr : partsOf(id), sig.isVar);
    if (merged_.open || sig.isMeta || sig.isEnum || sig.subsetExact || (sig.multiplicity == Multiplicity::one && !sig.subset))
      return;
    const NodeRef parts = sig.subset ? nullptr : partsOf(id);
    add(parts ? tree_.binary(Op::equal, relation, parts, merged_.span) : tree_.unary(Op::no, relation, merged_.span), sig.isVar);
  }

  /// Returns the names of a signature's atoms if the valuation lists all of them, else std::nullopt. It may list them in the
  /// assignment to the signature, or in those to all signatures that extend it or are subsets of it.
  std::optional<std::set<std::string>> listedAtoms(SigId id) const {
    const model::Sig& sig = model_.sig(id);
    const Assignment* assignment = said({false, id});
    if (sig.isVar || sig.subsetExact || (assignment && assignment->kind == Assignment::Kind::partly)) return std::nullopt;
    std::set<std::string> names;
    if (assignment)
      for (const model::AtomName& atom : atomsOf(assignment->tuples)) {
        const model::Sig* const single = oneSigNamed(atom.text);
        if (single && single->subset) return std::nullopt;  // the atom may be equal to another listed atom
        names.insert(single ? single->label : atom.text);
      }
    if (assignment && assignment->kind == Assignment::Kind::equal) return names;
    if (sig.multiplicity == Multiplicity::one && !sig.subset) return std::set{sig.label};
    if (!assignment && merged_.open && !(sig.isAbstract && !sig.children.empty())) return std::nullopt;
    std::vector<SigId> parts = sig.children;
    for (SigId other = builtin::count; other < model_.sigs().size(); ++other)
      if (model_.sig(other).subset && model_.sig(other).parents == std::vector<SigId>{id}) parts.push_back(other);
    for (const SigId part : parts) {
      const auto more = listedAtoms(part);
      if (!more) return std::nullopt;
      names.insert(more->begin(), more->end());
    }
    return names;
  }

  void countAtoms() {
    for (const std::string& name : order_) {
      const Atom& atom = atoms_.at(name);
      if (atom.sig == model::noId)
        partial_.homeless.push_back({name, atom.span});
      else if (atom.certain && atom.sig != builtin::univ)
        ++partial_.certain[atom.sig];
    }
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      const model::Sig& sig = model_.sig(id);
      if (!model_.isTopLevel(id) || sig.isVar || sig.isEnum || sig.isMeta || sig.isExact) continue;
      if (sig.multiplicity != Multiplicity::set && sig.multiplicity != Multiplicity::some) continue;
      const auto atoms = listedAtoms(id);
      if (!atoms) continue;
      const int size = static_cast<int>(atoms->size());
      const auto single =
          std::ranges::count_if(sig.children, [&](SigId child) { return model_.sig(child).multiplicity == Multiplicity::one; });
      // Ignores sizes that contradict the declarations, so that the formulas report the contradiction.
      if (size >= single && (size > 0 || sig.multiplicity == Multiplicity::set)) partial_.listed.emplace_back(id, size);
    }
  }

  bool isOfLibrary(const model::Field& field) const { return model_.modules()[model_.sig(field.sig).module].library; }

  /// Adds the relation `first` or `next` of an ordering if the valuation states neither: elements are in the order of their list.
  void readOrder(model::FieldId id, NodeRef relation) {
    const model::Field& field = model_.field(id);
    const auto ordering = std::ranges::find(orderings_, field.sig, &model::OrderingModule::order);
    if (ordering == orderings_.end() || said({true, ordering->first}) || said({true, ordering->next})) return;
    const Assignment* elements = said({false, ordering->elements});
    if (!elements || elements->kind != Assignment::Kind::equal) return;
    const model::NamedTuple atoms = atomsOf(elements->tuples);
    Assignment order;
    order.span = elements->span;
    const model::AtomName owner{model_.sig(field.sig).label, elements->span};
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (id == ordering->first && i == 0) order.tuples.push_back({owner, atoms[0]});
      if (id == ordering->next && i > 0) order.tuples.push_back({owner, atoms[i - 1], atoms[i]});
    }
    readAssignment(order, relation, nullptr, false);
  }

  void readField(model::FieldId id) {
    const model::Field& field = model_.field(id);
    const Assignment* assignment = said({true, id});
    const NodeRef relation = tree_.field(id, resolver_.typeOf(id), assignment ? assignment->span : merged_.span);
    if (assignment) return readAssignment(*assignment, relation, nullptr, field.isVar);
    if (merged_.open || field.isMeta || field.defined) return;
    if (isOfLibrary(field))
      readOrder(id, relation);
    else
      add(tree_.unary(Op::no, relation, merged_.span), field.isVar);
  }

  model::Model& model_;
  TypedTree& tree_;
  TypeTable& types_;
  Resolver& resolver_;
  const model::MergedValuation& merged_;
  const std::vector<model::OrderingModule> orderings_ = model::orderingModules(model_);
  std::map<std::string, Atom> atoms_;
  std::vector<std::string> order_;
  std::map<SigId, Span> singles_;  // the `one sig`s whose names are used as atoms
  Partial partial_;
};

bool Resolver::isPartial(const model::Tests& tests, std::uint32_t valuation) const {
  const auto isOpen = [&](std::uint32_t v) {
    const auto isPartly = [](const Assignment& a) { return a.kind == Assignment::Kind::partly; };
    const model::Valuation& each = tests.valuations[v];
    return each.open || std::ranges::any_of(each.common.assignments, isPartly) ||
           std::ranges::any_of(each.states, [&](const auto& state) { return std::ranges::any_of(state.assignments, isPartly); });
  };
  return std::ranges::any_of(tests.lineage(valuation), isOpen);
}

/// Returns nothing if the valuation is not partial, or has errors.
std::optional<Resolver::Partial> Resolver::readPartial(const model::Tests& tests, std::uint32_t valuation) {
  if (!tests.valuations[valuation].errors.empty() || !isPartial(tests, valuation)) return std::nullopt;
  model::Diagnostics unheard;  // dropped, because solving the test reports these errors again
  const model::MergedValuation merged = model::merge(model_, tests, valuation, unheard);
  if (unheard.hasErrors() || !model::isPartial(merged)) return std::nullopt;
  return readPartial(merged);
}

std::optional<Resolver::Partial> Resolver::readPartial(const model::MergedValuation& merged) {
  if (!merged.states.empty())
    return diagnostics_.fail(
        "valuation", merged.span, "a partial valuation cannot be a trace",
        {"write the states in a predicate, such as `pred p { some a: A { Up = a  no Up' } }`, and `run p for 3 but 4 steps`"});
  return PartialReader(*this, merged).read();
}

ExprId Resolver::closed(const Partial& partial, std::vector<NodeRef> formulas, Span span) {
  const NodeRef body = tree_.list(Op::and_, std::move(formulas), span);
  return tree_.emit(
      tree_.resolveFormula(partial.atoms.empty() ? body : tree_.quantified(Op::quantSome, partial.atoms, body, span)));
}

/// Builds the closed formulas of a test: quantifiers for the atoms, and below them the formulas of the valuation and of the test.
void Resolver::complete(const Partial& partial, bool every, model::Test& test) {
  test.completion = partial.completion;
  test.completion->every = every;
  std::vector<NodeRef> formulas = partial.formulas;
  if (every) test.completion->some = closed(partial, formulas, test.subjectSpan);
  const bool rejects = test.kind == model::TestKind::violates;
  if (test.formula != model::noId) {
    const NodeRef asked = tree_.written(test.formula, test.asked);
    // If overflows are excluded, `not` is not the complement of a formula (model/representation.h).
    const auto fails = [&] { return tree_.binary(Op::implies, asked, tree_.list(Op::or_, {}, test.asked), test.asked); };
    formulas.push_back(every && !rejects ? fails() : asked);
  }
  (every ? test.completion->fails : test.completion->some) = closed(partial, std::move(formulas), test.subjectSpan);
}

/// Reads the data or the instance at a path. `mapping`: the rules for JSON that names no relations; null for all other data.
std::optional<ValuationState> Resolver::readSaved(const std::string& path, const model::Log* mapping, Span span) {
  std::vector<model::DataFile> files;
  for (const std::string& each : model::pathsAt(path)) {
    auto text = readFile_(each);
    if (!text) return diagnostics_.fail("valuation", span, fmt::format("cannot read {}", each));
    files.push_back({each, std::move(*text)});
  }
  if (files.empty())
    return diagnostics_.fail("valuation", span, fmt::format("cannot read `{}`: this folder has no tables (*.csv)", path));
  if (mapping != nullptr) return model::readMappedData(model_, *mapping, files, sources_, diagnostics_);
  std::string& text = files.front().text;
  const bool isXml = text.find_first_not_of(" \t\r\n") == text.find('<') && text.find('<') != std::string::npos;
  if (files.front().path.ends_with(".csv") || (!isXml && model::looksLikeData(text)))
    return model::readData(model_, files, sources_, diagnostics_);
  const auto instance = isXml ? model::readInstanceXml(model_, path, std::move(text), sources_, diagnostics_)
                              : model::readInstanceJson(model_, path, std::move(text), sources_, diagnostics_);
  if (!instance) return std::nullopt;
  if (instance->states.size() > 1)
    return diagnostics_.fail("valuation", span, fmt::format("{} contains a trace, but a command can use only one state", path),
                             {"a test can check a trace: `val t from \"...\"`, `t satisfies p`"});
  return statementsOf(model_, *instance, span);
}

/// Reports each atom that is in no signature, and returns true if there is none. If some signature is open, returns true
/// without a report: the atoms may be in it.
bool Resolver::listsItsAtoms(const model::MergedValuation& merged, const Partial& partial) {
  if (merged.open) return true;
  std::vector<std::string> known;
  for (const auto& [relation, assignment] : merged.common) {
    if (relation.isField) continue;
    if (assignment->kind == Assignment::Kind::partly) return true;
    for (const model::NamedTuple& tuple : assignment->tuples) known.push_back(tuple.front().text);
  }
  for (const model::AtomName& atom : partial.homeless) {
    auto& error = diagnostics_.error("valuation", atom.span, fmt::format("no signature has an atom `{}`", atom.text));
    model::suggest(error, atom.text, known);
  }
  return partial.homeless.empty();
}

std::optional<Resolver::Fact> Resolver::givenBy(std::uint32_t valuation, std::string name, Span span) {
  if (!tests_->valuations[valuation].errors.empty())
    return diagnostics_.fail("valuation", span, fmt::format("the valuation `{}` has errors", name));
  const std::uint32_t asked = valuation;
  model::Tests read;  // filled only if the valuation is `from "file"`
  const model::Tests* all = tests_;
  if (const model::Valuation& stated = tests_->valuations[valuation]; !stated.file.empty()) {
    if (model::isPattern(stated.file))
      return diagnostics_.fail(
          "valuation", span,
          fmt::format("`{}` declares a valuation for each file that matches {}, but a command can use only one valuation", name,
                      stated.file),
          {fmt::format("name one file: `val first {}from \"...\"`", stated.mapping ? fmt::format("extends {} ", name) : "")});
    auto data = readSaved(model::savedPath(stated, sources_), stated.mapping ? &*stated.mapping : nullptr, span);
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
    return diagnostics_.fail("valuation", span, fmt::format("`{}` is a trace, but a command can use only one state", name),
                             {fmt::format("a test can check a trace: `{} satisfies p`", name)});
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

/// Returns the valuation of the option `--val NAME|FILE`.
std::optional<Resolver::Fact> Resolver::givenByOption(const ModuleInstance& module) {
  const std::string& given = options_.given;
  resolveValuations(module, *tests_);
  const std::vector<std::uint32_t> named = valuationsNamed(module, given);
  if (named.size() == 1) return givenBy(named.front(), given, tests_->valuations[named.front()].nameSpan);
  std::error_code ignored;
  if (named.empty() && std::filesystem::exists(given, ignored)) {
    auto data = readSaved(given, nullptr, {});
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
      named.empty() ? fmt::format("--val: there is no valuation \"{0}\" in {1}, and no file \"{0}\"", given, module.filePath)
                    : fmt::format("--val: there are several valuations named \"{}\"", given));
  std::vector<std::string> names;
  for (const model::Valuation& other : tests_->valuations)
    if (!other.name.empty()) names.push_back(other.name);
  model::suggest(error, given, names);
  return std::nullopt;
}

/// Takes the bit width and the longest sequence from the valuation, unless the command states them. If Fact::widens, enlarges the
/// bit width if necessary, unless the command states it. If a number still does not fit, adds an error to `diagnostics_` and
/// returns false.
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

/// Adds the valuation to a command as a fact, and enlarges the command's scope for the listed atoms. If this is impossible, adds
/// an error to `diagnostics_` and returns false. `named`: whether the command's formula names atoms of the valuation.
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
        fmt::format("`{}` names {} atoms of `{}`, but the scope allows {}", fact.name, least, model_.sig(sig).name, size));
    return false;
  }
  // As in tests (suite/solving.h), enlarges scopes that the command does not state, so that all named atoms fit.
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

/// Adds the valuation of `--val` to all commands as a fact. A file of tests without commands uses the commands of its model.
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
