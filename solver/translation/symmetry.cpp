#include "solver/translation/symmetry.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace aunit::solver {

namespace {

Lit holdsAt(const std::vector<Entry>& entries, TupleCode tuple) {
  const auto found =
      std::lower_bound(entries.begin(), entries.end(), tuple, [](const Entry& e, TupleCode t) { return e.tuple < t; });
  return found != entries.end() && found->tuple == tuple ? found->holds : no;
}

// The instance is lexicographically not greater than the instance with a and b exchanged.
Lit noGreater(Circuit& circuit, std::span<const std::pair<Lit, Lit>> pairs) {
  Lit result = yes;
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const auto [x, y] = pairs[i];
    // x < y, or x = y and the remaining pairs are not greater.
    result = circuit.conjunction(circuit.disjunction(!x, y), circuit.disjunction(circuit.conjunction(!x, y), result));
  }
  return result;
}

/// The entries that contain an atom, in the order of the relations and of their entries.
class EntriesByAtom {
 public:
  struct Place {
    std::uint32_t relation;
    std::uint32_t entry;
    auto operator<=>(const Place&) const = default;
  };

  EntriesByAtom(std::span<const StateRelation> relations, const Algebra& algebra, std::uint32_t atoms) : starts_(atoms + 1) {
    const auto visit = [&](auto&& each) {
      std::vector<std::uint32_t> held;
      for (std::uint32_t r = 0; r < relations.size(); ++r) {
        algebra.circuit().meter().step(relations[r].entries->size());
        held.resize(relations[r].arity);
        for (std::uint32_t e = 0; e < relations[r].entries->size(); ++e) {
          algebra.decode((*relations[r].entries)[e].tuple, held);
          for (std::size_t i = 0; i < held.size(); ++i)
            if (std::find(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(i), held[i]) ==
                held.begin() + static_cast<std::ptrdiff_t>(i))
              each(held[i], Place{r, e});
        }
      }
    };
    visit([&](std::uint32_t atom, Place) { ++starts_[atom + 1]; });
    for (std::size_t atom = 0; atom < atoms; ++atom) starts_[atom + 1] += starts_[atom];
    places_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    visit([&](std::uint32_t atom, Place place) { places_[next[atom]++] = place; });
  }

  /// The entries that contain `a` or `b`.
  std::vector<Place> either(std::uint32_t a, std::uint32_t b) const {
    const auto at = [&](std::uint32_t atom) {
      return std::span(places_).subspan(starts_[atom], starts_[atom + 1] - starts_[atom]);
    };
    std::vector<Place> both;
    std::ranges::set_union(at(a), at(b), std::back_inserter(both));
    return both;
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Place> places_;
};

/// Relations of a low rank are compared first: 0 for sets of interchangeable atoms, 1 for relations from such atoms to fixed
/// atoms, such as the times of events, 2 if there are several columns of such atoms, and 3 for other relations. Fixed atoms
/// distinguish interchangeable atoms, whichever atoms are exchanged. Only the first and the last tuple are read.
int rankOf(const StateRelation& relation, const Algebra& algebra, const Bounds& bounds, const std::vector<bool>& isFree) {
  if (relation.entries->empty()) return 3;
  std::vector<std::uint32_t> first(relation.arity), last(relation.arity);
  algebra.decode(relation.entries->front().tuple, first);
  algebra.decode(relation.entries->back().tuple, last);
  int free = 0, fixed = 0;
  for (std::size_t i = 0; i < relation.arity; ++i) {
    if (last[i] >= bounds.firstInt()) return 3;
    if (isFree[first[i]] || isFree[last[i]])
      ++free;
    else if (first[i] != last[i])
      ++fixed;
  }
  if (fixed > 0) return free == 1 ? 1 : 2;
  return free == 1 ? 0 : 3;
}

/// Returns the relations sorted by state, and in each state by rank.
std::vector<StateRelation> byRank(std::span<const StateRelation> relations, const Algebra& algebra, const Bounds& bounds) {
  std::vector<bool> isFree(bounds.universeSize());
  for (const auto& part : bounds.interchangeable())
    for (const std::uint32_t atom : part) isFree[atom] = true;
  std::vector<std::pair<std::pair<int, int>, std::size_t>> order;  // state and rank, then the place in `relations`
  for (const StateRelation& relation : relations)
    order.push_back({{relation.state, rankOf(relation, algebra, bounds, isFree)}, order.size()});
  std::ranges::sort(order);
  std::vector<StateRelation> sorted;
  for (const auto& [unused, place] : order) sorted.push_back(relations[place]);
  return sorted;
}

// With fewer exchanges than `fewExchanges`, searching all entries is faster than sorting them. Sorting more than
// `mostEntriesSorted` entries takes too much memory.
constexpr std::size_t fewExchanges = 64, mostEntriesSorted = 1 << 22;

}  // namespace

std::vector<StateRelation> inComparedOrder(const model::Model& model, const RelationVariables& relationVariables,
                                           std::span<const SkolemRelation> skolems, int states) {
  std::vector<StateRelation> relations;
  for (const RelationVariables::Leaf& leaf : relationVariables.known()) {
    if (leaf.state >= states) continue;
    relations.push_back({leaf.isField ? model.field(leaf.id).arity : 1u, leaf.state, &(*leaf.matrix)->entries});
  }
  for (const SkolemRelation& skolem : skolems) relations.push_back({skolem.arity, 0, &skolem.entries});
  std::stable_sort(relations.begin(), relations.end(), [](const StateRelation& x, const StateRelation& y) {
    return std::pair(x.state, x.entries->size()) < std::pair(y.state, y.entries->size());
  });
  return relations;
}

Lit breakSymmetries(const model::Model& model, const Bounds& bounds, const RelationVariables& relationVariables,
                    std::span<const SkolemRelation> skolems, const Algebra& algebra, int states, int length,
                    SymmetryOrder order) {
  if (length <= 0 || bounds.interchangeable().empty()) return yes;
  std::vector<StateRelation> relations = inComparedOrder(model, relationVariables, skolems, states);
  if (order == SymmetryOrder::fixedFirst) relations = byRank(relations, algebra, bounds);
  std::size_t exchanges = 0, entries = 0;
  for (const auto& part : bounds.interchangeable()) exchanges += part.size() - 1;
  for (const StateRelation& relation : relations) entries += relation.entries->size();
  std::optional<EntriesByAtom> touching;
  if (exchanges > fewExchanges && entries <= mostEntriesSorted) touching.emplace(relations, algebra, bounds.universeSize());
  std::vector<Lit> constraints;
  std::vector<std::uint32_t> atoms;
  for (const auto& part : bounds.interchangeable()) {
    for (std::size_t i = 0; i + 1 < part.size(); ++i) {
      const std::uint32_t a = part[i];
      const std::uint32_t b = part[i + 1];
      std::vector<std::pair<Lit, Lit>> pairs;
      std::vector<std::pair<Lit, Lit>> seen;
      const auto isEnough = [&] { return pairs.size() >= static_cast<std::size_t>(length); };
      const auto look = [&](const StateRelation& relation, const Entry& e) {
        atoms.resize(relation.arity);
        algebra.decode(e.tuple, atoms);
        bool touched = false;
        for (std::uint32_t& atom : atoms) {
          if (atom != a && atom != b) continue;
          atom = a + b - atom;
          touched = true;
        }
        if (!touched) return;
        const Lit other = holdsAt(*relation.entries, algebra.encode(atoms));
        // A pair and its mirror image are the same constraint.
        if (other == e.holds || std::find(seen.begin(), seen.end(), std::pair(other, e.holds)) != seen.end()) return;
        pairs.emplace_back(e.holds, other);
        seen.emplace_back(e.holds, other);
      };
      if (touching) {
        for (const EntriesByAtom::Place place : touching->either(a, b)) {
          if (isEnough()) break;
          algebra.circuit().meter().step(1);
          look(relations[place.relation], (*relations[place.relation].entries)[place.entry]);
        }
      } else {
        for (const StateRelation& relation : relations) {
          if (isEnough()) break;
          algebra.circuit().meter().step(relation.entries->size());
          for (const Entry& e : *relation.entries) {
            if (isEnough()) break;
            look(relation, e);
          }
        }
      }
      constraints.push_back(noGreater(algebra.circuit(), pairs));
    }
  }
  return algebra.circuit().conjunction(constraints);
}

}  // namespace aunit::solver
