#include "solver/allscopes/small_model.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "solver/grounding/scope.h"
#include "solver/unsupported.h"

namespace aunit::solver {

namespace {

using firstorder::Closure;
using firstorder::Formula;
using firstorder::FormulaId;
using firstorder::Formulas;
using firstorder::Kind;
using firstorder::SortId;
using firstorder::Sorts;
using firstorder::SymbolId;
using firstorder::TermId;
using firstorder::Theory;

constexpr std::uint64_t mostAtoms = 250;

class SortGraph {
 public:
  explicit SortGraph(const Theory& theory) : theory_(theory), all_(theory.formulas) {
    for (const Closure& c : theory.closures)
      for (const auto& [pair, symbol] : c.predicate) closures_.insert(symbol);
  }

  std::optional<std::vector<std::uint64_t>> terms() {
    for (const firstorder::Symbol& s : all_.symbols())
      if (s.result != firstorder::truthSort) functions_.emplace_back(s.arguments, s.result);
    for (const firstorder::Assertion& a : theory_.assertions) visit(a.formula, {}, false);
    for (const Closure& c : theory_.closures)
      for (const auto& [pair, step] : c.steps) visitStep(step.formula, false);
    const auto integers = static_cast<SortId>(theory_.sortNames.size() - 1);
    if (refused_ || used_.contains(integers)) return std::nullopt;
    return count();
  }

 private:
  /// `universal`: the variables of the universal quantifiers around the formula; `negated`: the formula is directly below a
  /// negation.
  void visit(FormulaId id, const std::vector<TermId>& universal, bool negated) {
    const Formula& f = all_.formula(id);
    for (const TermId term : f.terms) use(term);
    switch (f.kind) {
      case Kind::predicate:
        if (closures_.contains(f.symbol) && !negated) refused_ = true;
        break;
      case Kind::not_: visit(f.parts[0], universal, true); break;
      case Kind::and_:
      case Kind::or_:
        for (const FormulaId part : f.parts) visit(part, universal, false);
        break;
      case Kind::forAll: {
        used_.insert(all_.sortOf(f.variable));
        std::vector<TermId> inner = universal;
        inner.push_back(f.variable);
        visit(f.parts[0], inner, false);
        break;
      }
      case Kind::exists: {
        used_.insert(all_.sortOf(f.variable));
        // The Skolem function's arguments: the universal variables that the formula depends on, also through existential
        // variables.
        std::set<TermId> arguments;
        for (const TermId v : all_.freeIn(id)) {
          if (std::ranges::find(universal, v) != universal.end()) arguments.insert(v);
          if (const auto through = dependsOn_.find(v); through != dependsOn_.end())
            arguments.insert(through->second.begin(), through->second.end());
        }
        Sorts sorts;
        for (const TermId v : arguments) sorts.push_back(all_.sortOf(v));
        functions_.emplace_back(std::move(sorts), all_.sortOf(f.variable));
        const auto before = dependsOn_.find(f.variable);
        const std::optional<std::set<TermId>> old = before == dependsOn_.end() ? std::nullopt : std::optional(before->second);
        dependsOn_[f.variable] = std::move(arguments);
        visit(f.parts[0], universal, false);
        if (old)
          dependsOn_[f.variable] = *old;
        else
          dependsOn_.erase(f.variable);
        break;
      }
      default: break;
    }
  }

  /// Visits the formula of a closure's step. Sets `refused_` if the formula has a universal quantifier or the negation of a
  /// closure: the relation of the steps may then grow when elements are removed.
  void visitStep(FormulaId id, bool negated) {
    const Formula& f = all_.formula(id);
    for (const TermId term : f.terms) use(term);
    if (f.kind == Kind::forAll || (f.kind == Kind::predicate && negated && closures_.contains(f.symbol))) refused_ = true;
    if (f.kind == Kind::exists) used_.insert(all_.sortOf(f.variable));
    for (const FormulaId part : f.parts) visitStep(part, f.kind == Kind::not_);
  }

  void use(TermId term) {
    used_.insert(all_.sortOf(term));
    for (const TermId argument : all_.term(term).arguments) use(argument);
  }

  std::optional<std::vector<std::uint64_t>> count() {
    const std::size_t sorts = theory_.sortNames.size();
    std::vector<std::uint64_t> terms(sorts, 0);
    std::vector<char> state(sorts, 0);  // by sort: 1 while its terms are counted, 2 afterwards
    bool bounded = true;
    const std::function<void(SortId)> countSort = [&](SortId sort) {
      if (state[sort] == 1) bounded = false;
      if (state[sort] != 0 || !bounded) return;
      state[sort] = 1;
      for (const auto& [arguments, result] : functions_) {
        if (result != sort) continue;
        std::uint64_t of = 1;
        for (const SortId argument : arguments) {
          countSort(argument);
          if (!bounded) return;
          of = std::min(of * terms[argument], mostAtoms + 1);
        }
        terms[sort] = std::min(terms[sort] + of, mostAtoms + 1);
      }
      terms[sort] = std::max<std::uint64_t>(terms[sort], 1);
      state[sort] = 2;
    };
    std::uint64_t total = 0;
    for (SortId sort = 0; sort < sorts && bounded; ++sort) {
      countSort(sort);
      total += terms[sort];
    }
    if (!bounded || total > mostAtoms) return std::nullopt;
    return terms;
  }

  const Theory& theory_;
  const Formulas& all_;
  std::set<SymbolId> closures_;
  std::vector<std::pair<Sorts, SortId>> functions_;  // sorts of arguments and result; includes Skolem functions
  std::map<TermId, std::set<TermId>> dependsOn_;     // by existential variable: the universal variables on which it depends
  std::set<SortId> used_;
  bool refused_ = false;
};

}  // namespace

std::optional<SmallModel> smallModelOf(const Theory& theory) {
  if (!theory.exact) return std::nullopt;
  const auto terms = SortGraph(theory).terms();
  if (!terms) return std::nullopt;
  SmallModel bound;
  // Omits the last sort: Int.
  for (SortId sort = 0; sort + 1 < terms->size(); ++sort) bound[theory.signatureOf[sort]] = (*terms)[sort];
  return bound;
}

std::optional<model::Scope> scopeOf(const model::Model& model, const SmallModel& bound, const model::Scope& command) {
  model::Scope scope = command;
  scope.sigs.clear();
  scope.overall = 1;
  scope.maxSequence = -1;
  const auto topOf = [&](model::SigId id) {
    while (!model.isTopLevel(id)) id = model.sig(id).parents[0];
    return id;
  };
  std::vector<std::pair<model::SigId, int>> wanted;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.subset || sig.multiplicity == model::Multiplicity::one || sig.isEnum) continue;
    if (sig.isExact) return std::nullopt;
    const auto found = bound.find(topOf(id));
    if (found == bound.end()) return std::nullopt;
    const int size = sig.multiplicity == model::Multiplicity::lone ? 1 : static_cast<int>(found->second);
    scope.sigs.push_back({.sig = id, .start = size, .end = size, .span = {}});
    wanted.emplace_back(id, size);
  }
  try {
    const SigSizes sizes = deriveSizes(model, scope, false);
    for (const auto& [id, size] : wanted)
      if (sizes.size[id] < size || sizes.exact[id]) return std::nullopt;
  } catch (const Unsupported&) {
    return std::nullopt;
  }
  return scope;
}

}  // namespace aunit::solver
