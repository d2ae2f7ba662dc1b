#include "solver/translation/symmetry.h"

#include <algorithm>

namespace aunit::solver {

namespace {

struct Relation {
  unsigned arity;
  int state;
  const std::vector<Entry>* entries;
};

Lit holdsAt(const std::vector<Entry>& entries, TupleCode tuple) {
  const auto found =
      std::lower_bound(entries.begin(), entries.end(), tuple, [](const Entry& e, TupleCode t) { return e.tuple < t; });
  return found != entries.end() && found->tuple == tuple ? found->holds : no;
}

// This instance is no greater than the one with a and b exchanged.
Lit noGreater(Circuit& circuit, std::span<const std::pair<Lit, Lit>> pairs) {
  Lit result = yes;
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const auto [x, y] = pairs[i];
    // x < y, or x = y and the rest is no greater.
    result = circuit.conjunction(circuit.disjunction(!x, y), circuit.disjunction(circuit.conjunction(!x, y), result));
  }
  return result;
}

}  // namespace

Lit breakSymmetries(const model::Model& model, const Bounds& bounds, const RelationVariables& relationVariables,
                    std::span<const SkolemRelation> skolems, const Algebra& algebra, int states, int length) {
  if (length <= 0 || bounds.interchangeable().empty()) return yes;
  std::vector<Relation> relations;
  for (const RelationVariables::Leaf& leaf : relationVariables.known()) {
    if (leaf.state >= states) continue;
    relations.push_back({leaf.isField ? model.field(leaf.id).arity : 1u, leaf.state, &(*leaf.matrix)->entries});
  }
  for (const SkolemRelation& skolem : skolems) relations.push_back({skolem.arity, 0, &skolem.entries});
  std::stable_sort(relations.begin(), relations.end(), [](const Relation& x, const Relation& y) {
    return std::pair(x.state, x.entries->size()) < std::pair(y.state, y.entries->size());
  });
  std::vector<Lit> constraints;
  std::vector<std::uint32_t> atoms;
  for (const auto& part : bounds.interchangeable()) {
    for (std::size_t i = 0; i + 1 < part.size(); ++i) {
      const std::uint32_t a = part[i];
      const std::uint32_t b = part[i + 1];
      std::vector<std::pair<Lit, Lit>> pairs;
      std::vector<std::pair<Lit, Lit>> seen;
      for (const Relation& relation : relations) {
        if (pairs.size() >= static_cast<std::size_t>(length)) break;
        algebra.circuit().meter().step(relation.entries->size());
        atoms.resize(relation.arity);
        for (const Entry& e : *relation.entries) {
          if (pairs.size() >= static_cast<std::size_t>(length)) break;
          algebra.decode(e.tuple, atoms);
          bool touched = false;
          for (std::uint32_t& atom : atoms) {
            if (atom != a && atom != b) continue;
            atom = a + b - atom;
            touched = true;
          }
          if (!touched) continue;
          const Lit other = holdsAt(*relation.entries, algebra.encode(atoms));
          // A pair and its mirror image say the same twice.
          if (other == e.holds || std::find(seen.begin(), seen.end(), std::pair(other, e.holds)) != seen.end()) continue;
          pairs.emplace_back(e.holds, other);
          seen.emplace_back(e.holds, other);
        }
      }
      constraints.push_back(noGreater(algebra.circuit(), pairs));
    }
  }
  return algebra.circuit().conjunction(constraints);
}

}  // namespace aunit::solver
