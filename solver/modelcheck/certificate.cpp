#include "solver/modelcheck/certificate.h"

#include <stdexcept>
#include <vector>

#include "solver/circuit/cnf.h"
#include "solver/sat/sat.h"

namespace aunit::modelcheck {

using solver::Answer;
using solver::Gate;

namespace {

/// Whether the literals depend on latches only.
bool overLatches(const System& system, std::span<const Lit> literals) {
  std::vector<bool> seen(system.circuit->size(), false);
  for (const Latch& latch : system.latches) seen[latch.now.node()] = true;
  std::vector<std::uint32_t> open;
  for (const Lit l : literals) open.push_back(l.node());
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    if (system.circuit->gate(node) == Gate::input) return false;
    for (const Lit child : system.circuit->children(node)) open.push_back(child.node());
  }
  return true;
}

bool possible(const Circuit& circuit, std::span<const Lit> literals, const support::Budget& budget) {
  solver::CnfEncoder encoder(circuit, &budget);
  encoder.assertAll(literals);
  const Answer answer = solver::makeSolver("cadical", encoder.cnf())->solve({}, budget);
  if (answer == Answer::unknown) throw support::Exhausted(budget.exhausted().value_or("the solver did not decide"));
  return answer == Answer::satisfiable;
}

}  // namespace

std::optional<std::string> flaw(const System& system, const Invariant& invariant, const support::Budget& budget) {
  Circuit& circuit = *system.circuit;
  std::vector<Lit> clauses;
  for (const Cube& cube : invariant.excluded) clauses.push_back(!circuit.conjunction(cube));
  if (!overLatches(system, system.init)) return "the initial condition depends on inputs";
  if (!overLatches(system, clauses)) return "the invariant depends on inputs";
  const Lit inside = circuit.conjunction(clauses);

  std::vector<Lit> literals = system.init;
  literals.push_back(!inside);
  if (possible(circuit, literals, budget)) return "an initial state is not in the invariant";

  literals = system.constraints;
  literals.insert(literals.end(), {inside, system.bad});
  if (possible(circuit, literals, budget)) return "a step inside the invariant is bad";

  // the invariant, stated for the next values of the latches
  std::vector<Lit> next(circuit.size(), solver::no);
  for (const Latch& latch : system.latches) next[latch.now.node()] = latch.next;
  std::vector<Lit> later;
  for (const Cube& cube : invariant.excluded) {
    std::vector<Lit> all;
    for (const Lit l : cube) all.push_back(l.negative() ? !next[l.node()] : next[l.node()]);
    later.push_back(!circuit.conjunction(all));
  }
  literals = system.constraints;
  literals.insert(literals.end(), {inside, !circuit.conjunction(later)});
  if (possible(circuit, literals, budget)) return "a step leaves the invariant";
  return std::nullopt;
}

Proof proofBy(const System& system, const Invariant& invariant, const support::Budget& budget) {
  if (const auto wrong = flaw(system, invariant, budget)) throw std::logic_error("not an inductive invariant: " + *wrong);
  Proof proof;
  proof.latches = system.latches.size();
  proof.clauses = invariant.excluded.size();
  return proof;
}

}  // namespace aunit::modelcheck
