#include "tests/parser/syntax_support.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "parser/alloy/tokens/scanner.h"

namespace aunit::parser::alloy {

using namespace syntax;

std::string ParsedFile::messages() const {
  std::string out;
  for (const auto severity : {model::Severity::error, model::Severity::warning, model::Severity::note})
    for (const model::Diagnostic& d : diagnostics.all()) {
      if (d.severity != severity) continue;
      const model::Position at = sources.begin(d.span);
      if (!out.empty()) out += '\n';
      if (severity != model::Severity::error) out += fmt::format("{}: ", model::word(severity));
      out += fmt::format("{}:{} {}", at.line, at.column, d.message);
    }
  return out;
}

std::string withFewestBlanks(std::string_view text) {
  std::string out;
  std::string_view last;
  std::size_t behind = 0;
  Scanner scanner(text);
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) {
    const std::string_view between = text.substr(behind, token.begin - behind),
                           own = text.substr(token.begin, token.end - token.begin);
    const std::string both = std::string(last) + std::string(own);
    Scanner again(both);
    const RawToken first = again.next(), second = again.next();
    if (const auto breaks = std::ranges::count(between, '\n'); breaks > 0)
      out.append(static_cast<std::size_t>(breaks), '\n');
    else if (!last.empty() && (first.end != last.size() || second.type != token.type))
      out += ' ';
    out += own;
    last = own;
    behind = token.end;
  }
  return out + "\n";
}

ParsedFile parseText(std::string text, ParseOptions options, std::string path) {
  ParsedFile parsed;
  const model::FileId file = addSource(parsed.sources, std::move(path), std::move(text), parsed.diagnostics);
  if (file != model::noFile) parsed.file = parse(parsed.sources, file, options, parsed.diagnostics);
  return parsed;
}

namespace {

const char* const unaryNames[] = {"not", "always", "eventually", "after", "before", "historically", "once", "no", "some", "lone",
                                  "one", "set",    "seq",        "#",     "sum",    "int",          "~",    "^",  "*",    "'"};
const char* const binaryNames[] = {
    "and", "or", "iff", "=>", "until", "since",   "releases", "triggered", "in",      "=",       "<",  ">", "=<", ">=",
    "<<",  ">>", ">>>", "+",  "-",     "fun/add", "fun/sub",  "fun/mul",   "fun/div", "fun/rem", "++", "&", "<:", ":>"};
const char* const quantifierNames[] = {"all", "no", "some", "lone", "one", "sum"};
const char* const multiplicityNames[] = {"", "lone", "one", "some"};

std::string showDecl(const Decl& d) {
  std::string out = d.isVar ? "var " : "";
  if (d.isPrivate) out += "private ";
  if (d.disjointNames) out += "disj ";
  for (std::size_t i = 0; i < d.names.size(); ++i) out += (i ? "," : "") + d.names[i].text;
  out += d.defined ? "=" : ":";
  if (d.disjointValues) out += "disj ";
  return out + show(*d.bound);
}

}  // namespace

std::string show(const Expr& e) {
  const auto with = [&](const std::string& head) {
    std::string out = fmt::format("({}", head);
    for (const Decl& d : e.decls) out += fmt::format(" {}", showDecl(d));
    for (const ExprPtr child : e.children) out += fmt::format(" {}", show(*child));
    return out + ")";
  };
  switch (e.kind) {
    case Kind::number: return std::to_string(e.number);
    case Kind::string:
    case Kind::name: return *e.text;
    case Kind::atName: return fmt::format("@{}", *e.text);
    case Kind::block: return e.children.empty() ? "{}" : with("block" + *e.text);
    case Kind::unary: return with(unaryNames[static_cast<int>(e.unary)]);
    case Kind::binary: return with(std::string(e.negated ? "!" : "") + binaryNames[static_cast<int>(e.binary)]);
    case Kind::arrow:
      return with(std::string(multiplicityNames[static_cast<int>(e.leftMultiplicity)]) + "->" +
                  multiplicityNames[static_cast<int>(e.rightMultiplicity)]);
    case Kind::ifElse: return with("if");
    case Kind::dot: return with(".");
    case Kind::box: return with("[]");
    case Kind::quantified: return with(quantifierNames[static_cast<int>(e.quantifier)]);
    case Kind::comprehension: return with("set");
    case Kind::let: return with("let " + *e.text);
    case Kind::valuation: return fmt::format("valuation {}", e.number);
    case Kind::named: return fmt::format("{} {}", words(e.what), *e.text);
  }
  return "?";
}

namespace {

/// The parts of a paragraph, each as words, in a fixed order. Absent parts are left out.
class TreePrinter {
 public:
  explicit TreePrinter(const File& file) : file_(file) {}

  std::string all() const {
    std::string out =
        file_.hasHeader ? fmt::format("module {}[{}]\n", file_.header.name.text, list(file_.header.parameters)) : "";
    for (const ParagraphRef& paragraph : file_.paragraphs) out += of(paragraph) + "\n";
    return out;
  }

 private:
  static std::string line(std::initializer_list<std::string> words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() || word.empty() ? "" : " ") + word;
    return out;
  }
  static std::string when(bool is, const std::string& words) { return is ? words : ""; }
  static std::string given(const std::string& before, const std::string& words) { return when(!words.empty(), before + words); }
  static std::string given(const std::string& before, int number) { return when(number >= 0, before + std::to_string(number)); }
  template <typename T>
  std::string list(const std::vector<T>& all, const std::string& between = ",") const {
    std::string out;
    for (const T& each : all) out += (&each == all.data() ? "" : between) + of(each);
    return out;
  }
  std::string tags(const std::vector<Name>& all) const { return given("@", list(all, " @")); }

  std::string of(const Name& name) const { return name.text; }
  std::string of(ExprPtr e) const {
    if (!e) return "";
    return e->kind == Kind::valuation ? of(file_.inPlace[static_cast<std::size_t>(e->number)]) : show(*e);
  }
  std::string of(const Decl& d) const { return showDecl(d); }
  std::string of(const ParagraphRef& paragraph) const {
    const std::size_t i = paragraph.index;
    switch (paragraph.kind) {
      using enum ParagraphRef::Kind;
      case open: return of(file_.opens[i]);
      case sig: return of(file_.sigs[i]);
      case enum_: return of(file_.enums[i]);
      case fact: return line({"fact", file_.facts[i].name.text, of(file_.facts[i].body)});
      case assertion: return line({"assert", file_.assertions[i].name.text, of(file_.assertions[i].body)});
      case func: return of(file_.funcs[i]);
      case macro: return of(file_.macros[i]);
      case command: return of(file_.commands[i]);
      case valuation: return of(file_.valuations[i]);
      case test: return of(file_.tests[i]);
      case log: return line({"log", file_.logs[i].name.text});
    }
    return "?";
  }
  std::string of(const ModuleHeader::Parameter& p) const { return when(p.exactly, "exactly ") + p.name.text; }
  std::string of(const Open& o) const {
    return line(
        {when(o.isPrivate, "private"), "open", o.target.text, given("of ", list(o.arguments)), given("as ", o.alias.text)});
  }
  std::string of(const Sig& s) const {
    static const char* const relations[] = {"", "extends ", "in ", "= "};
    return line({when(s.isVar, "var"), when(s.isAbstract, "abstract"), when(s.isPrivate, "private"),
                 multiplicityNames[static_cast<int>(s.multiplicity)], "sig", list(s.names),
                 relations[static_cast<int>(s.relation)] + list(s.parents, "+"), "{" + list(s.fields) + "}", of(s.appended)});
  }
  std::string of(const Enum& e) const { return line({when(e.isPrivate, "private"), "enum", e.name.text, list(e.members)}); }
  std::string of(const Func& f) const {
    return line({when(f.isPrivate, "private"), f.isPredicate ? "pred" : "fun",
                 when(!f.receiver.text.empty(), f.receiver.text + ".") + f.name.text + "[" + list(f.params) + "]",
                 given("is ", of(f.result)), of(f.body)});
  }
  std::string of(const Macro& m) const {
    return line({when(m.isPrivate, "private"), "let", m.name.text + "[" + list(m.params) + "]", of(m.body)});
  }
  std::string of(const TypeScope& s) const {
    return line({when(s.exactly, "exactly"),
                 std::to_string(s.start) + when(s.range, "..") + given("", s.end) + given(":", s.increment), s.sig.text});
  }
  std::string of(const Command& c) const {
    const std::string count = c.instances ? fmt::format("has {}", c.instances->number) : given("expect ", c.expect);
    return line({when(c.isTest, "@Test"), c.check ? "check" : "run", when(!c.label.text.empty(), c.label.text + ":"),
                 c.target.text, of(c.block), given("for ", c.overall), given("but ", list(c.scopes)), count,
                 when(c.instances && c.instances->upToSymmetry, "up to symmetry"), given("behind ", c.chainedTo),
                 of(c.testFormula)});
  }
  std::string of(const model::Marks& m) const {
    return line({given("skip ", m.skip.value_or("")), given("xfail ", m.xfail.value_or(""))});
  }
  std::string of(const ValuationBlock& b) const {
    return line({"{" + list(b.formulas) + "}", given("unknown ", list(b.unknown))});
  }
  std::string of(const Valuation& v) const {
    return line({"val", v.name.text, given("extends ", list(v.bases)), tags(v.tags), given("from ", v.file),
                 given("bits ", v.integers.bitwidth), given("seq ", v.integers.maxSequence), of(v.marks), of(v.body),
                 when(!v.predicateStyle, of(v.common)), given("state ", list(v.states, " state ")), given("loop ", v.loop),
                 when(v.open, "...")});
  }
  std::string of(const Subject& s) const {
    return s.inPlace < 0 ? s.name.text : "(" + of(file_.inPlace[static_cast<std::size_t>(s.inPlace)]) + ")";
  }
  std::string of(const NamedPart& part) const {
    return line({std::string(words(part.what)), when(!part.owner.text.empty(), part.owner.text + "<:") + part.name.text});
  }
  std::string of(const Statement& s) const {
    static const char* const verbs[] = {"satisfies", "violates", "valid", "invalid", "gives", "", "fits"};
    return line({given("without ", list(s.without)), when(s.every, "every"), list(s.subjects), verbs[static_cast<int>(s.kind)],
                 of(s.formula), s.command < 0 ? "" : of(file_.testCommands[static_cast<std::size_t>(s.command)]),
                 s.because ? "because " + of(*s.because) : "", given("error ", s.expectedError)});
  }
  std::string of(const Table::Row& row) const {
    return line({"(" + list(row.cells) + ")", row.name, tags(row.tags), of(row.marks)});
  }
  std::string of(const syntax::Test& t) const {
    return line({"test", t.name, tags(t.tags), of(t.marks), given("for ", list(t.table.columns)),
                 given("in ", list(t.table.rows)), ":", list(t.statements, "; ")});
  }

  const File& file_;
};

}  // namespace

std::string show(const File& file) {
  return TreePrinter(file).all();
}

std::string paragraphs(const std::string& text, ParseOptions options) {
  const ParsedFile parsed = parseText(text, options);
  const std::string messages = parsed.messages();
  return messages + (messages.empty() ? "" : "\n") + show(*parsed.file);
}

std::string reading(const std::string& expression, ParseOptions options) {
  ParsedFile parsed;
  File holder;
  const model::FileId file = addSource(parsed.sources, "prompt", expression, parsed.diagnostics);
  const ExprPtr e = parseExpression(parsed.sources, file, options, parsed.diagnostics, holder);
  return e ? show(*e) : parsed.messages();
}

}  // namespace aunit::parser::alloy
