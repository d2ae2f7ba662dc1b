#include "solver/firstorder/remembered.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace aunit::solver::firstorder {

namespace {

class MomentRewriter {
 public:
  MomentRewriter(Theory& theory, const Timeline& line) : theory_(theory), line_(line), all_(theory.formulas) {}

  void run() {
    for (std::size_t i = 0; i < theory_.assertions.size(); ++i) {
      const Assertion question = theory_.assertions[i];
      if (question.role != Assertion::Role::question || momentsOf(question.formula).value_or(0) < 2) continue;
      const TermId latest = all_.variable(line_.sort);
      const FormulaId remembered = said(question.formula, latest, question.span);
      theory_.assertions[i].formula = all_.exists(latest, all_.both(at(line_.in, latest), remembered));
    }
  }

 private:
  bool isMoment(TermId variable) const { return all_.sortOf(variable) == line_.sort; }

  FormulaId at(FormulaId pattern, TermId moment) { return all_.substitute(pattern, {{line_.from, moment}}); }

  bool mentionsMoments(FormulaId id) const {
    const Formula& f = all_.formula(id);
    const auto isOne = [&](TermId t) { return isMoment(t); };
    return std::ranges::any_of(f.terms, isOne) || std::ranges::any_of(f.parts, [&](FormulaId p) { return mentionsMoments(p); });
  }
  bool asksForAnother(FormulaId id) const {
    const Formula& f = all_.formula(id);
    return ((f.kind == Kind::exists || f.kind == Kind::forAll) && isMoment(f.variable)) ||
           std::ranges::any_of(f.parts, [&](FormulaId p) { return asksForAnother(p); });
  }

  /// Returns the number of moments that must exist so that the question holds; for a disjunction, the largest number that a
  /// part needs. Each moment is the variable of an existential quantifier whose body mentions no other moment. Returns nothing
  /// if the question mentions moments in another way, or if only some parts of a disjunction need moments.
  std::optional<int> momentsOf(FormulaId id) const {
    const Formula& f = all_.formula(id);
    if (f.kind == Kind::exists && isMoment(f.variable)) {
      if (asksForAnother(f.parts[0])) return std::nullopt;
      return 1;
    }
    if (!mentionsMoments(id) && !asksForAnother(id)) return 0;
    if (f.kind == Kind::exists) return momentsOf(f.parts[0]);
    if (f.kind != Kind::and_ && f.kind != Kind::or_) return std::nullopt;
    int count = 0;
    for (const FormulaId part : f.parts) {
      const std::optional<int> ofPart = momentsOf(part);
      if (!ofPart || (f.kind == Kind::or_ && *ofPart == 0)) return std::nullopt;
      count = f.kind == Kind::and_ ? count + *ofPart : std::max(count, *ofPart);
    }
    return count;
  }

  /// Returns the part `id` of the question, rewritten so that it is about the one moment `latest`. Relations replace the
  /// conditions on the original moments.
  FormulaId said(FormulaId id, TermId latest, const model::Span& span) {
    const Formula f = all_.formula(id);
    if (f.kind == Kind::exists && isMoment(f.variable)) return remembered(f.variable, f.parts[0], latest, span);
    if (!asksForAnother(id)) return id;
    if (f.kind == Kind::exists) return all_.exists(f.variable, said(f.parts[0], latest, span));
    std::vector<FormulaId> parts;
    for (const FormulaId part : f.parts) parts.push_back(said(part, latest, span));
    return f.kind == Kind::and_ ? all_.conjunction(parts) : all_.disjunction(parts);
  }

  FormulaId remembered(TermId moment, FormulaId condition, TermId latest, const model::Span& span) {
    Terms parameters;
    for (const TermId v : all_.freeIn(condition))
      if (v != moment) parameters.push_back(v);
    Terms names = parameters;
    names.push_back(moment);
    const std::string key = all_.canonical(condition, names);
    auto known = std::ranges::find(known_, key, &std::pair<std::string, SymbolId>::first);
    if (known == known_.end()) {
      const SymbolId made = all_.symbol("once", all_.sortsOf(names));
      theory_.meanings[made] = {Meaning::Kind::history, ~0u};
      const TermId before = all_.variable(line_.sort);
      const auto of = [&](TermId when) {
        Terms arguments = parameters;
        arguments.push_back(when);
        return all_.predicate(made, std::move(arguments));
      };
      // At the first moment the relation holds if the condition holds. At each later moment it holds if the condition holds or
      // the relation held at the moment before.
      const FormulaId begins =
          all_.implies(all_.both(at(line_.in, moment), at(line_.first, moment)), all_.iff(of(moment), condition));
      const FormulaId next = all_.substitute(line_.next, {{line_.from, before}, {line_.to, moment}});
      const FormulaId goesOn = all_.implies(next, all_.iff(of(moment), all_.either(condition, of(before))));
      theory_.assertions.push_back({all_.forAll(names, begins), Assertion::Role::background, span, "past"});
      // A parameter may have a value that is no atom. Predicates of signatures and fields are false for it. So is the relation,
      // if the condition implies such a predicate.
      for (const TermId p : parameters)
        if (const auto guard = guardOf(p); guard && saysOfAtoms(condition, p))
          theory_.assertions.push_back(
              {all_.forAll(names, all_.implies(of(moment), *guard)), Assertion::Role::background, span, "past"});
      names.push_back(before);
      theory_.assertions.push_back({all_.forAll(names, goesOn), Assertion::Role::background, span, "past"});
      known = known_.insert(known_.end(), {key, made});
    }
    Terms arguments = parameters;
    arguments.push_back(latest);
    return all_.predicate(known->second, std::move(arguments));
  }

  /// Whether a conjunct of the condition says that the variable is in a signature or in a tuple of a field.
  bool saysOfAtoms(FormulaId id, TermId variable) const {
    const Formula& f = all_.formula(id);
    if (f.kind == Kind::and_) return std::ranges::any_of(f.parts, [&](FormulaId part) { return saysOfAtoms(part, variable); });
    if (f.kind == Kind::exists) return saysOfAtoms(f.parts[0], variable);
    const auto meaning = f.kind == Kind::predicate ? theory_.meanings.find(f.symbol) : theory_.meanings.end();
    return meaning != theory_.meanings.end() &&
           (meaning->second.kind == Meaning::Kind::signature || meaning->second.kind == Meaning::Kind::field) &&
           std::ranges::find(f.terms, variable) != f.terms.end();
  }

  /// A formula that is true if a variable is an atom of its sort's signature; nothing if the signature has no predicate.
  std::optional<FormulaId> guardOf(TermId variable) {
    const SortId sort = all_.sortOf(variable);
    for (const auto& [symbol, meaning] : theory_.meanings)
      if (meaning.kind == Meaning::Kind::signature && meaning.id == theory_.signatureOf[sort] &&
          all_.symbols()[symbol].arguments == Sorts{sort} && all_.symbols()[symbol].result == truthSort)
        return all_.predicate(symbol, {variable});
    return std::nullopt;
  }

  Theory& theory_;
  const Timeline line_;
  Formulas& all_;
  std::vector<std::pair<std::string, SymbolId>> known_;  // the text and the relation of each condition
};

}  // namespace

void rememberMoments(Theory& theory, std::size_t timeline) {
  // The rewriting is not valid for infinite traces, because a part of the question may be about the whole trace.
  if (theory.timelines[timeline].start == Timeline::none) MomentRewriter(theory, theory.timelines[timeline]).run();
}

}  // namespace aunit::solver::firstorder
