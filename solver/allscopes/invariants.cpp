#include "solver/allscopes/invariants.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/allscopes/finite_states.h"
#include "solver/allscopes/inductive_part.h"
#include "solver/allscopes/orbit_search.h"
#include "solver/firstorder/axioms.h"

namespace aunit::solver {

using firstorder::Assertion;
using firstorder::FormulaId;
using firstorder::Lemmas;
using firstorder::SymbolId;

namespace {

constexpr double forEasyCondition = 0.4, forHardCondition = 1.5, forCore = 2;  // seconds
constexpr std::size_t easyProvers = 2;  // number of provers that are asked about an easy condition
constexpr int smallestSize = 2, largestSize = 5;

}  // namespace

InvariantSearch::InvariantSearch(firstorder::States& states, const std::vector<Prover>& provers, const support::Budget& budget)
    : states_(states), all_(states.theory.formulas), provers_(provers), budget_(budget) {
  for (std::size_t i = 0; i < provers_.size(); ++i) order_.push_back(i);
  states_.theory.assertions = states_.moments[1];
  base_ = firstorder::axiomsOf(states_.theory, Lemmas::containment);
  if (!states_.theory.closures.empty()) {
    // axiomsOf() also makes lemmas about parts of the assertions. To get such lemmas for the bad states, adds their formulas to
    // the assertions for this call, and removes them from its result.
    for (const FormulaId bad : states_.bad[0]) states_.theory.assertions.push_back({bad, Assertion::Role::question, {}, ""});
    finite_ = firstorder::axiomsOf(states_.theory, Lemmas::finite);
    std::erase_if(finite_, [](const Assertion& a) { return a.role == Assertion::Role::question; });
  }
  states_.theory.assertions.clear();
  functional_.emplace(states_.theory, states_.moments[0]);
}

/// The assertions of a condition: `moments`, `more`, and the axioms of all closures that occur in `moments` or `more`.
std::vector<Assertion> InvariantSearch::condition(const std::vector<Assertion>& moments, const std::vector<FormulaId>& more,
                                                  bool finite) {
  std::vector<Assertion> whole = moments;
  for (const FormulaId f : more)
    if (f != all_.truth(true)) whole.push_back({f, Assertion::Role::question, {}, ""});
  std::map<SymbolId, std::size_t> closureOf;
  for (std::size_t i = 0; i < states_.theory.closures.size(); ++i)
    for (const auto& [pair, symbol] : states_.theory.closures[i].predicate) closureOf[symbol] = i;
  const auto asFunctions = [&] {
    for (Assertion& a : whole) a.formula = all_.simplified(functional_->of(a.formula));
    std::erase_if(whole, [&](const Assertion& a) { return a.formula == all_.truth(true); });
    return whole;
  };
  if (closureOf.empty()) return asFunctions();
  std::set<std::size_t> used;
  std::set<FormulaId> seen;
  const std::function<void(FormulaId)> visit = [&](FormulaId id) {
    if (!seen.insert(id).second) return;
    const firstorder::Formula& f = all_.formula(id);
    if (f.kind == firstorder::Kind::predicate)
      if (const auto found = closureOf.find(f.symbol); found != closureOf.end() && used.insert(found->second).second)
        for (const auto& [pair, step] : states_.theory.closures[found->second].steps) visit(step.formula);
    for (const FormulaId part : f.parts) visit(part);
  };
  for (const Assertion& a : whole) visit(a.formula);
  const std::function<bool(FormulaId)> isAbout = [&](FormulaId id) {
    const firstorder::Formula& f = all_.formula(id);
    if (f.kind == firstorder::Kind::predicate)
      if (const auto found = closureOf.find(f.symbol); found != closureOf.end() && !used.contains(found->second)) return false;
    return std::ranges::all_of(f.parts, isAbout);
  };
  for (const Assertion& a : finite ? finite_ : base_)
    if (isAbout(a.formula)) whole.push_back(a);
  return asFunctions();
}

/// Whether the first attempt omits an assertion that is likely to mislead provers. Such an assertion is about relations that
/// never change. It has an existential quantifier within a universal one, or it is an axiom of a ring and does not mention the
/// ring's circular order.
bool InvariantSearch::leadsAstray(const Assertion& assertion) const {
  bool changes = false, between = false, madeFromAll = false;
  const std::function<void(FormulaId, bool)> visit = [&](FormulaId id, bool ofAll) {
    const firstorder::Formula& f = all_.formula(id);
    madeFromAll = madeFromAll || (ofAll && f.kind == firstorder::Kind::exists);
    if (f.kind == firstorder::Kind::predicate) {
      changes = changes || states_.timeArgument.contains(f.symbol);
      between = between || std::ranges::any_of(states_.theory.rings, [&](const auto& r) { return r.between == f.symbol; });
    }
    for (const FormulaId part : f.parts) visit(part, ofAll || f.kind == firstorder::Kind::forAll);
  };
  visit(assertion.formula, false);
  return assertion.role != Assertion::Role::question && !changes && (madeFromAll || (assertion.name == "ring" && !between));
}

/// Whether provers confirm a condition. If `finiteFirst`, first tries lemmas about finite sets, which are likely to be needed.
bool InvariantSearch::holds(const std::vector<Assertion>& moments, const std::vector<FormulaId>& more, bool hard,
                            Condition* proof, bool finiteFirst) {
  if (std::ranges::find(more, all_.truth(false)) != more.end()) {
    if (proof != nullptr) *proof = {};
    return true;
  }
  const bool mayUseLemmas = hard && !states_.theory.closures.empty();
  // The first attempt uses few assertions, because provers then find short proofs earlier.
  for (const bool all : {false, true})
    for (const bool finite : {finiteFirst, !finiteFirst}) {
      if (finite && !mayUseLemmas) continue;
      std::vector<Assertion> asked = condition(moments, more, finite);
      const std::size_t count = std::erase_if(asked, [&](const Assertion& a) {
        const bool isFew = a.role != Assertion::Role::lemma || a.name == "ring" || a.name == "along" || a.name == "ends";
        return !all && (leadsAstray(a) || (finite && !isFew));
      });
      if (areContradictory(asked, finite, hard, proof)) return true;
      if (count == 0 && !mayUseLemmas) return false;
    }
  return false;
}

bool InvariantSearch::areContradictory(const std::vector<Assertion>& asked, bool finite, bool hard, Condition* proof) {
  std::size_t count = 0;
  for (const std::size_t which : std::vector<std::size_t>(order_)) {
    if (!hard && ++count > easyProvers) break;
    budget_.check();
    const Prover& prover = provers_[which];
    const ProverAnswer answer =
        prover.ask(states_.theory, asked, budget_.within({.seconds = hard ? forHardCondition : forEasyCondition}));
    if (answer.model) break;
    if (!answer.contradiction) continue;
    // The prover that decided this condition is asked first about the next one.
    std::erase(order_, which);
    order_.insert(order_.begin(), which);
    if (proof == nullptr) return true;
    proof->by = prover.name;
    for (const std::size_t i : answer.core) proof->core.push_back(asked[i]);
    if (proof->core.empty()) proof->core = asked;
    for (const Assertion& a : proof->core) proof->finite = proof->finite || firstorder::needsFiniteness(a);
    proof->axioms = finite ? "finite" : "base";
    return true;
  }
  return false;
}

FormulaId InvariantSearch::notFirst(const Clauses& clauses) {
  return all_.both(all_.predicate(states_.first, {}), all_.negation(all_.conjunction(clauses)));
}

std::vector<FormulaId> InvariantSearch::notNext(const Clauses& from, const Clauses& to) {
  std::vector<FormulaId> whole = from, next;
  for (const FormulaId clause : to) next.push_back(all_.negation(states_.later(clause, 1)));
  whole.push_back(all_.disjunction(next));
  return whole;
}

bool InvariantSearch::areInductive(const Clauses& clauses, bool hard, std::vector<Condition>* proofs) {
  if (clauses.empty()) return true;
  Condition first, next;
  if (!holds(states_.moments[0], {notFirst(clauses)}, hard, &first)) return false;
  std::vector<Condition> steps;
  if (holds(states_.moments[1], notNext(clauses, clauses), hard && clauses.size() == 1, &next)) {
    steps.push_back(std::move(next));
  } else {
    if (!hard || clauses.size() == 1) return false;
    for (const FormulaId clause : clauses)
      if (!holds(states_.moments[1], notNext(clauses, {clause}), true, &steps.emplace_back())) return false;
  }
  if (proofs == nullptr) return true;
  proofs->push_back(std::move(first));
  proofs->insert(proofs->end(), steps.begin(), steps.end());
  return true;
}

/// Returns the largest subset of `clauses` that provers confirm to be inductive.
InvariantSearch::Clauses InvariantSearch::survivors(Clauses clauses, bool hard) {
  if (areInductive(clauses, hard)) return clauses;
  std::erase_if(clauses, [&](FormulaId clause) { return !holds(states_.moments[0], {notFirst({clause})}, hard); });
  while (true) {
    Clauses kept;
    for (const FormulaId clause : clauses)
      if (holds(states_.moments[1], notNext(clauses, {clause}), hard)) kept.push_back(clause);
    if (kept.size() == clauses.size()) return kept;
    clauses = std::move(kept);
  }
}

/// Whether there is a window of moments in which the clauses contradict one of the formulas in `states_.bad`. If time may end,
/// the clauses must also contradict that formula's counterpart in `states_.endingBad` for each shorter window at the end of time.
bool InvariantSearch::areSafe(const Clauses& clauses, bool hard, std::vector<Condition>* proofs) {
  for (std::size_t last = 0; last < firstorder::States::mostMoments; ++last)
    for (std::size_t which = 0; which < states_.bad[last].size(); ++which) {
      std::vector<Condition> found;
      const auto excludes = [&](const std::vector<Assertion>& moments, std::size_t end, FormulaId bad) {
        if (bad == all_.truth(true)) return false;
        Clauses whole = clauses;
        for (std::size_t moment = 1; moment <= end; ++moment)
          for (const FormulaId clause : clauses) whole.push_back(states_.later(clause, moment));
        whole.push_back(bad);
        return holds(moments, whole, hard, &found.emplace_back(), true);
      };
      bool all = excludes(states_.moments[last], last, states_.bad[last][which]);
      for (std::size_t end = 0; all && states_.mayEnd && end < last; ++end)
        all = excludes(states_.endingMoments[end], end, states_.endingBad[end][which]);
      if (!all) continue;
      if (proofs != nullptr) proofs->insert(proofs->end(), found.begin(), found.end());
      return true;
    }
  return false;
}

/// Drops each clause without which the rest is still safe and inductive, if provers confirm this quickly.
InvariantSearch::Clauses InvariantSearch::withoutNeedless(const Clauses& clauses) {
  Clauses kept = clauses;
  if (clauses.size() == 1 || clauses.size() > 12) return kept;
  for (const FormulaId clause : clauses) {
    Clauses fewer = kept;
    std::erase(fewer, clause);
    if (areSafe(fewer, false) && areInductive(fewer, false)) kept = std::move(fewer);
  }
  return kept;
}

std::optional<InvariantProof> InvariantSearch::prove(const Clauses& clauses, bool hard) {
  std::vector<Condition> conditions;
  if (!areSafe(clauses, hard, &conditions)) return std::nullopt;
  InvariantProof proof;
  proof.invariant = withoutNeedless(clauses);
  if (proof.invariant != clauses) {
    conditions.clear();
    if (!areSafe(proof.invariant, true, &conditions)) return std::nullopt;
  }
  if (!areInductive(proof.invariant, true, &conditions)) return std::nullopt;
  std::set<std::string> by, checked;
  bool all = true;
  for (const Condition& c : conditions) {
    if (c.by.empty()) continue;
    by.insert(c.by);
    proof.questions.push_back(firstorder::questionOf(states_.theory, c.core));
    proof.finite = proof.finite || c.finite;
    if (proof.axioms.empty() || c.axioms == "finite") proof.axioms = c.axioms;
    for (const Assertion& a : c.core)
      if (a.span.known() && std::ranges::find(proof.needs, a.span) == proof.needs.end()) proof.needs.push_back(a.span);
    bool again = false;
    for (const Prover& prover : provers_) {
      if (again || prover.name == c.by || budget_.exhaustedMeanwhile()) continue;
      const ProverAnswer answer = prover.ask(states_.theory, c.core, budget_.within({.seconds = forCore}));
      again = answer.contradiction;
      if (again) checked.insert(prover.name);
    }
    all = all && again;
  }
  proof.by = fmt::format("{}", fmt::join(by, " and "));
  if (all) proof.checked = fmt::format("{}", fmt::join(checked, " and "));
  return proof;
}

std::optional<InvariantProof> InvariantSearch::run() {
  Clauses known;
  const auto addNew = [](Clauses& to, const Clauses& from) {
    for (const FormulaId f : from)
      if (std::ranges::find(to, f) == to.end()) to.push_back(f);
  };
  Clauses candidates = states_.claims;
  for (const FormulaId bad : states_.bad[0])
    if (bad != all_.truth(true)) addNew(candidates, {all_.negation(bad)});
  try {
    for (const int size : {smallestSize, smallestSize + 1}) {
      const InductivePart part = inductivePartOf(states_, candidates, size, budget_);
      candidates = part.clauses;
      if (!part.safe) break;
      if (size == smallestSize) continue;
      if (auto proof = areInductive(part.few, false) ? prove(part.few, false) : std::nullopt) return proof;
      known = survivors(candidates, false);
      if (auto proof = prove(known, false)) return proof;
    }
  } catch (const NotGround& e) {
    why_ = fmt::format("no invariant was searched for, because the system has {}", e.what());
    return std::nullopt;
  }
  // Finds the shortest window of moments for which the first formula in `bad` is not `true`.
  std::size_t last = 0;
  while (last < states_.bad.size() && states_.bad[last][0] == all_.truth(true)) ++last;
  if (last == states_.bad.size()) {
    why_ = "no invariant was searched for, because the command is about more than a few successive states";
    return std::nullopt;
  }
  Clauses learnt;
  for (int size = smallestSize; size <= largestSize; ++size) {
    try {
      OrbitAnswer answer = searchOrbits(states_, states_.bad[last][0], last, known, size, budget_);
      // The formula for a longer window may exclude the counterexample.
      while (answer.kind == OrbitAnswer::Kind::counterexample && last + 1 < states_.bad.size()) {
        ++last;
        answer = searchOrbits(states_, states_.bad[last][0], last, known, size, budget_);
      }
      if (answer.kind == OrbitAnswer::Kind::counterexample) {
        why_ = fmt::format("with {} atoms of each signature, no invariant about single states excludes the violation", size);
        return std::nullopt;
      }
      if (answer.kind == OrbitAnswer::Kind::stuck) {
        why_ = "no invariant was found among the formulas that the search can build";
        continue;
      }
      addNew(learnt, answer.clauses);
      addNew(learnt, answer.others);
    } catch (const NotGround& e) {
      why_ = fmt::format("no invariant was searched for, because the system has {}", e.what());
      return std::nullopt;
    }
    Clauses all = known;
    addNew(all, learnt);
    addNew(all, candidates);
    // Keeps only clauses that are also inductive with one and with two more atoms of each signature. These are likely to be
    // inductive for any number of atoms; provers would take longer to reject the other clauses.
    InductivePart part{all, true, {}};
    for (int more = size + 1; part.safe && more <= size + 2; ++more) part = inductivePartOf(states_, part.clauses, more, budget_);
    if (!part.safe) {
      why_ = fmt::format("an invariant for {} atoms of each signature is not inductive for more atoms", size);
      continue;
    }
    if (auto proof = areInductive(part.few, false) ? prove(part.few, false) : std::nullopt) return proof;
    if (areInductive(part.few, true))
      if (auto proof = prove(part.few, true)) return proof;
    known = survivors(part.clauses, false);
    if (auto proof = prove(known, false)) return proof;
    known = survivors(part.clauses, true);
    if (auto proof = prove(known, true)) return proof;
    why_ = fmt::format("the invariant found with {} atoms of each signature was not proved for any number of atoms", size);
  }
  return std::nullopt;
}

}  // namespace aunit::solver
