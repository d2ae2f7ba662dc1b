#include "solver/allscopes/invariant_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::solver {

namespace {

using firstorder::Formula;
using firstorder::FormulaId;
using firstorder::Kind;
using firstorder::Meaning;
using firstorder::TermId;

/// Binding strength of operators, the weakest first.
enum class Strength { quantifier, disjunction, conjunction, atom };

class InvariantText {
 public:
  InvariantText(const model::Model& model, const firstorder::States& states)
      : model_(model), states_(states), all_(states.theory.formulas) {
    for (std::size_t i = 0; i < states.theory.closures.size(); ++i)
      for (const auto& [pair, symbol] : states.theory.closures[i].predicate) closureOf_[symbol] = i;
  }

  std::string of(FormulaId id, Strength within) {
    const Formula& f = all_.formula(id);
    switch (f.kind) {
      case Kind::true_: return "some univ or no univ";
      case Kind::false_: return "some none";
      case Kind::not_: return atom(all_.formula(f.parts[0]), true);
      case Kind::predicate:
      case Kind::equal: return atom(f, false);
      case Kind::and_: return joined(f.parts, " and ", Strength::conjunction, within);
      case Kind::or_: return disjunction(f, within);
      default: return quantified(id, within);
    }
  }

 private:
  std::string joined(const std::vector<FormulaId>& parts, const char* word, Strength own, Strength within) {
    std::vector<std::string> texts;
    const auto inner = static_cast<Strength>(static_cast<int>(own) + 1);
    for (const FormulaId part : parts) texts.push_back(of(part, inner));
    const std::string text = fmt::format("{}", fmt::join(texts, word));
    return within > own ? "(" + text + ")" : text;
  }

  /// A disjunction with its negated parts as premises: `a and b implies c`.
  std::string disjunction(const Formula& f, Strength within) {
    std::vector<std::string> if_, then;
    for (const FormulaId part : f.parts) {
      const Formula& p = all_.formula(part);
      if (p.kind == Kind::not_)
        if_.push_back(of(p.parts[0], Strength::atom));
      else
        then.push_back(of(part, Strength::conjunction));
    }
    if (if_.empty()) return joined(f.parts, " or ", Strength::disjunction, within);
    std::string text;
    if (then.empty()) {
      // All parts are negated: the last one becomes the conclusion.
      for (const FormulaId part : f.parts)
        if (all_.formula(part).kind == Kind::not_) then = {of(part, Strength::atom)};
      if_.pop_back();
      text = if_.empty() ? then[0] : fmt::format("{} implies {}", fmt::join(if_, " and "), then[0]);
    } else {
      text = fmt::format("{} implies {}", fmt::join(if_, " and "), fmt::join(then, " or "));
    }
    return within > Strength::quantifier ? "(" + text + ")" : text;
  }

  std::string quantified(FormulaId id, Strength within) {
    const Kind kind = all_.formula(id).kind;
    std::vector<std::string> declarations;
    std::vector<TermId> variables;
    FormulaId body = id;
    for (; all_.formula(body).kind == kind; body = all_.formula(body).parts[0]) variables.push_back(all_.formula(body).variable);
    // Omits the guards, which say that a variable is an atom of its signature: the declarations say the same.
    const Formula inner = all_.formula(body);
    std::vector<FormulaId> rest;
    const Kind junction = kind == Kind::forAll ? Kind::or_ : Kind::and_;
    for (const FormulaId part : inner.kind == junction ? inner.parts : std::vector<FormulaId>{body})
      if (!isGuard(part, kind == Kind::forAll)) rest.push_back(part);
    for (const TermId v : variables) declarations.push_back(fmt::format("{}: {}", variable(v), sortName(all_.sortOf(v))));
    Formula shorter = inner;
    shorter.parts = rest;
    std::string text;
    if (rest.empty())
      text = kind == Kind::forAll ? "some none" : "some univ or no univ";
    else if (rest.size() == 1)
      text = of(rest[0], Strength::quantifier);
    else if (junction == Kind::or_)
      text = disjunction(shorter, Strength::quantifier);
    else
      text = joined(rest, " and ", Strength::conjunction, Strength::quantifier);
    text = fmt::format("{} {} | {}", kind == Kind::forAll ? "all" : "some", fmt::join(declarations, ", "), text);
    return within > Strength::quantifier ? "(" + text + ")" : text;
  }

  bool isGuard(FormulaId id, bool negated) const {
    const Formula* f = &all_.formula(id);
    if (negated) {
      if (f->kind != Kind::not_) return false;
      f = &all_.formula(f->parts[0]);
    }
    if (f->kind != Kind::predicate || f->terms.size() != 1 || !all_.term(f->terms[0]).isVariable) return false;
    const auto meaning = states_.theory.meanings.find(f->symbol);
    return meaning != states_.theory.meanings.end() && meaning->second.kind == Meaning::Kind::signature &&
           !states_.timeArgument.contains(f->symbol) &&
           meaning->second.id == states_.theory.signatureOf[all_.sortOf(f->terms[0])];
  }

  std::string sortName(firstorder::SortId sort) const {
    const std::uint32_t sig = states_.theory.signatureOf[sort];
    return sig < model_.sigs().size() ? model_.sig(sig).name : "univ";
  }

  std::string variable(TermId id) {
    const auto [found, isNew] = names_.try_emplace(id, "");
    if (!isNew) return found->second;
    std::string first;
    for (const char c : sortName(all_.sortOf(id)))
      if (first.empty() && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
        first = std::string(1, static_cast<char>(c | 0x20));
    if (first.empty() || first == "t") first = "x";
    std::string name = first;
    for (int n = 1; !used_.insert(name).second; ++n) name = fmt::format("{}{}", first, n);
    return found->second = name;
  }

  std::string term(TermId id) {
    const firstorder::Term& t = all_.term(id);
    if (t.isVariable) return variable(id);
    const auto meaning = states_.theory.meanings.find(t.symbol);
    if (meaning == states_.theory.meanings.end()) return all_.symbols()[t.symbol].name;
    if (meaning->second.kind == Meaning::Kind::literal) return fmt::format("{}", static_cast<std::int32_t>(meaning->second.id));
    return model_.sig(meaning->second.id).name;
  }

  std::string atom(const Formula& f, bool negated) {
    std::vector<std::string> terms;
    for (const TermId t : f.terms) terms.push_back(term(t));
    if (f.kind == Kind::equal) return fmt::format("{} {} {}", terms[0], negated ? "!=" : "=", terms[1]);
    const auto meaning = states_.theory.meanings.find(f.symbol);
    const auto time = states_.timeArgument.find(f.symbol);
    std::string relation;
    if (const auto closure = closureOf_.find(f.symbol); closure != closureOf_.end()) {
      const std::size_t parameters = states_.theory.closures[closure->second].parameters.size();
      const std::string step = closureText(states_.theory.closures[closure->second], f);
      terms.erase(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(parameters));
      relation = step;
    } else if (meaning == states_.theory.meanings.end() || meaning->second.kind == Meaning::Kind::between) {
      relation = "<" + all_.symbols()[f.symbol].name + ">";
    } else if (meaning->second.kind == Meaning::Kind::signature) {
      relation = model_.sig(meaning->second.id).name;
      if (time != states_.timeArgument.end() && !model_.sig(meaning->second.id).isVar)
        terms.insert(terms.begin() + static_cast<std::ptrdiff_t>(time->second), "t");
    } else if (meaning->second.kind == Meaning::Kind::field) {
      const model::Field& field = model_.field(meaning->second.id);
      relation = fieldName(meaning->second.id);
      if (time != states_.timeArgument.end() && !field.isVar)
        terms.insert(terms.begin() + static_cast<std::ptrdiff_t>(time->second), "t");
    } else if (meaning->second.kind == Meaning::Kind::nextInt) {
      relation = "next";
    } else {
      return fmt::format("{}<past {}>[{}]", negated ? "not " : "", f.symbol, fmt::join(terms, ", "));
    }
    if (terms.empty()) terms.emplace_back("univ");
    return fmt::format("{} {}in {}", fmt::join(terms, "->"), negated ? "not " : "", relation);
  }

  /// The name of the field `f` if the closure is `^f`; otherwise empty.
  std::string fieldOf(const firstorder::Closure& closure) const {
    if (closure.steps.size() != 1 || !closure.parameters.empty()) return "";
    const firstorder::Closure::Step& step = closure.steps.begin()->second;
    const Formula& f = all_.formula(step.formula);
    const auto meaning = states_.theory.meanings.find(f.symbol);
    if (f.kind != Kind::predicate || meaning == states_.theory.meanings.end() || meaning->second.kind != Meaning::Kind::field ||
        (states_.timeArgument.contains(f.symbol) && !model_.field(meaning->second.id).isVar))
      return "";
    if (f.terms == firstorder::Terms{step.from, step.to}) return fieldName(meaning->second.id);
    return f.terms == firstorder::Terms{step.to, step.from} ? "~" + fieldName(meaning->second.id) : "";
  }

  std::string fieldName(std::uint32_t id) const {
    const model::Field& field = model_.field(id);
    const auto alike = std::ranges::count_if(model_.fields(), [&](const model::Field& f) { return f.name == field.name; });
    return alike > 1 ? fmt::format("({} <: {})", model_.sig(field.sig).name, field.name) : field.name;
  }

  std::string closureText(const firstorder::Closure& closure, const Formula& f) {
    if (const std::string field = fieldOf(closure); !field.empty()) return "^" + field;
    std::vector<std::string> parts;
    for (const auto& [pair, step] : closure.steps) {
      for (std::size_t i = 0; i < closure.parameters.size(); ++i) names_[closure.parameters[i]] = term(f.terms[i]);
      const std::string body = of(step.formula, Strength::quantifier);
      parts.push_back(fmt::format("{{{}: {}, {}: {} | {}}}", variable(step.from), sortName(pair.first), variable(step.to),
                                  sortName(pair.second), body));
    }
    return parts.size() == 1 ? "^" + parts[0] : fmt::format("^({})", fmt::join(parts, " + "));
  }

  const model::Model& model_;
  const firstorder::States& states_;
  const firstorder::Formulas& all_;
  std::map<firstorder::SymbolId, std::size_t> closureOf_;
  std::map<TermId, std::string> names_;
  std::set<std::string> used_;
};

}  // namespace

std::string invariantText(const model::Model& model, const firstorder::States& states, FormulaId formula) {
  return InvariantText(model, states).of(formula, Strength::quantifier);
}

}  // namespace aunit::solver
