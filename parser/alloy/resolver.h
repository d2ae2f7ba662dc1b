// Resolves syntax trees to a model (language reference 6 to 9, 14, 15).
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/instances/merged_valuation.h"
#include "model/test.h"
#include "parser/alloy/typed_tree.h"
#include "parser/alloy/world.h"

namespace aunit::parser::alloy {

/// A name bound during resolution: a variable, `this`, a macro's argument, an atom, or a column of a test's table.
struct Binding {
  std::string name;
  NodeRef value = nullptr;
  model::Span declaration;         // span of the declared name; unknown for `this` and atoms
  syntax::ExprPtr cell = nullptr;  // only for a column: its cell, which is resolved again at each use; then `value` is null
};

/// Where an expression is written, which determines what its names may mean (language reference 7.1 to 7.3).
struct Context {
  explicit Context(const ModuleInstance& home) : module(&home), source(home.source) {}

  const ModuleInstance* module;
  model::FileId source;  // file of the expression: the file of its module, or the text of a prompt
  std::vector<Binding> bindings;
  enum class Place : std::uint8_t { body, fieldBound, definedField, appendedFact, parameter } place = Place::body;
  model::SigId sig = model::noId;  // the signature with the field or the appended fact; noId in other places
  static constexpr int deepestMacro = 20;
  int macroDepth = deepestMacro;      // number of levels of macros that may still be nested
  bool unknownNamesAreAtoms = false;  // in the test language: a name without another meaning is an atom

  model::Span at(model::Range range) const { return range.in(source); }

  const Binding* lookUp(const std::string& name) const {
    for (auto i = bindings.rbegin(); i != bindings.rend(); ++i)
      if (i->name == name) return &*i;
    return nullptr;
  }
};

/// This is one class, because declarations and expressions need each other: the bound of a field is an expression, which may
/// mention other fields, macros and meta-signatures. The limits on expansions are limits for the whole model.
class Resolver {
 public:
  Resolver(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, ParseOptions options,
           World::ReadFile readFile);

  /// Resolves the root module and all modules that it opens. Returns false after errors.
  bool resolve(const std::string& path, model::FileId file, const std::string& modelPath, model::Tests& tests);

  /// For a model in another language: opens only the modules that every file opens. The caller then adds declarations to module 0
  /// and calls `adopt`, which adds the implicit constraints and the names for prompts.
  bool resolveLibrary(const std::string& path, model::FileId file);
  void adopt();

  /// Resolves one expression for a prompt. If `atoms` is not null, the expression may name the atoms and skolems of this instance
  /// (language reference 16.8).
  std::optional<model::ExprId> resolveExpression(syntax::ExprPtr expression, model::FileId source, const model::Instance* atoms,
                                                 model::Diagnostics& diagnostics);

  /// Whether the declarations were resolved. Bodies may still have errors.
  bool hasDeclarations() const { return hasDeclarations_; }

  /// Returns, for each file except library files, the version in which it was read.
  std::map<model::FileId, Dialect> dialects() const { return world_.dialects(); }
  /// Whether it is worth trying `dialect`: some file was read in another version, but has tokens that `dialect` reads differently
  /// from Alloy 6.
  bool mayBeRead(Dialect dialect) const;

  /// Returns the uses of all names that were resolved. Call once, at the end.
  std::vector<NameUse> uses() { return uses_.finish(); }

 private:
  // dialects.cpp
  void warnOfPrimes();

  // declarations.cpp
  bool resolveTexts(const std::string& path, model::FileId file, const std::string& modelPath, model::Tests& tests);
  bool resolveModules();
  void finish();
  void forgetNodes(const TypedTree::Mark& since);
  void declareMembers();
  bool resolveHierarchy();
  void followParts(model::Sig& sig);
  void resolveFields();
  bool overlapsOwner(const support::ShortList<model::FieldId>& fields, TypeRef type);
  void resolveFieldDecl(model::SigId sig, const syntax::Decl& decl, bool defined);
  void resolveSignatures(const ModuleInstance& module);
  void resolveBodies(const ModuleInstance& module);
  void resolveFunctionBody(const ModuleInstance& module, const syntax::Func& f, model::FuncId id);
  void markRecursion();
  void resolveAppendedFact(model::SigId sig);
  void listParagraphs();
  void dropConsequences();
  /// `firstBound`: the bound of the first declaration if it is already resolved; else null.
  std::vector<NodeDecl> resolveDecls(Context& context, std::span<const syntax::Decl> decls, model::VarKind kind,
                                     NodeRef firstBound = nullptr);
  void rejectRepeated(const ModuleInstance& module, const std::vector<syntax::Name>& parameters);
  NodeRef receiverNode(model::SigId sig, model::VarId& variable);
  TypeRef typeOf(model::FieldId field) const { return TypeTable::fromModel(model_.field(field).type); }

  // declared_names.cpp
  void listNames();
  void listDeclarations(const ModuleInstance& module);

  // commands.cpp
  void resolveCommands(const ModuleInstance& module);
  void resolveOpenedCommands(const ModuleInstance& module);
  model::Command resolveCommand(const ModuleInstance& module, const syntax::Command& command, std::size_t number, bool& good);
  bool resolveScope(const ModuleInstance& module, const syntax::Command& syntax, model::Command& command);
  bool namesOneValuation(const model::Command& command);
  bool isTemporal(const model::Command& command);
  model::ExprId runFormula(model::FuncId function);

  // meta.cpp
  model::SigId declareMeta(model::Sig sig, ModuleInstance& home);
  void addMetaRoots();
  void addMeta();
  /// Returns null if `e` is not expanded. Sets `firstBound` if the first bound was resolved on the way, so that the caller need
  /// not resolve it again.
  NodeRef expandMeta(Context& context, const syntax::Expr& e, NodeRef& firstBound);

  // valuations.cpp
  using AtomTypes = std::unordered_map<std::string, TypeRef>;
  NodeRef relationsAmong(NodeRef node, const std::vector<model::NamedTuple>& tuples);
  void resolveValuations(const ModuleInstance& module, model::Tests& tests);
  std::uint32_t resolveValuation(Context& context, const syntax::Valuation& syntax, model::Tests& tests);
  std::uint32_t addValuation(Context& context, const syntax::Valuation& syntax, std::vector<std::uint32_t> bases,
                             std::size_t errorsBefore, model::Tests& tests);
  void inheritIntegers(const syntax::Valuation& syntax, const model::Tests& tests, model::Valuation& valuation);
  void rejectChanges(const model::Valuation& valuation);
  void learnAtoms(const model::ValuationState& state, AtomTypes& known);
  std::vector<std::uint32_t> valuationsNamed(const ModuleInstance& from, std::string_view name) const;
  std::optional<std::uint32_t> findValuation(const Context& context, const syntax::Name& name, const model::Tests& tests,
                                             std::string_view where);
  void resolveValuationBlock(Context& context, const syntax::ValuationBlock& block, model::ValuationState& out);
  void resolveAssignments(Context& context, syntax::ExprPtr formula, model::ValuationState& out);
  bool resolveTarget(Context& context, const syntax::Expr& target, model::Assignment& assignment);
  bool hasArity(const model::Assignment& assignment);
  void resolveUnknown(Context& context, const syntax::Expr& target, model::ValuationState& out);
  bool namesRelation(const Context& context, const syntax::Expr& e, bool oneSigs) const;
  void addAssignments(std::vector<model::Assignment> said, model::ValuationState& out);
  bool resolveTuples(Context& context, syntax::ExprPtr e, std::vector<model::NamedTuple>& out);

  // completion.cpp
  /// A partial valuation, translated to formulas over its atoms.
  struct Partial {
    std::vector<NodeDecl> atoms;
    std::vector<NodeRef> formulas;
    std::vector<Binding> names;  // the atoms by name
    model::Completion completion;
    std::vector<std::pair<model::SigId, int>> listed;  // sizes of the top-level signatures whose atoms are all listed
    std::map<model::SigId, int> certain;               // by top-level signature, the least number of its atoms
    std::vector<model::AtomName> homeless;             // atoms that occur in tuples, but in no signature of the valuation
    std::vector<model::AtomName> numbers;
  };
  class PartialReader;
  std::optional<Partial> readPartial(const model::Tests& tests, std::uint32_t valuation);
  void complete(const Partial& partial, bool every, model::Test& test);
  model::ExprId closed(const Partial& partial, std::vector<NodeRef> formulas, model::Span span);
  bool isPartial(const model::Tests& tests, std::uint32_t valuation) const;
  std::optional<Partial> readPartial(const model::MergedValuation& merged);

  /// A valuation that is used as a fact of a command.
  struct Fact {
    std::string name;
    Partial partial;
    model::Integers integers{};
    bool widens = false;  // the bit width is enlarged so that the valuation's numbers fit
  };
  std::optional<Fact> readGiven(const Context& context, const syntax::Name& name);
  std::optional<Fact> givenByOption(const ModuleInstance& module);
  std::optional<Fact> givenBy(std::uint32_t valuation, std::string name, model::Span span);
  std::optional<model::ValuationState> readSaved(const std::string& path, const model::Log* mapping, model::Span span);
  bool listsItsAtoms(const model::MergedValuation& merged, const Partial& partial);
  bool giveIntegers(const Fact& fact, model::Command& command);
  bool give(const Fact& fact, model::Command& command, bool named);
  void giveToAll(const ModuleInstance& module);

  // tests.cpp
  std::optional<model::CommandId> commandLabelled(const std::string& label);
  void resolveTests(const ModuleInstance& module, model::Tests& tests);
  void resolveTest(const ModuleInstance& module, const syntax::Test& syntax, std::unordered_set<std::string>& names,
                   model::Tests& tests);
  bool checkTable(const Context& context, const syntax::Test& test);
  void warnOfUnusedColumns(const Context& context, const syntax::Test& test);
  std::size_t writtenOut(const Context& context, const syntax::Test& test) const;
  std::string textOfCells(const Context& context, const syntax::Table::Row& row);
  std::string titleOfRow(const Context& context, const syntax::Test& test, const syntax::Table::Row& row);
  void resolveStatements(const Context& context, const syntax::Test& syntax, model::Test test, model::Tests& tests);
  void resolveStatement(Context context, const syntax::Statement& syntax, const syntax::Subject* subject, model::Test test,
                        model::Tests& tests);
  std::optional<std::uint32_t> resolveSubject(Context& context, const syntax::Subject& subject, model::Tests& tests);
  void repeatForFiles(model::Tests& tests);
  std::vector<std::uint32_t> valuationsOfFiles(std::uint32_t pattern, model::Tests& tests);
  std::optional<std::uint32_t> valuationIn(Context& context, const syntax::Expr& cell, model::Tests& tests);
  void resolveTestFormula(Context& context, const syntax::Expr& formula, model::Test& test);
  /// Calls `use` with the cell of a column. Names in the cell cannot refer to columns of the table.
  template <class Use>
  auto inCell(Context& context, const Binding& column, Use use);

  // logs.cpp
  void resolveLog(const ModuleInstance& module, const syntax::Log& syntax, model::Tests& tests);
  model::LogPattern resolvePattern(Context& context, const syntax::LogPattern& syntax);
  model::LogRule resolveLogRule(Context context, const syntax::LogRule& syntax);
  void resolveLogRelation(Context& context, const syntax::LogRelation& syntax, model::Log& log);
  model::LogElements resolveLogElements(Context& context, const syntax::LogElements& syntax);
  model::Log resolveMapping(Context& context, const syntax::Log& syntax);
  bool statesTuples(model::ExprId formula) const;
  void resolveLogSubject(const Context& context, const syntax::Subject& subject, model::Test& test, const model::Tests& tests);

  // reasons.cpp
  struct NamedThing {
    std::uint32_t id;
    model::Span declaration;  // span of the declared name
  };
  std::vector<NamedThing> thingsNamed(const Context& context, model::Named what, const std::string& name,
                                      model::SigId owner) const;
  std::vector<std::string> namesOf(const Context& context, model::Named what) const;
  std::optional<std::uint32_t> findNamed(const Context& context, model::Named what, const syntax::Name& name, model::SigId owner);
  void giveIntegers(const model::Valuation& valuation, model::Test& test);
  void resolveInstances(const Context& context, const syntax::Command& command, model::Test& test);
  void resolveBecause(const Context& context, const syntax::NamedPart& because, model::Test& test);
  void resolveWithout(const Context& context, const syntax::NamedPart& part, model::Test& test);
  NodeRef visitNamed(Context& context, const syntax::Expr& e);

  // names.cpp: syntax to typed tree
  NodeRef visit(Context& context, const syntax::Expr& e);
  NodeRef visitBody(Context& context, const syntax::Expr& body, syntax::Nodes nodes);
  NodeRef visitLongSum(Context& context, const syntax::Expr& sum);
  void warnOfArithmetic(model::Op op, NodeRef left, NodeRef right, model::Span span);
  bool mayHaveCallInParentheses(const Context& context, const syntax::Expr& block) const;
  void warnOfInlineConjunction(const Context& context, const syntax::Expr& block);
  bool rejectCallsInParentheses(const Context& context, const syntax::Expr& block, std::vector<NodeRef>& formulas);
  NodeRef visitName(Context& context, const syntax::Expr& e);
  NodeRef visitBox(Context& context, const syntax::Expr& e);
  NodeRef visitQuantified(Context& context, const syntax::Expr& e);
  NodeRef visitBound(Context& context, const syntax::Expr& e);
  NodeRef lookUp(Context& context, const syntax::Expr& name);
  void noteUse(const Context& context, NameKind kind, const syntax::Name& name, model::Span declaration);
  std::vector<NodeRef> candidates(Context& context, const syntax::Expr& name);
  NodeRef instantiate(Context& context, NodeRef macro);
  bool mayExpand(std::uint64_t nodes);
  NodeRef tooManyExpansions(model::Span span, const std::string& what);
  NodeRef applyTo(Context& context, NodeRef target, NodeRef argument, model::Span span);
  NodeRef unknownName(Context& context, const std::string& name, model::Span span);
  NodeRef rejectMisreading(const Context& context, const syntax::Expr& e);
  bool isComputed(NodeRef node) const;
  bool isMetaRange(NodeRef bound) const;

  model::Model& model_;
  model::SourceMap& sources_;
  model::Diagnostics& diagnostics_;
  const ParseOptions options_;
  const World::ReadFile readFile_;
  model::Tests* tests_ = nullptr;       // set by `resolveTexts`
  std::size_t errorsOfValuations_ = 0;  // number of errors in valuations, which do not affect the model
  UseCollector uses_;
  World world_;
  TypeTable types_;
  TypedTree tree_;

  // Declarations.
  std::unordered_map<std::string, support::ShortList<model::FieldId>> fieldsByName_;
  /// For all fields with the same name: the signatures that declare them (`sigs`), and these with all their ancestors.
  struct FieldOwners {
    std::size_t counted = 0;  // number of fields whose signatures have been added
    std::unordered_set<model::SigId> sigs, withAncestors;
  };
  std::unordered_map<const support::ShortList<model::FieldId>*, FieldOwners> fieldOwners_;  // key: an entry of fieldsByName_
  model::SigId sigMeta_ = model::noId;                                                      // the signature sig$
  model::SigId fieldMeta_ = model::noId;                                                    // the signature field$

  // Limits, and counters for them.
  static constexpr int mostExpansions = 50'000;  // limit for expansions of macros and meta-quantifiers in one model
  static constexpr std::uint64_t mostExpandedNodes = 1'000'000;  // limit for nodes made by expansions
  static constexpr int mostSuggestions = 1'000;                  // limit for errors with suggested names
  int expansions_ = 0;
  std::uint64_t expandedNodes_ = 0;
  std::size_t multipliedAtoms_ = 0;  // number of atoms in the tuples of products such as `(A + B)->C`, in all valuations
  int suggestions_ = 0;

  bool hasDeclarations_ = false;
  std::optional<bool> factsAreTemporal_;  // computed when first needed
  NodeRef endlessMacro_ = nullptr;        // the error node shared by all expansions that are nested too deeply
  NodeRef tooManyExpansions_ = nullptr;
  /// While a large body is typed whose syntax tree may be freed in parts: an index in the arena. All nodes that are not yet typed
  /// have this index or a larger one. Else nothing.
  std::optional<std::size_t> startOfBody_;
  /// The names of fields that have an error in their declaration. Uses of these names are not reported as unknown.
  std::set<std::string> poisoned_;

  // Valuations.
  std::map<std::pair<model::ModuleId, std::string>, std::uint32_t> valuationIds_;
  std::set<model::ModuleId> valuationsDone_;
  std::vector<AtomTypes> atomTypes_;  // by valuation: known types of its atoms, including atoms of its bases
};

template <class Use>
auto Resolver::inCell(Context& context, const Binding& column, Use use) {
  const syntax::ExprPtr cell = column.cell;
  const auto first = std::ranges::find_if(context.bindings, [](const Binding& binding) { return binding.cell != nullptr; });
  std::vector<Binding> hidden(std::make_move_iterator(first), std::make_move_iterator(context.bindings.end()));
  context.bindings.erase(first, context.bindings.end());
  const auto restore = [&] { std::ranges::move(hidden, std::back_inserter(context.bindings)); };
  if constexpr (std::is_void_v<decltype(use(cell))>) {
    use(cell);
    restore();
  } else {
    auto result = use(cell);
    restore();
    return result;
  }
}

}  // namespace aunit::parser::alloy
