#include "solver/allscopes/finite_states.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "model/model.h"

namespace aunit::solver {

using firstorder::Formula;
using firstorder::FormulaId;
using firstorder::Kind;
using firstorder::SortId;
using firstorder::SymbolId;
using firstorder::TermId;

namespace {
constexpr std::size_t stepsOfAGate = 64;
constexpr std::size_t mostInstances = 200'000;
}  // namespace

FiniteStates::FiniteStates(firstorder::States& states, int size, std::size_t last, const support::Budget& budget)
    : states_(states), all_(states.theory.formulas), meter_(&budget), query_(Cnf{}, budget, meter_) {
  true_ = newVariable();
  query_.add(true_);
  for (std::size_t i = 0; i < states_.theory.closures.size(); ++i)
    for (const auto& [pair, symbol] : states_.theory.closures[i].predicate) closureOf_[symbol] = i;
  std::set<FormulaId> seen;
  for (const auto& moments : states_.moments)
    for (const firstorder::Assertion& a : moments) collect(a.formula, seen);
  for (const auto& bad : states_.bad)
    for (const FormulaId f : bad) collect(f, seen);
  // Different constants of a sort denote different atoms, since sibling signatures are disjoint.
  std::vector<int> constants(states_.theory.sortNames.size(), 0);
  std::vector<bool> single(states_.theory.sortNames.size(), false);
  for (const SymbolId s : symbols_) {
    const firstorder::Symbol& symbol = all_.symbols()[s];
    const auto meaning = states_.theory.meanings.find(s);
    const bool isSignature =
        meaning != states_.theory.meanings.end() && meaning->second.kind == firstorder::Meaning::Kind::signature;
    if (symbol.result == firstorder::truthSort) {
      if (isSignature && symbol.arguments.size() == 1 && !states_.timeArgument.contains(s) &&
          meaning->second.id == states_.theory.signatureOf[symbol.arguments[0]])
        guards_.insert(s);
      continue;
    }
    if (!symbol.arguments.empty()) throw NotGround("functions");
    if (isSignature && meaning->second.id == states_.theory.signatureOf[symbol.result]) single[symbol.result] = true;
    constants_[s] = constants[symbol.result]++;
  }
  for (SortId sort = 0; sort < states_.theory.sortNames.size(); ++sort)
    sizes_.push_back(single[sort] ? 1 : std::max(size, constants[sort]));
  for (std::size_t n = 0; n <= last; ++n) {
    moments_.push_back(newVariable());
    for (const firstorder::Assertion& a : states_.moments[n]) {
      const int said = literal(a.formula);
      query_.add(std::vector<int>{-moments_.back(), said});
    }
  }
  first_ = literal(GroundAtom{states_.first, {}});
  makeVocabulary();
}

void FiniteStates::collect(FormulaId id, std::set<FormulaId>& seen) {
  if (!seen.insert(id).second) return;
  const Formula& f = all_.formula(id);
  const std::function<void(TermId)> visit = [&](TermId t) {
    if (!all_.term(t).isVariable) symbols_.insert(all_.term(t).symbol);
    for (const TermId argument : all_.term(t).arguments) visit(argument);
  };
  for (const TermId t : f.terms) visit(t);
  if (f.kind == Kind::predicate && symbols_.insert(f.symbol).second) {
    if (const auto closure = closureOf_.find(f.symbol); closure != closureOf_.end())
      for (const auto& [pair, step] : states_.theory.closures[closure->second].steps) collect(step.formula, seen);
  }
  for (const FormulaId part : f.parts) collect(part, seen);
}

void FiniteStates::makeVocabulary() {
  std::set<SymbolId> later;
  for (const auto& [now, moments] : states_.at)
    for (std::size_t i = 1; i < moments.size(); ++i) later.insert(moments[i]);
  std::set<SymbolId> wanted;
  for (const SymbolId s : symbols_) {
    if (all_.symbols()[s].result != firstorder::truthSort || guards_.contains(s) || s == states_.first) continue;
    if (states_.unspoken.contains(s) || (closureOf_.contains(s) && !states_.spoken.contains(s))) continue;
    if (later.contains(s)) {
      // A relation belongs to the state even if formulas mention only its value at later moments.
      for (const auto& [now, moments] : states_.at)
        if (std::ranges::find(moments, s) != moments.end() && !closureOf_.contains(now)) wanted.insert(now);
      continue;
    }
    if (states_.at.contains(s) || !states_.timeArgument.contains(s)) wanted.insert(s);
  }
  for (const SymbolId s : wanted) {
    const firstorder::Sorts& sorts = all_.symbols()[s].arguments;
    std::vector<int> atoms(sorts.size(), 0);
    while (true) {
      vocabulary_.push_back({s, atoms});
      if (vocabulary_.size() > mostInstances) throw NotGround("too many atoms");
      literal(vocabulary_.back());  // creates the ground atom's variable, so that each solution has a value for it
      std::size_t at = 0;
      for (; at < atoms.size(); ++at) {
        if (++atoms[at] < sizes_[sorts[at]]) break;
        atoms[at] = 0;
      }
      if (at == atoms.size()) break;
    }
  }
}

GroundAtom FiniteStates::next(const GroundAtom& atom) const {
  const auto found = states_.at.find(atom.symbol);
  return {found == states_.at.end() ? atom.symbol : found->second[1], atom.atoms};
}

std::optional<TermId> FiniteStates::constantOf(SortId sort, int atom) const {
  for (const auto& [symbol, value] : constants_)
    if (value == atom && all_.symbols()[symbol].result == sort) return all_.apply(symbol, {});
  return std::nullopt;
}

int FiniteStates::value(TermId term, const Values& values) const {
  const firstorder::Term& t = all_.term(term);
  if (t.isVariable) return values.at(term);
  const auto found = constants_.find(t.symbol);
  if (found == constants_.end()) throw NotGround("functions");
  return found->second;
}

int FiniteStates::literal(const GroundAtom& atom) {
  if (const auto closure = closureOf_.find(atom.symbol); closure != closureOf_.end()) {
    const firstorder::Sorts& sorts = all_.symbols()[atom.symbol].arguments;
    const std::vector<int> parameters(atom.atoms.begin(), atom.atoms.end() - 2);
    return closed(closure->second, parameters, sorts[sorts.size() - 2], atom.atoms[atom.atoms.size() - 2], sorts.back(),
                  atom.atoms.back());
  }
  const auto [found, isNew] = atoms_.try_emplace(atom, 0);
  if (isNew) found->second = newVariable();
  return found->second;
}

int FiniteStates::junction(std::vector<int> parts, bool conjunction) {
  meter_.step(stepsOfAGate * (1 + parts.size()));
  const int neutral = conjunction ? true_ : -true_;
  std::ranges::sort(parts);
  const auto repeated = std::ranges::unique(parts);
  parts.erase(repeated.begin(), repeated.end());
  std::erase(parts, neutral);
  for (const int l : parts)
    if (l == -neutral || std::binary_search(parts.begin(), parts.end(), -l)) return -neutral;
  if (parts.empty()) return neutral;
  if (parts.size() == 1) return parts[0];
  // Gates are stored as conjunctions: a disjunction is the negation of the conjunction of its negated parts.
  if (!conjunction)
    for (int& l : parts) l = -l;
  std::ranges::sort(parts);
  const auto [found, isNew] = gates_.try_emplace(parts, 0);
  if (isNew) {
    const int gate = found->second = newVariable();
    std::vector<int> whole = {gate};
    for (const int l : parts) {
      query_.add(std::vector<int>{-gate, l});
      whole.push_back(-l);
    }
    query_.add(whole);
  }
  return conjunction ? found->second : -found->second;
}

int FiniteStates::closed(std::size_t index, const std::vector<int>& parameters, SortId from, int a, SortId to, int b) {
  const auto [found, isNew] = closures_.try_emplace({index, parameters});
  if (isNew) {
    const firstorder::Closure& closure = states_.theory.closures[index];
    std::vector<std::pair<SortId, int>> all;
    for (const SortId sort : closure.sorts)
      for (int atom = 0; atom < sizes_[sort]; ++atom) all.emplace_back(sort, atom);
    Values values;
    for (std::size_t i = 0; i < parameters.size(); ++i) values[closure.parameters[i]] = parameters[i];
    Matrix matrix;
    for (const auto& x : all)
      for (const auto& y : all) {
        const auto step = closure.steps.find({x.first, y.first});
        int holds = -true_;
        if (step != closure.steps.end()) {
          values[step->second.from] = x.second;
          values[step->second.to] = y.second;
          holds = literal(step->second.formula, values);
        }
        matrix[{x, y}] = holds;
      }
    for (std::size_t length = 1; length < all.size(); length *= 2) {
      Matrix longer;
      for (const auto& x : all)
        for (const auto& y : all) {
          std::vector<int> ways = {matrix[{x, y}]};
          for (const auto& z : all) ways.push_back(junction({matrix[{x, z}], matrix[{z, y}]}, true));
          longer[{x, y}] = junction(std::move(ways), false);
        }
      matrix = std::move(longer);
    }
    closures_[{index, parameters}] = std::move(matrix);
  }
  return closures_.at({index, parameters}).at({{from, a}, {to, b}});
}

int FiniteStates::literal(FormulaId id, const Values& values) {
  meter_.step(stepsOfAGate);
  const Formula f = all_.formula(id);
  if (f.kind == Kind::true_) return true_;
  if (f.kind == Kind::false_) return -true_;
  if (f.kind == Kind::not_) return -literal(f.parts[0], values);
  std::vector<int> key;
  for (const TermId v : all_.freeIn(id)) key.push_back(values.at(v));
  if (const auto found = memo_.find({id, key}); found != memo_.end()) return found->second;
  int result = 0;
  switch (f.kind) {
    case Kind::equal: result = value(f.terms[0], values) == value(f.terms[1], values) ? true_ : -true_; break;
    case Kind::predicate: {
      std::vector<int> atoms;
      for (const TermId t : f.terms) atoms.push_back(value(t, values));
      if (guards_.contains(f.symbol)) {
        result = true_;
      } else if (const auto closure = closureOf_.find(f.symbol); closure != closureOf_.end()) {
        const int b = atoms.back(), a = atoms[atoms.size() - 2];
        atoms.erase(atoms.end() - 2, atoms.end());
        result = closed(closure->second, atoms, all_.sortOf(f.terms[f.terms.size() - 2]), a, all_.sortOf(f.terms.back()), b);
      } else {
        result = literal(GroundAtom{f.symbol, std::move(atoms)});
      }
      break;
    }
    case Kind::and_:
    case Kind::or_: {
      std::vector<int> parts;
      for (const FormulaId part : f.parts) parts.push_back(literal(part, values));
      result = junction(std::move(parts), f.kind == Kind::and_);
      break;
    }
    default: {
      std::vector<int> parts;
      Values inner = values;
      for (int atom = 0; atom < sizes_[all_.sortOf(f.variable)]; ++atom) {
        inner[f.variable] = atom;
        parts.push_back(literal(f.parts[0], inner));
      }
      result = junction(std::move(parts), f.kind == Kind::forAll);
      break;
    }
  }
  return memo_[{id, key}] = result;
}

}  // namespace aunit::solver
