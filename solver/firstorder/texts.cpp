#include "solver/firstorder/texts.h"

#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::solver::firstorder {

namespace {

/// The symbols and sorts that formulas use, in the order of their numbers.
struct Vocabulary {
  std::set<SymbolId> symbols;
  std::set<SortId> sorts;

  Vocabulary(const Formulas& all, const std::vector<Assertion>& assertions) {
    std::set<FormulaId> seen;
    const std::function<void(TermId)> visitTerm = [&](TermId id) {
      const Term& t = all.term(id);
      sorts.insert(t.sort);
      if (!t.isVariable) symbols.insert(t.symbol);
      for (const TermId argument : t.arguments) visitTerm(argument);
    };
    const std::function<void(FormulaId)> visit = [&](FormulaId id) {
      if (!seen.insert(id).second) return;
      const Formula& f = all.formula(id);
      if (f.kind == Kind::predicate) symbols.insert(f.symbol);
      if (f.kind == Kind::forAll || f.kind == Kind::exists) sorts.insert(all.sortOf(f.variable));
      for (const TermId term : f.terms) visitTerm(term);
      for (const FormulaId part : f.parts) visit(part);
    };
    for (const Assertion& a : assertions) visit(a.formula);
    for (const SymbolId s : symbols) {
      const Symbol& symbol = all.symbols()[s];
      sorts.insert(symbol.arguments.begin(), symbol.arguments.end());
      if (symbol.result != truthSort) sorts.insert(symbol.result);
    }
  }
};

class SmtLib {
 public:
  explicit SmtLib(const Formulas& all) : all_(all) {}

  static std::string sort(SortId id) { return fmt::format("Sort{}", id); }

  std::string term(TermId id) const {
    const Term& t = all_.term(id);
    if (t.isVariable) return fmt::format("v{}", id);
    return t.arguments.empty() ? all_.symbols()[t.symbol].name : application(t.symbol, t.arguments);
  }

  std::string formula(FormulaId id) const {
    const Formula& f = all_.formula(id);
    switch (f.kind) {
      case Kind::true_: return "true";
      case Kind::false_: return "false";
      case Kind::predicate: return f.terms.empty() ? all_.symbols()[f.symbol].name : application(f.symbol, f.terms);
      case Kind::equal: return fmt::format("(= {} {})", term(f.terms[0]), term(f.terms[1]));
      case Kind::not_: return fmt::format("(not {})", formula(f.parts[0]));
      case Kind::and_:
      case Kind::or_: {
        std::string text = f.kind == Kind::and_ ? "(and" : "(or";
        for (const FormulaId part : f.parts) text += " " + formula(part);
        return text + ")";
      }
      default: break;
    }
    std::vector<std::string> variables;
    FormulaId body = id;
    for (; all_.formula(body).kind == f.kind; body = all_.formula(body).parts[0]) {
      const TermId v = all_.formula(body).variable;
      variables.push_back(fmt::format("({} {})", term(v), sort(all_.sortOf(v))));
    }
    return fmt::format("({} ({}) {})", f.kind == Kind::forAll ? "forall" : "exists", fmt::join(variables, " "), formula(body));
  }

 private:
  std::string application(SymbolId symbol, const Terms& arguments) const {
    std::string text = "(" + all_.symbols()[symbol].name;
    for (const TermId argument : arguments) text += " " + term(argument);
    return text + ")";
  }

  const Formulas& all_;
};

class Tptp {
 public:
  explicit Tptp(const Formulas& all) : all_(all) {}

  static std::string sort(SortId id) { return fmt::format("sort{}", id); }

  std::string type(const Symbol& symbol) const {
    const std::string result = symbol.result == truthSort ? "$o" : sort(symbol.result);
    std::vector<std::string> arguments;
    for (const SortId s : symbol.arguments) arguments.push_back(sort(s));
    if (arguments.empty()) return result;
    if (arguments.size() == 1) return arguments[0] + " > " + result;
    return fmt::format("({}) > {}", fmt::join(arguments, " * "), result);
  }

  std::string formula(FormulaId id) const {
    const Formula& f = all_.formula(id);
    switch (f.kind) {
      case Kind::true_: return "$true";
      case Kind::false_: return "$false";
      case Kind::predicate: return application(f.symbol, f.terms);
      case Kind::equal: return fmt::format("({} = {})", term(f.terms[0]), term(f.terms[1]));
      case Kind::not_: {
        const Formula& inner = all_.formula(f.parts[0]);
        if (inner.kind == Kind::equal) return fmt::format("({} != {})", term(inner.terms[0]), term(inner.terms[1]));
        return "~ " + formula(f.parts[0]);
      }
      case Kind::and_:
      case Kind::or_: {
        std::vector<std::string> parts;
        for (const FormulaId part : f.parts) parts.push_back(formula(part));
        return fmt::format("({})", fmt::join(parts, f.kind == Kind::and_ ? " & " : " | "));
      }
      default: break;
    }
    std::vector<std::string> variables;
    FormulaId body = id;
    for (; all_.formula(body).kind == f.kind; body = all_.formula(body).parts[0]) {
      const TermId v = all_.formula(body).variable;
      variables.push_back(fmt::format("{}: {}", term(v), sort(all_.sortOf(v))));
    }
    return fmt::format("({} [{}] : {})", f.kind == Kind::forAll ? "!" : "?", fmt::join(variables, ", "), formula(body));
  }

  std::string name(SymbolId symbol) const { return all_.symbols()[symbol].name; }

 private:
  std::string term(TermId id) const {
    const Term& t = all_.term(id);
    return t.isVariable ? fmt::format("V{}", id) : application(t.symbol, t.arguments);
  }

  std::string application(SymbolId symbol, const Terms& arguments) const {
    if (arguments.empty()) return name(symbol);
    std::vector<std::string> texts;
    for (const TermId argument : arguments) texts.push_back(term(argument));
    return fmt::format("{}({})", name(symbol), fmt::join(texts, ", "));
  }

  const Formulas& all_;
};

}  // namespace

std::string smtLib(const Theory& theory, const std::vector<Assertion>& assertions) {
  const Formulas& all = theory.formulas;
  const Vocabulary words(all, assertions);
  const SmtLib write(all);
  std::string text = "(set-option :produce-unsat-cores true)\n(set-logic UF)\n";
  for (const SortId s : words.sorts) text += fmt::format("(declare-sort {} 0)\n", SmtLib::sort(s));
  for (const SymbolId s : words.symbols) {
    const Symbol& symbol = all.symbols()[s];
    std::vector<std::string> arguments;
    for (const SortId argument : symbol.arguments) arguments.push_back(SmtLib::sort(argument));
    text += fmt::format("(declare-fun {} ({}) {})\n", symbol.name, fmt::join(arguments, " "),
                        symbol.result == truthSort ? "Bool" : SmtLib::sort(symbol.result));
  }
  for (std::size_t i = 0; i < assertions.size(); ++i)
    text += fmt::format("(assert (! {} :named a{}))\n", write.formula(assertions[i].formula), i);
  return text + "(check-sat)\n(get-unsat-core)\n";
}

std::string tptp(const Theory& theory, const std::vector<Assertion>& assertions) {
  const Formulas& all = theory.formulas;
  const Vocabulary words(all, assertions);
  const Tptp write(all);
  std::string text;
  for (const SortId s : words.sorts) text += fmt::format("tff(t{0}, type, {1}: $tType).\n", s, Tptp::sort(s));
  for (const SymbolId s : words.symbols)
    text += fmt::format("tff(d{}, type, {}: {}).\n", s, write.name(s), write.type(all.symbols()[s]));
  for (std::size_t i = 0; i < assertions.size(); ++i)
    text += fmt::format("tff(a{}, axiom, {}).\n", i, write.formula(assertions[i].formula));
  return text;
}

ProverQuestion questionOf(const Theory& theory, const std::vector<Assertion>& assertions) {
  ProverQuestion question{smtLib(theory, assertions), tptp(theory, assertions), {}};
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    const Assertion& a = assertions[i];
    const std::string what = !a.name.empty() ? a.name : a.role == Assertion::Role::question ? "question" : "model";
    question.places.emplace_back(fmt::format("a{} ({})", i, what), a.span);
  }
  return question;
}

}  // namespace aunit::solver::firstorder
