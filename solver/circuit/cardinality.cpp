#include "solver/circuit/cardinality.h"

#include <algorithm>

namespace aunit::solver {

namespace {
constexpr std::size_t pairwiseLimit = 6;
}

Lit atMostOne(Circuit& circuit, std::span<const Lit> literals) {
  std::vector<Lit> open;
  std::size_t certain = 0;
  for (const Lit l : literals) {
    if (l == yes)
      ++certain;
    else if (l != no)
      open.push_back(l);
  }
  if (certain > 1) return no;
  std::vector<Lit> constraints;
  if (certain == 1) {
    for (const Lit l : open) constraints.push_back(!l);
  } else if (open.size() <= pairwiseLimit) {
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (std::size_t j = i + 1; j < open.size(); ++j) constraints.push_back(!circuit.conjunction(open[i], open[j]));
    }
  } else {
    Lit seen = open[0];
    for (std::size_t i = 1; i < open.size(); ++i) {
      constraints.push_back(!circuit.conjunction(seen, open[i]));
      seen = circuit.disjunction(seen, open[i]);
    }
  }
  return circuit.conjunction(constraints);
}

Lit exactlyOne(Circuit& circuit, std::span<const Lit> literals) {
  const Lit some = circuit.disjunction(literals);
  if (some == no) return no;
  return circuit.conjunction(some, atMostOne(circuit, literals));
}

std::vector<Lit> sortedCount(Circuit& circuit, std::span<const Lit> literals, std::size_t limit) {
  std::size_t certain = 0;
  std::vector<Lit> counts;  // [j - 1]: at least j of the literals seen so far hold
  for (const Lit l : literals) {
    if (l == yes) {
      ++certain;
      continue;
    }
    if (l == no) continue;
    const std::size_t columns = std::min(counts.size() + 1, limit);
    if (columns > counts.size()) counts.push_back(no);
    for (std::size_t j = columns; j-- > 0;) {
      const Lit before = j == 0 ? yes : counts[j - 1];
      counts[j] = circuit.disjunction(counts[j], circuit.conjunction(before, l));
    }
  }
  counts.insert(counts.begin(), certain, yes);
  if (counts.size() > limit) counts.resize(limit);
  return counts;
}

Lit atLeast(Circuit& circuit, std::span<const Lit> literals, std::size_t bound) {
  if (bound == 0) return yes;
  const std::vector<Lit> counts = sortedCount(circuit, literals, bound);
  return counts.size() < bound ? no : counts[bound - 1];
}

Lit atMost(Circuit& circuit, std::span<const Lit> literals, std::size_t bound) {
  if (bound == 0) return !circuit.disjunction(literals);
  if (bound == 1) return atMostOne(circuit, literals);
  return !atLeast(circuit, literals, bound + 1);
}

}  // namespace aunit::solver
