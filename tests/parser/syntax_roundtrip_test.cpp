// Printing a syntax tree and parsing the text gives the same tree: for random trees, and for all recorded models.
#include <filesystem>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "parser/alloy/syntax/operators.h"
#include "parser/format.h"
#include "parser/library/library.h"
#include "tests/parser/print.h"
#include "tests/parser/syntax_support.h"
#include "tests/recorded.h"

namespace aunit::parser::alloy {
namespace {

using namespace syntax;

// Random trees.

int draw(int choices) {
  return *rc::gen::inRange(0, choices);
}
bool chance(int percent) {
  return draw(100) < percent;
}

template <typename T, typename Make>
std::vector<T> several(int least, int most, Make make) {
  std::vector<T> all;
  for (int n = least + draw(most - least + 1); n > 0; --n) all.push_back(make());
  return all;
}

class TreeMaker {
 public:
  explicit TreeMaker(File& file) : file_(file) {}

  void paragraphs() {
    if (chance(30)) {
      file_.hasHeader = true;
      file_.header.name = reference();
      file_.header.parameters = several<ModuleHeader::Parameter>(0, 2, [&] {
        return ModuleHeader::Parameter{plain(), chance(50)};
      });
    }
    for (int n = draw(3); n > 0; --n)
      add(ParagraphRef::Kind::open, file_.opens,
          Open{reference(), references(0, 2), chance(50) ? plain() : Name{}, chance(30), {}});
    for (int n = 1 + draw(5); n > 0; --n) paragraph();
  }

  const Expr* expr(int depth) {
    if (depth <= 0) return leaf();
    switch (draw(12)) {
      case 0: return leaf();
      case 1: return block(depth - 1);
      case 2: {
        Expr* e = make(Kind::unary);
        e->unary = static_cast<Unary>(draw(static_cast<int>(Unary::prime) + 1));
        e->children = {expr(depth - 1)};
        return e;
      }
      case 3:
      case 4:
      case 5: {
        Expr* e = make(Kind::binary);
        e->binary = static_cast<Binary>(draw(static_cast<int>(Binary::rangeRestriction) + 1));
        e->negated = levelOf(e->binary) == level::comparison && chance(30);
        e->children = {expr(depth - 1), expr(depth - 1)};
        return e;
      }
      case 6: {
        Expr* e = make(Kind::arrow);
        e->leftMultiplicity = static_cast<Multiplicity>(draw(4));
        e->rightMultiplicity = static_cast<Multiplicity>(draw(4));
        e->children = {expr(depth - 1), expr(depth - 1)};
        return e;
      }
      case 7: {
        Expr* e = make(Kind::ifElse);
        e->children = {expr(depth - 1), expr(depth - 1), expr(depth - 1)};
        return e;
      }
      case 8: {
        Expr* e = make(Kind::dot);
        e->children = {expr(depth - 1), chance(20) ? builtin() : expr(depth - 1)};
        return e;
      }
      case 9: {
        Expr* e = make(Kind::box);
        e->children = {chance(20) ? builtin() : expr(depth - 1)};
        for (int n = draw(3); n > 0; --n) e->children.push_back(expr(depth - 1));
        return e;
      }
      case 10: {
        Expr* e = make(chance(60) ? Kind::quantified : Kind::comprehension);
        if (e->kind == Kind::quantified) e->quantifier = static_cast<Quantifier>(draw(6));
        e->decls = several<Decl>(1, 2, [&] { return decl(depth - 1, false); });
        if (e->kind == Kind::quantified || chance(70)) e->children = {expr(depth - 1)};
        return e;
      }
      default: {
        Expr* e = make(Kind::let);
        e->text = file_.text(plain().text);
        e->children = {expr(depth - 1), expr(depth - 1)};
        return e;
      }
    }
  }

 private:
  Expr* make(Kind kind) {
    Expr& e = file_.arena.push_back({});
    e.kind = kind;
    return &e;
  }

  Expr* named(const std::string& text) {
    Expr* e = make(Kind::name);
    e->text = file_.text(text);
    return e;
  }

  Name plain() {
    static const char* const names[] = {"a", "b", "x", "Node", "val", "test", "state", "loop", "valid", "\u00F1", "A\"", "_1"};
    return {names[draw(std::size(names))], {}};
  }
  Name reference() {
    static const char* const names[] = {"a", "Node", "this/A", "util/ordering", "seq/first", "from"};
    return {names[draw(std::size(names))], {}};
  }
  std::vector<Name> plains(int least, int most) {
    return several<Name>(least, most, [&] { return plain(); });
  }
  std::vector<Name> references(int least, int most) {
    return several<Name>(least, most, [&] { return reference(); });
  }
  const Expr* builtin() {
    static const char* const names[] = {"disj", "int", "sum", "pred/totalOrder"};
    return named(names[draw(std::size(names))]);
  }

  const Expr* leaf() {
    static const char* const words[] = {"this",   "iden",  "univ",    "none",     "Int", "seq/Int",
                                        "String", "steps", "fun/min", "fun/next", "a/b"};
    switch (draw(6)) {
      case 0: return named(words[draw(std::size(words))]);
      case 1: {
        Expr* e = make(Kind::number);
        e->number = draw(200) - 100;
        return e;
      }
      case 2: {
        Expr* e = make(Kind::string);
        e->text = file_.text("\"a \\\" \\\\ b\"");
        return e;
      }
      case 3: {
        Expr* e = make(Kind::atName);
        e->text = file_.text(reference().text);
        return e;
      }
      default: return named(plain().text);
    }
  }

  const Expr* block(int depth) {
    Expr* e = make(Kind::block);
    e->children = several<ExprPtr>(0, 3, [&] { return expr(depth); });
    return e;
  }

  Decl decl(int depth, bool isField) {
    Decl d;
    d.names = plains(1, 2);
    d.bound = expr(depth);
    d.defined = isField && chance(20);
    if (!d.defined) {
      d.disjointNames = chance(20);
      d.isVar = isField && chance(20);
      d.disjointValues = isField && chance(20);
    }
    d.isPrivate = isField && chance(20);
    return d;
  }

  template <typename T>
  void add(ParagraphRef::Kind kind, std::vector<T>& all, T paragraph) {
    file_.paragraphs.push_back({kind, static_cast<std::uint32_t>(all.size())});
    all.push_back(std::move(paragraph));
  }

  Name title() { return chance(30) ? Name{} : chance(20) ? Name{"two \"words\"", {}} : chance(10) ? Name{"for", {}} : plain(); }

  void paragraph() {
    using enum ParagraphRef::Kind;
    switch (draw(9)) {
      case 0: {
        Sig s;
        s.names = plains(1, 2);
        s.isPrivate = chance(20);
        s.isVar = chance(20);
        s.multiplicity = static_cast<Multiplicity>(draw(4));
        s.relation = static_cast<Sig::Relation>(draw(4));
        s.isAbstract = (s.relation == Sig::Relation::top || s.relation == Sig::Relation::extends) && chance(20);
        if (s.relation != Sig::Relation::top) s.parents = references(1, s.relation == Sig::Relation::extends ? 1 : 2);
        s.fields = several<Decl>(0, 2, [&] { return decl(2, true); });
        if (chance(30)) s.appended = block(2);
        return add(sig, file_.sigs, std::move(s));
      }
      case 1: return add(enum_, file_.enums, Enum{plain(), plains(1, 3), chance(30), {}});
      case 2: return add(fact, file_.facts, Fact{title(), block(3), {}, {}});
      case 3: return add(assertion, file_.assertions, Assertion{title(), block(3), {}, {}});
      case 4: {
        Func f;
        f.isPredicate = chance(50);
        f.isPrivate = chance(20);
        f.name = plain();
        if (chance(30)) f.receiver = reference();
        f.params = several<Decl>(0, 2, [&] { return decl(1, false); });
        if (!f.isPredicate) f.result = expr(1);
        f.body = block(2);
        return add(func, file_.funcs, std::move(f));
      }
      case 5: return add(macro, file_.macros, Macro{chance(20), plain(), plains(0, 2), expr(2), {}});
      case 6: {
        Command c = runnable();
        if (!file_.paragraphs.empty() && file_.paragraphs.back().kind == command && !file_.commands.back().isTest && chance(50))
          c.chainedTo = static_cast<int>(file_.commands.size()) - 1;
        return add(command, file_.commands, std::move(c));
      }
      case 7: {
        Valuation v;
        v.name = plain();
        if (chance(30)) v.bases = several<Name>(1, 2, [&] { return reference(); });
        v.tags = plains(0, 2);
        if (chance(20))
          v.file = "a \"b\".xml";
        else
          items(v);
        if (v.file.empty() && chance(20)) v.integers.bitwidth = 6;
        if (v.file.empty() && chance(20)) v.integers.maxSequence = 8;
        return add(valuation, file_.valuations, std::move(v));
      }
      default: {
        syntax::Test t;
        t.name = "it \"works\"";
        t.tags = plains(0, 2);
        if (chance(20)) t.marks.skip = "because";
        if (chance(20)) t.marks.xfail = "not yet";
        if (chance(30)) {
          t.table.columns = plains(1, 2);
          t.table.rows = several<Table::Row>(0, 2, [&] {
            Table::Row row{chance(30) ? "a row" : "", {}, plains(0, 1), {}, {}};
            if (chance(20)) row.marks.xfail = "a \"row\"";
            for (std::size_t i = 0; i < t.table.columns.size(); ++i)
              row.cells.push_back(chance(20) ? valuationInCell() : expr(1));
            return row;
          });
        }
        t.statements = several<Statement>(1, 2, [&] { return statement(); });
        return add(ParagraphRef::Kind::test, file_.tests, std::move(t));
      }
    }
  }

  const Expr* valuationInCell() {
    Valuation v;
    items(v);
    v.open = true;  // otherwise it would be formulas in braces
    Expr* e = make(Kind::valuation);
    e->number = static_cast<std::int32_t>(file_.inPlace.size());
    file_.inPlace.push_back(std::move(v));
    return e;
  }

  void items(Valuation& v) {
    v.common.formulas = several<ExprPtr>(0, 2, [&] { return expr(1); });
    v.states = several<ValuationBlock>(0, 2, [&] {
      return ValuationBlock{several<ExprPtr>(0, 2, [&] { return expr(1); }), {}, {}};
    });
    if (chance(30)) v.loop = draw(3);
    if (chance(30)) v.common.unknown = {expr(1)};
    v.open = chance(30);
  }

  Statement statement() {
    Statement s;
    s.kind = static_cast<Statement::Kind>(draw(6));
    using enum Statement::Kind;
    if (s.kind != command) s.subjects = several<Subject>(1, 2, [&] { return subject(); });
    s.every = s.kind != command && chance(30);
    const bool either = s.kind == satisfies || s.kind == violates;
    if (s.kind == gives || (either && chance(60))) {
      s.formula = expr(2);
    } else if (either || s.kind == command) {
      s.command = static_cast<int>(file_.testCommands.size());
      file_.testCommands.push_back(runnable());
    }
    if (chance(20)) s.expectedError = "no \"such\" atom";
    if (chance(20))
      s.without = several<NamedPart>(1, 2, [&] {
        return NamedPart{chance(50) ? model::Named::fact : model::Named::sig, plain(), {}, {}};
      });
    return s;
  }

  Subject subject() {
    Subject s;
    const bool inPlace = chance(30);
    if (!inPlace || chance(30)) s.name = Name{"v", {}};
    if (!inPlace) return s;
    Valuation v;
    if (!s.name.text.empty()) v.bases = {s.name};
    items(v);
    s.inPlace = static_cast<int>(file_.inPlace.size());
    file_.inPlace.push_back(std::move(v));
    return s;
  }

  Command runnable() {
    Command c;
    c.check = chance(50);
    if (chance(50)) c.label = plain();
    if (chance(50))
      c.block = block(1);
    else
      c.target = reference();
    if (chance(50)) c.overall = draw(5);
    if (chance(50)) c.scopes = several<TypeScope>(1, 2, [&] { return typeScope(); });
    if (chance(50)) c.expect = draw(2);
    return c;
  }

  TypeScope typeScope() {
    TypeScope s;
    s.sig = reference();
    s.exactly = chance(30);
    s.start = draw(5);
    s.range = chance(40);
    if (s.range && chance(50)) s.end = s.start + draw(3);
    if ((s.range ? s.end >= 0 : true) && chance(30)) s.increment = 1 + draw(3);
    return s;
  }

  File& file_;
};

RC_GTEST_PROP(SyntaxRoundTrip, ExpressionsReadBackAsTheyWere, ()) {
  File file;
  const Expr* tree = TreeMaker(file).expr(4);
  const std::string text = print(*tree);
  RC_LOG(text);
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  File holder;
  const ExprPtr read = parseExpression(sources, addSource(sources, "prompt", text, diagnostics), {}, diagnostics, holder);
  for (const model::Diagnostic& d : diagnostics.all()) RC_LOG(model::render(d, sources, false));
  RC_ASSERT(read != nullptr);
  RC_ASSERT(show(*read) == show(*tree));
}

RC_GTEST_PROP(SyntaxRoundTrip, FilesReadBackAsTheyWere, ()) {
  File file;
  TreeMaker(file).paragraphs();
  const std::string text = print(file);
  RC_LOG(text);
  ParseOptions options;
  options.testLanguage = true;
  const ParsedFile parsed = parseText(text, options);
  RC_LOG(parsed.messages());
  RC_ASSERT(!parsed.diagnostics.hasErrors());
  RC_ASSERT(show(*parsed.file) == show(file));
}

RC_GTEST_PROP(SyntaxRoundTrip, FormattedFilesReadBackAsTheyWere, ()) {
  File file;
  TreeMaker(file).paragraphs();
  const std::string text = print(file);
  const auto style = static_cast<OperatorStyle>(draw(3));
  const auto once = formatted("m.aunit", chance(50) ? text : withFewestBlanks(text), style);
  RC_ASSERT(once.has_value());
  RC_LOG(*once);
  RC_ASSERT(formatted("m.aunit", *once, style) == once);
  ParseOptions options;
  options.testLanguage = true;
  const ParsedFile parsed = parseText(*once, options);
  RC_LOG(parsed.messages());
  RC_ASSERT(!parsed.diagnostics.hasErrors());
  RC_ASSERT(show(*parsed.file) == show(file));
}

void expectRoundTrip(const std::string& text, const std::string& name) {
  const ParsedFile parsed = parseText(text, {}, name);
  if (parsed.diagnostics.hasErrors()) return;
  const std::string printed = print(*parsed.file);
  const ParsedFile again = parseText(printed);
  EXPECT_EQ(again.messages().find("error"), std::string::npos) << again.messages() << name << "\n" << printed;
  EXPECT_EQ(show(*again.file), show(*parsed.file)) << name << "\n" << printed;
}

TEST(SyntaxRoundTrip, LibraryModules) {
  for (const std::string_view name : libraryModuleNames()) expectRoundTrip(std::string(*libraryModule(name)), std::string(name));
}

RECORDED_ANSWERS(RoundTripRecorded, "own", "shared", "found");

TEST_P(RoundTripRecorded, Models) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder()))
    if (entry.path().extension() == ".als") expectRoundTrip(contents(entry.path()), entry.path().string());
}

}  // namespace
}  // namespace aunit::parser::alloy
