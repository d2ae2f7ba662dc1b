// Builds the syntax tree from ANTLR's parse tree. Also makes the checks that the grammar cannot express: precedence of operators,
// names that may be declared, scopes.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "parser/alloy/grammar/AlloyParser.h"
#include "parser/alloy/syntax/syntax.h"
#include "support/stack_guard.h"

namespace aunit::parser::alloy {

/// Adds paragraphs to one syntax::File. Reports the errors of a paragraph, but builds it all the same. Throws NestedTooDeeply.
class Builder {
 public:
  /// `id`: the file of the text, for diagnostics; the tree itself does not refer to files.
  Builder(syntax::File& file, model::FileId id, std::string_view text, bool testLanguage, model::Diagnostics& diagnostics)
      : file_(file), id_(id), text_(text), testLanguage_(testLanguage), diagnostics_(diagnostics) {}

  void add(grammar::AlloyParser::ParagraphsContext* paragraphs);
  /// Adds a paragraph whose body is empty in the parse tree. `formulas` become the body. All nodes from index `first` on belong
  /// to these formulas.
  void add(grammar::AlloyParser::ParagraphsContext* paragraph, std::vector<syntax::ExprPtr> formulas, std::size_t first);
  syntax::ExprPtr formula(grammar::AlloyParser::ExprContext* formula) { return expr(formula); }
  /// Returns the expression of a formula. Several consecutive expressions become a block.
  syntax::ExprPtr formula(grammar::AlloyParser::FormulaContext* formula);

 private:
  using P = grammar::AlloyParser;

  void add(P::ParagraphContext* paragraph);
  bool comesAfterOpens() const;
  void addHeader(P::ModuleHeaderContext* context);
  void addDeclaration(P::DeclarationContext* context);
  void addOpen(P::OpenModuleContext* context, bool isPrivate);
  void addEnum(P::EnumerationContext* context, bool isPrivate);
  void addSig(P::DeclarationContext* context);
  void addFact(P::FactContext* context);
  void addAssertion(P::AssertionContext* context);
  void addPredicate(P::PredicateContext* context, bool isPrivate);
  void addFunction(P::FunctionContext* context, bool isPrivate);
  void addMacro(P::MacroContext* context, bool isPrivate);
  void addCommands(P::CommandsContext* context);
  void addValuation(P::ValuationContext* context);
  void addTest(P::TestContext* context);

  // builder_logs.cpp
  void addLog(P::LogContext* context);
  void addMapping(P::ValuationContext* context, syntax::Valuation& valuation);
  void add(P::LogItemContext* item, syntax::Log& log);
  syntax::LogElements elements(P::LogItemContext* item);
  syntax::LogPath path(P::PathContext* context);
  syntax::LogPattern pattern(P::PatternContext* context);

  syntax::NamedPart namedPart(P::NamedContext* context);
  void addIntegers(P::ValuationContext* context, syntax::Valuation& valuation);
  void addItems(const std::vector<P::ValuationItemContext*>& items, syntax::Valuation& valuation);
  syntax::Table table(P::TableContext* context);
  syntax::Statement statement(P::AskedContext* context, const std::vector<syntax::NamedPart>& without);
  syntax::Subject subject(P::SubjectContext* context);
  int addInPlace(P::InPlaceContext* context, syntax::Range span, std::vector<syntax::Name> bases);
  syntax::ExprPtr valuationInCell(P::InPlaceContext* context);
  void addMarkedTest(P::MarkedTestContext* context);
  bool isPrivate(P::DeclarationContext* context);

  syntax::Command command(P::CommandContext* context);
  void scope(P::ScopeContext* context, syntax::Command& command);
  syntax::TypeScope typeScope(P::TypeScopeContext* context);
  void checkScopes(const syntax::Command& command);

  std::vector<syntax::Decl> fields(P::FieldsContext* context);
  std::vector<syntax::Decl> parameters(P::ParametersContext* context);
  std::vector<syntax::Decl> declarations(P::DeclarationsContext* context);
  syntax::Decl decl(P::DeclContext* context);
  std::vector<syntax::Name> names(P::NamesContext* context);
  std::vector<syntax::Name> declaredNames(P::NamesContext* context);
  syntax::Name declaredName(antlr4::ParserRuleContext* context) { return declaredName(context->start); }
  syntax::Name declaredName(antlr4::Token* token);
  syntax::Name label(P::NameContext* context);
  void add(P::MarkContext* context, model::Marks& marks);
  model::Marks marks(const std::vector<P::TagContext*>& contexts);
  std::vector<syntax::Name> tags(const std::vector<P::TagContext*>& contexts);
  syntax::Name name(antlr4::ParserRuleContext* context) { return nameOf(context->start); }
  syntax::Name nameOf(antlr4::Token* token);
  syntax::Name nameOrText(antlr4::Token* token);  // quotes around a text are removed

  // Expressions. A Row is a sequence of operands and operators, read by precedence climbing.
  struct Row;
  syntax::Expr* expr(P::ExprContext* context);
  syntax::Expr* climb(Row& row, int lowest);
  syntax::Expr* operand(Row& row);
  syntax::Expr* prefix(Row& row, syntax::Unary unary, antlr4::Token* op);
  syntax::Expr* binder(Row& row, P::BinderContext* context);
  syntax::Expr* quantified(Row& row, P::BinderContext* context);
  syntax::Expr* let(Row& row, P::BinderContext* context);
  syntax::Expr* binderBody(Row& row, P::BinderContext* context);
  syntax::Expr* infix(Row& row, syntax::Expr* left, antlr4::Token* op);
  syntax::Expr* sum(Row& row, syntax::Expr* left);
  syntax::Expr* sequence(Row& row, syntax::Expr* left, antlr4::Token* op);
  syntax::Expr* implication(Row& row, syntax::Expr* condition, antlr4::Token* op);
  syntax::Expr* box(syntax::Expr* target, P::ArgumentsContext* context);
  syntax::Expr* primed(syntax::Expr* operand, antlr4::Token* prime);
  syntax::Expr* primary(P::PrimaryContext* context);
  syntax::Expr* comprehension(P::ComprehensionContext* context);
  syntax::Expr* atom(antlr4::Token* token);
  syntax::Expr* block(P::BlockContext* context);
  template <typename Paragraph>
  void readBody(P::BlockContext* context, Paragraph& paragraph) {
    paragraph.nodes.first = formulas_.empty() ? file_.arena.size() : firstOfFormulas_;
    syntax::Expr* const body = block(context);
    for (const syntax::ExprPtr formula : std::exchange(formulas_, {})) adopt(body, formula);
    paragraph.body = body;
    paragraph.nodes.end = file_.arena.size();
  }

  /// Returns the precedence level of an expression as it is written: an expression in parentheses is primary, and `a ; b` has the
  /// level of `;`, although the tree has an `and` for it.
  int writtenLevel(const syntax::Expr& e) const;
  void checkLeft(const syntax::Expr& operand, const syntax::Range& op);
  /// Returns the name right before a unary operator that was probably written after its operand; empty if there is none.
  std::string_view nameBefore(const syntax::Range& op) const;
  void checkRight(const syntax::Expr& operand, int lowest, const syntax::Range& op);

  syntax::Expr* node(syntax::Kind kind, syntax::Range span);
  /// Appends `child` to `parent`, and updates the depth.
  void adopt(syntax::Expr* parent, syntax::ExprPtr child);
  /// Updates the depth of `parent`; reports an error if it is too large.
  void deepen(syntax::Expr* parent, const syntax::Expr& below);
  syntax::Range span(antlr4::ParserRuleContext* context) const;
  syntax::Range span(antlr4::Token* token) const;
  static std::int32_t numberOf(antlr4::Token* token);
  std::string unquoted(antlr4::Token* literal) const;  // escapes are resolved
  std::string_view text(syntax::Range span) const { return text_.substr(span.begin, span.end - span.begin); }
  void tooDeep(syntax::Range span);
  model::Diagnostic& error(syntax::Range span, std::string message, std::string code = "syntax");
  model::Diagnostic& warning(syntax::Range span, std::string message);
  template <typename T>
  void remember(syntax::ParagraphRef::Kind kind, std::vector<T>& all, T paragraph) {
    file_.paragraphs.push_back({kind, static_cast<std::uint32_t>(all.size())});
    all.push_back(std::move(paragraph));
  }

  syntax::File& file_;
  model::FileId id_;
  std::string_view text_;
  bool testLanguage_;
  support::StackGuard guard_;
  std::vector<syntax::ExprPtr> formulas_;  // formulas of the next paragraph's body, if they were built before the paragraph
  std::size_t firstOfFormulas_ = 0;
  bool commandMarked_ = false;  // the current valuation contains a `@cmd:{ }`
  model::Diagnostics& diagnostics_;
};

}  // namespace aunit::parser::alloy
