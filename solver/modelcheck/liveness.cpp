#include "solver/modelcheck/liveness.h"

namespace aunit::modelcheck {

using solver::yes;

System countingRounds(const System& system, int rounds) {
  System result = system;
  Circuit& circuit = *result.circuit;
  // A single condition needs no latch. Without conditions every step completes a round.
  std::vector<std::size_t> latches;
  std::vector<Lit> held;
  for (const Lit j : system.justice) {
    if (system.justice.size() == 1) {
      held.push_back(j);
      break;
    }
    latches.push_back(result.addLatch(false));
    held.push_back(circuit.disjunction(result.latches[latches.back()].now, j));
  }
  const Lit round = circuit.conjunction(held);
  for (std::size_t i = 0; i < latches.size(); ++i) result.latches[latches[i]].next = circuit.conjunction(held[i], !round);
  Lit before = yes;
  for (int i = 0; i < rounds; ++i) {
    Latch& count = result.latches[result.addLatch(false)];
    count.next = circuit.disjunction(count.now, circuit.conjunction(before, round));
    before = count.now;
  }
  result.bad = before;
  return result;
}

System closingLoop(const System& system) {
  System result = system;
  Circuit& circuit = *result.circuit;
  const std::size_t saved = result.addLatch(false);
  const Lit hasSaved = result.latches[saved].now;
  const Lit save = circuit.conjunction(circuit.input(), !hasSaved);
  result.latches[saved].next = circuit.disjunction(hasSaved, save);
  std::vector<Lit> closed{hasSaved};
  for (const Latch& latch : system.latches) {
    if (latch.next == latch.now) continue;  // never changes
    const std::size_t copy = result.addLatch(false);
    const Lit kept = result.latches[copy].now;
    result.latches[copy].next = circuit.ifThenElse(save, latch.now, kept);
    closed.push_back(circuit.equivalence(latch.now, kept));
  }
  // The loop begins with the step that saves the state, and ends with the step before the state comes back.
  for (const Lit j : system.justice) {
    Latch& seen = result.latches[result.addLatch(false)];
    seen.next = circuit.disjunction(seen.now, circuit.conjunction(circuit.disjunction(hasSaved, save), j));
    closed.push_back(seen.now);
  }
  result.bad = circuit.conjunction(closed);
  return result;
}

}  // namespace aunit::modelcheck
