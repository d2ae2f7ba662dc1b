// Builds the paragraphs of the test language: valuations and tests.

#include <fmt/format.h>

#include "parser/alloy/syntax/builder.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

using namespace syntax;

namespace {

std::uint32_t typeOf(const antlr4::Token* t) {
  return static_cast<const alloy::Token&>(*t).type;
}

}  // namespace

std::vector<Name> Builder::tags(const std::vector<P::TagContext*>& contexts) {
  std::vector<Name> all;
  for (P::TagContext* each : contexts)
    if (!each->mark()) all.push_back(nameOf(each->stop));
  return all;
}

/// Reads `skip "reason"` or `xfail "reason"`.
void Builder::add(P::MarkContext* context, model::Marks& marks) {
  std::optional<std::string>& mark = context->SKIP_MARK() ? marks.skip : marks.xfail;
  if (mark) error(span(context), fmt::format("`{}` is given twice", text(span(context->start))));
  mark = nameOrText(context->stop).text;
}

model::Marks Builder::marks(const std::vector<P::TagContext*>& contexts) {
  model::Marks marks;
  for (P::TagContext* each : contexts)
    if (each->mark()) add(each->mark(), marks);
  return marks;
}

void Builder::addValuation(P::ValuationContext* context) {
  Valuation v;
  v.name = declaredName(context->name());
  v.bases = names(context->names());
  v.tags = tags(context->tag());
  v.marks = marks(context->tag());
  v.span = span(context);
  if (context->typeScopes()) addIntegers(context, v);
  if (context->STRING()) {
    v.file = unquoted(context->STRING()->getSymbol());
    if (v.integersSpan.known())
      error(v.integersSpan, "a valuation from a file cannot have a scope: leave out `for ...`", "scope");
    if (context->LBRACE()) addMapping(context, v);
  } else {
    v.common.span = {span(context->LBRACE()->getSymbol()).begin, span(context->RBRACE()->getSymbol()).end};
    commandMarked_ = false;
    addItems(context->valuationItem(), v);
    v.predicateStyle = (commandMarked_ || !testLanguage_) && v.states.empty();
    if (v.predicateStyle) {
      if (v.integersSpan.known())
        error(v.integersSpan, "this `val` has the AUnit Analyzer's form, so its command gives the scope: leave out `for ...`",
              "scope");
      Expr* all = node(Kind::block, v.common.span);
      for (ExprPtr formula : v.common.formulas) {
        if (formula->depth > Expr::deepest) tooDeep(formula->span);
        all->children.push_back(formula);
      }
      v.body = all;
    }
  }
  remember(ParagraphRef::Kind::valuation, file_.valuations, std::move(v));
}

/// Reads the bit width and the longest sequence of a valuation: `for 6 int, 8 seq`, as in a command's scope.
void Builder::addIntegers(P::ValuationContext* context, Valuation& v) {
  v.integersSpan = {span(context->FOR()->getSymbol()).begin, span(context->typeScopes()).end};
  Command scopes;
  for (P::TypeScopeContext* each : context->typeScopes()->typeScope()) scopes.scopes.push_back(typeScope(each));
  checkScopes(scopes);
  for (const TypeScope& each : scopes.scopes) {
    if (each.of == TypeScope::Of::integers)
      v.integers.bitwidth = each.start;
    else if (each.of == TypeScope::Of::sequences)
      v.integers.maxSequence = each.start;
    else
      error(each.span,
            fmt::format("`{}` cannot have a scope in a valuation, because the valuation lists its atoms", each.sig.text), "scope")
          .hints.push_back("Only `for 6 int` (the bit width) and `for 8 seq` (the longest sequence) are possible.");
  }
}

void Builder::addItems(const std::vector<P::ValuationItemContext*>& items, Valuation& v) {
  for (P::ValuationItemContext* item : items) {
    if (item->STATE()) {
      const Expr* formulas = block(item->block());
      v.states.push_back({formulas->children, {}, formulas->span});
    } else if (item->LOOP()) {
      if (v.loopSpan.known()) error(span(item), "`loop` is given twice", "valuation");
      v.loop = numberOf(item->NUMBER()->getSymbol());
      v.loopSpan = span(item);
    } else if (item->ELLIPSIS()) {
      v.open = true;
    } else {
      (item->OPEN_VALUE() ? v.common.unknown : v.common.formulas).push_back(expr(item->expr()));
    }
  }
}

void Builder::addTest(P::TestContext* context) {
  Test test;
  antlr4::Token* title = context->STRING()->getSymbol();
  test.name = unquoted(title);
  test.nameSpan = span(title);
  test.tags = tags(context->tag());
  test.marks = marks(context->tag());
  test.span = span(context);
  if (context->table()) test.table = table(context->table());
  for (P::StatementContext* each : context->statement()) {
    std::vector<NamedPart> without;
    for (P::NamedContext* named : each->named()) without.push_back(namedPart(named));
    for (P::AskedContext* asked : each->asked()) test.statements.push_back(statement(asked, without));
  }
  test.bodySpan = {span(context->statement().front()).begin, span(context->statement().back()).end};
  remember(ParagraphRef::Kind::test, file_.tests, std::move(test));
}

Table Builder::table(P::TableContext* context) {
  Table table;
  table.columns = declaredNames(context->names());
  table.span = span(context);
  for (P::RowContext* each : context->row()) {
    Table::Row& row = table.rows.emplace_back();
    if (each->STRING()) row.name = unquoted(each->STRING()->getSymbol());
    for (P::CellContext* cell : each->cell())
      row.cells.push_back(cell->expr() ? expr(cell->expr()) : valuationInCell(cell->inPlace()));
    if (each->block())
      row.cells.push_back(block(each->block()));
    else if (each->inPlace())
      row.cells.push_back(valuationInCell(each->inPlace()));
    else if (each->single)
      row.cells.push_back(atom(each->single));
    row.tags = tags(each->tag());
    row.marks = marks(each->tag());
    row.span = span(each);
  }
  return table;
}

Statement Builder::statement(P::AskedContext* context, const std::vector<NamedPart>& without) {
  Statement s;
  s.span = span(context);
  s.without = without;
  for (P::SubjectContext* each : context->subject()) s.subjects.push_back(subject(each));
  s.every = context->EVERY() != nullptr;
  if (context->op) {
    switch (typeOf(context->op)) {
      case TokenType::SATISFIES: s.kind = Statement::Kind::satisfies; break;
      case TokenType::VIOLATES: s.kind = Statement::Kind::violates; break;
      case TokenType::VALID: s.kind = Statement::Kind::valid; break;
      case TokenType::INVALID: s.kind = Statement::Kind::invalid; break;
      case TokenType::FITS: s.kind = Statement::Kind::fits; break;
      default: s.kind = Statement::Kind::gives; break;
    }
  } else {
    s.kind = Statement::Kind::command;
  }
  if (context->expr()) s.formula = expr(context->expr());
  if (context->command()) {
    s.command = static_cast<int>(file_.testCommands.size());
    file_.testCommands.push_back(command(context->command()));
  }
  if (context->because()) {
    s.because = namedPart(context->because()->named());
    s.because->span = span(context->because());
  }
  if (context->EXPECT_ERROR()) s.expectedError = unquoted(context->STRING()->getSymbol());
  return s;
}

Subject Builder::subject(P::SubjectContext* context) {
  Subject s;
  s.span = span(context);
  if (context->name())
    s.name = name(context->name());
  else if (context->SUBJECT())
    s.name = nameOf(context->SUBJECT()->getSymbol());
  if (P::InPlaceContext* written = context->inPlace())
    s.inPlace = addInPlace(written, s.span, s.name.text.empty() ? std::vector<Name>() : std::vector{s.name});
  return s;
}

/// Adds an inline valuation and returns its index.
int Builder::addInPlace(P::InPlaceContext* context, Range where, std::vector<Name> bases) {
  Valuation v;
  v.bases = std::move(bases);
  v.span = where;
  v.common.span = span(context);
  addItems(context->valuationItem(), v);
  file_.inPlace.push_back(std::move(v));
  return static_cast<int>(file_.inPlace.size()) - 1;
}

ExprPtr Builder::valuationInCell(P::InPlaceContext* context) {
  Expr* cell = node(Kind::valuation, span(context));
  cell->number = addInPlace(context, cell->span, {});
  return cell;
}

NamedPart Builder::namedPart(P::NamedContext* context) {
  NamedPart part;
  part.what = static_cast<model::Named>(numberOf(context->NAMED()->getSymbol()));
  part.span = span(context);
  if (context->owner) part.owner = name(context->owner);
  if (context->owner && part.what != model::Named::field)
    error(part.owner.span, "only a field can be qualified by its signature");
  part.name = nameOrText(context->stop);
  return part;
}

void Builder::addMarkedTest(P::MarkedTestContext* context) {
  Command c;
  if (context->command()) {
    c = command(context->command());
  } else {
    c.label = declaredName(context->name());
    c.testFormula = expr(context->expr());
  }
  c.isTest = true;
  c.span = span(context);
  remember(ParagraphRef::Kind::command, file_.commands, std::move(c));
}

}  // namespace aunit::parser::alloy
