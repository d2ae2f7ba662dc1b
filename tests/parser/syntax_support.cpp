#include "tests/parser/syntax_support.h"

#include <fmt/format.h>

namespace aunit::parser::alloy {

using namespace syntax;

std::string Parsed::messages() const {
  std::string out;
  for (const auto severity : {model::Severity::error, model::Severity::warning})
    for (const model::Diagnostic& d : diagnostics.all()) {
      if (d.severity != severity) continue;
      const model::Position at = sources.begin(d.span);
      if (!out.empty()) out += '\n';
      if (severity == model::Severity::warning) out += "warning: ";
      out += fmt::format("{}:{} {}", at.line, at.column, d.message);
    }
  return out;
}

Parsed parseText(std::string text, ParseOptions options, std::string path) {
  Parsed parsed;
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
    case Kind::name: return e.text;
    case Kind::atName: return fmt::format("@{}", e.text);
    case Kind::block: return e.children.empty() ? "{}" : with("block" + e.text);
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
    case Kind::let: return with("let " + e.text);
    case Kind::valuation: return fmt::format("valuation {}", e.number);
    case Kind::named: return fmt::format("{} {}", words(e.what), e.text);
  }
  return "?";
}

std::string reading(const std::string& expression, ParseOptions options) {
  Parsed parsed;
  File holder;
  const model::FileId file = addSource(parsed.sources, "prompt", expression, parsed.diagnostics);
  const ExprPtr e = parseExpression(parsed.sources, file, options, parsed.diagnostics, holder);
  return e ? show(*e) : parsed.messages();
}

}  // namespace aunit::parser::alloy
