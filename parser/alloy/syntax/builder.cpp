#include "parser/alloy/syntax/builder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

using namespace syntax;

namespace {

/// Whether a name with `$` refers to a meta signature. If only digits follow the `$`, it names an atom of an instance (`Node$0`).
bool namesMeta(std::string_view name) {
  const std::size_t dollar = name.rfind('$');
  if (dollar == std::string_view::npos) return false;
  const std::string_view number = name.substr(dollar + 1);
  return number.empty() || !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }) ||
         namesMeta(name.substr(0, dollar));
}

/// Calls `use` with each name in a list, in which names and commas alternate. `context` may be null.
template <typename Use>
void forEachName(grammar::AlloyParser::NamesContext* context, Use use) {
  if (!context) return;
  for (auto *t = static_cast<Token*>(context->start), *last = static_cast<Token*>(context->stop); t <= last; t += 2) use(t);
}

}  // namespace

Expr* Builder::node(Kind kind, Range span) {
  Expr& e = file_.arena.push_back({});
  e.kind = kind;
  e.span = span;
  return &e;
}

void Builder::adopt(Expr* parent, ExprPtr child) {
  parent->children.push_back(child);
  deepen(parent, *child);
}

void Builder::deepen(Expr* parent, const Expr& below) {
  if (below.depth < parent->depth) return;
  parent->depth = below.depth + 1;
  if (parent->depth == Expr::deepest) tooDeep(parent->nameSpan.known() ? parent->nameSpan : parent->span);
}

std::int32_t Builder::numberOf(antlr4::Token* t) {
  return static_cast<std::int32_t>(alloy::token(t).extra);
}

std::string Builder::unquoted(antlr4::Token* t) const {
  const std::string_view literal = text(span(t));
  std::string out;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    char c = literal[i];
    if (c == '\\') {
      c = literal[++i];
      if (c == 'n') c = '\n';
    }
    out += c;
  }
  return out;
}

Range Builder::span(antlr4::Token* t) const {
  return {alloy::token(t).begin, alloy::token(t).end};
}

Range Builder::span(antlr4::ParserRuleContext* context) const {
  const std::uint32_t begin = alloy::token(context->start).begin;
  return {begin, context->stop ? std::max(begin, alloy::token(context->stop).end) : begin};
}

model::Diagnostic& Builder::warning(Range span, std::string message) {
  return diagnostics_.warning("declaration", span.in(id_), std::move(message));
}

void Builder::tooDeep(Range span) {
  file_.tooDeep = true;
  error(span, "this expression is nested too deeply");
}

model::Diagnostic& Builder::error(Range span, std::string message, std::string code) {
  return diagnostics_.error(std::move(code), span.in(id_), std::move(message));
}

// Names.

Name Builder::nameOf(antlr4::Token* t) {
  Name name{{}, span(t)};
  const std::string_view written = text(name.span);
  const std::uint32_t type = alloy::token(t).type;
  if (type != TokenType::QUALIFIED_NAME && type != TokenType::SUBJECT && type != TokenType::BUILTIN &&
      type != TokenType::INT_CONSTANT) {
    name.text = written;
  } else {
    // Removes blanks and comments between the segments.
    for (std::size_t i = 0; i < written.size();) {
      const char c = written[i];
      const auto skipTo = [&](std::string_view end) { i = std::min(written.find(end, i + 2), written.size()); };
      if (c == ' ' || c == '\t' || c == '\f' || c == '\n')
        ++i;
      else if (written.substr(i, 2) == "--" || written.substr(i, 2) == "//")
        skipTo("\n");
      else if (written.substr(i, 2) == "/*")
        skipTo("*/"), i += 2;
      else
        name.text += c, ++i;
    }
  }
  if (type == TokenType::STEPS) name.text = "steps";                              // was `Time` in Electrum
  if (type == TokenType::BUILTIN && name.text == "disjoint") name.text = "disj";  // was `disjoint` before Alloy 6.2
  file_.usesDollar |= namesMeta(name.text);
  return name;
}

Name Builder::declaredName(antlr4::Token* t) {
  Name declared = nameOf(t);
  const std::uint32_t type = alloy::token(t).type;
  if (type != TokenType::NAME && type != TokenType::QUALIFIED_NAME)
    error(declared.span, fmt::format("`{}` is a keyword and cannot be a name", declared.text));
  if (declared.text.find('/') != std::string::npos)
    error(declared.span, fmt::format("the declared name `{}` cannot contain `/`", declared.text));
  if (declared.text.find('$') != std::string::npos)
    error(declared.span, fmt::format("the declared name `{}` cannot contain `$`", declared.text));
  return declared;
}

Name Builder::nameOrText(antlr4::Token* t) {
  if (alloy::token(t).type != TokenType::STRING) return nameOf(t);
  return {unquoted(t), span(t)};
}

/// Reads a command's label. Unlike a declared name, it may contain `$`.
Name Builder::label(P::NameContext* context) {
  Name label = name(context);
  if (label.text.find('$') == std::string::npos) return declaredName(context);
  if (label.text.find('/') != std::string::npos) error(label.span, fmt::format("the label `{}` cannot contain `/`", label.text));
  return label;
}

std::vector<Name> Builder::names(P::NamesContext* context) {
  std::vector<Name> all;
  forEachName(context, [&](antlr4::Token* t) { all.push_back(nameOf(t)); });
  return all;
}

std::vector<Name> Builder::declaredNames(P::NamesContext* context) {
  std::vector<Name> all;
  forEachName(context, [&](antlr4::Token* t) { all.push_back(declaredName(t)); });
  return all;
}

// Declarations.

Decl Builder::decl(P::DeclContext* context) {
  Decl d;
  d.names = declaredNames(context->names());
  d.isVar = context->VAR() != nullptr;
  d.isPrivate = context->PRIVATE() != nullptr;
  d.disjointNames = context->disjointNames != nullptr;
  d.disjointValues = context->disjointValues != nullptr;
  d.defined = alloy::token(context->op).type == TokenType::EQUALS;
  d.bound = expr(context->expr());
  d.span = span(context);
  if (d.defined && d.isVar)
    error(span(context->start), "a field defined by `=` cannot be `var`: its value changes if the value of its definition does");
  if (d.defined && (d.disjointNames || d.disjointValues))
    error(span(d.disjointValues ? context->disjointValues : context->disjointNames), "a field defined by `=` cannot be `disj`");
  return d;
}

std::vector<Decl> Builder::fields(P::FieldsContext* context) {
  std::vector<Decl> all;
  for (P::DeclContext* each : context->decl()) all.push_back(decl(each));
  return all;
}

std::vector<Decl> Builder::parameters(P::ParametersContext* context) {
  if (!context) return {};
  std::vector<Decl> all = fields(context->fields());
  for (const Decl& d : all) {
    if (d.isPrivate) error(d.span, "a parameter cannot be private");
    if (d.isVar) warning(d.span, "`var` has no effect on a parameter");
    if (d.disjointValues) error(d.span, "a parameter's bound cannot be `disj`: write `disj` before the names");
    if (d.defined)
      warning(d.span, "a parameter is declared with `:`, not `=`; a command cannot run a predicate with such a parameter");
  }
  return all;
}

std::vector<Decl> Builder::declarations(P::DeclarationsContext* context) {
  std::vector<Decl> all;
  for (P::DeclContext* each : context->decl()) {
    all.push_back(decl(each));
    const Decl& d = all.back();
    if (d.isPrivate) warning(d.span, "a variable cannot be private: commands that use it cannot be solved");
    if (d.isVar) warning(d.span, "`var` has no effect on a variable");
    if (d.disjointValues)
      warning(d.span, "write `disj` before the names: commands that use a variable with a `disj` bound cannot be solved");
    if (d.defined) error(d.span, "a variable is declared with `:`, not `=`");
  }
  return all;
}

// Paragraphs.

void Builder::add(P::ParagraphsContext* paragraphs) {
  for (P::ParagraphContext* each : paragraphs->paragraph()) add(each);
}

void Builder::add(P::ParagraphsContext* paragraph, std::vector<ExprPtr> formulas, std::size_t first) {
  formulas_ = std::move(formulas);
  firstOfFormulas_ = first;
  add(paragraph);
}

void Builder::add(P::ParagraphContext* paragraph) {
  if (auto* c = paragraph->declaration())
    addDeclaration(c);
  else if (auto* f = paragraph->fact())
    addFact(f);
  else if (auto* a = paragraph->assertion())
    addAssertion(a);
  else if (auto* commands = paragraph->commands())
    addCommands(commands);
  else if (auto* header = paragraph->moduleHeader())
    addHeader(header);
  else if (auto* v = paragraph->valuation())
    addValuation(v);
  else if (auto* l = paragraph->log())
    addLog(l);
  else if (auto* t = paragraph->test())
    addTest(t);
  else if (auto* marked = paragraph->markedTest())
    addMarkedTest(marked);
  else
    add(paragraph->fileMark()->mark(), file_.marks);
}

void Builder::addDeclaration(P::DeclarationContext* context) {
  if (context->signature())
    addSig(context);
  else if (auto* predicate = context->predicate())
    addPredicate(predicate, isPrivate(context));
  else if (auto* function = context->function())
    addFunction(function, isPrivate(context));
  else if (auto* open = context->openModule())
    addOpen(open, isPrivate(context));
  else if (auto* e = context->enumeration())
    addEnum(e, isPrivate(context));
  else
    addMacro(context->macro(), isPrivate(context));
}

/// Whether a declaration is private. Signatures can have other qualifiers in addition.
bool Builder::isPrivate(P::DeclarationContext* context) {
  bool found = false;
  for (P::QualifierContext* each : context->qualifier()) {
    const bool again = std::exchange(found, true);
    if (alloy::token(each->start).type != TokenType::PRIVATE)
      error(span(each), fmt::format("`{}` is allowed only before a signature", text(span(each))));
    else if (again)
      error(span(each), "`private` is given twice");
  }
  return found;
}

void Builder::addHeader(P::ModuleHeaderContext* context) {
  if (file_.hasHeader || comesAfterOpens())
    error(span(context->start), "`module` is allowed only once, and only `open` may precede it");
  file_.hasHeader = true;
  file_.header.name = name(context->name());
  file_.header.span = span(context);
  if (file_.header.name.text.find('$') != std::string::npos)
    error(file_.header.name.span, fmt::format("the declared name `{}` cannot contain `$`", file_.header.name.text));
  for (P::ModuleParameterContext* each : context->moduleParameter())
    file_.header.parameters.push_back({declaredName(each->name()), each->EXACTLY() != nullptr});
}

/// Whether a paragraph other than `open` has been read: `module` and `open` are then no longer allowed.
bool Builder::comesAfterOpens() const {
  return std::ranges::any_of(file_.paragraphs, [](const ParagraphRef& p) { return p.kind != ParagraphRef::Kind::open; });
}

void Builder::addOpen(P::OpenModuleContext* context, bool isPrivate) {
  if (comesAfterOpens())
    error(span(context), "`open` must come before all signatures, enumerations, facts, predicates, functions and commands");
  Open open;
  open.target = name(context->name(0));
  for (P::SigRefContext* each : context->sigRef()) open.arguments.push_back(name(each));
  if (context->alias) open.alias = declaredName(context->alias);
  open.isPrivate = isPrivate;
  open.span = span(static_cast<antlr4::ParserRuleContext*>(context->parent));
  remember(ParagraphRef::Kind::open, file_.opens, std::move(open));
}

void Builder::addEnum(P::EnumerationContext* context, bool isPrivate) {
  Enum e;
  e.name = declaredName(context->name());
  e.members = declaredNames(context->names());
  e.isPrivate = isPrivate;
  e.span = span(static_cast<antlr4::ParserRuleContext*>(context->parent));
  if (e.members.empty()) error(e.name.span, fmt::format("the enum `{}` must have at least one member", e.name.text));
  remember(ParagraphRef::Kind::enum_, file_.enums, std::move(e));
}

void Builder::addSig(P::DeclarationContext* declaration) {
  P::SignatureContext* context = declaration->signature();
  Sig sig;
  sig.span = span(declaration);
  for (P::QualifierContext* each : declaration->qualifier()) {
    const auto once = [&](bool& flag) {
      if (flag) error(span(each), fmt::format("`{}` is given twice", text(span(each))));
      flag = true;
    };
    const auto multiplicity = [&](Multiplicity m) {
      if (sig.multiplicity == m)
        error(span(each), fmt::format("`{}` is given twice", text(span(each))));
      else if (sig.multiplicity != Multiplicity::set)
        error(span(each), "a signature can have only one of `lone`, `one` and `some`");
      sig.multiplicity = m;
    };
    switch (alloy::token(each->start).type) {
      case TokenType::ABSTRACT: once(sig.isAbstract); break;
      case TokenType::PRIVATE: once(sig.isPrivate); break;
      case TokenType::VAR: once(sig.isVar); break;
      case TokenType::LONE: multiplicity(Multiplicity::lone); break;
      case TokenType::ONE: multiplicity(Multiplicity::one); break;
      default: multiplicity(Multiplicity::some); break;
    }
  }
  sig.names = declaredNames(context->names());
  if (context->op) {
    const std::uint32_t op = alloy::token(context->op).type;
    sig.relation = op == TokenType::EXTENDS ? Sig::Relation::extends
                   : op == TokenType::IN    ? Sig::Relation::in
                                            : Sig::Relation::equal;
    for (P::SigRefContext* each : context->sigRef()) sig.parents.push_back(name(each));
    if (sig.isAbstract && op != TokenType::EXTENDS) error(sig.names.front().span, "a subset signature cannot be abstract");
  }
  sig.fields = fields(context->fields());
  if (context->block()) sig.appended = block(context->block());
  remember(ParagraphRef::Kind::sig, file_.sigs, std::move(sig));
}

void Builder::addFact(P::FactContext* context) {
  Fact fact;
  if (context->name())
    fact.name = declaredName(context->name());
  else if (context->STRING())
    fact.name = nameOrText(context->STRING()->getSymbol());
  readBody(context->block(), fact);
  fact.span = span(context);
  remember(ParagraphRef::Kind::fact, file_.facts, std::move(fact));
}

void Builder::addAssertion(P::AssertionContext* context) {
  Assertion assertion;
  if (context->name())
    assertion.name = declaredName(context->name());
  else if (context->STRING())
    assertion.name = nameOrText(context->STRING()->getSymbol());
  readBody(context->block(), assertion);
  assertion.span = span(context);
  remember(ParagraphRef::Kind::assertion, file_.assertions, std::move(assertion));
}

void Builder::addPredicate(P::PredicateContext* context, bool isPrivate) {
  Func pred;
  pred.isPrivate = isPrivate;
  if (context->name()) pred.receiver = name(context->sigRef());
  pred.name = context->name() ? declaredName(context->name()) : declaredName(context->sigRef());
  pred.params = parameters(context->parameters());
  readBody(context->block(), pred);
  pred.span = span(static_cast<antlr4::ParserRuleContext*>(context->parent));
  remember(ParagraphRef::Kind::func, file_.funcs, std::move(pred));
}

void Builder::addFunction(P::FunctionContext* context, bool isPrivate) {
  Func fun;
  fun.isPredicate = false;
  fun.isPrivate = isPrivate;
  if (context->name()) fun.receiver = name(context->sigRef());
  fun.name = context->name() ? declaredName(context->name()) : declaredName(context->sigRef());
  fun.params = parameters(context->parameters());
  fun.result = expr(context->expr());
  readBody(context->block(), fun);
  fun.span = span(static_cast<antlr4::ParserRuleContext*>(context->parent));
  remember(ParagraphRef::Kind::func, file_.funcs, std::move(fun));
}

void Builder::addMacro(P::MacroContext* context, bool isPrivate) {
  Macro macro;
  macro.isPrivate = isPrivate;
  macro.name = declaredName(context->name());
  macro.params = declaredNames(context->names());
  macro.body = context->block() ? block(context->block()) : expr(context->expr());
  macro.span = span(static_cast<antlr4::ParserRuleContext*>(context->parent));
  remember(ParagraphRef::Kind::macro, file_.macros, std::move(macro));
}

// Commands.

void Builder::addCommands(P::CommandsContext* context) {
  bool chained = false;
  for (P::CommandContext* each : context->command()) {
    Command next = command(each);
    if (chained) next.chainedTo = static_cast<int>(file_.commands.size()) - 1;
    chained = true;
    remember(ParagraphRef::Kind::command, file_.commands, std::move(next));
  }
}

Command Builder::command(P::CommandContext* context) {
  Command c;
  c.check = alloy::token(context->op).type == TokenType::CHECK;
  const std::vector<P::NameContext*> names = context->name();
  if (context->block()) {
    c.block = block(context->block());
    if (!names.empty()) c.label = label(names[0]);
  } else {
    if (names.size() == 2) c.label = label(names[0]);
    c.target = name(names.back());
  }
  if (context->scope()) scope(context->scope(), c);
  if (context->NUMBER()) {
    antlr4::Token* expected = context->NUMBER()->getSymbol();
    c.expect = std::max(-1, numberOf(expected));
    c.expectSpan = {span(context->EXPECT()->getSymbol()).begin, span(context->stop).end};
    if (context->INSTANCES() && c.expect < 0)
      error(span(expected), "a number of instances cannot be negative");
    else if (context->INSTANCES())
      c.instances = {static_cast<std::uint32_t>(c.expect), context->UP_TO_SYMMETRY() != nullptr};
    else if (c.expect > 1)
      warning(span(expected), fmt::format("`expect` takes 0 (no instance) or 1 (at least one): {} counts as 1", c.expect))
          .hints.push_back(fmt::format("`expect {} instances` in a `test` counts the instances.", c.expect));
  }
  c.span = span(context);
  return c;
}

void Builder::scope(P::ScopeContext* context, Command& c) {
  c.scopeSpan = span(context);
  if (context->name()) {
    const Name given = name(context->name());
    if (testLanguage_)
      c.given = given;
    else
      error(given.span, fmt::format("found the name `{}`; expected a number", given.text), "scope")
          .hints.push_back("The name of a `val` is allowed here only in a file of tests (.aunit).");
  }
  if (context->NUMBER()) {
    antlr4::Token* overall = context->NUMBER()->getSymbol();
    c.overall = numberOf(overall);
    if (c.overall < 0) error(span(overall), "a scope cannot be negative", "scope");
  }
  if (!context->typeScopes()) return;
  for (P::TypeScopeContext* each : context->typeScopes()->typeScope()) c.scopes.push_back(typeScope(each));
  checkScopes(c);
}

TypeScope Builder::typeScope(P::TypeScopeContext* context) {
  TypeScope s;
  s.sig = name(context->scoped());
  switch (alloy::token(context->scoped()->start).type) {
    case TokenType::INT:
    case TokenType::INT_SIG: s.of = TypeScope::Of::integers; break;
    case TokenType::SEQ: s.of = TypeScope::Of::sequences; break;
    case TokenType::STEPS: s.of = TypeScope::Of::steps; break;
    default: break;
  }
  s.exactly = context->EXACTLY() != nullptr;
  s.start = numberOf(context->first);
  s.range = !context->DOT().empty();
  if (context->last) s.end = numberOf(context->last);
  if (context->step) s.increment = numberOf(context->step);
  s.span = span(context);
  return s;
}

// Reports scopes of a command that are wrong in every model (language reference 3 and 13.7).
void Builder::checkScopes(const Command& c) {
  const TypeScope* bitwidth = nullptr;
  const TypeScope* sequences = nullptr;
  const TypeScope* steps = nullptr;
  const auto wrong = [&](const TypeScope& s, std::string message) { error(s.span, std::move(message), "scope"); };
  const auto once = [&](const TypeScope& s, const TypeScope*& first, std::string_view what) {
    if (first) wrong(s, fmt::format("{} is given more than once", what));
    first = &s;
  };
  for (const TypeScope& s : c.scopes) {
    const bool openEnd = (s.range || s.increment >= 0) && s.end < 0;
    const bool grows = openEnd || (s.end >= 0 && s.end > s.start);
    const std::string& sig = s.sig.text;
    if (s.start < 0)
      wrong(s, "a scope cannot be negative");
    else if (s.end >= 0 && s.end < s.start)
      wrong(s, fmt::format("the scope ends at {}, which is less than its start {}", s.end, s.start));
    else if (s.increment == 0)
      wrong(s, "the increment of a scope must be at least 1");
    if (sig == "univ" || sig == "none") {
      wrong(s, fmt::format("`{}` cannot have a scope", sig));
    } else if (s.of == TypeScope::Of::integers || s.of == TypeScope::Of::sequences) {
      const bool isSeq = s.of == TypeScope::Of::sequences;
      if (grows) wrong(s, fmt::format("`{}` cannot have a growing scope", sig));
      if (s.exactly)
        wrong(s,
              fmt::format("`exactly` is redundant here: {} is always exact", isSeq ? "the longest sequence" : "the bit width"));
      if (isSeq)
        once(s, sequences, "the longest sequence");
      else
        once(s, bitwidth, "the bit width");
    } else if (s.of == TypeScope::Of::steps) {
      if (openEnd && s.start != 1) wrong(s, "an unbounded scope for steps must start at 1");
      if (s.increment >= 0 && s.increment != 1) wrong(s, "the increment of steps must be 1");
      if (s.start < 1) wrong(s, "the scope of steps must be at least 1");
      once(s, steps, "the scope of steps");
    }
  }
}

}  // namespace aunit::parser::alloy
