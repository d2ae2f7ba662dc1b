#include "solver/firstorder/formulas.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::solver::firstorder {

namespace {

constexpr std::size_t stepsOfAFormula = 256;  // for the meter: making a formula counts as this many steps
constexpr std::size_t stepsOfALook = 8;
constexpr std::size_t mostClauses = 24;
constexpr std::size_t mostFormulas = 400'000;

Terms unitedVariables(const Terms& a, const Terms& b) {
  Terms all;
  std::ranges::set_union(a, b, std::back_inserter(all));
  return all;
}

}  // namespace

Formulas::Formulas(const support::Budget& budget) : meter_(&budget) {
  kept({Kind::true_, 0, 0, {}, {}});
  kept({Kind::false_, 0, 0, {}, {}});
}

SymbolId Formulas::symbol(const std::string& name, Sorts arguments, SortId result) {
  std::string plain;
  for (const char c : name) plain += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  if (plain.empty() || !((plain[0] >= 'a' && plain[0] <= 'z') || (plain[0] >= 'A' && plain[0] <= 'Z'))) plain = "n" + plain;
  const std::uint32_t before = names_[plain]++;
  if (before != 0) {
    plain += fmt::format("__{}", before);
    while (names_.contains(plain)) plain += "_";
    ++names_[plain];
  }
  symbols_.push_back({std::move(plain), std::move(arguments), result});
  return static_cast<SymbolId>(symbols_.size() - 1);
}

TermId Formulas::keptTerm(Term term) {
  const auto [found, isNew] = termIds_.try_emplace(term, static_cast<TermId>(terms_.size()));
  if (isNew) terms_.push_back(std::move(term));
  return found->second;
}

TermId Formulas::variable(SortId sort) {
  return keptTerm({true, variables_++, sort, {}});
}

TermId Formulas::apply(SymbolId symbol, Terms arguments) {
  return keptTerm({false, symbol, symbols_[symbol].result, std::move(arguments)});
}

Sorts Formulas::sortsOf(std::span<const TermId> terms) const {
  Sorts sorts;
  for (const TermId t : terms) sorts.push_back(sortOf(t));
  return sorts;
}

void Formulas::addVariablesOf(TermId term, Terms& variables) const {
  const Term& t = terms_[term];
  if (t.isVariable) {
    const auto at = std::ranges::lower_bound(variables, term);
    if (at == variables.end() || *at != term) variables.insert(at, term);
  }
  for (const TermId argument : t.arguments) addVariablesOf(argument, variables);
}

FormulaId Formulas::kept(Formula formula) {
  const auto [found, isNew] = formulaIds_.try_emplace(formula, static_cast<FormulaId>(formulas_.size()));
  if (!isNew) return found->second;
  meter_.step(stepsOfAFormula);
  if (formulas_.size() >= mostFormulas) throw support::Exhausted("the formulas of first-order logic become too many");
  Terms free;
  for (const TermId term : formula.terms) addVariablesOf(term, free);
  for (const FormulaId part : formula.parts) free = unitedVariables(free, free_[part]);
  if (formula.kind == Kind::forAll || formula.kind == Kind::exists) std::erase(free, formula.variable);
  free_.push_back(std::move(free));
  formulas_.push_back(std::move(formula));
  return found->second;
}

bool Formulas::occursFree(TermId variable, FormulaId f) const {
  return std::binary_search(free_[f].begin(), free_[f].end(), variable);
}

bool Formulas::occurs(TermId variable, TermId term) const {
  const Term& t = terms_[term];
  return term == variable || std::ranges::any_of(t.arguments, [&](TermId argument) { return occurs(variable, argument); });
}

FormulaId Formulas::predicate(SymbolId symbol, Terms arguments) {
  return kept({Kind::predicate, symbol, 0, std::move(arguments), {}});
}

FormulaId Formulas::equal(TermId a, TermId b) {
  if (sortOf(a) != sortOf(b)) return truth(false);
  if (a == b) return truth(true);
  return kept({Kind::equal, 0, 0, {std::min(a, b), std::max(a, b)}, {}});
}

FormulaId Formulas::negation(FormulaId f) {
  const Formula formula = formulas_[f];
  std::vector<FormulaId> parts;
  switch (formula.kind) {
    case Kind::true_: return truth(false);
    case Kind::false_: return truth(true);
    case Kind::not_: return formula.parts[0];
    case Kind::and_:
    case Kind::or_:
      for (const FormulaId part : formula.parts) parts.push_back(negation(part));
      return junction(formula.kind == Kind::and_ ? Kind::or_ : Kind::and_, parts);
    case Kind::forAll: return exists(formula.variable, negation(formula.parts[0]));
    case Kind::exists: return forAll(formula.variable, negation(formula.parts[0]));
    default: return kept({Kind::not_, 0, 0, {}, {f}});
  }
}

FormulaId Formulas::junction(Kind kind, const std::vector<FormulaId>& parts) {
  const FormulaId neutral = truth(kind == Kind::and_), absorbing = truth(kind != Kind::and_);
  std::vector<FormulaId> flat;
  const auto add = [&](FormulaId part) {
    if (part != neutral && std::ranges::find(flat, part) == flat.end()) flat.push_back(part);
  };
  for (const FormulaId part : parts) {
    if (part == absorbing) return absorbing;
    if (formulas_[part].kind == kind) {
      for (const FormulaId inner : formulas_[part].parts) add(inner);
    } else {
      add(part);
    }
  }
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return kept({kind, 0, 0, {}, std::move(flat)});
}

/// Whether `part` of a conjunction is an equation that fixes the variable; then `value` gets the other term. If `negated`,
/// `part` belongs to a disjunction and must be a negated equation.
bool Formulas::solvedFor(TermId variable, FormulaId part, bool negated, TermId& value) const {
  const Formula* f = &formulas_[part];
  if (negated) {
    if (f->kind != Kind::not_) return false;
    f = &formulas_[f->parts[0]];
  }
  if (f->kind != Kind::equal) return false;
  for (const std::size_t side : {0u, 1u}) {
    value = f->terms[1 - side];
    if (f->terms[side] == variable && !occurs(variable, value)) return true;
  }
  return false;
}

FormulaId Formulas::quantified(Kind kind, TermId variable, FormulaId f) {
  if (!occursFree(variable, f)) return f;
  const bool isExists = kind == Kind::exists;
  const Kind through = isExists ? Kind::or_ : Kind::and_, gathered = isExists ? Kind::and_ : Kind::or_;
  const Formula formula = formulas_[f];
  if (formula.kind == through) {
    std::vector<FormulaId> parts;
    for (const FormulaId part : formula.parts) parts.push_back(quantified(kind, variable, part));
    return junction(through, parts);
  }
  std::vector<FormulaId> parts = formula.kind == gathered ? formula.parts : std::vector<FormulaId>{f};
  TermId value = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!solvedFor(variable, parts[i], !isExists, value)) continue;
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
    for (FormulaId& part : parts) part = substitute(part, {{variable, value}});
    return junction(gathered, parts);
  }
  if (parts.size() > 1) {
    std::vector<FormulaId> inside, outside;
    for (const FormulaId part : parts) (occursFree(variable, part) ? inside : outside).push_back(part);
    if (!outside.empty()) {
      outside.push_back(quantified(kind, variable, junction(gathered, inside)));
      return junction(gathered, outside);
    }
  }
  return kept({kind, 0, variable, {}, {f}});
}

FormulaId Formulas::exists(std::span<const TermId> variables, FormulaId f) {
  for (std::size_t i = variables.size(); i-- != 0;) f = exists(variables[i], f);
  return f;
}

FormulaId Formulas::forAll(std::span<const TermId> variables, FormulaId f) {
  for (std::size_t i = variables.size(); i-- != 0;) f = forAll(variables[i], f);
  return f;
}

TermId Formulas::substituteIn(TermId term, const Substitution& by) {
  const Term t = terms_[term];
  if (t.isVariable) {
    const auto found = by.find(term);
    return found == by.end() ? term : found->second;
  }
  Terms arguments;
  for (const TermId argument : t.arguments) arguments.push_back(substituteIn(argument, by));
  return arguments == t.arguments ? term : apply(t.symbol, std::move(arguments));
}

FormulaId Formulas::substitute(FormulaId f, const Substitution& by) {
  if (std::ranges::none_of(by, [&](const auto& entry) { return occursFree(entry.first, f); })) return f;
  const Formula formula = formulas_[f];
  std::vector<FormulaId> parts;
  switch (formula.kind) {
    case Kind::predicate:
    case Kind::equal: {
      Terms terms;
      for (const TermId term : formula.terms) terms.push_back(substituteIn(term, by));
      return formula.kind == Kind::equal ? equal(terms[0], terms[1]) : predicate(formula.symbol, std::move(terms));
    }
    case Kind::not_: return negation(substitute(formula.parts[0], by));
    case Kind::and_:
    case Kind::or_:
      for (const FormulaId part : formula.parts) parts.push_back(substitute(part, by));
      return junction(formula.kind, parts);
    default: break;
  }
  Substitution inner = by;
  inner.erase(formula.variable);
  TermId variable = formula.variable;
  FormulaId body = formula.parts[0];
  if (std::ranges::any_of(inner, [&](const auto& entry) { return occurs(variable, entry.second); })) {
    variable = this->variable(sortOf(formula.variable));  // so that the quantifier does not bind variables of the new terms
    body = substitute(body, {{formula.variable, variable}});
  }
  return quantified(formula.kind, variable, substitute(body, inner));
}

FormulaId Formulas::simplified(FormulaId f) {
  return simplified(f, {});
}

FormulaId Formulas::simplified(FormulaId id, const Known& known) {
  const Formula f = formulas_[id];
  meter_.step(stepsOfALook);
  switch (f.kind) {
    case Kind::predicate:
    case Kind::equal: {
      const auto found = known.find(id);
      return found == known.end() ? id : truth(found->second);
    }
    case Kind::not_: return negation(simplified(f.parts[0], known));
    case Kind::and_:
    case Kind::or_: {
      // A part of a conjunction matters only if all literals of the conjunction are true. A part of a disjunction matters only if
      // all literals of the disjunction are false.
      Known inner = known;
      std::vector<FormulaId> literals, others;
      for (const FormulaId part : f.parts) {
        const bool negated = formulas_[part].kind == Kind::not_;
        const FormulaId atom = negated ? formulas_[part].parts[0] : part;
        const bool isLiteral = formulas_[atom].kind == Kind::predicate || formulas_[atom].kind == Kind::equal;
        (isLiteral ? literals : others).push_back(isLiteral ? simplified(part, known) : part);
        if (isLiteral) inner.try_emplace(atom, negated != (f.kind == Kind::and_));
      }
      for (const FormulaId part : others) literals.push_back(simplified(part, inner));
      return junction(f.kind, literals);
    }
    case Kind::forAll:
    case Kind::exists: {
      Known inner = known;
      std::erase_if(inner, [&](const auto& entry) { return occursFree(f.variable, entry.first); });
      return quantified(f.kind, f.variable, simplified(f.parts[0], inner));
    }
    default: return id;
  }
}

std::vector<Formulas::Clause> Formulas::clausesOf(FormulaId id, bool withinAll) {
  const Formula f = formulas_[id];
  meter_.step(stepsOfALook);
  switch (f.kind) {
    case Kind::true_: return {};
    case Kind::and_: {
      std::vector<Clause> all;
      for (const FormulaId part : f.parts) {
        std::vector<Clause> some = clausesOf(part, withinAll);
        all.insert(all.end(), some.begin(), some.end());
      }
      return all;
    }
    case Kind::or_: {
      std::vector<Clause> product = {{}};
      for (const FormulaId part : f.parts) {
        std::vector<Clause> some = clausesOf(part, withinAll);
        if (product.size() * some.size() > mostClauses) some = {{{}, {part}}};
        std::vector<Clause> longer;
        for (const Clause& a : product)
          for (const Clause& b : some) {
            Clause both = a;
            both.variables.insert(both.variables.end(), b.variables.begin(), b.variables.end());
            both.parts.insert(both.parts.end(), b.parts.begin(), b.parts.end());
            longer.push_back(std::move(both));
          }
        product = std::move(longer);
      }
      return product;
    }
    case Kind::forAll: {
      // Clauses of several quantifiers may be combined, so each quantifier gets a variable of its own.
      const TermId own = variable(sortOf(f.variable));
      std::vector<Clause> all = clausesOf(substitute(f.parts[0], {{f.variable, own}}), true);
      for (Clause& clause : all) clause.variables.insert(clause.variables.begin(), own);
      return all;
    }
    case Kind::exists: {
      if (withinAll) return {{{}, {id}}};
      const TermId own = apply(symbol("some", {}, sortOf(f.variable)), {});
      return clausesOf(substitute(f.parts[0], {{f.variable, own}}), false);
    }
    default: return {{{}, {id}}};
  }
}

std::vector<FormulaId> Formulas::clauses(FormulaId f) {
  std::vector<FormulaId> result;
  for (const Clause& clause : clausesOf(f, false)) {
    if (std::ranges::any_of(clause.parts, [&](FormulaId part) {
          return formulas_[part].kind == Kind::not_ &&
                 std::ranges::find(clause.parts, formulas_[part].parts[0]) != clause.parts.end();
        }))
      continue;
    FormulaId made = junction(Kind::or_, clause.parts);
    for (std::size_t i = clause.variables.size(); i-- != 0;)
      if (occursFree(clause.variables[i], made)) made = kept({Kind::forAll, 0, clause.variables[i], {}, {made}});
    if (made != truth(true)) result.push_back(made);
  }
  return result;
}

namespace {

class CanonicalText {
 public:
  CanonicalText(const Formulas& formulas, std::span<const TermId> parameters) : all_(formulas) {
    for (std::size_t i = 0; i < parameters.size(); ++i)
      names_[parameters[i]] = fmt::format("@{}:{}", i, all_.sortOf(parameters[i]));
  }

  std::string of(FormulaId id) {
    const Formula& f = all_.formula(id);
    std::vector<std::string> parts;
    switch (f.kind) {
      case Kind::true_: return "T";
      case Kind::false_: return "F";
      case Kind::predicate:
      case Kind::equal:
        for (const TermId term : f.terms) parts.push_back(of_(term));
        if (f.kind == Kind::equal) std::ranges::sort(parts);
        return fmt::format("{}({})", f.kind == Kind::equal ? "=" : fmt::format("p{}", f.symbol), fmt::join(parts, ","));
      case Kind::not_: return "~" + of(f.parts[0]);
      case Kind::and_:
      case Kind::or_:
        for (const FormulaId part : f.parts) parts.push_back(of(part));
        std::ranges::sort(parts);
        return fmt::format("{}[{}]", f.kind == Kind::and_ ? "and" : "or", fmt::join(parts, ";"));
      default: break;
    }
    const auto before = names_.find(f.variable);
    const std::optional<std::string> old = before == names_.end() ? std::nullopt : std::optional(before->second);
    names_[f.variable] = fmt::format("#{}", depth_++);
    const std::string text = fmt::format("{}{}:{}", f.kind == Kind::forAll ? "A" : "E", all_.sortOf(f.variable), of(f.parts[0]));
    --depth_;
    if (old)
      names_[f.variable] = *old;
    else
      names_.erase(f.variable);
    return text;
  }

 private:
  std::string of_(TermId id) const {
    const Term& t = all_.term(id);
    if (t.isVariable) {
      const auto found = names_.find(id);
      return found == names_.end() ? fmt::format("v{}", t.symbol) : found->second;
    }
    std::vector<std::string> arguments;
    for (const TermId argument : t.arguments) arguments.push_back(of_(argument));
    return fmt::format("f{}({})", t.symbol, fmt::join(arguments, ","));
  }

  const Formulas& all_;
  std::map<TermId, std::string> names_;
  int depth_ = 0;
};

}  // namespace

std::string Formulas::canonical(FormulaId f, std::span<const TermId> parameters) const {
  return CanonicalText(*this, parameters).of(f);
}

}  // namespace aunit::solver::firstorder
