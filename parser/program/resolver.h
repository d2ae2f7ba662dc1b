// Resolves the syntax tree of a parallel program: looks up names, checks sorts and domains, instantiates templates, and replaces
// structured statements by jumps.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "model/program.h"
#include "parser/program/syntax.h"
#include "parser/uses.h"

namespace aunit::parser::program {

using namespace model::program;
using model::program::Op;  // not model::Op, which is also visible in unity builds

/// Thrown after an error was reported, to abandon the current item. Caught before the next item.
struct Unresolved {};

/// One class resolves declarations, statements and expressions, because each part of a file contains expressions, and an
/// expression may mention anything that the file declares. Statements also need the scopes of expressions, because a statement
/// is resolved once for each instance of its template.
class Resolver {
 public:
  Resolver(const SyntaxTree& tree, model::FileId file, Program& program, model::Diagnostics& diagnostics, UseCollector& uses)
      : tree_(tree), program_(program), diagnostics_(diagnostics), uses_(uses) {
    program.file = file;
  }

  void resolve();

 private:
  using Tree = grammar::ProgramParser;

  /// The cells of one declaration. A plain variable has one cell.
  struct Cells {
    VariableId first = 0;
    bool isArray = false;
    std::int64_t low = 0;
    std::int64_t high = 0;
    model::Span span;
  };
  /// A declared process or template, with its instances.
  struct Template {
    Tree::ProcessContext* syntax = nullptr;
    ProcessId first = 0;
    bool isArray = false;
    std::int64_t low = 0;
    std::int64_t high = 0;
    struct Label {
      LocationId location = 0;
      model::Span span;  // unknown for numbers and for `end`
    };
    std::map<std::string, Label> labels;  // the same for all instances
    LocationId end = 0;
    std::vector<std::map<std::string, Cells>> locals;  // by instance: its local variables, by name
  };
  struct Constant {
    ExprId value = noId;
    model::Span span;
  };
  /// The declaration of a global name.
  struct Global {
    NameKind kind = NameKind::constant;
    model::Span span;
  };
  /// An index of a template or a quantifier, with its current value.
  struct Index {
    std::string name;
    std::int64_t value = 0;
    model::Span span;
  };
  /// Where an expression occurs, which determines what it may contain.
  enum class Place { constant, statement, proposition, property };
  struct Scope {
    Place place = Place::constant;
    const Template* process = nullptr;
    std::size_t instance = 0;
    std::vector<Index> indices;
  };

  // declarations.cpp
  template <typename Item>
  void each(const std::vector<Item*>& items, void (Resolver::*resolveOne)(Item*));
  void constant(Tree::ConstantContext* context);
  void enumeration(Tree::EnumerationContext* context);
  void globalVariables(Tree::VariablesContext* context);
  void variables(Tree::VariablesContext* context, const Scope& scope, const std::string& prefix,
                 std::map<std::string, Cells>& into);
  Domain domain(Tree::DomainContext* context, const Scope& scope, std::uint32_t& inPlace);
  std::vector<std::vector<std::int64_t>> initials(Tree::InitialContext* context, const Domain& domain, const Cells& declared,
                                                  const Scope& scope);
  std::uint32_t addEnumeration(const std::string& name, const std::vector<Tree::NameContext*>& members, model::Span span);
  void declareGlobal(NameKind kind, Tree::NameContext* name);
  void noteGlobal(Tree::NameContext* use);
  std::pair<std::int64_t, std::int64_t> range(Tree::TermContext* low, Tree::TermContext* high, const Scope& scope,
                                              std::int64_t most);

  // processes.cpp
  void declareProcess(Tree::ProcessContext* context);
  void collectLabels(const std::vector<Tree::StatementContext*>& statements, Template& process, LocationId& next);
  void resolveProcess(Tree::ProcessContext* context);
  LocationId resolveStatements(const std::vector<Tree::StatementContext*>& statements, const Scope& scope, Process& process,
                               LocationId first, LocationId after);
  LocationId resolveAction(Tree::ActionContext* action, const Scope& scope, Process& process, LocationId at, LocationId after);
  void resolveAssignment(Tree::AssignmentContext* context, const Scope& scope, Location& location);
  LocationId label(Tree::TargetContext* context, const Template& process);

  // properties.cpp
  void proposition(Tree::PropositionContext* context);
  void addProposition(Proposition proposition, std::size_t size);
  void property(Tree::PropertyContext* context);
  void absences();
  void valuation(Tree::ValuationContext* context);
  void test(Tree::TestContext* context);
  void apply(Tree::SettingContext* setting, State& state, std::vector<bool>& open);
  void addState(const State& state, const std::vector<bool>& open, model::Span span, Valuation& valuation);
  int steps(Tree::StepsContext* context);

  // expressions.cpp
  ExprId expression(Tree::ExprContext* context, const Scope& scope);
  ExprId term(Tree::TermContext* context, const Scope& scope);
  ExprId formula(Tree::ExprContext* context, const Scope& scope);
  ExprId quantified(Tree::QuantifiedContext* context, const Scope& scope);
  ExprId value(Tree::ReferenceContext* context, const Scope& scope);
  ExprId location(Tree::ReferenceContext* process, Tree::TargetContext* target, const Scope& scope);
  ProcessId processOf(Tree::ReferenceContext* context, const Scope& scope);
  /// Returns the cells to which a reference may refer, and the expression of the index; noId if the reference has no index.
  std::pair<Cells, ExprId> cells(Tree::ReferenceContext* context, const Scope& scope);
  ExprId indexOf(Tree::ExprContext* context, const Cells& cells, const std::string& name, const Scope& scope);
  ExprId make(Op op, std::vector<ExprId> children, model::Span span, const Scope& scope);
  ExprId add(Expr expr);
  /// Returns the number of expressions so far. Each mention of a proposition counts all expressions of the proposition.
  std::size_t size() const { return program_.exprs.size() + writtenOut_; }
  ExprId literal(std::int64_t value, Sort sort, std::uint32_t enumeration, model::Span span);
  std::int64_t constantValue(ExprId id, std::string_view what);
  void requireSort(ExprId id, Sort sort, std::uint32_t enumeration = noId);
  void requireDomain(ExprId id, const Domain& domain, const std::string& variable);
  std::string sortName(Sort sort, std::uint32_t enumeration) const;

  [[noreturn]] void fail(std::string code, model::Span span, std::string message, std::vector<std::string> hints = {});
  [[noreturn]] void failUnknown(const std::string& kind, const std::string& name, model::Span span,
                                const std::vector<std::string>& candidates);
  std::vector<std::string> valueNames(const Scope& scope) const;
  model::Span span(const antlr4::ParserRuleContext* context) const { return tree_.span(*context); }

  const SyntaxTree& tree_;
  Program& program_;
  model::Diagnostics& diagnostics_;
  UseCollector& uses_;
  std::map<std::string, Global> globals_;
  std::map<std::string, Constant> constants_;  // also contains the members of enumerations
  std::map<std::string, std::uint32_t> enumerations_;
  std::map<std::string, Cells> variables_;
  std::map<std::string, Template> templates_;
  std::map<std::string, std::uint32_t> propositions_;  // also contains invariants and temporal properties
  std::vector<std::size_t> propositionSizes_;
  std::size_t writtenOut_ = 0;
  std::map<std::string, std::uint32_t> valuations_;
  std::map<std::string, model::Span> testNames_;
  std::map<Tree::StatementContext*, LocationId> behind_;  // by statement: the location after the statement and its blocks
  std::size_t statements_ = 0;                            // number of statements of all instances so far
  std::size_t initialValues_ = 0;                         // number of initial values of all cells so far
  int depth_ = 0;
};

}  // namespace aunit::parser::program
