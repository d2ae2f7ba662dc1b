#include "tests/parser/print.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "parser/alloy/syntax/operators.h"
#include "parser/alloy/tokens/scanner.h"

namespace aunit::parser::alloy {

using namespace syntax;

namespace {

std::string_view marking(Multiplicity m) {
  switch (m) {
    case Multiplicity::lone: return "lone";
    case Multiplicity::one: return "one";
    case Multiplicity::some: return "some";
    case Multiplicity::set: break;
  }
  return "";
}

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '"' || c == '\\')
      out += '\\', out += c;
    else
      out += c;
  }
  return out += '"';
}

/// Whether a name needs no quotes. (Facts and assertions may have a string as their name.)
bool isPlainName(std::string_view text) {
  const auto isPart = [](char c) {
    return c == '_' || (static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)));
  };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) && std::all_of(text.begin(), text.end(), isPart) &&
         !isKeyword(text);
}

class Printer {
 public:
  std::string take() { return std::move(out_); }

  void file(const File& file) {
    file_ = &file;
    if (file.hasHeader) header(file.header);
    marks(file.marks);
    add("\n");
    for (const ParagraphRef& paragraph : file.paragraphs) {
      switch (paragraph.kind) {
        case ParagraphRef::Kind::open: open(file.opens[paragraph.index]); break;
        case ParagraphRef::Kind::sig: sig(file.sigs[paragraph.index]); break;
        case ParagraphRef::Kind::enum_: enumeration(file.enums[paragraph.index]); break;
        case ParagraphRef::Kind::fact: named("fact", file.facts[paragraph.index].name, *file.facts[paragraph.index].body); break;
        case ParagraphRef::Kind::assertion:
          named("assert", file.assertions[paragraph.index].name, *file.assertions[paragraph.index].body);
          break;
        case ParagraphRef::Kind::func: func(file.funcs[paragraph.index]); break;
        case ParagraphRef::Kind::macro: macro(file.macros[paragraph.index]); break;
        case ParagraphRef::Kind::command: command(file.commands[paragraph.index]); break;
        case ParagraphRef::Kind::valuation: valuation(file.valuations[paragraph.index]); break;
        case ParagraphRef::Kind::test: test(file.tests[paragraph.index]); break;
        case ParagraphRef::Kind::log: break;
      }
      add("\n");
    }
  }

  void expr(const Expr& e) {
    switch (e.kind) {
      case Kind::number:
        // After another formula, a `-` would be read as the operator.
        add(e.number < 0 ? fmt::format("({})", e.number) : fmt::format("{}", e.number));
        return;
      case Kind::string:
      case Kind::name: return add(*e.text);
      case Kind::atName: return add("@", *e.text);
      case Kind::block: return block(e);
      case Kind::unary: return unary(e);
      case Kind::binary:
        return infix(e, e.negated ? fmt::format("not {}", spelling(e.binary)) : std::string(spelling(e.binary)),
                     e.binary == Binary::implies);
      case Kind::arrow:
        return infix(e,
                     fmt::format("{}->{}{}", marking(e.leftMultiplicity), e.rightMultiplicity == Multiplicity::set ? "" : " ",
                                 marking(e.rightMultiplicity)),
                     true);
      case Kind::ifElse:
        operand(*e.children[0], level::conjunction);
        add(" => ");
        operand(*e.children[1], level::conjunction);
        add(" else ");
        return operand(*e.children[2], level::implication);
      case Kind::dot:
        operand(*e.children[0], level::join);
        add(".");
        return isBuiltinTarget(*e.children[1]) ? expr(*e.children[1]) : operand(*e.children[1], level::unary);
      case Kind::box:
        operand(*e.children[0], level::join);
        add("[");
        for (std::size_t i = 1; i < e.children.size(); ++i) {
          if (i > 1) add(", ");
          operand(*e.children[i], level::disjunction);
        }
        return add("]");
      case Kind::quantified:
        add(spelling(e.quantifier), " ");
        decls(e.decls);
        add(" | ");
        return expr(*e.children[0]);
      case Kind::comprehension:
        add("{ ");
        decls(e.decls);
        if (!e.children.empty()) {
          add(" | ");
          expr(*e.children[0]);
        }
        return add(" }");
      case Kind::named: return named(e.what, {*e.text, {}});
      case Kind::valuation: return items(file_->inPlace[static_cast<std::size_t>(e.number)]);
      case Kind::let:
        add("let ", *e.text, " = ");
        operand(*e.children[0], level::disjunction);
        add(" | ");
        return expr(*e.children[1]);
    }
  }

 private:
  template <typename... Parts>
  void add(const Parts&... parts) {
    (out_.append(parts), ...);
  }

  void operand(const Expr& e, int lowest) {
    const bool parentheses = levelOf(e) < lowest;
    if (parentheses) add("(");
    expr(e);
    if (parentheses) add(")");
  }

  void unary(const Expr& e) {
    const Expr& child = *e.children[0];
    if (e.unary == Unary::prime) {
      operand(child, level::unary);
      return add("'");
    }
    const int own = levelOf(e.unary);
    add(spelling(e.unary));
    if (own != level::unary && e.unary != Unary::cardinality) add(" ");
    // `~a'` is the prime of `~a`; `some x, y: A` would begin a quantifier inside a list of declarations.
    const bool misread = (own == level::unary && child.kind == Kind::unary && child.unary == Unary::prime) ||
                         (inDecls_ && child.kind == Kind::name);
    if (misread) add("(");
    operand(child, misread ? 0 : own == level::comparison ? level::shift : own);
    if (misread) add(")");
  }

  void infix(const Expr& e, std::string_view op, bool rightAssociative) {
    const int own = levelOf(e);
    operand(*e.children[0], rightAssociative ? own + 1 : own);
    // After these texts, a `-` would be read as the sign of a number.
    const bool hidesMinus = out_.ends_with("String") || out_.ends_with("steps") || out_.ends_with('\'');
    add(" ", op, " ");
    const std::size_t right = out_.size();
    operand(*e.children[1], rightAssociative ? own : own + 1);
    if (op == "-" && hidesMinus && std::isdigit(static_cast<unsigned char>(out_[right]))) {
      out_.insert(right, "(");
      add(")");
    }
  }

  void block(const Expr& e) {
    if (!e.text->empty()) add(*e.text, ":");  // @cmd
    add("{ ");
    for (const ExprPtr child : e.children) {
      expr(*child);
      add("\n");
    }
    add("}");
  }

  /// A bound; multiplicities at its head need no parentheses.
  void bound(const Expr& e) {
    const bool multiplicity = e.kind == Kind::unary && levelOf(e) == level::comparison;
    operand(e, multiplicity ? level::comparison : level::shift);
  }

  void decl(const Decl& d) {
    if (d.isVar) add("var ");
    if (d.isPrivate) add("private ");
    if (d.disjointNames) add("disj ");
    names(d.names);
    add(d.defined ? " = " : ": ");
    if (d.disjointValues) add("disj ");
    const bool outer = std::exchange(inDecls_, true);
    bound(*d.bound);
    inDecls_ = outer;
  }

  void decls(const std::vector<Decl>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) add(", ");
      decl(all[i]);
    }
  }

  void names(const std::vector<Name>& all, std::string_view separator = ", ") {
    for (std::size_t i = 0; i < all.size(); ++i) add(i > 0 ? separator : std::string_view(), all[i].text);
  }

  void header(const ModuleHeader& header) {
    add("module ", header.name.text);
    for (std::size_t i = 0; i < header.parameters.size(); ++i)
      add(i == 0 ? "[" : ", ", header.parameters[i].exactly ? "exactly " : "", header.parameters[i].name.text);
    add(header.parameters.empty() ? "\n" : "]\n");
  }

  void open(const Open& open) {
    add(open.isPrivate ? "private " : "", "open ", open.target.text);
    if (!open.arguments.empty()) {
      add("[");
      names(open.arguments);
      add("]");
    }
    if (!open.alias.text.empty()) add(" as ", open.alias.text);
  }

  void sig(const Sig& sig) {
    add(sig.isAbstract ? "abstract " : "", sig.isPrivate ? "private " : "", sig.isVar ? "var " : "", marking(sig.multiplicity),
        sig.multiplicity == Multiplicity::set ? "" : " ", "sig ");
    names(sig.names);
    if (sig.relation != Sig::Relation::top) {
      add(sig.relation == Sig::Relation::extends ? " extends " : sig.relation == Sig::Relation::in ? " in " : " = ");
      names(sig.parents, " + ");
    }
    add(" { ");
    decls(sig.fields);
    add(" }");
    if (sig.appended) {
      add(" ");
      block(*sig.appended);
    }
  }

  void enumeration(const Enum& e) {
    add(e.isPrivate ? "private " : "", "enum ", e.name.text, " { ");
    names(e.members);
    add(" }");
  }

  void named(std::string_view keyword, const Name& name, const Expr& body) {
    add(keyword, " ");
    if (!name.text.empty()) add(isPlainName(name.text) ? name.text : literal(name.text), " ");
    block(body);
  }

  void func(const Func& func) {
    add(func.isPrivate ? "private " : "", func.isPredicate ? "pred " : "fun ", func.receiver.text,
        func.receiver.text.empty() ? "" : ".", func.name.text, " [");
    decls(func.params);
    add("]");
    if (func.result) {
      add(": ");
      bound(*func.result);
    }
    add(" ");
    block(*func.body);
  }

  void macro(const Macro& macro) {
    add(macro.isPrivate ? "private " : "", "let ", macro.name.text);
    if (!macro.params.empty()) {
      add("[");
      names(macro.params);
      add("]");
    }
    add(" = ");
    expr(*macro.body);
  }

  void command(const Command& c) {
    if (c.isTest) {
      add("@Test ", c.label.text, ": ");
      if (c.testFormula) return expr(*c.testFormula);
    }
    if (c.chainedTo >= 0) add("=> ");
    add(c.check ? "check " : "run ");
    if (!c.isTest && !c.label.text.empty()) add(c.label.text, " ");
    if (c.block)
      block(*c.block);
    else
      add(c.target.text);
    if (c.overall >= 0 || !c.scopes.empty()) add(" for ");
    if (c.overall >= 0) add(fmt::format("{}", c.overall), c.scopes.empty() ? "" : " but ");
    for (std::size_t i = 0; i < c.scopes.size(); ++i) {
      if (i > 0) add(", ");
      typeScope(c.scopes[i]);
    }
    if (c.expect >= 0) add(fmt::format(" expect {}", c.expect));
    if (c.instances) add(c.expect == 1 ? " instance" : " instances", c.instances->upToSymmetry ? " up to symmetry" : "");
  }

  void typeScope(const TypeScope& s) {
    if (s.exactly) add("exactly ");
    fmt::format_to(std::back_inserter(out_), "{}", s.start);
    if (s.range) add("..");
    if (s.end >= 0) fmt::format_to(std::back_inserter(out_), "{}", s.end);
    if (s.increment >= 0) fmt::format_to(std::back_inserter(out_), ":{}", s.increment);
    add(" ", s.sig.text);
  }

  void named(model::Named what, const Name& name, std::string_view owner = {}) {
    add(words(what), " ", owner, owner.empty() ? "" : " <: ", isPlainName(name.text) ? name.text : literal(name.text));
  }

  void tags(const std::vector<Name>& tags) {
    for (const Name& tag : tags) add(" @", tag.text);
  }

  void marks(const model::Marks& marks) {
    if (marks.skip) add(" skip ", literal(*marks.skip));
    if (marks.xfail) add(" xfail ", literal(*marks.xfail));
  }

  void formulas(const ValuationBlock& block) {
    for (const ExprPtr formula : block.formulas) {
      const std::size_t begin = out_.size();
      expr(*formula);
      if (out_.ends_with("loop") || out_.ends_with("state")) {  // names here, but words of the test language in some contexts
        out_.insert(begin, "(");
        add(")");
      }
      add("\n");
    }
  }

  void valuation(const Valuation& v) {
    add("val ", v.name.text);
    if (!v.bases.empty()) {
      add(" extends ");
      names(v.bases);
    }
    tags(v.tags);
    marks(v.marks);
    integers(v.integers);
    if (!v.file.empty()) return add(" from ", literal(v.file));
    items(v);
  }

  void integers(const model::Integers& integers) {
    if (integers.bitwidth >= 0) add(fmt::format(" for {} int", integers.bitwidth));
    if (integers.maxSequence >= 0) add(fmt::format("{} {} seq", integers.bitwidth >= 0 ? "," : " for", integers.maxSequence));
  }

  void items(const Valuation& v) {
    add(" { ");
    formulas(v.common);
    for (const ExprPtr target : v.common.unknown) {
      expr(*target);
      add(" = ...\n");
    }
    if (v.open) add("...\n");
    for (const ValuationBlock& state : v.states) {
      add("state { ");
      formulas(state);
      add("}\n");
    }
    if (v.loop >= 0) add(fmt::format("loop {} ", v.loop));
    add("}");
  }

  void test(const Test& test) {
    add("test ", literal(test.name));
    tags(test.tags);
    marks(test.marks);
    if (!test.table.columns.empty()) table(test.table);
    add(" {\n");
    for (const Statement& each : test.statements) statement(each);
    add("}");
  }

  void table(const Table& table) {
    add(" for ");
    names(table.columns);
    add(" in {\n");
    for (const Table::Row& row : table.rows) {
      if (!row.name.empty()) add(literal(row.name), " ");
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        add(i == 0 ? "(" : ", ");
        expr(*row.cells[i]);
      }
      add(")");
      tags(row.tags);
      marks(row.marks);
      add("\n");
    }
    add("}");
  }

  void statement(const Statement& s) {
    for (const NamedPart& part : s.without) {
      add(&part == &s.without.front() ? "without " : ", ");
      named(part.what, part.name, part.owner.text);
    }
    if (!s.without.empty()) add(" { ");
    if (s.every) add("every ");
    for (std::size_t i = 0; i < s.subjects.size(); ++i) {
      add(i == 0 ? "" : ", ", s.subjects[i].name.text);
      if (s.subjects[i].inPlace >= 0) items(file_->inPlace[static_cast<std::size_t>(s.subjects[i].inPlace)]);
    }
    switch (s.kind) {
      case Statement::Kind::satisfies: add(" satisfies "); break;
      case Statement::Kind::violates: add(" violates "); break;
      case Statement::Kind::valid: add(" valid"); break;
      case Statement::Kind::fits: add(" fits"); break;
      case Statement::Kind::invalid: add(" invalid"); break;
      case Statement::Kind::gives: add(" gives "); break;
      case Statement::Kind::command: break;
    }
    if (s.formula) expr(*s.formula);
    if (s.command >= 0) command(file_->testCommands[static_cast<std::size_t>(s.command)]);
    if (s.because) {
      add(" because ");
      named(s.because->what, s.because->name, s.because->owner.text);
    }
    if (!s.expectedError.empty()) add(" expect error ", literal(s.expectedError));
    add(s.without.empty() ? "\n" : " }\n");
  }

  std::string out_;
  const File* file_ = nullptr;
  bool inDecls_ = false;
};

}  // namespace

std::string print(const File& file) {
  Printer printer;
  printer.file(file);
  return printer.take();
}

std::string print(const Expr& expression) {
  Printer printer;
  printer.expr(expression);
  return printer.take();
}

}  // namespace aunit::parser::alloy
